"""Languages and what is said in them; all of a language is the folder `content/<lang>/`.

Two kinds of text: messages of the pages, whose id is the English text, from the gettext catalogue `messages.po` (there
is none in English: the id is the text), and names of things in the game, `names/<subject>.toml`, by a key in a context
(`reason`, `too-many-steps`). Words that depend on a value, such as Korean particles, are told in `forms`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from companion import languages as known_languages
from companion.i18n import names
from companion.i18n.forms import capital, filled, joined
from companion.paths import folder

CONTENT = folder("content")
DEFAULT_LANGUAGE = "en"
"""The language of those who ask for none that is there. The messages of the pages are written in it."""


@functools.cache
def languages() -> Mapping[str, str]:
    """The languages that there are: code -> name in the language itself, the default language first."""
    codes = sorted(known_languages.codes(), key=lambda code: code != DEFAULT_LANGUAGE)
    return {code: known_languages.of(code).name or _display_name(code) for code in codes}


def _display_name(code: str) -> str:
    return (Locale.parse(code).get_display_name(code) or code).capitalize()


def po_file(language: str) -> Path:
    """The catalogue file of a language, for the messages of the pages."""
    return CONTENT / language / "messages.po"


def names_folder(language: str) -> Path:
    """The folder with the names of a language, one file per subject."""
    return CONTENT / language / "names"


def read_catalog(language: str) -> Catalog:
    """The catalogue of a language with everything that a translator sees; empty where there is none yet.

    Raises OSError where there is no folder of the language: a phone has not unpacked it yet, and asks again then.
    """
    if po_file(language) not in po_file(language).parent.iterdir():
        return Catalog(locale=language)
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


@functools.cache
def translations(language: str) -> NullTranslations:
    """The messages of a language, compiled from its PO file when first asked for: nothing can be stale."""
    if language == DEFAULT_LANGUAGE:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, read_catalog(language))
    compiled.seek(0)
    return Translations(compiled)


@functools.cache
def all_names(language: str) -> Mapping[names.Key, str]:
    """Every name of a language by context and key. Raises NamesError."""
    return names.read(names_folder(language))


def name(language: str, context: str, key: str, /, **params: object) -> str:
    """The text of a key in a context, in a language: `name("ko", "worker", "cowboy")`. See `names.missing`."""
    text = all_names(language).get((context, key))
    if text is None:
        return names.missing(language, context, key)
    return filled(text, params, language) if params else text


def name_in(language: str, edition: int | None, context: str, key: str, /, **params: object) -> str:
    """The text of a key as an edition calls it: "builder@1" of the first, where there is such a text."""
    own = f"{key}@{edition}"
    return name(language, context, own if (context, own) in all_names(language) else key, **params)

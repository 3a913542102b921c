"""Languages and messages: gettext catalogues, read from their PO files.

Two kinds of message: sentences of the pages, whose id is the English text, and names of things in the game
(`worker/cowboy`, `reason/too-many-workers`), whose id is a code in a context; those have a text in every
catalogue, the English one too. Words that depend on a value, such as Korean particles, are told in `forms`.
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
from babel.support import Translations

from companion.i18n.forms import filled

__all__ = ["DEFAULT_LANGUAGE", "LOCALES", "filled", "languages", "name", "po_file", "read_catalog", "translations"]

LOCALES = Path(__file__).parent / "locales"
DEFAULT_LANGUAGE = "en"
"""The language of those who ask for none that is there. The messages of the pages are written in it."""


@functools.cache
def languages() -> Mapping[str, str]:
    """The languages that there are: code -> name in the language itself, the default language first."""
    codes = sorted(folder.name for folder in LOCALES.iterdir() if po_file(folder.name).is_file())
    codes.sort(key=lambda code: code != DEFAULT_LANGUAGE)
    return {code: (Locale.parse(code).get_display_name(code) or code).capitalize() for code in codes}


def po_file(language: str) -> Path:
    """The catalogue file of a language."""
    return LOCALES / language / "LC_MESSAGES" / "messages.po"


def read_catalog(language: str) -> Catalog:
    """The catalogue of a language with everything that a translator sees."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


@functools.cache
def translations(language: str) -> Translations:
    """The messages of a language, compiled from its PO file when first asked for: nothing can be stale."""
    compiled = BytesIO()
    write_mo(compiled, read_catalog(language))
    compiled.seek(0)
    return Translations(compiled)


def name(language: str, context: str, key: str, /, **params: object) -> str:
    """The text of a code in a context, in a language: `name("ko", "worker", "cowboy")`."""
    text = str(translations(language).upgettext(context, key))
    return filled(text, params) if params else text

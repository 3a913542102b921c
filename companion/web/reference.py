"""The rules reference as pages hold it."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import cast

from flask import Flask, current_app
from markupsafe import Markup

from companion import engine, i18n, languages
from companion.book.library import section_address
from companion.book.search.passages import for_players
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.book.sections import Book
from companion.i18n.forms import Noun
from companion.reference import layers
from companion.reference.library import Reference, load
from companion.web import language


def init_app(app: Flask) -> None:
    """Make the reference part of the app. Raises ContentError."""
    app.extensions["reference"] = load()
    app.jinja_env.globals |= {"cited": cited, "address_of": address_of, "answer_of": answer_of}
    app.jinja_env.globals["max_query_length"] = MAX_QUERY_LENGTH
    app.jinja_env.filters["for_editions"] = for_editions


def address_of(target: str) -> str:
    """The address of a section, or of a heading in it, in the reader's language."""
    return section_address(language.current(), target)


def answer_of(target: str, players: int | None = None) -> Markup:
    """What a place of the rules comes to in one line, for so many players where told; "" where nobody has said."""
    answer = book().place_of(target).part.answer
    if answer is None:
        return Markup()
    return for_editions(for_players(answer, players) if players else Markup(answer.line))  # noqa: S704 (rendered by us)


def cited(sections: Iterable[str]) -> list[tuple[str, str]]:
    """Title and address of sections, in the reader's language."""
    rules = book()
    return [(rules.title_of(name), section_address(rules.language, name)) for name in sections]


def reference() -> Reference:
    """The reference of the current app."""
    return cast(Reference, current_app.extensions["reference"])


def book() -> Book:
    """The book in the reader's language."""
    return reference().books[language.current()]


_NAMED = (("worker", "builder"), ("outlaw", "green"), ("outlaw", "orange"), ("symbol", "outlaw-any"))
"""What rules speak of and the board calls otherwise in a game of an earlier edition."""


def for_editions(text: str) -> Markup:
    """A text with what each earlier edition calls a piece behind the first word for it: "outlaw (teepee)".

    Pages are the same for everybody, so the style sheet shows it where that edition is set under Table.
    """
    html = str(Markup.escape(text))
    for layer in sorted(layers.earlier()):
        html = _with_words_of(layer, html)
    return Markup(html)  # noqa: S704 (escaped, or rendered by us)


def _with_words_of(layer: str, html: str) -> str:
    pattern, own_forms, between = _words_of(layer, language.current())
    said = html.casefold()

    def with_own_word(match: re.Match[str]) -> str:
        nonlocal said
        form, *forms = own_forms.get(match[0].casefold(), ("",))
        if not form or any(own.casefold() in said for own in forms):
            return match[0]
        said += f" {form}".casefold()
        return f'{match[0]}<span class="word-of-edition" data-layer="{layer}">{between}({form})</span>'

    return pattern.sub(with_own_word, html)


@functools.cache
def _words_of(layer: str, language: str) -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]], str]:
    """How tags and the words that the layer of an edition has others for are found; for each word the one that goes in
    its place and all forms of that; and what stands between the two.
    """
    edition, own_forms = engine.playable_layers()[layer].edition, dict[str, tuple[str, ...]]()
    for context, key in _NAMED:
        usual = Noun.forms_of(i18n.name(language, context, key))
        own = Noun.forms_of(i18n.name_in(language, edition, context, key))
        for form, word in usual.items() if own != usual else ():
            own_forms.setdefault(word.casefold(), (own.get(form, own["one"]), *own.values()))
    # Particles are glued to a word, and so is what stands in brackets.
    between, end = ("", "") if languages.of(language).particles else (" ", r"\b")
    words = "|".join(sorted(map(re.escape, own_forms), key=len, reverse=True))
    return re.compile(rf"<[^>]*>|\b(?:{words}){end}", re.I), own_forms, between

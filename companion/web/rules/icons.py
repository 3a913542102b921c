"""The icons of the game: what each means, in one sentence, where it is printed."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from markupsafe import Markup

from companion.book.search.words import telling, without_particle
from companion.book.search.words import words as split
from companion.components import component_words, usual
from companion.components.icons import PLACES, Icon, icons
from companion.web import assets
from companion.web.parts import view
from companion.web.reference import cited, reference

_LEAST = 0.6
"""The share of the words of a query that an icon's meaning must hold."""
_SYMBOL = Markup('<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>')


@dataclass(frozen=True)
class ToldIcon:
    """An icon as the page shows it; `layer` is what must be played to see it."""

    icon: Icon
    picture: Markup
    name: str
    """What it is, for those who do not see it, and for the search."""
    meaning: Markup
    sections: tuple[tuple[str, str], ...]
    layer: str


@functools.cache
def described(language: str) -> tuple[ToldIcon, ...]:
    """All icons in a language."""
    terms = {term.symbol: term for term in reference().glossaries[language].terms.values() if term.symbol}
    sprite = assets.sprite()
    words = component_words(language)
    views = []
    for icon in icons(frozenset(terms)):
        sections = icon.sections
        if icon.choice:
            name = words.sentence(icon.choice)
            meaning = Markup.escape(name)
            picture = icon.picture(sprite).markup("")
        elif icon.part:
            name = words.title(icon.part)
            meaning = Markup(" ").join(view.sentences(icon.part, language))
            picture = view.picture(icon.part.id, language)
        else:
            term = terms[icon.symbol]
            meaning = Markup(term.says)  # noqa: S704 (rendered by us)
            name, sections, picture = term.term, (term.section,), _SYMBOL.format(sprite, icon.symbol)
        alone = [part.layer for part in icon.shown_on if not usual(part)]
        layer = alone[0] if alone and len(alone) == len(icon.shown_on) else ""
        views.append(ToldIcon(icon, picture, name, meaning, tuple(cited(sections)), layer))
    return tuple(views)


def by_place(language: str, shows: str, query: str = "") -> dict[str, list[ToldIcon]]:
    """The icons of each place that show something, or whose meaning holds the words of a query; none is empty."""
    words = {without_particle(word) or word for word in telling(split(query))} if query else set()
    grouped: dict[str, list[ToldIcon]] = {place: [] for place in PLACES}
    for one in described(language):
        if (not shows or shows in one.icon.facets) and (not words or _holds(one, words)):
            grouped[one.icon.place].append(one)
    return {place: fitting for place, fitting in grouped.items() if fitting}


def _holds(one: ToldIcon, words: set[str]) -> bool:
    said = split(f"{one.name} {one.meaning.striptags()}")
    fitting = [word for word in words if any(other.startswith(word) for other in said)]
    return len(fitting) >= _LEAST * len(words)

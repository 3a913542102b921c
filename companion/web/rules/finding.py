"""What a query finds: terms of the glossary, and sections of the layers that are played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.rules.glossary import Term
from companion.rules.search import Hit
from companion.web import layers
from companion.web.reference import reference


@dataclass(frozen=True)
class Found:
    """The answer to a query. `elsewhere`: nothing fits in what is played, these are from what is not."""

    query: str
    terms: Sequence[Term]
    hits: Sequence[Hit]
    elsewhere: bool = False


def look_for(language: str, query: str, played: Collection[str] | None) -> Found:
    """Search one language, in the layers that are `played` (None: nobody has said)."""
    if not query:
        return Found("", [], [])
    index, glossary = reference().indexes[language], reference().glossaries[language]
    shown = None if played is None else layers.always_shown() | set(played).intersection(layers.known())
    found = Found(query, glossary.find(query, shown), index.search(query, layers=shown))
    if shown is None or found.hits or found.terms:
        return found
    everywhere = index.search(query)
    return Found(query, glossary.find(query), everywhere, elsewhere=bool(everywhere))

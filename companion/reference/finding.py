"""Components found by what they are called, in every language: "3a", "building 6b", "obj 3", "피오리아"."""

from __future__ import annotations

import functools

from companion import i18n
from companion.book.search.things import Names
from companion.reference.components import Part, parts
from companion.reference.names import telling

_HALF = 0.5
"""A query that says no more of a name than half of it means something else: all stations, not one of them."""


@functools.cache
def _names() -> Names:
    languages = [telling(language) for language in i18n.languages()]
    return Names(
        {
            part.id: [text for words in languages for text in (words.title(part), *words.terms(part))]
            for part in parts().values()
        }
    )


def named(query: str, limit: int = 6) -> list[Part]:
    """The components that a query names, the best first."""
    return [parts()[hit.id] for hit in _names().find(query, limit) if hit.score > _HALF]

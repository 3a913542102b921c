"""Components found by what they are called, in every language: "3a", "building 6b", "obj 3", "피오리아"."""

from __future__ import annotations

from collections.abc import Iterable

from companion.book.search.things import Names
from companion.reference.kept import ALL, store

_HALF = 0.5
"""A query that says no more of a name than half of it means something else: all stations, not one of them."""


def all_names(languages: Iterable[str]) -> Names:
    """What all components are called, and what else people type for them."""
    from companion.reference.components import parts
    from companion.reference.names import telling

    words = [telling(language) for language in languages]
    return Names(
        {
            part.id: [text for each in words for text in (each.title(part), *each.terms(part))]
            for part in parts().values()
        }
    )


def named(query: str, limit: int = 6) -> list[str]:
    """The ids of the components that a query names, the best first."""
    names: Names = store().load(ALL, "names")
    return [hit.id for hit in names.find(query, limit) if hit.score > _HALF]

"""Components found by what they are called, in every language: "3a", "building 6b", "obj 3", "피오리아"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.book.search.things import Names
from companion.book.search.words import is_small, telling, words
from companion.reference.kept import ALL, store

_HALF = 0.5
"""A query that says no more of a name than half of it means something else: all stations, not one of them."""

_FEW = 3
"""Words that tell something: in more of them, what a query names is not what it asks for."""
_SHARED = 2
"""Components that share a name: one that more of them have names none."""


def all_names(languages: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """What all components are called, and what else people type for them."""
    from companion.components import component_words, parts

    words = [component_words(language) for language in languages]
    return {
        part.id: [text for each in words for text in (each.title(part), *each.terms(part))] for part in parts().values()
    }


def named(query: str, limit: int = 6) -> list[str]:
    """The ids of the components that a query names, the best first; else those of which it says the whole name beside a
    few other words: "longhorn points".
    """
    names: Names = store().load(ALL, "names")
    found = [hit.id for hit in names.find(query, limit) if hit.score > _HALF]
    asked = words(query)
    if found or len(telling(asked)) > _FEW:
        return found
    for length in range(len(asked) - 1, 0, -1):
        for first in range(len(asked) - length + 1):
            run = asked[first : first + length]
            if telling(run) and not all(map(is_small, run)):
                hits = names.find(" ".join(run), limit)
                whole = [hit.id for hit in hits if hit.score == 1]
                # What is also half the name of something else is a word of the question: a number, a colour, a worker.
                if 0 < len(whole) <= _SHARED and len(whole) == sum(hit.score >= _HALF for hit in hits):
                    return whole
    return []

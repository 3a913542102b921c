"""What a query names of the game: components, in every language ("3a", "building 6b", "obj 3", "피오리아"), and with
operators that know the game, `phase:b`, `building:6b`. The names of operators may come in any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion import i18n
from companion.book.search.things import Names
from companion.book.search.words import Query, is_small, read_query, telling, words
from companion.book.sections import Moments
from companion.reference.kept import ALL, store

_HALF = 0.5
"""A query that says no more of a name than half of it means something else: all stations, not one of them."""

_FEW = 3
"""Words that tell something: in more of them, what a query names is not what it asks for."""
_APART = ("cattle-", "first-edition-neutral-")
"""What ids of components begin with whose names are told apart by one word."""
_SHARED = 2
"""Components that share a name: one that more of them have names none."""


def all_names(languages: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """What all components are called, and what else people type for them."""
    from companion.components import component_words, parts

    every = [component_words(language) for language in languages]
    return {
        part.id: [text for each in every for text in (each.title(part), *each.terms(part))] for part in parts().values()
    }


def named(query: str, limit: int = 6) -> list[str]:
    """The ids of the components that a query names, the best first; else those of which it says the whole name beside a
    few other words: "longhorn points".
    """
    names: Names = store().load(ALL, "names")
    exact = [hit.id for hit in names.find(query, limit) if hit.score > _HALF]
    query_words = words(query)
    if exact or len(telling(query_words)) > _FEW:
        return exact
    for length in range(len(query_words) - 1, 0, -1):
        for first in range(len(query_words) - length + 1):
            run = query_words[first : first + length]
            if not is_small(run[0]):
                hits = names.find(" ".join(run), limit)
                whole = [hit.id for hit in hits if hit.score == 1]
                # What is also half the name of something else is a word of the question: a number, a colour, a worker;
                # but a breed stays one: "longhorn points", though another is called Texas Longhorn; and so does what
                # another edition has as well: neutral building A.
                others = [hit.id for hit in hits if _HALF <= hit.score < 1 and not hit.id.startswith(_APART)]
                if 0 < len(whole) <= _SHARED and not others:
                    return whole
    return []


PHASES: Mapping[str, tuple[str, ...]] = {
    "setup": ("set-up",),
    "a": ("a",),
    "b": ("b",),
    "kc": ("foresight", "income", "delivery"),
    "c": ("c",),
    "end": ("end",),
}
"""What may stand after `phase:`, and the moments of a game that it means."""

_PHASE, _BUILDING = "phase", "building"
_NAMES = (_PHASE, _BUILDING, "setup", "kc", "end")


def all_words(languages: Iterable[str]) -> Mapping[str, str]:
    """What people type, in any language, and what it is here."""
    return {i18n.name(language, "operator", key).casefold(): key for language in languages for key in _NAMES}


def _keys() -> Mapping[str, str]:
    operators: Mapping[str, str] = store().load(ALL, "operators")
    return operators


def _building(value: str) -> str | None:
    name = f"{_BUILDING}-{value}"
    return name if name in store().load(ALL, "buildings") else None


def _knows(field: str, value: str) -> bool:
    meant = _keys().get(field)
    return (meant == _PHASE and _keys().get(value, value) in PHASES) or (
        meant == _BUILDING and _building(value) is not None
    )


def read(text: str) -> Query:
    """Take a query apart. A building that is asked for is among its words too: texts tell of it by its number."""
    query = read_query(text, _knows)
    fields = tuple((_keys()[field], _keys().get(value, value)) for field, value in query.fields)
    numbers = [value for field, value in fields if field == _BUILDING]
    return replace(query, text=" ".join(filter(None, (query.text, *numbers))), fields=fields)


def within(query: Query, moments: Moments) -> frozenset[str] | None:
    """The sections of the phases that a query names, None when it names none."""
    named = [moment for field, value in query.fields if field == _PHASE for moment in PHASES[value]]
    return frozenset().union(*(moments[moment] for moment in named)) if named else None


def buildings(query: Query) -> list[str]:
    """The ids of the buildings that a query names with the operator, else those whose number stands among its words."""
    numbers = [value for field, value in query.fields if field == _BUILDING] or words(query.text)
    ids = map(_building, dict.fromkeys(numbers))
    return [name for name in ids if name]

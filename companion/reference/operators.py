"""The operators of search that know the game: `phase:b`, `building:6b`. Their names may come in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion import i18n
from companion.book.moments import Moments
from companion.book.search.query import Query, read_query
from companion.book.search.words import words
from companion.reference.kept import ALL, store

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
    words: Mapping[str, str] = store().load(ALL, "operators")
    return words


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
    found = map(_building, dict.fromkeys(numbers))
    return [name for name in found if name]

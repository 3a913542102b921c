"""Things found by their names: a query finds what it names, whatever the order of its words.

The full-text index is for texts; this is for the many small things that have a name and hardly a text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.book.search.words import telling, without_particle, words

MAX_NAMING = 16
"""Who types more words than these names nothing."""
_WHOLE, _BEGINNING = 1.0, 0.6
"""A word that is typed in full tells more than one that has only begun."""


class Phrases:
    """Names word by word, ready to be asked which of them a query says. Never changes."""

    def __init__(self, phrases: Iterable[Sequence[str]]) -> None:
        self._lengths: list[int] = []
        places: dict[str, set[int]] = {}
        for place, phrase in enumerate(phrases):
            self._lengths.append(len(phrase))
            for word in phrase:
                places.setdefault(word, set()).add(place)
        self._words = sorted(places)
        self._places = places

    def covered(self, query_words: Sequence[str]) -> dict[int, float]:
        """The phrases of which a query says nothing but words, and how much: 1 is all of it.

        A query word may be the beginning of a word, or carry a particle.
        """
        if not query_words:
            return {}
        first, *others = (self._beginning(without_particle(word) or word) for word in query_words)
        return {place: min(1.0, len(query_words) / self._lengths[place]) for place in first.intersection(*others)}

    def _beginning(self, form: str) -> set[int]:
        places: set[int] = set()
        for whole in self._words[bisect_left(self._words, form) :]:
            if not whole.startswith(form):
                break
            places |= self._places[whole]
        return places


@dataclass(frozen=True)
class Named:
    """A thing that was found, and how much of its name the query says: 1 is all of it."""

    id: str
    score: float


class Names:
    """Names of things, each thing with as many as it has. Never changes, so any thread may ask."""

    def __init__(self, named: Mapping[str, Iterable[str]]) -> None:
        self._phrases: list[tuple[str, frozenset[str]]] = []
        places: dict[str, set[int]] = {}
        for thing, texts in named.items():
            for phrase in dict.fromkeys(frozenset(words(text)) for text in texts):
                for word in phrase:
                    places.setdefault(word, set()).add(len(self._phrases))
                self._phrases.append((thing, phrase))
        self._order = {thing: place for place, thing in enumerate(named)}
        self._words = sorted(places)
        self._places = places

    def find(self, query: str, limit: int = 8) -> list[Named]:
        """The things that a query names: every word of it belongs to one of their names. The best first.

        A small word may be part of a name ("neutral building A"), as its last word; others are left out.
        """
        query_words = list(dict.fromkeys(words(query)))
        if not query_words or len(query_words) > MAX_NAMING:
            return []
        scores = self._scores(query_words) or self._without_small(query_words)
        best: dict[str, float] = {}
        for place, score in scores.items():
            thing, phrase = self._phrases[place]
            best[thing] = max(best.get(thing, 0.0), min(1.0, score / len(phrase)))
        ranked = sorted(best.items(), key=lambda entry: (-entry[1], self._order[entry[0]]))
        return [Named(thing, score) for thing, score in ranked[:limit]]

    def _without_small(self, query_words: list[str]) -> dict[int, float]:
        said = telling(query_words)
        scores = self._scores(said)
        # Before other words a small one is an article: a neutral building.
        for word in query_words[max(map(query_words.index, said)) + 1 :]:
            of = {place for place, worth in self._of(word).items() if worth == _WHOLE}
            scores = {place: score + _WHOLE for place, score in scores.items() if place in of} or scores
        return scores

    def _scores(self, query_words: list[str]) -> dict[int, float]:
        """The names that all words belong to, and how much of a word each says in all."""
        first, *others = map(self._of, query_words)
        for other in others:
            first = {place: score + other[place] for place, score in first.items() if place in other}
        # "Building b" is one that is called so, and not any that begins with a b.
        whole = {place: score for place, score in first.items() if score == _WHOLE * len(query_words)}
        return (others and whole) or first

    def _of(self, word: str) -> dict[int, float]:
        """The names that a word belongs to: in full, as a beginning, or without its particle."""
        scores: dict[int, float] = {}
        for form in filter(None, (word, without_particle(word))):
            for whole in self._words[bisect_left(self._words, form) :]:
                if not whole.startswith(form):
                    break
                worth = _WHOLE if whole == form else _BEGINNING
                for place in self._places[whole]:
                    scores[place] = max(scores.get(place, 0.0), worth)
        return scores

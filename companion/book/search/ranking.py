"""How well the texts of the sections fit the words of a query: which of them occur in the title, in the terms that
people use, in headings or in the text, rare words more than common ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log

from companion.book.search.vocabulary import Near, QueryWord
from companion.book.search.words import is_small, points, words
from companion.book.sections import AnswerPlace, Book

# What a word counts in each place.
_TITLE, _TERM, _HEADING, _BODY, _ELSEWHERE, _ABOVE = 2.6, 2.4, 1.4, 1.6, 0.8, 0.6
_MAX = 6.0
"""More places than these say nothing more."""
_HALF_TEXT = 1.5
"""So often a word stands in a text that counts half of what a text can count."""
_EXAMPLES = 0.5

_SMALL, _POINTING = 0.1, 0.4
"""What a word of the question itself counts: "the", and "who" in "who won"."""
_MIN_COVERED = 0.3
"""What is left of the score of a section that has hardly any of the words."""

Scores = dict[str, float]


class SectionRanking:
    """What the sections of one language say, ready to be compared with queries. Never changes."""

    def __init__(self, book: Book, abroad: Callable[[AnswerPlace], Iterable[AnswerPlace]]) -> None:
        self._all = len(book.places)
        self._places: dict[str, Scores] = {}
        self.names: set[str] = set()
        """The words of titles, of headings and of what people call things."""
        for place in book.places.values():
            above = [book.chapter_of(place.section).title, *([place.section.title] if place.anchor else [])]
            self._count(place, list(abroad(place)), above)

    def _count(self, place: AnswerPlace, others: Iterable[AnswerPlace], above: Iterable[str]) -> None:
        """Note where each word stands, and what that counts."""
        weights: Scores = {}
        body: dict[str, int] = {}
        for _, _, text in place.told:
            for word in words(text):
                body[word] = body.get(word, 0) + 1
        for word, times in body.items():
            weights[word] = _BODY * times / (times + _HALF_TEXT)
        headings = [heading for _, heading, _ in place.told]
        abroad = [text for other in others for text in (other.title, *other.part.terms)]
        for worth, texts in (
            (_TITLE, [place.title]),
            (_TERM, place.part.terms),
            (_HEADING, headings),
            (_ABOVE, above),
            (_EXAMPLES, [example["title"] for _, example in place.examples]),
            (_ELSEWHERE, abroad),
        ):
            for word in {word for text in texts for word in words(text)}:
                weights[word] = weights.get(word, 0.0) + worth
        for word, worth in weights.items():
            self._places.setdefault(word, {})[place.id] = min(worth, _MAX) / _MAX
        self.names.update(word for text in (place.title, *place.part.terms, *headings, *abroad) for word in words(text))

    @property
    def known(self) -> Iterable[str]:
        """All words that stand anywhere."""
        return self._places.keys()

    def tells(self, typed: QueryWord) -> float:
        """How much a word tells: the more sections have it, the less. A word that none has tells most."""
        having: set[str] = set()
        for known, worth in typed.near.items():
            if worth >= 0.5:
                having.update(self._places.get(known, ()))
        return log(1 + self._all / (1 + len(having))) * _share(typed.word)

    def scores(self, read: Sequence[QueryWord]) -> Scores:
        """The sections that have any of the words, and how well they fit: about 1 is good."""
        weights = [self.tells(each) for each in read]
        all_told = sum(weights)
        if not all_told:
            return {}
        had: Scores = {}
        fit: Scores = {}
        for each, weight in zip(read, weights, strict=True):
            for section, (worth, close) in self._best_places(each.near).items():
                fit[section] = fit.get(section, 0.0) + weight * worth
                had[section] = had.get(section, 0.0) + weight * close
        return {
            section: covered / all_told * (_MIN_COVERED + (1 - _MIN_COVERED) * had[section] / all_told)
            for section, covered in fit.items()
        }

    def _best_places(self, near: Near) -> dict[str, tuple[float, float]]:
        """For each section the most that one of the known words counts there, and how close the word is."""
        best: dict[str, tuple[float, float]] = {}
        for known, close in near.items():
            for section, worth in self._places.get(known, {}).items():
                counted = worth * close
                before = best.get(section)
                if before is None:
                    best[section] = (counted, close)
                elif counted > before[0] or close > before[1]:
                    best[section] = (max(counted, before[0]), max(close, before[1]))
        return best


def _share(word: str) -> float:
    if points(word):
        return _POINTING
    return _SMALL if is_small(word) else 1.0

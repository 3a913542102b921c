"""How much a query is like the questions that people ask of each section.

A query is held against the questions (`content/<lang>/asked/`) and against what the sections are called, in three
ways: which of its words are asked there at all, however they are spread over the questions; which two words follow
each other; and how far single questions say the same. What many sections are asked tells little, so "how" and "can"
need no list of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from heapq import nlargest
from itertools import pairwise
from math import log

from companion.book.search.vocabulary import Near, QueryWord
from companion.book.search.words import stem, words

_WORDS, _PAIRS, _QUESTION = 2.0, 1.0, 1.0
"""What the three ways count against each other."""
_EXACTLY = 1.0
"""What it counts more to type a question, or a name, as it stands there."""
_HALF = 1.0
"""Asked so often, a word counts half of what it can count in a section."""
_ALIKE, _NEXT = 5, 0.5
"""So many questions of a section count, each so much of the one that is more like the query."""
_COMPARED = 12
"""Sections whose questions are looked at one by one."""
_CLOSE = 0.5
"""Known words that are further from what was typed do not say how rare it is."""

Scores = dict[str, float]


class Matching:
    """The questions of one language, ready to be compared with queries. Never changes."""

    def __init__(self, questions_of: Mapping[str, Iterable[str]]) -> None:
        self._sections = len(questions_of)
        often: dict[str, Counter[str]] = {}
        followed: dict[tuple[str, str], Counter[str]] = {}
        # Of each question the sum of what its words tell.
        self._question_weights: list[float] = []
        self._having: dict[str, dict[str, list[int]]] = {}
        self._exactly: dict[tuple[str, ...], set[str]] = {}
        split = [(section, words(question)) for section, questions in questions_of.items() for question in questions]
        for section, tokens in split:
            for word in set(tokens):
                often.setdefault(word, Counter())[section] += 1
            for pair in _pairs(tokens):
                followed.setdefault(pair, Counter())[section] += 1
        self._worth = {word: _saturated(sections) for word, sections in often.items()}
        self._pair_worth = {pair: _saturated(sections) for pair, sections in followed.items()}
        for section, tokens in split:
            self._exactly.setdefault(tuple(map(stem, tokens)), set()).add(section)
            for word in set(tokens):
                self._having.setdefault(word, {}).setdefault(section, []).append(len(self._question_weights))
            self._question_weights.append(sum(self._rare(len(often[word])) for word in set(tokens)))

    @property
    def words(self) -> Set[str]:
        """All words that are asked."""
        return self._worth.keys()

    def scores(self, typed: Sequence[str], read: Sequence[QueryWord]) -> Scores:
        """Sections that are asked for in words like those that were typed, and how much so: 4 is very much.

        `read` is what the vocabulary makes of the words that were `typed`.
        """
        weighed = [(each.near, self.weight(each)) for each in read]
        total = sum(weight for _, weight in weighed)
        if not total:
            return {}
        scores: Scores = {}
        for near, weight in weighed:
            for section, worth in self._best(near).items():
                scores[section] = scores.get(section, 0.0) + _WORDS * weight * worth / total
        for section, worth in self._followed(typed).items():
            scores[section] = scores.get(section, 0.0) + _PAIRS * worth
        for section in self._exactly.get(tuple(map(stem, typed)), ()):
            scores[section] = scores.get(section, 0.0) + _EXACTLY
        for section in nlargest(_COMPARED, scores, key=scores.__getitem__):
            scores[section] += _QUESTION * self._said(section, weighed, total)
        return scores

    def _rare(self, sections: int) -> float:
        """What a word tells that so many sections are asked with."""
        return log(1 + self._sections / (1 + sections))

    def weight(self, typed: QueryWord) -> float:
        """What a typed word tells. One that is not asked tells what the words do that it may mean."""
        if typed.word in self._worth:
            return self._rare(len(self._worth[typed.word]))
        having: set[str] = set()
        for word, close in typed.near.items():
            if close >= _CLOSE:
                having.update(self._worth.get(word, ()))
        return self._rare(len(having))

    def _best(self, near: Near) -> Scores:
        """For each section what one typed word counts: the most that any known word does that it may mean."""
        best: Scores = {}
        for word, close in near.items():
            for section, worth in self._worth.get(word, {}).items():
                if close * worth > best.get(section, 0.0):
                    best[section] = close * worth
        return best

    def _followed(self, typed: Sequence[str]) -> Scores:
        """For each section how many of the typed words follow each other there as they do in the query."""
        scores: Scores = {}
        total = 0.0
        for pair in _pairs(typed):
            sections = self._pair_worth.get(pair, {})
            weight = self._rare(len(sections))
            total += weight
            for section, worth in sections.items():
                scores[section] = scores.get(section, 0.0) + weight * worth
        return {section: score / total for section, score in scores.items()}

    def _said(self, section: str, weighed: Sequence[tuple[Near, float]], total: float) -> float:
        """How far the questions of a section say the same as the query, those first that do most."""
        shared: dict[int, float] = {}
        for near, weight in weighed:
            close_to: dict[int, float] = {}
            for word, close in near.items():
                for question in self._having.get(word, {}).get(section, ()):
                    if close > close_to.get(question, 0.0):
                        close_to[question] = close
            for question, close in close_to.items():
                shared[question] = shared.get(question, 0.0) + weight * close
        alike = [both / total * min(1.0, both / self._question_weights[place]) for place, both in shared.items()]
        return sum([one * _NEXT**place for place, one in enumerate(nlargest(_ALIKE, alike))])


def _pairs(tokens: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Words that follow each other, without their endings; nothing comes before the first."""
    return pairwise(["", *map(stem, tokens)])


def _saturated(sections: Mapping[str, int]) -> Scores:
    return {section: number / (number + _HALF) for section, number in sections.items()}

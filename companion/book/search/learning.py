"""Which words tell the sections apart, learned from what people ask of them.

How often a word is asked of a section does not say how far it decides: "pay" stands in many questions, and yet whoever
types "walk past" and "pay" asks for fees. So every word, and every two that follow each other, has a weight for each
section, and the weights are put right with one question after the other until the section of each comes first
(logistic regression, by stochastic gradient descent). `static/js/lookup.js` learns the same on a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import exp, fsum, log

from companion.book.search.words import stem

ROUNDS, RATE = 3, 4.0
"""How often all questions are gone through, and how far each puts the weights right the first time."""
APART = 797
"""Questions that follow each other are of one section; those that are learned one after the other shall not be."""
CERTAIN = 0.08
"""A section that is less probable than this, for a question of another, needs no putting right."""
_PARTS = 100
"""Weights are kept in hundredths."""

Signs = Sequence[tuple[str, float]]
"""What is said, and how much of the question it is."""


class Learned:
    """The weights of one language, learned from the words of questions. Never changes."""

    def __init__(self, questions_of: Mapping[str, Iterable[Sequence[str]]]) -> None:
        split = [(section, _signs(words)) for section, questions in questions_of.items() for words in questions]
        often = Counter(sign for _, signs in split for sign in signs)
        self._sections = len(questions_of)
        self._rare = {sign: log(1 + len(split) / (1 + number)) for sign, number in often.items()}
        self._weights: dict[str, dict[str, float]] = {sign: {} for sign in often}
        questions = [(section, self._weighed(signs)) for section, signs in split]
        mixed = [question for first in range(APART) for question in questions[first::APART]]
        for before in range(ROUNDS):
            for section, signs in mixed:
                self._learn(section, signs, RATE / (1 + before))
        self._weights = {
            sign: {section: part for section, weight in weights.items() if (part := round(weight * _PARTS))}
            for sign, weights in self._weights.items()
        }

    def scores(self, typed: Sequence[str]) -> dict[str, float]:
        """The sections that these words speak for, and how much so: the logarithm of how many times more probable each
        is than if nothing had been typed.
        """
        fits = {section: fit / _PARTS for section, fit in self._fits(self._weighed(_signs(typed))).items()}
        usual = log(self._sections / self._all(map(exp, fits.values()), len(fits))) if fits else 0.0
        return {section: fit + usual for section, fit in fits.items() if fit + usual > 0}

    def _weighed(self, signs: Iterable[str]) -> Signs:
        rare = [(sign, self._rare[sign]) for sign in signs if sign in self._rare]
        length = fsum(weight * weight for _, weight in rare) ** 0.5
        return [(sign, weight / length) for sign, weight in rare]

    def _fits(self, signs: Signs) -> dict[str, float]:
        fits: dict[str, float] = {}
        for sign, share in signs:
            for section, weight in self._weights[sign].items():
                fits[section] = fits.get(section, 0.0) + weight * share
        return fits

    def _all(self, known: Iterable[float], number: int) -> float:
        """The sum over all sections: those of which nothing is known count 1 each."""
        return sum(known) + self._sections - number

    def _learn(self, right: str, signs: Signs, rate: float) -> None:
        odds = {section: exp(fit) for section, fit in {right: 0.0, **self._fits(signs)}.items()}
        total = self._all(odds.values(), len(odds))
        missing = 1 - odds.pop(right) / total
        if missing < CERTAIN:
            return
        wrong = {section: -each / total for section, each in odds.items() if each > CERTAIN * total}
        for sign, share in signs:
            weights = self._weights[sign]
            for section, step in (right, missing), *wrong.items():
                weights[section] = weights.get(section, 0.0) + rate * share * step


def _signs(tokens: Iterable[str]) -> list[str]:
    """Words without their endings, each alone and after the one before; nothing comes before the first."""
    stems = list(map(stem, tokens))
    return list(dict.fromkeys((*stems, *map(" ".join, pairwise(["", *stems])))))

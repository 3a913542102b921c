"""How much a query looks like what is written of each section and asked of it, letter by letter.

Runs of letters need no list of endings, particles or compounds: what is typed without spaces, with a slip, or in a
language whose words nobody has described here, still shares most of its runs with what is written. BM25 over runs.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import log

from companion.book.search.words import in_syllables, is_small, words

_SHORTEST, _LONGEST = 3, 4
"""Letters of a run of a word in an alphabet; of syllables a run is one or two."""
_SATURATED, _BY_LENGTH = 1.5, 0.6
"""BM25: how soon a run that comes again says nothing more; how much long texts have to say it more often."""
_COMMON = 0.5
"""Runs that more of the sections have tell nothing."""
_SYLLABLE = 0.3
"""What one syllable tells beside two."""
_SMALL = 0.25
"""What the words of asking tell."""
_KEPT = 8192
"""Words whose runs are kept: most come again and again in the texts of a language."""

Scores = dict[str, float]


def grams(text: str) -> Iterator[tuple[str, float]]:
    """The runs of a text, and what each counts. Syllables are read on over spaces: some put them, some do not."""
    tokens = words(text)
    for word in tokens:
        yield from _of_word(word)
    for word, following in pairwise(tokens):
        if _glued(word) and _glued(following):
            yield word[-1] + following[0], 1.0


@functools.lru_cache(_KEPT)
def _of_word(word: str) -> Sequence[tuple[str, float]]:
    share = _SMALL if is_small(word) else 1.0
    if _glued(word):
        pairs = (("".join(pair), share) for pair in pairwise(word))
        return (*((syllable, _SYLLABLE * share) for syllable in word), *pairs)
    framed = f" {word} "
    return tuple(
        (framed[place : place + size], share)
        for size in range(_SHORTEST, _LONGEST + 1)
        for place in range(len(framed) - size + 1)
    )


def _glued(word: str) -> bool:
    return in_syllables(word[0]) and in_syllables(word[-1])


class Likeness:
    """The runs of what is written of each section. Never changes."""

    def __init__(self, texts_of: Mapping[str, Sequence[tuple[float, str]]]) -> None:
        counts = {section: _counted(texts) for section, texts in texts_of.items()}
        sizes = {section: sum(counted.values()) for section, counted in counts.items()}
        usual = sum(sizes.values()) / max(1, len(sizes))
        having = Counter(gram for counted in counts.values() for gram in counted)
        self._rare = {gram: _rare(len(counts), number) for gram, number in having.items()}
        self._rarest = _rare(len(counts), 0)
        self._sections = list(counts)
        self._places: dict[str, list[tuple[int, float]]] = {}
        for place, (section, counted) in enumerate(counts.items()):
            long = _SATURATED * (1 - _BY_LENGTH + _BY_LENGTH * sizes[section] / usual)
            for gram, times in counted.items():
                if having[gram] < _COMMON * len(counts):
                    worth = self._rare[gram] * times / (times + long)
                    self._places.setdefault(gram, []).append((place, worth))

    def scores(self, query: str) -> Scores:
        """The sections that look like a query: 1 is one that has all of its runs as often as can be."""
        weights: dict[str, float] = {}
        for gram, share in grams(query):
            weights[gram] = weights.get(gram, 0.0) + share
        scores = [0.0] * len(self._sections)
        total = 0.0
        for gram, share in weights.items():
            total += share * self._rare.get(gram, self._rarest)
            for place, worth in self._places.get(gram, ()):
                scores[place] += share * worth
        return {section: score / total for section, score in zip(self._sections, scores, strict=True) if score}


def _counted(texts: Sequence[tuple[float, str]]) -> Mapping[str, float]:
    counted: dict[str, float] = {}
    for weight, text in texts:
        for gram, _ in grams(text):
            counted[gram] = counted.get(gram, 0.0) + weight
    return counted


def _rare(sections: int, having: int) -> float:
    return log(1 + (sections - having + 0.5) / (having + 0.5))

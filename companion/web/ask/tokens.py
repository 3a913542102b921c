"""What somebody typed, word by word: what each may mean, and which of them have said something."""

from __future__ import annotations

import copy
import functools
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from companion.book.search.vocabulary import Vocabulary
from companion.book.search.words import fold, is_small, stems, without_particle

if TYPE_CHECKING:
    from companion.web.ask.lexicon import Lexicon

_ORDINAL = r"\d+(?:st|nd|rd|th|te|re|er|era|[eè]?me|e|nde|da|ra|ta|번째)(?![^\W\d_])"
"""Figures with an ending, in any language: 2nd, 2e, 2번째. They count nothing."""
_TOKEN = re.compile(rf"{_ORDINAL}|[a-z]+-\d+|\d+[abp](?![a-z])|t\d+(?!\w)|\d+|[^\W\d_]+|[,;]", re.IGNORECASE)
_SURE = 0.55
"""How close a known word must come to be meant."""
_PLACE = re.compile(r"[a-z]")
_CODE = re.compile(r"[a-z]+-\d+|\d+[abp]|t\d+|\d+")

_NOT_LATIN = "\u0250"
"""Where the letters of the Latin alphabet end, those with accents among them."""
_ELIDED = re.compile(r"\b([cdjlmnst]|\w*qu)'(?=\w)", re.IGNORECASE)
_DOLLARS = re.compile(r"\$\s*(\d+)")
_DETACHED = re.compile(r"(?<=\w)\s+번째")
"""What makes a number an ordinal, written by itself."""
_STOP = re.compile(r"[?!]+|(?<=[^\W\d])\.(?=\s)")
"""Where a sentence ends; behind a figure a full stop may make it an ordinal."""
_MINUS = re.compile(r"(?<![\w-])[-−](?=\$?\d)")
_TURNED = 3
"""So far back stands the word that turns another: "I don't have a cowboy"."""
_BESIDE = {1: (3.0, 1.5, 1.0), -1: (2.5, 1.2, 0.8)}
"""What a word is worth that says what a number counts: behind it and before it, the nearest first."""

Phrase = tuple[str, ...]
"""Words that stand one after the other."""


def _split(text: str) -> list[str]:
    """The words of a text as they are written; letters of several scripts are several words: A에서, and so is what
    French leaves a letter out of: d'ingénieur."""
    words: list[str] = []
    # "$6" is six dollars, whatever number stands before it.
    text = _MINUS.sub("minus ", unicodedata.normalize("NFKC", text).replace("’", "'"))
    text = _STOP.sub("; ", _DETACHED.sub("번째", text))
    text = _DOLLARS.sub(r"\1 dollars ", text).replace("$", " dollars ")
    for word in _TOKEN.findall(_ELIDED.sub(r"\1 ", text).replace("'", "")):
        runs = ["".join(run) for _, run in groupby(word, lambda letter: letter < _NOT_LATIN)]
        words += [word] if word[0].isdecimal() else runs
    return words


@functools.lru_cache(4096)
def tokens(text: str) -> Phrase:
    """The words of a label or a phrase."""
    return tuple(fold(word) for word in _split(text.rstrip("?! \xa0")))


class Text:
    """The words of a text. `used` are places of words that filled a field, `said` of all that were understood,
    `apart` of those that name another choice than the one that was meant.
    """

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        vocabulary, self.lexicon = lexicon.vocabulary, lexicon
        written = [part for word in _split(text) for part in _parts(word, vocabulary)]
        self.shown: Sequence[str] = written
        """The words as they are shown to whoever typed them."""
        self._typed = [fold(word) for word in written]
        self._capital = [word.isupper() for word in written]
        self._turning = {place for place, word in enumerate(written) if word.casefold() in lexicon.turning}
        self._written = [fold(word) for part in _split(text) for word in _written(part, vocabulary)]
        rows, ordinals = lexicon.endings["row"], lexicon.ordinals
        called = {place for place, word in enumerate(self._typed) if word in ordinals}
        self._ordinals = {place for place in called if self.ends_with(place + 1, rows)}
        self.all: Sequence[str] = [
            ordinals[word] if place in self._ordinals else lexicon.spelt.get(word, word)
            for place, word in enumerate(self._typed)
        ]
        self._near = [_near(word, vocabulary) for word in self._typed]
        self._places: dict[str, list[int]] = {}
        for place, (word, near) in enumerate(zip(self.all, self._near, strict=True)):
            for form in near | {word}:
                self._places.setdefault(form, []).append(place)
        self._mine, self._theirs = self._spoken_of("mine"), self._spoken_of("theirs")
        self.used: set[int] = set()
        self.said: set[int] = set()
        self.apart: set[int] = set()

    def anew(self) -> Text:
        """The same words, of which as much is understood so far."""
        other = copy.copy(self)
        other.used, other.said = set(self.used), set(self.said)
        return other

    def at(self, phrase: Phrase) -> Iterator[range]:
        """Where the words of a phrase stand one after the other: their places."""
        if not phrase or heard_as(phrase[0]).isdisjoint(self._places):
            return
        begun = {place for form in heard_as(phrase[0]) for place in self._places.get(form, ())}
        for place in sorted(begun):
            if place + len(phrase) <= len(self.all) and all(
                self._is(place + n, word, alone=len(phrase) == 1) for n, word in enumerate(phrase)
            ):
                yield range(place, place + len(phrase))

    def named(self, phrases: Iterable[Phrase]) -> set[int]:
        """The places of all words of some phrases, wherever they stand."""
        return {place for phrase in phrases for run in self.at(phrase) for place in run}

    def written(self, phrases: Iterable[Phrase]) -> set[int]:
        """The places of phrases that stand there as they are, and not only words that are taken for them."""
        runs = (run for phrase in phrases for run in self.at(phrase) if all(self.says(n, phrase) for n in run))
        return {place for run in runs for place in run}

    @property
    def forms(self) -> Collection[str]:
        """Every form of a word that stands here."""
        return self._places

    def _is(self, place: int, word: str, *, alone: bool = True) -> bool:
        # By itself a letter may be an article; in "pass a building" it is what it is.
        kind = _kind(word)
        if kind == "place" and alone and place not in self._turning:
            return self.all[place] == word and (
                self._capital[place] or (self._names_place(place) and self._bare(place))
            )
        if kind:
            return self.all[place] == word
        return not _forms(word).isdisjoint(self._near[place])

    def means(self, place: int, words: Collection[str]) -> bool:
        """Whether the word at a place is one of these."""
        return 0 <= place < len(self.all) and any(self._is(place, word) for word in words)

    def says(self, place: int, words: Collection[str]) -> bool:
        """Whether the word at a place is one of these itself, and not only another one for it."""
        return 0 <= place < len(self.all) and any(map(_forms(self.all[place]).intersection, map(_forms, words)))

    def beside(self, run: range, words: Collection[str]) -> bool:
        """Whether one of these words stands right before or after some others."""
        return self.means(run.start - 1, words) or self.means(run.stop, words)

    def around(self, place: int) -> Iterator[tuple[int, float]]:
        """The places around a number, up to the next number on either side, with what a word there is worth. Behind
        what is counted, small words make nothing farther: "2 cards in my hand".
        """
        for step, worths in _BESIDE.items():
            far = 0
            for near in self.clause(place, step):
                yield near, worths[far]
                far += step < 0 or not far or not self.is_small(near)
                if far == len(worths):
                    break

    def is_small(self, place: int) -> bool:
        """Whether a word says nothing by itself."""
        return is_small(self.all[place]) or not self.lexicon.words["small"].isdisjoint(_forms(self.all[place]))

    def ends(self, place: int) -> bool:
        """Whether something else begins there: a number, or what comes after a comma."""
        return 0 <= place < len(self.all) and (self.all[place].isdecimal() or self.all[place] in ",;")

    def turned(self, place: int) -> bool:
        """Whether a word before turns what stands at a place into something else: no cowboy, "don't have a cowboy"."""
        for before in islice(self.clause(place, -1), _TURNED):
            if before in self._turning or not self.is_small(before):
                return before in self._turning - self.used - self.said
        return False

    def of_others(self, place: int) -> bool:
        """Whether what stands at a place is said of somebody else, in a text that speaks of oneself too: "he has 8
        dollars, I have 4".
        """
        mine, theirs = self._mine, self._theirs
        return bool(mine) and max((n for n in mine | theirs if n < place), default=-1) in theirs

    def _spoken_of(self, whom: str) -> set[int]:
        """Where words end that say of whom something is told, as they are written."""
        ways, places = [one.split() for one in self.lexicon.endings[whom]], range(len(self._typed))
        return {n + len(way) - 1 for way in ways for n in places if self._typed[n : n + len(way)] == way}

    def joins(self, place: int) -> bool:
        """Whether a word joins two things that are named: and, or."""
        return self.is_small(place) or place in self._turning

    def numbers(self) -> list[int]:
        """The places of all numbers."""
        return [place for place, word in enumerate(self.all) if word.isdecimal()]

    def is_spelt(self, place: int) -> bool:
        """Whether the number at a place is written in letters: it counts something, and numbers no place."""
        return self.all[place] != self._typed[place]

    def numbers_row(self, place: int) -> bool:
        """Whether a number says which row: "row 3", "3rd row", 3행. In 3행 8달러 and "3rd row 7" the other one does."""
        rows, before, after = self.lexicon.endings["row"], place - 1, place + 1
        if place in self._ordinals:
            return True
        if self.ends_with(before, rows) and self.all[before].isascii() and before - 1 not in self._ordinals:
            return True
        return self.ends_with(after, rows) and not (self.all[after].isascii() and after + 1 in self.numbers())

    def ends_with(self, place: int, endings: Collection[str]) -> bool:
        """Whether the word at a place, as it was written, is one of these or ends so."""
        return 0 <= place < len(self._written) and self._written[place].endswith(tuple(endings))

    def clause(self, place: int, step: int) -> Iterator[int]:
        """The places before or after one, up to the next number or comma."""
        place += step
        while 0 <= place < len(self.all) and not self.ends(place):
            yield place
            place += step

    def tells_something(self) -> bool:
        """Whether anything in the text is about one situation: a number or a space of the trail, and what is asked."""
        counted = [word for word in self.all if word.isdecimal() or "-" in word]
        return bool(counted) and len(self.all) - len(counted) > 1

    def left(self) -> list[str]:
        """What said nothing: bare grammar, and letters that name no place, aside."""
        return [word for place, word in enumerate(self.shown) if self.is_left(place)]

    def is_left(self, place: int) -> bool:
        """Whether there is a word at a place that should say something and was not understood."""
        if place < 0 or place in self.used | self.said:
            return False
        word = self.all[place]
        if place in self._turning or (word in self.lexicon.endings["already"] and not self._counts(place)):
            return True
        return self._names_place(place) or ((len(word) > 1 or word.isdecimal()) and not self.is_small(place))

    def _counts(self, place: int) -> bool:
        """Whether a number stands beside "already", or behind it after small words: what somebody has."""
        ahead = range(place + 1, min(place + 4, len(self.all)))
        behind = next((n for n in ahead if self.ends(n) or not self.is_small(n)), place)
        before = place > 1 and self.all[place - 2].isdecimal() and not self.ends(place - 1)
        return before or self.all[behind].isdecimal()

    def _names_place(self, place: int) -> bool:
        """Whether a letter names a place of the trail: behind "from", or one that is no word by itself."""
        word = self.all[place]
        named = self._follows(place) or (word != "a" and (self._capital[place] or not self.is_small(place)))
        return bool(_PLACE.fullmatch(word)) and word <= "g" and named

    def _bare(self, place: int) -> bool:
        """Whether no noun stands behind a letter that may be an article: "from a to b", and not "on a black hand"."""
        after, word = place + 1, self.all[place]
        return word != "a" or after == len(self.all) or self.all[after] in ",;" or self.is_small(after)

    def _follows(self, place: int) -> bool:
        """Whether what stands before a word tells a place from an article: from A, a cowboy."""
        before = self.lexicon.words["before"]
        return place > 0 and self.all[place - 1] in before and self.all[place] not in before


@functools.lru_cache(4096)
def heard_as(word: str) -> frozenset[str]:
    """The forms of which a text has one where it says this word."""
    return frozenset((word,)) if _kind(word) else _forms(word) | {word}


@functools.lru_cache(4096)
def _kind(word: str) -> str:
    """Whether a word names something as it is: a letter that may be a place, a code or a number."""
    return "place" if _PLACE.fullmatch(word) else "code" if _CODE.fullmatch(word) else ""


def _written(word: str, vocabulary: Vocabulary) -> Iterator[str]:
    """A word as it is written; of one that is taken apart the last part keeps its ending."""
    *parts, _ = _parts(word, vocabulary)
    yield from parts
    yield fold(word).removeprefix("".join(parts))


@functools.lru_cache(2048)
def _parts(word: str, vocabulary: Vocabulary) -> Sequence[str]:
    return (word,) if fold(word).isascii() else tuple(vocabulary.parts(fold(word)))


@functools.lru_cache(2048)
def _near(word: str, vocabulary: Vocabulary) -> frozenset[str]:
    if _CODE.fullmatch(word):
        return frozenset((word,))
    near = [candidate for candidate, worth in vocabulary.near(word).items() if worth >= _SURE]
    if word in near and word.isascii():
        # Who writes a whole word means none that goes on: an engine is no engineer.
        near = [candidate for candidate in near if not (candidate.startswith(word) and len(candidate) > len(word) + 1)
                or not _forms(word).isdisjoint(_forms(candidate))]  # fmt: skip
    return _forms(word).union(near)


@functools.lru_cache(4096)
def _forms(word: str) -> frozenset[str]:
    bare = without_particle(word)
    return frozenset((word, *stems(word), *((bare, *stems(bare)) if bare else ())))

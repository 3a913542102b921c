"""How well sections fit the words of a query.

Two things count: which of the words occur, in the title, in the terms that people use, in headings or in the text,
rare words more than common ones; and whether the query says one of the phrases that name the section, or most of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from companion.rules.library import Book, Section
from companion.rules.vocabulary import Near, Vocabulary
from companion.rules.words import is_small, points, words

# What a word counts in each place.
_TITLE, _TERM, _HEADING, _BODY, _ELSEWHERE, _CHAPTER = 2.6, 2.4, 1.4, 1.6, 0.8, 0.6
_MOST = 6.0
"""More places than these say nothing more."""
_HALF_TEXT = 1.5
"""So often a word stands in a text that counts half of what a text can count."""
_EXAMPLES = 0.5

_SMALL, _POINTING = 0.1, 0.4
"""What a word of the question itself counts: "the", and "who" in "who won"."""

# What a whole phrase counts against all the words of the query.
_PHRASE = 2.0
_TITLE_SAID, _TERM_SAID, _HEADING_SAID, _ELSEWHERE_SAID = 1.0, 0.95, 0.7, 0.85
_LATER_TERM = 0.006
"""Each further term of a section means it a little less."""
_WHOLE = 1.12
"""What it counts more to say exactly what a section is called."""
_NEARLY = 0.98
_NAME_POWER = 0.6
"""How much less it matters that all of the name is said than that all of the query is."""
_LEAST_COVERED = 0.3
"""What is left of the score of a section that has hardly any of the words."""

Scores = dict[str, float]


@dataclass(frozen=True)
class Asked:
    """A word of a query: the known words that it may mean, and how much it tells."""

    word: str
    near: Near
    weight: float


@dataclass(frozen=True)
class _Phrase:
    section: str
    worth: float
    size: float


class Ranking:
    """What the sections of one language say, ready to be compared with queries. Never changes."""

    def __init__(
        self,
        book: Book,
        abroad: Callable[[Section], Iterable[Section]],
        synonyms: Mapping[str, Iterable[str]],
    ) -> None:
        self._sections = len(book.sections)
        self._places: dict[str, Scores] = {}
        self._phrases: list[_Phrase] = []
        self._said_in: dict[str, list[int]] = {}
        names: set[str] = set()
        for section in book.sections.values():
            others = list(abroad(section))
            self._count(section, others, book.chapter_of(section).title)
            for worth, phrase in _named(section, others):
                told = words(phrase)
                names.update(told)
                self._add_phrase(section.id, worth, told)
        self.vocabulary = Vocabulary(self._places, names, synonyms)

    def _count(self, section: Section, others: Iterable[Section], chapter: str) -> None:
        """Note where each word stands, and what that counts."""
        told: Scores = {}
        body: dict[str, int] = {}
        for _, _, text in section.plain.passages:
            for word in words(text):
                body[word] = body.get(word, 0) + 1
        for word, times in body.items():
            told[word] = _BODY * times / (times + _HALF_TEXT)
        headings = [heading for _, heading in section.plain.headings]
        for worth, texts in (
            (_TITLE, [section.title]),
            (_TERM, section.terms),
            (_HEADING, headings),
            (_CHAPTER, [chapter]),
            (_EXAMPLES, [example["title"] for example in section.examples]),
            (_ELSEWHERE, [text for other in others for text in (other.title, *other.terms)]),
        ):
            for word in {word for text in texts for word in words(text)}:
                told[word] = told.get(word, 0.0) + worth
        for word, worth in told.items():
            self._places.setdefault(word, {})[section.id] = min(worth, _MOST) / _MOST

    def _add_phrase(self, section: str, worth: float, told: list[str]) -> None:
        if told:
            for word in set(told):
                self._said_in.setdefault(word, []).append(len(self._phrases))
            self._phrases.append(_Phrase(section, worth, sum(map(_share, set(told)))))

    def asked(self, typed: Iterable[str]) -> list[Asked]:
        """The words of a query with what they may mean. Compounds that are not known come as their parts."""
        found: list[Asked] = []
        for word in dict.fromkeys(part for each in typed for part in self.vocabulary.parts(each)):
            near = self.vocabulary.near(word)
            found.append(Asked(word, near, self._tells(word, near)))
        return found

    def _tells(self, word: str, near: Near) -> float:
        """How much a word tells: the more sections have it, the less. A word that none has tells most."""
        having: set[str] = set()
        for known, worth in near.items():
            if worth >= 0.5:
                having.update(self._places.get(known, ()))
        tells = log(1 + self._sections / (1 + len(having)))
        return tells * _share(word)

    def scores(self, asked: Sequence[Asked], among: Collection[str] | None = None) -> Scores:
        """The sections that have any of the words, and how well they fit: about 1 is good."""
        all_told = sum(each.weight for each in asked)
        if not all_told:
            return {}
        had: Scores = {}
        fit: Scores = {}
        for each in asked:
            for section, (worth, close) in self._best_places(each.near).items():
                fit[section] = fit.get(section, 0.0) + each.weight * worth
                had[section] = had.get(section, 0.0) + each.weight * close
        said = self._said(asked, all_told)
        return {
            section: (fit[section] / all_told + _PHRASE * said.get(section, 0.0))
            * (_LEAST_COVERED + (1 - _LEAST_COVERED) * had[section] / all_told)
            for section in fit
            if among is None or section in among
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

    def _said(self, asked: Sequence[Asked], all_told: float) -> Scores:
        """For each section how far the query and the phrase that is most like it say the same."""
        query: dict[int, float] = {}
        phrase: dict[int, float] = {}
        for each in asked:
            small = _share(each.word)
            best: dict[int, float] = {}
            for known, close in each.near.items():
                for place in self._said_in.get(known, ()):
                    if close > best.get(place, 0.0):
                        best[place] = close
            for place, close in best.items():
                query[place] = query.get(place, 0.0) + each.weight * close
                phrase[place] = phrase.get(place, 0.0) + small * close
        said: Scores = {}
        for place, told in query.items():
            of = self._phrases[place]
            if of.worth * told / all_told * _WHOLE <= said.get(of.section, 0.0):
                continue
            both = told / all_told, min(1.0, phrase[place] / of.size)
            alike = of.worth * both[0] * both[1] ** _NAME_POWER * (_WHOLE if min(both) > _NEARLY else 1.0)
            if alike > said.get(of.section, 0.0):
                said[of.section] = alike
        return said


def _share(word: str) -> float:
    if points(word):
        return _POINTING
    return _SMALL if is_small(word) else 1.0


def _named(section: Section, others: Iterable[Section]) -> Iterator[tuple[float, str]]:
    """The phrases that name a section, each with what it is worth to say it."""
    yield _TITLE_SAID, section.title
    for place, term in enumerate(section.terms):
        yield _TERM_SAID - _LATER_TERM * place, term
    for _, heading in section.plain.headings:
        yield _HEADING_SAID, heading
    for other in others:
        for text in (other.title, *other.terms):
            yield _ELSEWHERE_SAID, text

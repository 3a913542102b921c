"""Search over the rule texts, one index for each language, held in memory.

What people call things (`terms`), and titles and terms of the other languages, are indexed too, so that an everyday
word, a first-edition word or a foreign word leads to the section. Words need not be spelt or inflected as in the
text: see `vocabulary`. What counts how much: see `ranking`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from companion.rules.library import Book, Section
from companion.rules.nearest import Nearest
from companion.rules.passages import Shown
from companion.rules.query import LONGEST_QUERY, Query, read_query
from companion.rules.ranking import Asked, Ranking
from companion.rules.words import is_small, points, words

__all__ = ["LONGEST_QUERY", "Hit", "Index"]

_MOST_WORDS = 12
_RULING = 0.85
"""The rule itself goes before our reading of what it leaves open."""
_OPENING = 1.06
"""The section that opens a chapter goes before those that fit as well."""
_MEANT = 1.1
"""A section goes before others when the query has a word of its chapter's title."""
_BEFORE_THE_GAME, _ONCE = "setup", 0.9
"""What is done once in a game is asked less often than what comes up in every turn."""
_ASIDE = 0.62
"""What few tables play goes after what all play, as long as nobody has said what is played."""
_WORTH_SHOWING = 0.3
"""A section that fits less than this part of how the best one fits is left out."""
_LEAST_CLOSE = 0.35
"""Known words that are further from what was typed are not marked."""


@dataclass(frozen=True)
class Hit:
    """A section that was found: the best place in it, and its best passage as HTML with hits marked."""

    section: Section
    anchor: str
    heading: str
    score: float
    title: str
    snippet: str
    terms: tuple[str, ...] = ()
    """What else people call it, where that is what was found; as HTML like the passage."""

    @property
    def plain_snippet(self) -> str:
        """The passage without any marks."""
        return unescape(re.sub("</?mark>", "", self.snippet))


@dataclass(frozen=True)
class _Prior:
    """What the score of a section is multiplied by: if its chapter is meant, if it is known what is played, else."""

    chapter: str
    meant: float
    played: float
    unsaid: float


class Index:
    """The search index of one language. Never changes, so any thread may ask.

    Sections of the layers `aside` come a little later when nobody says which layers are played.
    """

    def __init__(
        self,
        book: Book,
        others: Sequence[Book] = (),
        aside: frozenset[str] = frozenset(),
        synonyms: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.book, self._aside = book, aside

        def abroad(section: Section) -> list[Section]:
            return [other.sections[section.id] for other in others if section.id in other.sections]

        self._ranking = Ranking(book, abroad, synonyms or {})
        self._nearest = Nearest(
            (section.id, name) for section in book.sections.values() for name in (section.title, *section.terms)
        )
        self._chapter_words = {
            chapter.id: {word for word in words(chapter.title) if not is_small(word) and not points(word)}
            for chapter in book.chapters
        }
        self._openings = {chapter.sections[0].id for chapter in book.chapters if chapter.sections}
        self._priors = {section.id: self._prior(section) for section in book.sections.values()}
        self._shown = {section.id: Shown.of(section) for section in book.sections.values()}

    def search(
        self,
        query: str | Query,
        limit: int = 20,
        layers: frozenset[str] | None = None,
        within: Collection[str] | None = None,
    ) -> list[Hit]:
        """The sections that fit a query, the best first. With `layers`, of those layers only; with `within`, only
        sections whose ids are there.
        """
        read = read_query(query) if isinstance(query, str) else query
        typed = [word for text in (read.text, *read.phrases) for word in words(text)][:_MOST_WORDS]
        asked = self._ranking.asked(typed)
        among = self._allowed(read, layers, within)
        if not typed:
            found = dict.fromkeys(self.book.sections if among is None else among, 1.0) if read.narrows else {}
        elif not any(each.near for each in asked if not is_small(each.word)) and not all(map(is_small, typed)):
            found = {}
        else:
            found = self._ranking.scores(asked, among)
        played = layers is not None
        meant = self._chapters_meant(asked)
        ranked = sorted(
            ((self._weighed(name, score, meant, played), name) for name, score in found.items()), key=_order
        )
        shown = [(score, name) for score, name in ranked if score >= ranked[0][0] * _WORTH_SHOWING]
        hits = _hits_of(asked)
        return [self._hit(name, score, hits) for score, name in shown[:limit]]

    def corrected(self, query: str) -> str | None:
        """A query with misspelt words as they are known, None when there is nothing to put right."""
        changed = False
        told: list[str] = []
        for each in self._ranking.asked(words(read_query(query).text)[:_MOST_WORDS]):
            best = max(each.near, key=lambda known: each.near[known], default=each.word)
            wrong = each.near and not is_small(each.word) and each.near == self._ranking.vocabulary.misspelt(each.word)
            told.append(best if wrong else each.word)
            changed = changed or bool(wrong)
        return " ".join(told) if changed else None

    def nearest(self, query: str, layers: frozenset[str] | None = None) -> list[Section]:
        """The sections with names that look most like a query, for when nothing fits it."""
        sections = map(self.book.sections.__getitem__, self._nearest.find(read_query(query).text))
        return [section for section in sections if layers is None or layers.issuperset(section.layers)]

    def _allowed(
        self, query: Query, layers: frozenset[str] | None, within: Collection[str] | None
    ) -> frozenset[str] | None:
        """The sections that a query may find, None when it may find all."""
        if layers is None and within is None and not query.phrases and not query.without:
            return None
        phrases = [" ".join(words(phrase)) for phrase in query.phrases]
        without = [" ".join(words(phrase)) for phrase in query.without]
        return frozenset(
            name
            for name, section in self.book.sections.items()
            if (layers is None or layers.issuperset(section.layers))
            and (within is None or name in within)
            and self._shown[name].said(phrases)
            and not any(self._shown[name].said([phrase]) for phrase in without)
        )

    def _chapters_meant(self, asked: Iterable[Asked]) -> frozenset[str]:
        """The chapters whose titles the query has a word of."""
        typed = {known for each in asked if not points(each.word) for known, close in each.near.items() if close >= 0.5}
        return frozenset(chapter for chapter, told in self._chapter_words.items() if typed & told)

    def _prior(self, section: Section) -> _Prior:
        """What a section is weighed with before anything is asked."""
        always = (_RULING if section.ruling else 1.0) * (_OPENING if section.id in self._openings else 1.0)
        usual = always * (_ONCE if section.chapter == _BEFORE_THE_GAME else 1.0)
        aside = _ASIDE if self._aside.intersection(section.layers) else 1.0
        return _Prior(section.chapter, always * _MEANT, usual, usual * aside)

    def _weighed(self, name: str, score: float, meant: Collection[str], played: bool) -> float:
        prior = self._priors[name]
        if prior.chapter in meant:
            return score * prior.meant
        return score * (prior.played if played else prior.unsaid)

    def _hit(self, name: str, score: float, hits: Mapping[str, float]) -> Hit:
        section, shown = self.book.sections[name], self._shown[name]
        passage = shown.best(hits)
        terms = (term for term in shown.terms if any(word in hits for _, _, word in term.spans))
        return Hit(
            section,
            passage.anchor,
            passage.heading.text,
            score,
            shown.title.marked(hits),
            passage.text.snippet(hits),
            tuple(term.marked(hits) for term in terms),
        )


def _order(entry: tuple[float, str]) -> tuple[float, str]:
    return -entry[0], entry[1]


def _hits_of(asked: Iterable[Asked]) -> dict[str, float]:
    """The known words that a query means, each with what it tells; words of the question itself are not among them."""
    telling = [each for each in asked if not is_small(each.word)] or list(asked)
    hits: dict[str, float] = {}
    for each in telling:
        for known, close in each.near.items():
            if close >= _LEAST_CLOSE:
                hits[known] = max(hits.get(known, 0.0), close * each.weight)
    return hits

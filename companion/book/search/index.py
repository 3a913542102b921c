"""Search over the rule texts, one index for each language, held in memory.

What people call things (`terms`), and titles and terms of the other languages, are indexed too, so that an everyday
word, a first-edition word or a foreign word leads to the section. Words need not be spelt or inflected as in the
text: see `vocabulary`. Three things count: how much the query is like what people ask of the section (`similarity`),
what its words were learned to tell (`learning`), and how it looks letter by letter (`grams`).
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from html import unescape

from companion.book.search.grams import Likeness
from companion.book.search.learning import Learned
from companion.book.search.passages import (
    MORE,
    USUAL,
    ExcerptFocus,
    Hits,
    PlaceText,
    for_players,
    lines_of,
    marked,
    say,
)
from companion.book.search.similarity import Matching
from companion.book.search.vocabulary import NOTHING, Asking, QueryWord, Vocabulary
from companion.book.search.words import (
    MAX_QUERY_LENGTH,
    Query,
    asking_for_figures,
    fold,
    is_small,
    letters,
    read_query,
    runs,
    without_particle,
    words,
    written,
)
from companion.book.sections import AnswerPlace, Book, Section

__all__ = ["MAX_QUERY_LENGTH", "Hit", "Index"]

MAX_WORDS = 20
"""So many words of a query are read."""
_RULING = 0.93
"""The rule itself goes before our reading of what it leaves open."""
_ASIDE = 0.9
"""What few tables play goes after what all play, as long as nobody has said what is played."""
_ANOTHER = 0.6
"""And what another edition says, where somebody asks in words that only this one has."""
_UNNAMED = 0.6
"""What does not say the name that a query names, where anything does."""
UNPLAYED = 0.3
"""What is not of the layer that a query names, nor names it in its title."""
_NAMED, _SAID, _ASKED = 2.0, 1.0, 3.0
"""What letters count in a name of a section, in its text, in what is asked of it."""
LEARNED = 0.1
"""What it counts that words tell a section from others."""
FIRST = 10
"""And for so many, which fit best: it settles their order, not what they are."""
_AS_WELL = 0.65
"""A place that fits so far as well as the best one of its section has its answer shown there, too."""
_ALSO = 2
"""And no more of them."""
_LOOKS_LIKE = 0.3
"""So far a section must look like a query to be found by nothing else."""
_WORTH_SHOWING = 0.4
"""A section that fits less than this part of how the best one fits is left out."""
_SAME = 0.85
"""Known words that are closer to what was typed are the same."""
_MIN_CLOSE = 0.35
"""Known words that are further from what was typed are not marked."""


@dataclass(frozen=True)
class Hit:
    """A section that was found: the best place in it, and what it says there as HTML with hits marked."""

    place: AnswerPlace
    anchor: str
    heading: str
    score: float
    title: str
    snippet: str
    answer: str = ""
    """What it comes to in one line, where the text has one, as HTML like the passage."""
    terms: tuple[str, ...] = ()
    """What else people call it, where nothing else was found, likewise."""

    @property
    def section(self) -> Section:
        """The section that the place is in."""
        return self.place.section

    @property
    def target(self) -> str:
        """The section, and the heading that leads to the passage."""
        return f"{self.section.id}#{self.anchor}" if self.anchor else self.section.id

    @property
    def plain_snippet(self) -> str:
        """The passage without any marks."""
        return _plain(self.snippet)

    @property
    def plain_answer(self) -> str:
        """The answer without any marks."""
        return _plain(self.answer)


class Index:
    """The search index of one language. Never changes, so any thread may ask.

    Sections of the layers `aside` come a little later when nobody says which layers are played; those of `earlier`
    editions when somebody asks in words of this one.
    """

    def __init__(
        self,
        book: Book,
        others: Sequence[Book] = (),
        aside: frozenset[str] = frozenset(),
        synonyms: Mapping[str, Iterable[str]] | None = None,
        questions: Mapping[str, Sequence[str]] | None = None,
        asking: Asking = NOTHING,
        earlier: frozenset[str] = frozenset(),
    ) -> None:
        self.book = book
        self._asking = asking

        def abroad(place: AnswerPlace) -> list[AnswerPlace]:
            return [other.places[place.id] for other in others if place.id in other.places]

        places = book.places.values()
        stored = questions or {}
        names = {each.id: [name for titled in (each, *abroad(each)) for name in titled.names] for each in places}
        self._matching = Matching({name: [*called, *stored.get(name, ())] for name, called in names.items()})
        self._likeness = Likeness(
            {
                each.id: [
                    # Of other languages whole words are found: their letters only look like words of this one.
                    *((_NAMED, name) for name in each.names),
                    *((_SAID, f"{heading} {text}") for _, _, heading, text in each.texts),
                    *((_ASKED, question) for question in stored.get(each.id, ())),
                ]
                for each in places
            }
        )
        headings = [heading for each in places for _, _, heading, _ in each.texts]
        named = {word for texts in (*names.values(), headings) for text in texts for word in words(text)}
        said = {word for each in places for _, _, _, text in each.texts for word in words(text)}
        self._vocabulary = Vocabulary(named | said | self._matching.words, named, synonyms or {})
        self._learned = Learned(
            {
                name: [
                    [part for word in words(text) for part in self._vocabulary.parts(word)]
                    for each in section.places
                    for text in (*each.names, *stored.get(each.id, ()))
                ]
                for name, section in book.sections.items()
            }
        )
        self._nearest = Nearest((each.id, name) for each in places for name in each.names)
        self._played = {each.id: _RULING if each.ruling else 1.0 for each in places}
        self._unsaid = {
            each.id: self._played[each.id] * (_ASIDE if aside.intersection(each.section.layers) else 1.0)
            for each in places
        }
        # A title may name another layer than that of the section: how one opponent plays with an expansion.
        self.layers: Mapping[str, frozenset[str | None]] = {
            each.id: frozenset({*each.section.layers, asking.layer_in(words(each.section.title))[1]}) for each in places
        }
        self._earlier = frozenset(each.id for each in places if earlier.intersection(each.section.layers))
        words_of = {each.id: self._words_of(each, names, stored) for each in places}
        self._naming = {
            word: frozenset(name for name, words in words_of.items() if word in words) for word in asking.names
        }
        self._shown = {each.id: PlaceText.of(each) for each in places}
        self._lines = {name: lines_of(section) for name, section in book.sections.items()}

    def search(
        self,
        query: str | Query,
        limit: int = 20,
        layers: frozenset[str] | None = None,
        within: Collection[str] | None = None,
        players: int | None = None,
    ) -> list[Hit]:
        """The sections that fit a query, the best first, each with the place in it that fits best. With `layers`, of
        those layers only; with `within`, only sections whose ids are there. Excerpts tell the figures for so many
        `players`, unless the query names others.
        """
        read = read_query(query) if isinstance(query, str) else query
        typed = self._typed(read.text, *read.phrases)
        typed, layer = self._asking.layer_in(typed)
        query_words = self._vocabulary.read(typed)
        among = self._allowed(read, layers, within)
        if not typed:
            scores = dict.fromkeys(self.book.sections if among is None else among, 1.0) if read.narrows else {}
        elif not any(each.near for each in query_words if not is_small(each.word)) and not all(map(is_small, typed)):
            scores = {}
        else:
            scores = self._fitting(typed, query_words, among, layer, known=layers is not None)
        ranked = [(-score, name) for score, name in sorted([(-score, name) for name, score in scores.items()])]
        best: dict[str, list[tuple[float, str]]] = {}
        for score, name in ranked:
            if score >= ranked[0][0] * _WORTH_SHOWING:
                best.setdefault(self.book.places[name].section.id, []).append((score, name))
        same = frozenset(word for each in query_words for word, close in each.near.items() if close >= _SAME)
        hits = self._hits_of(query_words)
        wanted = ExcerptFocus(same, asking_for_figures(typed), read.players or players or 0)
        found_places = list(best.values())[:limit]
        return [
            self._hit(name, score, hits, wanted, MORE, [other for near, other in others if near >= score * _AS_WELL])
            if not place
            else self._hit(name, score, hits, wanted, USUAL)
            for place, ((score, name), *others) in enumerate(found_places)
        ]

    @property
    def words(self) -> frozenset[str]:
        """All words that are known: what the texts say, what things are called, and what is asked."""
        return self._vocabulary.words

    def corrected(self, query: str, foreign: Iterable[Collection[str]] = ()) -> str | None:
        """A query with misspelt words as they are known, None when there is nothing to put right. What is among the
        `foreign` words, those of other languages, is no slip.
        """
        typed = written(read_query(query).text)[:MAX_WORDS]
        right = [self._put_right(word, foreign) for word in typed]
        return " ".join(right) if right != typed else None

    def _put_right(self, typed: str, foreign: Iterable[Collection[str]]) -> str:
        """A word as it was typed, or where it is misspelt, what is meant as it is written."""
        read, slips = self._vocabulary.read([self._vocabulary.spelt(fold(typed))]), False
        meant = []
        for each in read:
            slip = not is_small(each.word) and each.near and each.near == self._vocabulary.misspelt(each.word)
            slip = slip and not any(each.word in others for others in foreign)
            slips = slips or bool(slip)
            # Of two words that are as close, one of the texts is meant, and not one of another language.
            near = sorted(each.near, key=lambda word: (each.near[word], word in self._spellings, word))
            meant.append(near[-1] if slip else each.word)
        return " ".join(self._spellings.get(word, word) for word in meant) if slips else typed

    @functools.cached_property
    def _spellings(self) -> Mapping[str, str]:
        """The words of the texts -> as they are written, accents and all."""
        texts = (text for each in self.book.places.values() for _, _, *said in each.texts for text in said)
        often = Counter(word for text in texts for word in written(text))
        # "que" and "qué" are both there: the one that stands there more often is meant.
        return {fold(word): word for word, _ in reversed(often.most_common())}

    def nearest(self, query: str, layers: frozenset[str] | None = None) -> list[AnswerPlace]:
        """The places with names that look most like a query, for when nothing fits it."""
        places = map(self.book.places.__getitem__, self._nearest.find(read_query(query).text))
        return [place for place in places if layers is None or layers.issuperset(place.section.layers)]

    def plain(self, name: str) -> Hit:
        """A place as it is shown where nobody knows what will be asked: with its answer, else with its first words."""
        hit = self._hit(name, 1.0, {}, ExcerptFocus(frozenset(), frozenset(), 0), USUAL)
        anchor = hit.place.anchor
        heading = hit.place.title if anchor else ""
        return replace(hit, anchor=anchor, heading=heading, snippet="" if hit.answer else hit.snippet)

    def weights(self, name: str) -> tuple[float, float]:
        """What a place counts beside others: where it has been said what is played, and where not."""
        return self._played[name], self._unsaid[name]

    def _typed(self, *texts: str) -> list[str]:
        """The words of what was typed that are read, as they are written here."""
        typed = [word for text in texts for word in words(text)][:MAX_WORDS]
        return [self._vocabulary.spelt(word) for word in typed]

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
            and say(self._lines[name], phrases)
            and not any(say(self._lines[name], [phrase]) for phrase in without)
        )

    def _fitting(
        self,
        typed: Sequence[str],
        query_words: Sequence[QueryWord],
        among: frozenset[str] | None,
        layer: str | None,
        *,
        known: bool,
    ) -> dict[str, float]:
        """The places whose text or whose questions fit the words, above all those of a `layer` that was named.

        `known`: it has been said what is played.
        """
        scores = self._matching.scores(typed, query_words)
        for name, score in self._likeness.scores(" ".join(typed)).items():
            if name in scores or score >= _LOOKS_LIKE:
                scores[name] = scores.get(name, 0.0) + score
        weights = self._played if known else self._unsaid
        if self._asking.of_this_edition(typed):
            weights = {name: weight * (_ANOTHER if name in self._earlier else 1) for name, weight in weights.items()}
        for word in self._asking.names_in(typed):
            naming = self._naming[word]
            weights = {name: weight * (1 if name in naming else _UNNAMED) for name, weight in weights.items()}
        if layer:
            weights = {
                name: weight * (1 if layer in self.layers[name] else UNPLAYED) for name, weight in weights.items()
            }
        section = {name: self.book.places[name].section.id for name in scores}
        fitting = {
            name: score * weights[name] for name, score in scores.items() if among is None or section[name] in among
        }
        if len(query_words) < 2:
            # One word alone is looked up, not asked.
            return fitting
        best: dict[str, float] = {}
        for name, score in fitting.items():
            best[section[name]] = max(score, best.get(section[name], 0.0))
        learned = self._learned.scores([each.word for each in query_words])
        more = {name: LEARNED * learned.get(name, 0.0) for name in nlargest(FIRST, best, key=best.__getitem__)}
        return {name: score + more.get(section[name], 0.0) for name, score in fitting.items()}

    @staticmethod
    def _words_of(
        place: AnswerPlace, names: Mapping[str, Sequence[str]], questions: Mapping[str, Sequence[str]]
    ) -> frozenset[str]:
        """Everything that a place says, is called, and is asked."""
        texts = (
            *names[place.id],
            *questions.get(place.id, ()),
            *(f"{heading} {text}" for _, _, heading, text in place.texts),
        )
        return frozenset(
            form for text in texts for word in words(text) for form in (word, without_particle(word) or word)
        )

    def _hit(
        self, name: str, score: float, hits: Hits, wanted: ExcerptFocus, length: int, besides: Sequence[str] = ()
    ) -> Hit:
        place, shown = self.book.places[name], self._shown[name]
        answered = [other for other in map(self.book.places.__getitem__, besides) if other.part.answer][:_ALSO]
        also = [
            f"{other.title}{'' if other.title[-1] in '?:' else ':'} {_answer(other, wanted.players)}"
            for other in answered
        ]
        passage, excerpt = shown.excerpt(hits, wanted, length, also)
        # What means the same is marked only where nothing is that was typed: "hand" is noise in "how many cards".
        typed = {word: hit for word, hit in hits.items() if word in wanted.words}
        hits = typed if "<mark>" in marked(f"{place.section.title} {excerpt}", typed) else hits
        title, snippet = marked(place.section.title, hits), marked(excerpt, hits)
        # What the section comes to is not what the heading does that the passage stands under.
        answer = marked(_answer(place, wanted.players), hits) if passage.anchor == place.anchor else ""
        terms = (
            []
            if "<mark>" in title + snippet
            else [marked(term, hits) for term, said in shown.terms if said & hits.keys()]
        )
        return Hit(place, passage.anchor, passage.heading, score, title, snippet, answer, tuple(terms))

    def _hits_of(self, query_words: Sequence[QueryWord]) -> Hits:
        """The known words that a query means; words of the question, and lone letters, are not among them."""
        hits: dict[str, tuple[str, float]] = {}
        for each in [each for each in query_words if not is_small(each.word)] or query_words:
            weight = self._matching.weight(each)
            for word, close in each.near.items():
                lone = len(word) == 1 and word.isascii() and word.isalpha()
                if close >= _MIN_CLOSE and not lone and close * weight > hits.get(word, ("", 0.0))[1]:
                    hits[word] = each.word, close * weight
        return hits


def _answer(place: AnswerPlace, players: int) -> str:
    """What a place comes to in one line, with the figures for so many players; "" where it does not say."""
    return for_players(place.part.answer, players) if place.part.answer else ""


def _plain(html: str) -> str:
    return unescape(re.sub("</?mark>", "", html))


_ALIKE_ENOUGH = 0.3
"""Names that share less with what was typed look like anything."""


class Nearest:
    """Names of things, each thing with as many as it has. Never changes, so any thread may ask."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        self._things: list[str] = []
        self._sizes: list[int] = []
        self._having: dict[str, list[int]] = {}
        for thing, name in named:
            of = _runs_of(name)
            for run in of:
                self._having.setdefault(run, []).append(len(self._things))
            self._things.append(thing)
            self._sizes.append(len(of))

    def find(self, query: str, limit: int = 3) -> list[str]:
        """The things whose names look most like a query, the best first; none when nothing does."""
        runs = _runs_of(query)
        shared = Counter(place for run in runs for place in self._having.get(run, ()))
        best: dict[str, float] = {}
        for place, number in shared.items():
            alike = 2 * number / (len(runs) + self._sizes[place])
            if alike >= max(_ALIKE_ENOUGH, best.get(self._things[place], 0.0)):
                best[self._things[place]] = alike
        return sorted(best, key=lambda thing: -best[thing])[:limit]


def _runs_of(text: str) -> set[str]:
    return {run for word in words(text) for run in runs(letters(word))}

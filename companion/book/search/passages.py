"""What a list of hits shows of a section: the sentences, the entry of a list or the row of a table that fits best.

Pieces are shown whole, as HTML with the hits marked: nobody understands half a sentence, or figures without headers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape

from companion.book.pieces import Block, Text
from companion.book.rendered import Rendered
from companion.book.search.words import fold, words
from companion.book.sections import AnswerPlace, Section

Hits = Mapping[str, tuple[str, float]]
"""A word that a query means -> the word that was typed for it, and what it tells."""

_WORD = re.compile(r"[^\W_]+")
_LENGTH = 180
"""Letters up to which whole pieces are put together; one that is longer stands alone."""
_ROWS = " · "
_HEADING = 2.0
_FIGURE = {"p": 1.25, "list": 1.25, "table": 1.8}
"""A piece with a figure counts so much more where one is asked for, by the kind of its block."""
_FOR_PLAYERS = 1.3
"""And one that tells figures for those who play."""
_TERM = 0.95
"""What people call it is said there only nearly: a row that says the word itself goes before."""
_NAMED = 0.8
"""What the section or the heading is called is said in each piece, so to say; in the first, which answers, it is."""


def marked(text: str, hits: Collection[str]) -> str:
    """A text as HTML: everything escaped, hits in <mark>."""
    pieces, at = [], 0
    for match in _WORD.finditer(text):
        if fold(match[0]) in hits:
            pieces += [escape(text[at : match.start()]), "<mark>", escape(match[0]), "</mark>"]
            at = match.end()
    return "".join([*pieces, escape(text[at:])])


@dataclass(frozen=True)
class ExcerptFocus:
    """What an excerpt shall tell: rows with these words, a figure if there are words that ask for one, and for which
    number of players (0: nobody has said).
    """

    words: frozenset[str]
    figure: frozenset[str]
    players: int


@dataclass(frozen=True)
class Passage:
    """What stands under one heading; the first passage of a section has none."""

    anchor: str
    heading: str
    headed: frozenset[str]
    said: frozenset[str]
    blocks: tuple[tuple[Block, tuple[frozenset[str], ...]], ...]
    """Each with the words of its pieces and of what leads to them."""

    def worth(self, hits: Hits) -> float:
        """How much of the query this passage has."""
        return _worth(self.said, hits) + _HEADING * _worth(self.headed, hits)

    def excerpt(self, hits: Hits, wanted: ExcerptFocus, place: PlaceText) -> str:
        """The pieces of a passage of a place that have most of the query, as plain text."""
        best, most = (0, 0), -1.0
        titled, named = (hits.keys() & said for said in (place.titled | self.headed, place.named))
        figure = bool(wanted.figure - place.titled)
        for number, (block, known) in enumerate(self.blocks):
            for at, said in enumerate(known):
                first = not (number or at)
                called = ((titled, 1.0 if first else _NAMED), (named, _TERM if first else _NAMED))
                worth = _worth(said, hits, *called)
                if figure and any(word.isdecimal() for word in said):
                    worth *= _FIGURE[block.kind] * (_FOR_PLAYERS if wanted.players in block.pieces[at] else 1.0)
                if worth > most and _told(block.pieces[at], wanted.players):
                    best, most = (number, at), worth
        return self._put_together(*best, wanted) if self.blocks else ""

    def _put_together(self, number: int, first: int, wanted: ExcerptFocus) -> str:
        """A piece of a block, and as much of what belongs to it as there is room for; what leads to it goes before."""
        (block, known), players = self.blocks[number], wanted.players
        texts = [_told(piece, players) for piece in block.pieces]
        if block.kind == "table":
            fits = known[first] & wanted.words
            rows = (row for row, said in zip(texts, known, strict=True) if row and said & wanted.words == fits)
            return _led(block, _as_fit(rows, _ROWS), players)
        if block.kind == "list":
            return _led(block, _as_fit(texts[first:] if sum(map(len, texts)) > _LENGTH else texts, _ROWS), players)
        text = _as_fit(texts[first:], " ")
        while first and len(texts[first - 1]) + len(text) < _LENGTH:
            first -= 1
            text = f"{texts[first]} {text}"
        following = self.blocks[number + 1][0] if number + 1 < len(self.blocks) else None
        if following and following.lead and text.endswith(texts[-1]):
            text = f"{text} {_as_fit((_told(piece, players) for piece in following.pieces), _ROWS)}"
        return text


def _led(block: Block, text: str, players: int) -> str:
    lead = _told(block.lead, players)
    return f"{lead.removesuffix(':')} – {text}" if lead.endswith(":") else f"{lead} {text}".strip()


def _as_fit(pieces: Iterable[str], between: str) -> str:
    """The first of the pieces, and those after it that there is room for."""
    first, *others = pieces
    for piece in others:
        if len(first) + len(piece) > _LENGTH:
            break
        first = (first.rstrip(";,") if between == _ROWS else first) + between + piece
    return first


def _worth(said: frozenset[str], hits: Hits, *called: tuple[Set[str], float]) -> float:
    """How much of the query is said, for each of its words the most that any word does that it may mean; what is only
    `called` so counts its share.
    """
    best: dict[str, float] = {}
    for words_of, counts in ((said, 1.0), *called):
        for word in hits.keys() & words_of:
            typed, tells = hits[word]
            if tells * counts > best.get(typed, 0.0):
                best[typed] = tells * counts
    return sum(best.values())


def _told(text: Text, players: int) -> str:
    return text.get(players, text.get(0, ""))


def told(text: Rendered, players: int) -> str:
    """A text in words, with the figures for so many players."""
    return " ".join(_told(piece, players) for block in text.blocks for piece in block.pieces)


@dataclass(frozen=True)
class PlaceText:
    """A place of the book as a list of hits shows it."""

    title: str
    terms: tuple[tuple[str, frozenset[str]], ...]
    titled: frozenset[str]
    named: frozenset[str]
    """The words of the title, and those of all that it is called."""
    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, place: AnswerPlace) -> PlaceText:
        """The words of a place."""
        page = place.section.page
        passages = tuple(
            Passage(
                anchor,
                heading,
                frozenset(words(heading)),
                frozenset(words(text)),
                tuple(
                    (block, tuple(frozenset(words(f"{block.lead.get(0, '')} {piece[0]}")) for piece in block.pieces))
                    for block in page.blocks
                    if block.passage == number
                ),
            )
            for number, (anchor, heading, text) in zip(place.passages, place.told, strict=True)
        )
        return cls(
            place.title,
            tuple((term, frozenset(words(term))) for term in place.part.terms),
            frozenset(words(place.title)),
            frozenset(words(" ".join((place.title, *place.part.terms)))),
            passages,
        )

    def best(self, hits: Hits) -> Passage:
        """The passage that has most of the query; the first one where title or terms have as much."""
        values = [passage.worth(hits) for passage in self.passages]
        values[0] += _worth(self.named, hits)
        return self.passages[values.index(max(values))]


def lines_of(section: Section) -> tuple[str, ...]:
    """Everything that a section says, word by word."""
    names = (text for place in section.places for text in (place.title, *place.part.terms))
    said = (part for _, heading, text in section.page.passages for part in (heading, text))
    return tuple(f" {' '.join(words(text))} " for text in (*names, *said))


def say(lines: Sequence[str], phrases: Sequence[str]) -> bool:
    """Whether all phrases stand somewhere in these lines, word by word."""
    return all(any(f" {phrase}" in line for line in lines) for phrase in phrases)

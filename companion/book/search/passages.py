"""What a list of hits shows of a section: the sentences, the entry of a list or the row of a table that fits best.

Pieces are shown whole, as HTML with the hits marked: nobody understands half a sentence, or figures without headers.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from math import fsum, log

from companion.book.pieces import Block, Text
from companion.book.search.words import fold, is_aside, names_a_sum, words
from companion.book.sections import AnswerPlace, Rendered, Section

Said = Mapping[str, float]
"""A word that was typed -> how much it tells."""
Hits = Mapping[str, tuple[str, float]]
"""A word that a query means -> the word that was typed for it, and what it tells."""

_WORD = re.compile(r"[^\W_]+")
_PART_END = re.compile(r"(?<=[.!?]) | – ")
_folded = functools.lru_cache(16384)(fold)
"""Words of texts come again and again; whole texts, which `fold` takes as well, do not."""
_LENGTH = 180
"""Letters up to which whole pieces are put together; one that is longer stands alone."""
_SHORT_TABLE = 3
"""Rows of a table that is shown whole: one row of it might be the wrong one."""
_ROWS = " · "
_MORE = " … "
_SAME_END = 40
"""Letters at the end of an excerpt that say what is said already."""
USUAL, MORE = 0, 500
"""Letters up to which an excerpt goes on with what fits next best: that of most hits not at all, that of the first."""
_HEADING = 2.0
_FIGURE = {"p": 1.25, "list": 1.25, "table": 1.8}
"""A piece with a figure counts so much more where one is asked for, by the kind of its block."""
_SUM = 0.4
"""As far as that counts where the query only names what is paid."""
_FOR_PLAYERS = 1.3
"""And one that tells figures for those who play."""
_TERM = 0.6
"""What people call it is said there only nearly: a row that says the word itself goes before."""
_BEGINNING = 0.3
"""What it counts to stand under no heading, where the section is called what is asked for."""
_COMMON = 0.6
"""So much less a word counts that all pieces of a section say, beside one that only one of them does."""
_ASIDE = 0.6
"""And a piece of a reason or of an example, beside one that tells the rule."""
_NAMED = 0.8
"""What the section or the heading is called is said in each piece, so to say; in the first, which answers, it is."""


def marked(text: str, hits: Collection[str]) -> str:
    """A text as HTML: everything escaped, hits in <mark>."""
    pieces, at = [], 0
    for match in _WORD.finditer(text):
        if _folded(match[0]) in hits:
            pieces += [escape(text[at : match.start()]), "<mark>", escape(match[0]), "</mark>"]
            at = match.end()
    html = "".join([*pieces, escape(text[at:])])
    # A word with hyphens is marked as one: hors-la-loi.
    return re.sub(r"</mark>(-(?:[^\W_]+-)?)<mark>", r"\1", html)


@dataclass(frozen=True)
class ExcerptFocus:
    """What an excerpt shall tell: rows with these words, a figure if there are words that ask for one, and for which
    number of players (0: nobody has said).
    """

    words: frozenset[str]
    figure: frozenset[str]
    players: int


@dataclass(frozen=True)
class TextPiece:
    """A piece of a block of a passage: its words with those of what leads to it, how much more it counts where a figure
    is asked for, and how much less because it is an aside.
    """

    block: int
    at: int
    said: frozenset[str]
    figure: float
    share: float


_NOTHING = TextPiece(0, 0, frozenset(), 1.0, 1.0)


@dataclass(frozen=True)
class Passage:
    """What stands under one heading; the first passage of a section has none."""

    anchor: str
    heading: str
    headed: frozenset[str]
    blocks: tuple[Block, ...]
    pieces: tuple[TextPiece, ...]

    @classmethod
    def of(cls, anchor: str, heading: str, blocks: tuple[Block, ...]) -> Passage:
        """The words of a passage."""
        pieces = []
        for number, block in enumerate(blocks):
            share = _ASIDE if block.pieces and is_aside(block.pieces[0].get(0, "")) else 1.0
            for at, piece in enumerate(block.pieces):
                said = frozenset(words(f"{block.lead.get(0, '')} {piece[0]}"))
                figure = _FIGURE[block.kind] if any(map(str.isdecimal, said)) else 1.0
                pieces.append(TextPiece(number, at, said, figure, share))
        return cls(anchor, heading, frozenset(words(heading)), blocks, tuple(pieces))

    def excerpt(self, piece: TextPiece, wanted: ExcerptFocus) -> str:
        """A piece of a block as plain text, and as much of what belongs to it as there is room for; what leads to it
        goes before.
        """
        number, first, players = piece.block, piece.at, wanted.players
        block, words = self.blocks[number], [each.said for each in self.pieces if each.block == number]
        texts = [_for(piece, players) for piece in block.pieces]
        if block.kind == "table":
            fits = words[first] & wanted.words
            whole = len(texts) <= _SHORT_TABLE
            rows = (row for row, said in zip(block.pieces, words, strict=True) if whole or said & wanted.words == fits)
            return _led(block, _in_sentences(rows, players, led=bool(block.lead)), players)
        if block.kind == "list":
            return _led(block, _as_fit(texts[first:] if sum(map(len, texts)) > _LENGTH else texts, _ROWS), players)
        text = _as_fit(texts[first:], " ")
        while first and len(texts[first - 1]) + len(text) < _LENGTH:
            first -= 1
            text = f"{texts[first]} {text}"
        following = self.blocks[number + 1] if number + 1 < len(self.blocks) else None
        if following and following.lead and text.endswith(texts[-1]):
            if following.kind == "table":
                return f"{text} {_in_sentences(following.pieces, players, led=True)}"
            text = f"{text} {_as_fit((_for(piece, players) for piece in following.pieces), _ROWS)}"
        return text


def _led(block: Block, text: str, players: int) -> str:
    lead = _for(block.lead, players)
    return f"{lead.removesuffix(':')} – {text}" if lead.endswith(":") else f"{lead} {text}".strip()


def _in_sentences(rows: Iterable[Text], players: int, *, led: bool) -> str:
    """Rows of a table, each a sentence; the first one goes on with what has `led` to it. How many play it says once."""
    first, *others = [row for row in rows if _for(row, players)] or [{0: ""}]
    texts = [_for(first, players), *(_without_players(row, players) for row in others)]
    sentences = (row if led and not place else f"{row[:1].upper()}{row[1:]}" for place, row in enumerate(texts))
    text = _as_fit((row.rstrip(".") for row in sentences), ". ")
    return f"{text}." if text else ""


def _without_players(row: Text, players: int) -> str:
    """A row without how many play, which stands in front of its name."""
    text, name = _for(row, players), row[0].partition(":")[0]
    return text[text.index(name) :] if name in text else text


def _as_fit(pieces: Iterable[str], between: str) -> str:
    """The first of the pieces, and those after it that there is room for."""
    first, *others = pieces
    for piece in others:
        if len(first) + len(piece) > _LENGTH:
            break
        first = (first.rstrip(";,") if between == _ROWS else first) + between + piece
    return first


def _unsaid(more: str, text: str, leads: Iterable[str]) -> str:
    """What goes on with a text, without the sentences and the lead at its beginning that the text says already."""
    ends = [match.end() for match in _PART_END.finditer(more)]
    ends += [more.index(lead) + len(lead) + 1 for lead in leads if f"{lead} " in more]
    return more[max((end for end in ends if more[:end].rstrip(" –:") in text), default=0) :]


def _said(words_of: Set[str], hits: Hits) -> dict[str, float]:
    """What of a query is said, and how much each of its words tells: the most that any word does that it may mean."""
    said: dict[str, float] = {}
    for word in hits.keys() & words_of:
        typed, weight = hits[word]
        if weight > said.get(typed, 0.0):
            said[typed] = weight
    return said


def _for(text: Text, players: int) -> str:
    return text.get(players, text.get(0, ""))


def for_players(text: Rendered, players: int) -> str:
    """A text in words, with the figures for so many players."""
    return " ".join(_for(piece, players) for block in text.blocks for piece in block.pieces)


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
            Passage.of(anchor, heading, tuple(block for block in page.blocks if block.passage == number))
            for number, anchor, heading, _ in place.texts
        )
        return cls(
            place.title,
            tuple((term, frozenset(words(term))) for term in place.part.names),
            frozenset(words(place.title)),
            frozenset(words(" ".join(place.names))),
            passages,
        )

    def excerpt(self, hits: Hits, wanted: ExcerptFocus, length: int, also: Iterable[str] = ()) -> tuple[Passage, str]:
        """What says most of a query, with the passage in which it stands; after it what is `also` answered, and what
        says most besides, as far as there is room.
        """
        (passage, piece), *others = self._ranked(hits, wanted)
        text = _MORE.join((passage.excerpt(piece, wanted), *also))
        for other, following in others:
            leads = (_for(block.lead, wanted.players) for block in other.blocks if block.lead)
            more = _unsaid(other.excerpt(following, wanted), text, leads)
            if len(text) + len(more) > length:
                break
            if more[-_SAME_END:] not in text:
                text = f"{text}{_MORE}{more}"
        return passage, text

    def _ranked(self, hits: Hits, wanted: ExcerptFocus) -> list[tuple[Passage, TextPiece]]:
        """The pieces with the passages in which they stand, the one that has most of a query first; what all of them
        say tells none from the others.
        """
        candidates = [
            (passage, piece, _said(piece.said, hits))
            for passage in self.passages
            for piece in passage.pieces
            if _for(passage.blocks[piece.block].pieces[piece.at], wanted.players)
        ]
        often = Counter(typed for _, _, said in candidates for typed in said)
        many = log(1 + len(candidates))
        rare = {typed: 1 - _COMMON * log(number) / many for typed, number in often.items()}
        titled, named = _said(self.titled, hits), _said(self.named, hits)
        figure_weight = max((_SUM if names_a_sum(word) else 1.0 for word in wanted.figure - self.titled), default=0.0)
        called_in = {passage.anchor: self._called(passage, hits, titled, named, rare) for passage in self.passages}
        ranked: list[tuple[float, int]] = []
        for number, (passage, piece, said) in enumerate(candidates):
            called, start = called_in[passage.anchor]
            if not number:
                begins = titled | _said(passage.headed, hits)
                called = {**called, **{typed: weight * rare.get(typed, 1.0) for typed, weight in begins.items()}}
            # Exactly, in whatever order sets have the words: pieces that say the same are worth the same.
            besides = [max(0.0, weight * rare[typed] - called.get(typed, 0.0)) for typed, weight in said.items()]
            worth = fsum((*called.values(), *besides))
            if figure_weight and piece.figure > 1.0:
                worth *= 1 + (piece.figure - 1) * figure_weight
                worth *= _FOR_PLAYERS if wanted.players in passage.blocks[piece.block].pieces[piece.at] else 1.0
            ranked.append((-worth * piece.share - start, number))
        return [candidates[number][:2] for _, number in sorted(ranked)] or [(self.passages[0], _NOTHING)]

    def _called(
        self, passage: Passage, hits: Hits, titled: dict[str, float], named: Said, rare: Said
    ) -> tuple[Said, float]:
        """What of a query each piece of a passage says because title, terms or heading do; what its place counts."""
        headed = _said(passage.headed, hits)
        called = {typed: weight * _TERM for typed, weight in named.items()}
        called |= {typed: weight * _NAMED for typed, weight in (titled | headed).items()}
        shares = {typed: weight * rare.get(typed, 1.0) for typed, weight in called.items()}
        if passage is self.passages[0]:
            said_here = [weight for typed, weight in named.items() if typed in titled or typed not in rare]
            return shares, _BEGINNING * fsum(said_here)
        return shares, _HEADING * fsum([weight for typed, weight in headed.items() if typed not in titled])


def lines_of(section: Section) -> tuple[str, ...]:
    """Everything that a section says, word by word."""
    names = (text for place in section.places for text in place.names)
    said = (part for _, heading, text in section.page.passages for part in (heading, text))
    return tuple(f" {' '.join(words(text))} " for text in (*names, *said))


def say(lines: Sequence[str], phrases: Sequence[str]) -> bool:
    """Whether all phrases stand somewhere in these lines, word by word."""
    return all(any(f" {phrase}" in line for line in lines) for phrase in phrases)

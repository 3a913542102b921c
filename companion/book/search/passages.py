"""The passage of a section that fits a query best, as HTML with the hits marked."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from companion.book.library import Section
from companion.book.search.words import fold

_WORD = re.compile(r"[^\W_]+")
_LENGTH = 24
"""Words of a passage that is shown."""
_BEFORE = 4
"""Words before the first hit."""
_HEADING = 2.0


@dataclass(frozen=True)
class Words:
    """A text and where its words stand, each in the form that search knows it by."""

    text: str
    spans: tuple[tuple[int, int, str], ...]

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        plain = re.sub(r"\s+", " ", text).strip()
        return cls(plain, tuple((m.start(), m.end(), fold(m[0])) for m in _WORD.finditer(plain)))

    def marked(self, hits: Collection[str], first: int = 0, after: int | None = None) -> str:
        """Some of the words as HTML: everything escaped, hits in <mark>, left out text as …"""
        spans = self.spans[first:after]
        if not spans:
            return escape(self.text)
        begin = spans[0][0] if first else 0
        end = len(self.text) if after is None or after >= len(self.spans) else spans[-1][1]
        pieces, at = ["…" if first else ""], begin
        for start, stop, word in spans:
            if word in hits:
                pieces += [escape(self.text[at:start]), "<mark>", escape(self.text[start:stop]), "</mark>"]
                at = stop
        pieces += [escape(self.text[at:end]), "" if end == len(self.text) else "…"]
        return "".join(pieces)

    def snippet(self, hits: Collection[str]) -> str:
        """The stretch of the text that has most different hits."""
        places = [place for place, span in enumerate(self.spans) if span[2] in hits]
        best, most = 0, 0
        for place in places:
            different = len({span[2] for span in self.spans[place : place + _LENGTH - _BEFORE] if span[2] in hits})
            if different > most:
                best, most = place, different
        first = max(0, min(best - _BEFORE, len(self.spans) - _LENGTH))
        return self.marked(hits, first, first + _LENGTH)


@dataclass(frozen=True)
class Passage:
    """What stands under one heading; the first passage of a section has none."""

    anchor: str
    heading: Words
    text: Words

    def worth(self, hits: Mapping[str, float]) -> float:
        """How much of the query this passage has."""
        said = {word for _, _, word in self.text.spans}
        headed = {word for _, _, word in self.heading.spans}
        return sum(hits[w] for w in said & hits.keys()) + _HEADING * sum(hits[w] for w in headed & hits.keys())


@dataclass(frozen=True)
class Shown:
    """A section as a list of hits shows it."""

    title: Words
    terms: tuple[Words, ...]
    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, section: Section) -> Shown:
        """The words of a section."""
        return cls(
            Words.of(section.title),
            tuple(map(Words.of, section.terms)),
            tuple(
                Passage(anchor, Words.of(heading), Words.of(text)) for anchor, heading, text in section.page.passages
            ),
        )

    def best(self, hits: Mapping[str, float]) -> Passage:
        """The passage that has most of the query; the first one where title or terms have as much."""
        named = {word for words in (self.title, *self.terms) for _, _, word in words.spans}
        of_names = sum(hits[word] for word in named & hits.keys())
        values = [
            passage.worth(hits) + (of_names if place == 0 else 0.0) for place, passage in enumerate(self.passages)
        ]
        return self.passages[values.index(max(values))]

    def said(self, phrases: Sequence[str]) -> bool:
        """Whether all phrases stand somewhere in it, word by word."""
        texts = [self.title, *self.terms, *(part for p in self.passages for part in (p.heading, p.text))]
        lines = [" ".join(("", *(word for _, _, word in each.spans), "")) for each in texts]
        return all(any(f" {phrase}" in line for line in lines) for phrase in phrases)

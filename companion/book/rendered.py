"""What texts become, and what they refer to: what `render.py` makes and others use without Markdown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.book.pieces import Block


class KnownFigure(Protocol):
    """A figure of the game, as the engine's catalogue tells it."""

    values: Mapping[tuple[str, ...], Mapping[int, int]]
    confidence: str


@dataclass(frozen=True)
class Sources:
    """What texts refer to: figures, symbols with the address of their sprite, and names in a language.

    `label(context, key, **params)` gives the reader's word for something, for example
    `label("players", "count", n=3)`.
    """

    figures: Mapping[str, KnownFigure]
    symbols: Collection[str]
    sprite: str
    label: Callable[..., str]


@dataclass
class Rendered:
    """A text as HTML and as plain passages, with everything it refers to."""

    pieces: list[str] = field(default_factory=list)
    """As HTML: what stands above the first heading, and each heading with what stands under it."""
    passages: list[tuple[str, str, str]] = field(default_factory=list)
    """(heading id or "", heading, text) from the top down, as the search index needs them: figures are bare values,
    symbols are left out."""
    levels: list[int] = field(default_factory=list)
    """For each passage the level of its heading, 0 where it has none."""
    blocks: list[Block] = field(default_factory=list)
    """The same piece by piece, for whoever shows a part of it."""
    headings: list[tuple[str, str]] = field(default_factory=list)
    """(id, heading), as plain."""
    figures: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    checks: list[tuple[str, str, str]] = field(default_factory=list)
    """What is ticked off: (id, numbers of players that it is for, layer that it is for); "" for all."""
    boxes: list[str] = field(default_factory=list)
    """The headings of what is our reading of the rules."""
    problems: list[str] = field(default_factory=list)

    @property
    def html(self) -> str:
        """All of it."""
        return "\n".join(self.pieces)

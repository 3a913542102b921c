"""Set-ups that are drawn for a table, each with a short code that draws the same on every phone.

A code is the letter of its version, then what was agreed, the seed, the parts that were drawn again, and a checksum of
the position that comes of it. So a code never draws anything else: where the dealing or the components have changed
since, it is refused. `tests/codes/draws.toml` keeps some of each version.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from companion.engine.core.catalog import editions, load_catalog, playable_layers, variants
from companion.engine.core.dealer import Chance
from companion.engine.core.position import Position
from companion.engine.core.tables import CatalogError
from companion.engine.format.notation import encode, in_version, refused, sealed, unsealed
from companion.engine.format.shapes import BitReader, BitWriter, OutOfBits
from companion.engine.setup.dealing import Neutral, hidden, start

_AGAIN = 64
"""After so many draws of a part the first one comes again."""
_CHECK_BITS = 16

_PARTS: Mapping[str, tuple[str, ...]] = {
    "seats": (),
    "sides": ("game.sides",),
    "neutral": ("board.neutral",),
    "masters": ("board.station_masters", "board.spare_masters"),
    "towns": ("board.town_tiles",),
    "tiles": ("board.hazards", "board.outlaws", "board.job_market", "board.foresight", "board.bags"),
    "cattle": ("board.cattle_market", "board.cattle_stack"),
    "objectives": ("board.objective_display", "board.objective_stack", "players"),
}
"""What may be drawn again by itself, and where it lies. All tiles come out of the same bags; players differ in their
objectives only."""
PARTS = tuple(_PARTS)


@dataclass(frozen=True)
class DrawnSetUp:
    """What a table agreed on, and the seed from which the rest follows.

    >>> draw = DrawnSetUp(("blue", "red"), seed=7)
    >>> read_draw(draw.code) == draw
    True
    """

    VERSION: ClassVar = "d"
    SIDES: ClassVar[tuple[Literal["a", "b", "mixed"], ...]] = ("a", "b", "mixed")
    NEUTRAL: ClassVar[tuple[Neutral, ...]] = ("random", "first-game")
    MAX_SEED: ClassVar = (1 << 20) - 1

    colours: tuple[str, ...]
    """Who plays; the seats are drawn."""
    edition: int = 2
    variants: tuple[str, ...] = ()
    sides: Literal["a", "b", "mixed"] = "mixed"
    neutral: Neutral = "random"
    seed: int = 0
    again: Mapping[str, int] = field(default_factory=dict)
    """How often a part was drawn again."""
    house: Mapping[str, int] = field(default_factory=dict, compare=False)
    """What the table plays otherwise than it is printed. The code does not tell it: each table has its own."""

    @property
    def parts(self) -> tuple[str, ...]:
        """What chance decides here, and so can be drawn again."""
        towns = self.position.board.town_tiles
        fixed = {"sides": self.sides != "mixed", "neutral": self.neutral != "random", "towns": not towns}
        return tuple(part for part in PARTS if not fixed.get(part))

    @functools.cached_property
    def position(self) -> Position:
        """The table before the first turn, as everybody sees it; everybody shuffles the own cards."""
        colours = [colour for colour in load_catalog().table.players.colours if colour in self.colours]
        seats = self._chance("seats").draw(colours, len(colours))
        position = self._dealt(seats)
        for part in PARTS:
            other = self._dealt(seats, part) if self.again.get(part) else position
            for where, _, name in (path.partition(".") for path in _PARTS[part]):
                record = getattr(other, where)
                changes = replace(getattr(position, where), **{name: getattr(record, name)}) if name else record
                position = replace(position, **{where: changes})
        return hidden(position, "")

    @property
    def code(self) -> str:
        """The code that draws this."""
        bits = BitWriter()
        bits.write_count(self.edition)
        numbers = sorted(playable_layers()[variant].code for variant in self.variants)
        for number in (len(numbers), *numbers):
            bits.write_count(number)
        for colour in load_catalog().table.players.colours:
            bits.write(colour in self.colours, 1)
        bits.write(self.SIDES.index(self.sides), 2)
        bits.write(self.NEUTRAL.index(self.neutral), 1)
        bits.write(self.seed, self.MAX_SEED.bit_length())
        bits.write(zlib.crc32(encode(replace(self, house={}).position).encode()) & (1 << _CHECK_BITS) - 1, _CHECK_BITS)
        bits.write(any(self.again.values()), 1)
        if any(self.again.values()):
            for part in PARTS:
                bits.write_count(self.again.get(part, 0))
        return self.VERSION + sealed(bits.to_bytes())

    def drawn_again(self, part: str) -> DrawnSetUp:
        """The same, with a part drawn again. Raises KeyError for a part that chance does not decide."""
        if part not in self.parts:
            raise KeyError(part)
        return replace(self, again={**self.again, part: (self.again.get(part, 0) + 1) % _AGAIN})

    def _chance(self, part: str) -> Chance:
        return Chance(self.seed * _AGAIN + self.again.get(part, 0))

    def _dealt(self, seats: Sequence[str], part: str = "") -> Position:
        return start(
            seats,
            self.variants,
            chance=self._chance(part),
            sides=self.sides,
            neutral=self.neutral,
            edition=self.edition,
            house=self.house,
        )


def read_draw(code: str) -> DrawnSetUp:
    """The set-up that a code draws. Raises Unreadable for one that is mistyped, or would draw something else today."""
    bits = BitReader(unsealed(in_version(code, DrawnSetUp.VERSION)))
    try:
        draw = _read(bits)
        if draw.code == code:
            return draw
    except (CatalogError, OutOfBits, LookupError, ValueError) as error:
        raise refused("code-damaged") from error
    raise refused("draw-of-another-version")


def _read(bits: BitReader) -> DrawnSetUp:
    edition = bits.read_count()
    by_number = {playable_layers()[name].code: name for name in variants(edition)} if edition in editions() else {}
    chosen = tuple(by_number[bits.read_count()] for _ in range(bits.read_count()))
    colours = tuple(colour for colour in load_catalog().table.players.colours if bits.read(1))
    sides, neutral, seed = (
        DrawnSetUp.SIDES[bits.read(2)],
        DrawnSetUp.NEUTRAL[bits.read(1)],
        bits.read(DrawnSetUp.MAX_SEED.bit_length()),
    )
    bits.read(_CHECK_BITS)
    again = {part: often for part in PARTS if (often := bits.read_count())} if bits.read(1) else {}
    return DrawnSetUp(colours, edition, chosen, sides, neutral, seed, again)

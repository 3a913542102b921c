"""What one player has, in the position format."""

from __future__ import annotations

from typing import Any

from companion.engine.core import position as p
from companion.engine.core.automas import automas
from companion.engine.core.catalog import Catalog
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.problems import Path
from companion.engine.format.bits import BitReader, BitWriter
from companion.engine.format.containers import Record, Sequence, Table
from companion.engine.format.pieces import CardShape, PileShape, hazard_fields
from companion.engine.format.shapes import Flag, Plain, Reading, Shape, Whole, Word


class HerderShape(Shape[str]):
    """A space of the trail; null before the first turn."""

    def __init__(self, catalog: Catalog) -> None:
        self.on_trail = Word(catalog.trail.spaces)

    def read(self, value: Plain, path: Path, reading: Reading) -> str | None:
        return p.OFF_BOARD if value is None else self.on_trail.read(value, path, reading)

    def plain(self, value: str) -> Plain:
        return None if value == p.OFF_BOARD else value

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [{"type": "null"}, self.on_trail.schema()]}

    def pack(self, value: str, bits: BitWriter) -> None:
        bits.write(value == p.OFF_BOARD, 1)
        if value != p.OFF_BOARD:
            self.on_trail.pack(value, bits)

    def unpack(self, bits: BitReader) -> str:
        return p.OFF_BOARD if bits.read(1) else self.on_trail.unpack(bits)


class EngineShape(Shape[int | str]):
    """A numbered space of the railroad, or the turnout of a station such as "t7"."""

    def __init__(self, catalog: Catalog) -> None:
        railroad = catalog.railroad
        self.numbered, self.turnout = Whole(railroad.first, railroad.last), Word(railroad.turnouts)

    def read(self, value: Plain, path: Path, reading: Reading) -> int | str | None:
        if isinstance(value, str):
            return self.turnout.read(value, path, reading)
        return self.numbered.read(value, path, reading)

    def plain(self, value: int | str) -> Plain:
        return value

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [self.numbered.schema(), self.turnout.schema()]}

    def pack(self, value: int | str, bits: BitWriter) -> None:
        bits.write(isinstance(value, str), 1)
        if isinstance(value, str):
            self.turnout.pack(value, bits)
        else:
            self.numbered.pack(value, bits)

    def unpack(self, bits: BitReader) -> int | str:
        return self.turnout.unpack(bits) if bits.read(1) else self.numbered.unpack(bits)


def branchlets(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What a player has where there are towns."""
    return {"branchlets": Sequence(Word(catalog.towns.towns), MAX_COUNT, "once")} if catalog.towns.towns else {}


def _automa(catalog: Catalog) -> Record[p.AutomaState]:
    """The automa that plays for somebody."""
    known = automas()
    return Record(
        p.AutomaState,
        {
            "id": Word(known),
            "level": Word([level for automa in known.values() for level in automa.levels]),
            "specialization": Word(catalog.tiles.workers),
            "extra": Table(str, catalog.tiles.workers, Whole(0, MAX_COUNT)),
            "used": Sequence(Word([card for automa in known.values() for card in automa.cards]), MAX_COUNT),
        },
        required=("id",),
    )


def player(catalog: Catalog) -> Record[p.Player]:
    """A player's things, each complete when it is there."""
    table, board = catalog.table, catalog.player_board
    pile = PileShape(CardShape(catalog))
    count = Whole(0, MAX_COUNT)
    stations = Whole(min(catalog.railroad.stations), max(catalog.railroad.stations))
    return Record(
        p.Player,
        {
            "seat": Whole(min(table.seats), max(table.seats)),
            "dollars": count,
            "exchange_tokens": count,
            "certificates": Whole(min(table.certificates.track), max(table.certificates.track)),
            "herder": HerderShape(catalog),
            "engine": EngineShape(catalog),
            "workers": Table(str, catalog.tiles.workers, count),
            "cleared": Sequence(Word(board.discs), MAX_COUNT, "once"),
            "deliveries": Table(str, catalog.cities.cities, count),
            "stations": Sequence(stations, MAX_COUNT, "once"),
            "hand": pile,
            "draw": pile,
            "discard": pile,
            "placed_out": Sequence(Word(catalog.buildings.faces), MAX_COUNT, "once"),
            "hazards": Sequence(Record(p.HazardTile, hazard_fields(catalog)), MAX_COUNT),
            "outlaws": Table(str, catalog.tiles.outlaws, count),
            "objectives": Sequence(CardShape(catalog, cattle=False), MAX_COUNT),
            "station_masters": Sequence(Word(catalog.station_masters.tiles), MAX_COUNT, "once"),
            "job_market_token": Flag(),
            "automa": _automa(catalog),
            **branchlets(catalog),
        },
    )

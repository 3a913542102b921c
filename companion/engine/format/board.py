"""The common board, and what one player has, in the position format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog, automas
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.reasons import Path
from companion.engine.format.containers import Alternative, OneOf, OrNull, Places, Record, Sequence, Table
from companion.engine.format.pieces import (
    CardShape,
    HazardPlaces,
    PileShape,
    TileShape,
    hazard_shape,
    numbers,
    record_of_one,
    spaces,
)
from companion.engine.format.shapes import (
    NOT_KNOWN,
    BitReader,
    BitWriter,
    Flag,
    OutOfBits,
    Plain,
    Reading,
    Shape,
    Whole,
    Word,
)

TRAIL, MARKET, RAILROAD = "trail", "market", "railroad"
"""The parts of the board that all games have."""


def station_slot(catalog: Catalog) -> OneOf:
    """What lies on a station master space: the id of a tile, or `{"worker": ...}` for the worker in its place."""
    master = Alternative(
        1,
        Word(catalog.station_masters.tiles, "master", piece=True),
        lambda plain: not isinstance(plain, dict),
        lambda slot: slot.master,
        lambda name: p.StationSlot(master=name),
        lambda slot: slot.master,
    )
    worker = record_of_one(p.StationSlot, "worker", catalog.tiles.workers)
    return OneOf(master, Alternative(0, worker, lambda _: True, lambda _: True))


CLOSED = "closed"
"""The word for a job market that its token has left."""


class TokenRow(Whole):
    """A row of the job market; null when the token has left the market, which here is the row behind the last one."""

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        return self.most + 1 if value is None else super().read(value, path, reading)

    def plain(self, value: int) -> Plain:
        return None if value > self.most else value

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [{"type": "null"}, super().schema()]}

    def things(self) -> Mapping[str, Plain]:
        return {**super().things(), CLOSED: None}

    def unpack(self, bits: BitReader) -> int:
        value = bits.read_count() + self.least
        if value > self.most + 1:
            raise OutOfBits("a row that is not there")
        return value


class CattleCounts(Table[int]):
    """The cattle market: card -> how many of it. Codes list its cards, each as any card is written."""

    def __init__(self, catalog: Catalog) -> None:
        self.card = CardShape(catalog, objectives=False, supply=True)
        breeds = catalog.cattle.breeds.values()
        cards = {str(card): card for breed in breeds for card in (p.Card(breed.id, vp) for vp in (None, *breed.copies))}
        super().__init__(cards.__getitem__, cards, Whole(0, MAX_COUNT), what="card")

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, dict):
            # What is no card is refused as everywhere.
            cards = {name for name in value if self.card.read(name, (*path, name), reading) is not NOT_KNOWN}
            value = {name: count for name, count in value.items() if name in cards}
        return super().read(value, path, reading)

    def things(self) -> Mapping[str, Plain]:
        return {card: card for card in self.card.things().values()}

    def pack(self, value: Mapping[p.Card, int], bits: BitWriter) -> None:
        bits.write_count(len(value))
        for place, count in self._in_order(value):
            self.card.pack(self.key(self.keys[place]), bits)
            self.entry.pack(count, bits)

    def unpack(self, bits: BitReader) -> Mapping[p.Card, int]:
        length = bits.read_count()
        if length > MAX_COUNT:
            raise OutOfBits("more kinds of cards than there are")
        return {self.card.unpack(bits): self.entry.unpack(bits) for _ in range(length)}


def board_shape(catalog: Catalog) -> Record[p.Board]:
    """What lies on the common board."""
    tiles, market = catalog.tiles, catalog.job_market
    columns = numbers(range(1, tiles.foresight.columns + 1))
    building: dict[str, Shape[Any]] = {
        "player": Word(catalog.table.players.colours),
        "face": Word(catalog.buildings.faces),
    }
    whose = {
        f"building:{colour}:{face}": {"player": colour, "face": face}
        for colour in catalog.table.players.colours
        for face in catalog.buildings.faces
    }
    objective, cattle = (CardShape(catalog, supply=True, **{other: False}) for other in ("cattle", "objectives"))
    tile = TileShape(catalog)
    row = Sequence(OrNull(Word(tiles.workers, "worker", piece=True)), max(market.columns.values()), "row")
    slots = numbers(number for number, station in catalog.railroad.stations.items() if station.station_master)
    return Record(
        p.Board,
        {
            "neutral": Places(
                str, spaces(catalog, "neutral"), Word(catalog.buildings.neutral, "neutral", piece=True), TRAIL
            ),
            "buildings": Places(str, spaces(catalog, "building"), Record(p.Building, building, building, whose), TRAIL),
            "hazards": HazardPlaces(catalog),
            "outlaws": Places(str, spaces(catalog, "outlaw"), Word(tiles.outlaws, "outlaw", piece=True), TRAIL),
            "job_market": Record(
                p.JobMarket,
                {
                    "token_row": TokenRow(min(market.rows), max(market.rows)),
                    "rows": Table(int, numbers(market.rows), row, partial=True),
                },
            ),
            "foresight": Table(int, columns, Sequence(tile, tiles.foresight.spaces, "row"), partial=True),
            "cattle_market": CattleCounts(catalog),
            "cattle_stack": PileShape(cattle),
            "objective_display": Sequence(objective, catalog.objectives.display),
            "objective_stack": PileShape(objective),
            "station_masters": Places(int, slots, station_slot(catalog), RAILROAD),
            "bags": Table(int, columns, PileShape(tile), partial=True),
            **_besides(catalog),
        },
    )


def _besides(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What lies there in some games only."""
    shapes: dict[str, Shape[Any]] = {}
    if catalog.towns.tiles:
        shapes["town_tiles"] = Places(str, catalog.towns.medium, Word(catalog.towns.tiles, "town-tile", piece=True))
    if catalog.station_masters.spare:
        shapes["spare_masters"] = Sequence(Word(catalog.station_masters.tiles, "master", piece=True), MAX_COUNT)
    return shapes


def engine_shape(catalog: Catalog) -> OneOf:
    """A numbered space of the railroad, or the turnout of a station such as "t7"."""
    railroad = catalog.railroad
    return OneOf(
        Alternative(0, Whole(railroad.first, railroad.last), lambda plain: not isinstance(plain, str), _is_number),
        Alternative(1, Word(railroad.turnouts), lambda _: True, lambda _: True),
        what="engine",
    )


def _is_number(value: object) -> bool:
    return not isinstance(value, str)


def branchlets(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What a player has where there are towns."""
    return {"branchlets": Sequence(Word(catalog.towns.towns, "town"), MAX_COUNT, "once")} if catalog.towns.towns else {}


def _automa(catalog: Catalog) -> Record[p.AutomaState]:
    """The automa that plays for somebody."""
    by_id = automas()
    return Record(
        p.AutomaState,
        {
            "id": Word(by_id),
            "level": Word([level for automa in by_id.values() for level in automa.levels]),
            "specialization": Word(catalog.tiles.workers),
            "extra": Table(str, catalog.tiles.workers, Whole(0, MAX_COUNT)),
            "used": Sequence(Word([card for automa in by_id.values() for card in automa.cards]), MAX_COUNT),
        },
        required=("id",),
    )


def player(catalog: Catalog) -> Record[p.Player]:
    """A player's things, each complete when it is there."""
    table, board = catalog.table, catalog.player_board
    pile = PileShape(CardShape(catalog))
    count, rows = Whole(0, MAX_COUNT), board.worker_rows
    once = {city.id: 1 for city in catalog.cities.cities.values() if not city.repeatable}
    stations = Whole(min(catalog.railroad.stations), max(catalog.railroad.stations))
    return Record(
        p.Player,
        {
            "seat": Whole(min(table.seats), max(table.seats)),
            "dollars": Whole(0, MAX_COUNT, (0, 99)),
            "exchange_tokens": Whole(0, MAX_COUNT, (0, 36)),
            "certificates": Whole(min(table.certificates.track), max(table.certificates.track)),
            "herder": OrNull(Word(catalog.trail.spaces, "space"), p.OFF_BOARD, tag=1),
            "engine": engine_shape(catalog),
            "workers": Table(
                str, catalog.tiles.workers, Whole(0, MAX_COUNT, (rows.printed, rows.spaces)), what="worker"
            ),
            "cleared": Sequence(Word(board.discs, "disc"), MAX_COUNT, "once"),
            "deliveries": Table(str, catalog.cities.cities, count, what="city", limits=once),
            "stations": Sequence(stations, MAX_COUNT, "once"),
            "hand": pile,
            "draw": pile,
            "discard": pile,
            "placed_out": Sequence(Word(catalog.buildings.faces), MAX_COUNT, "once"),
            "hazards": Sequence(hazard_shape(catalog), MAX_COUNT),
            "outlaws": Table(str, catalog.tiles.outlaws, count, what="outlaw"),
            "objectives": Sequence(CardShape(catalog, cattle=False), MAX_COUNT),
            "station_masters": Sequence(Word(catalog.station_masters.tiles, "station-master"), MAX_COUNT, "once"),
            "job_market_token": Flag(),
            "automa": _automa(catalog),
            **branchlets(catalog),
        },
    )

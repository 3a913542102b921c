"""What one player has, in the position format."""

from __future__ import annotations

from typing import Any

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog, automas
from companion.engine.core.position import MAX_COUNT
from companion.engine.format.containers import Alternative, OneOf, OrNull, Record, Sequence, Table
from companion.engine.format.pieces import CardShape, PileShape, hazard_shape
from companion.engine.format.shapes import Flag, Shape, Whole, Word


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

"""What one player has, in the position format."""

from __future__ import annotations

from companion.engine import position as p
from companion.engine.components import Catalog
from companion.engine.reading.parts import MOST, card, hazard_fields, pile
from companion.engine.reading.problems import Path
from companion.engine.reading.shapes import Reading, Shape, flag, mapping, record, sequence, whole, word


def player(catalog: Catalog) -> Shape[p.Player]:
    """A player's things, each complete when it is there."""
    table, board = catalog.table, catalog.player_board
    any_card = card(catalog)
    count = whole(0, MOST)
    faces = word(catalog.buildings.faces)
    return record(
        p.Player,
        {
            "seat": whole(min(table.seats), max(table.seats)),
            "dollars": count,
            "exchange_tokens": count,
            "certificates": whole(min(table.certificates.track), max(table.certificates.track)),
            "herder": _herder(catalog),
            "engine": _engine(catalog),
            "workers": mapping(str, catalog.tiles.workers, whole(0, MOST)),
            "cleared": sequence(word(board.discs), MOST),
            "deliveries": mapping(str, catalog.cities.cities, count),
            "stations": sequence(whole(min(catalog.railroad.stations), max(catalog.railroad.stations)), MOST),
            "hand": pile(any_card),
            "draw": pile(any_card),
            "discard": pile(any_card),
            "placed_out": sequence(faces, MOST),
            "hazards": sequence(record(p.HazardTile, hazard_fields(catalog)), MOST),
            "outlaws": mapping(str, catalog.tiles.outlaws, count),
            "objectives": sequence(card(catalog, cattle=False), MOST),
            "station_masters": sequence(word(catalog.station_masters.tiles), MOST),
            "job_market_token": flag,
        },
    )


def _herder(catalog: Catalog) -> Shape[str]:
    """A space of the trail; null before the first turn."""
    on_trail = word(catalog.trail.spaces)

    def read(value: object, path: Path, reading: Reading) -> str | None:
        return p.OFF_BOARD if value is None else on_trail(value, path, reading)

    return read


def _engine(catalog: Catalog) -> Shape[int | str]:
    """A numbered space of the railroad, or the turnout of a station such as "t7"."""
    railroad = catalog.railroad
    turnouts = [station.space for station in railroad.stations.values() if not station.space.isdecimal()]
    numbered, turnout = whole(railroad.first, railroad.last), word(turnouts)

    def read(value: object, path: Path, reading: Reading) -> int | str | None:
        if isinstance(value, str):
            return turnout(value, path, reading)
        return numbered(value, path, reading)

    return read

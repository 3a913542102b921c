"""The common board in the position format."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from companion.engine import position as p
from companion.engine.components import Catalog
from companion.engine.reading.parts import MOST, card, hazard_fields, numbers, pile, spaces, tile
from companion.engine.reading.problems import Path
from companion.engine.reading.shapes import (
    Reading,
    Shape,
    mapping,
    record,
    sequence,
    sequence_with_gaps,
    shown,
    whole,
    word,
)


def board(catalog: Catalog) -> Shape[p.Board]:
    """What lies on the common board."""
    tiles, market = catalog.tiles, catalog.job_market
    colours = catalog.table.players.colours
    columns = range(1, tiles.foresight.columns + 1)
    building = record(p.Building, {"player": word(colours), "face": word(catalog.buildings.faces)})
    objective, cattle = card(catalog, cattle=False), card(catalog, objectives=False)
    row = sequence_with_gaps(word(tiles.workers), max(market.columns.values()))
    slots = [number for number, station in catalog.railroad.stations.items() if station.station_master]
    return record(
        p.Board,
        {
            "neutral": mapping(str, spaces(catalog, "neutral"), word(catalog.buildings.neutral), gaps=True),
            "buildings": mapping(str, spaces(catalog, "building"), _complete_building(building), gaps=True),
            "hazards": mapping(str, spaces(catalog, "hazard"), _hazard_on_board(catalog), gaps=True),
            "outlaws": mapping(str, spaces(catalog, "outlaw"), word(tiles.outlaws), gaps=True),
            "job_market": record(
                p.JobMarket,
                {"token_row": _row_number(catalog), "rows": mapping(int, numbers(market.rows), row)},
            ),
            "foresight": mapping(int, numbers(columns), sequence(tile(catalog), tiles.foresight.spaces)),
            "cattle_market": _cattle_counts(cattle),
            "cattle_stack": pile(cattle),
            "objective_display": sequence(objective, catalog.objectives.display),
            "objective_stack": pile(objective),
            "station_masters": mapping(int, [str(slot) for slot in slots], _station_slot(catalog), gaps=True),
            "bags": mapping(int, numbers(columns), whole(0, MOST)),
        },
    )


def _row_number(catalog: Catalog) -> Shape[int]:
    return whole(min(catalog.job_market.rows), max(catalog.job_market.rows))


def _complete_building(shape: Shape[p.Building]) -> Shape[p.Building]:
    """A building is known with its owner and its face, or not at all."""

    def read(value: object, path: Path, reading: Reading) -> p.Building | None:
        keys = ("player", "face")
        missing = [key for key in keys if isinstance(value, dict) and key not in value]
        if missing:
            reading.problem("key-missing", path, missing=", ".join(missing))
            return None
        return shape(value, path, reading)

    return read


def _hazard_on_board(catalog: Catalog) -> Shape[p.HazardTile]:
    """A hazard on the trail: its space says which hazard it is."""
    fields = {name: shape for name, shape in hazard_fields(catalog).items() if name != "hazard"}

    def read(value: object, path: Path, reading: Reading) -> p.HazardTile | None:
        hazard = catalog.trail.spaces[str(path[-1])].hazard
        return record(functools.partial(p.HazardTile, hazard), fields)(value, path, reading)

    return read


def _cattle_counts(cattle: Shape[p.Card]) -> Shape[Mapping[p.Card, int]]:
    count = whole(0, MOST)

    def read(value: object, path: Path, reading: Reading) -> Mapping[p.Card, int] | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        result: dict[p.Card, int] = {}
        for name, number in value.items():
            key, read_count = cattle(name, (*path, name), reading), count(number, (*path, name), reading)
            if key is not None and read_count is not None:
                result[key] = read_count
        return result

    return read


def _station_slot(catalog: Catalog) -> Shape[p.StationSlot]:
    master = word(catalog.station_masters.tiles)
    worker = record(p.StationSlot, {"worker": word(catalog.tiles.workers)})

    def read(value: object, path: Path, reading: Reading) -> p.StationSlot | None:
        if isinstance(value, dict):
            return worker(value, path, reading)
        name = master(value, path, reading)
        return None if name is None else p.StationSlot(master=name)

    return read

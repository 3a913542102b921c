"""The game as agreed and the turn as it stands, in the position format."""

from __future__ import annotations

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog, editions, variants
from companion.engine.core.position import COPIED_RISK, MAX_COUNT, PHASES, RISK
from companion.engine.format.containers import Record, Sequence, Table
from companion.engine.format.pending import PendingShape
from companion.engine.format.pieces import numbers
from companion.engine.format.shapes import Flag, Whole, Word


def game(catalog: Catalog) -> Record[p.Game]:
    """What was agreed before the game."""
    players = catalog.table.players
    tiles = dict.fromkeys(face.number for face in catalog.buildings.faces.values())
    sides = sorted({face.side for face in catalog.buildings.faces.values()})
    return Record(
        p.Game,
        {
            "edition": Whole(min(editions()), max(editions())),
            "players": Whole(players.least, players.most),
            "variants": Sequence(Word(variants(catalog.edition)), MAX_COUNT),
            "sides": Table(int, numbers(tiles), Word(sides)),
        },
    )


def turn(catalog: Catalog) -> Record[p.Turn]:
    """Whose turn it is and what has happened in it."""
    stations = Whole(min(catalog.railroad.stations), max(catalog.railroad.stations))
    return Record(
        p.Turn,
        {
            "player": Word(catalog.table.players.colours),
            "phase": Word(PHASES),
            "first_turn": Flag(),
            "used": Sequence(Word([RISK, *catalog.buildings.local_actions, COPIED_RISK]), MAX_COUNT),
            "final_round": Flag(),
            "buildings_used": Sequence(Word([*catalog.buildings.neutral, *catalog.buildings.faces]), MAX_COUNT),
            "auxiliary_used": Flag(),
            "cowboys_used": Whole(0, MAX_COUNT),
            "stations_upgraded": Sequence(stations, MAX_COUNT),
            "breeding_value": Whole(0, MAX_COUNT),
            "pending": Sequence(PendingShape(catalog), MAX_COUNT),
        },
    )

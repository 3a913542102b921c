"""Building tiles: each exists once, and all players show the same side of a number."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Player, Position, Reason, Ruleset, reason

NEUTRAL_BUILDING_TWICE = reason("neutral-building-twice", "buildings/tiles", building="neutral")
BUILDING_TWICE = reason("building-twice", "buildings/tiles", "player", "number")
BUILDING_SIDES_DIFFER = reason("building-sides-differ", "buildings/tiles", "number")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about neutral and private buildings."""
    # Every neutral building tile is there once.
    by_tile: dict[str, list[str]] = {}
    for space, tile in position.board.neutral.items():
        if tile:
            by_tile.setdefault(tile, []).append(f"board.neutral.{space}")
    for tile, places in by_tile.items():
        if len(places) > 1:
            yield Reason(NEUTRAL_BUILDING_TWICE, {"building": tile, "places": tuple(places)})

    # A player has one tile of each number; whichever side it shows, it is in one place only. An automa has a side of
    # its own.
    of_automas = set[str]()
    by_number: dict[tuple[str, int], list[str]] = {}
    sides: dict[int, dict[str, list[str]]] = {}
    for place, colour, face_id in _faces(position):
        face = ruleset.catalog.buildings.faces[face_id]
        by_number.setdefault((colour, face.number), []).append(place)
        if position.players.get(colour, Player()).automa:
            of_automas.add(face_id)
        else:
            sides.setdefault(face.number, {}).setdefault(face.side, []).append(place)
    for (colour, number), places in by_number.items():
        if len(places) > 1:
            yield Reason(BUILDING_TWICE, {"player": colour, "number": number, "places": tuple(places)})

    # The side of a number is chosen once for everybody and never turned over.
    for number, side in (position.game.sides or {}).items():
        sides.setdefault(number, {}).setdefault(side, []).append(f"game.sides.{number}")
    for place, action in _used(position):
        if action.partition(".")[0] in of_automas:
            continue
        face_used = ruleset.catalog.buildings.faces.get(action.partition(".")[0])
        if face_used is not None:
            sides.setdefault(face_used.number, {}).setdefault(face_used.side, []).append(place)
    for number, by_side in sides.items():
        if len(by_side) > 1:
            yield Reason(
                BUILDING_SIDES_DIFFER,
                {
                    "number": number,
                    "places": tuple(dict.fromkeys(place for places in by_side.values() for place in places)),
                },
            )


def _faces(position: Position) -> Iterator[tuple[str, str, str]]:
    """(place, colour, face) for every private building that is on the trail or out of the game."""
    for space, building in position.board.buildings.items():
        if building:
            yield f"board.buildings.{space}", building.player, building.face
    for colour, player in position.players.items():
        for face in player.placed_out or ():
            yield f"players.{colour}.placed_out", colour, face


def _used(position: Position) -> Iterator[tuple[str, str]]:
    """(place, local action or building) for everything that was used in the turn under way."""
    for action in position.turn.used or ():
        yield "turn.used", action
    for building in position.turn.buildings_used or ():
        yield "turn.buildings_used", building

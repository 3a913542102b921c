"""Herders on the trail, and the neutral buildings that never leave it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, reason
from companion.engine.core.position import OFF_BOARD
from companion.engine.core.supply import everybody, on_turn

NEUTRAL_BUILDING_MISSING = reason("neutral-building-missing", "buildings/tiles", "space")
HERDER_OFF_THE_TRAIL = reason("herder-off-the-trail", "movement/emptied-space#herders", "player", "space")
HERDER_ON_EMPTY_SPACE = reason("herder-on-empty-space", "movement/emptied-space#herders", "player", "space")
START_BEFORE_DELIVERY = reason("start-before-delivery", "movement/emptied-space#herders", "player")
HERDER_ON_EMPTIED_SPACE = reason("herder-on-emptied-space", "movement/emptied-space", "space", "have", "collected")
AT_KANSAS_CITY_OUT_OF_TURN = reason("at-kansas-city-out-of-turn", "movement/emptied-space#herders", "player")
NOBODY_IN_KANSAS_CITY = reason("nobody-in-kansas-city", "movement/emptied-space#herders", "phase")
PHASE_UNLIKE_HERDER = reason("phase-unlike-herder", "movement/emptied-space#herders", "player", "phase", "space")

START, KANSAS_CITY = "start", "kansas-city"


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about herders and neutral buildings."""
    # All neutral buildings are on the trail from the beginning to the end.
    for space, tile in position.board.neutral.items():
        if tile is None:
            yield Reason(NEUTRAL_BUILDING_MISSING, {"space": space, "places": (f"board.neutral.{space}",)})
    yield from _standing(ruleset.catalog, position)
    yield from _on_emptied(ruleset, position)
    yield from _in_kansas_city(position)
    yield from _phase(ruleset, position)


def herders(position: Position) -> Iterator[tuple[str, str, str]]:
    """(colour, space, place in the position) of every herder that was entered."""
    for colour, player in position.players.items():
        if player.herder is not None:
            yield colour, player.herder, f"players.{colour}.herder"


def _standing(catalog: Catalog, position: Position) -> Iterator[Reason]:
    for colour, space, place in herders(position):
        # The trail does not lead over the lowest outlaw spaces.
        if space != OFF_BOARD and space not in catalog.trail.on_path:
            yield Reason(HERDER_OFF_THE_TRAIL, {"player": colour, "space": space, "places": (place,)})
        # A herder stops on a tile, and a private building is only ever replaced.
        if space in position.board.buildings and position.board.buildings[space] is None:
            places = (place, f"board.buildings.{space}")
            yield Reason(HERDER_ON_EMPTY_SPACE, {"player": colour, "space": space, "places": places})
        # Nothing but a delivery leads back to the start.
        deliveries = position.players[colour].deliveries
        if space == START and deliveries is not None and not any(deliveries.values()):
            places = (place, f"players.{colour}.deliveries")
            yield Reason(START_BEFORE_DELIVERY, {"player": colour, "places": places})


def _on_emptied(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A herder on an emptied space came to a tile there, and that tile now lies in front of a player.
    board, spaces = position.board, ruleset.catalog.trail.spaces
    emptied: dict[str, dict[str, list[str]]] = {}
    for _, space, place in herders(position):
        for name, tiles in (("hazards", board.hazards), ("outlaws", board.outlaws)):
            if space in tiles and tiles[space] is None:
                kind = spaces[space].hazard or name
                emptied.setdefault(kind, {}).setdefault(space, [f"board.{name}.{space}"]).append(place)
    for kind, by_space in emptied.items():
        key = "outlaws" if kind == "outlaws" else "hazards"
        players = everybody(ruleset, position, key)
        if players is None:
            continue
        if kind == "outlaws":
            collected = sum(sum((player.outlaws or {}).values()) for _, player in players)
        else:
            collected = sum(tile.hazard in (None, kind) for _, player in players for tile in player.hazards or ())
        if len(by_space) > collected:
            places = [place for paths in by_space.values() for place in paths]
            places += [f"players.{colour}.{key}" for colour, _ in players]
            yield Reason(
                HERDER_ON_EMPTIED_SPACE,
                {"space": next(iter(by_space)), "have": len(by_space), "collected": collected, "places": tuple(places)},
            )


def _in_kansas_city(position: Position) -> Iterator[Reason]:
    # A herder comes to Kansas City and leaves it in one and the same turn.
    visiting = [(colour, place) for colour, space, place in herders(position) if space == KANSAS_CITY]
    if position.turn.player is not None:
        for colour, place in visiting:
            if colour != position.turn.player:
                yield Reason(AT_KANSAS_CITY_OUT_OF_TURN, {"player": colour, "places": (place, "turn.player")})
    elif len(visiting) > 1:
        places = tuple(place for _, place in visiting)
        yield Reason(AT_KANSAS_CITY_OUT_OF_TURN, {"player": visiting[-1][0], "places": places})


def _phase(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    phase, colour = position.turn.phase, on_turn(position)
    if phase is None:
        return
    places = ["turn.phase"]
    in_kansas_city = phase.startswith("K") and phase != "K5"
    entered = everybody(ruleset, position, "herder")
    if in_kansas_city and colour is None and entered is not None:
        # Before the delivery is done, whoever delivers is there.
        if all(player.herder != KANSAS_CITY for _, player in entered):
            places += [f"players.{one}.herder" for one, _ in entered]
            yield Reason(NOBODY_IN_KANSAS_CITY, {"phase": phase, "places": tuple(places)})
        return
    at = position.players.get(colour or "", Player()).herder
    if at is None:
        return
    if in_kansas_city:
        fits = at == KANSAS_CITY
    elif phase == "K5":
        # The last thing in Kansas City is to go to the start.
        fits = at in (KANSAS_CITY, START)
    elif phase in ("C", "end"):
        # Whoever was in Kansas City has left it before drawing.
        fits = at not in (KANSAS_CITY, OFF_BOARD)
    elif phase == "A":
        # Phase A ends where B begins, so it fits everywhere but in Kansas City, whose subphases begin there at once.
        fits = at != KANSAS_CITY
    else:
        # In B the herder has been placed, and has left the start; there it comes by a delivery, when B is over. Kansas
        # City is where B of that turn is spent. The turn of an automa goes its own way.
        fits = at != OFF_BOARD and (at != START or bool(position.players[str(colour)].automa))
    if not fits:
        places.append(f"players.{colour}.herder")
        params = {"player": str(colour), "phase": phase, "space": at}
        yield Reason(PHASE_UNLIKE_HERDER, {**params, "places": tuple(places)})

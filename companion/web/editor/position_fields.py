"""All fields by path, worked out from the components of a game."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping

from companion import engine
from companion.engine import COPIED_RISK, MAX_COUNT, PHASES, RISK, Catalog, effects, spaces
from companion.sentences.names import WHOLE_TABLES
from companion.web.editor.fields import CLOSED, Cells, Counted, Field, Heap, Number, Spot, Things, Ticks

GAME, TRAIL, MARKET, RAILROAD = "game", "trail", "market", "railroad"
REGIONS = (GAME, TRAIL, MARKET, RAILROAD)
"""Parts of the board that are entered together; besides them every player is one."""

MAX_KNOWN = 60
"""No zone of cards holds so many, and no link is to become too long."""

YES_NO: Things = {"yes": True, "no": False}


@functools.cache
def fields() -> Mapping[str, Field]:
    """Every field by its path, with the things of all variants: whether they fit the game is for the check."""
    edition = engine.editions()[-1]
    catalog = engine.load_catalog(edition, engine.variants(edition))
    every = [*_game(catalog), *_turn(catalog), *_trail(catalog), *_market(catalog), *_railroad(catalog)]
    for colour in catalog.table.players.colours:
        every += _player(catalog, colour)
    return {field.path: field for field in every}


@functools.cache
def in_region(region: str) -> tuple[Field, ...]:
    """The fields that a part of the board shows."""
    return tuple(field for field in fields().values() if field.region == region)


def region_of(place: str) -> str:
    """The part of the board that shows a place of the position."""
    area, _, rest = place.partition(".")
    if area == "players":
        return rest.partition(".")[0] or GAME
    found = field_of(place)
    return found.region if found else GAME


def field_of(place: str) -> Field | None:
    """The field of a place of the position: the place itself, what it is part of, or the first of a table."""
    if place in WHOLE_TABLES:
        return next(field for path, field in fields().items() if path.startswith(f"{place}."))
    keys = place.split(".")
    paths = (".".join(keys[:length]) for length in range(len(keys), 0, -1))
    return next((fields()[path] for path in paths if path in fields()), None)


def _words(prefix: str, words: Iterable[str]) -> Things:
    return {f"{prefix}:{word}": word for word in words}


def hazard_faces(catalog: Catalog) -> dict[str, dict[str, str | int]]:
    """What can be seen of a hazard tile whose type the space tells: token -> plain value."""
    faces = sorted(
        catalog.tiles.hazards.faces.values(), key=lambda face: (("green", "black").index(face.hand), face.vp)
    )
    return {f"hazard:{face.hand}:{face.vp}": {"hand": face.hand, "vp": face.vp} for face in faces}


def hazard_tiles(catalog: Catalog) -> Things:
    """Hazard tiles with their type, with and without their face."""
    types = catalog.tiles.hazards.types
    bare = {f"hazard:{hazard}": {"hazard": hazard} for hazard in types}
    whole = {
        f"hazard:{hazard}:{token.partition(':')[2]}": {"hazard": hazard, **face}
        for hazard in types
        for token, face in hazard_faces(catalog).items()
    }
    return {**whole, **bare}


def tiles(catalog: Catalog) -> Things:
    """Tiles of the bags."""
    return {
        **{f"worker:{worker}": {"worker": worker} for worker in catalog.tiles.workers},
        **{f"outlaw:{outlaw}": {"outlaw": outlaw} for outlaw in catalog.tiles.outlaws},
        **hazard_tiles(catalog),
    }


def cattle(catalog: Catalog, *decks: str) -> Things:
    """Cattle cards of these decks (all, when none is named), with their points where cards of a breed differ."""
    found = {}
    for breed in catalog.cattle.breeds.values():
        if not decks or breed.deck in decks:
            pointed = [f"{breed.id}:{vp}" for vp in breed.copies] if len(breed.copies) > 1 else []
            found.update({f"card:{card}": card for card in [breed.id, *pointed]})
    return found


def objectives(catalog: Catalog, *, starting: bool = True) -> Things:
    """Objective cards."""
    cards = (card.id for card in catalog.objectives.cards.values() if starting or not card.starting)
    return _words("objective", cards)


def _game(catalog: Catalog) -> Iterator[Field]:
    players = catalog.table.players
    yield Spot("game.edition", GAME, {str(number): number for number in engine.editions()})
    yield Spot("game.players", GAME, {str(n): n for n in range(players.least, players.most + 1)})
    yield Ticks("game.variants", GAME, {name: name for name in engine.variants(catalog.edition)})
    sides: dict[int, dict[str, str]] = {}
    for face in catalog.buildings.faces.values():
        sides.setdefault(face.number, {})[face.side] = face.side
    for number, printed in sides.items():
        yield Spot(f"game.sides.{number}", GAME, printed)


def _turn(catalog: Catalog) -> Iterator[Field]:
    local = [RISK, *catalog.buildings.local_actions, COPIED_RISK]
    buildings = [*catalog.buildings.neutral, *catalog.buildings.faces]
    yield Spot("turn.player", GAME, {colour: colour for colour in catalog.table.players.colours})
    yield Spot("turn.phase", GAME, {phase: phase for phase in PHASES})
    yield Spot("turn.first_turn", GAME, YES_NO)
    yield Spot("turn.final_round", GAME, YES_NO)
    yield Ticks("turn.used", GAME, {name: name for name in local})
    yield Ticks("turn.buildings_used", GAME, {name: name for name in buildings})
    yield Spot("turn.auxiliary_used", GAME, YES_NO)
    yield Number("turn.cowboys_used", GAME, 0, catalog.player_board.worker_rows.spaces)
    yield Ticks("turn.stations_upgraded", GAME, {str(number): number for number in catalog.railroad.stations})
    yield Number("turn.breeding_value", GAME, 0, MAX_COUNT)
    # An effect that says more (how many, of what) comes from doing actions, or from the text.
    simple = [
        name
        for name, kind in effects.pending_vocabulary().items()
        if all(field.default is not dataclasses.MISSING for field in dataclasses.fields(kind))
    ]
    yield Heap("turn.pending", GAME, {name: {"effect": name} for name in simple}, most=len(simple))


def _trail(catalog: Catalog) -> Iterator[Field]:
    neutral = _words("neutral", catalog.buildings.neutral)
    buildings = {
        f"building:{colour}:{face}": {"player": colour, "face": face}
        for colour in catalog.table.players.colours
        for face in catalog.buildings.faces
    }
    hazards: dict[str, dict[str, str | int]] = {**hazard_faces(catalog), "hazard": {}}
    outlaws = _words("outlaw", catalog.tiles.outlaws)
    for table, kind, things in (
        ("neutral", "neutral", neutral),
        ("buildings", "building", buildings),
        ("hazards", "hazard", hazards),
        ("outlaws", "outlaw", outlaws),
    ):
        for space in spaces(catalog, kind):
            yield Spot(f"board.{table}.{space}", TRAIL, things, may_be_empty=True)


def _market(catalog: Catalog) -> Iterator[Field]:
    market, foresight = catalog.job_market, catalog.tiles.foresight
    workers = _words("worker", catalog.tiles.workers)
    yield Spot("board.job_market.token_row", MARKET, {**{str(row): row for row in market.rows}, CLOSED: None})
    for row in market.rows:
        yield Cells(f"board.job_market.rows.{row}", MARKET, workers, max(market.columns.values()), gaps=True)
    for column in range(1, foresight.columns + 1):
        yield Cells(f"board.foresight.{column}", MARKET, tiles(catalog), foresight.spaces)
    sold = cattle(catalog, "market")
    yield Counted("board.cattle_market", MARKET, tuple(sold.values()), most=MAX_COUNT)
    yield Heap("board.cattle_stack", MARKET, sold, MAX_KNOWN, pile=True)
    yield Heap("board.objective_display", MARKET, objectives(catalog, starting=False), catalog.objectives.display)
    yield Heap("board.objective_stack", MARKET, objectives(catalog, starting=False), MAX_KNOWN, pile=True)
    for column in range(1, foresight.columns + 1):
        yield Heap(f"board.bags.{column}", MARKET, tiles(catalog), MAX_KNOWN, pile=True)


def _railroad(catalog: Catalog) -> Iterator[Field]:
    workers = {f"worker:{worker}": {"worker": worker} for worker in catalog.tiles.workers}
    masters = {**_words("master", catalog.station_masters.tiles), **workers}
    for number, station in catalog.railroad.stations.items():
        if station.station_master:
            yield Spot(f"board.station_masters.{number}", RAILROAD, masters, may_be_empty=True)


def _player(catalog: Catalog, colour: str) -> Iterator[Field]:
    table, board, railroad = catalog.table, catalog.player_board, catalog.railroad
    at = f"players.{colour}"
    cards = {**cattle(catalog), **objectives(catalog)}
    stops: dict[str, int | str] = {str(n): n for n in range(railroad.first, railroad.last + 1)}
    once = {city.id: 1 for city in catalog.cities.cities.values() if not city.repeatable}
    track = table.certificates.track
    yield Number(f"{at}.seat", colour, min(table.seats), max(table.seats))
    yield Number(f"{at}.dollars", colour, 0, MAX_COUNT)
    yield Number(f"{at}.exchange_tokens", colour, 0, MAX_COUNT)
    yield Number(f"{at}.certificates", colour, min(track), max(track), min(track))
    yield Spot(f"{at}.herder", colour, {space: space for space in catalog.trail.spaces}, may_be_empty=True)
    yield Spot(f"{at}.engine", colour, {**stops, **{turnout: turnout for turnout in railroad.turnouts}})
    rows = board.worker_rows
    yield Counted(f"{at}.workers", colour, tuple(catalog.tiles.workers), rows.printed, rows.spaces)
    yield Ticks(f"{at}.cleared", colour, {disc: disc for disc in board.discs})
    yield Counted(f"{at}.deliveries", colour, tuple(catalog.cities.cities), limits=once)
    yield Ticks(f"{at}.stations", colour, {str(number): number for number in railroad.stations})
    for pile in ("hand", "draw", "discard"):
        yield Heap(f"{at}.{pile}", colour, cards, MAX_KNOWN, pile=True)
    yield Ticks(f"{at}.placed_out", colour, {face: face for face in catalog.buildings.faces})
    yield Heap(f"{at}.hazards", colour, hazard_tiles(catalog), MAX_KNOWN)
    yield Counted(f"{at}.outlaws", colour, tuple(catalog.tiles.outlaws))
    yield Heap(f"{at}.objectives", colour, objectives(catalog), MAX_KNOWN)
    yield Ticks(f"{at}.station_masters", colour, {tile: tile for tile in catalog.station_masters.tiles})
    yield Spot(f"{at}.job_market_token", colour, YES_NO)

"""All tiles together: what is in the bags and what came out of them is exactly what the box holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core import Catalog, Position, Reason, Ruleset, reason, zones
from companion.engine.core.position import Tile
from companion.engine.core.supply import Piece, missing, players_not_entered, shortages
from companion.engine.job_market import hiring
from companion.engine.railroad import station_masters
from companion.engine.trail import check_sections as sections

TOO_MANY_TILES = reason("too-many-tiles", "trail/bags", "tiles", "have", "supply")
TILES_MISSING = reason("tiles-missing", "trail/bags", "tiles", "have", "supply")
TILE_OF_ANOTHER_BAG = reason("tile-of-another-bag", "trail/bags", "tiles", "number")
BAG_TOO_FULL = reason("bag-too-full", "trail/bags", "number", "have", "most", severity="suspicious")

Split = dict[int, dict[str, int]]
"""Bag -> kind of tile such as "worker:cowboy" -> how many the bag holds before the set-up."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about bags, foresight and all tiles together."""
    split = bags_at_start(ruleset.catalog)
    seen = _seen(ruleset, position, frozenset(kind for contents in split.values() for kind in contents))
    yield from _together(ruleset, position, split, seen)
    yield from _other_bags(position, split)
    yield from _too_full(ruleset, position, split, seen)


def bags_at_start(catalog: Catalog) -> Split:
    """What every bag holds before the set-up."""
    tiles = catalog.tiles
    split: Split = {bag: {} for bag in range(1, tiles.foresight.columns + 1)}
    for hazard in tiles.hazards.types:
        split[tiles.hazards.bag][f"hazard:{hazard}"] = sum(face.copies for face in tiles.hazards.faces.values())
    for outlaw in tiles.outlaws.values():
        for bag, count in outlaw.bags.items():
            split[bag][f"outlaw:{outlaw.id}"] = count
    for worker in tiles.workers.values():
        for bag, count in worker.bags.items():
            split[bag][f"worker:{worker.id}"] = count
    return split


def most_unplaced(catalog: Catalog) -> int:
    """How many tiles may have gone to the box in the set-up, because the spaces of their kind were full."""
    tiles = catalog.tiles
    if tiles.setup_unplaced == "bag":
        return 0
    supply = {kind.partition(":")[2]: count for kind, count in bags_at_start(catalog)[tiles.setup_bag].items()}
    spaces = Counter(space.hazard for space in catalog.trail.spaces.values() if space.hazard)
    return max(supply[hazard] - placed for hazard, placed in spaces.items())


def _kind(tile: Tile) -> str:
    if tile.worker:
        return f"worker:{tile.worker}"
    return f"outlaw:{tile.outlaw}" if tile.outlaw else f"hazard:{tile.hazard.hazard if tile.hazard else ''}"


def _seen(ruleset: Ruleset, position: Position, kinds: frozenset[str]) -> list[Piece[str]]:
    """Every tile whose kind can be seen; of some hazards the type was not entered."""
    printed = ruleset.catalog.player_board.worker_rows.printed
    pieces = [Piece(place, frozenset({f"worker:{kind}"}), n) for place, kind, n in zones.workers(position, printed)]
    pieces += [Piece(place, frozenset({f"outlaw:{kind}"}), n) for place, kind, n in zones.outlaws(position)]
    any_hazard = _class(kinds, "hazard")
    for place, tile in zones.hazards(position):
        # On the trail, the space tells the type.
        space = ruleset.catalog.trail.spaces.get(place.removeprefix("board.hazards."))
        hazard = tile.hazard or (space.hazard if space else None)
        pieces.append(Piece(place, frozenset({f"hazard:{hazard}"}) if hazard else any_hazard))
    return pieces


def _class(kinds: frozenset[str], name: str) -> frozenset[str]:
    return frozenset(kind for kind in kinds if kind.startswith(f"{name}:"))


def _together(ruleset: Ruleset, position: Position, split: Split, seen: list[Piece[str]]) -> Iterator[Reason]:
    supply = Counter[str]()
    for contents in split.values():
        supply.update(contents)
    hidden = [
        Piece(f"board.bags.{bag}", frozenset(split[bag]), pile.count - len(pile.known))
        for bag, pile in position.board.bags.items()
    ]
    # What is in the bags and what can be seen is at most what there is. Only workers are in bag 2, none in bag 1.
    for short in shortages(supply, [*seen, *hidden]):
        # Too many of one kind that can all be seen are told where the supply of that kind is.
        if any(bag.count and bag.kinds <= short.kinds for bag in hidden):
            yield Reason(TOO_MANY_TILES, {"tiles": tuple(sorted(short.kinds)), **short.figures})
    # And it is at least that: no worker ever leaves the game, other tiles only when their section was full.
    rooms = [*seen, *hidden]
    rooms += _unseen(ruleset, position, split, sum(supply.values()))
    rooms += _out_of_the_game(ruleset, position, supply)
    for short in missing(supply, rooms):
        yield Reason(TILES_MISSING, {"tiles": tuple(sorted(short.kinds)), **short.figures})


def _unseen(ruleset: Ruleset, position: Position, split: Split, all_tiles: int) -> Iterator[Piece[str]]:
    """Room in what was not entered; `all_tiles` is enough for anything."""
    catalog, board = ruleset.catalog, position.board
    kinds = frozenset(kind for contents in split.values() for kind in contents)
    workers, hazards, outlaws = (_class(kinds, name) for name in ("worker", "hazard", "outlaw"))
    for bag, contents in split.items():
        if bag not in board.bags:
            yield Piece("", frozenset(contents), all_tiles)
        if bag not in board.foresight:
            yield Piece("", frozenset(contents), catalog.tiles.foresight.spaces)
    for space in catalog.trail.spaces.values():
        if space.kind == "hazard" and space.id not in board.hazards:
            yield Piece("", frozenset({f"hazard:{space.hazard}"}))
        if space.kind == "outlaw" and space.id not in board.outlaws:
            yield Piece("", outlaws)
    yield Piece("", workers, sum(hiring.spaces_not_entered(ruleset, position).values()))
    yield Piece("", workers, sum(slot not in board.station_masters for slot in station_masters.slots(ruleset)))
    strangers = players_not_entered(ruleset, position)
    without = {
        key: strangers + sum(getattr(player, key) is None for player in position.players.values())
        for key in ("hazards", "outlaws")
    }
    hidden = strangers + sum(not zones.tells_hired(player) for player in position.players.values())
    rows = catalog.player_board.worker_rows
    for kind in workers:
        yield Piece("", frozenset({kind}), hidden * (rows.spaces - rows.printed))
    yield Piece("", hazards, all_tiles * without["hazards"])
    yield Piece("", outlaws, all_tiles * without["outlaws"])


def _out_of_the_game(ruleset: Ruleset, position: Position, supply: Counter[str]) -> Iterator[Piece[str]]:
    # A hazard or outlaw leaves the game when its section is full. What filled the section then lies there still, or
    # somebody has collected it; those tiles are not out of the game.
    kinds = frozenset(supply)
    for section in sections.sections(ruleset, position):
        inside = frozenset({f"hazard:{section.hazard}"}) if section.hazard else _class(kinds, "outlaw")
        if section.collected is None or section.most + section.collected >= len(section.spaces):
            yield Piece("", inside, sum(supply[kind] for kind in inside) - len(section.spaces))


def _other_bags(position: Position, split: Split) -> Iterator[Reason]:
    # A foresight column is filled from the bag with its number, and every kind of tile is in certain bags only.
    shown = [(bag, f"board.foresight.{bag}", tile) for bag, tiles in position.board.foresight.items() for tile in tiles]
    shown += [(bag, f"board.bags.{bag}", tile) for bag, pile in position.board.bags.items() for tile in pile.known]
    for bag, place in dict.fromkeys((bag, place) for bag, place, _ in shown):
        kinds = {_kind(tile) for _, where, tile in shown if where == place}
        strange = sorted(kinds - split[bag].keys() - {"hazard:"})
        if strange:
            yield Reason(TILE_OF_ANOTHER_BAG, {"tiles": tuple(strange), "number": bag, "places": (place,)})


def _too_full(ruleset: Ruleset, position: Position, split: Split, all_seen: list[Piece[str]]) -> Iterator[Reason]:
    # The set-up takes tiles out of each bag, and none goes back. Which bag a worker or an outlaw comes from is not
    # sure on every tile, so this is a hint.
    kinds = frozenset(kind for contents in split.values() for kind in contents)
    foresight = ruleset.catalog.tiles.foresight.spaces
    market = ruleset.catalog.job_market.setup_workers
    (workers,) = (bag for bag, contents in split.items() if contents.keys() == _class(kinds, "worker"))
    first = {
        ruleset.catalog.tiles.hazards.bag: ruleset.catalog.tiles.setup_on_trail,
        workers: ruleset.per_players(market) or min(market.values()),
    }
    outside = Counter[str]()
    for piece in all_seen:
        if len(piece.kinds) == 1 and not piece.place.startswith("board.bags."):
            (kind,) = piece.kinds
            outside[kind] += piece.count
    whole = Counter[str]()
    for contents in split.values():
        whole.update(contents)
    for bag, pile in position.board.bags.items():
        column = Counter(_kind(tile) for tile in position.board.foresight.get(bag, ()))
        others = {kind: whole[kind] - count for kind, count in split[bag].items()}
        seen = sum(max(column[kind], outside[kind] - others[kind]) for kind in split[bag])
        most = sum(split[bag].values()) - max(first.get(bag, 0) + foresight, seen)
        if pile.count > most:
            place = f"board.bags.{bag}"
            yield Reason(BAG_TOO_FULL, {"number": bag, "have": pile.count, "most": most, "places": (place,)})

"""Worker, hazard and outlaw tiles that can be seen: no more of a kind than there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.core import Catalog, Position, Reason, Ruleset, reason, zones
from companion.engine.core.position import HazardTile
from companion.engine.core.supply import Piece, Shortage, shortages

TOO_MANY_WORKERS = reason("too-many-workers", "job-market/workers", "worker", "have", "supply")
TOO_MANY_OUTLAWS = reason("too-many-outlaws", "trail/outlaws#tiles", "outlaw", "have", "supply")
NO_SUCH_HAZARD = reason("no-such-hazard", "trail/hazards#tiles", tiles="hazard-tiles")
TOO_MANY_HAZARDS = reason("too-many-hazards", "trail/hazards#tiles", "have", "supply", tiles="hazard-tiles")
WORKER_ROW_OUT_OF_RANGE = reason(
    "worker-row-out-of-range", "job-market/workers", "player", "worker", "have", "least", "most"
)

_HazardKind = tuple[str, str, int]
"""Type, hand and victory points of a hazard tile."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about tiles from the bags."""
    catalog = ruleset.catalog
    printed = catalog.player_board.worker_rows.printed

    # 18 workers of each type; those printed on the player boards are no tiles.
    supply = {worker.id: sum(worker.bags.values()) for worker in catalog.tiles.workers.values()}
    pieces = [Piece(place, frozenset({kind}), n) for place, kind, n in zones.workers(position, printed)]
    for shortage in shortages(supply, pieces):
        yield Reason(TOO_MANY_WORKERS, {"worker": min(shortage.kinds), **_count(shortage)})

    # 11 outlaws of each colour.
    supply = {outlaw.id: sum(outlaw.bags.values()) for outlaw in catalog.tiles.outlaws.values()}
    pieces = [Piece(place, frozenset({kind}), n) for place, kind, n in zones.outlaws(position)]
    for shortage in shortages(supply, pieces):
        yield Reason(TOO_MANY_OUTLAWS, {"outlaw": min(shortage.kinds), **_count(shortage)})

    # Six hazards of each type, with fixed hands and victory points.
    tiles, hazards = [], _hazard_supply(catalog)
    for place, tile in zones.hazards(position):
        kinds = _kinds(hazards, tile)
        if kinds:
            tiles.append(Piece(place, kinds))
        else:
            face = f"{tile.hazard or ''}:{tile.hand or ''}:{tile.vp or ''}"
            yield Reason(NO_SUCH_HAZARD, {"tiles": (face,), "places": (place,)})
    for hazard_shortage in shortages(hazards, tiles):
        named = tuple(f"{hazard}:{hand}:{vp}" for hazard, hand, vp in sorted(hazard_shortage.kinds))
        yield Reason(TOO_MANY_HAZARDS, {"tiles": named, **_count(hazard_shortage)})

    yield from _worker_rows(ruleset, position)


def _count(shortage: Shortage[str] | Shortage[_HazardKind]) -> dict[str, int | tuple[str, ...]]:
    return {"have": shortage.have, "supply": shortage.supply, "places": shortage.places}


def _hazard_supply(catalog: Catalog) -> dict[_HazardKind, int]:
    hazards = catalog.tiles.hazards
    return {(kind, face.hand, face.vp): face.copies for kind in hazards.types for face in hazards.faces.values()}


def _kinds(supply: Mapping[_HazardKind, int], tile: HazardTile) -> frozenset[_HazardKind]:
    """Which tiles this one can be, as far as it is known."""
    return frozenset(
        (hazard, hand, vp)
        for hazard, hand, vp in supply
        if tile.hazard in (None, hazard) and tile.hand in (None, hand) and tile.vp in (None, vp)
    )


def _worker_rows(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A row has six spaces, and its printed worker never leaves.
    rows = ruleset.catalog.player_board.worker_rows
    for colour, player in position.players.items():
        for worker, count in (player.workers or {}).items():
            if not rows.printed <= count <= rows.spaces:
                yield Reason(
                    WORKER_ROW_OUT_OF_RANGE,
                    {
                        "player": colour,
                        "worker": worker,
                        "have": count,
                        "least": rows.printed,
                        "most": rows.spaces,
                        "places": (f"players.{colour}.workers.{worker}",),
                    },
                )

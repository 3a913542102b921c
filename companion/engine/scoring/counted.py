"""What objective cards, station masters and cities count besides what a layer has counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.core.catalog import Catalog

if TYPE_CHECKING:
    from companion.engine.scoring.table import Tally


class CountedKind(NamedTuple):
    """How many of it a player has (None: that is not known), and the most that anybody can have (None: no end)."""

    of: Callable[[Tally], int | None]
    most: Callable[[Catalog], int] | None = None


def _outlaw_pairs(tally: Tally) -> int | None:
    outlaws = tally.player.outlaws or {}
    return min(outlaws.get(kind, 0) for kind in tally.catalog.tiles.outlaws) if tally.has("outlaws") else None


def _certificates(tally: Tally) -> int | None:
    if not tally.has("certificates"):
        return None
    tiles = tally.catalog.station_masters.tiles
    return (tally.player.certificates or 0) + sum(tiles[t].permanent for t in tally.player.station_masters or ())


def _most_certificates(catalog: Catalog) -> int:
    permanent = sorted((tile.permanent for tile in catalog.station_masters.tiles.values()), reverse=True)
    masters = catalog.station_masters
    return max(catalog.table.certificates.track) + sum(permanent[: masters.in_play + masters.spare])


def _buildings(tally: Tally) -> int:
    tally.look_for_buildings()
    return len(tally.on_trail())


COUNTED: Mapping[str, CountedKind] = {
    "objective-card": CountedKind(
        lambda tally: tally.assignment().in_area,
        lambda c: 1 + sum(card.copies for card in c.objectives.cards.values() if not card.starting),
    ),
    "certificate": CountedKind(_certificates, _most_certificates),
    "outlaw-pair": CountedKind(_outlaw_pairs, lambda c: min(sum(o.bags.values()) for o in c.tiles.outlaws.values())),
    "hazard": CountedKind(
        lambda tally: len(tally.player.hazards or ()) if tally.has("hazards") else None,
        lambda c: sum(f.copies for f in c.tiles.hazards.faces.values()) * len(c.tiles.hazards.types),
    ),
    "worker": CountedKind(
        lambda tally: sum((tally.player.workers or {}).values()) if tally.has("workers") else None,
        lambda c: c.player_board.worker_rows.spaces * len(c.tiles.workers),
    ),
    "station": CountedKind(
        lambda tally: len(tally.player.stations or ()) if tally.has("stations") else None,
        lambda c: len(c.railroad.stations),
    ),
    "building": CountedKind(_buildings, lambda c: len({face.number for face in c.buildings.faces.values()})),
    "exchange-token": CountedKind(lambda tally: tally.player.exchange_tokens if tally.has("exchange_tokens") else None),
}
"""By the word that components use for it."""

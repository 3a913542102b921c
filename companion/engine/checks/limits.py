"""Limits that a player board sets, as high as they can be by what is known of its discs."""

from __future__ import annotations

from collections.abc import Collection

from companion.engine.components import Catalog
from companion.engine.position import Player

_HAND_DISCS = "hand-"
"""How the names of the disc spaces that raise the hand limit begin."""


def discs_placed(player: Player) -> int | None:
    """How many discs of a player lie on cities and stations; None when that is not known."""
    if player.deliveries is None or player.stations is None:
        return None
    return sum(player.deliveries.values()) + len(player.stations)


def certificate_limit(catalog: Catalog, cleared: Collection[str]) -> int:
    """How far the certificate marker may go: the second space counts only when the first is cleared too."""
    track = catalog.table.certificates
    if f"cert-{track.limit_with_four}" not in cleared:
        return track.limit
    both = f"cert-{track.limit_with_four_and_six}" in cleared
    return track.limit_with_four_and_six if both else track.limit_with_four


def most_certificates(catalog: Catalog, player: Player) -> int:
    """The highest limit of the certificate marker that fits what is known of a player."""
    if player.cleared is not None:
        return certificate_limit(catalog, player.cleared)
    track = catalog.table.certificates
    limits = (track.limit, track.limit_with_four, track.limit_with_four_and_six)
    placed = discs_placed(player)
    return limits[-1 if placed is None else min(placed, len(limits) - 1)]


def most_in_hand(catalog: Catalog, player: Player) -> int:
    """The highest hand limit that fits what is known of a player."""
    limit = catalog.table.hand_limit
    placed = discs_placed(player)
    if player.cleared is not None:
        placed = sum(disc.startswith(_HAND_DISCS) for disc in set(player.cleared))
    return limit.most if placed is None else min(limit.most, limit.base + limit.per_disc * placed)

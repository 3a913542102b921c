"""The things that objective cards ask for, one by one, so that it can be told which card uses which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.engine.core.catalog import Catalog
from companion.engine.core.components.cards import ObjectiveCard
from companion.engine.core.position import Card, Player

_ENOUGH = 100
"""More of one thing than all objective cards together ask for."""


def in_order(catalog: Catalog, cards: Iterable[Card], others: Sequence[ObjectiveCard]) -> list[ObjectiveCard]:
    """The objective cards among some cards, with `others` as often as they are in the game and not more often.

    Where they lay makes no difference to which of equal uses is told.
    """
    there, before = Counter(card.id for card in cards), Counter(card.id for card in others)
    known = catalog.objectives.cards.values()
    return [card for card in known for _ in range(min(there[card.id], card.copies - before[card.id]))]


def items_of(catalog: Catalog, player: Player, on_trail: Iterable[str], deck: Iterable[Card]) -> dict[str, list[str]]:
    """Task -> the things of a player that fulfil it, as "building:3a" or "outlaw:green".

    `on_trail` are the faces of the player's buildings there, `deck` the cards that are known.
    """
    found: dict[str, list[str]] = {
        "building": [f"building:{face}" for face in on_trail],
        "station": [f"station:{number}" for number in sorted(set(player.stations or ()))],
        "hazard": [f"hazard:{t.hazard or ''}:{t.hand or ''}:{t.vp or ''}" for t in player.hazards or ()],
        **{f"outlaw-{name}": [f"outlaw:{name}"] * min(n, _ENOUGH) for name, n in (player.outlaws or {}).items()},
        **{city: [f"city:{city}"] * min(n, _ENOUGH) for city, n in (player.deliveries or {}).items()},
    }
    for card in deck:
        breed = catalog.cattle.breeds.get(card.id)
        # An orange card serves no task.
        if breed is not None and breed.stage is None:
            # Points tell cards of a breed apart if there are several kinds of them.
            named = f"card:{card.id}:{card.vp}" if card.vp and len(breed.copies) > 1 else f"card:{card.id}"
            found.setdefault(breed.id, []).append(named)
            found.setdefault(f"value-{breed.value}", []).append(named)
    return found

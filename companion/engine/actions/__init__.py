"""Everything a player can do. Importing this package makes all kinds of action known."""

from companion.engine.actions import (
    buildings,
    cards,
    discs,
    flow_on,
    herder,
    kansas_city,
    locations,
    market,
    objectives,
    railroad,
    tiles,
)
from companion.engine.actions.base import Action, in_question, vocabulary

__all__ = [
    "Action",
    "buildings",
    "cards",
    "discs",
    "flow_on",
    "herder",
    "in_question",
    "kansas_city",
    "locations",
    "market",
    "objectives",
    "railroad",
    "tiles",
    "vocabulary",
]

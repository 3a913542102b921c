"""The final scoring: what can be made in each category, totals and places."""

from companion.engine.score.entries import Entries, Standing, entry_reasons, place_of, standings
from companion.engine.score.reach import reachable

__all__ = ["Entries", "Standing", "entry_reasons", "place_of", "reachable", "standings"]

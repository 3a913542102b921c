"""The final scoring: of a position line by line, of numbers on a pad, places, and what can be made in each category."""

from companion.engine.score.entries import Entries, Standing, entry_reasons, place_of, standings
from companion.engine.score.lines import LINES, Score, ScoreLine
from companion.engine.score.objectives import Assignment, best_assignment, shared_out
from companion.engine.score.ranking import TIE, Ranking, ranking
from companion.engine.score.reach import reachable
from companion.engine.score.table import Told, score

__all__ = [
    "LINES",
    "TIE",
    "Assignment",
    "Entries",
    "Ranking",
    "Score",
    "ScoreLine",
    "Standing",
    "Told",
    "best_assignment",
    "entry_reasons",
    "place_of",
    "ranking",
    "reachable",
    "score",
    "shared_out",
    "standings",
]

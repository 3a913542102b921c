"""The rules of the game as a library: positions, checks, scoring. Standard library only; knows no language.

What is imported here is its public face; everything else may change.
"""

from companion.engine.catalog import editions, layers, load_catalog, variants
from companion.engine.checks import check
from companion.engine.figures import Figure, figures
from companion.engine.position import SCHEMA, Position
from companion.engine.reading import Unreadable, read_position
from companion.engine.reading.problems import PROBLEMS, Problem
from companion.engine.reasons import REASONS, Reason
from companion.engine.ruleset import Ruleset, load_ruleset, ruleset_of
from companion.engine.tables import CatalogError

__all__ = [
    "PROBLEMS",
    "REASONS",
    "SCHEMA",
    "CatalogError",
    "Figure",
    "Position",
    "Problem",
    "Reason",
    "Ruleset",
    "Unreadable",
    "check",
    "editions",
    "figures",
    "layers",
    "load_catalog",
    "load_ruleset",
    "read_position",
    "ruleset_of",
    "variants",
]

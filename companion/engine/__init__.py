"""The rules of the game as a library: positions, checks, scoring. Standard library only; knows no language.

What is imported here is its public face; everything else may change.
"""

from companion.engine.actions import Action
from companion.engine.answered import Answered, answered, answered_code, read_answered
from companion.engine.catalog import editions, excluded, layers, load_catalog, scoring_layers, variants
from companion.engine.chance import Chance
from companion.engine.checks import check, possible
from companion.engine.figures import Figure, figures
from companion.engine.flow.amounts import FREE, Amount, Between, Costs, ends, missing_of
from companion.engine.flow.dealer import Dealer, ImpossibleOutcome, Seeded, Told
from companion.engine.flow.inquiry import Verdict
from companion.engine.format import (
    Lines,
    Unreadable,
    laid_out,
    position_schema,
    position_text,
    read_position,
    read_with_lines,
    to_plain,
)
from companion.engine.format.actions import action_line_schema, action_plain, action_schema, action_text, read_action
from companion.engine.format.drawn import drawn_schema, read_drawn
from companion.engine.format.problems import PROBLEMS, Problem
from companion.engine.format.questions import Question, read_question
from companion.engine.judge import Duty, IllegalAction, Option, apply, judge, options
from companion.engine.notation import code_schema, decode, encode, share_code
from companion.engine.position import SCHEMA, Position
from companion.engine.reasons import REASONS, Reason, Severity
from companion.engine.repairs import Repair, repairs
from companion.engine.ruleset import Ruleset, load_ruleset, ruleset_of
from companion.engine.setup import hidden, start
from companion.engine.tables import CatalogError
from companion.engine.version import rules_version

__all__ = [
    "FREE",
    "PROBLEMS",
    "REASONS",
    "SCHEMA",
    "Action",
    "Amount",
    "Answered",
    "Between",
    "CatalogError",
    "Chance",
    "Costs",
    "Dealer",
    "Duty",
    "Figure",
    "IllegalAction",
    "ImpossibleOutcome",
    "Lines",
    "Option",
    "Position",
    "Problem",
    "Question",
    "Reason",
    "Repair",
    "Ruleset",
    "Seeded",
    "Severity",
    "Told",
    "Unreadable",
    "Verdict",
    "action_line_schema",
    "action_plain",
    "action_schema",
    "action_text",
    "answered",
    "answered_code",
    "apply",
    "check",
    "code_schema",
    "decode",
    "drawn_schema",
    "editions",
    "encode",
    "ends",
    "excluded",
    "figures",
    "hidden",
    "judge",
    "laid_out",
    "layers",
    "load_catalog",
    "load_ruleset",
    "missing_of",
    "options",
    "position_schema",
    "position_text",
    "possible",
    "read_action",
    "read_answered",
    "read_drawn",
    "read_position",
    "read_question",
    "read_with_lines",
    "repairs",
    "rules_version",
    "ruleset_of",
    "scoring_layers",
    "share_code",
    "start",
    "to_plain",
    "variants",
]

"""The rules of the game as a library: positions, checks, actions, scoring. Standard library only; knows no language.

What is imported here is its public face, with the namespaces `actions` and `effects`: a class for everything that a
player can do, and for everything that waits to be done. Everything else may change.
"""

from companion.engine import actions, effects
from companion.engine.actions import Action
from companion.engine.catalog import editions, excluded, layers, load_catalog, scoring_layers, variants
from companion.engine.chance import Chance
from companion.engine.checks import check, possible
from companion.engine.components import Catalog
from companion.engine.components.board import HazardFace, Space, Trail
from companion.engine.components.common import Confidence, Corner, Hand
from companion.engine.components.players import AuxiliaryAction
from companion.engine.components.railroad import Arrow, City
from companion.engine.components.scoring import Automa, Category
from companion.engine.effects import Choice, Counted, Effect, LocalAction
from companion.engine.figures import Figure, figures
from companion.engine.flow.amounts import FREE, Amount, Between, Costs, ends, missing_of
from companion.engine.flow.dealer import Dealer, Drawn, ImpossibleOutcome, Seeded, Told
from companion.engine.flow.facts import hand_limit, permanent_certificates, step_limit
from companion.engine.flow.judgement import Answer, Verdict
from companion.engine.flow.state import State
from companion.engine.flow.trail import is_location
from companion.engine.flow.turn import FORESIGHT, may_choose
from companion.engine.format import (
    Lines,
    Unreadable,
    laid_out,
    position_from,
    position_schema,
    position_text,
    read_position,
    read_with_lines,
    to_plain,
)
from companion.engine.format.actions import action_line_schema, action_plain, action_schema, action_text, read_action
from companion.engine.format.drawn import drawn_schema, read_drawn
from companion.engine.format.jsontext import MAX_CHARACTERS, Document, JsonError, read_json
from companion.engine.format.log import read_log
from companion.engine.format.pieces import MAX_COUNT, spaces
from companion.engine.format.problems import PROBLEMS, Problem
from companion.engine.format.questions import Question, read_question
from companion.engine.format.shapes import Reading, nearest, shown
from companion.engine.format.table import COPIED_RISK, PHASES, RISK
from companion.engine.judge import Duty, IllegalAction, Option, apply, judge, options
from companion.engine.notation import code_schema, decode, encode, share_code
from companion.engine.play import random_game
from companion.engine.position import (
    OFF_BOARD,
    SCHEMA,
    Board,
    Building,
    Card,
    Game,
    HazardTile,
    JobMarket,
    Pile,
    Player,
    Position,
    StationSlot,
    Tile,
    Turn,
)
from companion.engine.reasons import REASONS, Kind, Reason, Severity, Value
from companion.engine.repairs import Repair, repairs
from companion.engine.ruleset import Ruleset, load_ruleset, ruleset_of
from companion.engine.score import (
    LINES,
    TIE,
    Ranking,
    Score,
    ScoreLine,
    Standing,
    entry_reasons,
    place_of,
    ranking,
    reachable,
    score,
    standings,
)
from companion.engine.setup import Neutral, Sides, hidden, start
from companion.engine.tables import CatalogError
from companion.engine.verdict_record import VerdictRecord, read_record, record_code, record_verdict
from companion.engine.version import rules_version

__all__ = [
    "COPIED_RISK",
    "FORESIGHT",
    "FREE",
    "LINES",
    "MAX_CHARACTERS",
    "MAX_COUNT",
    "OFF_BOARD",
    "PHASES",
    "PROBLEMS",
    "REASONS",
    "RISK",
    "SCHEMA",
    "TIE",
    "Action",
    "Amount",
    "Answer",
    "Arrow",
    "Automa",
    "AuxiliaryAction",
    "Between",
    "Board",
    "Building",
    "Card",
    "Catalog",
    "CatalogError",
    "Category",
    "Chance",
    "Choice",
    "City",
    "Confidence",
    "Corner",
    "Costs",
    "Counted",
    "Dealer",
    "Document",
    "Drawn",
    "Duty",
    "Effect",
    "Figure",
    "Game",
    "Hand",
    "HazardFace",
    "HazardTile",
    "IllegalAction",
    "ImpossibleOutcome",
    "JobMarket",
    "JsonError",
    "Kind",
    "Lines",
    "LocalAction",
    "Neutral",
    "Option",
    "Pile",
    "Player",
    "Position",
    "Problem",
    "Question",
    "Ranking",
    "Reading",
    "Reason",
    "Repair",
    "Ruleset",
    "Score",
    "ScoreLine",
    "Seeded",
    "Severity",
    "Sides",
    "Space",
    "Standing",
    "State",
    "StationSlot",
    "Tile",
    "Told",
    "Trail",
    "Turn",
    "Unreadable",
    "Value",
    "Verdict",
    "VerdictRecord",
    "action_line_schema",
    "action_plain",
    "action_schema",
    "action_text",
    "actions",
    "apply",
    "check",
    "code_schema",
    "decode",
    "drawn_schema",
    "editions",
    "effects",
    "encode",
    "ends",
    "entry_reasons",
    "excluded",
    "figures",
    "hand_limit",
    "hidden",
    "is_location",
    "judge",
    "laid_out",
    "layers",
    "load_catalog",
    "load_ruleset",
    "may_choose",
    "missing_of",
    "nearest",
    "options",
    "permanent_certificates",
    "place_of",
    "position_from",
    "position_schema",
    "position_text",
    "possible",
    "random_game",
    "ranking",
    "reachable",
    "read_action",
    "read_drawn",
    "read_json",
    "read_log",
    "read_position",
    "read_question",
    "read_record",
    "read_with_lines",
    "record_code",
    "record_verdict",
    "repairs",
    "rules_version",
    "ruleset_of",
    "score",
    "scoring_layers",
    "share_code",
    "shown",
    "spaces",
    "standings",
    "start",
    "step_limit",
    "to_plain",
    "variants",
]

"""The rules of the game as a library: positions, checks, actions, scoring. Standard library only; knows no language.

What is imported here is its public face, with the namespaces `actions` and `effects`: a class for everything that a
player can do, and for everything that waits to be done. Everything else may change.
"""

from companion.engine import actions, effects, layers
from companion.engine.cards.piles import hand_limit
from companion.engine.checking import check, possible
from companion.engine.core.action import Action
from companion.engine.core.amounts import Amount, Between, Costs, ends, missing_of
from companion.engine.core.catalog import (
    Catalog,
    House,
    assumed,
    automa_layer,
    automas,
    editions,
    every_component,
    excluded,
    load_catalog,
    playable_layers,
    scoring_layers,
    variants,
)
from companion.engine.core.category import Category, Held, ScoringPiece
from companion.engine.core.components.automas import Automa, AutomaCard, Deed
from companion.engine.core.components.board import HazardFace, Space, Trail
from companion.engine.core.components.common import Confidence, Corner, Hand
from companion.engine.core.components.house import MAX_HOUSE_RULES, HouseFigure
from companion.engine.core.components.railroad import Arrow, City
from companion.engine.core.components.scoring import CategoryFigures
from companion.engine.core.dealer import Chance, Dealer, Drawn, ImpossibleOutcome, Listening, Scripted, Seeded
from companion.engine.core.effect import Choice, Counted, Effect, LocalAction
from companion.engine.core.judgement import Answer, Verdict
from companion.engine.core.position import (
    FORESIGHT,
    MAX_COUNT,
    OFF_BOARD,
    PHASES,
    SCHEMA,
    AutomaState,
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
from companion.engine.core.reasons import PROBLEMS, REASONS, Kind, Problem, Reason, Severity, Value
from companion.engine.core.ruleset import Ruleset, load_ruleset, ruleset_of
from companion.engine.core.state import State
from companion.engine.core.tables import CatalogError
from companion.engine.draws import DrawnSetUp, read_draw
from companion.engine.format import (
    laid_out,
    plain_at,
    position_from,
    position_schema,
    position_text,
    read_position,
    read_with_lines,
    to_plain,
    with_plain,
)
from companion.engine.format.actions import action_line_schema, action_plain, action_schema, action_text, read_action
from companion.engine.format.description import Described, described, described_action, described_player
from companion.engine.format.jsontext import MAX_CHARACTERS, Lines, Unreadable, read_json
from companion.engine.format.log import drawn_schema, read_drawn, read_log
from companion.engine.format.notation import code_schema, decode, encode, share_code
from companion.engine.format.pieces import spaces
from companion.engine.format.questions import Question, read_question
from companion.engine.format.shapes import NOT_KNOWN, Reading, nearest, shown
from companion.engine.format.verdict_record import (
    VerdictRecord,
    read_record,
    record_code,
    record_verdict,
    rules_version,
)
from companion.engine.house import changeable_in, game_of_all, house_in, house_rules_behind
from companion.engine.judging import Duty, IllegalAction, Option, apply, considered, explain, judge, options
from companion.engine.kansas_city.certificates import permanent_certificates
from companion.engine.kansas_city.clock import Clock, PlayerClock, Remaining, clock, visits_left
from companion.engine.kansas_city.foresight import may_choose
from companion.engine.kansas_city.income import MAX_DRAWN, Odds, income_odds
from companion.engine.movement.steps import best_ways, shortest_ways, step_limit
from companion.engine.named_figures import Figure, figures, figures_at, figures_changed_by, figures_in
from companion.engine.play import random_game
from companion.engine.repairing import Repair, repairs
from companion.engine.scoring.categories import (
    IN_DECK,
    PLAYED,
    categories_of,
    group_that_counts,
    piece_groups,
    reachable,
    typed_pieces,
)
from companion.engine.scoring.entries import Standing, entry_reasons, place_of, standings
from companion.engine.scoring.lines import LINES, Score, ScoreLine
from companion.engine.scoring.table import TIE, Ranking, ranking, score
from companion.engine.setup.dealing import Neutral, Sides, hidden, start
from companion.engine.trail.tiles import is_location

"""The frame of the engine, which knows no single rule. What is imported here is what a rule is written with."""

from companion.engine.core.action import Action, free_to_act, in_phase, offered
from companion.engine.core.catalog import Catalog, load_catalog
from companion.engine.core.effect import Effect, Prospects, Step, of_kind
from companion.engine.core.judgement import Judgement
from companion.engine.core.position import Player, Position
from companion.engine.core.reasons import Reason, reason
from companion.engine.core.ruleset import Ruleset
from companion.engine.core.state import State

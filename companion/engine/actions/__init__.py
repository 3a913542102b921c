"""Everything a player can do. Importing this package makes all kinds of action known."""

from companion.engine.actions.base import Action, in_question, vocabulary
from companion.engine.actions.buildings import Build
from companion.engine.actions.cards import Discard, Draw, Exchange, Remove
from companion.engine.actions.discs import FROM_STATION, Disc
from companion.engine.actions.flow_on import End, Skip
from companion.engine.actions.herder import Move, Place
from companion.engine.actions.kansas_city import Deliver, Foresight, Grow, Income
from companion.engine.actions.locations import Auxiliary, Copy, Use
from companion.engine.actions.market import AddCards, Buy, Hire
from companion.engine.actions.objectives import Objective, Play
from companion.engine.actions.railroad import Appoint, Engine, Upgrade
from companion.engine.actions.tiles import Bounty, Hazard

__all__ = [
    "FROM_STATION",
    "Action",
    "AddCards",
    "Appoint",
    "Auxiliary",
    "Bounty",
    "Build",
    "Buy",
    "Copy",
    "Deliver",
    "Disc",
    "Discard",
    "Draw",
    "End",
    "Engine",
    "Exchange",
    "Foresight",
    "Grow",
    "Hazard",
    "Hire",
    "Income",
    "Move",
    "Objective",
    "Place",
    "Play",
    "Remove",
    "Skip",
    "Upgrade",
    "Use",
    "in_question",
    "vocabulary",
]

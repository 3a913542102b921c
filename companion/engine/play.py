"""Whole games from a seed, and logs: a start, then actions with what chance brought; replay gives the same game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Position
from companion.engine.core.catalog import automa_layer, automas
from companion.engine.core.dealer import Chance, Drawn, Scripted, Seeded
from companion.engine.core.ruleset import ruleset_of
from companion.engine.judging import Option, apply, apply_in, options_in, state_of
from companion.engine.setup.dealing import Sides, start

MAX_ACTIONS = 20_000
"""More than any game takes; a game that goes on longer would be a mistake of the engine."""

_LIKELY: Mapping[str, int] = {
    "exchange": 1,
    "skip": 2,
    "end": 1,
    "auxiliary": 4,
    "use": 30,
    "move": 5,
    "grow": 20,
    "branchlet": 30,
}
"""How likely a random player takes an action of a type, where there is a choice; others count ten."""


@dataclass(frozen=True)
class LogEntry:
    """One line of a log: what was done, and what was drawn in doing it."""

    action: Action
    drawn: tuple[Drawn, ...] = ()


@dataclass(frozen=True)
class Moment:
    """A position of a game, with what may be done and what is done."""

    position: Position
    options: tuple[Option, ...]
    entry: LogEntry


def random_game(
    players: int,
    variants: Iterable[str],
    seed: int,
    *,
    sides: Sides = "mixed",
    automa: str = "",
    level: str = "",
    edition: int = 2,
    house: Mapping[str, int] | None = None,
) -> Iterator[Moment]:
    """A whole game in which everybody does something that is allowed. The last position follows from the last moment.

    With an `automa`, it is the last player, of a level (or the first that there is).

    Raises RuntimeError when the game gets stuck or does not end: then the engine is wrong.
    """
    chance = Chance(seed)
    position = start(players, variants, chance=chance, sides=sides, edition=edition, house=house)
    if automa:
        position = automa_layer(automa).take_seat(position, chance, level or next(iter(automas()[automa].levels)))
    ruleset = ruleset_of(position)
    for _ in range(MAX_ACTIONS):
        if position.turn.phase == "end":
            return
        dealer = Seeded(chance)
        state = state_of(ruleset, position, dealer)
        open_now = options_in(state)
        if not open_now:
            raise RuntimeError(f"nothing may be done: {position.turn}")
        chosen = _choose(open_now, chance)
        following = apply_in(state, chosen.action, chosen.verdict)
        yield Moment(position, open_now, LogEntry(chosen.action, tuple(dealer.drawn)))
        position = following
    raise RuntimeError("the game does not end")


def _choose(open_now: tuple[Option, ...], chance: Chance) -> Option:
    """One of the options: first a type of action, so that many ways to move do not crowd out the rest."""
    by_type: dict[str, list[Option]] = {}
    for option in open_now:
        by_type.setdefault(option.action.type, []).append(option)
    kind = chance.pick([type_ for type_ in by_type for _ in range(_LIKELY.get(type_, 10))])
    return chance.pick(by_type[kind])


def replay(position: Position, log: Iterable[LogEntry]) -> Position:
    """The position after a log. Raises IllegalAction or ImpossibleOutcome when it does not fit."""
    rules = ruleset_of(position)
    for entry in log:
        position = apply(rules, position, entry.action, Scripted(entry.drawn))
    return position

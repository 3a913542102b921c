"""What may come of a step: without anything that can, an action that leads to it cannot be done.

A module of actions says which of its actions deal with a step; they are judged as if it were under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.engine.actions.base import Action
from companion.engine.effects import Effect
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.reasons import Reason


@dataclass(frozen=True)
class Prospects:
    """The actions that may come of a step, and the reason why nothing can where there are none.

    Places that were not entered count: an action that may be done there is one of them. What is sure to be dearer than
    another one need not be.
    """

    actions: Iterable[Action]
    nothing: Reason


_PROSPECTS: dict[type[Effect], Callable[[State], Prospects | None]] = {}


def prospects_of(step: type[Effect]) -> Callable[[Callable[[State], Prospects | None]], None]:
    """Lets a module of actions say what may come of a step that is under way in a state.

    None when that cannot be told, as the player on turn is somewhere else. A step of which nobody says anything needs
    nothing, or only brings something.
    """

    def note(told: Callable[[State], Prospects | None]) -> None:
        _PROSPECTS[step] = told

    return note


def judge_prospects(state: State, judgement: Judgement, step: Effect) -> None:
    """Note what forbids everything that could come of a step, or what decides whether anything can."""
    told = _PROSPECTS.get(type(step))
    if told is None:
        return
    ahead = state.ahead(step)
    found = told(ahead)
    if found is None:
        return
    refused: dict[str, list[list[Reason]]] = {}
    undecided: list[dict[str, None]] = []
    for action in found.actions:
        trial = Judgement()
        action.judge(ahead, trial)
        if trial.forbidden:
            refused.setdefault(action.type, []).append(trial.reasons)
        elif not trial.missing:
            return
        else:
            undecided.append(dict.fromkeys(trial.missing))
    if undecided:
        judgement.require_fact(*_deciding(state, undecided))
    elif refused:
        judgement.reasons += [reason for alike in refused.values() for reason in _nearest(alike)]
    else:
        judgement.reasons.append(found.nothing)


def _deciding(state: State, undecided: list[dict[str, None]]) -> Iterable[str]:
    """The facts that decide next: not those of what also needs all facts of another one."""
    board = state.board
    # Where nothing of a table was entered, it is asked for as a whole.
    tables = (("board.buildings", len(board.buildings)), ("board.job_market.rows", len(board.job_market.rows)))
    whole = [table for table, entered in tables if not entered]
    for missing in undecided:
        if not any(other.keys() < missing.keys() for other in undecided):
            yield from (next((table for table in whole if path.startswith(f"{table}.")), path) for path in missing)


def _nearest(refused: list[list[Reason]]) -> Iterable[Reason]:
    """The reasons against those that lack the least; of equal ones with figures, the one that comes nearest."""
    fewest = min(map(len, refused))
    told: dict[tuple[str, str], Reason] = {}
    for reason in (reason for reasons in refused if len(reasons) == fewest for reason in reasons):
        lacking = _lacking(reason)
        key = reason.code, "" if lacking else repr(reason.params)
        if key not in told or lacking < _lacking(told[key]):
            told[key] = reason
    return told.values()


def _lacking(reason: Reason) -> int:
    """How much is lacking, by the figures of a reason; 0 for one without."""
    needs, have = reason.params.get("needs"), reason.params.get("have")
    return needs - have if isinstance(needs, int) and isinstance(have, int) else 0

"""What may come of an effect: without anything that can, an action that brings nothing else cannot be done.

An effect says which actions deal with it (`Effect.prospects`); they are judged as if it were under way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.engine.core.judgement import NOT_ENOUGH_DOLLARS, Judgement
from companion.engine.core.reasons import Reason, reason

if TYPE_CHECKING:
    from companion.engine.core.action import Action
    from companion.engine.core.state import State

CHEAPEST_TOO_DEAR = reason("cheapest-too-dear", "turn/requirements-and-rewards", "needs", "have")


@dataclass(frozen=True)
class Prospects:
    """The actions that may come of an effect, and the reason why nothing can where there are none.

    Places that were not entered count: an action that may be done there is one of them. What is sure to be dearer than
    another one need not be.
    """

    actions: Iterable[Action]
    nothing: Reason


def judge_prospects(ahead: State, judgement: Judgement, prospects: Prospects) -> None:
    """Note what forbids everything that could come of what is under way, or what decides whether anything can."""
    refused: dict[str, list[list[Reason]]] = {}
    undecided: list[dict[str, None]] = []
    for action in prospects.actions:
        trial = Judgement()
        action.judge(ahead, trial)
        if trial.forbidden:
            refused.setdefault(action.type, []).append(trial.reasons)
        elif not trial.missing:
            return
        else:
            undecided.append(dict.fromkeys(trial.missing))
    if undecided:
        judgement.require_fact(*_deciding(ahead, undecided))
    elif refused:
        judgement.reasons += [reason for alike in refused.values() for reason in _nearest(alike)]
    else:
        judgement.reasons.append(prospects.nothing)


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
    nearest: dict[tuple[str, str], Reason] = {}
    for one in (one for reasons in refused if len(reasons) == fewest for one in reasons):
        lacking = _lacking(one)
        key = one.code, "" if lacking else repr(one.params)
        if key not in nearest or lacking < _lacking(nearest[key]):
            nearest[key] = one
    if len(refused) == 1:
        return nearest.values()
    # Of several the price is that of the cheapest, which nobody has chosen.
    dear = {NOT_ENOUGH_DOLLARS: CHEAPEST_TOO_DEAR}
    return [replace(one, code=dear.get(one.code, one.code)) for one in nearest.values()]


def _lacking(reason: Reason) -> int:
    """How much is lacking, by the figures of a reason; 0 for one without."""
    needs, have = reason.params.get("needs"), reason.params.get("have")
    return needs - have if isinstance(needs, int) and isinstance(have, int) else 0

"""What would make a refused action legal: the nearest way out, checked by judging again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from companion.engine.actions import Action
from companion.engine.actions.cards import Exchange
from companion.engine.effects.steps import DiscardCards
from companion.engine.flow.inquiry import Verdict
from companion.engine.judge import Option, apply, judge, options
from companion.engine.position import Position
from companion.engine.reasons import Reason
from companion.engine.ruleset import Ruleset

MOST_TRIED = 60
"""So many other actions are tried at most."""


@dataclass(frozen=True)
class Repair:
    """A way out of a refusal.

    `more`: legal with `count` more of what is at `path`. `first`: legal after `action` (`sure` is False when that
    depends on the cards that come). `instead`: `action` is legal, and is the same but for one thing.
    """

    kind: Literal["more", "first", "instead"]
    action: Action | None = None
    path: str = ""
    count: int = 0
    sure: bool = True


def repairs(ruleset: Ruleset, position: Position, action: Action) -> tuple[Repair, ...]:
    """Ways to make a refused action legal, the nearest first; none when it is allowed or nothing near helps."""
    verdict = judge(ruleset, position, action)
    if verdict.answer != "no":
        return ()
    open_now = options(ruleset, position)
    return (
        *_more(ruleset, position, action, verdict),
        *_first(ruleset, position, action, open_now),
        *_instead(action, open_now),
    )


def _more(ruleset: Ruleset, position: Position, action: Action, verdict: Verdict) -> Iterator[Repair]:
    """When only a number is too low: how much more of it is needed."""
    if len(verdict.reasons) != 1:
        return
    (reason,) = verdict.reasons
    needs, have = reason.params.get("needs"), reason.params.get("have")
    if not (isinstance(needs, int) and isinstance(have, int) and needs > have and reason.places):
        return
    path = reason.places[0]
    raised = _raised(position, reason, needs - have)
    if raised is not None and judge(ruleset, raised, action).answer != "no":
        yield Repair("more", path=path, count=needs - have)


def _raised(position: Position, reason: Reason, count: int) -> Position | None:
    """The position with more of what the reason names; None when that is no number of a player."""
    keys = reason.places[0].split(".")
    player = position.players.get(keys[1]) if keys[0] == "players" and len(keys) > 2 else None
    if player is None:
        return None
    value = getattr(player, keys[2], None)
    if len(keys) == 4 and keys[2] == "workers":
        changed = {**(player.workers or {}), keys[3]: (player.workers or {}).get(keys[3], 0) + count}
        better = replace(player, workers=changed)
    elif len(keys) == 3 and type(value) is int:
        changes: dict[str, Any] = {keys[2]: value + count}
        better = replace(player, **changes)
    else:
        return None
    return replace(position, players={**position.players, keys[1]: better})


def _first(ruleset: Ruleset, position: Position, action: Action, open_now: tuple[Option, ...]) -> Iterator[Repair]:
    """Something that may be done now, after which the action is allowed; what chance brings stays unknown."""
    perhaps: list[Repair] = []
    for option in open_now[:MOST_TRIED]:
        if option.verdict.answer != "yes" or type(option.action) is type(action) or option.action.type == "end":
            continue
        after = judge(ruleset, _later(apply(ruleset, position, option.action), option.action), action)
        if after.answer == "yes":
            yield Repair("first", option.action)
            return
        if after.answer == "depends":
            perhaps.append(Repair("first", option.action, sure=False))
    yield from perhaps[:1]


def _later(position: Position, action: Action) -> Position:
    """The position once what an exchange token drew is discarded again: which cards that are is the player's choice."""
    pending = position.turn.pending or ()
    if isinstance(action, Exchange) and pending and isinstance(pending[-1], DiscardCards):
        return replace(position, turn=replace(position.turn, pending=pending[:-1] or None))
    return position


def _instead(action: Action, open_now: tuple[Option, ...]) -> Iterator[Repair]:
    """The allowed action of the same type that is nearest: the same in all but one field."""
    names = [field.name for field in fields(action)]
    best: tuple[int, Action] | None = None
    for option in open_now:
        if type(option.action) is not type(action) or option.verdict.answer != "yes":
            continue
        different = [name for name in names if getattr(option.action, name) != getattr(action, name)]
        if len(different) != 1:
            continue
        distance = _distance(getattr(option.action, different[0]), getattr(action, different[0]))
        if best is None or distance < best[0]:
            best = distance, option.action
    if best is not None:
        yield Repair("instead", best[1])


def _distance(one: object, other: object) -> int:
    """How far two values of a field are apart: by the numbers in them, rows by what they do not share."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(set(one) ^ set(other))
    numbers = [int(digits) for digits in (_digits(one), _digits(other)) if digits]
    return abs(numbers[0] - numbers[1]) if len(numbers) == 2 else _FAR


_FAR = 99
"""Words without numbers in them are all equally far apart."""


def _digits(value: object) -> str:
    return "".join(letter for letter in str(value) if letter.isascii() and letter.isdecimal())

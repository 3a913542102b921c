"""What a kind of action comes to in a position, refused actions included: which of them, and why not the others?"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.engine.actions import in_question, vocabulary
from companion.engine.core import Action, Position, Ruleset, State
from companion.engine.core.judgement import Verdict
from companion.engine.format.description import values_of
from companion.engine.format.fields import record_of
from companion.engine.judging import judge_each, state_of

MOST_CONSIDERED = 600
"""Where the fields of an action can be combined in more ways, only what the rules take for candidates is considered."""


def considered(
    ruleset: Ruleset, position: Position, kinds: str | Collection[str], **among: Collection[Any]
) -> Mapping[Action, Verdict]:
    """Every action of a kind, or of several, with its verdict: also those that are refused, which `options` leaves out.

    Considered are all combinations of what the fields of the action can be in this game, if there are no more than
    `MOST_CONSIDERED`, and what else the rules take for candidates. `among` keeps a field to some values, and gives
    those of one that could be anything, such as a way. What an action can do without stays out unless `among` names it.

    >>> from companion.engine import action_text, read_position, ruleset_of
    >>> position = read_position('''{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "build",
    ...     "dollars": 2}]}, "players": {"blue": {"dollars": 4, "workers": {"builder": 2}}},
    ...     "board": {"buildings": {"A-1": null}}}''')
    >>> found = considered(ruleset_of(position), position, "build", space=["A-1"], face=["1a", "10a"])
    >>> [(action_text(action), verdict.answer) for action, verdict in found.items()]
    [('build face=1a space=A-1', 'yes'), ('build face=10a space=A-1', 'no')]
    """
    state = state_of(ruleset, position)
    named = [vocabulary()[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return judge_each(
        ruleset, position, dict.fromkeys(action for kind in named for action in _each(state, kind, among))
    )


def _each(state: State, kind: type[Action], among: Mapping[str, Collection[Any]]) -> Iterator[Action]:
    fields, shapes = dataclasses.fields(kind), record_of(state.catalog, kind).fields
    unknown = among.keys() - {field.name for field in fields}
    if unknown:
        raise TypeError(f"{kind.type!r} has no field {', '.join(sorted(unknown))}")
    values: dict[str, Collection[Any]] = {}
    for field in fields:
        if field.name in among:
            values[field.name] = among[field.name]
        elif isinstance(field.default, bool):
            values[field.name] = (field.default, not field.default)
        elif field.default is dataclasses.MISSING:
            # Of a list there is no end of values, and none of them is named here.
            values[field.name] = values_of(shapes[field.name].schema())
    if math.prod(map(len, values.values())) <= MOST_CONSIDERED:
        yield from (kind(**dict(zip(values, each, strict=True))) for each in itertools.product(*values.values()))
    if among.keys() >= {field.name for field in fields}:
        return
    step = None if state.next_step is None else type(state.next_step)
    # Candidates are those of what waits, or of the phase.
    open_now = in_question(step, state.turn.phase)  # type: ignore[arg-type] # classes are hashable
    for action in kind.candidates(state) if kind in open_now else ():
        if all(getattr(action, name) in wanted for name, wanted in among.items()):
            yield action

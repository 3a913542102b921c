"""Whether the requirements of an action can be met in full, and whether its reward can be had at all."""

from __future__ import annotations

from companion.engine.core import Judgement, State
from companion.engine.core.effect import Choice


def judge_choice(state: State, judgement: Judgement, choice: Choice) -> None:
    """Note what forbids an action with these requirements and rewards."""
    judgement.look(*(effect.section for effect in (*choice.requires, *choice.does)))
    for effect in choice.requires:
        effect.judge_requirement(state, judgement)
    # Without a reward that can be had, the action cannot be done; one that may be had in part can.
    if len(choice.does) == 1:
        choice.does[0].judge_reward(state, judgement)


def begin_choice(state: State, choice: Choice) -> None:
    """Requirements, then rewards; what the requirements cost is paid already."""
    state.begin((*(effect for effect in choice.requires if not effect.charged), *choice.does))

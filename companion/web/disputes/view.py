"""A dispute as its page shows it: the position, the question and the engine's answer, in the reader's words."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion import engine
from companion.book.disputes import Dispute
from companion.reference.examples import answered, situation
from companion.sentences.actions import action_sentence
from companion.sentences.judged import Judged, judged
from companion.web.disputes.part_of_board import picture


@dataclass(frozen=True)
class DisputeView:
    """What is asked in a dispute, and the answer. An answer to anything but "may it be done?" has `told`."""

    before: tuple[str, ...]
    """What is done first."""
    position: engine.Position
    """The position in which it is asked."""
    code: str
    """Its share code."""
    action: str | None
    """The action that is asked about, as a line of text."""
    judged: Judged | None
    question: str | None
    told: str | None
    """The answer in a sentence, when it is neither yes nor no."""
    why: tuple[str, ...]
    picture: Markup | None
    """Where it happens on the board."""


def shown(dispute: Dispute, language: str) -> DisputeView:
    """Ask the engine what the dispute is about, so that the page cannot be wrong about it."""
    ask = dispute.facts.ask
    position, before = situation({"position": dispute.facts.position, "ask": ask})
    action = engine.read_action(ask["action"]) if ask["type"] == "judge" else None
    question, told, why = (None, None, ()) if action else answered(position, ask, language)
    return DisputeView(
        before=tuple(action_sentence(step, language, position.game.edition) for step in before),
        position=position,
        code=engine.encode(position),
        action=engine.action_text(action) if action else None,
        judged=judged(position, action, language) if action else None,
        question=question,
        told=told,
        why=why,
        picture=picture(position, action, language),
    )

"""A judged question in the reader's words: what was asked, the answer, why, and the ways out."""

from __future__ import annotations

from dataclasses import dataclass

from companion import engine
from companion.engine import Answer
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence, repair_sentence
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words

MAX_PLACES = 12
"""Unknown places that are named; a position of which nothing is known would name dozens."""


@dataclass(frozen=True)
class Judged:
    """What a page shows of a question and its answer."""

    question: str
    """The action as a sentence without a subject."""
    moment: str | None
    """Whose turn it is, and the phase, as far as that was entered."""
    answer: Answer
    payments: str | None
    """What is paid to whom, and what decides that; None when the answer is no, or nothing is paid."""
    reasons: tuple[Finding, ...]
    sections: tuple[str, ...]
    """What was looked at for a yes or depends."""
    missing: tuple[str, ...]
    """The places that the answer depends on, the first `MAX_PLACES` of them."""
    more_missing: int
    repairs: tuple[str, ...]
    """What would make it legal."""
    readings: tuple[verdicts.TableReading, ...] = ()
    """The rules that decided it and that the table reads in a way of its own."""


def judged(position: engine.Position, action: engine.Action, language: str) -> Judged:
    """Ask the engine, and tell its answer in a language."""
    rules, words, edition = engine.ruleset_of(position), Words(language), position.game.edition
    verdict = engine.judge(rules, position, action)
    return Judged(
        question=action_sentence(action, language, edition),
        moment=_moment(position, words),
        answer=verdict.answer,
        payments=verdicts.payments_in_full(verdict, language) if verdict.payments and verdict.answer != "no" else None,
        reasons=tuple(finding_of(reason, language, edition=edition) for reason in verdict.reasons),
        sections=verdict.sections if verdict.answer != "no" else (),
        missing=tuple(words.place(path) for path in verdict.missing[:MAX_PLACES]),
        more_missing=max(0, len(verdict.missing) - MAX_PLACES),
        repairs=tuple(
            repair_sentence(repair, language, edition=edition) for repair in engine.repairs(rules, position, action)
        ),
        readings=verdicts.table_readings(position, verdict, language),
    )


def _moment(position: engine.Position, words: Words) -> str | None:
    player, phase = position.turn.player, position.turn.phase
    texts = [words.name("player", player)] if player else []
    texts += [words.name("phase", phase)] if phase else []
    return " · ".join(texts) or None

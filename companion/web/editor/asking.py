"""An answer to one action in words, what chance has to tell when it is done, and the final scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion import engine
from companion.engine import ranking
from companion.engine import score as score_position
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence, repair_sentence
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words
from companion.sentences.scores import line_sentence, outcome_sentence
from companion.web.editor.position_fields import field_of, region_of


@dataclass(frozen=True)
class EnteredPlace:
    """A place of the position in words, and the part of the board and the field where it is entered."""

    words: str
    region: str
    field: str


def places(position: engine.Position, paths: Sequence[str], language: str) -> tuple[EnteredPlace, ...]:
    """Places of the position in words, each once."""
    words = Words(language)
    found = ((path, field_of(path, position)) for path in paths)
    return tuple(
        dict.fromkeys(
            EnteredPlace(words.place(path), region_of(path, position), field.path if field else "")
            for path, field in found
        )
    )


@dataclass(frozen=True)
class WayOut:
    """Something that would make a refused action legal, with the action to ask about next, if there is one."""

    sentence: str
    action: str | None


@dataclass(frozen=True)
class JudgedAction:
    """The answer to one action."""

    action: str
    sentence: str
    answer: str
    """yes, no or depends."""
    told: str
    findings: tuple[Finding, ...]
    missing: tuple[EnteredPlace, ...]
    cost_missing: tuple[EnteredPlace, ...]
    ways_out: tuple[WayOut, ...]
    sections: tuple[str, ...]
    """What was looked at for a yes or depends."""
    asks: tuple[Ask, ...] = ()
    readings: tuple[verdicts.TableReading, ...] = ()
    grounds: tuple[verdicts.TellingGround, ...] = ()


@dataclass(frozen=True)
class Ask:
    """What chance has to tell: so many pieces from a hidden zone. `known`: all that lie there are."""

    zone: str
    words: str
    count: int
    known: bool


def judged(position: engine.Position, action: engine.Action, language: str) -> JudgedAction:
    """May it be done, why not, what would help, and what chance has to tell when it is done."""
    rules, words = engine.ruleset_of(position), Words(language)
    verdict = engine.judge(rules, position, action)
    listener = engine.Listening()
    if verdict.answer != "no":
        engine.apply(rules, position, action, listener)
    return JudgedAction(
        engine.action_text(action),
        action_sentence(action, language, position.game.edition),
        verdict.answer,
        verdicts.answer(verdict, language),
        tuple(finding_of(reason, language, edition=position.game.edition) for reason in verdict.reasons),
        places(position, verdict.missing, language),
        places(position, verdict.costs.missing, language) if verdict.answer != "no" else (),
        tuple(
            WayOut(
                repair_sentence(repair, language, edition=position.game.edition),
                engine.action_text(repair.action) if repair.action else None,
            )
            for repair in engine.repairs(rules, position, action)
        ),
        verdict.sections if verdict.answer != "no" else (),
        tuple(Ask(zone, words.place(zone), count, len(known) >= count) for zone, count, known in listener.asked),
        verdicts.table_readings(position, verdict, language),
        verdicts.grounds(position, action, language),
    )


@dataclass(frozen=True)
class ScoreSentence:
    """A line of a player's score with the rule that it follows."""

    points: int
    sentence: str
    section: str


@dataclass(frozen=True)
class ScoreOfCategory:
    """A category: its points (None: not known) and how they come about."""

    name: str
    points: int | None
    lines: tuple[ScoreSentence, ...]


@dataclass(frozen=True)
class ScoreOfPlayer:
    """What one player makes at the end, as far as it was entered."""

    player: str
    total: int
    complete: bool
    place: int | None
    categories: tuple[ScoreOfCategory, ...]


@dataclass(frozen=True)
class ScoreTable:
    """Everybody's score, best first once that is known, and who wins."""

    players: tuple[ScoreOfPlayer, ...]
    outcome: str
    known: bool
    missing: tuple[EnteredPlace, ...]


def score(position: engine.Position, language: str) -> ScoreTable:
    """The final scoring of every player who was entered."""
    rules, words = engine.ruleset_of(position), Words(language)
    scores = score_position(rules, position)
    placed = ranking(rules, scores)
    players = [
        ScoreOfPlayer(
            colour,
            result.total,
            result.complete,
            placed.places[colour],
            tuple(
                ScoreOfCategory(
                    words.name("category", name),
                    result.categories.get(name),
                    tuple(
                        ScoreSentence(line.points, line_sentence(line, language, rules.catalog), line.section)
                        for line in result.lines
                        if line.category == name
                    ),
                )
                for name in rules.catalog.scoring.categories
            ),
        )
        for colour, result in scores.items()
    ]
    return ScoreTable(
        tuple(sorted(players, key=lambda player: player.place or 0)),
        outcome_sentence(placed, scores, position, language),
        bool(placed.winners),
        places(position, placed.missing, language),
    )

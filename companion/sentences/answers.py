"""What is answered about a position, in a language: one form for pages, commands and the API."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion import engine
from companion.engine import TIE, Answer, ranking
from companion.engine import score as score_position
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence, repair_json, repair_sentence
from companion.sentences.findings import Finding, finding_of, key_path, problem_text
from companion.sentences.names import Words
from companion.sentences.scores import clock_sentences, line_sentence, outcome_sentence

MAX_PROBLEMS = 100
"""Problems of one text that are told. Nobody makes more slips; who sends something else need not hear them all."""

_LINK = re.compile(r"/(?:position|check/board)/([^\s/?#]*)")
_CODE = re.compile(r"(?!true\Z|false\Z|null\Z|-?\d+\Z)[A-Za-z0-9_-]+")
_AFTER_A_LINK = ".,;:!?)>]'\"”’…"
"""Signs that people write behind a link, and that are no letters of a code."""


@dataclass(frozen=True)
class Checked:
    """Everything that is to be said about a position, in one language."""

    lines: engine.Lines
    """Where things stand in the text that told the position."""
    findings: tuple[Finding, ...]
    possible: bool
    code: str | None
    """The share code; None when the position is too long for a link."""

    def as_json(self) -> dict[str, object]:
        """The form that the command and the API give out."""
        findings = [finding.as_json() for finding in self.findings]
        return {"possible": self.possible, "findings": findings, "share": self.code}


def check(text: str, language: str) -> Checked:
    """Judge the position that a JSON text tells. Raises engine.Unreadable."""
    position, lines = engine.read_with_lines(text)
    reasons = engine.check(engine.ruleset_of(position), position)
    return Checked(
        lines=lines,
        findings=tuple(finding_of(reason, language, edition=position.game.edition) for reason in reasons),
        possible=engine.possible(reasons),
        code=engine.share_code(position),
    )


def code_in(text: str) -> str | None:
    """The share code that somebody entered, bare or in a link, whether it is a good one or not.

    None when the text is meant as JSON, or as nothing that we know.
    """
    text = text.strip()
    if text.startswith(("{", "[", '"')):
        return None
    link = _LINK.search(text)
    if link:
        return link[1].rstrip(_AFTER_A_LINK).removesuffix(".json")
    # Mail programs break long words into lines.
    word = "".join(text.splitlines())
    return word if _CODE.fullmatch(word) else None


def problems(items: Iterable[engine.Problem], language: str) -> list[dict[str, object]]:
    """Why something cannot be read or done, as the API gives it out."""
    return [
        {
            "code": problem.code,
            "line": problem.line,
            "path": key_path(problem),
            "text": problem_text(problem, language),
        }
        for problem in tuple(items)[:MAX_PROBLEMS]
    ]


def options(every: Sequence[engine.Option], language: str, edition: int | None = None) -> dict[str, object]:
    """What may be done, with what it costs, and what may turn out to be allowed."""
    return {
        "options": [
            {
                "action": engine.action_plain(option.action),
                "text": action_sentence(option.action, language, edition),
                "cost": amount(option.verdict.cost),
                "duty": option.duty,
            }
            for option in every
            if option.verdict.answer == "yes"
        ],
        "undecided": [
            {"action": engine.action_plain(option.action), "missing": list(option.verdict.missing)}
            for option in every
            if option.verdict.answer == "depends"
        ],
    }


def amount(dollars: engine.Amount) -> int | dict[str, object]:
    """Dollars: a number, or what they are at least and at most, and the keys that decide."""
    if isinstance(dollars, int):
        return dollars
    return {"at_least": dollars.at_least, "at_most": dollars.at_most, "missing": list(dollars.missing)}


def _payment(payee: str | None, dollars: engine.Amount) -> dict[str, object]:
    dollars_json = amount(dollars)
    return {"to": payee, **(dollars_json if isinstance(dollars_json, dict) else {"dollars": dollars_json})}


def reasons(verdict: engine.Verdict, language: str, edition: int | None = None) -> list[dict[str, object]]:
    """Why something may not be done."""
    return [finding_of(reason, language, edition=edition).as_json() for reason in verdict.reasons]


def apply(question: engine.Question) -> dict[str, object]:
    """The position afterwards. Raises engine.IllegalAction and engine.ImpossibleOutcome."""
    position = question.position
    after = engine.apply(engine.ruleset_of(position), position, question.the_action, engine.Scripted(question.drawn))
    return {"position": engine.to_plain(after)}


def score(position: engine.Position, language: str) -> dict[str, Any]:
    """The final scoring of every player, line by line, and who wins."""
    rules = engine.ruleset_of(position)
    categories, scores = rules.catalog.scoring.categories, score_position(rules, position)
    placed = ranking(rules, scores)
    return {
        "players": {
            colour: {
                "total": result.total,
                "complete": result.complete,
                "place": placed.places[colour],
                "categories": {str(categories[name].number): points for name, points in result.categories.items()},
                "lines": [
                    {
                        "category": str(categories[line.category].number),
                        "points": line.points,
                        "text": line_sentence(line, language, rules.catalog),
                        "section": line.section,
                    }
                    for line in result.lines
                ],
            }
            for colour, result in scores.items()
        },
        "ranking": {
            "winners": list(placed.winners),
            "shared": placed.shared,
            "text": outcome_sentence(placed, scores, position, language),
            "section": TIE,
        },
    }


def clock(position: engine.Position, language: str) -> dict[str, Any]:
    """How long the game still lasts: visits until the job market is full, turns and deliveries of everybody."""
    now = engine.clock(engine.ruleset_of(position), position)
    return {
        "spaces": _between(now.spaces),
        "visits": _between(now.visits),
        "refills": list(now.refills),
        "players": {
            colour: {
                "next_visit": _between(one.next_visit),
                "at_limit": one.at_limit and _between(one.at_limit),
                "turns": _between(one.turns),
                "deliveries": _between(one.deliveries),
                "may_close": one.may_close,
            }
            for colour, one in now.players.items()
        },
        "missing": list(now.missing),
        "sentences": [*clock_sentences(now, language)],
    }


def _between(ends: engine.Remaining) -> dict[str, int]:
    return {"at_least": ends.least, "at_most": ends.most}


def odds(position: engine.Position, draws: int, spare: int) -> dict[str, Any]:
    """What the hand of the player on turn may be worth in Kansas City, and how likely it is that it is worth so much.

    Raises ValueError for more draws than engine.MAX_DRAWN.
    """
    colour = position.turn.player
    player = position.players.get(colour or "", engine.Player())
    keys = ("hand", "draw") if player.draw and player.draw.count >= draws + spare else ("hand", "draw", "discard")
    missing = [f"players.{colour}.{key}" for key in keys if getattr(player, key) is None] if colour else ["turn.player"]
    chances = {} if missing else engine.income_odds(engine.ruleset_of(position).catalog, player, draws, spare)
    return {
        "odds": [
            {"dollars": worth, "at_least": float(one.at_least), "at_most": float(one.at_most)}
            for worth, one in chances.items()
        ],
        "missing": missing,
    }


def _changes(before: engine.Position, after: engine.Position) -> dict[str, object]:
    """Dotted path -> new value, for everything that is different afterwards (null: not known any more)."""
    old, new = dict(_leaves(engine.to_plain(before))), dict(_leaves(engine.to_plain(after)))
    return {path: new.get(path) for path in dict.fromkeys((*old, *new)) if old.get(path) != new.get(path)}


def _leaves(value: Any, path: str = "") -> list[tuple[str, object]]:
    if not isinstance(value, dict) or not value:
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in _leaves(inner, f"{path}.{key}" if path else str(key))]


class WayOut(NamedTuple):
    """Something that would make a refused action legal."""

    sentence: str
    repair: engine.Repair

    @property
    def line(self) -> str:
        """The action to ask about next, as text; empty where it is none."""
        return engine.action_text(self.repair.action) if self.repair.action else ""


class Judged:
    """An action and the engine's verdict on it, in a language; what nobody asks for is not put into words.

    Without an `action` it is a verdict on several. `title` is what a page calls it, where that is not its sentence,
    `me` the player who reads it.
    """

    def __init__(
        self,
        position: engine.Position,
        action: engine.Action | None,
        language: str,
        verdict: engine.Verdict | None = None,
        *,
        title: str = "",
        me: str | None = None,
    ) -> None:
        self.position, self.action, self.language, self.me = position, action, language, me
        self._rules, self._edition = engine.ruleset_of(position), position.game.edition
        if verdict is None and action is not None:
            verdict = engine.judge(self._rules, position, action)
        self.verdict = verdict or engine.Verdict("no")
        self.answer: Answer = self.verdict.answer
        self.refused = self.answer == "no"
        self.words = Words(language, me=me, edition=self._edition)
        self._title = title

    @cached_property
    def line(self) -> str:
        """The action as text."""
        return engine.action_text(self.action) if self.action else ""

    @cached_property
    def title(self) -> str:
        """The action as a sentence without a subject, or what the page calls it."""
        return self._title or (action_sentence(self.action, self.language, self._edition) if self.action else "")

    @property
    def moment(self) -> str:
        """Whose turn it is, and the phase, as far as that was entered."""
        turn, words = self.position.turn, Words(self.language)
        texts = [words.name("player", turn.player)] if turn.player else []
        return " · ".join([*texts, *([words.name("phase", turn.phase)] if turn.phase else [])])

    @cached_property
    def payments(self) -> str:
        """What is paid to whom, empty where nothing is, or nothing may be done."""
        paid = self.verdict.payments and not self.refused
        return verdicts.payments(self.verdict, self.language) if paid else ""

    @cached_property
    def payments_in_full(self) -> str:
        """The same, and what decides how much it is."""
        return verdicts.payments_in_full(self.verdict, self.language, self._edition) if self.payments else ""

    @cached_property
    def reasons(self) -> tuple[Finding, ...]:
        """Everything that speaks against it."""
        return tuple(finding_of(reason, self.language, edition=self._edition) for reason in self.verdict.reasons)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The places that the answer depends on, in words."""
        return tuple(map(self.words.place, self.verdict.missing))

    @property
    def sections(self) -> tuple[str, ...]:
        """What was looked at for a yes or depends."""
        return () if self.refused else self.verdict.sections

    @property
    def readings(self) -> tuple[verdicts.TableReading, ...]:
        """The rules that decided it and that the table reads or plays in a way of its own."""
        return verdicts.table_readings(self.position, self.action, self.verdict, self.language)

    @property
    def grounds(self) -> tuple[verdicts.TellingGround, ...]:
        """Why it may be done, or what of it is settled."""
        return verdicts.grounds(self.position, self.action, self.language) if self.action and not self.refused else ()

    @cached_property
    def ways_out(self) -> tuple[WayOut, ...]:
        """What would make it legal."""
        ways = engine.repairs(self._rules, self.position, self.action) if self.action else ()
        return tuple(WayOut(repair_sentence(one, self.language, self.me, self._edition), one) for one in ways)

    @cached_property
    def draws(self) -> tuple[tuple[str, int, bool], ...]:
        """What chance has to tell when it is done: the hidden zone, so many pieces, and whether all there are known."""
        listener = engine.Listening()
        if self.action and not self.refused:
            engine.apply(self._rules, self.position, self.action, listener)
        return tuple((zone, count, len(pieces) >= count) for zone, count, pieces in listener.draws)

    def as_json(self) -> dict[str, object]:
        """The form that the command and the API give out."""
        verdict, action = self.verdict, self.action
        after = engine.apply(self._rules, self.position, action) if action and not self.refused else None
        return {
            "answer": self.answer,
            "reasons": [reason.as_json() for reason in self.reasons],
            "missing": list(verdict.missing),
            "sections": list(verdict.sections),
            "grounds": [one._asdict() for one in self.grounds],
            "readings": [one._asdict() for one in self.readings],
            "effects": {
                "payments": [_payment(payee, dollars) for payee, dollars in verdict.payments],
                "cost": amount(verdict.cost),
                "changes": _changes(self.position, after) if after else {},
            },
            "repairs": [repair_json(repair, self.language, self._edition) for _, repair in self.ways_out],
        }

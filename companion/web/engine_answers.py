"""What the rules engine answers, in a language: one form for the commands and the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion import engine
from companion.engine.score import TIE, ranking
from companion.engine.score import score as score_position
from companion.web import present, saying


def options(every: Sequence[engine.Option], language: str) -> dict[str, object]:
    """What may be done, with what it costs, and what may turn out to be allowed."""
    return {
        "options": [
            {
                "action": engine.action_plain(option.action),
                "text": saying.action_sentence(option.action, language),
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


def judge(position: engine.Position, action: engine.Action, language: str) -> dict[str, object]:
    """May it be done, why not, what would make it legal, on what does it depend, what does it cost and change."""
    rules = engine.ruleset_of(position)
    verdict = engine.judge(rules, position, action)
    after = {} if verdict.answer == "no" else _changes(position, engine.apply(rules, position, action))
    return {
        "answer": verdict.answer,
        "reasons": reasons(verdict, language),
        "missing": list(verdict.missing),
        "sections": list(verdict.sections),
        "effects": {
            "payments": [_payment(payee, dollars) for payee, dollars in verdict.payments],
            "cost": amount(verdict.cost),
            "changes": after,
        },
        "repairs": [saying.repair_json(repair, language) for repair in engine.repairs(rules, position, action)],
    }


def amount(dollars: engine.Amount) -> int | dict[str, object]:
    """Dollars: a number, or what they are at least and at most, and the keys that decide."""
    if isinstance(dollars, int):
        return dollars
    return {"at_least": dollars.at_least, "at_most": dollars.at_most, "missing": list(dollars.missing)}


def _payment(payee: str | None, dollars: engine.Amount) -> dict[str, object]:
    told = amount(dollars)
    return {"to": payee, **(told if isinstance(told, dict) else {"dollars": told})}


def reasons(verdict: engine.Verdict, language: str) -> list[dict[str, object]]:
    """Why something may not be done."""
    return [present.finding(reason, language).as_json() for reason in verdict.reasons]


def apply(question: engine.Question) -> dict[str, object]:
    """The position afterwards. Raises engine.IllegalAction and engine.ImpossibleOutcome."""
    position = question.position
    after = engine.apply(engine.ruleset_of(position), position, question.the_action, engine.Told(question.drawn))
    return {"position": engine.to_plain(after)}


def score(position: engine.Position, language: str) -> dict[str, object]:
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
                        "text": saying.line_sentence(line, language),
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
            "text": saying.outcome_sentence(placed, scores, position, language),
            "section": TIE,
        },
    }


def _changes(before: engine.Position, after: engine.Position) -> dict[str, object]:
    """Dotted path -> new value, for everything that is different afterwards (null: not known any more)."""
    old, new = dict(_leaves(engine.to_plain(before))), dict(_leaves(engine.to_plain(after)))
    return {path: new.get(path) for path in dict.fromkeys((*old, *new)) if old.get(path) != new.get(path)}


def _leaves(value: Any, path: str = "") -> list[tuple[str, object]]:
    if not isinstance(value, dict) or not value:
        return [(path, value)]
    return [leaf for key, inner in value.items() for leaf in _leaves(inner, f"{path}.{key}" if path else str(key))]

"""Sentences that are put together from parts, each with values of every kind: what whoever translates reads aloud.

Whether an article, an ending or a particle is right shows only where a value stands in it: `1 card`, `2 cards`.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Iterator, Mapping

from companion import engine
from companion.components.effects import EffectWords
from companion.engine import LINES, Deed, Kind, Value
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence, repair_sentence
from companion.sentences.findings import finding_of, problem_text
from companion.sentences.names import Words
from companion.sentences.scores import line_sentence, outcome_sentence

COUNTS = (0, 1, 2, 5)
"""Numbers that languages decline differently."""

VALUES: Mapping[Kind, tuple[Value, ...]] = {
    "player": ("red", "white"),
    "worker": ("cowboy", "engineer"),
    "hazard": ("flood", "rockfall"),
    "hazard-tiles": (("flood:green:2",), (":black:", "rockfall::")),
    "outlaw": ("green",),
    "tiles": (("worker:cowboy",), ("hazard:flood", "outlaw:green")),
    "card": (("criollo",), ("longhorn:2", "objective")),
    "chosen-cards": (("criollo",), ("criollo", "galloway", "obj-3")),
    "building": ("2a", "10b"),
    "neutral": ("A", "F"),
    "objective": ("obj-3",),
    "station-master": ("sm-4", "sm-8"),
    "city": ("chicago", "kansas-city"),
    "category": ("cattle", "step-disc"),
    "space": ("A", "A-1", "flood-2", "drought-risk-1", "kansas-city", "start", "off-board"),
    "engine": ("7", "t4"),
    "phase": ("B", "K2"),
    "action": ("A.2", "risk", "copied-risk", "engineer.4", "sm-1", "obj-3"),
    "effect": ("hire", "place-disc", "immediate"),
    "card-kind": ("pair", "galloway", "objective"),
    "items": (("building:3a",), ("station:2", "outlaw:green", "card:shorthorn:4")),
    "counted": ("engineer", "outlaw-pair"),
    "town": ("memphis", "red-center"),
    "town-tile": ("town-hire",),
    "automa-deed": ("reveal", "move", "deliver", "nothing", *typing.get_args(Deed)),
    "places": (("players.red.dollars",), ("turn.phase", "board.buildings.A-1", "players.blue.engine")),
}
"""Of each kind of parameter some values, with different genders, first letters and last sounds."""


def with_values(kinds: Mapping[str, Kind]) -> Iterator[dict[str, Value]]:
    """Parameters of these kinds with each count, and with all values of the other kinds."""
    most = max((len(VALUES[kind]) for kind in kinds.values() if kind != "number"), default=1)
    for count, turn in itertools.product(COUNTS, range(most)):
        yield {
            name: count if kind == "number" else VALUES[kind][turn % len(VALUES[kind])] for name, kind in kinds.items()
        }


def reasons(code: str) -> Iterator[engine.Reason]:
    """A reason with values of every kind."""
    return (engine.Reason(code, params) for params in with_values(engine.REASONS[code].params))


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """What a sentence is (its context and key, or the type of an action), and the sentence; each once."""
    seen = set[tuple[str, str]]()
    for one in itertools.chain(_of_rules(language), _of_components(language), _of_games(language)):
        if one not in seen:
            seen.add(one)
            yield one


def _of_rules(language: str) -> Iterator[tuple[str, str]]:
    for code in engine.REASONS:
        yield from ((f"reason {code}", finding_of(reason, language).text) for reason in reasons(code))
    for code, params in engine.PROBLEMS.items():
        for count in COUNTS:
            problem = engine.Problem(code, dict.fromkeys(params, count))
            yield f"problem {code}", problem_text(problem, language)
    words = Words(language)
    for code, line in LINES.items():
        for values in with_values(line.params):
            counted = {"per": "bell:2"} if "per" in values else {}
            parts = {name: words.in_words(line.params[name], value) for name, value in {**values, **counted}.items()}
            yield f"score-line {code}", words.name("score-line", code, **parts)


def _of_components(language: str) -> Iterator[tuple[str, str]]:
    words, catalog = EffectWords(language), engine.every_component()
    for name, action in {**catalog.buildings.local_actions, **catalog.immediate_actions}.items():
        yield f"effect {name}", words.action(action)


def _of_games(language: str) -> Iterator[tuple[str, str]]:
    """Actions, costs and ways out in a game of each kind, and who wins it."""
    for edition in engine.editions():
        for automa in ("", *(engine.automas() if edition == engine.editions()[-1] else ())):
            yield from _of_game(language, edition, automa)


def _of_game(language: str, edition: int, automa: str) -> Iterator[tuple[str, str]]:
    for moment in engine.random_game(2, engine.variants(edition), 1, edition=edition, automa=automa):
        for option in moment.options:
            yield f"action {option.action.type}", action_sentence(option.action, language, edition)
            yield f"verdict {option.verdict.answer}", verdicts.answer(option.verdict, language)
    position = moment.position
    rules = engine.ruleset_of(position)
    scores = engine.score(rules, position)
    for result in scores.values():
        for line in result.lines:
            yield f"score-line {line.code}", line_sentence(line, language, rules.catalog)
    yield "outcome", outcome_sentence(engine.ranking(rules, scores), scores, position, language)
    for count, thing in itertools.product(COUNTS[1:], ("dollars", "workers.cowboy", "exchange_tokens")):
        for sure in (True, False):
            repair = engine.Repair("more", path=f"players.red.{thing}", count=count, sure=sure)
            yield f"repair {thing}", repair_sentence(repair, language)

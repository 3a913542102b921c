"""Worked examples of rule texts: a position, what is asked, and what the engine answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion import engine
from companion.book.sections import AnswerPlace, Book
from companion.engine import score
from companion.integers import whole
from companion.sentences import scores, verdicts
from companion.sentences.actions import action_sentence
from companion.sentences.findings import finding_of
from companion.sentences.names import Words
from companion.sentences.scores import line_sentence


@dataclass(frozen=True)
class Example:
    """An example as the page shows it. All but the title and the remark are the engine's words."""

    name: str
    title: str
    before: tuple[str, ...]
    """What is done first."""
    question: str | None
    """What is asked about: an action, or what is scored. None: the position itself, or what may be done."""
    answer: str
    why: tuple[str, ...]
    """What the answer rests on, line by line."""
    remark: str | None
    """What the text adds in its own words (HTML)."""
    done: bool
    """Whether it is an action that may be done, so that the board can be seen before and after it."""


def examples(book: Book) -> list[tuple[str, str]]:
    """(name, title) of every position that the texts of a book show."""
    return [
        (f"{place.id}.{number}", example["title"])
        for place in book.places.values()
        for number, (_, example) in enumerate(place.examples)
    ]


def named_example(book: Book, moved: Mapping[str, str], name: str) -> str | None:
    """The position of one of these examples, as text that people can edit; None when there is none of that name."""
    example = example_of(book, moved, name)
    return _text(example) if example else None


def example_of(book: Book, moved: Mapping[str, str], name: str) -> Mapping[str, Any] | None:
    """One of these examples by its name, as it was read; None when there is none."""
    where, _, last = name.rpartition(".")
    place, number = book.places.get(moved.get(where, where)), whole(last)
    if place is None or number is None or number >= len(place.examples):
        return None
    return place.examples[number][1]


def _text(example: Mapping[str, Any]) -> str:
    return engine.laid_out({"schema": engine.SCHEMA, **example["position"]}, depth=3)


def situation(example: Mapping[str, Any]) -> tuple[engine.Position, tuple[engine.Action, ...]]:
    """The position in which something is asked, and the actions that led to it from the position that was told."""
    position = engine.read_position(_text(example))
    before = tuple(engine.read_action(text) for text in example["ask"].get("first", ()))
    for action in before:
        position = engine.apply(engine.ruleset_of(position), position, action)
    return position, before


def done_in(example: Mapping[str, Any]) -> tuple[engine.Position, engine.Action, engine.Position] | None:
    """The position before and after the action of an example; None where there is none that may be done."""
    if example["ask"]["type"] != "judge":
        return None
    position, _ = situation(example)
    ruleset, action = engine.ruleset_of(position), engine.read_action(example["ask"]["action"])
    if engine.judge(ruleset, position, action).answer != "yes":
        return None
    return position, action, engine.apply(ruleset, position, action)


def examples_of(place: AnswerPlace) -> Iterator[Example]:
    """All examples of a place in a book, answered by the engine, so that they cannot be wrong about it."""
    section = place.section
    for number, (at, example) in enumerate(place.examples):
        position, before = situation(example)
        question, answer, why = answered(position, example["ask"], section.language)
        remark = section.remarks[at]
        yield Example(
            name=f"{place.id}.{number}",
            title=example["title"],
            before=tuple(action_sentence(action, section.language, position.game.edition) for action in before),
            question=question,
            answer=answer,
            why=why,
            remark=remark.html if remark else None,
            done=done_in(example) is not None,
        )


Told = tuple[str | None, str, tuple[str, ...]]
"""What is asked about, the answer, and what it rests on."""


def answered(position: engine.Position, ask: Mapping[str, Any], language: str) -> Told:
    """A question of a worked example, asked of the engine."""
    return _ANSWERS[ask["type"]](position, ask, language)


def _check(position: engine.Position, _ask: Mapping[str, Any], language: str) -> Told:
    reasons = engine.check(engine.ruleset_of(position), position)
    word = "impossible" if not engine.possible(reasons) else "unusual" if reasons else "possible"
    sentences = tuple(finding_of(reason, language, edition=position.game.edition).text for reason in reasons)
    return None, verdicts.word(word, language), sentences


def _judge(position: engine.Position, ask: Mapping[str, Any], language: str) -> Told:
    action = engine.read_action(ask["action"])
    verdict = engine.judge(engine.ruleset_of(position), position, action)
    edition = position.game.edition
    why = verdicts.why(verdict, language, edition)
    return action_sentence(action, language, edition), verdicts.answer(verdict, language, edition), why


def _options(position: engine.Position, ask: Mapping[str, Any], language: str) -> Told:
    lines = [
        option
        for option in engine.options(engine.ruleset_of(position), position)
        if option.action.type == ask.get("of", option.action.type)
    ]
    sentences = tuple(action_sentence(option.action, language, position.game.edition) for option in lines)
    return None, verdicts.word("options" if lines else "no-options", language), sentences


def _score(position: engine.Position, ask: Mapping[str, Any], language: str) -> Told:
    words, rules = Words(language), engine.ruleset_of(position)
    result = score(rules, position)[ask["player"]]
    question = scores.scored(words.name("player", ask["player"]), words.name("category", ask["category"]), language)
    lines = tuple(line for line in result.lines if line.category == ask["category"])
    texts = tuple(scores.line(line.points, line_sentence(line, language, rules.catalog), language) for line in lines)
    return question, scores.points(sum(line.points for line in lines), language), texts


_ANSWERS = {"check": _check, "judge": _judge, "options": _options, "score": _score}

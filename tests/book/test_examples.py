"""Worked examples of the rule texts, asked of the engine: every answer is told in full, and the engine agrees."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from companion import engine
from companion.book.fields import ContentError
from companion.book.frontmatter import read_front_matter
from companion.book.library import REFERENCE_LANGUAGE
from companion.engine.scoring.table import score

from tests.conftest import ROOT
from tests.engine.test_rulings import part_of

# Translations have words for these examples, and no others.
FILES = [
    file
    for file in sorted((ROOT / "content" / REFERENCE_LANGUAGE).glob("*/*.md"))
    if "\nexamples:\n" in file.read_text(encoding="utf-8")
]


def examples() -> Iterator[dict[str, Any]]:
    """All worked examples."""
    for file in FILES:
        yield from read_front_matter(file).values["examples"]


def position(told: dict[str, Any]) -> engine.Position:
    """The position that is asked about: that of the example, after what is done first."""
    found = engine.read_position(json.dumps(told["position"]))
    for text in told["ask"].get("first", ()):
        action = engine.read_action(text)
        assert engine.judge(engine.ruleset_of(found), found, action).answer == "yes", text
        found = engine.apply(engine.ruleset_of(found), found, action)
    return found


def check(told: dict[str, Any]) -> None:
    here = position(told)
    reasons = engine.check(engine.ruleset_of(here), here)
    findings = [reason.code for reason in reasons]
    assert {"possible": engine.possible(reasons), "findings": findings} == told["answer"]


def judge(told: dict[str, Any]) -> None:
    here, action = position(told), engine.read_action(told["ask"]["action"])
    rules, answer = engine.ruleset_of(here), told["answer"]
    verdict = engine.judge(rules, here, action)
    assert verdict.answer == answer["answer"]
    assert [reason.code for reason in verdict.reasons] == answer.get("reasons", [])
    assert list(verdict.missing) == answer.get("missing", [])
    if verdict.answer != "no":
        paid: Counter[str] = Counter()
        for payee, dollars in verdict.payments:
            paid[payee] += dollars
        assert paid == answer.get("payments", {})
        after = engine.to_plain(engine.apply(rules, here, action))
        assert part_of(answer.get("after", {}), after), json.dumps(after, indent=1)


def options(told: dict[str, Any]) -> None:
    here, answer = position(told), told["answer"]
    open_now = [
        option
        for option in engine.options(engine.ruleset_of(here), here)
        if option.action.type == told["ask"].get("of", option.action.type)
    ]
    for verdict, listed in (("yes", "options"), ("depends", "undecided")):
        found = [engine.action_text(option.action) for option in open_now if option.verdict.answer == verdict]
        assert found == answer.get(listed, [])


def points(told: dict[str, Any]) -> None:
    here, ask = position(told), told["ask"]
    result = score(engine.ruleset_of(here), here)[ask["player"]]
    assert result.categories[ask["category"]] == told["answer"]["points"]


ANSWERED = {"check": check, "judge": judge, "options": options, "score": points}


def answer_as_told(told: dict[str, Any]) -> None:
    """The engine gives the answer, and everything but a check is asked of a position that can be."""
    kind = told["ask"]["type"]
    ANSWERED[kind](told)
    if kind != "check":
        here = engine.read_position(json.dumps(told["position"]))
        assert engine.possible(engine.check(engine.ruleset_of(here), here))


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.with_suffix("").parts[-2:]))
def test_the_engine_answers_as_told(file: Path) -> None:
    for told in read_front_matter(file).values["examples"]:
        answer_as_told(told)


def test_there_are_examples_of_everything() -> None:
    told = [one["ask"]["type"] for one in examples()]
    assert set(told) == ANSWERED.keys()
    assert len(told) > 90


ASK = "{type: judge, action: end}"
ANSWER = "{answer: 'yes'}"
SECTION = f"""---
id: turn/overview
title: A turn
order: 10
layers: [second-edition]
terms: [turn]
related: []
source: rulebook
examples:
- title: One
  position: {{}}
  ask: {ASK}
  answer: {ANSWER}
---
The text.
"""


def read(folder: Path, ask: str = ASK, answer: str = ANSWER) -> Any:
    file = folder / "overview.md"
    file.write_text(SECTION.replace(ASK, ask).replace(ANSWER, answer), encoding="utf-8")
    return read_front_matter(file).values["examples"]


def test_an_example_is_read(tmp_path: Path) -> None:
    assert read(tmp_path)[0]["ask"] == {"type": "judge", "action": "end"}


@pytest.mark.parametrize(
    ("ask", "answer", "line", "problem"),
    [
        ("{action: end}", ANSWER, 12, "'ask' is of type None (known: check, judge, options, score)"),
        ("{type: hire}", ANSWER, 12, "'ask' is of type 'hire'"),
        ("{type: judge}", ANSWER, 12, "key 'action' is missing"),
        ("{type: judge, action: end, row: 1}", ANSWER, 12, "unknown key 'row'"),
        ("{type: judge, action: end, first: end}", ANSWER, 12, "'first' is 'end', not a list of texts"),
        ("end", ANSWER, 12, "'ask' is 'end', not a table"),
        (ASK, "{answer: yes}", 13, "'answer' is True, not a text"),
        (ASK, "{answer: maybe}", 13, "the answer is 'maybe' (known: yes, no, depends)"),
        (ASK, "{answer: 'no'}", 13, "the answer 'no' needs 'reasons'"),
        (ASK, "{answer: depends}", 13, "the answer 'depends' needs 'missing'"),
        (ASK, "{answer: 'yes', missing: [turn.phase]}", 13, "the answer 'yes' has no 'missing'"),
        (ASK, "{answer: 'no', reasons: [x], after: {}}", 13, "the answer 'no' has no 'after'"),
        (ASK, "{answer: 'no', reasons: [x], payments: {bank: 1}}", 13, "the answer 'no' has no 'payments'"),
        (ASK, "{answer: 'yes', payments: {bank: two}}", 13, "'payments' is a table of payees and dollars"),
        (ASK, "{answer: 'yes', dollars: 3}", 13, "unknown key 'dollars'"),
        ("{type: check}", "{possible: true}", 13, "key 'findings' is missing"),
        ("{type: score, player: red, category: money}", "{points: '3'}", 13, "'points' is '3', not a whole number"),
    ],
)
def test_wrong(tmp_path: Path, ask: str, answer: str, line: int, problem: str) -> None:
    with pytest.raises(ContentError) as caught:
        read(tmp_path, ask, answer)
    assert problem in str(caught.value)
    assert caught.value.line == line

"""Worked examples of the rule texts, asked of the engine: every answer is told in full, and the engine agrees."""

import json
from collections import Counter
from typing import Any

from companion import engine
from companion.book.examples import load_examples
from companion.book.library import REFERENCE_LANGUAGE
from companion.engine.scoring.table import score

from tests.conftest import ROOT, every
from tests.engine.test_rulings import part_of

# Translations have words for these examples, and no others.
FOLDER = ROOT / "content" / REFERENCE_LANGUAGE
EXAMPLES = load_examples(FOLDER, [f"{file.parent.name}/{file.stem}" for file in sorted(FOLDER.glob("*/*.md"))])


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


@every("section", EXAMPLES)
def test_the_engine_answers_as_told(section: str) -> None:
    for told in EXAMPLES[section]:
        answer_as_told(told)


def test_there_are_examples_of_everything() -> None:
    told = [one["ask"]["type"] for examples in EXAMPLES.values() for one in examples]
    assert set(told) == ANSWERED.keys()
    assert len(told) > 90

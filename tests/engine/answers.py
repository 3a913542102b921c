"""What the engine answers to recorded questions, as text: this file runs in Python for the browser, too."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any

from companion import engine

DAY = datetime.date(2026, 11, 20)


def answered(questions: str) -> str:
    """JSON, name -> question; the answers likewise, and under "" the state of the rules."""
    found = {name: list(_answers(question)) for name, question in json.loads(questions).items()}
    return json.dumps({"": [f"{engine.rules_version():x}"], **found})


def _answers(question: Mapping[str, Any]) -> Iterator[str]:
    if "log" in question:
        position, log = engine.read_log(json.dumps(question))
        rules = engine.ruleset_of(position)
        for entry in log:
            yield repr(engine.options(rules, position))
            position = engine.apply(rules, position, entry.action, engine.Scripted(entry.drawn))
        yield engine.encode(position)
        yield repr(engine.score(rules, position))
        return
    position = engine.read_position(question["position"])
    rules = engine.ruleset_of(position)
    yield repr(engine.check(rules, position))
    for action in question.get("first", ()):
        position = engine.apply(rules, position, engine.read_action(action))
    if "action" in question:
        action = engine.read_action(question["action"])
        yield repr(engine.judge(rules, position, action))
        yield engine.record_code(engine.record_verdict(position, action, DAY)) or "no code"

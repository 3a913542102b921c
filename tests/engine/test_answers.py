"""What the engine answers in positions on record: findings, verdicts, ways out, options, points (`positions.yaml`)."""

import json
from typing import Any

import pytest
from companion.engine import (
    IllegalAction,
    Repair,
    action_text,
    apply,
    check,
    considered,
    judge,
    options,
    read_action,
    repairs,
    ruleset_of,
    score,
    to_plain,
)
from companion.engine.core.position import Position

from tests.conftest import ROOT, every
from tests.engine.plain import read
from tests.situations import merged, read_yaml

GROUPS = json.loads(json.dumps(read_yaml(ROOT / "tests/engine/positions.yaml")))
OF_POSITIONS = ("game", "turn", "board", "players")


def as_told(way: Repair) -> str:
    sure = "" if way.sure else "perhaps "
    if way.kind == "more":
        return f"{sure}{way.count} more {way.path}"
    return f"{sure}{way.kind} {action_text(way.action)}" if way.action else way.kind


def answers(position: Position, asked: dict[str, Any]) -> dict[str, Any]:
    """What the engine says to everything that a case asks for."""
    rules, said = ruleset_of(position), dict[str, Any]()
    if "found" in asked:
        said["found"] = [reason.code for reason in check(rules, position)]
    if "duties" in asked:
        found = {action_text(option.action): option.duty for option in options(rules, position)}
        said["duties"] = {action: found.get(action) for action in asked["duties"]}
    if "points" in asked:
        result = score(rules, position)["blue"]
        said["points"] = {category: result.categories[category] for category in asked["points"]}
        said["lines"] = [line.code for line in result.lines if line.category in asked["points"]]
    if "judged" in asked:
        among = {
            field: [tuple(one) if isinstance(one, list) else one for one in values]
            for field, values in asked["among"].items()
        }
        verdicts = considered(rules, position, asked["kind"], **among)
        said["judged"] = [f"{action_text(action)}: {verdict.answer}" for action, verdict in verdicts.items()]
    if "action" in asked:
        action = read_action(asked["action"])
        verdict = judge(rules, position, action)
        said |= {"answer": verdict.answer, "sections": list(verdict.sections)}
        if "ways" in asked:
            said["ways"] = [as_told(way) for way in repairs(rules, position, action)]
        if "after" in asked:
            said["after"] = facts_after(position, asked["action"], verdict.answer, asked["after"])
    return said


def facts_after(position: Position, line: str, answer: str, paths: dict[str, Any]) -> dict[str, Any]:
    rules, action = ruleset_of(position), read_action(line)
    options(rules, position)
    if answer == "no":
        with pytest.raises(IllegalAction):
            apply(rules, position, action)
        return {}
    after = apply(rules, position, action)
    assert read(to_plain(after)) == after

    def fact(path: str) -> Any:
        found: Any = to_plain(after)
        for key in path.split("."):
            found = (found or {}).get(key)
        return found

    return {path: fact(path) for path in paths}


@every(
    ("base", "case"),
    [(group.get("base", {}), case) for group in GROUPS.values() for case in group["cases"]],
    ids=[f"{title} {number}" for title, group in GROUPS.items() for number in range(len(group["cases"]))],
)
def test_answers(base: dict[str, Any], case: dict[str, Any]) -> None:
    asked = {key: value for key, value in case.items() if key not in OF_POSITIONS}
    position = read(merged(base, {key: value for key, value in case.items() if key in OF_POSITIONS}))
    said = answers(position, asked)
    wanted = {key: value for key, value in asked.items() if key not in ("action", "kind", "among")}
    assert {key: said[key] for key in wanted} == wanted

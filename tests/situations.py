"""Recorded situations of the game, as files of YAML have them: a comment with the rule, a name, and what is asked.

Positions are written as the format has them. `like` names an earlier case of the file, whose position this one
continues: `position` then has only what differs.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

RULE = re.compile(r"^# .+\n([\w-]+):$", re.MULTILINE)
"""A case: its rule, and its name."""


def merged(one: Any, other: Any) -> Any:
    """Two plain values as one; where both have something, the other's counts."""
    if not (isinstance(one, dict) and isinstance(other, dict)):
        return other
    return {**one, **{key: merged(one.get(key), value) for key, value in other.items()}}


def read_yaml(file: Path) -> Any:
    """What a file of YAML says, by the reader that is written in C where there is one: it takes a tenth of the time."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(file.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 (is safe)


def read_cases(file: Path) -> dict[str, dict[str, Any]]:
    """The cases of a file by name."""
    # Through JSON, whose keys are strings: `1: a` is the first row.
    cases: dict[str, dict[str, Any]] = json.loads(json.dumps(read_yaml(file)))
    assert RULE.findall(file.read_text(encoding="utf-8")) == list(cases), (
        f"{file.name}: every case has a name of its own, and its rule above it"
    )
    for case in cases.values():
        if "like" in case:
            case["position"] = merged(cases[case["like"]]["position"], case.get("position", {}))
    return cases


def _text(case: dict[str, Any]) -> dict[str, Any]:
    return {**case, "position": json.dumps(case["position"])} if "position" in case else case


@cache
def rulings() -> dict[str, dict[str, Any]]:
    """What the rules say of single actions, by file and name (tests/engine/test_rulings.py)."""
    folder = ROOT / "tests" / "rulings"
    return {
        f"{file.relative_to(folder).with_suffix('')}/{name}": {
            "name": name,
            "answer": "no" if "reasons" in case else "depends" if "missing" in case else "yes",
            **_text(case),
        }
        for file in sorted(folder.rglob("*.yaml"))
        for name, case in read_cases(file).items()
    }


@cache
def cases_of_reasons() -> dict[str, dict[str, Any]]:
    """By reason its `section`, a `bad` situation that has it, and a `good` one; both share what stands outside them."""
    cases = {}
    for file in sorted((ROOT / "tests" / "cases").glob("*.yaml")):
        for reason, case in read_cases(file).items():
            shared = {key: case.pop(key) for key in [*case] if key not in ("section", "bad", "good")}
            cases[reason] = {"section": case["section"]} | {
                kind: _text(merged(shared, case[kind])) for kind in ("bad", "good")
            }
    return cases

"""Single situations of the game from the rule texts: may it be done, why not, what must be known, what comes of it.

A file of `tests/rulings` holds cases on one subject; those of a layer stand in a folder of its name. Each begins with
the rule as a comment and its name (tests/situations.py), and has

- `section` of the rules reference, `question` when the case follows the reading of an open question;
- `position` and `action`; `first` are actions done before;
- all `reasons` with the `figures` of one of them: the answer is no; else `missing` keys: it depends; else yes;
- `readings` of the table that had a say;
- `payments` with payee and dollars, the `cost` in all (two numbers: at least and at most), and what it depends on
  (`cost_missing`);
- `settled`: further facts, and what the answer is with them;
- `after`: what must be part of the position afterwards, with `draws` as what chance brings, and `unknown` keys.
"""

import json
from collections.abc import Mapping
from functools import reduce
from typing import Any

from companion.engine import (
    Scripted,
    apply,
    check,
    judge,
    possible,
    read_action,
    read_position,
    ruleset_of,
    to_plain,
)
from companion.engine.core.amounts import Amount, ends, missing_of
from companion.engine.core.position import Position

from tests.conftest import every, is_told
from tests.situations import merged, rulings

RULINGS = rulings()

# A case tells only the cards that it is about.
SMALL_DECKS = ("cards-missing", "hand-below-limit")


def part_of(part: Any, whole: Any) -> bool:
    """Whether a plain value is part of another; the order of ids means nothing, and an empty zone is written 0."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and part_of(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        if part and all(isinstance(entry, str) for entry in part):
            return sorted(part) == sorted(map(str, whole))
        return len(part) == len(whole) and all(map(part_of, part, whole))
    return bool(part == whole) or (part == [] and whole == 0)


def drawn(zone: str, told: list[Any]) -> tuple[str, tuple[object, ...]]:
    """What chance brings, read as pieces of their zone."""
    keys = zone.split(".")
    found: Any = read_position(json.dumps(reduce(lambda inner, key: {key: inner}, reversed(keys), told)))
    for key in keys:
        found = found[int(key) if key.isdecimal() else key] if isinstance(found, Mapping) else getattr(found, key)
    return zone, found.known


def played(position: Position, first: list[str]) -> Position:
    for action in first:
        position = apply(ruleset_of(position), position, read_action(action))
    return position


def situation(case: dict[str, Any]) -> Position:
    return played(read_position(case["position"]), case.get("first", []))


def plain(amount: Amount) -> int | list[int]:
    """An amount as cases write it."""
    return amount if isinstance(amount, int) else list(ends(amount))


@every("case", RULINGS.values(), ids=RULINGS)
def test_ruling(case: dict[str, Any]) -> None:
    position, action = read_position(case["position"]), read_action(case["action"])
    found = [reason for reason in check(ruleset_of(position), position) if reason.code not in SMALL_DECKS]
    assert possible(found), found
    position = played(position, case.get("first", []))
    rules = ruleset_of(position)
    verdict = judge(rules, position, action)
    told = (sorted(reason.code for reason in verdict.reasons), sorted(verdict.missing))
    assert (verdict.answer, *told) == (case["answer"], sorted(case.get("reasons", [])), sorted(case.get("missing", [])))
    assert list(verdict.readings) == case.get("readings", [])
    if "figures" in case:
        assert any(case["figures"].items() <= reason.params.items() for reason in verdict.reasons)
    if "payments" in case:
        assert [[payee or "unknown", plain(dollars)] for payee, dollars in verdict.payments] == case["payments"]
        assert all(missing_of(dollars) for _, dollars in verdict.payments if isinstance(plain(dollars), list))
    if "cost" in case:
        assert plain(verdict.cost) == case["cost"]
        assert sorted(missing_of(verdict.cost)) == sorted(case.get("cost_missing", []))
    if "after" in case or "unknown" in case:
        dealer = Scripted([drawn(zone, pieces) for zone, pieces in case.get("draws", [])])
        after = to_plain(apply(rules, position, action, dealer))
        assert dealer.left == []
        assert part_of(case.get("after", {}), after), json.dumps(after, indent=1)
        for path in case.get("unknown", ()):
            whole: Any = after
            for key in path.split("."):
                whole = whole.get(key) if isinstance(whole, dict) else None
            assert whole is None, path


@every("case", [case for case in RULINGS.values() if "settled" in case], ids=lambda case: case["name"])
def test_what_an_answer_depends_on(case: dict[str, Any]) -> None:
    plain = to_plain(situation(case))
    answers = set()
    for facts, answer in case["settled"]:
        position = read_position(json.dumps(merged(plain, facts)))
        assert judge(ruleset_of(position), position, read_action(case["action"])).answer == answer, facts
        answers.add(answer)
    assert answers == {"yes", "no"}


def test_every_ruling_is_told() -> None:
    assert [name for name, case in RULINGS.items() if not is_told(case["section"])] == []

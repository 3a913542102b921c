"""Every reason has a case: its rule and section, a situation that yields only this reason, a neighbour with none."""

import pytest
from companion.engine import (
    REASONS,
    Reason,
    Verdict,
    check,
    judge,
    load_ruleset,
    read_action,
    read_position,
    ruleset_of,
)
from companion.engine.scoring.entries import entry_reasons

from tests.conftest import every
from tests.situations import cases_of_reasons

CASES = cases_of_reasons()


def reasons(situation: dict[str, object]) -> tuple[Reason, ...]:
    """What is found in a situation; notes only where it asks for them (`notes = true`)."""
    if "entries" in situation:
        return entry_reasons(load_ruleset(2, None, ()), situation["entries"])
    position = read_position(str(situation["position"]))
    if "action" in situation:
        return verdict(situation).reasons
    found = check(ruleset_of(position), position)
    return tuple(reason for reason in found if reason.severity != "note" or "notes" in situation)


def verdict(situation: dict[str, object]) -> Verdict:
    """What is said of the action of a situation."""
    position = read_position(str(situation["position"]))
    return judge(ruleset_of(position), position, read_action(str(situation["action"])))


@every("code", CASES)
def test_case(code: str) -> None:
    case = CASES[code]
    (reason,) = reasons(case["bad"])
    assert (reason.code, REASONS[reason.code].section) == (code, case["section"])
    told = {name: list(v) if isinstance(v, tuple) else v for name, v in reason.params.items() if name != "places"}
    assert told == case["bad"]["params"]
    assert reason.places or "action" in case["bad"]
    assert reasons(case["good"]) == ()
    if "action" in case["good"]:
        assert verdict(case["good"]).answer == "yes", verdict(case["good"]).missing


def test_every_reason_has_a_case() -> None:
    assert CASES.keys() == REASONS.keys()


def test_reasons_take_their_declared_parameters_only() -> None:
    with pytest.raises(ValueError, match="takes"):
        Reason("seat-twice", {"seat": 1, "places": ()})
    with pytest.raises(ValueError, match="not declared"):
        Reason("seat-thrice", {})

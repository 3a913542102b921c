"""Kept answers: exact, readable for ever, and refused quickly when they are none."""

import datetime
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from companion import engine
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.reasons import REASONS
from companion.engine.format.notation import MAX_LETTERS, sealed
from companion.engine.format.shapes import BitWriter
from companion.engine.format.verdict_record import VERSION, fingerprint

from tests.conftest import ROOT, every
from tests.engine.plain import same
from tests.engine.test_rulings import RULINGS, situation

CODES = ROOT / "tests" / "codes" / "verdicts"
DAY = datetime.date(2026, 11, 20)
POSITION = engine.read_position(
    '{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire", "extra": 0}]},'
    ' "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy", null]}}},'
    ' "players": {"blue": {"dollars": 3, "workers": {"cowboy": 2, "builder": 1, "engineer": 1}}}}'
)
HIRE = engine.read_action("hire row=1 column=1")
KEPT = engine.record_verdict(POSITION, HIRE, DAY)


def code(kept: engine.VerdictRecord) -> str:
    found = engine.record_code(kept)
    assert found is not None
    return found


@every("case", RULINGS.values(), ids=list(RULINGS))
def test_every_answer_comes_back_exactly(case: dict[str, Any]) -> None:
    kept = engine.record_verdict(situation(case), engine.read_action(case["action"]), DAY)
    again = engine.read_record(code(kept))
    assert same(again.position, kept.position)
    assert replace(again, position=kept.position) == kept
    assert kept.answer == case["answer"]
    assert sorted(kept.reason_codes) == sorted(case.get("reasons", []))


def test_what_is_kept() -> None:
    assert (KEPT.answer, KEPT.reason_codes, KEPT.day) == ("no", ("not-enough-dollars",), DAY)
    assert KEPT.rules == engine.rules_version()
    assert len(code(KEPT)) < 100


def test_agreement() -> None:
    """The same answer for the same reasons; what it costs belongs to the details."""
    assert KEPT.agrees_with(replace(KEPT, day=datetime.date(2030, 1, 1), rules=1))
    assert not KEPT.agrees_with(replace(KEPT, answer="yes", reasons=()))
    assert not KEPT.agrees_with(replace(KEPT, reasons=(fingerprint("row-of-the-token"),)))
    poorer = engine.read_position(engine.position_text(POSITION).replace('"dollars": 3', '"dollars": 2'))
    again = engine.record_verdict(poorer, HIRE, DAY)
    assert again.agrees_with(KEPT)
    assert again.details != KEPT.details


def test_a_reason_that_is_no_more_is_left_out() -> None:
    gone = replace(KEPT, reasons=(*KEPT.reasons, fingerprint("no-such-reason")))
    assert engine.read_record(code(gone)).reason_codes == ("not-enough-dollars",)


def test_every_reason_has_its_own_fingerprint() -> None:
    assert len({fingerprint(reason) for reason in REASONS}) == len(REASONS)


@pytest.mark.parametrize("file", sorted(CODES.glob("*.json")), ids=lambda file: file.stem)
def test_recorded_codes_are_readable_for_ever(file: Path) -> None:
    told = json.loads(file.read_text(encoding="utf-8"))
    kept = engine.read_record(file.with_suffix(".code").read_text(encoding="ascii").strip())
    assert kept.position == engine.read_position(json.dumps(told["position"]))
    assert engine.action_text(kept.action) == told["action"]
    assert (kept.answer, list(kept.reason_codes)) == (told["answer"], told["reasons"])
    assert (kept.day.isoformat(), kept.rules) == (told["day"], told["rules"])


def test_there_are_recorded_codes() -> None:
    answers = {json.loads(file.read_text(encoding="utf-8"))["answer"] for file in CODES.glob("*.json")}
    assert answers == {"yes", "no", "depends"}


def test_no_code_for_what_is_too_long_for_a_link() -> None:
    player = {"discard": ["obj-3"] * MAX_COUNT}
    text = json.dumps({"players": dict.fromkeys(("blue", "red", "yellow", "white"), player)})
    position = engine.read_position(text)
    assert engine.record_code(engine.record_verdict(position, HIRE, DAY)) is None


def test_no_day_before_the_first() -> None:
    with pytest.raises(ValueError, match="no engine"):
        engine.record_verdict(POSITION, HIRE, datetime.date(2024, 12, 31))


GOOD = code(KEPT)
LETTERS, _, SHARE = GOOD.partition(".")


def forged(*numbers: tuple[int, int], share: str = SHARE) -> str:
    """A code whose checksum is right, whatever its bits mean: numbers with their widths, 0 for a count."""
    bits = BitWriter()
    for number, width in numbers:
        bits.write(number, width) if width else bits.write_count(number)
    return VERSION + sealed(bits.to_bytes(), share) + "." + share


HEAD = [(KEPT.day.toordinal() - datetime.date(2025, 1, 1).toordinal(), 0), (KEPT.rules, 24)]
ACTION = [(3, 0), *((ord(letter), 7) for letter in "end")]

REFUSED = [
    ("", "code-version"),
    ("z" + GOOD[1:], "code-version"),
    ("한" + GOOD, "code-version"),
    (LETTERS, "code-damaged"),
    (LETTERS + ".", "code-damaged"),
    ("a." + SHARE, "code-damaged"),
    (GOOD[:-1], "code-damaged"),
    (GOOD + "A", "code-damaged"),
    (GOOD + "." + SHARE, "code-damaged"),
    (GOOD[1:], "code-version"),
    # The answer to one position does not go with another.
    (LETTERS + "." + engine.encode(engine.read_position("{}")), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (0, 0), *ACTION) + "A", "code-damaged"),
    (forged(*HEAD, (3, 3), (0, 16), (0, 0), *ACTION), "code-damaged"),
    (forged((9_000_000, 0), (0, 24), (0, 3), (0, 16), (0, 0), *ACTION), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (16_000_000, 0)), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (0, 0), (3, 0), *((ord(letter), 7) for letter in "foo")), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (0, 0), (4, 0), *((ord(letter), 7) for letter in "end ")), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (0, 0), *ACTION, (1, 40)), "code-damaged"),
    (forged(*HEAD, (0, 3), (0, 16), (0, 0), *ACTION, share="z"), "code-version"),
    ("a" * (MAX_LETTERS + 1), "code-too-long"),
    ("a" * 10_000_000, "code-too-long"),
]


def test_the_forger_can_write() -> None:
    kept = engine.read_record(forged(*HEAD, (0, 3), (7, 16), (0, 0), *ACTION))
    assert (kept.answer, kept.details, engine.action_text(kept.action)) == ("yes", 7, "end")


@every(("wrong", "problem"), REFUSED, ids=range(len(REFUSED)))
def test_refused(wrong: str, problem: str) -> None:
    with pytest.raises(engine.Unreadable) as caught:
        engine.read_record(wrong)
    assert [one.code for one in caught.value.problems] == [problem]

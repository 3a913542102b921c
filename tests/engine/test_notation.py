"""The share code: short, exact, readable for ever, and refused quickly when it is none."""

import base64
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from companion.engine import (
    PROBLEMS,
    Chance,
    Unreadable,
    decode,
    encode,
    load_catalog,
    position_text,
    read_position,
    start,
)
from companion.engine.core.position import MAX_COUNT, Player, Position
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.engine.format.notation import MAX_LETTERS, VERSION, _check
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.engine.strategies import positions
from tests.engine.test_format import ANY, more_known_than_there

CODES = ROOT / "tests" / "codes"


@ANY
@given(positions())
def test_any_position_comes_back_exactly(plain: Any) -> None:
    if more_known_than_there(plain):
        return
    position = read_position(json.dumps(plain))
    code = encode(position)
    if len(code) <= MAX_LETTERS:
        assert decode(code) == position
        assert code.isascii()
        assert code.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("file", sorted(CODES.glob("*.json")), ids=lambda file: file.stem)
def test_recorded_codes_are_readable_for_ever(file: Path) -> None:
    """Codes are in links that people keep. A new version of the code may write others, but reads these."""
    code = file.with_suffix(".code").read_text(encoding="ascii").strip()
    assert decode(code) == read_position(file.read_text(encoding="utf-8"))


def test_equal_positions_have_equal_codes() -> None:
    one = '{"players": {"red": {"dollars": 3, "seat": 2}, "blue": {}}, "game": {}}'
    other = '{"schema": 1, "players": {"blue": {}, "red": {"seat": 2, "dollars": 3}}}'
    assert encode(read_position(one)) == encode(read_position(other))


def code_of(data: bytes) -> str:
    """A code whose checksum is right, whatever its bits mean."""
    return VERSION + base64.urlsafe_b64encode(data + _check(data)).decode().rstrip("=")


GOOD = encode(read_position('{"players": {"red": {"dollars": 3}}}'))

# A code, and why it is refused.
REFUSED = [
    ("", "code-version"),
    ("z" + GOOD[1:], "code-version"),
    ("한" + GOOD, "code-version"),
    (GOOD + "한", "code-damaged"),
    (GOOD + "!", "code-damaged"),
    (GOOD + " ", "code-damaged"),
    (GOOD + "=", "code-damaged"),
    (GOOD[:-1], "code-damaged"),
    (GOOD + GOOD, "code-damaged"),
    ("a", "code-damaged"),
    ("aA", "code-damaged"),
    (GOOD[:3] + ("A" if GOOD[3] != "A" else "B") + GOOD[4:], "code-damaged"),
    (code_of(b""), "code-damaged"),
    (code_of(b"\xff" * 2000), "code-damaged"),
    (code_of(b"\x00"), "code-damaged"),
    ("a" * (MAX_LETTERS + 1), "code-too-long"),
    ("a" * 10_000_000, "code-too-long"),
]


def test_a_code_of_no_version_is_told_all_that_there_are() -> None:
    with pytest.raises(Unreadable) as refused:
        decode("z" + GOOD[1:])
    assert refused.value.problems[0].params == {"found": "z", "known": "a / b"}


@pytest.mark.parametrize(("code", "problem"), REFUSED, ids=[code[:20] for code, _ in REFUSED])
def test_refused(code: str, problem: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(code)
    assert [one.code for one in caught.value.problems] == [problem]


def test_every_problem_of_codes_has_a_case() -> None:
    assert {problem for _, problem in REFUSED} == {code for code in PROBLEMS if code.startswith("code-")}


def test_a_bomb_is_refused() -> None:
    """Few letters that would unpack to more text than anybody may paste."""
    discs = sorted(load_catalog(2, ()).player_board.discs, key=len)
    player = Player(cleared=(discs[-1],) * MAX_COUNT)
    others = dict.fromkeys(("red", "yellow", "white"), player)
    bomb = Position(players={"blue": replace(player, placed_out=("12b",) * 600), **others})
    code = encode(bomb)
    assert len(code) <= MAX_LETTERS
    assert len(position_text(bomb)) > MAX_CHARACTERS
    with pytest.raises(Unreadable, match="code-damaged"):
        decode(code)


@given(st.binary(max_size=300))
def test_any_bits_are_a_position_or_refused(data: bytes) -> None:
    try:
        position = decode(code_of(data))
    except Unreadable as error:
        assert [problem.code for problem in error.problems] == ["code-damaged"]
    else:
        assert encode(position) == code_of(data)
        assert read_position(position_text(position)) == position


def test_one_wrong_letter_is_noticed() -> None:
    code = encode(start(4, ["simmental"], chance=Chance(3)))
    dice = random.Random(1)
    for _ in range(200):
        place = dice.randrange(1, len(code))
        wrong = dice.choice([letter for letter in "ABCxyz019-_" if letter != code[place]])
        with pytest.raises(Unreadable):
            decode(code[:place] + wrong + code[place + 1 :])

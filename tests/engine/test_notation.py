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
    check,
    decode,
    encode,
    load_catalog,
    position_text,
    read_position,
    ruleset_of,
    start,
    to_plain,
)
from companion.engine.core.position import MAX_COUNT, Player, Position
from companion.engine.format.containers import write_marks
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.engine.format.notation import (
    MAX_LETTERS,
    VERSION,
    VERSIONS,
    WITH_HEADER,
    _check,
    _encoded,
    sealed,
    unsealed,
)
from companion.engine.format.shapes import BitWriter
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT, every
from tests.engine.tables import SEEDS, TABLES, whole_game
from tests.profiles import examples

CODES = ROOT / "tests" / "codes"


def test_our_own_reading_says_nothing() -> None:
    ours, silent = (
        read_position(json.dumps({"game": game})) for game in ({"readings": {"pass-phase-b": "allowed"}}, {})
    )
    assert ours == silent
    assert encode(ours) == encode(silent)


@every("file", sorted(CODES.glob("*.json")), ids=lambda file: file.stem)
def test_recorded_codes_are_readable_for_ever(file: Path) -> None:
    """Codes are in links that people keep. A new version of the code may write others, but reads these."""
    code = file.with_suffix(".code").read_text(encoding="ascii").strip()
    assert decode(code) == read_position(file.read_text(encoding="utf-8"))


def shuffled(value: Any, dice: random.Random, path: tuple[str, ...] = ()) -> Any:
    """Plain values with keys, and lists that have no order, in another one."""
    if isinstance(value, dict):
        entries = [(key, shuffled(inner, dice, (*path, key))) for key, inner in value.items()]
        return dict(dice.sample(entries, len(entries)))
    if isinstance(value, list):
        inside = [shuffled(inner, dice, path) for inner in value]
        # The columns and rows of these are numbered, and what is under way is a stack.
        in_order = {"foresight", "rows", "pending"} & {*path}
        return inside if in_order else dice.sample(inside, len(inside))
    return value


@given(st.sampled_from(TABLES), SEEDS, st.integers(1, 60))
@examples(50)
def test_the_order_of_keys_and_lists_makes_no_other_code(game: dict[str, Any], seed: int, every: int) -> None:
    dice = random.Random(seed)
    for moment in whole_game(**game, seed=seed)[::every]:
        plain = to_plain(moment.position)
        mixed = shuffled(plain, dice)
        assert encode(read_position(json.dumps(mixed))) == encode(moment.position)


def test_a_code_with_its_lists_in_another_order_is_readable() -> None:
    """Such codes were written until lists were sorted."""
    position = read_position('{"players": {"red": {"hand": ["longhorn", "criollo"], "stations": [4, 1]}}}')
    older = _encoded(position, sorting=False)
    assert older != encode(position)
    assert decode(older) == position


@given(st.sampled_from(TABLES), SEEDS, st.randoms(use_true_random=False))
@examples(100)
def test_bits_that_flip_are_noticed_or_another_position(game: dict[str, Any], seed: int, dice: random.Random) -> None:
    """With a checksum that is right, a code is a position that can be judged, or refused; never anything else."""
    moments = whole_game(**game, seed=seed)
    for moment in moments[:: max(1, len(moments) // 3)]:
        code = encode(moment.position)
        data = bytearray(unsealed(code[1:]))
        for place in [*range(24), *(dice.randrange(len(data) * 8) for _ in range(8))]:
            flipped = bytearray(data)
            flipped[place // 8] ^= 128 >> place % 8
            for version in VERSIONS:
                try:
                    position = decode(version + sealed(bytes(flipped)))
                except Unreadable as error:
                    assert [problem.code for problem in error.problems] == ["code-damaged"]
                else:
                    check(ruleset_of(position), position)
                    assert read_position(position_text(position)) == position


@every("edition", [0, 3, 4, 5, 6, 7, 99])
def test_an_edition_that_there_is_not_is_refused(edition: int) -> None:
    header = BitWriter()
    header.write(1, 1)
    header.write_count(edition)
    header.write(0, 1)
    header.write_count(0)
    header.write(0, 1)
    # The first mark of a position is the number of its schema, that of a game its edition.
    told = BitWriter()
    write_marks([1], told)
    write_marks([0], told)
    told.write_count(edition and edition - 2)
    codes = [WITH_HEADER + sealed(header.to_bytes()), *([VERSION + sealed(told.to_bytes())] if edition else [])]
    for code in codes:
        with pytest.raises(Unreadable, match="code-damaged"):
            decode(code)


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


@every(("code", "problem"), REFUSED, ids=[code[:20] for code, _ in REFUSED])
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

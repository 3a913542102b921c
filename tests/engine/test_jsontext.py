"""Two readers of JSON: one is quick, the other knows lines and what is wrong. They never disagree."""

import json
import random

import pytest
from companion.engine.format import jsontext
from companion.engine.format.jsontext import MAX_DEPTH, Unreadable, read_json
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.profiles import examples

SMALL = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8)
VALUES = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
)
ODD = ("\\ud83d", "\\ud83d\\ude00", "1" * 16, "NaN", "-0", "01", "1.", ',"a":1,"a":2', "[" * 13 + "]" * 13, "\x00", "﻿")


def told(read: object) -> object:
    """What a reader says: a value, or why there is none. `1` and `true` are two things."""
    assert callable(read)
    try:
        return repr(read())
    except Unreadable as error:
        return error.problems


@examples(400)
@given(VALUES, st.randoms(use_true_random=False), st.integers(0, 3))
def test_they_say_the_same(value: object, chance: random.Random, slips: int) -> None:
    text = json.dumps(value, ensure_ascii=chance.random() < 0.5, indent=chance.choice([None, 1]))
    for _ in range(slips):
        place = chance.randrange(len(text) + 1)
        text = (
            text[:place] + chance.choice([*ODD, chance.choice('{}[],:" 1a\\\n')]) + text[place + chance.randrange(2) :]
        )
    assert told(lambda: read_json(text).value) == told(lambda: jsontext._read(text.removeprefix("\ufeff"))[0])


@every("inner", ["", "1", "[]", '{"a": 1}'])
@every("depth", [MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 100_000 // 4])
def test_they_go_as_deep(depth: int, inner: str) -> None:
    text = "[" * depth + inner + "]" * depth
    assert told(lambda: read_json(text).value) == told(lambda: jsontext._read(text)[0])


def test_brackets_are_read_so_deep_and_no_deeper() -> None:
    read_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(Unreadable) as error:
        read_json("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2))
    assert [problem.code for problem in error.value.problems] == ["too-deep"]


def test_what_is_plain_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise nothing would be won."""
    monkeypatch.setattr(jsontext, "_Reader", None)
    text = json.dumps({"game": {"players": 3}, "points": [1, -2.5, None, True, "é 한 \n 0123456789012345"[:12]]})
    assert read_json(text).value == json.loads(text)


def test_lines_are_there_when_somebody_asks() -> None:
    assert read_json('{"a": 1,\n"b": [2,\n3]}').lines.of(("b", 1)) == 3

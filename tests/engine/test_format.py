"""The format of positions: text, plain values, JSON Schema and share code tell the same, exactly."""

import json
import re
from typing import Any

import pytest
from companion import engine
from companion.engine import Unreadable, decode, encode, position_schema, position_text, read_position, to_plain
from companion.engine.core.position import MAX_COUNT
from companion.engine.format.notation import MAX_LETTERS
from hypothesis import HealthCheck, given
from jsonschema import Draft202012Validator

from tests.conftest import every
from tests.engine.plain import same
from tests.engine.strategies import positions
from tests.engine.test_reading import FULL, UNREADABLE
from tests.profiles import examples

ANY = examples(150, suppress_health_check=list(HealthCheck))


def more_known_than_there(plain: Any) -> bool:
    """The one thing that a JSON Schema cannot say."""
    if isinstance(plain, dict):
        if {"count", "known"} == set(plain) and plain["count"] < len(plain["known"]):
            return True
        return any(more_known_than_there(inner) for inner in plain.values())
    return isinstance(plain, list) and any(more_known_than_there(inner) for inner in plain)


@ANY
@given(positions())
def test_what_the_schema_allows_comes_back_from_text_and_code(plain: Any) -> None:
    text = json.dumps(plain)
    if more_known_than_there(plain):
        with pytest.raises(Unreadable):
            read_position(text)
        return
    position = read_position(text)
    assert read_position(position_text(position)) == position
    assert read_position(json.dumps(to_plain(position))) == position
    Draft202012Validator(position_schema()).validate(to_plain(position))
    code = encode(position)
    if len(code) <= MAX_LETTERS:
        # Lists without an order come back in that of the code, which is then the same again.
        assert same(decode(code), position)
        assert re.fullmatch(r"[\w-]+", code, re.ASCII)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(position_schema())


def test_the_schema_allows_the_whole_format() -> None:
    Draft202012Validator(position_schema()).validate(json.loads(FULL))


# The problems of values that JSON Schema cannot tell: a float that is whole, more known than there are, and house rules
# that do not hold together.
BEYOND_SCHEMA = {"more-known-than-there", "not-a-number", "house-contradiction"}


@every(("text", "problems"), UNREADABLE, ids=[text[:40] for text, _ in UNREADABLE])
def test_the_schema_refuses_what_reading_refuses(text: str, problems: list[tuple[str, int, str]]) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        return
    if {code for code, _, _ in problems} & (BEYOND_SCHEMA | {"half-character", "number-too-long", "key-twice"}):
        return
    if problems != [("unknown-schema", 1, "schema")] or value["schema"] is not True:
        assert not Draft202012Validator(position_schema()).is_valid(value)


def test_what_says_nothing_is_not_written() -> None:
    position = read_position(
        '{"game": {}, "board": {"neutral": {}, "job_market": {"rows": {}}}, "players": {"red": {}}}'
    )
    assert to_plain(position) == {"schema": 1, "players": {"red": {}}}


def test_a_list_of_nothing_says_that_there_is_nothing() -> None:
    plain = to_plain(read_position('{"players": {"red": {"stations": [], "outlaws": {}, "hand": []}}}'))
    assert plain["players"]["red"] == {"outlaws": {}, "stations": [], "hand": 0}


def test_counts_are_bounded() -> None:
    with pytest.raises(Unreadable):
        read_position(json.dumps({"players": {"red": {"dollars": MAX_COUNT + 1}}}))


def test_every_field_is_described_with_what_fits_there() -> None:
    """One value of each field is read as it was described, also of fields that a variant or expansion brings."""
    for variants in ((), engine.variants(engine.editions()[-1])):
        every = engine.described(engine.editions()[-1], variants)
        assert len({one.path for one in every}) == len(every)
        for one in every:
            value = {
                "one": one.values[:1],
                "number": (one.most,),
                "pile": ([*one.values[:1]], one.most),
                "counts": (dict.fromkeys(one.values, one.most),),
                "gaps": ([*one.values[:1], None],),
            }.get(one.kind, ([*one.values[:1]],))
            for told in (*value, *([None] if one.nothing else [])):
                plain: Any = {"game": {"edition": engine.editions()[-1], "variants": list(variants)}}
                if one.path == "game.edition":
                    plain = {}
                inner = plain
                *above, last = one.path.split(".")
                for key in above:
                    inner = inner.setdefault(key, {})
                inner[last] = told
                reading = engine.Reading()
                engine.position_from(plain, reading)
                assert reading.problems == [], one.path

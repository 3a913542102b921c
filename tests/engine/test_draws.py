"""Set-ups that are drawn for a table: the code gives the same one for ever, and every part can be drawn again."""

import tomllib

import pytest
from companion.engine import (
    DrawnSetUp,
    Unreadable,
    check,
    editions,
    encode,
    load_catalog,
    read_draw,
    ruleset_of,
    variants,
)
from companion.engine.draws import PARTS
from companion.engine.format.notation import sealed
from companion.engine.format.shapes import BitWriter
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT, every
from tests.profiles import examples

KEPT = tomllib.loads((ROOT / "tests" / "codes" / "draws.toml").read_text(encoding="utf-8"))
GOOD = next(iter(KEPT))
COLOURS = load_catalog().table.players.colours


@st.composite
def draws(draw: st.DrawFn) -> DrawnSetUp:
    edition = draw(st.sampled_from(editions()))
    colours = draw(st.sets(st.sampled_from(COLOURS), min_size=2))
    return DrawnSetUp(
        tuple(colour for colour in COLOURS if colour in colours),
        edition,
        tuple(name for name in variants(edition) if draw(st.booleans())),
        draw(st.sampled_from(("a", "b", "mixed"))),
        draw(st.sampled_from(("random", "first-game"))),
        draw(st.integers(0, DrawnSetUp.MAX_SEED)),
    )


@pytest.mark.parametrize("code", KEPT)
def test_a_code_draws_the_same_in_every_version(code: str) -> None:
    """Where this fails, codes that people noted down draw nothing any more: such a change needs its own version."""
    assert encode(read_draw(code).position) == KEPT[code]


@given(draws(), st.lists(st.sampled_from(PARTS), max_size=3))
@examples(20)
def test_whatever_is_drawn_is_possible_and_has_a_code(draw: DrawnSetUp, again: list[str]) -> None:
    for part in again:
        if part in draw.parts:
            draw = draw.drawn_again(part)
    position = draw.position
    assert check(ruleset_of(position), position) == ()
    assert read_draw(draw.code).position == position
    assert {player.seat for player in position.players.values()} == set(range(1, len(draw.colours) + 1))


def test_drawing_a_part_again_leaves_the_others() -> None:
    draw = DrawnSetUp(COLOURS, variants=("rails-to-the-north",), seed=3)
    fields = {
        "seats": lambda p: tuple(p.players),
        "sides": lambda p: p.game.sides,
        "neutral": lambda p: p.board.neutral,
        "masters": lambda p: (p.board.station_masters, p.board.spare_masters),
        "towns": lambda p: p.board.town_tiles,
        "tiles": lambda p: (p.board.hazards, p.board.outlaws, p.board.job_market, p.board.foresight),
        "cattle": lambda p: p.board.cattle_market,
        "objectives": lambda p: (p.board.objective_display, tuple(one.objectives for one in p.players.values())),
    }
    assert draw.parts == tuple(fields)
    for part in fields:
        after = draw.drawn_again(part).position
        assert {name for name, read in fields.items() if read(after) != read(draw.position)} == {part}


def test_what_was_agreed_is_not_drawn_again() -> None:
    draw = DrawnSetUp(COLOURS, sides="a", neutral="first-game")
    assert not {"sides", "neutral", "towns"} & set(draw.parts)
    with pytest.raises(KeyError):
        draw.drawn_again("sides")


def forged(*variants: int) -> str:
    """A code that nothing makes today."""
    bits = BitWriter()
    counted = ((len(variants), 4), *((variant, 4) for variant in variants))
    for number, width in ((2, 4), *counted, (0b1100, 4), (2, 2), (0, 1), (7, 20), (0, 16), (0, 1)):
        bits.write(number, width)
    return "d" + sealed(bits.to_bytes())


@every(
    ("code", "problem"),
    [
        ("", "code-version"),
        ("e" + GOOD[1:], "code-version"),
        (GOOD[:-1], "code-damaged"),
        (GOOD + "A", "code-damaged"),
        ("d" + GOOD[2:], "code-damaged"),
        ("d" + sealed(b""), "code-damaged"),
        ("d" + sealed(b"\xff" * 60), "code-damaged"),
        ("d" + "한", "code-damaged"),
        (forged(), "draw-of-another-version"),
        (forged(1, 1), "code-damaged"),
    ],
)
def test_other_codes_say_what_is_wrong(code: str, problem: str) -> None:
    with pytest.raises(Unreadable) as error:
        read_draw(code)
    assert [found.code for found in error.value.problems] == [problem]

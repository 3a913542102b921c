"""Charts: the numbers end up where they belong, whatever they are."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from companion.pictures.charts import (
    WIDTH,
    Bar,
    Course,
    Dot,
    Range,
    Scale,
    courses,
    cut,
    fill,
    hatching,
    reach,
    spreads,
    stacked,
    swatch,
    ticks,
    width_of,
)
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.pictures.markup import contrast, parsed, texts

PARTS = st.dictionaries(st.integers(1, 11), st.integers(-30, 60), max_size=11)


def drawn(picture) -> ElementTree.Element:
    return parsed(picture.markup("label"))


def segments(picture) -> list[ElementTree.Element]:
    return [element for element in drawn(picture).iter("rect") if "segment" in element.get("class", "")]


def x_range(element: ElementTree.Element) -> tuple[float, float]:
    start = float(element.get("x", "nan"))
    return start, start + float(element.get("width", "nan"))


@given(st.lists(PARTS, min_size=1, max_size=4))
def test_bars_are_as_long_as_the_points(all_parts: list[dict[int, int]]) -> None:
    bars = [Bar("A", "player-blue", "1", parts) for parts in all_parts]
    below, above = reach(bars)
    unit = (WIDTH - 2) / (above - below)
    drawn = iter(segments(stacked(bars, "/s.svg")))
    for bar in bars:
        edge = {True: 1 - below * unit, False: 1 - below * unit}
        for value in bar.parts.values():
            if value:
                start, end = x_range(next(drawn))
                assert end - start == pytest.approx(abs(value) * unit, abs=0.03)
                assert (end if value < 0 else start) == pytest.approx(edge[value < 0], abs=0.2)
                edge[value < 0] = start if value < 0 else end
                assert start > -0.1
                assert end < WIDTH + 0.1
    assert next(drawn, None) is None


def test_points_below_zero_stand_left_of_the_line() -> None:
    picture = stacked([Bar("A", "", "4", {1: 10, 3: -6})], "/s.svg")
    first, second = map(x_range, segments(picture))
    (zero,) = [float(line.get("x1", "nan")) for line in drawn(picture).iter("line")]
    assert first[0] == pytest.approx(zero, abs=0.02)
    assert second[1] == pytest.approx(zero, abs=0.02)


def test_a_revealed_bar_keeps_the_scale_of_the_whole() -> None:
    whole, part = Bar("A", "", "30", {1: 10, 2: 20}), Bar("A", "", "10", {1: 10})
    (alone,) = segments(stacked([part], "/s.svg", reach([whole]), newest=1))
    assert x_range(alone) == x_range(segments(stacked([whole], "/s.svg"))[0])
    assert "newest" in alone.get("class", "")


def test_bars_without_points() -> None:
    assert segments(stacked([Bar("A", "player-red", "–", {})], "/s.svg")) == []
    assert drawn(stacked([], "/s.svg")).get("viewBox")


def test_neighbours_on_the_pad_look_different() -> None:
    looks = [fill(number) for number in range(1, 12)]
    assert len({look.colour for look in looks}) == 11
    assert all(one.hatching != other.hatching or not one.hatching for one, other in itertools.pairwise(looks))


@every("number", range(1, 12))
def test_the_number_on_a_fill_can_be_read(number: int) -> None:
    assert contrast(fill(number).colour, "#1d1813") >= 7


@given(
    st.sampled_from(["/", "\\", "-", "|", ".", ""]),
    st.floats(-50, 50),
    st.floats(0, 200),
    st.floats(0, 60),
)
def test_hatching_stays_inside(kind: str, x: float, width: float, height: float) -> None:
    for px, py in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", hatching(kind, x, 10, width, height)):
        assert x - 0.1 <= float(px) <= x + width + 0.1
        assert 9.9 <= float(py) <= 10 + height + 0.1


def test_swatches_carry_their_number() -> None:
    assert texts(parsed(swatch(10))) == ["10"]


@given(st.integers(-100, 400), st.integers(0, 400), st.integers(2, 6))
def test_ticks_are_few_round_numbers_along_the_range(least: int, span: int, about: int) -> None:
    found = ticks(least, least + span, about)
    step = found[1] - found[0]
    assert found[0] - step < least < found[-1] + step
    assert found[0] - step < least + span < found[-1] + step
    assert all(number % step == 0 for number in found)
    assert len({b - a for a, b in itertools.pairwise(found)}) == 1
    assert 2 <= len(found) <= about + 3


def test_a_scale_without_span_stands_in_the_middle() -> None:
    assert Scale(5, 5, 0, 10)(5) == 5


@given(st.lists(st.lists(st.integers(-20, 150), min_size=1, max_size=20), min_size=1, max_size=5))
def test_dots_stand_in_their_strip(scores: list[list[int]]) -> None:
    people = [Course("A", "n", [Dot(at, points, points > 50) for at, points in enumerate(theirs)]) for theirs in scores]
    root = drawn(courses(people, max(map(len, scores)), "1", "2"))
    circles = list(root.iter("circle"))
    assert ["won" in circle.get("class", "") for circle in circles] == [p > 50 for theirs in scores for p in theirs]
    rows = [row for row, theirs in enumerate(scores) for _ in theirs]
    for row, circle in zip(rows, circles, strict=True):
        assert row * 108 + 24 <= float(circle.get("cy", "nan")) <= row * 108 + 92


@given(st.lists(st.integers(-20, 150), min_size=1, max_size=9))
def test_the_box_lies_between_the_ends(scores: list[int]) -> None:
    ordered = sorted(scores)
    half = len(ordered) // 2
    middle = (ordered[half // 2], ordered[half], ordered[(half + len(ordered) - 1) // 2])
    one = Range("A", "", (ordered[0], *middle, ordered[-1]))
    root = drawn(spreads([one]))
    (whisker, *_) = [line for line in root.iter("line") if line.get("class") == "whisker"]
    box, median = root.iter("rect")
    assert float(whisker.get("x1", "nan")) - 1.1 <= x_range(box)[0]
    assert x_range(box)[1] <= float(whisker.get("x2", "nan")) + 1.1
    assert x_range(box)[0] - 2.1 <= x_range(median)[0]
    assert x_range(median)[1] <= x_range(box)[1] + 2.1


@given(st.text(max_size=40), st.integers(8, 20), st.integers(20, 300))
def test_text_is_cut_to_its_room(words: str, size: int, room: int) -> None:
    kept = cut(words, size, room)
    assert kept == words or kept.endswith("…")
    assert width_of(kept, size) <= room


def test_hostile_names_stay_text() -> None:
    picture = stacked([Bar('<script>"&', "player-blue", "1", {1: 1})], "/s.svg").markup('"><script>')
    assert "<script" not in picture

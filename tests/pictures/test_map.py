"""The map of Rails to the North: every town, tile and station is a place, apart from the others, and told in words."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest
from companion import engine
from companion.engine.core.dealer import Chance
from companion.pictures import board
from companion.pictures.board.layout import WIDE
from companion.pictures.charts import width_of

from tests.conftest import LANGUAGES
from tests.pictures.test_board import drawn

RAILS = "rails-to-the-north"
RULES = engine.load_ruleset(2, 3, (RAILS,))
START = engine.start(3, (RAILS,), chance=Chance(1))
TOWNS = RULES.catalog.towns


def picture(position: engine.Position) -> ElementTree.Element:
    return drawn(position, parts=["north"], link=lambda place: f"/x?place={place}")


def test_every_town_tile_and_station_is_a_place() -> None:
    assert set(board.places(RULES, "north")) == {
        *(f"town:{town}" for town in TOWNS.towns),
        *(f"board.town_tiles.{town}" for town in TOWNS.medium),
        *(place for number in (11, 12) for place in (f"station:{number}", f"board.station_masters.{number}")),
    }


def test_only_games_with_towns_have_the_map() -> None:
    assert "north" in board.regions_of(START)
    assert "north" not in board.regions_of(engine.start(3, (), chance=Chance(1)))


def test_towns_do_not_lie_over_each_other() -> None:
    boxes = []
    for link in picture(START).iter("a"):
        (box, *_) = link.iter("rect")
        boxes.append((link.get("data-place"), *(float(str(box.get(key))) for key in ("x", "y", "width", "height"))))
    towns = [box for box in boxes if str(box[0]).startswith("town:")]
    assert len(towns) == len(TOWNS.towns)
    for (_, x, y, *_), (_, u, v, *_) in combinations(towns, 2):
        assert abs(x - u) >= 44 or abs(y - v) >= 44


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_on_the_map_and_beside_each_other(language: str) -> None:
    """None is cut off by an edge, and none lies over another or under a town."""
    boxes = []
    for name in drawn(START, language, parts=["north"]).iter("text"):
        words, size = name.text or "", float(str(name.get("font-size")))
        if name.get("class") == "name":
            half, y = 1.2 * width_of(words, size) / 2, float(str(name.get("y"))) - size * 0.36
            boxes.append((words, float(str(name.get("x"))) - half, float(str(name.get("x"))) + half, y, size))
    assert len(boxes) >= len([town for town in TOWNS.towns.values() if town.size == "big"]) + 8
    assert [box for box in boxes if box[1] < 0 or box[2] > WIDE] == []
    over = [
        (one[0], other[0])
        for one, other in combinations(boxes, 2)
        if one[1] < other[2] and other[1] < one[2] and abs(one[3] - other[3]) < one[4]
    ]
    assert over == []


def test_branchlets_are_told_and_what_is_unknown_too() -> None:
    text = """{"game": {"players": 2, "variants": ["rails-to-the-north"]},
        "players": {"blue": {"branchlets": ["olive-gate"]}, "red": {}}}"""
    told = {
        link.get("data-place"): link.findtext("title") or "" for link in picture(engine.read_position(text)).iter("a")
    }
    assert "Blue" in told["town:olive-gate"]
    assert told["town:memphis"].endswith("not known")
    assert told["board.town_tiles.olive-west"].endswith("not known")

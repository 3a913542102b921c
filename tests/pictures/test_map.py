"""The map of Rails to the North: every town, tile and station is a place, apart from the others, and told in words."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

from companion import engine
from companion.engine.core.chance import Chance
from companion.pictures import board

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


def test_branchlets_are_told_and_what_is_unknown_too() -> None:
    text = """{"game": {"players": 2, "variants": ["rails-to-the-north"]},
        "players": {"blue": {"branchlets": ["olive-gate"]}, "red": {}}}"""
    told = {
        link.get("data-place"): link.findtext("title") or "" for link in picture(engine.read_position(text)).iter("a")
    }
    assert "Blue" in told["town:olive-gate"]
    assert told["town:memphis"].endswith("not known")
    assert told["board.town_tiles.olive-west"].endswith("not known")

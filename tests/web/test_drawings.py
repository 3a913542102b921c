"""Pictures of components: well-formed, with symbols that there are, and the figures of the data."""

from xml.etree import ElementTree

import pytest
from companion.paths import folder
from companion.web import drawings
from companion.web.assets import symbol_ids
from companion.web.drawings.svg import Picture
from companion.web.parts.shelf import Part, of_kind, parts
from companion.web.parts.telling import telling

from tests.conftest import LANGUAGES

SPRITE = "/static/symbols.svg"
SYMBOLS = symbol_ids(folder("static"))
STYLE = (folder("static") / "app.css").read_text(encoding="utf-8")


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)  # noqa: S314 (it is our own)


def drawn(part: Part, language: str = "en") -> ElementTree.Element:
    words = telling(language)
    markup = drawings.draw(part, SPRITE, words.title(part)).markup(words.alternative(part))
    return parsed(markup)


def told(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter("text")]


def symbols(picture: ElementTree.Element) -> list[str]:
    return [use.get("href", "").partition("#")[2] for use in picture.iter("use")]


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.id)
def test_every_component_has_a_picture(part: Part) -> None:
    for language in LANGUAGES:
        picture = drawn(part, language)
        assert picture.get("role") == "img"
        assert telling(language).title(part) in picture.get("aria-label", "")
        assert set(symbols(picture)) <= SYMBOLS
        assert all("style" not in element.attrib for element in picture.iter())
        for element in list(picture.iter())[1:]:
            for name in element.get("class", "").split():
                assert f".{name}" in STYLE, f"nothing colours {name}"


def inside(picture: ElementTree.Element) -> bool:
    """Whether no symbol sticks out of the picture; those in groups are scaled to fit."""
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    return all(
        float(use.get("x", "0")) >= 0
        and float(use.get("x", "0")) + float(use.get("width", "0")) <= width
        and float(use.get("y", "0")) + float(use.get("height", "0")) <= height
        for use in picture.findall("use")
    )


@pytest.mark.parametrize("part", parts().values(), ids=lambda part: part.id)
def test_nothing_sticks_out(part: Part) -> None:
    assert inside(drawn(part))


def test_pictures_tell_components_apart() -> None:
    """Alike are only spaces that do the same: two discs of one action, risk actions of different sections."""
    seen: dict[str, list[Part]] = {}
    for part in parts().values():
        seen.setdefault(str(drawings.draw(part, SPRITE, part.key).markup()), []).append(part)
    for alike in filter(lambda found: len(found) > 1, seen.values()):
        assert {part.kind for part in alike} in ({"disc"}, {"risk"}), [part.id for part in alike]


@pytest.mark.parametrize("part", of_kind("building"), ids=lambda part: part.id)
def test_a_building_shows_its_figures(part: Part) -> None:
    picture = drawn(part)
    assert part.key in told(picture)
    assert str(part.builders) in told(picture)
    assert str(part.vp) in told(picture)
    hands = {name for name in symbols(picture) if name.startswith("hand-")}
    wanted = {"none": set(), "both": {"hand-green", "hand-black"}}.get(part.hand or "", {f"hand-{part.hand}"})
    assert hands == wanted


@pytest.mark.parametrize("part", of_kind("station"), ids=lambda part: part.id)
def test_a_station_shows_its_figures(part: Part) -> None:
    picture = drawn(part)
    assert {part.key, f"−{part.thing.cost}", str(part.vp)} <= set(told(picture))
    assert f"corner-{part.corner}" in symbols(picture)
    assert ("station-master" in symbols(picture)) == part.thing.station_master


@pytest.mark.parametrize("part", of_kind("objective"), ids=lambda part: part.id)
def test_an_objective_shows_its_tasks_and_what_failing_costs(part: Part) -> None:
    picture = drawn(part)
    assert symbols(picture).count("victory-point") == (2 if part.thing.penalty else 1)
    assert str(part.vp) in told(picture)
    assert symbols(picture).count("hazard-any") == part.thing.tasks.count("hazard")


@pytest.mark.parametrize("part", of_kind("cattle"), ids=lambda part: part.id)
def test_cattle_show_their_value_besides_their_colour(part: Part) -> None:
    picture = drawn(part, "ko")
    assert str(part.thing.value) in told(picture)
    assert telling("ko").title(part) in told(picture)


def test_what_goes_in_comes_out_well_formed() -> None:
    picture = Picture(10, 10, "/a?b=1&c=2")
    picture.text(5, 5, "<Fulton & 'Co'>", 4)
    picture.symbol("city", 0, 0)
    element = parsed(picture.markup('a "label" <b>'))
    assert told(element) == ["<Fulton & 'Co'>"]
    assert element.get("aria-label") == 'a "label" <b>'


def test_a_picture_beside_its_name_is_decoration() -> None:
    element = parsed(Picture(10, 10, SPRITE).markup())
    assert element.get("aria-hidden") == "true"
    assert element.get("role") is None

"""Pictures of components: well-formed, with symbols that there are, and the figures of the data."""

from xml.etree import ElementTree

import pytest
from companion.components import Part, component_words, of_kind, parts
from companion.drawing import Picture
from companion.paths import folder
from companion.reference.layers import symbol_ids

from tests.conftest import LANGUAGES
from tests.pictures.markup import parsed, texts

SPRITE = "/static/symbols.svg"
SYMBOLS = symbol_ids(folder("static"))
STYLE = (folder("static") / "app.css").read_text(encoding="utf-8")


def drawn(part: Part, language: str = "en") -> ElementTree.Element:
    words = component_words(language)
    markup = part.picture(SPRITE, words.title(part)).markup(words.alternative(part))
    return parsed(markup)


def symbols(picture: ElementTree.Element) -> list[str]:
    return [use.get("href", "").partition("#")[2] for use in picture.iter("use")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_component_has_a_picture(language: str) -> None:
    """With nothing that sticks out, and nothing that is not there or has no colour."""
    named = set()
    for part in parts().values():
        picture = drawn(part, language)
        assert picture.get("role") == "img"
        assert component_words(language).title(part) in picture.get("aria-label", "")
        assert set(symbols(picture)) <= SYMBOLS, part.id
        assert all("style" not in element.attrib for element in picture.iter()), part.id
        assert inside(picture), part.id
        named |= {name for element in list(picture.iter())[1:] for name in element.get("class", "").split()}
    assert [name for name in named if f".{name}" not in STYLE] == [], "nothing colours them"


def inside(picture: ElementTree.Element) -> bool:
    """Whether no symbol sticks out of the picture; those in groups are scaled to fit."""
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    return all(
        float(use.get("x", "0")) >= 0
        and float(use.get("x", "0")) + float(use.get("width", "0")) <= width
        and float(use.get("y", "0")) + float(use.get("height", "0")) <= height
        for use in picture.findall("use")
    )


def test_pictures_tell_components_apart() -> None:
    """Alike are only spaces that do the same: two discs of one action, risk actions of different sections; and what
    editions call by other names."""
    seen: dict[str, list[Part]] = {}
    for part in parts().values():
        seen.setdefault(str(part.picture(SPRITE, part.key).markup()), []).append(part)
    for alike in filter(lambda found: len(found) > 1, seen.values()):
        kinds, layers = {part.kind for part in alike}, {part.layer for part in alike}
        assert kinds in ({"disc"}, {"risk"}) or len(layers) == len(alike), [part.id for part in alike]


def test_a_building_shows_its_figures() -> None:
    for part in of_kind("building"):
        picture = drawn(part)
        assert {part.key, str(part.builders), str(part.vp)} <= set(texts(picture)), part.id
        hands = {name for name in symbols(picture) if name.startswith("hand-")}
        wanted = {"none": set(), "both": {"hand-green", "hand-black"}}.get(part.hand or "", {f"hand-{part.hand}"})
        assert hands == wanted, part.id


def test_a_station_shows_its_figures() -> None:
    for part in of_kind("station"):
        picture = drawn(part)
        assert {part.key, f"−{part.thing.cost}", str(part.vp)} <= set(texts(picture)), part.id
        assert f"corner-{part.corner}" in symbols(picture), part.id
        assert ("station-master" in symbols(picture)) == part.thing.station_master, part.id


def test_an_objective_shows_its_tasks_and_what_failing_costs() -> None:
    for part in of_kind("objective"):
        picture = drawn(part)
        assert symbols(picture).count("victory-point") == (2 if part.thing.penalty else 1), part.id
        assert str(part.vp) in texts(picture), part.id
        assert symbols(picture).count("hazard-any") == part.thing.tasks.count("hazard"), part.id


def test_cattle_show_their_value_besides_their_colour() -> None:
    for part in of_kind("cattle"):
        assert {str(part.thing.value), component_words("ko").title(part)} <= set(texts(drawn(part, "ko"))), part.id


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("Chicago", 18),
        ("San Francisco", 13.7),
        ("샌프란시스코", 18),
        ("Simmental Heifer (4 VP)", 8.2),
        ("가나다라마바사아", 14.7),
    ],
)
def test_a_long_name_is_written_smaller(words: str, size: float) -> None:
    picture = Picture(140, 20, SPRITE)
    picture.fitting(56, 10, words, 18, 108)
    (line,) = parsed(picture.markup()).iter("text")
    assert float(line.get("font-size", 0)) == pytest.approx(size, abs=0.1)


def test_what_goes_in_comes_out_well_formed() -> None:
    picture = Picture(10, 10, "/a?b=1&c=2")
    picture.text(5, 5, "<Fulton & 'Co'>", 4)
    picture.symbol("city", 0, 0)
    element = parsed(picture.markup('a "label" <b>'))
    assert texts(element) == ["<Fulton & 'Co'>"]
    assert element.get("aria-label") == 'a "label" <b>'


def test_a_picture_beside_its_name_is_decoration() -> None:
    element = parsed(Picture(10, 10, SPRITE).markup())
    assert element.get("aria-hidden") == "true"
    assert element.get("role") is None

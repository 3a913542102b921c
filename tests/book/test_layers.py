"""Text layers: figures of what the engine does not know yet, shown only where they are played."""

from pathlib import Path

import pytest
from companion import engine
from companion.book.sections import Book
from companion.components import facets, parts
from companion.components.effects import VIEWS
from companion.engine.core.layer import Layer
from companion.engine.kansas_city.delivery import DeliverTo
from companion.engine.kansas_city.income import Income
from companion.reference import layers
from companion.reference.library import Reference
from flask import Flask

from tests.book.test_mistakes import right
from tests.conftest import every


def test_figures_of_a_layer(tmp_path: Path) -> None:
    layer = right(tmp_path, "layers")["north"]
    assert (layer.kind, layer.edition) == ("expansion", None)
    assert layer.figures["x.discs"].values == {(): {2: 15, 3: 15, 4: 15}}
    assert layer.figures["x.size"].values == {(): {2: 9, 3: 12, 4: 15}}
    assert layer.figures["x.size"].confidence == "low"


def test_figures_of_the_components(tmp_path: Path) -> None:
    """`*` stands for every id, a table counts, and `most` is told in points: two for each of six areas."""
    catalog = engine.load_catalog(2, ("rails-to-the-north",))
    figures = right(tmp_path, "layers")["south"].figures
    assert {name: figure.values[()][2] for name, figure in figures.items()} == {
        **{f"y.{city.id}.value": city.value for city in catalog.cities.cities.values()},
        "y.discs": catalog.table.players.discs,
        "y.masters": len(catalog.station_masters.tiles),
        "y.area.most": 12,
    }
    assert figures["y.montreal.value"].listed == "y.*.value"


def test_what_there_is() -> None:
    assert layers.of_kind("edition") == ()
    assert layers.of_kind("expansion", "solo") == ("solo",)
    assert layers.editions() == (2, 1)
    assert layers.always_shown() == {"second-edition"}


@every(
    ("edition", "picked", "shown"),
    [
        (None, (), ()),
        (2, (), ()),
        (1, (), ("first-edition",)),
        (2, ("simmental", "solo"), ("simmental", "solo")),
        (1, ("rails-to-the-north",), ("first-edition", "rails-to-the-north")),
        (2, ("nonsense",), ()),
    ],
)
def test_what_a_table_plays(edition: int | None, picked: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert layers.chosen(edition, picked) == shown


def test_no_layer_is_told_twice() -> None:
    """What the engine plays has its figures there, and nowhere else."""
    assert not set(engine.playable_layers()) & set(layers.text_layers())
    for layer in layers.text_layers().values():
        assert not set(layer.figures) & set(engine.figures())


# A fact of each layer, as its sources tell it.
FACTS = [
    ("rails.branchlets", 15, "high"),
    ("rails.city.montreal.value", 20, "medium"),
    ("rails.city.kansas-city.vp", -8, "medium"),
    ("rails.station.red.cost", 15, "medium"),
    ("rails.city.san-francisco.most", 10, "medium"),
    ("rails.add-on.cost", 2, "low"),
    ("first.trade.1", -3, "high"),
    ("first.city.kansas-city.dollars", 6, "high"),
    ("first.11a.vp", 25, "medium"),
    ("solo.sam.cards-easy", 12, "high"),
    ("solo.garth.money", 6, "medium"),
]


@every(("name", "value", "confidence"), FACTS)
def test_facts(name: str, value: int, confidence: str) -> None:
    figure = layers.figures()[name]
    assert set(figure.values[()].values()) == {value}
    assert figure.confidence == confidence


@pytest.fixture(scope="module")
def book(app: Flask) -> Book:
    reference: Reference = app.extensions["reference"]
    return reference.books["en"]


def test_every_figure_of_a_layer_is_told(book: Book) -> None:
    told = {name.partition("@")[0].removeprefix("abs:") for s in book.sections.values() for name in s.page.figures}
    for layer in layers.text_layers().values():
        listed = {figure.listed for figure in layer.figures.values()}
        assert listed == {figure.listed for name, figure in layer.figures.items() if name in told}, layer.id


def test_every_layer_has_sections_of_its_own(book: Book) -> None:
    for layer in layers.text_layers():
        assert [s.id for s in book.sections.values() if s.layers == (layer,)], layer


HOOKS = {
    "judge_delivery": DeliverTo.section,
    "after_income": Income.section,
    "set_up": "setup/overview",
    "counts": "scoring/overview",
}
"""What a layer may have of its own in its class -> the section that tells the rule where the engine asks it."""

LISTED = {"building": "buildings/tiles"}
"""The section that lists components of a kind, where it is not the first that they lead to."""


def changed(layer: Layer) -> dict[str, str]:
    """The sections whose rule a layer changes: by its hooks, by the components that it brings, and by what these do."""
    found = {section: hook for hook, section in HOOKS.items() if getattr(type(layer), hook) != getattr(Layer, hook)}
    brought = [part for part in parts().values() if part.layer == layer.id]
    found |= {LISTED.get(part.kind, facets.bare(next(part.sections()))): part.id for part in brought}
    done = {effect.name: part.id for part in brought for effect in part.effects}
    # Some of its things have no page, such as the tiles beside towns.
    usual, whole = (engine.load_catalog(2, chosen).immediate_actions for chosen in ((), (layer.id,)))
    for thing in whole.keys() - usual.keys():
        done |= {effect.name: thing for choice in whole[thing] for effect in (*choice.requires, *choice.does)}
    sections = {effect.name: facets.bare(effect.section) for effect in VIEWS}
    return found | {sections[name]: thing for name, thing in done.items() if name in sections}


@pytest.mark.parametrize("name", engine.variants(2))
def test_a_layer_tells_every_section_that_it_changes(reference: Reference, name: str) -> None:
    """In its list of sections, or with a link in the text, in every language (their links are the same)."""
    layer, book = engine.playable_layers()[name], reference.books["en"]
    own = {section.id for section in book.sections.values() if name in section.layers}
    listed = {facets.bare(place) for place in (*layer.differs, *layer.adds)}
    found = {section: why for section, why in changed(layer).items() if section not in own}
    linked = {section for section in found if own & set(map(facets.bare, book.sections[section].page.links))}
    assert {section: why for section, why in found.items() if section not in listed | linked} == {}
    assert listed <= book.sections.keys()
    assert len(found) > 1

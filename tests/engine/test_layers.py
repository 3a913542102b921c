"""Layers: what a variant or an expansion brings stands in its folder, and nothing else names it."""

import re

import pytest
from companion.engine import editions, load_catalog, load_ruleset, playable_layers, variants
from companion.engine.actions import vocabulary
from companion.engine.core.catalog import all_layers
from companion.engine.core.layer import Layer
from companion.engine.effects import pending_vocabulary

from tests.conftest import ROOT

VARIANTS = [layer for layer in playable_layers().values() if layer.edition is None]
AUTOMAS = [layer for layer in all_layers() if layer.automa]


@pytest.mark.parametrize("layer", [*VARIANTS, *AUTOMAS], ids=lambda layer: layer.id)
def test_no_file_outside_its_folders_names_a_layer(layer: Layer) -> None:
    folder = layer.id.replace("-", "_")
    # However it is written: "rails-to-the-north", `rails_to_the_north`, `RailsToTheNorth`, in words.
    name = re.compile(layer.id.replace("-", "[^a-z0-9]?"), re.IGNORECASE)
    naming = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "companion").rglob("*.py")
        if folder not in file.parts and name.search(file.read_text(encoding="utf-8"))
    ]
    assert naming == []


def test_what_layers_bring_has_numbers_of_its_own() -> None:
    """A layer says which number its effects have in share codes, and where its actions come among the options."""
    kinds, actions = list(pending_vocabulary().values()), list(vocabulary().values())
    for layer in all_layers():
        assert {number: kinds[number] for number in layer.effects} == layer.effects
        assert {place: actions[place] for place in layer.actions} == layer.actions


def test_readings() -> None:
    """Each has a number of its own in share codes; its first choice is ours, which the components have anyway; its
    figure is one of theirs, and every choice changes it."""
    codes: dict[str, int] = {}
    for edition in editions():
        for chosen in ((), *((variant,) for variant in variants(edition))):
            usual = load_catalog(edition, chosen)
            for reading in usual.readings.readings.values():
                codes[reading.id] = reading.code
                for choice in reading.choices:
                    read = load_catalog(edition, chosen, ((reading.id, choice),))
                    assert (read == usual) == (choice == reading.ours)
    assert len({*codes.values()}) == len(codes) > 1


def test_a_ruleset_has_the_layers_that_are_played() -> None:
    may_be = ("second-edition", *(layer.id for layer in VARIANTS if layer.assumed))
    assert [layer.id for layer in load_ruleset(players=2, chosen=()).layers] == ["second-edition"]
    # While nobody said which variants are played, any may be that only adds something.
    assert tuple(layer.id for layer in load_ruleset(players=2).layers) == may_be

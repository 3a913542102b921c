"""Component data: strict to the key, composed in layers, and summing up to what the box holds."""

import json
from typing import Any

import pytest
from companion.engine import (
    CatalogError,
    assumed,
    editions,
    load_catalog,
    load_ruleset,
    read_position,
    ruleset_of,
    variants,
)
from companion.engine.core.catalog import Catalog, build_catalog, compose, read_layer

from tests.conftest import every


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog()


def test_what_is_known() -> None:
    assert editions() == (1, 2)
    assert variants(1) == ("rails-to-the-north",)
    assert assumed(1) == ()
    assert variants(2) == ("rails-to-the-north", "simmental")
    assert assumed(2) == ("simmental",)


def test_sums_of_the_private_buildings(catalog: Catalog) -> None:
    faces = catalog.buildings.faces.values()
    by_side = {side: [face for face in faces if face.side == side] for side in "ab"}
    sums = {side: (sum(f.builders for f in by_side[side]), sum(f.vp for f in by_side[side])) for side in "ab"}
    assert sums == {"a": (54, 74), "b": (46, 64)}
    assert sorted(face.number for face in by_side["a"]) == list(range(1, 13))


def test_sums_of_the_tiles(catalog: Catalog) -> None:
    tiles = catalog.tiles
    assert sum(sum(worker.bags.values()) for worker in tiles.workers.values()) == 54
    assert sum(sum(outlaw.bags.values()) for outlaw in tiles.outlaws.values()) == 22
    assert sum(face.copies for face in tiles.hazards.faces.values()) * len(tiles.hazards.types) == 18
    assert sum(face.copies * face.vp for face in tiles.hazards.faces.values()) * len(tiles.hazards.types) == 54


def test_sums_of_the_cards(catalog: Catalog) -> None:
    breeds = catalog.cattle.breeds.values()
    of_deck = {deck: [b for b in breeds if b.deck == deck] for deck in ("player", "market")}
    assert sum(sum(breed.copies.values()) for breed in of_deck["player"]) == 14
    assert sum(sum(breed.copies.values()) for breed in of_deck["market"]) == 36
    assert sum(vp * n for breed in of_deck["market"] for vp, n in breed.copies.items()) == 114
    cards = catalog.objectives.cards.values()
    assert sum(card.copies for card in cards if card.starting) == 4
    assert sum(card.copies for card in cards if not card.starting) == 24
    assert {card.penalty for card in cards if card.starting} == {0}
    assert all(card.penalty < 0 for card in cards if not card.starting)


def test_sums_of_the_boards(catalog: Catalog) -> None:
    kinds = [space.kind for space in catalog.trail.spaces.values()]
    counts = {kind: kinds.count(kind) for kind in ("neutral", "building", "hazard", "outlaw")}
    assert counts == {"neutral": 7, "building": 22, "hazard": 12, "outlaw": 9}
    assert sum(station.vp for station in catalog.railroad.stations.values()) == 44
    assert len(catalog.railroad.crosses) == 11
    corners = [disc.corner for disc in catalog.player_board.discs.values()]
    assert (corners.count("white"), corners.count("dark")) == (9, 5)
    assert len(corners) == catalog.table.players.discs
    named = [disc for action in catalog.player_board.auxiliary.actions.values() for disc in action.discs]
    assert set(named) <= set(catalog.player_board.discs)


def test_references_between_files(catalog: Catalog) -> None:
    """What one entry says of another is there."""
    assert all(set(arrow.between) <= set(catalog.cities.cities) for arrow in catalog.cities.arrows.values())
    assert catalog.scoring.categories["step-disc"].disc in catalog.player_board.discs
    hazards = {space.hazard for space in catalog.trail.spaces.values() if space.kind == "hazard"}
    assert hazards == set(catalog.tiles.hazards.types)
    numbers = [category.number for category in catalog.scoring.categories.values()]
    assert numbers == list(range(1, 12))


def test_a_variant_adds_and_replaces() -> None:
    base, simmental = load_catalog(2), load_catalog(2, ("simmental",))
    assert dict(base.cattle.market_size) == {2: 7, 3: 10, 4: 13}
    assert dict(simmental.cattle.market_size) == {2: 9, 3: 12, 4: 15}
    new = set(simmental.cattle.breeds) - set(base.cattle.breeds)
    assert new == {"simmental-calf", "simmental-heifer", "simmental-cow"}
    assert simmental.trail is not None
    assert simmental.trail == base.trail


@every(
    ("file", "change", "message"),
    [
        ("cattle", {"market_sise": {"2": 7}}, "second-edition/cattle.toml: market_sise: unknown key"),
        ("cattle", {"market_size": {"two": 7}}, "cattle.toml: market_size.two: the key is not a whole number"),
        ("cattle", {"market_size": 7}, "cattle.toml: market_size: 7 is not a table"),
        ("table", {"hand_limit": {"base": 4, "per_disc": 1}}, "table.toml: hand_limit.most: missing"),
        ("table", {"hand_limit": {"base": "4", "per_disc": 1, "most": 6}}, "hand_limit.base: '4' is not of type int"),
        ("table", {"hand_limit": {"base": True, "per_disc": 1, "most": 6}}, "base: True is not of type int"),
        ("railroad", {"turnouts": {"t4": [3, 4, 5]}}, "railroad.toml: turnouts.t4: needs 2 values, has 3"),
        ("railroad", {"crosses": 3}, "railroad.toml: crosses: 3 is not a list"),
        ("railroad", {"confidence": "sure"}, "'sure' is not one of high, medium, low"),
    ],
)
def test_wrong_data_is_named(file: str, change: dict[str, object], message: str) -> None:
    _, files = read_layer("second-edition")
    files[file].update(change)
    with pytest.raises(CatalogError) as caught:
        build_catalog(2, (), files, "second-edition")
    assert message in str(caught.value)


def test_missing_and_unknown_files_are_named() -> None:
    _, files = read_layer("second-edition")
    files["weather"] = {}
    with pytest.raises(CatalogError, match=r"second-edition/weather\.toml: unknown file"):
        build_catalog(2, (), files, "second-edition")
    del files["weather"], files["trail"]
    with pytest.raises(CatalogError, match=r"second-edition/trail\.toml: missing"):
        build_catalog(2, (), files, "second-edition")


BASE = {"cattle": {"size": {"2": 7}, "breeds": {"a": {"value": 1}, "b": {"value": 2}}}}


@pytest.mark.parametrize(
    ("change", "result"),
    [
        ({"add": {"breeds": {"c": {"value": 3}}}}, {"a", "b", "c"}),
        ({"remove": {"breeds": ["a"]}}, {"b"}),
        ({"replace": {"breeds": {"a": {"value": 5}}}}, {"a", "b"}),
    ],
)
def test_layers_change_entries(change: dict[str, object], result: set[str]) -> None:
    composed = compose(BASE, {"cattle": change}, "layer")
    assert set(composed["cattle"]["breeds"]) == result
    assert set(BASE["cattle"]["breeds"]) == {"a", "b"}, "the layer below stays as it is"


@every(
    ("change", "message"),
    [
        ({"add": {"breeds": {"a": {"value": 3}}}}, "layer/cattle.toml: add.breeds.a.value: exists already"),
        ({"add": {"size": {"3": 9}}}, "add.size: exists already"),
        ({"replace": {"breeds": {"z": {"value": 3}}}}, "replace.breeds.z: nothing to replace"),
        ({"remove": {"breeds": ["z"]}}, "remove.breeds: there is no 'z'"),
        ({"remove": {"herds": ["z"]}}, "remove.herds: the layer below has no such table"),
        ({"remove": {"breeds": "a"}}, "remove.breeds: is not a list of ids"),
        ({"change": {}}, "change: unknown key"),
        ({"add": 1}, "add: 1 is not a table"),
    ],
)
def test_layers_that_do_not_fit_are_named(change: dict[str, object], message: str) -> None:
    with pytest.raises(CatalogError) as caught:
        compose(BASE, {"cattle": change}, "layer")
    assert message in str(caught.value)


def test_a_layer_of_an_unknown_file() -> None:
    with pytest.raises(CatalogError, match=r"layer/weather\.toml: the layer below has no such file"):
        compose(BASE, {"weather": {}}, "layer")


def test_a_figure_of_a_layer_replaces_the_whole_figure() -> None:
    composed = compose(BASE, {"cattle": {"replace": {"size": {"4": 1}}}}, "layer")
    assert composed["cattle"]["size"] == {"4": 1}


@every(
    "wrong",
    [
        *({"edition": 7}, {"chosen": ("rails",)}, {"players": 5}, {"players": 1}),
        *({"readings": (reading,)} for reading in (("pass-phase-b", "perhaps"), ("new-york-discs", "several"))),
        *({"house": (rule,)} for rule in (("fee.green", 99), ("fees", 1), ("hand-limit.base", 7))),
    ],
)
def test_unknown_games(wrong: dict[str, Any]) -> None:
    with pytest.raises(LookupError):
        load_ruleset(**{"chosen": (), **wrong})


def test_what_nobody_said_stays_unknown() -> None:
    unknown = load_ruleset()
    assert unknown.players is None
    assert unknown.per_players(unknown.catalog.cattle.market_size) is None
    assert not unknown.variants_known
    known = load_ruleset(2, 3, ())
    assert known.per_players(known.catalog.cattle.market_size) == 10


def test_a_variant_named_twice_is_played_once() -> None:
    once, twice = (read_position(json.dumps({"game": {"variants": ["simmental"] * n}})) for n in (1, 2))
    assert ruleset_of(twice) is ruleset_of(once)


def test_what_is_known_of_one_print_is_surer_there() -> None:
    first, second = (load_catalog(edition, ("rails-to-the-north",)) for edition in (1, 2))
    for catalog, sure in ((first, ("high", "high")), (second, ("medium", "low"))):
        assert (catalog.cities.cities["memphis"].confidence, catalog.cities.cities["san-francisco"].confidence) == sure
        assert catalog.railroad.stations[11].confidence == sure[0]
        assert catalog.station_masters.tiles["sm-10"].confidence == sure[0]
    assert first.buildings.faces["12a"].confidence == "high"
    # What a spare station master is worth there is known from a program only.
    assert first.cities.cities["new-york"].confidence == "medium"

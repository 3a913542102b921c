"""Components as data: the trail as a graph, local actions in the closed vocabulary, references between files."""

from collections.abc import Iterator

import pytest
from companion.engine import CatalogError, every_component, load_catalog
from companion.engine.buildings.building import Build
from companion.engine.cards.discarding import Discard
from companion.engine.core.catalog import Catalog
from companion.engine.core.effect import Choice, Effect
from companion.engine.core.tables import build
from companion.engine.effects import vocabulary
from companion.engine.job_market.hiring import Hire
from companion.engine.railroad.engine import EngineForward
from companion.engine.turn.dollars import GainDollars, Pay

from tests.conftest import every


@pytest.fixture
def catalog() -> Catalog:
    return load_catalog(2, ("simmental",))


def choices(catalog: Catalog) -> Iterator[tuple[str, Choice]]:
    """Every choice of every action that any component allows, with the component's name."""
    for building in (*catalog.buildings.neutral.values(), *catalog.buildings.faces.values()):
        for action in building.actions:
            yield from ((building.id, choice) for choice in action)
    for space in catalog.trail.spaces.values():
        if space.risk:
            yield space.id, space.risk
    for worker, spaces in catalog.player_board.worker_rows.immediate.items():
        yield from ((worker, choice) for choice in spaces.values())
    for auxiliary in catalog.player_board.auxiliary.actions.values():
        yield from ((auxiliary.id, choice) for choice in (auxiliary.single, auxiliary.double))
    for master in catalog.station_masters.tiles.values():
        yield from ((master.id, choice) for choice in master.immediate)
    for card in catalog.objectives.cards.values():
        if card.immediate:
            yield card.id, card.immediate
    for tile in catalog.towns.tiles.values():
        yield from ((tile.id, choice) for choice in tile.does)


def effects(catalog: Catalog) -> Iterator[Effect]:
    for _, choice in choices(catalog):
        yield from (*choice.requires, *choice.does)
    for space in catalog.trail.spaces.values():
        if space.bounty:
            yield space.bounty
    for placed in (*catalog.cities.arrows.values(), *catalog.cities.cities.values()):
        yield from placed.does
    for town in catalog.towns.towns.values():
        yield from town.bonus


def test_every_effect_is_used_and_every_used_one_is_known() -> None:
    assert {effect.name for effect in effects(every_component())} == set(vocabulary())


@every(
    ("table", "problem"),
    [
        ({"effect": "teleport"}, "x.does[0].effect: 'teleport' is not one of auxiliary, build"),
        ({"dollars": 2}, "x.does[0].effect: None is not one of"),
        ({"effect": "gain-dollars"}, "x.does[0].dollars: missing"),
        ({"effect": "gain-dollars", "dollar": 2}, "x.does[0].dollar: unknown key"),
        ({"effect": "gain-dollars", "dollars": 2, "per": "cow"}, "x.does[0].per: 'cow' is not one of"),
        ("gain-dollars", "x.does[0]: 'gain-dollars' is not a table"),
    ],
)
def test_wrong_effects_are_named(table: object, problem: str) -> None:
    with pytest.raises(CatalogError) as caught:
        build(Choice, {"does": [table]}, "layer/file.toml", "x")
    assert str(caught.value).startswith(f"layer/file.toml: {problem}")


def test_some_buildings(catalog: Catalog) -> None:
    """Buildings that the rule texts describe, to see that data and vocabulary say the same."""
    neutral, faces = catalog.buildings.neutral, catalog.buildings.faces
    assert neutral["A"].actions[0] == (Choice((GainDollars(2),), (Discard("galloway"),)),)
    assert neutral["A"].actions[1:] == ((Choice((Hire(),)),), (Choice((Hire(2),)),))
    assert neutral["B"].actions[1] == (Choice((Build(2),)),)
    assert neutral["D"].actions[0][1] == Choice((EngineForward(2),), (Pay(2),)), "a slash: one of two"
    assert faces["1a"].actions == ((Choice((GainDollars(2, "woods-building"),)),),)
    assert [len(face.actions) for face in faces.values()].count(3) == 1, "only 10b has three"
    assert len(faces["10b"].actions) == 3


def test_costs_stand_in_requirements_and_gains_in_rewards(catalog: Catalog) -> None:
    for name, choice in choices(catalog):
        assert {effect.name for effect in choice.requires} <= {"pay", "discard", "engine-backward"}, name
        assert not {effect.name for effect in choice.does} & {"pay", "discard", "engine-backward"}, name
        assert choice.does, name


def test_the_double_form_doubles_the_single_one(catalog: Catalog) -> None:
    for action in catalog.player_board.auxiliary.actions.values():
        pairs = zip(
            (*action.single.requires, *action.single.does), (*action.double.requires, *action.double.does), strict=True
        )
        for single, double in pairs:
            assert single.name == double.name
            (one,), (two,) = ([v for v in vars(e).values() if isinstance(v, int)] for e in (single, double))
            assert two == 2 * one


def test_the_trail_leads_to_kansas_city_from_everywhere(catalog: Catalog) -> None:
    spaces = catalog.trail.spaces
    for space in spaces.values():
        assert set(space.next) <= set(spaces)
        assert 0 <= space.x <= 100
        assert 0 <= space.y <= 100
    beside = set(spaces) - catalog.trail.on_path
    assert beside == {"outlaw-1", "outlaw-2", "outlaw-3"}
    for name in catalog.trail.on_path:
        seen, here = {name}, name
        while here != "kansas-city":
            here = spaces[here].next[-1]
            assert here not in seen, "the trail never turns back"
            seen.add(here)


def test_spaces_of_the_trail(catalog: Catalog) -> None:
    spaces = catalog.trail.spaces.values()
    assert sum(space.woods for space in spaces) == 8
    assert sum(space.risk is not None for space in spaces) == 7
    assert all(space.kind == "building" for space in spaces if space.risk or space.woods)
    assert all((space.bounty is not None) == (space.kind == "outlaw") for space in spaces)
    for hazard in catalog.tiles.hazards.types:
        assert [space.number for space in spaces if space.hazard == hazard] == [1, 2, 3, 4]
    assert [space.number for space in spaces if space.kind == "outlaw"] == list(range(1, 10))


def test_stations_stand_on_turnouts_or_at_the_end(catalog: Catalog) -> None:
    railroad = catalog.railroad
    places = [station.space for station in railroad.stations.values()]
    assert set(places) == {*railroad.turnouts, str(railroad.last)}
    for low, high in railroad.turnouts.values():
        assert high == low + 1
    assert all(railroad.first <= before < railroad.last for before in railroad.crosses)


def test_prices_name_breeds_of_the_market(catalog: Catalog) -> None:
    for price in catalog.cattle.prices.values():
        assert price.breeds
        assert all(catalog.cattle.breeds[breed].deck == "market" for breed in price.breeds)
    sold = {breed for price in catalog.cattle.prices.values() for breed in price.breeds}
    assert sold == {breed.id for breed in catalog.cattle.breeds.values() if breed.deck == "market"}


def test_tasks_are_those_that_can_be_counted(catalog: Catalog) -> None:
    tasks = {task for card in catalog.objectives.cards.values() for task in card.tasks}
    assert tasks == {
        "building", "hazard", "hereford", "new-york", "outlaw-green", "outlaw-orange", "shorthorn", "station", "value-3"
    }  # fmt: skip

"""Figures by name: what texts refer to."""

from companion.engine import figures

from tests.conftest import every


@every(
    ("name", "value"),
    [
        ("hand-limit.base", 4),
        ("city.chicago.value", 10),
        ("city.kansas-city.vp", -6),
        ("city.chicago.crosses", 5),
        ("city.new-york.crosses", 11),
        ("station.6.cost", 8),
        ("workers.total", 54),
        ("tiles.total", 94),
        ("bag.1.tiles", 35),
        ("foresight.total", 6),
        ("auxiliary.open-at-start", 2),
        ("job-market.yellow-arrow.1.row", 6),
        ("score.workers.first-space", 5),
        ("objective.obj-6.penalty", -3),
    ],
)
def test_figures_that_never_change(name: str, value: int) -> None:
    by_players = figures()[name].values.values()
    assert {one for values in by_players for one in values.values()} == {value}


def test_figures_by_players_and_variants() -> None:
    size = figures()["cattle-market.size"]
    assert {variants: dict(values) for variants, values in size.values.items()} == {
        (): {2: 7, 3: 10, 4: 13},
        ("simmental",): {2: 9, 3: 12, 4: 15},
    }
    assert dict(figures()["fee.both"].values[()]) == {2: 4, 3: 3, 4: 3}
    assert dict(figures()["steps.most"].values[()]) == {2: 5, 3: 6, 4: 7}


def test_a_figure_of_a_variant_is_there_with_the_variant_only() -> None:
    assert list(figures()["breed.simmental-cow.value"].values) == [("simmental",)]


def test_confidence_comes_along() -> None:
    assert figures()["arrow.fulton-st-louis.vp"].confidence == "low"
    assert figures()["fee.green"].confidence == "high"

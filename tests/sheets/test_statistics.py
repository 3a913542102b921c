"""Statistics, counted a second time the simple way."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from companion.engine import load_catalog
from companion.sheets.games import GamePlayer, SheetGame, fold
from companion.sheets.statistics import Selection, met, names_of, people, results_of, spread
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every

CATEGORIES = list(load_catalog().scoring.categories)
COLOURS = load_catalog().table.players.colours
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def game(*players: tuple[str, dict[str, int]], day: int = 0) -> SheetGame:
    return SheetGame(
        id=f"{day:024}",
        edition=2,
        variants=(),
        made=NOON + timedelta(days=day),
        finished=NOON + timedelta(days=day),
        players=tuple(
            GamePlayer(seat, name, COLOURS[seat - 1], {}, points) for seat, (name, points) in enumerate(players, 1)
        ),
    )


POINTS = st.dictionaries(st.sampled_from(CATEGORIES[:4]), st.integers(-20, 60), max_size=4)
GAMES = st.lists(
    st.lists(st.tuples(st.sampled_from(["Anna", "anna ", "Ben", "지훈", "Ｂen"]), POINTS), min_size=1, max_size=4).map(
        lambda players: game(*players)
    ),
    max_size=8,
).map(lambda games: [game(*((p.name, dict(p.points)) for p in one.players), day=day) for day, one in enumerate(games)])


@given(GAMES)
def test_everybody_is_counted_as_by_hand(games: list[SheetGame]) -> None:
    scores: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    played: dict[str, int] = {}
    filled: dict[tuple[str, str], list[int]] = {}
    for one in games:
        totals = [sum(player.points.values()) if player.points else None for player in one.players]
        best = max((total for total in totals if total is not None), default=None)
        for player, total in zip(one.players, totals, strict=True):
            who = fold(player.name)
            played[who] = played.get(who, 0) + 1
            if total is not None:
                scores.setdefault(who, []).append(total)
                wins[who] = wins.get(who, 0) + (total == best and len(one.players) > 1)
            for category, points in player.points.items():
                filled.setdefault((who, category), []).append(points)
    found = people(games, {})
    assert {person.id: person.games for person in found} == played
    for person in found:
        assert list(person.scores) == scores.get(person.id, [])
        assert person.wins == wins.get(person.id, 0)
        assert {(person.id, category): mean for category, mean in person.categories.items()} == pytest.approx(
            {key: float(Fraction(sum(all_), len(all_))) for key, all_ in filled.items() if key[0] == person.id}
        )
    assert [person.games for person in found] == sorted((person.games for person in found), reverse=True)


def quantile(scores: list[int], part: Fraction) -> float:
    """The score at a part of the way through the sorted scores, between two of them if need be."""
    ordered = sorted(scores)
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (place - below) * (ordered[above] - ordered[below]))


@given(st.lists(st.integers(-50, 300), min_size=1, max_size=40))
def test_spread(scores: list[int]) -> None:
    assert spread([]) is None
    found = spread(scores)
    assert found is not None
    assert (found.least, found.best) == (min(scores), max(scores))
    quarters = [quantile(scores, Fraction(n, 4)) for n in (1, 2, 3)]
    assert [found.lower, found.median, found.upper] == pytest.approx(quarters)
    assert found.mean == pytest.approx(sum(scores) / len(scores))


def test_a_shared_victory_is_one_for_both() -> None:
    tie = game(("Anna", {"money": 5}), ("Ben", {"cities": 5}), ("Cem", {"money": 4}))
    assert [(result.place, result.won) for result in results_of(tie)] == [(1, True), (1, True), (3, False)]
    assert {person.name: person.wins for person in people([tie], {})} == {"Anna": 1, "Ben": 1, "Cem": 0}


def test_playing_alone_wins_nothing() -> None:
    (person,) = people([game(("Anna", {"money": 5}))], {})
    assert (person.games, person.contested, person.wins, person.scores) == (1, 0, 0, (5,))


def test_whoever_has_no_points_has_no_score() -> None:
    anna, ben = people([game(("Anna", {"money": 0}), ("Ben", {}))], {})
    assert (anna.scores, anna.wins) == ((0,), 1)
    assert (ben.games, ben.scores, ben.spread, ben.wins) == (1, (), None, 0)


def test_names() -> None:
    games = [game(("ANNA", {"money": 1}), ("Ben", {})), game(("Anna ", {"money": 2}), ("Benny", {}), day=1)]
    assert [(person.name, person.games) for person in people(games, {})] == [("Anna ", 2), ("Ben", 1), ("Benny", 1)]
    aliases = {"benny": "Benjamin", "ben": "Benjamin"}
    merged = people(games, aliases)
    assert [(person.name, person.games) for person in merged] == [("Anna ", 2), ("Benjamin", 2)]
    assert names_of(games, "benjamin", aliases) == {"ben", "benny"}
    assert met(games, "anna", "ben", {}) == games[0]
    assert met(games, "ben", "benny", {}) is None


@every(
    ("selection", "taken"),
    [(Selection(), True), (Selection(players=2), True), (Selection(players=3), False), (Selection(edition=1), False),
     (Selection(edition=2, variants=()), True), (Selection(variants=("simmental",)), False)],
)  # fmt: skip
def test_selection(selection: Selection, taken: bool) -> None:
    assert selection.takes(game(("Anna", {}), ("Ben", {}))) is taken

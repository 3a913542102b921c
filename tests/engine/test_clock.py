"""How long a game lasts: what was told at the beginning of every turn, beside what then happened."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from companion.engine import Position, Remaining, apply, clock, load_catalog, ruleset_of, visits_left
from companion.engine.core.dealer import Scripted
from companion.engine.format.log import read_log
from companion.engine.play import random_game

from tests.engine.test_recorded_games import GAMES


def recorded(file: Path) -> Iterator[Position]:
    position, log = read_log(file.read_text(encoding="utf-8"))
    yield position
    for entry in log:
        position = apply(ruleset_of(position), position, entry.action, Scripted(entry.drawn))
        yield position


def told_truly(game: Sequence[Position]) -> int:
    """At how many turns the truth lay between the ends; it must at all of them."""
    steps = [(n, was.turn, now.turn) for n, (was, now) in enumerate(pairwise(game), 1)]
    turns = [0, *(n for n, was, now in steps if now.phase == "A" and (was.phase, was.player) != ("A", now.player))]
    visits = [n for n, was, now in steps if str(now.phase)[0] == "K" != str(was.phase)[0]]
    full = next(n for n, now in enumerate(game) if any(player.job_market_token for player in now.players.values()))
    open_turns = [n for n in turns if n < full]
    for at in open_turns:
        market, whose = game[at].board.job_market, [game[n].turn.player for n in turns if n >= at]
        assert market.token_row is not None
        workers = sum(worker is not None for worker in market.rows.get(market.token_row, ()))
        told = clock(ruleset_of(game[at]).catalog, len(game[at].players), market.token_row, workers)
        assert told.visits.least <= sum(at < n <= full for n in visits) <= told.visits.most
        for player, turns_left in zip(whose, told.turns, strict=False):
            assert turns_left.least <= whose.count(player) <= turns_left.most
    return len(open_turns)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_the_truth_of_recorded_games_lies_between_the_ends(file: Path) -> None:
    assert told_truly(list(recorded(file))) > 50


@pytest.mark.parametrize(("players", "variants"), [(2, ["rails-to-the-north"]), (3, []), (4, ["simmental"])])
def test_the_truth_of_random_games_lies_between_the_ends(players: int, variants: list[str]) -> None:
    assert told_truly([moment.position for moment in random_game(players, variants, players)]) > 50


@pytest.mark.parametrize(
    ("players", "row", "workers", "visits", "turns"),
    [
        # Eleven rows and a space: every visit brings one or two, at most six visits only one.
        (2, 2, 0, Remaining(11, 14), [6, 6]),
        (4, 2, 0, Remaining(22, 25), [7, 6, 6, 6]),
        (3, 12, 1, Remaining(1, 2), [1, 1, 1]),
        (3, 12, 0, Remaining(2, 3), [2, 1, 1]),
        # The last space: whoever comes next takes it, and everybody else has one more turn.
        (4, 12, 3, Remaining(1, 1), [1, 1, 1, 1]),
    ],
)
def test_the_ends_by_hand(players: int, row: int, workers: int, visits: Remaining, turns: list[int]) -> None:
    told = clock(load_catalog(2), players, row, workers)
    assert told.visits == visits
    assert [one.least for one in told.turns] == turns


def test_a_visit_with_one_worker_is_one_less_of_those() -> None:
    catalog = load_catalog(2)
    assert [visits_left(catalog, 9, spent=n).most for n in range(8)] == [8, 7, 7, 6, 6, 5, 5, 5]


@pytest.mark.parametrize(("row", "workers"), [(0, 0), (13, 0), (2, 3), (2, -1)])
def test_no_such_row(row: int, workers: int) -> None:
    with pytest.raises(ValueError, match="no row"):
        clock(load_catalog(2), 3, row, workers)

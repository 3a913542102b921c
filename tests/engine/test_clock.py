"""How long a game lasts: what was told at every moment, beside what then happened."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from companion.engine import (
    Board,
    Building,
    Card,
    Clock,
    Game,
    JobMarket,
    Pile,
    Player,
    Position,
    Remaining,
    Tile,
    Turn,
    clock,
    load_catalog,
    ruleset_of,
    visits_left,
)

from tests.engine.tables import whole_game
from tests.engine.test_recorded_games import GAMES, recorded


def told_truly(game: Sequence[Position]) -> int:
    """At which moment the market was full. At every third one the truth must lie between the ends that are told."""
    steps = [(n, was.turn, now.turn) for n, (was, now) in enumerate(pairwise(game), 1)]
    begins = [0, *(n for n, was, now in steps if now.phase == "A" and (was.phase, was.player) != ("A", now.player))]
    arrivals = [n for n, was, now in steps if str(now.phase)[0] == "K" != str(was.phase)[0]]
    full = next(n for n, now in enumerate(game) if any(player.job_market_token for player in now.players.values()))
    for at, position in list(enumerate(game[:-1]))[::3]:
        ends_of = clock(ruleset_of(position), position)
        since = max(begin for begin in begins if begin <= at)
        turns = [begin for begin in begins if begin >= since]
        whose = [game[begin].turn.player for begin in turns]
        phase, column = str(position.turn.phase), position.board.foresight.get(3, ())
        if at < full:
            now = phase in ("K1", "K2") or (phase == "K3" and any(tile.worker for tile in column))
            assert within(ends_of.visits, sum(at < n <= full for n in arrivals) + now), (at, ends_of)
            assert ends_of.players[str(game[full].turn.player)].may_close, (at, ends_of)
        for colour, one in ends_of.players.items():
            own = [n for n, player in enumerate(whose) if player == colour]
            ends = [turns[n + 1] if n + 1 < len(turns) else len(game) for n in own]
            # A visit that is under way counts until its delivery.
            under_way = colour == position.turn.player and phase[0] == "K"
            visits = [
                any((at < n or under_way) and turns[turn] <= n <= end for n in arrivals)
                for turn, end in zip(own, ends, strict=True)
            ]
            assert within(one.turns, len(own)), (at, colour, ends_of)
            if not (phase == "K5" and colour == position.turn.player):
                assert within(one.deliveries, sum(visits)), (at, colour, ends_of, visits)
                if True in visits:
                    assert within(one.next_visit, visits.index(True) + 1), (at, colour, one)
                else:
                    assert one.next_visit.most > len(own), (at, colour, one)
    return full


def within(ends: Remaining, truth: int) -> bool:
    return ends.least <= truth <= ends.most


@pytest.mark.parametrize(
    "file",
    [*GAMES[::2], *(pytest.param(file, marks=pytest.mark.thorough) for file in GAMES[1::2])],
    ids=lambda file: file.stem,
)
def test_the_truth_of_recorded_games_lies_between_the_ends(file: Path) -> None:
    assert told_truly(recorded(file)[1]) > 50


@pytest.mark.parametrize(("players", "variants"), [(2, ["rails-to-the-north"]), (3, []), (4, ["simmental"])])
def test_the_truth_of_random_games_lies_between_the_ends(players: int, variants: list[str]) -> None:
    assert told_truly([moment.position for moment in whole_game(players, variants, 0)]) > 50


def market(row: int | None, workers: int = 0, players: int = 2, **others: Player) -> Position:
    """A token in a row with so many workers; who is named has a seat in this order, the first is on turn."""
    seated = {colour: replace(player, seat=seat) for seat, (colour, player) in enumerate(others.items(), 1)}
    rows = {} if row is None else {row: ("cowboy",) * workers}
    turn = Turn(player=next(iter(others), None), phase="A")
    return Position(game=Game(2, players), board=Board(job_market=JobMarket(row, rows)), players=seated, turn=turn)


def told(position: Position) -> Clock:
    return clock(ruleset_of(position), position)


@pytest.mark.parametrize(
    ("players", "row", "workers", "visits"),
    [
        # Eleven rows and a space: every visit brings one or two, at most six visits only one.
        (2, 2, 0, Remaining(11, 14)),
        (4, 2, 0, Remaining(22, 25)),
        (3, 12, 1, Remaining(1, 2)),
        (3, 12, 0, Remaining(2, 3)),
        # The last space: whoever comes next takes it.
        (4, 12, 3, Remaining(1, 1)),
    ],
)
def test_visits_by_hand(players: int, row: int, workers: int, visits: Remaining) -> None:
    assert told(market(row, workers, players)).visits == visits


def test_what_was_not_entered_gives_ranges_and_says_what_would_settle_it() -> None:
    assert told(Position()).visits == Remaining(1, 25)
    assert told(Position()).missing == ("game.players", "board.job_market.token_row")
    assert told(Position(board=Board(job_market=JobMarket(12)), game=Game(2, 3))).spaces == Remaining(1, 3)
    assert told(market(12, 1, blue=Player(), red=Player(herder="G"))).missing[0] == "players.blue.herder"


def test_who_must_arrive_first_closes_the_market() -> None:
    # From the last space before Kansas City every way leads into it.
    now = told(market(12, 1, blue=Player(herder="G-2"), red=Player(herder="A")))
    assert now.players["blue"].next_visit == Remaining(1, 1)
    assert now.players["blue"].deliveries == Remaining(1, 1)
    assert [one.may_close for one in now.players.values()] == [True, False]


def test_what_moves_further_is_counted_where_it_is_and_asked_for_where_it_may_be() -> None:
    sites = {space.id: None for space in load_catalog(2).trail.spaces.values() if space.kind == "building"}
    board = Board(job_market=JobMarket(12, {12: ("cowboy",)}), buildings=sites)
    none = Pile[Card](0)
    alone = Player(herder="D", hand=none, draw=none, discard=none, cleared=())
    position = replace(market(12, 1, blue=alone, red=Player(herder="A")), board=board)
    assert told(position).players["blue"].next_visit.least == 2
    own = replace(board, buildings={**sites, "E-1": Building("blue", "10a")})
    assert told(replace(position, board=own)).players["blue"].next_visit.least == 1
    unseen = replace(position, players={**position.players, "blue": replace(alone, hand=None)})
    assert told(unseen).players["blue"].next_visit.least == 1
    assert "players.blue.hand" in told(unseen).missing


def test_a_last_column_without_workers_brings_one() -> None:
    position = market(12, 0)
    for tiles, visits in [
        ((Tile(outlaw="green"),) * 2, Remaining(2, 2)),
        ((Tile(worker="cowboy"),) * 2, Remaining(1, 1)),
        ((Tile(outlaw="green"), Tile(worker="cowboy")), Remaining(1, 2)),
    ]:
        assert told(replace(position, board=replace(position.board, foresight={3: tiles}))).visits == visits


def test_once_the_market_is_full_everybody_else_has_one_more_turn() -> None:
    position = market(13, 0, 3, red=Player(herder="G-2"), yellow=Player(herder="A"), blue=Player(job_market_token=True))
    now = told(replace(position, board=Board()))
    assert (now.spaces, now.visits) == (Remaining(0, 0), Remaining(0, 0))
    assert [one.turns for one in now.players.values()] == [Remaining(1, 1), Remaining(1, 1), Remaining(0, 0)]
    assert now.players["red"].deliveries == Remaining(1, 1)


def test_a_visit_with_one_worker_is_one_less_of_those() -> None:
    catalog = load_catalog(2)
    assert [visits_left(catalog, 9, spent=n).most for n in range(8)] == [8, 7, 7, 6, 6, 5, 5, 5]


def test_what_cannot_be_is_no_error() -> None:
    # Of the player on turn nothing was told; more players and seats than play; a herder beside the trail.
    four = {colour: Player(seat=4, herder="outlaw-1") for colour in ("blue", "red", "yellow", "white")}
    for position in [
        Position(turn=Turn(player="blue", phase="K2")),
        Position(game=Game(2, 2), turn=Turn(player="blue"), players=four),
        Position(game=Game(2, 2), turn=Turn(player="red", phase="C"), players={**four, "red": Player(seat=1)}),
        replace(market(12, 9, blue=Player(herder="kansas-city")), turn=Turn()),
        replace(market(13, 0), players={**four, "blue": Player(job_market_token=True)}),
    ]:
        now = told(position)
        assert now.players.keys() == position.players.keys()
        assert all(one.turns.least <= one.turns.most for one in now.players.values())

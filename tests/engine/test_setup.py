"""The set-up, step by step as the rules list it, and what holds for every seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from companion.engine import (
    Chance,
    check,
    decode,
    encode,
    hidden,
    load_catalog,
    position_text,
    read_position,
    ruleset_of,
    start,
)
from companion.engine.core.position import OFF_BOARD, Board, Card, Pile, Player, Position
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.plain import same

SEEDS = st.integers(0, 10**6)
GAMES = st.tuples(SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]))


@pytest.fixture(
    params=[(2, ()), (3, ()), (4, ()), (2, ("simmental",)), (3, ("simmental",)), (4, ("simmental",))], ids=str
)
def position(request: Any) -> Position:
    players, variants = request.param
    return start(players, variants, chance=Chance(players), sides="mixed")


@pytest.fixture
def board(position: Position) -> Board:
    return position.board


@pytest.fixture
def players(position: Position) -> list[Player]:
    return list(position.players.values())


# Game board.


def test_five_different_station_masters_lie_on_their_spaces(board: Board) -> None:
    masters = [slot.master for slot in board.station_masters.values() if slot]
    assert list(board.station_masters) == [1, 2, 3, 4, 5]
    assert len(set(masters)) == 5


def test_every_neutral_building_lies_on_a_neutral_space(board: Board) -> None:
    assert sorted(board.neutral) == sorted(filter(None, board.neutral.values())) == list("ABCDEFG")


def test_in_a_first_game_the_letters_match() -> None:
    assert start(3, chance=Chance(1), neutral="first-game").board.neutral == {letter: letter for letter in "ABCDEFG"}


def test_the_token_lies_in_the_second_row(board: Board) -> None:
    assert board.job_market.token_row == 2


def test_seven_tiles_lie_on_the_trail_lowest_numbers_first(board: Board) -> None:
    placed = [board.hazards[space] for space in board.hazards] + [board.outlaws[space] for space in board.outlaws]
    assert sum(tile is not None for tile in placed) == 7
    for kind, spaces in (("flood", 4), ("drought", 4), ("rockfall", 4), ("outlaw", 9)):
        lies = [(board.outlaws if kind == "outlaw" else board.hazards)[f"{kind}-{n}"] for n in range(1, spaces + 1)]
        assert lies == sorted(lies, key=lambda tile: tile is None), "no gap before a tile"
    assert all(tile.hazard == space.partition("-")[0] for space, tile in board.hazards.items() if tile)


def test_no_private_building_lies_on_the_trail_yet(board: Board) -> None:
    assert len(board.buildings) == 22
    assert set(board.buildings.values()) == {None}


def test_the_first_workers_fill_the_job_market_up_to_the_token(position: Position, board: Board) -> None:
    columns = position.game.players or 0
    first, second, *others = board.job_market.rows.values()
    assert len(board.job_market.rows) == 12
    assert (len(first), len(second)) == (columns, columns)
    assert all(first)
    assert all(second[:-1])
    assert second[-1] is None
    assert set(others) == {(None,) * columns}
    assert sum(worker is not None for worker in (*first, *second)) == {2: 3, 3: 5, 4: 7}[columns]


def test_two_tiles_of_each_number_lie_in_foresight(board: Board) -> None:
    assert {column: len(tiles) for column, tiles in board.foresight.items()} == {1: 2, 2: 2, 3: 2}
    assert not any(tile.worker for tile in board.foresight[1])
    assert all(tile.worker for tile in board.foresight[2])
    assert not any(tile.hazard for tile in board.foresight[3])


def test_the_cattle_market(position: Position, board: Board) -> None:
    number, simmental = position.game.players or 0, bool(position.game.variants)
    shown = {2: 9, 3: 12, 4: 15}[number] if simmental else {2: 7, 3: 10, 4: 13}[number]
    assert board.cattle_market is not None
    assert board.cattle_stack is not None
    assert sum(board.cattle_market.values()) == shown
    assert board.cattle_stack.count == (44 if simmental else 36) - shown
    breeds = {card.id for card in (*board.cattle_market, *board.cattle_stack.known)}
    assert ("simmental-calf" in breeds) == simmental
    assert not {"simmental-heifer", "simmental-cow", "criollo"} & breeds


def test_four_of_24_objectives_are_displayed(board: Board) -> None:
    assert board.objective_display is not None
    assert board.objective_stack is not None
    assert (len(board.objective_display), board.objective_stack.count) == (4, 20)
    assert not any(card.id.startswith("start-") for card in (*board.objective_display, *board.objective_stack.known))


# Players.


def test_colours_and_seats(position: Position) -> None:
    assert list(position.players) == ["blue", "red", "yellow", "white"][: position.game.players]
    assert [player.seat for player in position.players.values()] == list(range(1, len(position.players) + 1))


def test_players_may_say_who_sits_where() -> None:
    position = start(["white", "red"], chance=Chance(1))
    assert {colour: player.seat for colour, player in position.players.items()} == {"white": 1, "red": 2}
    assert position.turn.player == "white"
    assert position.game.players == 2


def test_every_player_board_is_full_of_discs_and_nothing_is_gained_yet(players: list[Player]) -> None:
    for player in players:
        assert (player.cleared, player.stations, player.deliveries, player.placed_out) == ((), (), {}, ())
        assert (player.hazards, player.outlaws, player.station_masters) == ((), {}, ())
        assert player.job_market_token is False


def test_engine_certificates_herder_and_workers(players: list[Player]) -> None:
    for player in players:
        assert (player.engine, player.certificates, player.herder) == (0, 0, OFF_BOARD)
        assert player.workers == {"cowboy": 1, "builder": 1, "engineer": 1}


def test_every_player_has_14_cards_of_which_some_are_in_hand(players: list[Player]) -> None:
    for player, cards in zip(players, (4, 5, 6, 7), strict=False):
        assert player.hand is not None
        assert player.draw is not None
        assert (player.hand.count, player.draw.count, player.discard) == (cards, 14 - cards, Pile(0))
        assert Counter(player.hand.known + player.draw.known) == {
            Card("criollo"): 5,
            Card("santa-gertrudis"): 3,
            Card("pineywoods"): 3,
            Card("galloway"): 3,
        }


def test_every_player_has_a_starting_objective_of_their_own(players: list[Player]) -> None:
    dealt = [card.id for player in players for card in player.objectives or ()]
    assert len(dealt) == len(set(dealt)) == len(players)
    assert set(dealt) <= {"start-1", "start-2", "start-3", "start-4"}


def test_starting_capital(players: list[Player]) -> None:
    assert [player.dollars for player in players] == [6, 7, 8, 9][: len(players)]
    assert {player.exchange_tokens for player in players} == {1}


def test_the_first_player_is_before_the_first_turn(position: Position) -> None:
    """Too many hand cards are discarded in that turn, not in the set-up."""
    turn = position.turn
    assert (turn.player, turn.phase, turn.first_turn, turn.final_round) == ("blue", "A", True, False)
    assert (turn.used, turn.buildings_used, turn.stations_upgraded, turn.auxiliary_used) == ((), (), (), False)


SIDES = {1: "a", 2: "b", 3: "a", 4: "b", 5: "a", 6: "b", 7: "a", 8: "b", 9: "a", 10: "b", 11: "a", 12: "b"}


@pytest.mark.parametrize(
    ("sides", "chosen"),
    [("a", dict.fromkeys(range(1, 13), "a")), ("b", dict.fromkeys(range(1, 13), "b")), (SIDES, SIDES)],
)
def test_sides_of_the_private_buildings(sides: Any, chosen: dict[int, str]) -> None:
    assert start(2, chance=Chance(1), sides=sides).game.sides == chosen


def test_mixed_sides_are_those_of_chance() -> None:
    found = [start(2, chance=Chance(seed), sides="mixed").game.sides or {} for seed in range(20)]
    assert all(list(sides) == list(range(1, 13)) for sides in found)
    assert all({sides[number] for sides in found} == {"a", "b"} for number in range(1, 13))


@every(
    ("arguments", "error"),
    [
        ({"players": 1}, LookupError),
        ({"players": 5}, LookupError),
        ({"players": 2, "variants": ["cattle-plague"]}, LookupError),
        ({"players": 2, "edition": 9}, LookupError),
        ({"players": ["blue", "blue"]}, ValueError),
        ({"players": ["blue", "pink"]}, ValueError),
        ({"players": 2, "sides": "c"}, ValueError),
        ({"players": 2, "sides": {1: "a"}}, ValueError),
    ],
)
def test_what_cannot_be_set_up(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        start(**arguments, chance=Chance(1))


# Every seed.


def pieces(position: Position) -> Iterator[object]:
    """Everything from the bags and the stacks, wherever it lies."""
    board = position.board
    yield from (tile for tile in board.hazards.values() if tile)
    yield from (outlaw for outlaw in board.outlaws.values() if outlaw)
    yield from (worker for row in board.job_market.rows.values() for worker in row if worker)
    for tile in (
        *(t for tiles in board.foresight.values() for t in tiles),
        *(t for b in board.bags.values() for t in b.known),
    ):
        yield tile.hazard or tile.outlaw or tile.worker
    yield from Counter(dict(board.cattle_market or {})).elements()
    for cards in (board.cattle_stack, board.objective_stack):
        yield from cards.known if cards else ()
    yield from board.objective_display or ()


@given(GAMES)
def test_no_piece_is_missing_and_none_is_there_twice(game: tuple[int, int, tuple[str, ...]]) -> None:
    seed, players, variants = game
    position, catalog = start(players, variants, chance=Chance(seed)), load_catalog(2, variants)
    there = Counter(str(piece) for piece in pieces(position))
    workers = {worker.id: sum(worker.bags.values()) for worker in catalog.tiles.workers.values()}
    outlaws = {outlaw.id: sum(outlaw.bags.values()) for outlaw in catalog.tiles.outlaws.values()}
    assert {kind: there[kind] for kind in (*workers, *outlaws)} == workers | outlaws
    assert sum(there.values()) == 54 + 22 + 18 + (44 if variants else 36) + 24


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_the_start_of_the_first_edition(seed: int, players: int) -> None:
    position = start(players, chance=Chance(seed), edition=1)
    for player in position.players.values():
        assert (player.exchange_tokens, player.hand and player.hand.count) == (0, 4)
    assert {slot.master for slot in position.board.station_masters.values() if slot} == {f"sm-{n}" for n in range(1, 6)}
    for seen in (position, hidden(position), hidden(position, "red")):
        assert check(ruleset_of(seen), seen) == ()
        assert read_position(position_text(seen)) == seen
        assert same(decode(encode(seen)), seen)


@given(GAMES)
def test_every_start_is_possible_and_comes_back_from_text_and_code(game: tuple[int, int, tuple[str, ...]]) -> None:
    seed, players, variants = game
    for position in (whole := start(players, variants, chance=Chance(seed)), hidden(whole), hidden(whole, "red")):
        assert check(ruleset_of(position), position) == ()
        assert read_position(position_text(position)) == position
        assert same(decode(encode(position)), position)


@given(GAMES)
def test_the_same_seed_gives_the_same_start(game: tuple[int, int, tuple[str, ...]]) -> None:
    seed, players, variants = game
    one = start(players, variants, chance=Chance(seed), sides="mixed")
    assert start(players, variants, chance=Chance(seed), sides="mixed") == one
    assert start(players, variants, chance=Chance(seed + 1), sides="mixed") != one


def test_a_seed_means_the_same_start_on_every_machine() -> None:
    """People pass seeds on, and recorded games begin with one."""
    position = start(2, chance=Chance(7), sides="mixed")
    assert "".join((position.game.sides or {}).values()) == "aababaabaaaa"
    masters = [slot.master for slot in position.board.station_masters.values() if slot]
    assert masters == ["sm-5", "sm-9", "sm-7", "sm-2", "sm-8"]


@given(GAMES)
def test_hidden_shows_what_the_table_sees(game: tuple[int, int, tuple[str, ...]]) -> None:
    seed, players, variants = game
    whole = start(players, variants, chance=Chance(seed))
    table, red = hidden(whole), hidden(whole, "red")
    board = table.board
    assert {number: (bag.count, bag.known) for number, bag in board.bags.items()} == {
        number: (bag.count, ()) for number, bag in whole.board.bags.items()
    }
    assert (board.cattle_stack, board.objective_stack) == (
        Pile(len(whole.board.cattle_stack.known)) if whole.board.cattle_stack else None,
        Pile(20),
    )
    assert (board.neutral, board.foresight) == (whole.board.neutral, whole.board.foresight)
    for colour, player in whole.players.items():
        hand, draw = player.hand or Pile(0), player.draw or Pile(0)
        assert table.players[colour].draw == red.players[colour].draw == Pile(draw.count)
        assert table.players[colour].hand == hand
        assert red.players[colour].hand == (hand if colour == "red" else Pile(hand.count))


def test_hidden_adds_nothing_to_what_is_unknown() -> None:
    position = Position(players={"blue": Player(dollars=3)})
    assert hidden(position, "red") == position


# Chance.


def test_draws_take_pieces_out_and_keep_the_order_of_the_rest() -> None:
    left = list("abcdef")
    drawn = Chance(1).draw(left, 4)
    assert sorted(drawn + left) == list("abcdef")
    assert left == sorted(left)


def test_all_choices_are_about_equally_likely() -> None:
    chance = Chance(1)
    picked = Counter(chance.pick("abcd") for _ in range(4000))
    assert set(picked) == set("abcd")
    assert max(picked.values()) - min(picked.values()) < 200


def test_nothing_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="3 pieces are to be drawn from 2"):
        Chance(1).draw(["a", "b"], 3)
    with pytest.raises(ValueError, match="nothing to choose from"):
        Chance(1).pick([])

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
from companion.engine.core.position import OFF_BOARD, Card, Pile, Player, Position
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.plain import same

SEEDS = st.integers(0, 10**6)
GAMES = st.tuples(SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]))


TABLES = [(number, variants) for number in (2, 3, 4) for variants in ((), ("simmental",))]


@every(("number", "variants"), TABLES)
def test_the_game_board(number: int, variants: tuple[str, ...]) -> None:
    board = start(number, variants, chance=Chance(number), sides="mixed").board
    # Five different station masters lie on their spaces.
    masters = [slot.master for slot in board.station_masters.values() if slot]
    assert list(board.station_masters) == [1, 2, 3, 4, 5]
    assert len(set(masters)) == 5
    # Every neutral building lies on a neutral space, and no private one on the trail yet.
    assert sorted(board.neutral) == sorted(filter(None, board.neutral.values())) == list("ABCDEFG")
    assert len(board.buildings) == 22
    assert set(board.buildings.values()) == {None}
    # Seven tiles lie on the trail, lowest numbers first.
    tiles: dict[str, Any] = {**board.hazards, **board.outlaws}
    assert sum(tile is not None for tile in tiles.values()) == 7
    for kind, spaces in (("flood", 4), ("drought", 4), ("rockfall", 4), ("outlaw", 9)):
        lies = [tiles[f"{kind}-{space}"] for space in range(1, spaces + 1)]
        assert lies == sorted(lies, key=lambda tile: tile is None), "no gap before a tile"
    assert all(tile.hazard == space.partition("-")[0] for space, tile in board.hazards.items() if tile)
    # The token lies in the second row, and the first workers fill the market up to it.
    first, second, *others = board.job_market.rows.values()
    assert (board.job_market.token_row, len(board.job_market.rows)) == (2, 12)
    assert (len(first), len(second)) == (number, number)
    assert [all(first), all(second[:-1]), second[-1]] == [True, True, None]
    assert set(others) == {(None,) * number}
    # Two tiles of each number lie in foresight.
    assert {column: len(shown) for column, shown in board.foresight.items()} == {1: 2, 2: 2, 3: 2}
    assert not any(tile.worker for tile in board.foresight[1])
    assert all(tile.worker for tile in board.foresight[2])
    assert not any(tile.hazard for tile in board.foresight[3])
    # So many cards lie on the cattle market as the rules say.
    assert board.cattle_market is not None
    assert board.cattle_stack is not None
    shown = {2: 9, 3: 12, 4: 15}[number] if variants else {2: 7, 3: 10, 4: 13}[number]
    assert sum(board.cattle_market.values()) == shown
    assert board.cattle_stack.count == (44 if variants else 36) - shown
    breeds = {card.id for card in (*board.cattle_market, *board.cattle_stack.known)}
    assert ("simmental-calf" in breeds) == bool(variants)
    assert not {"simmental-heifer", "simmental-cow", "criollo"} & breeds
    # Four of 24 objectives are displayed.
    assert board.objective_display is not None
    assert board.objective_stack is not None
    assert (len(board.objective_display), board.objective_stack.count) == (4, 20)
    assert not any(card.id.startswith("start-") for card in (*board.objective_display, *board.objective_stack.known))


@every(("number", "variants"), TABLES)
def test_the_players(number: int, variants: tuple[str, ...]) -> None:
    position = start(number, variants, chance=Chance(number), sides="mixed")
    players = list(position.players.values())
    assert list(position.players) == ["blue", "red", "yellow", "white"][:number]
    assert [player.seat for player in players] == list(range(1, number + 1))
    # Every player board is full of discs, and nothing is gained yet but the starting capital.
    assert [player.dollars for player in players] == [6, 7, 8, 9][:number]
    for player in players:
        assert (player.cleared, player.stations, player.deliveries, player.placed_out) == ((), (), {}, ())
        assert (player.hazards, player.outlaws, player.station_masters) == ((), {}, ())
        assert player.job_market_token is False
        assert player.exchange_tokens == 1
        assert (player.engine, player.certificates, player.herder) == (0, 0, OFF_BOARD)
        assert player.workers == {"cowboy": 1, "builder": 1, "engineer": 1}
    # Each has 14 cards, of which some are in hand, and a starting objective of their own.
    deck = {"criollo": 5, "santa-gertrudis": 3, "pineywoods": 3, "galloway": 3}
    for player, cards in zip(players, (4, 5, 6, 7), strict=False):
        hand, draw = player.hand or Pile(0), player.draw or Pile(0)
        assert (hand.count, draw.count, player.discard) == (cards, 14 - cards, Pile(0))
        assert Counter(hand.known + draw.known) == {Card(breed): count for breed, count in deck.items()}
    dealt = [card.id for player in players for card in player.objectives or ()]
    assert len(dealt) == len(set(dealt)) == number
    assert set(dealt) <= {"start-1", "start-2", "start-3", "start-4"}
    # It is before the first turn, in which too many hand cards are discarded.
    turn = position.turn
    assert (turn.player, turn.phase, turn.first_turn, turn.final_round) == ("blue", "A", True, False)
    assert (turn.used, turn.buildings_used, turn.stations_upgraded, turn.auxiliary_used) == ((), (), (), False)


def test_in_a_first_game_the_letters_match() -> None:
    assert start(3, chance=Chance(1), neutral="first-game").board.neutral == {letter: letter for letter in "ABCDEFG"}


def test_players_may_say_who_sits_where() -> None:
    position = start(["white", "red"], chance=Chance(1))
    assert {colour: player.seat for colour, player in position.players.items()} == {"white": 1, "red": 2}
    assert position.turn.player == "white"
    assert position.game.players == 2


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


def comes_back(whole: Position) -> None:
    """A start is possible, as a whole and as it is seen, and comes back from text and code."""
    for position in (whole, hidden(whole), hidden(whole, "red")):
        assert check(ruleset_of(position), position) == ()
        assert read_position(position_text(position)) == position
        assert same(decode(encode(position)), position)


@given(SEEDS, st.integers(2, 4))
def test_the_start_of_the_first_edition(seed: int, players: int) -> None:
    position = start(players, chance=Chance(seed), edition=1)
    for player in position.players.values():
        assert (player.exchange_tokens, player.hand and player.hand.count) == (0, 4)
    assert {slot.master for slot in position.board.station_masters.values() if slot} == {f"sm-{n}" for n in range(1, 6)}
    comes_back(position)


@given(GAMES)
def test_every_start_is_possible_and_comes_back_from_text_and_code(game: tuple[int, int, tuple[str, ...]]) -> None:
    seed, players, variants = game
    comes_back(start(players, variants, chance=Chance(seed)))


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

"""Whole games from seeds: what holds after every action, and in the end."""

import itertools

import pytest
from companion.engine import (
    action_plain,
    action_text,
    apply,
    check,
    decode,
    encode,
    position_text,
    possible,
    read_action,
    read_position,
    ruleset_of,
)
from companion.engine.core.dealer import Scripted
from companion.engine.core.position import Position
from companion.engine.play import Moment, random_game, replay
from companion.engine.scoring.table import score
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.counting import count_points, pieces
from tests.engine.plain import same
from tests.profiles import examples

Kind = tuple[int, tuple[str, ...]]
"""An edition and variants."""


def played(players: int, kind: Kind, seed: int, sides: str = "mixed") -> tuple[list[Moment], Position]:
    moments = list(random_game(players, kind[1], seed, sides=sides, edition=kind[0]))
    last = moments[-1]
    return moments, apply(ruleset_of(last.position), last.position, last.entry.action, Scripted(last.entry.drawn))


RAILS = "rails-to-the-north"
PLAYED: list[Kind] = [(2, ()), (2, ("simmental",)), (2, (RAILS,)), (2, (RAILS, "simmental")), (1, ()), (1, (RAILS,))]


@every("number", range(len(PLAYED)), ids=["base", "simmental", "rails", "rails-simmental", "first", "first-rails"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 18))])
def test_a_game(number: int, seed: int) -> None:
    """Each kind by two, three and four in turn; by as many with each way to choose sides in `make thorough`."""
    moments, end = played(2 + (number + seed) % 3, PLAYED[number], seed, ("a", "b", "mixed")[seed // 3 % 3])
    rules = ruleset_of(end)
    assert end.turn.phase == "end"
    assert sum(bool(player.job_market_token) for player in end.players.values()) == 1
    # Replaying the log gives the same game.
    assert replay(moments[0].position, [moment.entry for moment in moments]) == end
    # No piece is ever lost or made, but for those that the rules take out of the game.
    there = pieces(moments[0].position)
    for moment in moments[1:]:
        now = pieces(moment.position)
        assert now["worker"] == there["worker"]
        assert now["tile"] <= there["tile"]
        assert now["master"] == there["master"]
        assert now["town tile"] == there["town tile"]
        assert now["branchlet"] >= there["branchlet"]
        there = now
    # Nobody is ever in debt, and money goes from one player to another only as fees of a movement.
    for moment, following in itertools.pairwise([*(moment.position for moment in moments), end]):
        mover = moment.turn.player
        assert all(player.dollars is not None and player.dollars >= 0 for player in following.players.values())
        change = {
            colour: (player.dollars or 0) - (moment.players[colour].dollars or 0)
            for colour, player in following.players.items()
        }
        gained = sum(dollars for colour, dollars in change.items() if colour != mover)
        assert all(dollars >= 0 for colour, dollars in change.items() if colour != mover)
        if gained:
            assert change[str(mover)] <= -gained
    # The scoring equals a count by another hand.
    for colour, result in score(rules, end).items():
        assert result.complete
        assert result.total == sum(count_points(rules.catalog, end, colour).values())


@given(seed=st.integers(0, 10**6), players=st.integers(2, 4), kind=st.sampled_from(PLAYED), every=st.integers(5, 40))
@examples(40)
def test_along_a_game(seed: int, players: int, kind: Kind, every: int) -> None:
    for number, moment in enumerate(random_game(players, kind[1], seed, edition=kind[0])):
        if number % every:
            continue
        rules = ruleset_of(moment.position)
        # Every position that is reached is possible, and round-trips in both forms.
        assert possible(check(rules, moment.position)), (number, check(rules, moment.position))
        assert read_position(position_text(moment.position)) == moment.position
        assert same(decode(encode(moment.position)), moment.position)
        for option in moment.options:
            # With everything known, nothing is undecided; every option applies; actions round-trip.
            assert option.verdict.answer == "yes"
            apply(rules, moment.position, option.action)
            assert read_action(action_text(option.action)) == option.action
            assert action_plain(read_action(action_text(option.action))) == action_plain(option.action)

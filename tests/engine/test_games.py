"""Whole games from seeds: what holds after every action, and in the end."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from companion.engine import (
    Chance,
    Seeded,
    action_plain,
    action_text,
    apply,
    automas,
    check,
    decode,
    encode,
    position_text,
    possible,
    read_action,
    read_log,
    read_position,
    ruleset_of,
)
from companion.engine.core.position import Position
from companion.engine.format.notation import _encoded
from companion.engine.play import Moment, replay
from companion.engine.scoring.table import score

from tests.conftest import every
from tests.engine.counting import count_points, pieces
from tests.engine.plain import log_text, same
from tests.engine.tables import RAILS, TABLES, end_of, whole_game

GARTH = {"players": 2, "variants": [], "automa": "garth"}
LEVELS = [*automas()["garth"].levels]
GAMES: list[dict[str, Any]] = [
    *TABLES,
    {**GARTH, "players": 3, "variants": ["simmental"], "level": LEVELS[1]},
    {**GARTH, "players": 4, "edition": 1, "level": LEVELS[2]},
    {**GARTH, "variants": [RAILS], "edition": 1, "level": LEVELS[3]},
]


@every("table", GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 18))])
def test_a_game(table: dict[str, Any], seed: int) -> None:
    """Each kind by as many as it says; by two, three and four with each way to choose sides in `make thorough`."""
    sides = [{}, {"sides": "a"}, {"sides": "b"}][seed // 3 % 3]
    moments = whole_game(**table | sides | {"players": 2 + (table["players"] - 2 + seed) % 3}, seed=seed)
    end, first, log = end_of(moments), moments[0].position, [moment.entry for moment in moments]
    assert end.turn.phase == "end"
    assert sum(bool(player.job_market_token) for player in end.players.values()) == 1
    # Replaying the log gives the same game, as it is and as a text.
    assert replay(first, log) == end
    assert replay(first, log[:-7]) == moments[-7].position, "to undo is to replay without the last actions"
    assert read_log(log_text(first, log)) == (first, tuple(log))
    positions = [*(moment.position for moment in moments), end]
    nothing_is_lost_or_made(positions)
    nobody_is_in_debt(positions)
    for number, moment in enumerate(moments):
        if number % (40 + seed) == 0 or (number % 11 == 0 and is_his(moment.position)):
            holds_at(moment)
    # The scoring of people equals a count by another hand.
    rules = ruleset_of(end)
    for colour, result in score(rules, end).items():
        assert result.complete
        if not end.players[colour].automa:
            assert result.total == sum(count_points(rules.catalog, end, colour).values())


def nothing_is_lost_or_made(positions: Sequence[Position]) -> None:
    """No piece, but for those that the rules take out of the game."""
    for there, now in itertools.pairwise(map(all_pieces, positions)):
        assert now["worker"] == there["worker"]
        assert now["tile"] <= there["tile"]
        assert now["master"] == there["master"]
        assert now["town tile"] == there["town tile"]
        assert now["branchlet"] >= there["branchlet"]


def all_pieces(position: Position) -> Counter[str]:
    """All but the workers of an automa that are no tiles of the game."""
    extra = (player.automa.extra or {} for player in position.players.values() if player.automa)
    found = pieces(position)
    found["worker"] -= sum(sum(workers.values()) for workers in extra)
    return found


def nobody_is_in_debt(positions: Sequence[Position]) -> None:
    """Ever, and money goes from one player to another only as fees of a movement. An automa has none."""
    for before, after in itertools.pairwise(positions):
        people = [colour for colour, player in after.players.items() if not player.automa]
        have = {colour: after.players[colour].dollars for colour in people}
        assert all(dollars is not None and dollars >= 0 for dollars in have.values())
        change = {colour: have[colour] - before.players[colour].dollars for colour in people}
        paid = -change.pop(str(before.turn.player), 0)
        assert all(dollars >= 0 for dollars in change.values())
        if any(change.values()) and not is_his(before):
            assert paid >= sum(change.values())


def is_his(position: Position) -> bool:
    """Whether it is the turn of an automa."""
    return any(colour == position.turn.player and player.automa for colour, player in position.players.items())


def holds_at(moment: Moment) -> None:
    """Every position that is reached is possible and comes back from both forms; every option too, and applies."""
    position, rules = moment.position, ruleset_of(moment.position)
    assert possible(check(rules, position)), check(rules, position)
    assert read_position(position_text(position)) == position
    assert same(decode(encode(position)), position)
    assert decode(_encoded(position, sorting=False)) == position
    for option in moment.options:
        # With everything known, nothing is undecided.
        assert option.verdict.answer == "yes", action_text(option.action)
        apply(rules, position, option.action)
        apply(rules, position, option.action, Seeded(Chance(1)))
        again = read_action(action_text(option.action))
        assert again == option.action
        assert action_plain(again) == action_plain(option.action)

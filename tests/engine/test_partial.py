"""What is not known never turns into an answer: a part of a position says no more than the whole of it."""

import random
from collections import Counter
from dataclasses import fields, replace
from typing import Any

from companion.engine import (
    Verdict,
    apply,
    check,
    ends,
    judge,
    missing_of,
    options,
    possible,
    ruleset_of,
    to_plain,
)
from companion.engine.core.action import Action
from companion.engine.core.position import Position
from companion.engine.core.state import State
from companion.engine.judging import _candidates
from companion.engine.setup.dealing import hidden
from companion.engine.turn.dollars import GainDollars
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.plain import read
from tests.engine.tables import SEEDS, whole_game
from tests.profiles import examples

# Whoever builds sees which tiles are left, so nobody is asked for that.
SEEN = {"building-placed-already", "building-out-of-the-game", "other-side-chosen"}
PLACES = ("neutral", "buildings", "hazards", "outlaws", "station_masters", "foresight", "bags")


def thinned(position: Position, dice: random.Random, keep: float) -> Position:
    """The position with some of its facts left out; whose turn it is, its phase and what is under way stay."""

    def some(thing: Any, without: tuple[str, ...] = ()) -> Any:
        gone = [f.name for f in fields(thing) if f.name not in without and dice.random() > keep]
        return replace(thing, **dict.fromkeys(gone))

    board = position.board
    kept = {
        name: {key: value for key, value in getattr(board, name).items() if dice.random() < keep} for name in PLACES
    }
    market = replace(
        board.job_market,
        token_row=board.job_market.token_row if dice.random() < keep else None,
        rows={row: spaces for row, spaces in board.job_market.rows.items() if dice.random() < keep},
    )
    board = replace(some(board, (*PLACES, "job_market")), **kept, job_market=market)
    turn = some(position.turn, ("player", "phase", "pending"))
    players = {colour: some(player) for colour, player in position.players.items()}
    # The number of players and the variants decide which figures count, so they stay with the ruleset.
    return replace(position, board=board, turn=turn, players=players)


@given(SEEDS, st.integers(2, 4), st.sampled_from([0.5, 0.8, 0.95]), st.integers(20, 60))
@examples(50)
@example(3, 3, 0.8, 20)
def test_a_part_never_contradicts_the_whole(seed: int, players: int, keep: float, every: int) -> None:
    dice = random.Random(seed)
    for number, moment in enumerate(whole_game(players, ["simmental"], seed)):
        if number % every:
            continue
        rules, part = ruleset_of(moment.position), thinned(hidden(moment.position), dice, keep)
        for action in asked(rules, moment.position, part):
            whole, partly = judge(rules, moment.position, action), judge(rules, part, action)
            told = f"{action}\nwhole {whole}\npart {partly}"
            if partly.answer == "depends":
                assert partly.missing, told
            if partly.answer != "no":
                # What is perhaps allowed can be done: what follows from unknown facts stays unknown.
                apply(rules, part, action)
            if partly.answer != "depends" and not SEEN & {reason.code for reason in whole.reasons}:
                assert partly.answer == whole.answer, told
            if "no" not in (whole.answer, partly.answer):
                agree_on_costs(moment.position, part, whole, partly, told)


def agree_on_costs(position: Position, part: Position, whole: Verdict, partly: Verdict, told: str) -> None:
    """What is paid in the whole position lies between what is paid at least and at most in a part of it."""
    turn, (cost, exactly), (least, most) = position.turn, ends(whole.cost), ends(partly.cost)
    assert cost == exactly, told
    assert (least < most) == bool(missing_of(partly.cost)), told
    paid: Counter[str | None] = Counter()
    at_least: Counter[str | None] = Counter()
    for payee, dollars in whole.payments:
        paid[payee] += ends(dollars)[0]
    for payee, dollars in partly.payments:
        at_least[payee] += ends(dollars)[0]
    assert cost <= most, told
    of_each = partly.costs.of_each
    assert None in of_each or all(dollars <= ends(of_each.get(payee, 0))[1] for payee, dollars in paid.items()), told
    # Where it was left out how much there is, what is due is told; of less, less is paid.
    if part.players[str(turn.player)].dollars is not None or cost < (position.players[str(turn.player)].dollars or 0):
        assert least <= cost, told
        assert at_least <= paid, told


@given(SEEDS, st.integers(2, 4), st.sampled_from([0.5, 0.8]), st.integers(20, 60))
@examples(75)
def test_not_knowing_who_plays_contradicts_nothing(seed: int, players: int, keep: float, every: int) -> None:
    dice = random.Random(seed)
    for number, moment in enumerate(whole_game(players, [], seed)):
        if number % every:
            continue
        rules, position = ruleset_of(moment.position), hidden(moment.position)
        game = replace(position.game, players=None)
        left = {c: p for c, p in position.players.items() if c == position.turn.player or dice.random() < keep}
        part = replace(position, game=game, players=left)
        for action in asked(rules, moment.position, part):
            whole, partly = judge(rules, moment.position, action), judge(ruleset_of(part), part, action)
            told = f"{action}\nwhole {whole}\npart {partly}"
            assert partly.answer in ("depends", whole.answer), told
            if "no" not in (whole.answer, partly.answer):
                agree_on_costs(moment.position, part, whole, partly, told)


# What brings no dollars itself.
PAID_FOR = {"move", "hire", "build", "buy", "upgrade", "hazard"}


@given(SEEDS, st.integers(2, 4))
@examples(50)
def test_what_is_told_is_paid(seed: int, players: int) -> None:
    for moment in whole_game(players, ["simmental"], seed):
        if moment.entry.action.type not in PAID_FOR:
            continue
        # What is gained for certain once this is done, is not its payment.
        if any(isinstance(step, GainDollars) for step in moment.position.turn.pending or ()):
            continue
        rules, before, player = ruleset_of(moment.position), moment.position, str(moment.position.turn.player)
        verdict = judge(rules, before, moment.entry.action)
        after = apply(rules, before, moment.entry.action)
        change = Counter({player: -ends(verdict.cost)[0]})
        for payee, dollars in verdict.payments:
            assert isinstance(dollars, int)
            change[str(payee)] += dollars
        del change["bank"]
        for colour, one in after.players.items():
            assert one.dollars == (before.players[colour].dollars or 0) + change[colour]


@given(SEEDS, st.integers(2, 4), st.booleans(), st.sampled_from([0.3, 0.6, 0.9, 1]), st.integers(3, 15))
@examples(25)
def test_a_part_of_what_is_reached_is_possible(
    seed: int, players: int, simmental: bool, keep: float, every: int
) -> None:
    dice = random.Random(seed)
    for number, moment in enumerate(whole_game(players, ["simmental"] if simmental else [], seed)):
        if number % every == 0:
            whole = moment.position
            for seen in (whole, hidden(whole), hidden(whole, whole.turn.player)):
                part = thinned(seen, dice, keep)
                found = check(ruleset_of(part), part)
                assert possible(found), (number, found, to_plain(part))


def asked(rules: Any, whole: Position, part: Position) -> list[Action]:
    """What comes into question in the whole or in the part of a position, allowed or not."""
    return list(dict.fromkeys([*_candidates(State(rules, whole)), *_candidates(State(rules, part))]))


@given(SEEDS, st.integers(2, 4))
@examples(25)
def test_what_the_table_sees_decides_everything_for_the_player_on_turn(seed: int, players: int) -> None:
    for number, moment in enumerate(whole_game(players, [], seed)):
        if number % 25 == 0:
            rules = ruleset_of(moment.position)
            seen = hidden(moment.position, moment.position.turn.player)
            assert [option.action for option in options(rules, seen)] == [option.action for option in moment.options]
            assert all(option.verdict.answer == "yes" for option in options(rules, seen))


def filled(part: Position, whole: Position, paths: tuple[str, ...]) -> Position:
    """The part with what the whole says at some places."""
    target, source = to_plain(part), to_plain(whole)
    for path in paths:
        keys = path.split(".")
        # A player's things are entered as a whole, places of the board one by one.
        keys = keys[:3] if keys[0] == "players" else keys
        there, here = target, source
        for key in keys[:-1]:
            there, here = there.setdefault(key, {}), here[key]
        # What the whole does not say is not there, such as the row of a token that left the market.
        if keys[-1] in here:
            there[keys[-1]] = here[keys[-1]]
    return read(target)


@given(SEEDS, st.integers(2, 4), st.sampled_from([0.3, 0.6, 0.9]), st.integers(20, 60))
@examples(50)
def test_what_is_asked_for_decides(seed: int, players: int, keep: float, every: int) -> None:
    dice = random.Random(seed)
    for number, moment in enumerate(whole_game(players, ["simmental"], seed)):
        if number % every:
            continue
        rules, part = ruleset_of(moment.position), thinned(hidden(moment.position), dice, keep)
        for action in asked(rules, moment.position, part)[::5]:
            partly = judge(rules, part, action)
            if partly.answer == "depends":
                whole = judge(rules, moment.position, action)
                answered = judge(rules, filled(part, moment.position, partly.missing), action)
                # With everything that was asked for, nothing that was asked for is asked for again.
                again = set(answered.missing) & set(partly.missing) - {"board.job_market.token_row"}
                assert not again, (action, partly.missing, answered.missing)
                assert answered.answer in ("depends", whole.answer) or SEEN & {reason.code for reason in whole.reasons}

"""How long a game still lasts: visits to Kansas City until the job market is full, turns and deliveries of each player.

Every number lies between two ends. Both are safe: whatever the players do, the truth is neither below nor above.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.core import Catalog, Player, Position, Ruleset, State, of_kind
from companion.engine.core.effect import Choice
from companion.engine.core.position import FORESIGHT, KANSAS_CITY, OFF_BOARD, Card
from companion.engine.core.supply import on_turn
from companion.engine.job_market.hiring import asked_of_market, closed
from companion.engine.kansas_city.check_visits import under_way
from companion.engine.movement.steps import HerderSteps, step_limit
from companion.engine.trail.check_bags import bags_at_start
from companion.engine.trail.tiles import is_location
from companion.engine.turn.copying import UseAdjacent

_ANY = 99
"""More steps than the trail has."""

_PASSING = ("hazard", "outlaw")
"""Spaces whose tile may be taken away."""


class Remaining(NamedTuple):
    """A number that lies between two ends, both possible as far as is known."""

    least: int
    most: int


class PlayerClock(NamedTuple):
    """What is left for one player. A turn that is under way counts."""

    next_visit: Remaining
    """In which of the own turns from now on the herder comes to Kansas City; 1 is the next one, or this one."""
    at_limit: Remaining | None
    """In which it does with phase A alone, by the shortest way; None while it is not known where the herder stands."""
    turns: Remaining
    """Turns until the end of the game, the last one included."""
    deliveries: Remaining
    """Visits to Kansas City until the end of the game, each with a delivery."""
    may_close: bool
    """Whether this player can be the one who fills the job market."""


class Clock(NamedTuple):
    """What is left of a game."""

    spaces: Remaining
    """Spaces of the job market that are still to be filled."""
    visits: Remaining
    """Visits until it is full, the last one included. Whoever makes that visit takes the token."""
    refills: tuple[int, ...]
    """Rows that are still to be filled with a yellow arrow below: the cattle market is filled up."""
    players: Mapping[str, PlayerClock]
    missing: tuple[str, ...]
    """Keys of the position that would bring the ends closer together, the most telling first."""


def clock(rules: Ruleset, position: Position) -> Clock:
    """What is left of a game, as far as a position tells it: its job market, its herders, whose turn it is.

    Every visit brings a worker from column 2 and at most one from column 3, which shows other tiles, too: only so many
    visits as there are of those bring a single one. Whoever is on turn moves on by one location at least.

    >>> from companion.engine import Board, JobMarket, Position, load_ruleset
    >>> told = clock(load_ruleset(2, 2), Position(board=Board(job_market=JobMarket(12, {12: ()}))))
    >>> told.spaces, told.visits
    (Remaining(least=2, most=2), Remaining(least=1, most=2))
    """
    state = State(rules, position)
    if closed(state):
        return _last_turns(state)
    market, row = rules.catalog.job_market, position.board.job_market.token_row
    missing: list[str] = []
    if rules.players is None:
        missing.append("game.players")
    if row is None:
        missing.append(asked_of_market(state)[0])
    elif row not in position.board.job_market.rows:
        missing.append(f"board.job_market.rows.{row}")
    whereabouts = {colour: _whereabouts(rules, position, colour) for colour in position.players}
    missing += [path for who in whereabouts.values() for path in who.missing]
    if position.players and on_turn(position) is None:
        missing.append("turn.player")
    clocks = [_of_count(state, players, whereabouts) for players in state.player_counts]
    return Clock(
        _join(one.spaces for one in clocks),
        _join(one.visits for one in clocks),
        tuple(number for number, one in market.rows.items() if one.arrow == "yellow" and number >= (row or 0)),
        {
            colour: PlayerClock(
                who.next_visit,
                who.at_limit,
                _join(one.players[colour].turns for one in clocks),
                _join(one.players[colour].deliveries for one in clocks),
                any(one.players[colour].may_close for one in clocks),
            )
            for colour, who in whereabouts.items()
        },
        tuple(dict.fromkeys(missing)),
    )


def _join(ranges: Iterable[Remaining]) -> Remaining:
    least, most = zip(*ranges, strict=True)
    return Remaining(min(least), max(most))


def visits_left(catalog: Catalog, workers: int, spent: int = 0) -> Remaining:
    """Visits until so many workers have come. Of those that can bring a single one, so many are `spent`."""
    single = max(0, visits_with_one(catalog) - spent)
    return Remaining(-(-workers // 2), next(n for n in range(workers + 1) if 2 * n - min(single, n) >= workers))


def visits_with_one(catalog: Catalog) -> int:
    """Visits that can bring a single worker: one for each tile of the last bag that is none, and what is disputed."""
    bags = bags_at_start(catalog)
    return sum(n for kind, n in bags[max(bags)].items() if not kind.startswith("worker")) + catalog.tiles.split_doubt


def longest_way(catalog: Catalog, start: str = "start") -> int:
    """Spaces from one to Kansas City on the longest way: turns, where each moves on by a single tile."""
    spaces = catalog.trail.spaces

    @functools.cache
    def way(space: str) -> int:
        return max((1 + way(following) for following in spaces[space].next), default=0)

    return way(start)


def _of_count(state: State, players: int, whereabouts: Mapping[str, _Whereabouts]) -> Clock:
    """The clock if so many play."""
    catalog, market = state.catalog, state.board.job_market
    data, row = catalog.job_market, market.token_row
    columns, last = data.columns[players], max(data.rows)
    if row is None:
        spaces = Remaining(1, (last - data.token_start_row + 1) * columns)
    else:
        lying = market.rows.get(row)
        here = Remaining(1, columns)
        if lying is not None:
            here = Remaining(*[max(1, columns - sum(worker is not None for worker in lying))] * 2)
        below = (last - row) * columns
        spaces = Remaining(here.least + below, here.most + below)
    visits = Remaining(_visits(state, spaces.least).least, _visits(state, spaces.most).most)
    strangers = [_Whereabouts.of(1, longest_way(catalog))] * players
    order = _turn_order(state, players)
    seats = [whereabouts.get(one or "", stranger) for one, stranger in zip(order, strangers, strict=True)]
    if not any(order):
        # Whose turn it is is not known, so the one who is next may sit anywhere.
        seats[: len(whereabouts)] = sorted(whereabouts.values(), key=lambda who: who.brings.least)[:players]
    turns = _fewest_turns(seats, visits.least)
    most = _most_rounds(seats, visits.most, longest_way(catalog)) + 1
    by_colour = {}
    for colour, who in whereabouts.items():
        place = order.index(colour) if colour in order else None
        # After the last visit everybody else has one more turn, in the same order.
        least = len(range(players - 1 if place is None else place, turns + players - 1, players))
        sooner = place is not None and _forced_before(seats, place, longest_way(catalog)) >= visits.most
        by_colour[colour] = PlayerClock(
            who.next_visit,
            who.at_limit,
            Remaining(least, most),
            Remaining(
                _forced(who, least, longest_way(catalog)) + who.delivering.least, visits.most + who.delivering.most
            ),
            not sooner,
        )
    return Clock(spaces, visits, (), by_colour, ())


def _visits(state: State, workers: int) -> Remaining:
    """Visits until so many workers have come, with one that is under way as long as it may bring any."""
    phase, third = state.turn.phase, _last_column(state.position)
    begun = phase == FORESIGHT[-1]
    if phase in KANSAS_CITY[len(FORESIGHT) :] or (begun and True not in third):
        return visits_left(state.catalog, workers, spent=int(begun))
    # The second column brings a worker, the last one perhaps another.
    least, most = min(third) + (not begun), max(third) + (not begun)
    after_fast = visits_left(state.catalog, max(0, workers - most)).least
    after_slow = visits_left(state.catalog, max(0, workers - least), spent=int(not min(third))).most
    return Remaining(1 + after_fast, 1 + after_slow)


def _last_column(position: Position) -> set[bool]:
    """Whether the last foresight column has workers, and whether it has others; both while nobody entered it."""
    tiles = position.board.foresight.get(len(FORESIGHT))
    return {bool(tile.worker) for tile in tiles} if tiles else {False, True}


def _turn_order(state: State, players: int) -> list[str | None]:
    """Who follows whom, from the one on turn; None for a seat of which nobody knows who has it."""
    seats = {player.seat: colour for colour, player in state.players.items() if player.seat is not None}
    now = on_turn(state.position)
    mine = state.players[now].seat if now in state.players and now else None
    if mine is not None:
        return [seats.get((mine - 1 + seat) % players + 1, now if seat == 0 else None) for seat in range(players)]
    others: list[str | None] = [colour for colour in state.players if colour != now]
    return [now, *(others if now and len(others) == 1 and players == 2 else [None] * (players - 1))]


def _fewest_turns(seats: Sequence[_Whereabouts], visits: int) -> int:
    """Turns of the table, one after the other, in which so many visits can be made."""
    turns = 0
    while visits > 0:
        who, own = seats[turns % len(seats)], turns // len(seats) + 1
        visits -= own >= who.brings.least
        turns += 1
    return turns


def _most_rounds(seats: Sequence[_Whereabouts], visits: int, lap: int) -> int:
    """Rounds after which so many visits have been made, however slowly everybody moves."""
    rounds = 0
    while sum(_forced(who, rounds, lap) for who in seats) < visits:
        rounds += 1
    return rounds


def _forced(who: _Whereabouts, turns: int, lap: int) -> int:
    """Visits with workers that somebody must have made after so many own turns."""
    return 0 if turns < who.brings.most else 1 + (turns - who.brings.most) // lap


def _forced_before(seats: Sequence[_Whereabouts], place: int, lap: int) -> int:
    """Visits that others must have made before somebody can come to Kansas City."""
    arrival = (seats[place].brings.least - 1) * len(seats) + place
    return sum(
        _forced(who, len(range(seat, arrival, len(seats))), lap) for seat, who in enumerate(seats) if seat != place
    )


def _last_turns(state: State) -> Clock:
    """The job market is full: everybody but the one with the token has one more turn, or has had it."""
    players, by_colour = state.player_counts[-1], {}
    order = _turn_order(state, players)
    holder = next((colour for colour, player in state.players.items() if player.job_market_token), None)
    ahead = order[: order.index(holder)] if holder in order else None
    # Whose turn it is still is; the holder's turn goes on until it is over, and everybody else's follow.
    if ahead == [] and state.turn.phase != "end":
        ahead = order
    for colour in state.players:
        who = _whereabouts(state.rules, state.position, colour)
        turns = Remaining(0, 1)
        if state.turn.phase == "end":
            turns = Remaining(0, 0)
        elif ahead is not None and None not in ahead:
            turns = Remaining(*[int(colour in ahead)] * 2)
        elif colour == holder:
            turns = Remaining(0, int(ahead is None))
        deliveries = Remaining(
            int(turns.least and who.next_visit.most == 1), int(turns.most and who.next_visit.least == 1)
        )
        by_colour[colour] = PlayerClock(who.next_visit, who.at_limit, turns, deliveries, may_close=False)
    missing = () if ahead is not None and None not in ahead else ("turn.player",)
    return Clock(Remaining(0, 0), Remaining(0, 0), (), by_colour, missing)


class _Whereabouts(NamedTuple):
    """Where somebody's herder is, as far as Kansas City is concerned."""

    next_visit: Remaining
    at_limit: Remaining | None = None
    missing: tuple[str, ...] = ()
    brings: Remaining = Remaining(1, 1)
    """In which of the own turns comes the next visit that can bring a worker."""
    delivering: Remaining = Remaining(0, 0)
    """Deliveries still to come of a visit that brings no more workers."""

    @classmethod
    def of(
        cls, least: int, most: int, at_limit: Remaining | None = None, missing: tuple[str, ...] = ()
    ) -> _Whereabouts:
        """Of somebody who is not in Kansas City."""
        return cls(Remaining(least, most), at_limit, missing, Remaining(least, most))


def _whereabouts(rules: Ruleset, position: Position, colour: str) -> _Whereabouts:
    """When somebody comes to Kansas City."""
    catalog, player, herder = rules.catalog, position.players[colour], position.players[colour].herder
    mine, phase = on_turn(position) == colour, position.turn.phase
    path = f"players.{colour}.herder"
    if herder is None:
        return _Whereabouts.of(1, longest_way(catalog) + mine, None, (path,))
    if herder == "kansas-city":
        now, later = Remaining(1, 1), Remaining(2, 1 + longest_way(catalog))
        if phase not in KANSAS_CITY:
            # Nobody entered how far the visit is; or an automa is about to begin with it.
            return _Whereabouts(_join((now, later)), brings=_join((now, later)), delivering=Remaining(0, 1))
        if phase in FORESIGHT[: len(FORESIGHT) - (True not in _last_column(position))]:
            return _Whereabouts(now)
        delivers = under_way(position)
        return _Whereabouts(now if delivers else later, brings=later, delivering=Remaining(delivers, delivers))
    if herder == OFF_BOARD:
        # The first turn puts the herder onto a neutral building, from where the next one may lead to Kansas City.
        first = [space.id for space in catalog.trail.spaces.values() if space.kind == "neutral"]
        return _Whereabouts.of(2, 1 + max(longest_way(catalog, space) for space in first))
    # Who is on turn may have moved already, or, in a phase that nobody entered, may still.
    moved = mine and phase not in ("A", None)
    most = longest_way(catalog, herder) + (mine and phase != "A")
    state = State(rules, replace(position, turn=replace(position.turn, player=colour)))
    limit = step_limit(state)
    near = _shortest(state, herder, lambda space: is_location(state, space) is True)
    far = _shortest(state, herder, lambda space: is_location(state, space) is not False)
    at_limit = Remaining(-(-near // limit[1]) + moved, -(-far // limit[0]) + moved)
    if player.automa:
        return _Whereabouts.of(1, most)
    further, perhaps, missing = _further_steps(state, herder, here=moved)
    if further or perhaps or not mine:
        # Other players, or this one on the way, may take a hazard or an outlaw off the trail.
        near = _shortest(
            state, herder, lambda space: catalog.trail.spaces[space].kind not in _PASSING and is_location(state, space)
        )
    # Once somebody has moved, a further movement alone leads on in the same turn.
    surely, at_most = (0, 0) if moved else (limit[1], _limit_at_most(state))
    least = 1 + ((mine and phase == "C") or near > at_most + further + perhaps)
    settles = missing if least == 1 and near > surely + further else ()
    return _Whereabouts.of(least, max(least, most), at_limit, settles)


def _shortest(state: State, space: str, counts: Callable[[str], bool | None]) -> int:
    """Steps to Kansas City by the way with the fewest locations."""

    @functools.cache
    def steps(here: str) -> int:
        return min((steps(one) + bool(counts(one)) for one in state.catalog.trail.spaces[here].next), default=0)

    return steps(space)


def _limit_at_most(state: State) -> int:
    """Steps of phase A at most: an objective card that is played before may lead to a station, and clear a disc."""
    cards = _deck(state.me)
    if cards is None or any(card.id in state.catalog.objectives.cards for card in cards):
        state = State(state.rules, state.position)
        state.set_me(cleared=None)
    return step_limit(state)[1]


def _further_steps(state: State, herder: str, *, here: bool) -> tuple[int, int, tuple[str, ...]]:
    """Steps beside those of phase A in one turn: at most with what is known, with what is not, and what that is.

    Private buildings ahead and objective cards bring them; `here` counts what the herder stands on, too.
    """
    spaces, faces = state.catalog.trail.spaces, state.catalog.buildings.faces
    steps = {face.id: sum(map(_steps, itertools.chain(*face.actions))) for face in faces.values()}
    # A building that lends its neighbour's actions lends those of the best there is.
    lent = max(steps.values())
    for face in faces.values():
        steps[face.id] += lent * any(of_kind(choice.does, UseAdjacent) for action in face.actions for choice in action)
    ahead = {*state.catalog.trail.ahead_of(herder), *([herder] if here else [])}
    sites = [space.id for space in spaces.values() if space.id in ahead and space.kind == "building"]
    own = [tile for space in sites if (tile := state.board.buildings.get(space)) and tile.player == state.colour]
    unknown = [space for space in sites if space not in state.board.buildings]
    # An objective card moves the herder, or may bring another one that does.
    objectives, cards = state.catalog.objectives.cards, _deck(state.me)
    by_card = max(_steps(card.immediate) for card in objectives.values() if card.immediate)
    steps_known = sum(steps[tile.face] for tile in own) + by_card * sum(card.id in objectives for card in cards or ())
    missing = [f"board.buildings.{space}" for space in unknown] + [state.path("hand")] * (cards is None)
    return steps_known, _ANY * bool(missing), tuple(missing)


def _steps(choice: Choice) -> int:
    return sum(effect.most for effect in of_kind(choice.does, HerderSteps))


def _deck(player: Player) -> tuple[Card, ...] | None:
    """Every card that may come to the hand; None when not all of them are known."""
    piles = player.deck.values()
    complete = [pile.known for pile in piles if pile is not None and pile.complete]
    return tuple(itertools.chain(*complete)) if len(complete) == len(piles) else None

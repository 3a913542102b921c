"""The herder moves along the trail: which ways it may go, and how far."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from operator import add, le
from typing import ClassVar

from companion.engine.core import Action, Effect, Judgement, Prospects, Reason, State, free_to_act, reason
from companion.engine.core.amounts import ends
from companion.engine.core.position import OFF_BOARD
from companion.engine.core.vocabulary import SpaceId, Way
from companion.engine.kansas_city.disc_places import dark_discs_placed
from companion.engine.movement.fees import fee_at, fees
from companion.engine.trail.tiles import is_location, space_path
from companion.engine.turn.phases import arrive, end_turn

NOT_TO_KANSAS_CITY = reason("not-to-kansas-city", "movement/move-again#free-move")
TOO_MANY_FREE_STEPS = reason("too-many-free-steps", "movement/move-again#free-move", "have", "most")
TOO_MANY_STEPS_OF_ACTION = reason("too-many-steps-of-action", "movement/move-again", "have", "most")
TOO_MANY_STEPS = reason("too-many-steps", "movement/step-limit", "have", "most")
TOO_MANY_STEPS_AT_LEAST = reason("too-many-steps-at-least", "movement/step-limit", "have", "most")
WAY_IS_EMPTY = reason("way-is-empty", "movement/steps")
HERDER_NOT_PLACED = reason("herder-not-placed", "turn/first-turn")
BEYOND_KANSAS_CITY = reason("beyond-kansas-city", "movement/steps")
NOT_CONNECTED = reason("not-connected", "movement/steps", "space", next="space")
ENDS_AT_NO_LOCATION = reason("ends-at-no-location", "movement/steps#locations", "space")


@dataclass(frozen=True)
class HerderSteps(Effect):
    """Steps of the herder that something brings: one to `most`."""

    most: int
    too_many: ClassVar[str] = TOO_MANY_STEPS_OF_ACTION
    free: ClassVar[bool] = False
    """Whether nobody is paid, and the new location is not used."""


@dataclass(frozen=True)
class MoveHerder(HerderSteps, name="move-herder", section="movement/move-again"):
    """Move the herder one to `most` steps, then do phase B again at the new location."""


@dataclass(frozen=True)
class MoveHerderFree(HerderSteps, name="move-herder-free", section="movement/move-again#free-move"):
    """Move the herder up to `most` steps without fees, not to Kansas City, without using the location."""

    too_many: ClassVar[str] = TOO_MANY_FREE_STEPS
    free: ClassVar[bool] = True

    def prospects(self, state: State) -> Prospects:
        nothing = Reason(NOT_TO_KANSAS_CITY, {"places": (state.path("herder"),)})
        if state.me.herder in (None, OFF_BOARD):
            # Whichever way it is to go, where it stands must be known, and be on the trail.
            neutral = next(space.id for space in state.catalog.trail.spaces.values() if space.kind == "neutral")
            return Prospects([Move((neutral,))], nothing)
        return Prospects(Move.candidates(state), nothing)


@dataclass(frozen=True)
class Move(Action, type="move", section="movement/steps", offered_by=(MoveHerder, MoveHerderFree), phases=("A",)):
    """Move the herder along `way`: every space that it enters, empty ones included, in order.

    In phase A as far as the step limit allows; as a local action or as the immediate action of an objective card
    as far as that one says.
    """

    way: Way

    def judge(self, state: State, judgement: Judgement) -> None:
        step = state.under_way(HerderSteps)
        if step is None:
            free_to_act(state, judgement, "A")
            judgement.look("movement/step-limit")
            judge_way(state, judgement, self.way, step_limit(state), TOO_MANY_STEPS, free=False)
        else:
            judge_way(state, judgement, self.way, (step.most, step.most, ()), step.too_many, free=step.free)
        if step is None or not step.free:
            judgement.charge(fees(state, self.way))
            if judgement.costs.payments:
                judgement.look("movement/hand-fees")

    def apply(self, state: State) -> None:
        step = state.under_way(HerderSteps)
        if step is not None and step.free:
            state.done()
            state.set_me(herder=self.way[-1])
            # After a location was used, a movement without use of the new one leads straight to phase C.
            if state.turn.phase == "B":
                end_turn(state)
            return
        # What was left to do at the old location is lost (reading of open question 16).
        state.pending = []
        arrive(state, self.way[-1])
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.under_way(HerderSteps)
        most = step_limit(state)[1] if step is None else step.most
        for way in ways(state, most):
            yield cls(way)


def step_limit(state: State) -> tuple[int, int, tuple[str, ...]]:
    """(least, most, what must be known) of the steps that the player on turn may make at most."""
    return state.facts(_step_limit)[state.colour]


def _step_limit(state: State, _colour: str) -> tuple[int, int, tuple[str, ...]]:
    limit, cleared, counts = state.catalog.table.step_limit, state.me.cleared, state.player_counts
    paths = ("game.players",) if len(counts) > 1 else ()
    if cleared is None:
        # Every disc that is gone lies on a city or a station; both of these have dark corners.
        dark = dark_discs_placed(state.catalog, state.me)
        may_be = [gone for gone in product((False, True), repeat=2) if dark is None or sum(gone) <= dark]
        paths = (*paths, state.path("cleared")) if len(may_be) > 1 else paths
    else:
        may_be = [("step-left" in cleared, "step-right" in cleared)]
    sums = [
        limit.base[n] + left * limit.left_disc[n] + right * limit.right_disc[n]
        for n in counts
        for left, right in may_be
    ]
    return min(sums), max(sums), paths


def steps_of(state: State, way: Way) -> tuple[int, int, list[str]]:
    """(least, most, unknown spaces): how many steps a way takes. Only locations count."""
    least, unknown, locations, paths = 0, [], state.facts(is_location), state.facts(space_path)
    for space in way:
        here = locations[space]
        least += here is True
        if here is None:
            unknown.append(paths[space])
    return least, least + len(unknown), unknown


def judge_way(
    state: State, judgement: Judgement, way: Way, limit: tuple[int, int, tuple[str, ...]], too_many: str, *, free: bool
) -> None:
    """May the herder go this way with so many steps at most? `too_many` is the reason against more."""
    herder, here = state.me.herder, state.path("herder")
    if not way:
        judgement.forbid(WAY_IS_EMPTY, places=(here,))
        return
    # Only forward, along the trail.
    spaces = state.catalog.trail.spaces
    before = herder or way[0]
    if herder is None:
        judgement.require_fact(here)
    elif herder == OFF_BOARD:
        judgement.forbid(HERDER_NOT_PLACED, places=(here,))
        return
    for space in way if herder else way[1:]:
        if before == "kansas-city" and before != herder:
            # Nobody passes it.
            judgement.forbid(BEYOND_KANSAS_CITY, places=(here,))
            return
        if space not in spaces[before].next:
            judgement.forbid(NOT_CONNECTED, space=before, next=space, places=(here,))
            return
        before = space
    # A movement ends at a location: at a tile, or in Kansas City.
    end = is_location(state, way[-1])
    if end is None:
        judgement.require_fact(space_path(state, way[-1]))
    elif not end:
        judgement.forbid(ENDS_AT_NO_LOCATION, space=way[-1], places=(space_path(state, way[-1]),))
    if free and way[-1] == "kansas-city":
        judgement.forbid(NOT_TO_KANSAS_CITY, places=(here,))
    # Every location on the way is a step.
    least, most, unknown = steps_of(state, way)
    if end is None:
        least += 1
        unknown.remove(space_path(state, way[-1]))
    least_limit, most_limit, paths = limit
    if least > most_limit:
        if least_limit < most_limit:
            too_many = TOO_MANY_STEPS_AT_LEAST
        judgement.forbid(too_many, have=least, most=most_limit, places=(here, *paths))
    elif most > least_limit:
        judgement.require_fact(*unknown, *(paths if least_limit < most_limit else ()))
    else:
        judgement.passed(too_many, have=most, most=least_limit)


def ways(state: State, most: int) -> Iterator[Way]:
    """All ways of at most so many steps that end at something that may be a location, one for each row of locations."""
    return (way for way, _ in _ways(state, most, _Unbeaten(state, every=True)))


def best_ways(state: State) -> tuple[Way, ...]:
    """To every space within the step limit the best way, one that is sure to be short enough before one that may be:
    the cheapest, and of those the one over the fewest spaces; of equals, the one that `ways` has first.
    """
    (least_limit, most_limit, _), locations = step_limit(state), state.facts(is_location)
    best: dict[str, tuple[tuple[bool, int, int, int], Way]] = {}
    for way, (least, most, spaces, *_) in _ways(state, most_limit, _Unbeaten(state)):
        if least + (locations[way[-1]] is None) <= most_limit:
            cheapest, dearest = ends(fees(state, way).total)
            rank = (most > least_limit, dearest, cheapest, spaces)
            if way[-1] not in best or rank < best[way[-1]][0]:
                best[way[-1]] = rank, way
    return tuple(way for _, way in best.values())


def shortest_ways(state: State) -> dict[str, Way]:
    """To every space ahead, however far, a way with the fewest steps."""
    spaces, locations, herder = state.catalog.trail.spaces, state.facts(is_location), state.me.herder
    if herder is None or herder == OFF_BOARD:
        return {}
    best: dict[str, tuple[int, Way]] = {herder: (0, ())}
    waiting = deque([herder])
    while waiting:
        space = waiting.popleft()
        steps, way = best[space]
        for following in spaces[space].next:
            now = steps + (locations[following] is True)
            if following not in best or now < best[following][0]:
                best[following] = now, (*way, following)
                waiting.append(following)
    return {space: way for space, (_, way) in best.items() if way}


def _ways(state: State, most: int, unbeaten: _Unbeaten) -> Iterator[tuple[Way, _Burden]]:
    herder = state.me.herder
    if herder is None or herder == OFF_BOARD:
        return
    spaces, locations = state.catalog.trail.spaces, state.facts(is_location)
    ways: set[Way] = set()
    waiting: list[tuple[Way, Way, int, _Burden]] = [((), (), 0, ())]
    while waiting:
        way, stops, steps, burden = waiting.pop()
        if unbeaten.beats(way, burden):
            continue
        for space in reversed(spaces[way[-1] if way else herder].next):
            here = locations[space]
            now = steps + (here is True)
            if now > most:
                continue
            longer, heavier = (*way, space), unbeaten.with_space(burden, space)
            row = stops if here is False else (*stops, space)
            if here is not False and row not in ways:
                ways.add(row)
                yield longer, heavier
            waiting.append((longer, row, now, heavier))


_Burden = tuple[int, ...]
"""What a way takes, each as little as possible: steps at least and at most, spaces, and fees (`fee_at`)."""


class _Unbeaten:
    """The ways so far that none before them beats; of `every` way, none is compared."""

    def __init__(self, state: State, *, every: bool = False) -> None:
        self._burdens, self._every = state.facts(_burden_at), every
        self._before: dict[str, list[_Burden]] = {}

    def beats(self, way: Way, burden: _Burden) -> bool:
        """Whether an earlier way to the same space takes no more of anything. Whatever follows does not change that."""
        if self._every or not way:
            return False
        before = self._before.setdefault(way[-1], [])
        for other in before:
            if all(map(le, other, burden)):
                return True
        before.append(burden)
        return False

    def with_space(self, burden: _Burden, space: str) -> _Burden:
        """What a way takes with one more space."""
        if self._every:
            return burden
        more = self._burdens[space]
        return tuple(map(add, burden, more)) if burden else more


def _burden_at(state: State, space: str) -> _Burden:
    here = state.facts(is_location)[space]
    return (here is True, here is not False, 1, *fee_at(state, space))


HERDER_PLACED_ALREADY = reason("herder-placed-already", "turn/first-turn")
FIRST_TURN_PAST = reason("first-turn-past", "turn/first-turn")
PLACE_ON_NEUTRAL = reason("place-on-neutral", "turn/first-turn", "space")
DISCARD_BEFORE_PLACING = reason("discard-before-placing", "turn/first-turn", "have", "most")


@dataclass(frozen=True)
class Place(Action, type="place", section="turn/first-turn", phases=("A",)):
    """Place the herder on a neutral building at the beginning of the first turn."""

    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        free_to_act(state, judgement, "A")
        herder, path = state.me.herder, state.path("herder")
        if herder is None and state.turn.first_turn is False:
            judgement.forbid(FIRST_TURN_PAST, places=("turn.first_turn",))
        elif herder is None:
            judgement.require_fact(path)
        elif herder != OFF_BOARD:
            judgement.forbid(HERDER_PLACED_ALREADY, places=(path,))
        if state.catalog.trail.spaces[self.space].kind != "neutral":
            judgement.forbid(PLACE_ON_NEUTRAL, space=self.space)
        # Before that, the hand is discarded down to what the first player starts with.
        have, most = state.me.hand, state.catalog.table.hand_limit.base
        if have is None:
            # Whoever was not dealt more has nothing to discard.
            if any(seat.cards > most for seat in state.rules.seats_of(state.me)):
                judgement.require_fact(state.path("hand"))
        elif have.count > most:
            judgement.forbid(DISCARD_BEFORE_PLACING, have=have.count, most=most, places=(state.path("hand"),))

    def apply(self, state: State) -> None:
        arrive(state, self.space)

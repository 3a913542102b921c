"""The engine moves: forward, back, and from the last space."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from companion.engine.core import (
    Action,
    Catalog,
    Effect,
    Judgement,
    Player,
    Position,
    Reason,
    Ruleset,
    State,
    Step,
    of_kind,
    offered,
    reason,
)
from companion.engine.core.effect import Counted
from companion.engine.core.vocabulary import Stop
from companion.engine.kansas_city.delivery import Deliver
from companion.engine.railroad.stations import UpgradeStation, engine_elsewhere
from companion.engine.turn.dollars import counted, counted_at_least, counted_at_most

ENGINE_WITHOUT_SPACES = reason("engine-without-spaces", "railroad/move-forward", "counted", "needs", "have")
ENGINE_STAYS = reason("engine-stays", "railroad/move-forward", "engine")
ENGINE_CANNOT_REACH = reason("engine-cannot-reach", "railroad/move-forward", "engine", "most", start="engine")
MUST_GO_BACK = reason("must-go-back", "railroad/move-back", "needs")
ENGINE_BACK_EXACTLY = reason("engine-back-exactly", "railroad/move-back", "engine", "needs", start="engine")
ENGINE_SPACE_NOT_BEHIND = reason("engine-space-not-behind", "railroad/move-back", "engine", start="engine")
MUST_TURN_BACK = reason("must-turn-back", "railroad/last-space")
ENGINE_SPACE_TAKEN = reason("engine-space-taken", "railroad/move-forward#other-engines", "engine")
ENGINE_CANNOT_GO_BACK = reason("engine-cannot-go-back", "railroad/move-back", "needs", "engine")


@dataclass(frozen=True)
class Movement(Effect):
    """A movement of the engine, and where it may end. `others` are the other engines, as far as they were entered."""

    def stops(self, state: State, engine: Stop, others: Collection[Stop]) -> Collection[Stop]:
        """Where it may end."""
        raise NotImplementedError

    def stops_with_more(self, state: State, engine: Stop, others: Collection[Stop], unknown: int) -> Collection[Stop]:
        """Where it may end if so many engines that were not entered stand on the way: each saves one space."""
        return ()

    def limited(self, state: State, judgement: Judgement, engine: Stop, others: Collection[Stop], to: Stop) -> Movement:
        """The same with as many spaces as there may be, where it is not known how many are counted."""
        return self

    def kept_out(self, state: State, to: Stop) -> bool:
        """Whether another engine, wherever it stands, could make a difference: the first space has room for all."""
        return to != state.catalog.railroad.first

    def forbid(self, state: State, judgement: Judgement, engine: Stop, to: Stop) -> None:
        """Name the rule by which it may not end there."""
        places = (state.path("engine"),)
        if to == engine:
            judgement.forbid(ENGINE_STAYS, engine=str(engine), places=places)
        else:
            judgement.forbid(ENGINE_SPACE_NOT_BEHIND, start=str(engine), engine=str(to), places=places)

    def set_off(self, state: State, engine: Stop | None, to: Stop) -> list[Effect]:
        """What it brings before the station at which it ends."""
        return []


@dataclass(frozen=True)
class EngineForward(
    Movement, name="engine-forward", section="railroad/move-forward", leads_to=("upgrade-station", "turn-back")
):
    """Move the engine up to `most` spaces forward, or up to as many as are counted."""

    most: int | None = None
    per: Counted | None = None

    def decided(self, state: State) -> bool:
        return self.per is not None and counted(state, self.per)[0] is not None

    def happen(self, state: State) -> None:
        # What was counted is the limit from now on; with nothing counted, it does not move.
        if self.per is not None and (count := counted(state, self.per)[0]):
            state.pending.append(EngineForward(most=count))

    def judge_reward(self, state: State, judgement: Judgement) -> None:
        # An engine moves at least one space.
        if self.per is None:
            return
        have, path = counted(state, self.per)
        if have == 0:
            judgement.forbid(ENGINE_WITHOUT_SPACES, counted=self.per, needs=1, have=0, places=(path,))
        elif have is None and not counted_at_least(state, self.per):
            judgement.require_fact(path)

    def limited(self, state: State, judgement: Judgement, engine: Stop, others: Collection[Stop], to: Stop) -> Movement:
        if self.per is None or counted(state, self.per)[0] is not None:
            return self
        if to not in reach(state.catalog, engine, others, counted_at_least(state, self.per), forward=True):
            judgement.require_fact(counted(state, self.per)[1])
        return EngineForward(most=counted_at_most(state, self.per) or state.catalog.railroad.last)

    def _most(self, state: State) -> int:
        return (self.most if self.per is None else counted(state, self.per)[0]) or 0

    def stops(self, state: State, engine: Stop, others: Collection[Stop]) -> Collection[Stop]:
        return reach(state.catalog, engine, others, self._most(state), forward=True)

    def stops_with_more(self, state: State, engine: Stop, others: Collection[Stop], unknown: int) -> Collection[Stop]:
        return reach(state.catalog, engine, others, self._most(state) + unknown, forward=True)

    def forbid(self, state: State, judgement: Judgement, engine: Stop, to: Stop) -> None:
        if to == engine:
            super().forbid(state, judgement, engine, to)
        else:
            most, places = self._most(state), (state.path("engine"),)
            judgement.forbid(ENGINE_CANNOT_REACH, start=str(engine), engine=str(to), most=most, places=places)


@dataclass(frozen=True)
class EngineBackward(Movement, name="engine-backward", section="railroad/move-back", leads_to=("upgrade-station",)):
    """Move the engine back exactly this many spaces."""

    spaces: int

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        judge_backward(state, judgement, self.spaces)

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        judgement.forbid(MUST_GO_BACK, needs=self.spaces, places=("turn.pending",))

    def stops(self, state: State, engine: Stop, others: Collection[Stop]) -> Collection[Stop]:
        costs_of = reach(state.catalog, engine, others, self.spaces, forward=False)
        return [stop for stop, costs in costs_of.items() if self.spaces in costs]

    def stops_with_more(self, state: State, engine: Stop, others: Collection[Stop], unknown: int) -> Collection[Stop]:
        costs_of = reach(state.catalog, engine, others, self.spaces + unknown, forward=False)
        return [stop for stop, costs in costs_of.items() if max(costs) >= self.spaces]

    def kept_out(self, state: State, to: Stop) -> bool:
        # Even where there is room for all, an engine on the way makes an exact way longer.
        return super().kept_out(state, to) or self.spaces > 1

    def forbid(self, state: State, judgement: Judgement, engine: Stop, to: Stop) -> None:
        behind, places = state.catalog.railroad.behind[engine], (state.path("engine"),)
        if not behind:
            judgement.forbid(ENGINE_CANNOT_GO_BACK, needs=self.spaces, engine=str(engine), places=places)
        elif to in behind:
            judgement.forbid(ENGINE_BACK_EXACTLY, start=str(engine), engine=str(to), needs=self.spaces, places=places)
        else:
            super().forbid(state, judgement, engine, to)


@dataclass(frozen=True)
class _AnySpaceBack(Movement):
    """Back to any free space."""

    def stops(self, state: State, engine: Stop, others: Collection[Stop]) -> Collection[Stop]:
        first = state.catalog.railroad.first
        return [stop for stop in state.catalog.railroad.behind[engine] if stop not in others or stop == first]


@dataclass(frozen=True)
class ExtraordinaryDelivery(
    _AnySpaceBack,
    name="extraordinary-delivery",
    section="kansas-city/extraordinary-delivery",
    leads_to=("upgrade-station", "deliver"),
):
    """Move the engine back, then deliver to a city whose value is at most the spaces moved."""

    def judge_reward(self, state: State, judgement: Judgement) -> None:
        # It begins with going back, at least one space.
        judge_backward(state, judgement, 1)

    def set_off(self, state: State, engine: Stop | None, to: Stop) -> list[Effect]:
        others, unknown = other_engines(state)
        limit = None if engine is None or unknown else numbered_between(state.catalog, engine, to, others)
        return [Deliver(limit=limit, transport=False)]


@dataclass(frozen=True)
class TurnBack(_AnySpaceBack, Step, name="turn-back", section="railroad/last-space", leads_to=("upgrade-station",)):
    """The engine stands on the last space: move it back at least one space."""

    def clashes(self, catalog: Catalog, position: Position, colour: str, player: Player) -> Iterator[Reason]:
        return engine_elsewhere(catalog.railroad.last, colour, player)

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        judgement.forbid(MUST_TURN_BACK, places=("turn.pending",))

    def set_off(self, state: State, engine: Stop | None, to: Stop) -> list[Effect]:
        # The dollars come before the station, so that they can be spent on it.
        state.earn(state.catalog.railroad.last_space_dollars)
        return []


@dataclass(frozen=True)
class Engine(
    Action,
    type="engine",
    section="railroad/move-forward",
    offered_by=(EngineForward, EngineBackward, ExtraordinaryDelivery, TurnBack),
):
    """Move the engine to a space: a number, or a turnout such as "t7"."""

    to: Stop

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, EngineForward, EngineBackward, ExtraordinaryDelivery, TurnBack)
        first, engine = state.catalog.railroad.first, state.me.engine
        others, unknown = other_engines(state)
        if self.to in others and self.to != first:
            judgement.forbid(ENGINE_SPACE_TAKEN, engine=str(self.to), places=(state.path("engine"),))
        elif engine is None:
            judgement.require_fact(state.path("engine"), *(unknown if self.to != first else ()))
        elif step is not None:
            step = step.limited(state, judgement, engine, others, self.to)
            if self.to in step.stops(state, engine, others):
                if step.kept_out(state, self.to):
                    judgement.require_fact(*unknown)
            elif unknown and self.to in step.stops_with_more(state, engine, others, len(unknown)):
                judgement.require_fact(*unknown)
            else:
                step.forbid(state, judgement, engine, self.to)

    def apply(self, state: State) -> None:
        step, engine, railroad = state.finished(Movement), state.me.engine, state.catalog.railroad
        state.set_me(engine=self.to)
        follow = step.set_off(state, engine, self.to)
        if self.to in railroad.station_of:
            follow.append(UpgradeStation(railroad.station_of[self.to]))
        if self.to == railroad.last:
            follow.append(TurnBack())
        state.begin(follow)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step, engine = state.under_way(Movement), state.me.engine
        if step is not None and engine is not None:
            for stop in step.stops(state, engine, other_engines(state)[0]):
                yield cls(stop)


def judge_backward(state: State, judgement: Judgement, spaces: int) -> None:
    """A requirement to move the engine back by exactly so many spaces."""
    engine = state.me.engine
    if engine is None:
        judgement.require_fact(state.path("engine"))
        return
    others, unknown = other_engines(state)
    steps_to = reach(state.catalog, engine, others, spaces, forward=False)
    if not any(spaces in steps for steps in steps_to.values()):
        # Engines that were not entered can only be in the way: then it is even farther.
        judgement.forbid(ENGINE_CANNOT_GO_BACK, needs=spaces, engine=str(engine), places=(state.path("engine"),))
    elif unknown and not _has_room(state, engine, spaces, len(unknown)):
        judgement.require_fact(*unknown)


def _has_room(state: State, engine: int | str, spaces: int, others: int) -> bool:
    """Whether the engine could go back so far wherever the others stand: each may be in the way, but not on the first
    space, which has room for all.
    """
    steps_to = reach(state.catalog, engine, (), spaces + others, forward=False)
    return spaces == 1 or any(spaces + others in steps for steps in steps_to.values())


def other_engines(state: State) -> tuple[list[int | str], list[str]]:
    """(where the other engines stand, paths of those that are not known)."""
    others, unknown = [], []
    for colour, player in state.players.items():
        if colour == state.turn.player:
            continue
        if player.engine is None:
            unknown.append(f"players.{colour}.engine")
        else:
            others.append(player.engine)
    # Of those who play but were not entered, nobody knows where the engine stands; how many those are may be unknown.
    entered, counts = len(others) + len(unknown), state.player_counts
    least, most = (players - (1 if state.colour else 0) - entered for players in (counts[0], counts[-1]))
    unknown += ["players"] * least + ["game.players"] * (most - max(0, least))
    return others, unknown


def reach(catalog: Catalog, start: Stop, taken: Iterable[Stop], most: int, *, forward: bool) -> dict[Stop, set[int]]:
    """Free spaces -> with how many spaces of movement they can be reached, up to `most`.

    The first space has room for everybody; the last one ends a forward movement.
    """
    railroad = catalog.railroad
    links = railroad.onwards if forward else railroad.backwards
    blocked = {stop for stop in taken if stop != railroad.first}
    costs_of: dict[Stop, set[int]] = {}
    waiting: list[tuple[Stop, int]] = [(start, 0)]
    seen = set(waiting)
    while waiting:
        here, steps = waiting.pop()
        for following in links.get(here, ()):
            cost = steps if following in blocked else steps + 1
            if cost > most or (following, cost) in seen:
                continue
            seen.add((following, cost))
            waiting.append((following, cost))
            if following not in blocked:
                costs_of.setdefault(following, set()).add(cost)
    return costs_of


def numbered_between(catalog: Catalog, start: Stop, end: Stop, taken: Iterable[Stop]) -> int:
    """Free numbered spaces that an engine enters on its way back from `start` to `end`, by the way that has most."""
    railroad, blocked = catalog.railroad, set(taken)
    entered = {start: 0}
    for here in (start, *railroad.behind[start]):
        for previous in railroad.backwards.get(here, ()):
            free = isinstance(previous, int) and (previous == railroad.first or previous not in blocked)
            entered[previous] = max(entered.get(previous, 0), entered[here] + free)
    return entered.get(end, 0)


# Engines on the railroad.

ENGINES_ON_ONE_SPACE = reason("engines-on-one-space", "railroad/move-forward#other-engines", "engine", "have")
ENGINE_ON_LAST_SPACE = reason("engine-on-last-space", "railroad/last-space", "player", "engine")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about engines."""
    railroad, turn = ruleset.catalog.railroad, position.turn
    spaces: dict[int | str, list[str]] = {}
    for colour, player in position.players.items():
        if player.engine is not None:
            spaces.setdefault(player.engine, []).append(f"players.{colour}.engine")
    # A space holds one engine, turnouts too; only the start holds several.
    for space, places in spaces.items():
        if space != railroad.first and len(places) > 1:
            yield Reason(ENGINES_ON_ONE_SPACE, {"engine": str(space), "have": len(places), "places": tuple(places)})
    # From the last space an engine goes back at once: it is there only while that is what its player has to do.
    turning = bool(of_kind(turn.pending, TurnBack))
    for colour, player in position.players.items():
        on_turn = turn.player in (None, colour)
        if player.engine == railroad.last and (not on_turn or (turn.player == colour and not turning)):
            places_told = (f"players.{colour}.engine", "turn.pending" if on_turn else "turn.player")
            yield Reason(ENGINE_ON_LAST_SPACE, {"player": colour, "engine": str(railroad.last), "places": places_told})

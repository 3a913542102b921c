"""Branchlets are placed in towns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Effect, Judgement, Prospects, Reason, State, offered, reason
from companion.engine.core.vocabulary import TownId
from companion.engine.layers.rails_to_the_north.taking import before, cost
from companion.engine.railroad.stations import UpgradeStation
from companion.engine.turn.dollars import pay_in_full
from companion.engine.turn.locations import Immediate

NO_BRANCHLET_LEFT = reason("no-branchlet-left", "rails/branchlets")
BRANCHLET_THERE_ALREADY = reason("branchlet-there-already", "rails/branchlets", "town")
TOWN_OUT_OF_REACH = reason("town-out-of-reach", "rails/branchlets", "town")
NO_TOWN_IN_REACH = reason("no-town-in-reach", "rails/branchlets")


@dataclass(frozen=True)
class PlaceBranchlet(Effect, name="place-branchlet", section="rails/branchlets"):
    """Place so many branchlets, one after the other, each in a town that it can reach."""

    count: int = 1

    def decided(self, state: State) -> bool:
        # A second branchlet that cannot be placed is not asked about.
        judgement = Judgement()
        self.judge_reward(state, judgement)
        return judgement.forbidden

    def prospects(self, state: State) -> Prospects:
        mine = state.me.branchlets
        if mine is not None and len(mine) >= state.catalog.towns.branchlets:
            return Prospects((), Reason(NO_BRANCHLET_LEFT, {"places": (state.path("branchlets"),)}))
        places = (state.path("branchlets"), state.path("deliveries"))
        return Prospects(Branchlet.candidates(state), Reason(NO_TOWN_IN_REACH, {"places": places}))

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        towns = catalog.towns
        bonus = [effect.kind for town in towns.towns.values() for effect in town.bonus]
        emptied = [effect.kind for does in towns.emptied.values() for effect in does]
        return {cls.name: tuple(dict.fromkeys([*bonus, *emptied, *towns.tiles, UpgradeStation.name, cls.name]))}


@dataclass(frozen=True)
class Branchlet(Action, type="branchlet", section="rails/branchlets", offered_by=(PlaceBranchlet,)):
    """Place a branchlet in a town, on the lowest free space, and take what that brings."""

    town: TownId

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, PlaceBranchlet)
        towns, player, path = state.catalog.towns, state.me, state.path("branchlets")
        if player.branchlets is None:
            judgement.require_fact(path)
        elif len(player.branchlets) >= towns.branchlets:
            judgement.forbid(NO_BRANCHLET_LEFT, places=(path,))
        # One in each town.
        elif self.town in player.branchlets:
            judgement.forbid(BRANCHLET_THERE_ALREADY, town=self.town, places=(path,))
        else:
            reached = towns.reached(self.town, player)
            if reached is None:
                judgement.require_fact(state.path("deliveries"))
            elif not reached:
                judgement.forbid(TOWN_OUT_OF_REACH, town=self.town, places=(path, state.path("deliveries")))
        # Some spaces cost dollars, which are paid in full.
        if towns.towns[self.town].costs:
            judgement.look("rails/towns")
            pay_in_full(state, judgement, cost(state, self.town))

    def apply(self, state: State) -> None:
        step, town, towns = state.finished(PlaceBranchlet), state.catalog.towns.towns[self.town], state.catalog.towns
        least, most, _ = before(state, self.town)
        mine = state.me.branchlets
        if mine is not None:
            state.set_me(branchlets=(*mine, self.town))
        follow: list[Effect] = []
        if not town.first_only or most == 0:
            follow += town.bonus
        elif least == 0:
            state.perhaps(town.bonus)
        if tile := state.board.town_tiles.get(self.town):
            follow.append(Immediate(tile))
        elif town.size == "medium" and self.town not in state.board.town_tiles:
            # Nobody said which tile lies there: what it may bring is unknown.
            things = state.catalog.immediate_actions
            state.perhaps([effect for name in towns.tiles for choice in things[name] for effect in choice.does])
        follow += [
            UpgradeStation(number)
            for number, station in state.catalog.railroad.stations.items()
            if station.town == self.town
        ]
        if mine is None:
            state.perhaps([effect for does in towns.emptied.values() for effect in does])
        else:
            follow += towns.emptied.get(len(mine) + 1, ())
        if step.count > 1:
            follow.append(PlaceBranchlet(step.count - 1))
        state.begin(follow)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        mine, player = state.me.branchlets or (), state.me
        for town in state.catalog.towns.towns:
            if town not in mine and state.catalog.towns.reached(town, player) is not False:
                yield cls(town)

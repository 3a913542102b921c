"""Which local actions are open where the herder stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Effect, Judgement, State, free_to_act, reason
from companion.engine.core.components.board import Space
from companion.engine.core.components.players import AuxiliaryAction
from companion.engine.core.effect import Choice, LocalAction
from companion.engine.core.position import COPIED_RISK, OFF_BOARD, RISK
from companion.engine.core.vocabulary import AuxiliaryId
from companion.engine.trail.tiles import building_at, is_location, space_path
from companion.engine.turn.copying import actions_of, adjacent, copied, copies

NO_LOCAL_ACTIONS_HERE = reason("no-local-actions-here", "turn/own-or-neutral#elsewhere", "space")
NOT_AT_A_LOCATION = reason("not-at-a-location", "movement/steps#locations", "space")


def replaced(state: State) -> str | None:
    """The own building that the herder came to and that another has replaced since: then the new one has to wait."""
    here, used = state.board.buildings.get(state.me.herder or ""), state.turn.used or ()
    if here is None or here.player != state.colour or (copies(state) and state.turn.buildings_used is None):
        return None
    elsewhere = {here.face, *copied(state), *(tile.face for tile in state.board.buildings.values() if tile)}
    gone = state.me.placed_out
    for building in dict.fromkeys(action.partition(".")[0] for action in used):
        if building not in elsewhere and building in (state.catalog.buildings.faces if gone is None else gone):
            return building
    return None


def own_or_neutral(state: State, judgement: Judgement) -> str | None:
    """The space on which the player on turn may use local actions: a neutral building, or one of the own."""
    herder = state.me.herder
    if herder is None:
        judgement.require_fact(state.path("herder"))
        return None
    space = state.catalog.trail.spaces.get(herder)
    private = state.board.buildings.get(herder)
    if space is not None and space.kind == "neutral":
        return herder
    if space is not None and space.kind == "building" and herder not in state.board.buildings:
        judgement.require_fact(space_path(state, herder))
        return None
    if private is not None and private.player == state.colour:
        return herder
    judgement.forbid(NO_LOCAL_ACTIONS_HERE, space=herder, places=(state.path("herder"),))
    return None


def at_location(state: State, judgement: Judgement) -> None:
    """The herder must be at a location; on an emptied space it is not at one."""
    herder = state.me.herder
    if herder is None:
        judgement.require_fact(state.path("herder"))
    elif herder == OFF_BOARD or is_location(state, herder) is False:
        judgement.forbid(NOT_AT_A_LOCATION, space=herder, places=(state.path("herder"),))
    elif is_location(state, herder) is None:
        judgement.require_fact(space_path(state, herder))


def open_actions(state: State) -> dict[str, LocalAction]:
    """All local actions of this location by name, used or not: of the building, beside the space, and copied ones."""
    herder = state.me.herder
    space = state.catalog.trail.spaces.get(herder or "")
    building = building_at(state, herder)
    if space is None or building is None:
        return {}
    actions = actions_of(state, building)
    if space.risk and space.kind == "building":
        actions[RISK] = (space.risk,)
    for other in copied(state):
        actions |= actions_of(state, other)
        risk = _risk_beside(state, space, other)
        if risk:
            actions[COPIED_RISK] = (risk,)
    return actions


def is_local(state: State, action: str) -> bool:
    """Whether it is the name of a local action, and not of something that a thing allows at once."""
    return action in (RISK, COPIED_RISK) or action in state.catalog.buildings.local_actions


def by_name(state: State, action: str) -> LocalAction | None:
    """What a local action is, whether it is open here or not; None for a risk action of nowhere."""
    if action == RISK:
        space = state.catalog.trail.spaces.get(state.me.herder or "")
        return (space.risk,) if space and space.risk else None
    return state.catalog.buildings.local_actions.get(action)


def may_offer(state: State, action: str) -> bool:
    """Whether a building that was not entered here may have this action: not one that lies elsewhere."""
    building, space = action.partition(".")[0], state.catalog.trail.spaces.get(state.me.herder or "")
    if space is None:
        return True
    if space.kind == "neutral":
        return building in state.catalog.buildings.neutral and building not in state.board.neutral.values()
    # A private building may lend anything that lies beside it; beside some spaces there is a risk action.
    return action != RISK or space.risk is not None


def _risk_beside(state: State, here: Space, building: str) -> Choice | None:
    """The risk action of the adjacent space with that building."""
    for other in adjacent(state, here.id):
        if building_at(state, other) == building:
            return state.catalog.trail.spaces[other].risk
    return None


# Auxiliary actions.

LOCAL_ACTIONS_USED_INSTEAD = reason("local-actions-used-instead", "turn/own-or-neutral")
AUXILIARY_USED_ALREADY = reason("auxiliary-used-already", "turn/own-or-neutral")
DOUBLE_NOT_HERE = reason("double-not-here", "turn/auxiliary-actions")
AUXILIARY_LOCKED = reason("auxiliary-locked", "turn/auxiliary-actions", "have", "needs")


@dataclass(frozen=True)
class Auxiliary(Effect, name="auxiliary", section="turn/auxiliary-actions"):
    """Do one auxiliary action that is open, single or, with both its disc spaces cleared, double."""

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        actions = catalog.player_board.auxiliary.actions.values()
        return {cls.name: tuple(kind for each in actions for kind in (*each.single.kinds, *each.double.kinds))}


@dataclass(frozen=True)
class DoAuxiliary(Action, type="auxiliary", section="turn/auxiliary-actions", offered_by=(Auxiliary,), phases=("B",)):
    """Do an auxiliary action: where an effect says so single or double, or instead of all local actions single."""

    action: AuxiliaryId
    double: bool = False

    def judge(self, state: State, judgement: Judgement) -> None:
        auxiliary = state.catalog.player_board.auxiliary.actions[self.action]
        if state.under_way(Auxiliary) is None:
            if not free_to_act(state, judgement, "B"):
                return
            self._instead_of_local_actions(state, judgement)
        self._unlocked(state, judgement, auxiliary)
        (auxiliary.double if self.double else auxiliary.single).judge(state, judgement)

    def _instead_of_local_actions(self, state: State, judgement: Judgement) -> None:
        at_location(state, judgement)
        turn = state.turn
        # Only when no local action was done, only once, and never doubled.
        if turn.used is None:
            judgement.require_fact("turn.used")
        elif turn.used:
            judgement.forbid(LOCAL_ACTIONS_USED_INSTEAD, places=("turn.used",))
        if turn.auxiliary_used is None:
            judgement.require_fact("turn.auxiliary_used")
        elif turn.auxiliary_used:
            judgement.forbid(AUXILIARY_USED_ALREADY, places=("turn.auxiliary_used",))
        if self.double:
            judgement.forbid(DOUBLE_NOT_HERE)

    def _unlocked(self, state: State, judgement: Judgement, auxiliary: AuxiliaryAction) -> None:
        # Open with one of its two disc spaces cleared, double with both.
        spaces = state.catalog.player_board.auxiliary.spaces
        free = spaces - len(auxiliary.discs)
        needs = spaces if self.double else 1
        cleared = state.me.cleared
        if free >= needs:
            return
        if cleared is None:
            judgement.require_fact(state.path("cleared"))
            return
        free += sum(disc in cleared for disc in auxiliary.discs)
        if free < needs:
            judgement.forbid(AUXILIARY_LOCKED, have=free, needs=needs, places=(state.path("cleared"),))
        else:
            judgement.passed(AUXILIARY_LOCKED, have=free, needs=needs)

    def apply(self, state: State) -> None:
        auxiliary = state.catalog.player_board.auxiliary.actions[self.action]
        if state.under_way(Auxiliary):
            state.done()
        else:
            state.set_turn(auxiliary_used=True)
        (auxiliary.double if self.double else auxiliary.single).begin(state)

"""Auxiliary actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Effect, Judgement, State, free_to_act, reason
from companion.engine.core.components.players import AuxiliaryAction
from companion.engine.core.vocabulary import AuxiliaryId
from companion.engine.turn import local_actions as local

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
        local.at_location(state, judgement)
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

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        by_effect = state.next_step is not None
        if by_effect or not (state.turn.auxiliary_used or state.turn.used):
            for action in state.catalog.player_board.auxiliary.actions:
                yield cls(action)
                if by_effect:
                    yield cls(action, double=True)

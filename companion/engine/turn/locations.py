"""Local actions, and the immediate actions of things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.buildings.building import BUILDING_OUT_OF_THE_GAME, judge_side
from companion.engine.core import Action, Catalog, Judgement, Reason, State, Step, free_to_act, offered, reason
from companion.engine.core.action import SOMETHING_ELSE_FIRST
from companion.engine.core.effect import LocalAction
from companion.engine.core.position import COPIED_RISK, RISK
from companion.engine.core.reasons import Value
from companion.engine.core.vocabulary import Count, ImmediateName, LocalActionName
from companion.engine.trail.tiles import building_at
from companion.engine.turn import local_actions as local
from companion.engine.turn.copying import copied, copies

NO_SUCH_CHOICE = reason("no-such-choice", "turn/own-or-neutral", "have", "needs")
AUXILIARY_USED_INSTEAD = reason("auxiliary-used-instead", "turn/own-or-neutral")
LEFT_BEHIND = reason("left-behind", "movement/move-again#left-behind", "action")
NO_SUCH_LOCAL_ACTION = reason("no-such-local-action", "turn/own-or-neutral", "action")
BUILDING_REPLACED = reason("building-replaced", "buildings/build#replace", "building", old="building")
SLASH_USED = reason("slash-used", "turn/own-or-neutral", "action", "have")
LOCAL_ACTION_USED = reason("local-action-used", "turn/own-or-neutral", "action")


@dataclass(frozen=True)
class Immediate(Step, name="immediate", section="turn/actions"):
    """Do or forfeit the immediate action of a thing: "engineer.3", "sm-1", "obj-3"."""

    of: ImmediateName

    @property
    def kind(self) -> str:
        return self.of

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        things = catalog.immediate_actions
        return {of: tuple(kind for choice in things[of] for kind in choice.kinds) for of in things}

    def choices(self, state: State) -> LocalAction:
        """What the thing allows at once."""
        return state.catalog.immediate_actions.get(self.of, ())

    def section_of(self, state: State) -> str:
        """The section that tells of the immediate actions of such a thing."""
        if self.of in state.catalog.towns.tiles:
            return state.catalog.towns.tile_section
        if self.of in state.catalog.station_masters.tiles:
            return "railroad/station-master#actions"
        return "objectives/play" if self.of in state.catalog.objectives.cards else "job-market/workers#spaces"


@dataclass(frozen=True)
class Use(Action, type="use", section="turn/own-or-neutral", offered_by=(Immediate,), phases=("B",)):
    """Use a local action where the herder stands ("A.2", "risk"), or the immediate action of a thing ("sm-1").

    `choice` says which, where a slash divides the action, from 1.
    """

    action: LocalActionName
    choice: Count = 1

    def home(self, state: State) -> str:
        step = state.under_way(Immediate)
        return super().home(state) if step is None else step.section_of(state)

    def judge(self, state: State, judgement: Judgement) -> None:
        step, choices = state.under_way(Immediate), None
        if step is not None and step.of == self.action:
            choices = step.choices(state)
        elif local.is_local(state, self.action):
            choices = self._local(state, judgement)
        else:
            self._not_at_once(state, judgement)
        if choices is None:
            return
        if not 1 <= self.choice <= len(choices):
            params: dict[str, Value] = {"have": len(choices), "needs": self.choice, "places": ()}
            judgement.reasons.append(Reason(NO_SUCH_CHOICE, params, self.home(state)))
            return
        choices[self.choice - 1].judge(state, judgement)

    def _not_at_once(self, state: State, judgement: Judgement) -> None:
        # What a thing allows at once is done when the thing is gained, at no other time.
        if offered(state, judgement, Immediate) is not None:
            judgement.forbid(SOMETHING_ELSE_FIRST, effect=Immediate.name, places=("turn.pending",))

    def _local(self, state: State, judgement: Judgement) -> LocalAction | None:
        if not free_to_act(state, judgement, "B"):
            return None
        building = self.action.partition(".")[0]
        lying = [tile for tile in state.board.buildings.values() if tile and tile.face == building]
        # An automa has a side of its own.
        if not any(state.players[tile.player].automa for tile in lying if tile.player in state.players):
            judge_side(state, judgement, building)
        # Local actions belong to neutral buildings and to the own ones.
        space, turn = local.own_or_neutral(state, judgement), state.turn
        # Each of them once at a location.
        if turn.used is None:
            judgement.require_fact("turn.used")
        elif self.action in turn.used:
            self._used(state, judgement)
        # Either local actions or one auxiliary action.
        if turn.auxiliary_used is None:
            judgement.require_fact("turn.auxiliary_used")
        elif turn.auxiliary_used:
            judgement.forbid(AUXILIARY_USED_INSTEAD, places=("turn.auxiliary_used",))
        if self.action in (RISK, COPIED_RISK):
            judgement.look("turn/risk-actions")
        actions = local.open_actions(state)
        if self.action in actions:
            return actions[self.action]
        # What the action asks for is known, even where it is not known what lies here.
        named = local.by_name(state, self.action)
        if judgement.forbidden:
            return named
        if actions or not local.may_offer(state, self.action):
            if copies(state) and turn.buildings_used is None:
                judgement.require_fact("turn.buildings_used")
            else:
                self._not_here(state, judgement)
        elif space is not None:
            judgement.require_fact(f"board.neutral.{space}")
        return named

    def _not_here(self, state: State, judgement: Judgement) -> None:
        """Name the rule by which an action is closed that this location does not have."""
        building = self.action.partition(".")[0]
        if building == local.replaced(state):
            judgement.forbid(BUILDING_OUT_OF_THE_GAME, building=building, places=(state.path("placed_out"),))
        elif building in (state.turn.buildings_used or ()) and building not in copied(state):
            judgement.forbid(LEFT_BEHIND, action=self.action, places=(state.path("herder"), "turn.buildings_used"))
        else:
            judgement.forbid(NO_SUCH_LOCAL_ACTION, action=self.action, places=(state.path("herder"),))

    def _used(self, state: State, judgement: Judgement) -> None:
        """Name the rule by which an action is closed that counts as used."""
        choices, old = local.by_name(state, self.action) or (), local.replaced(state)
        here = building_at(state, state.me.herder)
        if old and here and self.action.partition(".")[0] in (here, RISK, COPIED_RISK):
            places = ("turn.used", state.path("placed_out"))
            judgement.forbid(BUILDING_REPLACED, building=here, old=old, places=places)
        elif len(choices) > 1:
            judgement.forbid(SLASH_USED, action=self.action, have=len(choices), places=("turn.used",))
        else:
            judgement.forbid(LOCAL_ACTION_USED, action=self.action, places=("turn.used",))

    def apply(self, state: State) -> None:
        if step := state.under_way(Immediate):
            state.done()
            choice = step.choices(state)[self.choice - 1]
        else:
            choices = local.open_actions(state).get(self.action) or local.by_name(state, self.action)
            used = state.turn.used
            state.set_turn(used=None if used is None else (*used, self.action))
            if choices is None:
                # Which risk action it is, is not known.
                return
            choice = choices[self.choice - 1]
        choice.begin(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if step := state.under_way(Immediate):
            for number in range(len(step.choices(state))):
                yield cls(step.of, number + 1)
        else:
            used = state.turn.used or ()
            for name, choices in local.open_actions(state).items():
                if name not in used:
                    for number in range(len(choices)):
                        yield cls(name, number + 1)

"""What the location is used for: local actions, an auxiliary action, the immediate actions of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, free_to_act, offered
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.actions.requirements import judge_choice
from companion.engine.components.players import AuxiliaryAction
from companion.engine.effects import Choice, LocalAction, steps
from companion.engine.flow import local
from companion.engine.flow.effects import begin
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.flow.trail import space_path
from companion.engine.flow.turn import building_at
from companion.engine.format.table import COPIED_RISK, RISK
from companion.engine.reasons import Reason


def immediate_action(state: State, of: str) -> LocalAction:
    """What a thing allows at once: "engineer.3", "sm-1", "obj-3"."""
    masters, cards = state.catalog.station_masters.tiles, state.catalog.objectives.cards
    if of in masters:
        return masters[of].immediate
    if of in cards:
        choice = cards[of].immediate
    else:
        worker, _, space = of.partition(".")
        choice = state.catalog.player_board.worker_rows.immediate[worker].get(int(space))
    return (choice,) if choice else ()


def section_of(state: State, of: str) -> str:
    """The section that tells of the immediate actions of such a thing."""
    if of in state.catalog.station_masters.tiles:
        return "railroad/station-master-actions"
    return "turn/objective-cards" if of in state.catalog.objectives.cards else "actions/worker-spaces"


def _begin(state: State, choice: Choice) -> None:
    """Requirements, then rewards; the dollars among the requirements are paid already."""
    begin(state, (*(effect for effect in choice.requires if not isinstance(effect, e.money.Pay)), *choice.does))


@dataclass(frozen=True)
class Use(Action):
    """Use a local action where the herder stands ("A.2", "risk"), or the immediate action of a thing ("sm-1").

    `choice` says which, where a slash divides the action, from 1.
    """

    type: ClassVar[str] = "use"
    section: ClassVar[str] = "turn/own-or-neutral"
    offered_by: ClassVar[Effects] = (steps.Immediate,)
    phases: ClassVar[tuple[str, ...]] = ("B",)
    action: str
    choice: int = 1

    def home(self, state: State) -> str:
        step = state.next_step
        return section_of(state, step.of) if isinstance(step, steps.Immediate) else super().home(state)

    def judge(self, state: State, judgement: Judgement) -> None:
        step, choices = state.next_step, None
        if isinstance(step, steps.Immediate) and step.of == self.action:
            choices = immediate_action(state, step.of)
        elif local.is_local(state, self.action):
            choices = self._local(state, judgement)
        else:
            self._not_at_once(state, judgement)
        if choices is None:
            return
        if not 1 <= self.choice <= len(choices):
            judgement.forbid("no-such-choice", have=len(choices), needs=self.choice)
            return
        judge_choice(state, judgement, choices[self.choice - 1])

    def _not_at_once(self, state: State, judgement: Judgement) -> None:
        # What a thing allows at once is done when the thing is gained, at no other time.
        if offered(state, judgement, steps.Immediate) is not None:
            judgement.forbid("something-else-first", effect=steps.Immediate.name, places=("turn.pending",))

    def _local(self, state: State, judgement: Judgement) -> LocalAction | None:
        if not free_to_act(state, judgement, "B"):
            return None
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
            judgement.forbid("auxiliary-used-instead", places=("turn.auxiliary_used",))
        if self.action in (RISK, COPIED_RISK):
            judgement.look("turn/risk-actions")
        found = local.open_actions(state)
        if self.action in found:
            return found[self.action]
        # What the action asks for is known, even where it is not known what lies here.
        named = local.by_name(state, self.action)
        if judgement.forbidden:
            return named
        if found or not local.may_offer(state, self.action):
            if local.copies(state) and turn.buildings_used is None:
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
            judgement.forbid("building-out-of-the-game", building=building, places=(state.path("placed_out"),))
        elif building in (state.turn.buildings_used or ()) and building not in local.copied(state):
            judgement.forbid("left-behind", action=self.action, places=(state.path("herder"), "turn.buildings_used"))
        else:
            judgement.forbid("no-such-local-action", action=self.action, places=(state.path("herder"),))

    def _used(self, state: State, judgement: Judgement) -> None:
        """Name the rule by which an action is closed that counts as used."""
        choices, old = local.by_name(state, self.action) or (), local.replaced(state)
        here = building_at(state, state.me.herder)
        if old and here and self.action.partition(".")[0] in (here, RISK, COPIED_RISK):
            places = ("turn.used", state.path("placed_out"))
            judgement.forbid("building-replaced", building=here, old=old, places=places)
        elif len(choices) > 1:
            judgement.forbid("slash-used", action=self.action, have=len(choices), places=("turn.used",))
        else:
            judgement.forbid("local-action-used", action=self.action, places=("turn.used",))

    def apply(self, state: State) -> None:
        step = state.next_step
        if isinstance(step, steps.Immediate):
            state.pending.pop()
            choice = immediate_action(state, step.of)[self.choice - 1]
        else:
            choices = local.open_actions(state).get(self.action) or local.by_name(state, self.action)
            used = state.turn.used
            state.set_turn(used=None if used is None else (*used, self.action))
            if choices is None:
                # Which risk action it is, is not known.
                return
            choice = choices[self.choice - 1]
        _begin(state, choice)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.next_step
        if isinstance(step, steps.Immediate):
            for number in range(len(immediate_action(state, step.of))):
                yield cls(step.of, number + 1)
        else:
            used = state.turn.used or ()
            for name, choices in local.open_actions(state).items():
                if name not in used:
                    for number in range(len(choices)):
                        yield cls(name, number + 1)


@dataclass(frozen=True)
class DoAuxiliary(Action):
    """Do an auxiliary action: where an effect says so single or double, or instead of all local actions single."""

    type: ClassVar[str] = "auxiliary"
    section: ClassVar[str] = "turn/auxiliary-actions"
    offered_by: ClassVar[Effects] = (e.auxiliary.Auxiliary,)
    phases: ClassVar[tuple[str, ...]] = ("B",)
    action: str
    double: bool = False

    def judge(self, state: State, judgement: Judgement) -> None:
        auxiliary = state.catalog.player_board.auxiliary.actions[self.action]
        if not isinstance(state.next_step, e.auxiliary.Auxiliary):
            if not free_to_act(state, judgement, "B"):
                return
            self._instead_of_local_actions(state, judgement)
        self._unlocked(state, judgement, auxiliary)
        judge_choice(state, judgement, auxiliary.double if self.double else auxiliary.single)

    def _instead_of_local_actions(self, state: State, judgement: Judgement) -> None:
        local.at_location(state, judgement)
        turn = state.turn
        # Only when no local action was done, only once, and never doubled.
        if turn.used is None:
            judgement.require_fact("turn.used")
        elif turn.used:
            judgement.forbid("local-actions-used-instead", places=("turn.used",))
        if turn.auxiliary_used is None:
            judgement.require_fact("turn.auxiliary_used")
        elif turn.auxiliary_used:
            judgement.forbid("auxiliary-used-already", places=("turn.auxiliary_used",))
        if self.double:
            judgement.forbid("double-not-here")

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
            judgement.forbid("auxiliary-locked", have=free, needs=needs, places=(state.path("cleared"),))

    def apply(self, state: State) -> None:
        auxiliary = state.catalog.player_board.auxiliary.actions[self.action]
        if isinstance(state.next_step, e.auxiliary.Auxiliary):
            state.pending.pop()
        else:
            state.set_turn(auxiliary_used=True)
        _begin(state, auxiliary.double if self.double else auxiliary.single)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        by_effect = state.next_step is not None
        if by_effect or not (state.turn.auxiliary_used or state.turn.used):
            for action in state.catalog.player_board.auxiliary.actions:
                yield cls(action)
                if by_effect:
                    yield cls(action, double=True)


@dataclass(frozen=True)
class Copy(Action):
    """Choose the adjacent building whose local actions are used."""

    type: ClassVar[str] = "copy"
    section: ClassVar[str] = "actions/use-adjacent"
    offered_by: ClassVar[Effects] = (e.buildings.UseAdjacent,)
    space: str

    def judge(self, state: State, judgement: Judgement) -> None:
        if offered(state, judgement, e.buildings.UseAdjacent) is None:
            return
        herder = state.me.herder
        if herder is None:
            judgement.require_fact(state.path("herder"))
        elif self.space not in local.adjacent(state, herder):
            judgement.forbid("not-adjacent", space=self.space, places=(state.path("herder"),))
            return
        judgement.look("rulings/copying-a-building")
        building = building_at(state, self.space)
        if building is None:
            if self.space in state.board.buildings:
                judgement.forbid("no-building-there", space=self.space, places=(f"board.buildings.{self.space}",))
            else:
                judgement.require_fact(space_path(state, self.space))
            return
        # A building is used once in a turn, so that copies cannot go round in circles (open question 14).
        if state.turn.buildings_used is None:
            judgement.require_fact("turn.buildings_used")
        elif building in state.turn.buildings_used:
            judgement.forbid("building-used-already", building=building, places=("turn.buildings_used",))

    def apply(self, state: State) -> None:
        state.pending.pop()
        building, here = building_at(state, self.space), building_at(state, state.me.herder)
        used = state.turn.buildings_used
        if building and here:
            state.set_turn(buildings_used=(*(used or (here,)), building))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        herder = state.me.herder
        if herder:
            for space in local.adjacent(state, herder):
                yield cls(space)


@prospects_of(e.buildings.UseAdjacent)
def _(state: State) -> Prospects | None:
    herder = state.me.herder
    if herder is None or not local.copies(state):
        # The herder stands somewhere else, or it is not known where.
        return None
    return Prospects(Copy.candidates(state), Reason("no-building-there", {"space": herder, "places": ()}))

"""What an effect is: one of a closed list of things that components do, with its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from companion.engine.core.judgement import NOT_ENOUGH_DOLLARS, Judgement
from companion.engine.core.reasons import Reason, reason
from companion.engine.core.tables import CatalogError, build, table_of

if TYPE_CHECKING:
    from companion.engine.core.action import Action
    from companion.engine.core.catalog import Catalog
    from companion.engine.core.position import Player, Position
    from companion.engine.core.reasons import Reason
    from companion.engine.core.state import State


# What may come of an effect: without anything that can, an action that brings nothing else cannot be done. An effect
# says which actions deal with it (`Effect.prospects`); they are judged as if it were under way.

CHEAPEST_TOO_DEAR = reason("cheapest-too-dear", "turn/requirements-and-rewards", "needs", "have")


@dataclass(frozen=True)
class Prospects:
    """The actions that may come of an effect, and the reason why nothing can where there are none.

    Places that were not entered count: an action that may be done there is one of them. What is sure to be dearer than
    another one need not be.
    """

    actions: Iterable[Action]
    nothing: Reason


def judge_prospects(ahead: State, judgement: Judgement, prospects: Prospects) -> None:
    """Note what forbids everything that could come of what is under way, or what decides whether anything can."""
    refused: dict[str, list[list[Reason]]] = {}
    undecided: list[dict[str, None]] = []
    for action in prospects.actions:
        trial = Judgement()
        action.judge(ahead, trial)
        if trial.forbidden:
            refused.setdefault(action.type, []).append(trial.reasons)
        elif not trial.missing:
            return
        else:
            undecided.append(dict.fromkeys(trial.missing))
    if undecided:
        judgement.require_fact(*_deciding(ahead, undecided))
    elif refused:
        judgement.reasons += [reason for alike in refused.values() for reason in _nearest(alike)]
    else:
        judgement.reasons.append(prospects.nothing)


def _deciding(state: State, undecided: list[dict[str, None]]) -> Iterable[str]:
    """The facts that decide next: not those of what also needs all facts of another one."""
    board = state.board
    # Where nothing of a table was entered, it is asked for as a whole.
    tables = (("board.buildings", len(board.buildings)), ("board.job_market.rows", len(board.job_market.rows)))
    whole = [table for table, entered in tables if not entered]
    for missing in undecided:
        if not any(other.keys() < missing.keys() for other in undecided):
            yield from (next((table for table in whole if path.startswith(f"{table}.")), path) for path in missing)


def _nearest(refused: list[list[Reason]]) -> Iterable[Reason]:
    """The reasons against those that lack the least; of equal ones with figures, the one that comes nearest."""
    fewest = min(map(len, refused))
    nearest: dict[tuple[str, str], Reason] = {}
    for one in (one for reasons in refused if len(reasons) == fewest for one in reasons):
        lacking = _lacking(one)
        key = one.code, "" if lacking else repr(one.params)
        if key not in nearest or lacking < _lacking(nearest[key]):
            nearest[key] = one
    if len(refused) == 1:
        return nearest.values()
    # Of several the price is that of the cheapest, which nobody has chosen.
    dear = {NOT_ENOUGH_DOLLARS: CHEAPEST_TOO_DEAR}
    return [replace(one, code=dear.get(one.code, one.code)) for one in nearest.values()]


def _lacking(reason: Reason) -> int:
    """How much is lacking, by the figures of a reason; 0 for one without."""
    needs, have = reason.params.get("needs"), reason.params.get("have")
    return needs - have if isinstance(needs, int) and isinstance(have, int) else 0


Counted = Literal["cowboy", "builder", "engineer", "woods-building", "station", "hazard", "outlaw-pair", "bell"]
"""What an amount may depend on: own workers of a type (the printed one included), own buildings on woods
spaces, stations with an own disc, collected hazards, pairs of a green and an orange outlaw collected, and what layers
have counted. Share codes have the place of each: a new one comes last."""


@dataclass(frozen=True)
class Effect:
    """Something that a component does. Once under way, it waits in `Turn.pending` for an action that deals with it.

    Its class says: `name`, by which data files name it (an effect without one is no kind of its own); `section`, that
    of the rules reference that tells the rule; `at_once`, whether it never leaves anything to decide; `charged`,
    whether, as a requirement, it is a cost that is paid with the action; `leads_to`, the kinds that can come under way
    at once when it is dealt with, where they are always the same.
    """

    name: ClassVar[str]
    section: ClassVar[str]
    at_once: ClassVar[bool]
    charged: ClassVar[bool]
    leads_to: ClassVar[tuple[str, ...]]

    def __init_subclass__(
        cls,
        *,
        name: str = "",
        section: str = "",
        at_once: bool = False,
        charged: bool = False,
        leads_to: tuple[str, ...] = (),
    ) -> None:
        super().__init_subclass__()
        cls.name, cls.section, cls.at_once, cls.charged, cls.leads_to = name, section, at_once, charged, leads_to

    @classmethod
    def from_table(cls, value: object, file: str, key: str) -> Effect:
        """Read `{ effect = "...", ... }`. Raises CatalogError."""
        table = dict(table_of(value, file, key))
        name = table.pop("effect", None)
        kinds = {kind.name: kind for kind in _below(cls) if kind.name and not issubclass(kind, Step)}
        if name not in kinds:
            raise CatalogError(file, f"{key}.effect", f"{name!r} is not one of {', '.join(sorted(kinds))}")
        return build(kinds[name], table, file, key)

    @property
    def number(self) -> int | None:
        """The one number that it says, None when it says none or several."""
        numbers = [value for value in vars(self).values() if isinstance(value, int)]
        return numbers[0] if len(numbers) == 1 else None

    def begins(self, state: State) -> None:
        """It is put on the stack, perhaps below others."""

    def decided(self, state: State) -> bool:
        """Whether it leaves nothing to decide now."""
        return self.at_once

    def happen(self, state: State) -> None:
        """It happens without an action: it was decided, and is off the stack."""

    def perhaps(self, state: State) -> None:
        """It may have come under way, and nobody knows: what an action for it changes is unknown from now on."""

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        """Note what forbids an action that requires it: whether it can be met in full."""

    def judge_reward(self, state: State, judgement: Judgement) -> None:
        """Note what forbids an action that brings nothing but this: without anything that may come of it."""
        ahead = state.ahead(*state.pending, self)
        self.begins(ahead)
        prospects = self.prospects(ahead)
        if prospects is not None:
            judge_prospects(ahead, judgement, prospects)

    def prospects(self, state: State) -> Prospects | None:
        """What may come of it in a state in which it is under way.

        None when that cannot be told, as the player on turn is somewhere else; and of what needs nothing.
        """
        return None

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        """Note what forbids leaving it out: requirements must be met, rewards may be forgone."""

    def forgo(self, state: State) -> None:
        """Leave it out, or stop doing it."""
        state.done()
        state.settle()

    def clashes(self, catalog: Catalog, position: Position, colour: str, player: Player) -> Iterable[Reason]:
        """What of the rest of a position cannot be while it is under way; `player` of that colour is on turn."""
        return ()

    @property
    def kind(self) -> str:
        """What is under way: its name, or of what it is where that makes a difference ("obj-3", "city", "station")."""
        return self.name

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        """Its kinds -> those that can come under way at once when it is dealt with."""
        return {cls.name: cls.leads_to}


def _below(kind: type[Effect]) -> Iterator[type[Effect]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from _below(inner)


E = TypeVar("E", bound=Effect)


def of_kind(effects: Iterable[Effect] | None, *kinds: type[E]) -> list[E]:
    """Those of the effects that are of one of these kinds, in their order; of effects that are not known, none."""
    return [effect for effect in effects or () if isinstance(effect, kinds)]


@dataclass(frozen=True)
class Step(Effect):
    """A step that the flow of a turn makes; component data cannot name it."""


@dataclass(frozen=True)
class Choice:
    """A way to use an action: meet all requirements, then take the rewards in their order."""

    does: tuple[Effect, ...]
    requires: tuple[Effect, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """What comes under way when it is chosen."""
        return tuple(effect.kind for effect in (*self.requires, *self.does))

    def judge(self, state: State, judgement: Judgement) -> None:
        """Note what forbids an action with these requirements and rewards."""
        judgement.look(*(effect.section for effect in (*self.requires, *self.does)))
        for effect in self.requires:
            effect.judge_requirement(state, judgement)
        # Without a reward that can be had, the action cannot be done; one that may be had in part can.
        if len(self.does) == 1:
            self.does[0].judge_reward(state, judgement)

    def begin(self, state: State) -> None:
        """Requirements, then rewards; what the requirements cost is paid already."""
        state.begin((*(effect for effect in self.requires if not effect.charged), *self.does))


LocalAction = tuple[Choice, ...]
"""A local action: one of its choices (a white slash between them) may be done."""

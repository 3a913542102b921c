"""Garth's turn: he reveals a card, moves, does what the card says, and visits Kansas City if he has come there."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.engine.core import Action, Judgement, Reason, State, Step, offered, reason
from companion.engine.core.catalog import Catalog, automas
from companion.engine.core.components.automas import Automa
from companion.engine.core.position import FORESIGHT
from companion.engine.core.vocabulary import AutomaCardId
from companion.engine.kansas_city.foresight import refill_foresight, skip_empty_columns
from companion.engine.turn.phases import next_player

DOES_OTHERWISE = reason("garth-does-otherwise", "solo/garth-actions", "number", deed="automa-deed")
OTHER_STEP = reason("garth-other-step", "solo/garth-turn", deed="automa-deed")
NOBODY_IS_GARTH = reason("garth-plays-not", "solo/garth-set-up")
CARD_USED = reason("garth-card-used", "solo/garth-turn", "number")

DELIVERY = ("K4", "K5")
"""The subphases of Kansas City in which he does nothing but deliver."""


def garth(catalog: Catalog | None = None) -> Automa:
    """His cards and figures, as the house rules of a game have them where they may change some."""
    return (catalog.automas if catalog else automas())["garth"]


@dataclass(frozen=True)
class GarthsTurn(Step, name="garth", section="solo/garth-turn"):
    """What is left of Garth's turn: of the `card` that he revealed, `done` deeds are done; after his delivery, so many
    objective cards are `owed` to him."""

    card: AutomaCardId | None = None
    done: int = 0
    owed: int | None = None

    def deed(self, state: State) -> str:
        """What he does next: "reveal", "move", "deliver", what the card says, or nothing any more."""
        if state.turn.phase in DELIVERY:
            return "deliver" if self.owed is None else "objective" if self.owed > 0 else ""
        if self.card is None:
            return "reveal"
        if state.turn.phase == "A":
            return "move"
        return next(iter(self._deeds(state)[max(self.done, 0) :]), "")

    def _deeds(self, state: State) -> tuple[str, ...]:
        card, mine = garth().cards[str(self.card)], state.me.automa
        if mine and mine.specialization and card.only not in (None, mine.specialization):
            return ()
        # Where there are towns, some cards place a branchlet first.
        return ("branchlet", *card.does) if card.branchlet and state.catalog.towns.towns else card.does

    def after(self) -> GarthsTurn:
        """The same with one more thing done."""
        return replace(self, done=max(self.done, 0) + 1) if not self.owed else replace(self, owed=self.owed - 1)

    def decided(self, state: State) -> bool:
        if state.me.automa is None:
            return False
        deed = self.deed(state)
        kind = next((kind for kind in Deed.__subclasses__() if deed in kind.deeds), None)
        return kind is None or not any(kind.choices(state, self))

    def happen(self, state: State) -> None:
        # What he cannot do is left out.
        deed = self.deed(state)
        if deed in ("", "reveal"):
            _finish(state)
        elif deed == "move":
            state.set_turn(phase="B", used=(), auxiliary_used=False, cowboys_used=0)
            state.begin([self])
        elif deed in ("deliver", "objective"):
            state.begin([replace(self, owed=0)])
        else:
            state.begin([self.after()])

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        self.refuse(state, judgement)

    def refuse(self, state: State, judgement: Judgement) -> None:
        """Name what he does now, in place of something else."""
        deed, params = self.deed(state), {"places": ("turn.pending",)}
        told_in = next((kind.told_in for kind in Deed.__subclasses__() if deed in kind.deeds), self.section)
        if self.card is None or state.turn.phase in DELIVERY:
            reason = Reason(OTHER_STEP, {**params, "deed": deed or "nothing"}, told_in)
        else:
            number = 1 + list(garth().cards).index(self.card)
            reason = Reason(DOES_OTHERWISE, {**params, "deed": deed or "nothing", "number": number}, told_in)
        judgement.reasons.append(reason)


def waiting(state: State) -> None:
    """Put what Garth has to do in its place, where a turn or his delivery begins."""
    if state.pending:
        return
    if state.turn.phase in FORESIGHT:
        skip_empty_columns(state)
    if state.turn.phase in (None, "A", "B", *DELIVERY):
        state.pending = [GarthsTurn()]


def _finish(state: State) -> None:
    state.pending = []
    if state.turn.phase not in DELIVERY and state.me.herder == "kansas-city":
        state.set_turn(phase=FORESIGHT[0], used=(), auxiliary_used=None)
        skip_empty_columns(state)
        return
    if state.turn.phase in DELIVERY:
        state.set_me(herder="start")
    refill_foresight(state)
    next_player(state)


Choices = tuple[Sequence["Deed"] | None, Sequence[str]]
"""What his rules leave open or may turn out to, None where it may be anything; and what must be known to tell."""


@dataclass(frozen=True)
class Deed(Action, type="", section=""):
    """Something that Garth does: any of the `choices` that his rules leave open, and nothing else.

    `deeds` are what it is done for, `told_in` the section of the rules reference that tells how.
    """

    deeds: ClassVar[tuple[str, ...]] = ()
    told_in: ClassVar[str] = "solo/garth-actions"

    @classmethod
    @abstractmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        """What his rules leave open now."""

    @abstractmethod
    def do(self, state: State) -> None:
        """Do it."""

    def fits(self, state: State) -> bool:
        """Whether he may ever do it, whatever nobody has entered."""
        return True

    def same(self, state: State, choice: Deed) -> bool:
        """Whether this is a choice in other words."""
        return self == choice

    def home(self, state: State) -> str:
        return self.told_in

    def refuse(self, state: State, judgement: Judgement, step: GarthsTurn) -> None:
        """Name the rule by which this is not what he does."""
        step.refuse(state, judgement)

    def judge(self, state: State, judgement: Judgement) -> None:
        if not any(player.automa for player in state.players.values()):
            judgement.forbid(NOBODY_IS_GARTH)
            return
        step = offered(state, judgement, GarthsTurn)
        if step is None:
            return
        if state.me.automa is None or state.turn.phase is None:
            judgement.require_fact("turn.phase" if state.me.automa else state.path("automa"))
        elif step.deed(state) not in self.deeds or not self.fits(state):
            step.refuse(state, judgement)
        else:
            choices, missing = self.choices(state, step)
            if choices is not None and not any(self.same(state, choice) for choice in choices):
                self.refuse(state, judgement, step)
            else:
                judgement.require_fact(*missing)

    def apply(self, state: State) -> None:
        step = state.finished(GarthsTurn)
        choices = self.choices(state, step)[0] or ()
        next((choice for choice in choices if self.same(state, choice)), self).do(state)
        state.begin([self.then(state, step)])

    def then(self, state: State, step: GarthsTurn) -> GarthsTurn:
        """What is left of his turn."""
        return step.after()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.under_way(GarthsTurn)
        if step is not None and state.me.automa and step.deed(state) in cls.deeds:
            yield from cls.choices(state, step)[0] or ()


@dataclass(frozen=True)
class Reveal(Deed, type="reveal", section="solo/garth-turn", offered_by=(GarthsTurn,)):
    """Reveal a card of Garth that was not revealed since they were shuffled. All of them used, they are shuffled."""

    card: AutomaCardId
    deeds: ClassVar[tuple[str, ...]] = ("reveal",)
    told_in: ClassVar[str] = "solo/garth-turn"

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        used = _used(state)
        return [cls(card) for card in garth().cards if card not in used], []

    def refuse(self, state: State, judgement: Judgement, step: GarthsTurn) -> None:
        number = 1 + list(garth().cards).index(self.card)
        judgement.forbid(CARD_USED, number=number, places=(state.path("automa"),))

    def do(self, state: State) -> None:
        mine = state.me.automa
        if mine and mine.used is not None:
            state.set_me(automa=replace(mine, used=(*_used(state), self.card)))

    def then(self, state: State, step: GarthsTurn) -> GarthsTurn:
        return GarthsTurn(self.card)


def _used(state: State) -> tuple[str, ...]:
    """The cards that cannot come: none once all of them are used."""
    used = (state.me.automa.used if state.me.automa else None) or ()
    return () if set(used) >= set(garth().cards) else used

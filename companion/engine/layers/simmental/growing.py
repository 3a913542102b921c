"""Simmental cards grow in Kansas City."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from companion.engine.cards.piles import card_of, few, find, need_in_hand
from companion.engine.core import Action, Judgement, State, Step, offered, reason
from companion.engine.core.state import added, taken
from companion.engine.core.vocabulary import CardName

NO_NEXT_STAGE = reason("no-next-stage", "simmental/upgrade", cards="chosen-cards")


@dataclass(frozen=True)
class SimmentalUpgrade(Step, name="simmental-upgrade", section="simmental/upgrade"):
    """Change Simmental cards in hand for those of the next stage."""

    def decided(self, state: State) -> bool:
        hand = state.me.hand
        stages = {
            breed.id for breed in state.catalog.cattle.breeds.values() if breed.stage and next_stage(state, breed.id)
        }
        return not stages or (hand is not None and hand.complete and not any(card.id in stages for card in hand.known))


def next_stage(state: State, breed_id: str) -> str | None:
    """The breed that a Simmental card grows into."""
    breeds = state.catalog.cattle.breeds
    breed = breeds.get(breed_id)
    if breed is None or breed.stage is None:
        return None
    return next((b.id for b in breeds.values() if b.type == breed.type and b.stage == (breed.stage or 0) + 1), None)


@dataclass(frozen=True)
class Grow(Action, type="grow", section="simmental/upgrade", offered_by=(SimmentalUpgrade,)):
    """Return Simmental cards of the hand to the box and put as many of the next stage onto the discard pile."""

    cards: tuple[CardName, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, SimmentalUpgrade)
        wanted = [card_of(name) for name in self.cards]
        final = [name for name, card in zip(self.cards, wanted, strict=True) if next_stage(state, card.id) is None]
        if final:
            judgement.forbid(NO_NEXT_STAGE, cards=tuple(final))
            return
        need_in_hand(state, judgement, state.colour, wanted)

    def apply(self, state: State) -> None:
        state.done()
        wanted = [card_of(name) for name in self.cards]
        grown = []
        for card in wanted:
            stage = next_stage(state, card.id)
            if stage is not None:
                grown.append(type(card)(stage))
        hand = state.me.hand
        if hand is not None:
            matching, absent = find(hand, wanted)
            state.set_me(hand=taken(hand, (*matching, *absent), len(wanted)))
        state.set_me(discard=added(state.me.discard, tuple(grown), len(grown)))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        hand = state.me.hand
        if hand is None:
            return
        by_stage: dict[str, list[str]] = {}
        for card in hand.known:
            if next_stage(state, card.id):
                by_stage.setdefault(card.id, []).append(card.id if card.vp is None else f"{card.id}:{card.vp}")
        counts = product(*(range(len(names) + 1) for names in by_stage.values()))
        for chosen in few(
            tuple(name for names, count in zip(by_stage.values(), each, strict=True) for name in names[:count])
            for each in counts
        ):
            if chosen:
                yield cls(chosen)

"""Cards are discarded from the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.cards import piles
from companion.engine.cards.piles import card_of, few, need_in_hand, selections
from companion.engine.core import Action, Effect, Judgement, State, Step, free_to_act, offered, reason
from companion.engine.core.action import NOT_UNDER_WAY
from companion.engine.core.position import OFF_BOARD, Card
from companion.engine.core.state import taken
from companion.engine.core.vocabulary import CardKind, CardName, Colour

CARD_KIND_NOT_IN_HAND = reason("card-kind-not-in-hand", "turn/requirements-and-rewards", kind="card-kind")
CARD_KIND_TOO_FEW = reason("card-kind-too-few", "turn/requirements-and-rewards", "needs", "have", kind="card-kind")
MUST_BE_DONE = reason("must-be-done", "turn/requirements-and-rewards", "effect")
MUST_DISCARD = reason("must-discard", "cards/discarding#draw", "needs")
DISCARD_COUNT = reason("discard-count", "turn/requirements-and-rewards", "have", "needs")
NOT_THE_DEPICTED_CARD = reason(
    "not-the-depicted-card", "turn/requirements-and-rewards", cards="chosen-cards", kind="card-kind"
)
FEW_CARDS_ALREADY = reason("few-cards-already", "turn/first-turn", "have", "most")
DISCARD_DOWN_TO = reason("discard-down-to", "turn/first-turn", "have", "needs", "most")


@dataclass(frozen=True)
class Discarding(Effect):
    """Cards are to be discarded from a hand."""

    def needs(self) -> int:
        """How many cards."""
        raise NotImplementedError

    def who(self, state: State) -> str:
        """The colour of the player whose hand it is; empty while that is not known."""
        return state.colour

    def judge_cards(self, state: State, judgement: Judgement, cards: tuple[str, ...]) -> None:
        """Note what forbids discarding these: there must be as many as it says."""
        if len(cards) != self.needs():
            judgement.forbid(DISCARD_COUNT, have=len(cards), needs=self.needs())


@dataclass(frozen=True)
class Discard(Discarding, name="discard", section="cards/discarding"):
    """Discard exactly this from the hand to the own discard pile: `cards` of it, if not one."""

    card: CardKind
    cards: int | None = None

    def decided(self, state: State) -> bool:
        # All of a breed are alike, with the same points on each.
        breed = state.catalog.cattle.breeds.get(self.card)
        return breed is not None and len(breed.copies) == 1

    def happen(self, state: State) -> None:
        piles.discard(state, state.colour, [Card(self.card)])

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        hand, path = state.me.hand, state.path("hand")
        if hand is None:
            judgement.require_fact(path)
            return
        matching = [card for card in hand.known if self.fits(state, card)]
        unknown = hand.count - len(hand.known)
        fitting = len(matching)
        if self.card == "pair":
            types = [state.catalog.cattle.breeds[card.id].type for card in matching]
            fitting = max((types.count(type_) for type_ in types), default=0)
        if fitting >= self.needs():
            return
        most, needs = fitting + unknown, self.needs()
        if most >= needs:
            judgement.require_fact(path)
        elif self.cards and most:
            # Of several cards some may be in hand.
            judgement.forbid(CARD_KIND_TOO_FEW, kind=self.card, needs=needs, have=most, places=(path,))
        else:
            judgement.forbid(CARD_KIND_NOT_IN_HAND, kind=self.card, places=(path,))

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        # An exchange token in the middle of an action may take away what was to be discarded.
        possible = Judgement()
        self.judge_requirement(state, possible)
        judgement.require_fact(*possible.missing)
        if not possible.forbidden and not possible.missing:
            judgement.forbid(MUST_BE_DONE, effect=self.name, places=("turn.pending",))

    def forgo(self, state: State) -> None:
        # A requirement that is not met brings no reward; nothing else can be under way with it.
        state.pending = []

    def needs(self) -> int:
        return 2 if self.card == "pair" else self.cards or 1

    def judge_cards(self, state: State, judgement: Judgement, cards: tuple[str, ...]) -> None:
        if len(cards) != self.needs():
            super().judge_cards(state, judgement, cards)
            return
        wanted, breeds = [card_of(name) for name in cards], state.catalog.cattle.breeds
        types = {breeds[card.id].type for card in wanted if card.id in breeds}
        if not all(self.fits(state, card) for card in wanted) or (self.card == "pair" and len(types) != 1):
            judgement.forbid(NOT_THE_DEPICTED_CARD, cards=cards, kind=self.card)

    def fits(self, state: State, card: Card) -> bool:
        """Whether a card in hand is of the kind that is depicted."""
        breed = state.catalog.cattle.breeds.get(card.id)
        if self.card == "objective":
            return breed is None
        if breed is None:
            return False
        if self.card in ("any-cattle", "pair"):
            return True
        if self.card.startswith("value-"):
            # Cards are depicted as they are printed, and an orange one never where a value is.
            return self.card == f"value-{state.catalog.printed.cattle.breeds[card.id].value}" and breed.stage is None
        return card.id == self.card


@dataclass(frozen=True)
class DiscardCards(Discarding, Step, name="discard-cards", section="cards/discarding#draw"):
    """Discard exactly this many cards of any kind; `player` when it is not the player on turn; `token` for a token."""

    count: int
    player: Colour | None = None
    token: bool = False

    def needs(self) -> int:
        return self.count

    def who(self, state: State) -> str:
        return self.player or state.colour

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        judgement.forbid(MUST_DISCARD, needs=self.count, places=("turn.pending",))


@dataclass(frozen=True)
class DiscardFromHand(
    Action, type="discard", section="turn/first-turn", offered_by=(DiscardCards, Discard), phases=("A",)
):
    """Discard these cards from the hand: what a requirement depicts, or as many as were drawn.

    At the beginning of the first turn, the hand is discarded down to what the first player starts with.
    """

    cards: tuple[CardName, ...]

    def actor(self, state: State) -> str:
        step = state.under_way(Discarding)
        return state.colour if step is None else step.who(state)

    def judge(self, state: State, judgement: Judgement) -> None:
        if step := state.under_way(Discarding):
            step.judge_cards(state, judgement, self.cards)
        else:
            self._first_turn(state, judgement)
        need_in_hand(state, judgement, self.actor(state), [card_of(name) for name in self.cards])

    def _first_turn(self, state: State, judgement: Judgement) -> None:
        if state.next_step is None and state.turn.phase not in ("A", None):
            judgement.forbid(NOT_UNDER_WAY, effect=Discard.name, places=("turn.pending",))
            return
        if not free_to_act(state, judgement, "A"):
            return
        herder, hand = state.me.herder, state.me.hand
        if herder is None:
            judgement.require_fact(state.path("herder"))
        elif herder != OFF_BOARD:
            judgement.forbid(NOT_UNDER_WAY, effect=Discard.name, places=("turn.pending",))
        most = state.catalog.table.hand_limit.base
        if hand is not None and self.cards and hand.count <= most:
            judgement.forbid(FEW_CARDS_ALREADY, have=hand.count, most=most, places=(state.path("hand"),))
        elif hand is not None and hand.count - len(self.cards) != most:
            needs = max(0, hand.count - most)
            judgement.forbid(
                DISCARD_DOWN_TO, have=len(self.cards), needs=needs, most=most, places=(state.path("hand"),)
            )

    def apply(self, state: State) -> None:
        colour = self.actor(state)
        if state.pending:
            state.done()
        piles.discard(state, colour, [card_of(name) for name in self.cards])
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step, colour, count = state.under_way(Discarding), state.colour, 0
        if step is not None:
            colour, count = step.who(state), step.needs()
        elif state.turn.phase == "A" and state.me.herder == OFF_BOARD and state.me.hand:
            count = state.me.hand.count - state.catalog.table.hand_limit.base
        player = state.players.get(colour)
        if count <= 0 or player is None or player.hand is None:
            return
        for chosen in few(selections(map(str, player.hand.known), count)):
            yield cls(chosen)


@dataclass(frozen=True)
class RemoveCards(Effect, name="remove-cards", section="turn/auxiliary-actions#remove"):
    """Return up to this many hand cards, cattle or objective, to the box for good."""

    count: int

    def decided(self, state: State) -> bool:
        return state.me.hand is not None and state.me.hand.count == 0


@dataclass(frozen=True)
class Remove(Action, type="remove", section="turn/auxiliary-actions#remove", offered_by=(RemoveCards,)):
    """Remove a card in hand from the game."""

    card: CardName

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, RemoveCards)
        need_in_hand(state, judgement, state.colour, [card_of(self.card)])

    def apply(self, state: State) -> None:
        step, hand = state.finished(RemoveCards), state.me.hand
        if hand is not None:
            matching, absent = piles.find(hand, [card_of(self.card)])
            state.set_me(hand=taken(hand, (*matching, *absent), 1))
        if step.count > 1:
            state.pending.append(RemoveCards(step.count - 1))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.hand:
            for name in sorted(set(map(str, state.me.hand.known))):
                yield cls(name)

"""Whether the requirements of an action can be met in full, and whether its reward can be had at all."""

from __future__ import annotations

from companion.engine import effects as e
from companion.engine.effects import Choice, Effect
from companion.engine.flow.inquiry import Inquiry
from companion.engine.flow.state import State
from companion.engine.flow.track import reach
from companion.engine.position import Card


def judge_choice(state: State, inquiry: Inquiry, choice: Choice) -> None:
    """Note what forbids an action with these requirements and rewards."""
    inquiry.look(*(effect.section for effect in (*choice.requires, *choice.does)))
    for effect in choice.requires:
        if isinstance(effect, e.money.Pay):
            inquiry.pay(state.me.dollars, effect.dollars, state.path("dollars"))
        elif isinstance(effect, e.cards.Discard):
            judge_discard(state, inquiry, effect.card)
        elif isinstance(effect, e.railroad.EngineBackward):
            judge_backward(state, inquiry, effect.spaces)
    # Without a reward that can be had, the action cannot be done; one that may be had in part can.
    if len(choice.does) == 1:
        _judge_reward(state, inquiry, choice.does[0])


def fits(state: State, card: Card, kind: str) -> bool:
    """Whether a card in hand is of the kind that is to be discarded."""
    breed = state.catalog.cattle.breeds.get(card.id)
    if kind == "objective":
        return breed is None
    if breed is None:
        return False
    if kind == "any-cattle" or kind == "pair":
        return True
    if kind == "value-3":
        # The yellow, red and blue cards. An orange one is never meant where a value is depicted.
        return kind == f"value-{breed.value}" and breed.stage is None
    return card.id == kind


def judge_discard(state: State, inquiry: Inquiry, kind: e.cards.CardKind) -> None:
    """A requirement to discard exactly what is depicted."""
    hand, path = state.me.hand, state.path("hand")
    if hand is None:
        inquiry.ask(path)
        return
    matching = [card for card in hand.known if fits(state, card, kind)]
    unknown = hand.count - len(hand.known)
    if kind == "pair":
        types = [state.catalog.cattle.breeds[card.id].type for card in matching]
        there = max((types.count(type_) for type_ in types), default=0)
        needs = 2
    else:
        there, needs = len(matching), 1
    if there >= needs:
        return
    if there + unknown >= needs:
        inquiry.ask(path)
    else:
        inquiry.refuse("card-kind-not-in-hand", kind=kind, places=(path,))


def judge_backward(state: State, inquiry: Inquiry, spaces: int) -> None:
    """A requirement to move the engine back by exactly so many spaces."""
    engine = state.me.engine
    if engine is None:
        inquiry.ask(state.path("engine"))
        return
    others, unknown = other_engines(state)
    found = reach(state.catalog, engine, others, spaces, forward=False)
    if not any(spaces in steps for steps in found.values()):
        # Engines that were not entered can only be in the way: then it is even farther.
        inquiry.refuse("engine-cannot-go-back", needs=spaces, engine=str(engine), places=(state.path("engine"),))
    elif unknown and not _has_room(state, engine, spaces, len(unknown)):
        inquiry.ask(*unknown)


def _has_room(state: State, engine: int | str, spaces: int, others: int) -> bool:
    """Whether the engine could go back so far wherever the others stand."""
    found = reach(state.catalog, engine, (), spaces + others, forward=False)
    return any(spaces + others in steps for steps in found.values())


def other_engines(state: State) -> tuple[list[int | str], list[str]]:
    """(where the other engines stand, paths of those that are not known)."""
    known, unknown = [], []
    for colour, player in state.players.items():
        if colour == state.turn.player:
            continue
        if player.engine is None:
            unknown.append(f"players.{colour}.engine")
        else:
            known.append(player.engine)
    # Of those who play but were not entered, nobody knows where the engine stands.
    unknown += ["players"] * max(0, (state.rules.players or 0) - max(1, len(state.players)))
    return known, unknown


def _judge_reward(state: State, inquiry: Inquiry, effect: Effect) -> None:
    board, spaces = state.board, state.catalog.trail.spaces.values()
    if isinstance(effect, (e.trail.RemoveHazard, e.trail.CollectBounty)):
        hazards = isinstance(effect, e.trail.RemoveHazard)
        lying = board.hazards if hazards else board.outlaws
        kind = "hazard" if hazards else "outlaw"
        if not any(lying.values()):
            unknown = [f"board.{kind}s.{space.id}" for space in spaces if space.kind == kind and space.id not in lying]
            if unknown:
                inquiry.ask(*unknown)
            else:
                inquiry.refuse(
                    f"no-{kind}-left", places=tuple(f"board.{kind}s.{s.id}" for s in spaces if s.kind == kind)
                )
        if isinstance(effect, e.trail.RemoveHazard):
            inquiry.pay(state.me.dollars, effect.dollars, state.path("dollars"))
            # The dollars are paid with the tile, not now.
            if effect.dollars:
                inquiry.payments.pop()
    elif isinstance(effect, e.delivery.ExtraordinaryDelivery):
        # It begins with going back, at least one space.
        judge_backward(state, inquiry, 1)
    elif isinstance(effect, e.objectives.GainObjective):
        stack, shown = board.objective_stack, board.objective_display
        if stack is not None and not stack.count and shown is not None and not shown:
            inquiry.refuse("no-objective-left", places=("board.objective_display", "board.objective_stack"))

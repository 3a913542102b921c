"""Whether the requirements of an action can be met in full, and whether its reward can be had at all."""

from __future__ import annotations

from companion.engine import effects as e
from companion.engine.actions.prospects import judge_prospects
from companion.engine.effects import Choice, Effect
from companion.engine.flow.facts import counted, counted_at_least
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.flow.track import reach
from companion.engine.position import Card


def judge_choice(state: State, judgement: Judgement, choice: Choice) -> None:
    """Note what forbids an action with these requirements and rewards."""
    judgement.look(*(effect.section for effect in (*choice.requires, *choice.does)))
    for effect in choice.requires:
        if isinstance(effect, e.money.Pay):
            judgement.pay(state.me.dollars, effect.dollars, state.path("dollars"))
        elif isinstance(effect, e.cards.Discard):
            judge_discard(state, judgement, effect.card)
        elif isinstance(effect, e.railroad.EngineBackward):
            judge_backward(state, judgement, effect.spaces)
    # Without a reward that can be had, the action cannot be done; one that may be had in part can.
    if len(choice.does) == 1:
        _judge_reward(state, judgement, choice.does[0])


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


def judge_discard(state: State, judgement: Judgement, kind: e.cards.CardKind) -> None:
    """A requirement to discard exactly what is depicted."""
    hand, path = state.me.hand, state.path("hand")
    if hand is None:
        judgement.require_fact(path)
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
        judgement.require_fact(path)
    else:
        judgement.forbid("card-kind-not-in-hand", kind=kind, places=(path,))


def judge_backward(state: State, judgement: Judgement, spaces: int) -> None:
    """A requirement to move the engine back by exactly so many spaces."""
    engine = state.me.engine
    if engine is None:
        judgement.require_fact(state.path("engine"))
        return
    others, unknown = other_engines(state)
    found = reach(state.catalog, engine, others, spaces, forward=False)
    if not any(spaces in steps for steps in found.values()):
        # Engines that were not entered can only be in the way: then it is even farther.
        judgement.forbid("engine-cannot-go-back", needs=spaces, engine=str(engine), places=(state.path("engine"),))
    elif unknown and not _has_room(state, engine, spaces, len(unknown)):
        judgement.require_fact(*unknown)


def _has_room(state: State, engine: int | str, spaces: int, others: int) -> bool:
    """Whether the engine could go back so far wherever the others stand: each may be in the way, but not on the first
    space, which has room for all.
    """
    found = reach(state.catalog, engine, (), spaces + others, forward=False)
    return spaces == 1 or any(spaces + others in steps for steps in found.values())


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
    # Of those who play but were not entered, nobody knows where the engine stands; how many those are may be unknown.
    entered, counts = len(known) + len(unknown), state.player_counts
    least, most = (players - (1 if state.colour else 0) - entered for players in (counts[0], counts[-1]))
    unknown += ["players"] * least + ["game.players"] * (most - max(0, least))
    return known, unknown


def _judge_reward(state: State, judgement: Judgement, effect: Effect) -> None:
    if isinstance(effect, e.delivery.ExtraordinaryDelivery):
        # It begins with going back, at least one space.
        judge_backward(state, judgement, 1)
    elif isinstance(effect, e.railroad.EngineForward) and effect.per is not None:
        # An engine moves at least one space.
        have, path = counted(state, effect.per)
        if have == 0:
            judgement.forbid("engine-without-spaces", counted=effect.per, needs=1, have=0, places=(path,))
        elif have is None and not counted_at_least(state, effect.per):
            judgement.require_fact(path)
    else:
        judge_prospects(state, judgement, effect)

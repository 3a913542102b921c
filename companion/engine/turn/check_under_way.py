"""What is under way in a turn: whether it can be at this moment, and whether the rest of the position goes with it.

Something is under way because an action was done, and that has its phase and its place.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping

from companion.engine.cards.discarding import DiscardCards
from companion.engine.core import Catalog, Effect, Player, Position, Reason, Ruleset, load_catalog, of_kind, reason
from companion.engine.core.position import COPIED_RISK, OFF_BOARD, RISK
from companion.engine.core.reasons import Value
from companion.engine.core.supply import on_turn
from companion.engine.effects import pending_vocabulary
from companion.engine.kansas_city.delivery import Deliver, LeaveKansasCity
from companion.engine.kansas_city.disc_places import PayTransport
from companion.engine.kansas_city.income import DiscardHand
from companion.engine.turn.check_local_actions import building_here, with_effect
from companion.engine.turn.copying import UseAdjacent
from companion.engine.turn.local_actions import Auxiliary

UNDER_WAY_IN_ANOTHER_PHASE = reason("under-way-in-another-phase", "turn/overview", "effect", "phase")
UNDER_WAY_IN_ANOTHER_SUBPHASE = reason("under-way-in-another-subphase", "kansas-city/overview", "effect", "phase")
UNDER_WAY_WITHOUT_ACTION = reason("under-way-without-action", "turn/own-or-neutral", "effect")
FEWER_IN_HAND_THAN_DRAWN = reason("fewer-in-hand-than-drawn", "cards/discarding#draw", "player", "have", "least")

_PENDING = "turn.pending"
_EXCHANGE = frozenset({DiscardCards.name})
"""Exchange tokens can be used at any time: cards are drawn and then discarded."""
_DELIVERY = frozenset({Deliver.name, LeaveKansasCity.name})


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about that which is under way."""
    turn = position.turn
    pending = turn.pending or ()
    if not pending:
        return
    if turn.phase is not None and not position.players.get(turn.player or "", Player()).automa:
        # The turn of an automa goes its own way.
        yield from _out_of_phase(ruleset, position, turn.phase, pending)
    colour = on_turn(position)
    player = position.players.get(colour or "", Player())
    for step in pending:
        yield from step.clashes(ruleset.catalog, position, str(colour), player)
    yield from _drawn(position, pending)


def _out_of_phase(ruleset: Ruleset, position: Position, phase: str, pending: tuple[Effect, ...]) -> Iterator[Reason]:
    catalog = ruleset.catalog
    allowed = _in_phase(ruleset, position, phase)
    done = _after_what_was_used(catalog, position) if phase == "B" else allowed
    strange = [step for step in pending if step.kind not in allowed]
    # After the income comes the discarding of the hand, and only then the delivery.
    if phase == "K4" and pending[-1].kind in _DELIVERY:
        strange.append(pending[-1])
    code = UNDER_WAY_IN_ANOTHER_SUBPHASE if phase.startswith("K") else UNDER_WAY_IN_ANOTHER_PHASE
    for name in dict.fromkeys(step.name for step in strange):
        yield Reason(code, {"effect": name, "phase": phase, "places": (_PENDING, "turn.phase")})
    for name in dict.fromkeys(step.name for step in pending if step.kind in allowed and step.kind not in done):
        sources = [f"turn.{key}" for key in ("used", "auxiliary_used") if getattr(position.turn, key) is not None]
        here = [f"players.{position.turn.player}.herder"] if building_here(position) is not None else []
        yield Reason(UNDER_WAY_WITHOUT_ACTION, {"effect": name, "places": (_PENDING, *sources, *here)})


def _in_phase(ruleset: Ruleset, position: Position, phase: str) -> frozenset[str]:
    """What can be under way in a phase at all."""
    catalog = ruleset.catalog
    if phase == "end":
        return frozenset()
    # Before the herder moves, and between actions, objective cards are played; in the first turn nobody has one yet.
    if phase == "A":
        player = position.players.get(position.turn.player or "", Player())
        first = position.turn.first_turn or player.herder == OFF_BOARD
        return _EXCHANGE if first else _EXCHANGE | _after(catalog, _objectives(catalog))
    if phase == "B":
        return _EXCHANGE | _after(catalog, (*_objectives(catalog), *_used(catalog, None), *_auxiliary(catalog)))
    if phase == "K4":
        after_income = (step.name for layer in ruleset.layers for step in layer.after_income)
        return _EXCHANGE | _DELIVERY | {DiscardHand.name, *after_income}
    if phase == "K5":
        return _EXCHANGE | _after(catalog, _DELIVERY) | {PayTransport.name}
    # A foresight tile is placed at once, and drawing up to the limit is one thing.
    return _EXCHANGE


def _after_what_was_used(catalog: Catalog, position: Position) -> frozenset[str]:
    """What can be under way in phase B after the actions that were used at this location."""
    turn, used = position.turn, position.turn.used
    if used is None:
        here = building_here(position)
        lends = any(action.startswith(f"{here}.") for action in with_effect(catalog, UseAdjacent))
        if here == "":
            used = ()
        elif here is not None and not lends:
            used = (*catalog.buildings.of(here), RISK)
    auxiliary = _auxiliary(catalog) if turn.auxiliary_used is not False else ()
    return _EXCHANGE | _after(catalog, (*_objectives(catalog), *_used(catalog, used), *auxiliary))


def _used(catalog: Catalog, used: tuple[str, ...] | None) -> tuple[str, ...]:
    """What local actions do; all of them when it is not known which were used."""
    actions = catalog.buildings.local_actions
    choices = [choice for name in (actions if used is None else used) for choice in actions.get(name, ())]
    if used is None or {RISK, COPIED_RISK} & set(used):
        choices += [space.risk for space in catalog.trail.spaces.values() if space.risk]
    return tuple(kind for choice in choices for kind in choice.kinds)


def _auxiliary(catalog: Catalog) -> tuple[str, ...]:
    return Auxiliary.follows(catalog)[Auxiliary.name]


def _objectives(catalog: Catalog) -> tuple[str, ...]:
    return tuple(card.id for card in catalog.objectives.cards.values() if card.immediate)


def _after(catalog: Catalog, kinds: Iterable[str]) -> frozenset[str]:
    """These steps and all that can follow from them."""
    follows = _follows(catalog.edition, catalog.variants)
    effects, waiting = set(kinds), list(kinds)
    while waiting:
        new = set(follows.get(waiting.pop(), ())) - effects
        effects |= new
        waiting += new
    return frozenset(effects)


@functools.lru_cache(maxsize=16)
def _follows(edition: int, variants: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """What a step leads to at once."""
    catalog = load_catalog(edition, variants)
    return {kind: then for effect in pending_vocabulary().values() for kind, then in effect.follows(catalog).items()}


def _drawn(position: Position, pending: tuple[Effect, ...]) -> Iterator[Reason]:
    # As many cards are discarded as were drawn, and they were drawn into the hand.
    drawn: dict[str, int] = {}
    for step in of_kind(pending, DiscardCards):
        colour = step.player or on_turn(position) or ""
        drawn[colour] = drawn.get(colour, 0) + step.count
    for colour, count in drawn.items():
        hand = position.players.get(colour, Player()).hand
        if hand is not None and hand.count < count:
            params: dict[str, Value] = {"player": colour, "have": hand.count, "least": count}
            yield Reason(FEWER_IN_HAND_THAN_DRAWN, {**params, "places": (_PENDING, f"players.{colour}.hand")})

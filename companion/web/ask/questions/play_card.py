"""Objective cards: may I play this one now, and what does that bring?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Card, Catalog, Effect, Pile, Player, Position, Turn, actions, effects
from companion.sentences.actions import action_sentence
from companion.sentences.effects import EffectWords
from companion.sentences.names import Words
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, judged
from companion.web.ask.words import gettext, lazy_gettext
from companion.web.language import current, name

_UNDER_WAY: tuple[Effect, ...] = (effects.Hire(), effects.BuyCattle())
"""Actions that are done in several decisions: something can come in between there, and may not."""


def ask(form: Form) -> Situation:
    """The card, or all of those that are told."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    when = form.pick("when", gettext("When?"), _moments(), facts=("turn.phase", "turn.pending"), lead=True)
    words = Words(current(), edition=catalog.edition)
    options = [FieldOption(card, words.objective(card), part=f"objective-{card}") for card in catalog.objectives.cards]
    card = form.pick("card", gettext("The card"), options, lead=True, facts=(f"players.{colour}.hand",), tries=())
    held = form.pick("held", gettext("Where is it?"), _places(), likely="hand", facts=(f"players.{colour}.hand",))
    phase, _, under_way = (when or "").partition("-")
    pending = tuple(effect for effect in _UNDER_WAY if effect.name == under_way)
    hand = None
    if card and held:
        hand = Pile(1, (Card(card),)) if held == "hand" else Pile(0)
    position = Position(
        game=game,
        turn=Turn(player=colour, phase=phase or None, pending=pending if when else None),
        players={colour: Player(hand=hand, objectives=())},
    )
    return Situation(
        position=position,
        choices=(_choice(position, catalog, card),) if when and card else (),
        missing=(*(() if when else ("turn.phase",)), *(() if card else (f"players.{colour}.hand",))),
        yes=gettext("You can play the card now."),
        no=gettext("You cannot play an objective card now."),
    )


def _moments() -> list[FieldOption]:
    middle = [
        FieldOption(
            f"B-{effect.name}",
            gettext("in the middle of an action: %(action)s", action=name("effect-name", effect.name)),
        )
        for effect in _UNDER_WAY
    ]
    return [
        FieldOption("A", gettext("before I move")),
        FieldOption("B", gettext("between two actions")),
        *middle,
        FieldOption("K4", gettext("in Kansas City")),
        FieldOption("C", gettext("when I draw up cards")),
    ]


def _places() -> list[FieldOption]:
    return [
        FieldOption("hand", gettext("in my hand")),
        FieldOption("elsewhere", gettext("in my draw stack or discard pile")),
    ]


def _choice(position: Position, catalog: Catalog, card: str) -> Candidate:
    action = actions.Play(card)
    return Candidate(
        actions=(action,),
        title=action_sentence(action, current(), catalog.edition).rstrip("."),
        verdict=judged(position, (action,)),
        facts=tuple(_facts(catalog, card)),
        symbol="objective",
    )


def _facts(catalog: Catalog, card: str) -> Iterator[Fact]:
    objective = catalog.objectives.cards[card]
    if objective.immediate:
        yield Fact(gettext("At once, if you like"), EffectWords(current()).sentence(objective.immediate), "forward")
    yield Fact(gettext("At the end, when fulfilled"), str(objective.vp), "victory-point")
    yield Fact(gettext("If not fulfilled"), str(objective.penalty).replace("-", "−"), "victory-point")


QUESTION = QuickQuestion(
    id="play-card",
    phase="any",
    order=20,
    symbol="objective",
    title=lazy_gettext("May I play this card now?"),
    about=lazy_gettext("Objective cards: when, what they bring at once, and what they cost at the end"),
    rules=("objectives/play", "objectives/play#kansas-city", "scoring/overview#objectives"),
    example="when=B&card=obj-3&held=hand",
    ask=ask,
)

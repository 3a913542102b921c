"""Objective cards: may I play this one now, and what does that bring?"""

from __future__ import annotations

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Catalog, Position, actions
from companion.sentences.names import words_of
from companion.web.ask.fields import AskField, FieldOption
from companion.web.ask.question import Form, QuickQuestion, Sets
from companion.web.language import current, gettext, name

HAND = ("players.{me}.hand",)


def _moment(value: str, text: str, phase: str, *pending: str) -> FieldOption:
    return FieldOption(value, text, sets={"turn.phase": phase, "turn.pending": [{"effect": one} for one in pending]})


def _moments(_catalog: Catalog) -> list[FieldOption]:
    # Actions that are done in several decisions: something can come in between there, and may not.
    middle = [(one, gettext("in the middle of %(action)s", action=name("effect-name", one)))
              for one in ("hire", "buy-cattle")]  # fmt: skip
    return [
        _moment("A", gettext("before I move"), "A"),
        _moment("B", gettext("between two actions"), "B"),
        *(_moment(f"B-{one}", text, "B", one) for one, text in middle),
        _moment("K4", gettext("in Kansas City"), "K4"),
        _moment("C", gettext("when I draw up cards"), "C"),
    ]


def _cards(catalog: Catalog) -> list[FieldOption]:
    words = words_of(current(), catalog.edition)
    return [FieldOption(card, words.objective(card), part=f"objective-{card}") for card in catalog.objectives.cards]


def _places(_catalog: Catalog) -> list[FieldOption]:
    elsewhere = gettext("in my draw stack or discard pile")
    return [
        FieldOption("hand", gettext("in my hand"), says=gettext("The card is in your hand")),
        FieldOption("elsewhere", elsewhere),
    ]


def _hand(form: Form) -> Sets:
    if not (form["card"] and form["held"]):
        return {"players.{me}.objectives": []}
    return {"players.{me}.objectives": [], HAND[0]: [form["card"]] if form["held"] == "hand" else 0}


def _any_may_be(form: Form, position: Position) -> bool:
    """Whether some objective card may perhaps be played at this moment."""
    rules, cards = engine.ruleset_of(position), form.catalog.objectives.cards
    return any(engine.judge(rules, position, actions.Play(card)).answer != "no" for card in cards)


QUESTION = QuickQuestion(
    phase="any",
    order=20,
    unranked=True,
    symbol="objective",
    title=lazy_gettext("May I play this card now?"),
    summary=lazy_gettext("Objective cards: when, what they bring at once, and what they cost at the end"),
    rules=("objectives/play", "objectives/play#kansas-city", "scoring/overview#objectives"),
    example="when=B&card=obj-3&held=hand",
    of="play",
    asks=(
        AskField("when", lazy_gettext("When?"), _moments, ("turn.phase", "turn.pending"), lead=True),
        AskField(
            "card",
            lazy_gettext("The card"),
            _cards,
            HAND,
            lead=True,
            tries=(),
            reads=lazy_gettext("You want to play %(card)s"),
        ),
        AskField("held", lazy_gettext("Where is it?"), _places, HAND, likely="hand"),
    ),
    sets=_hand,
    among=lambda form: {"card": [form["card"]] if form["card"] else list(form.catalog.objectives.cards)},
    # Where no card may be played, it makes no difference which one is meant.
    needs=lambda form, position: () if form["when"] and not _any_may_be(form, position) else (("when", "card"),),
    depends=lambda form: gettext("First fill in “%(fact)s”.", fact=gettext("The card")) if form["when"] else "",
    yes=lambda _: gettext("You can play the card now."),
    no=lazy_gettext("You cannot play an objective card now."),
)

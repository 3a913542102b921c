"""The first turns with hints: what may be done now, as the engine lists it, and what it is for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flask_babel import ngettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import IntegerField
from wtforms.validators import NumberRange, Optional

from companion import components, engine
from companion.components import component_words
from companion.engine import Action, Card, Catalog, Pile, Position, action_plain
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence
from companion.web.forms import PageForm
from companion.web.reference import answer_of

MOST = 40
"""So many options are shown; of ways to move one to each place."""
MOST_CARDS = 20
"""Of one breed in a hand."""


def turn_of(position: Position, me: str) -> Position:
    """The position at the beginning of a turn of somebody: the first, where the herder is not on the board yet."""
    first = position.players[me].herder in (None, engine.OFF_BOARD)
    return replace(position, turn=engine.Turn.begun(me, first=first, final=bool(position.turn.final_round)))


def breeds(catalog: Catalog) -> tuple[str, ...]:
    """The cattle that a hand may hold: first those that everybody begins with."""
    every = catalog.cattle.breeds.values()
    return tuple(breed.id for breed in sorted(every, key=lambda breed: (breed.deck != "player", breed.value)))


class HandForm(PageForm):
    """How many cards of each breed somebody holds; a breed of which nothing is said is none."""

    held = 0
    """How many cards the hand has; 0 where nobody knows."""

    def validate(self, extra_validators: object = None) -> bool:
        """Whether each field holds a number, and all of them no more cards than the hand."""
        if not super().validate(extra_validators):
            return False
        if len(self.cards()) <= (self.held or len(self.cards())):
            return True
        self.form_errors.append(
            ngettext("You hold %(num)d card, not more.", "You hold %(num)d cards, not more.", self.held)
        )
        return False

    def cards(self) -> tuple[Card, ...]:
        """The cards that are named."""
        return tuple(Card(field.name) for field in self for _ in range(field.data or 0))


def hand_form(position: Position, me: str, sent: MultiDict[str, str] | None = None) -> HandForm:
    """The form that asks somebody for the hand."""
    number = [Optional(), NumberRange(0, MOST_CARDS)]
    counts = {breed: IntegerField(validators=number) for breed in breeds(engine.ruleset_of(position).catalog)}
    form: HandForm = type("HandFormOfAnEdition", (HandForm,), counts)(sent, meta={"csrf": False})
    hand = position.players[me].hand
    form.held = hand.count if hand else 0
    return form


def with_hand(position: Position, me: str, cards: tuple[Card, ...]) -> Position:
    """The position with these cards in the hand of somebody. What else it holds is not known."""
    player = position.players[me]
    count = max(len(cards), player.hand.count if player.hand else 0)
    return replace(position, players={**position.players, me: replace(player, hand=Pile(count, cards))})


def hints(position: Position, language: str) -> list[dict[str, object]]:
    """Everything that may be done now, what must be done first; to each place the shortest way. Of each its line, in
    words, what it costs and what it is for."""
    ruleset = engine.ruleset_of(position)
    best: dict[object, engine.Option] = {}
    for option in engine.options(ruleset, position):
        way = action_plain(option.action).get("way")
        key = ("way", way[-1]) if way else option.action
        if key not in best or len(way or ()) < len(action_plain(best[key].action).get("way", ())):
            best[key] = option
    return [_hint(position, option, language) for option in _first(best.values())[:MOST]]


def _first(options: Iterable[engine.Option]) -> list[engine.Option]:
    return sorted(options, key=lambda one: (one.duty != "must", one.action.type in ("exchange", "skip", "end")))


def _hint(position: Position, option: engine.Option, language: str) -> dict[str, object]:
    action, verdict = option.action, option.verdict
    return {
        "line": engine.action_text(action),
        "sentence": action_sentence(action, language, position.game.edition),
        "sure": verdict.answer == "yes",
        "must": option.duty == "must",
        "cost": verdicts.payments_in_full(verdict, language) if verdict.payments else "",
        "worth": worth(position, action, language) or answer_of(type(action).section, position.game.players),
    }


def worth(position: Position, action: Action, language: str) -> Markup:
    """What a place offers or an action of a building does; else nothing, and the rule says what it is for."""
    plain, words = action_plain(action), component_words(language, position.game.edition)
    parts = components.parts_of(engine.ruleset_of(position).catalog)
    where = (plain.get("way") or [plain.get("space")])[-1]
    built = position.board.buildings.get(where)
    name = f"building-{built.face}" if built else f"neutral-{position.board.neutral.get(where)}"
    if where and name in parts:
        return Markup.escape(words.short(parts[name]))
    tile, _, number = str(plain.get("action", "")).rpartition(".")
    part = parts.get(f"neutral-{tile}") or parts.get(f"building-{tile}")
    deeds = [deed for deed in part.deeds if deed.when == "local"] if part else []
    deed = deeds[int(number) - 1].action if number.isdecimal() and int(number) <= len(deeds) else ()
    choice = int(plain.get("choice", 1)) - 1
    return Markup.escape(words.sentence(deed[choice])) if choice < len(deed) else Markup()

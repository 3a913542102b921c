"""Actions and score lines as sentences, in every language: for logs, options and the explained score."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any

from companion import engine
from companion.engine import Repair, action_plain, actions
from companion.sentences.names import Words, words_of

_UNTOLD = {"choice", "double", "offer"}
"""Fields that a sentence tells otherwise, or not at all."""

_OTHERWISE = {
    "auxiliary": frozenset({"number"}),
    "auxiliary-double": frozenset({"number"}),
    "disc": frozenset({"disc"}),
    "disc-from-station": frozenset({"station"}),
    "disc-from-town": frozenset({"station"}),
    "upgrade-town": frozenset({"station"}),
    "exchange": frozenset({"count"}),
    "exchange-of": frozenset({"player", "count"}),
    "objective-from-stack": frozenset[str](),
    "use-of-card": frozenset({"action"}),
}


@functools.cache
def action_params() -> Mapping[str, frozenset[str]]:
    """Key of a sentence -> what it may tell: the fields of the action, but for those with several sentences."""
    fields = {
        name: frozenset(field.name for field in dataclasses.fields(kind)) - _UNTOLD
        for name, kind in actions.vocabulary().items()
    }
    return {**fields, **_OTHERWISE}


def action_sentence(action: engine.Action, language: str, edition: int | None = None) -> str:
    """What is done, as a sentence without a subject."""
    words = words_of(language, edition)
    plain = action_plain(action)
    station = plain.get("station") or str(plain.get("of", "")).removeprefix(actions.FROM_STATION)
    town = words.town_of(station)
    of_card = plain.get("action") in words.catalog.objectives.cards
    key = "use-of-card" if of_card else _key(action.type, plain, in_town=town is not None)
    tellers: Mapping[str, Callable[[Any], str]] = {
        "space": words.space,
        "way": lambda way: words.name("list", "then").join(words.space(space) for space in way),
        "action": lambda name: _action(words, name, plain.get("choice", 1)),
        "cards": words.chosen_cards,
        "card": words.card,
        "to": lambda to: words.engine(str(to)),
        "master": words.station_master,
        **{context: functools.partial(words.name, context) for context in ("worker", "player", "city", "disc", "town")},
    }
    values = {
        **plain,
        "number": str(plain.get("action", "")).removeprefix("aux-"),
        "disc": plain.get("of", ""),
        "station": town or station,
    }
    params = {name: tellers.get(name, str)(values[name]) for name in action_params()[key]}
    return words.name("act", key, **params)


def _key(kind: str, plain: Mapping[str, Any], *, in_town: bool) -> str:
    if kind == "auxiliary" and plain.get("double"):
        return "auxiliary-double"
    if kind == "disc" and plain["of"].startswith(actions.FROM_STATION):
        return "disc-from-town" if in_town else "disc-from-station"
    if kind == "objective" and not plain.get("card"):
        return "objective-from-stack"
    if kind == "upgrade" and in_town:
        return "upgrade-town"
    return "exchange-of" if kind == "exchange" and plain.get("player") else kind


def _action(words: Words, name: str, choice: int) -> str:
    """A local action, or whose immediate action it is."""
    text = words.action(name)
    return text if choice == 1 else words.name("action", "choice", action=text, which=choice)


def repair_sentence(repair: Repair, language: str, me: str | None = None, edition: int | None = None) -> str:
    """What would make a refused action legal. `me`: the player who reads it."""
    words = Words(language, me=me, edition=edition)
    if repair.action is None:
        thing, _, which = repair.path.split(".", 2)[2].partition(".")
        key = f"{'more' if repair.sure else 'perhaps-more'}.{thing}"
        worker = {"worker": words.name("worker", which)} if which else {}
        return words.name("repair", key, count=repair.count, **worker)
    key = repair.kind if repair.sure else "perhaps"
    return words.name("repair", key, action=action_sentence(repair.action, language, edition))


def repair_json(repair: Repair, language: str, edition: int | None = None) -> dict[str, object]:
    """A repair as commands and the API give it out."""
    change: dict[str, object] = {"path": repair.path, "count": repair.count}
    if repair.action is not None:
        change = {"action": action_plain(repair.action)}
    text = repair_sentence(repair, language, edition=edition)
    return {"kind": repair.kind, **change, "sure": repair.sure, "text": text}

"""Actions as the words of an address tell them, field by field."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

from companion import engine
from companion.engine import Described, actions, nearest, shown
from companion.web.editor.kinds import Mistyped, Things, read_number, read_things
from companion.web.editor.position_fields import fields

TYPES = ("move", "use", "auxiliary", "hire", "buy", "engine", "build", "deliver")
"""What people look for most; the other types follow in the engine's order."""


@functools.cache
def types() -> tuple[str, ...]:
    """All types of action, those that people look for most first."""
    return tuple(dict.fromkeys((*TYPES, *actions.vocabulary())))


def types_of(position: engine.Position) -> tuple[str, ...]:
    """The types of action that there are in a game: none of a variant or an automa that nobody plays."""
    automas = {player.automa.id for player in position.players.values() if player.automa}
    played = actions.vocabulary(frozenset({*engine.ruleset_of(position).catalog.variants, *automas}))
    return tuple(name for name in types() if name in played)


def read(position: engine.Position, kind: str, sent: Mapping[str, str], language: str) -> engine.Action:
    """The action that the words of an address tell. Raises KeyError for an unknown type, Mistyped naming the field's
    problem.
    """
    plain: dict[str, Any] = {"type": kind}
    for field in engine.described_action(kind):
        text = sent.get(field.path, "").strip()
        cards = field.what == "card" and field.kind != "one"
        try:
            if cards:
                plain[field.path] = read_things(text, _cards(), language) if text else []
            elif set(field.values) == {True, False} and field.kind != "number":
                plain[field.path] = bool(text)
            elif text or field.required:
                plain[field.path] = _value(field, text)
        except Mistyped as error:
            error.field = field.path
            raise
    if "way" in plain:
        plain["way"] = list(way_to(position, plain["way"]).way)
    return engine.read_action(json.dumps(plain))


def _value(field: Described, text: str) -> Any:
    if field.kind == "number":
        return read_number(text, field.least, field.most)
    if text not in field.things:
        raise Mistyped("unknown-word", found=shown(text), known=nearest(text, list(field.things)))
    return field.things[text]


def _cards() -> Things:
    return fields()[f"players.{next(iter(engine.load_catalog().table.players.colours))}.hand"].things


def way_to(position: engine.Position, space: str) -> actions.Move:
    """Moving the herder to a space by the best way there; of one that is too far, by the shortest."""
    player, rules = position.players.get(position.turn.player or ""), engine.ruleset_of(position)
    # From nowhere there is no way; then the answer is about going there straight.
    if player is None or player.herder not in rules.catalog.trail.spaces:
        return actions.Move((space,))
    state = engine.State(rules, position)
    ways = {**engine.shortest_ways(state), **{way[-1]: way for way in engine.best_ways(state)}}
    return actions.Move(ways.get(space, (space,)))

"""Actions as the words of an address tell them, field by field."""

from __future__ import annotations

import functools
import itertools
import json
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from companion import engine
from companion.engine import Described, actions, nearest, shown
from companion.web.editor.kinds import Mistyped, Things, read_number, read_things
from companion.web.editor.position_fields import fields

MAX_WAYS = 40
"""So many ways to one space are compared."""
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
        way = way_to(position, plain["way"])
        plain["way"] = list(way.way) if isinstance(way, actions.Move) else []
    return engine.read_action(json.dumps(plain))


def _value(field: Described, text: str) -> Any:
    if field.kind == "number":
        return read_number(text, field.least, field.most)
    if text not in field.things:
        raise Mistyped("unknown-word", found=shown(text), known=nearest(text, list(field.things)))
    return field.things[text]


def _cards() -> Things:
    return fields()[f"players.{next(iter(engine.load_catalog().table.players.colours))}.hand"].things


def way_to(position: engine.Position, space: str) -> engine.Action:
    """Moving the herder to a space: of all ways there the one that is allowed, or nearest to it, and cheapest."""
    rules = engine.ruleset_of(position)
    player = position.players.get(position.turn.player or "")
    herder = player.herder if player else None
    start = herder if herder and herder in rules.catalog.trail.spaces else None
    # From nowhere there is no way; then the answer is about going there straight.
    ways = _ways(rules.catalog, start, space) if start and space in rules.catalog.trail.spaces else iter(())
    found = list(itertools.islice(ways, MAX_WAYS)) or [(space,)]
    moves = [actions.Move(way) for way in found]
    return min(moves, key=lambda move: _worth(engine.judge(rules, position, move), move))


def _ways(catalog: engine.Catalog, start: str, end: str) -> Iterator[tuple[str, ...]]:
    """Ways from one space to another, the shortest first."""
    reaching = _reached_from(catalog.edition)[end]
    waiting: deque[tuple[str, ...]] = deque([(start,)])
    while waiting:
        way = waiting.popleft()
        if way[-1] == end and len(way) > 1:
            yield way[1:]
            continue
        waiting += [(*way, space) for space in catalog.trail.spaces[way[-1]].next if space in reaching]


@functools.cache
def _reached_from(edition: int) -> Mapping[str, frozenset[str]]:
    """Space -> the spaces from which a way leads there, itself included."""
    spaces = engine.load_catalog(edition).trail.spaces
    reached: dict[str, set[str]] = {space: {space} for space in spaces}
    changed = True
    while changed:
        changed = False
        for space, one in spaces.items():
            for following in one.next:
                if not reached[space] <= reached[following]:
                    reached[following] |= reached[space]
                    changed = True
    return {space: frozenset(found) for space, found in reached.items()}


def _worth(verdict: engine.Verdict, move: actions.Move) -> tuple[int, int, int, int]:
    answers = ("yes", "depends", "no")
    least, most = engine.ends(verdict.cost)
    return answers.index(verdict.answer), most, least, len(move.way)

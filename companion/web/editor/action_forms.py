"""A form for any type of action, made from the published schema of actions."""

from __future__ import annotations

import functools
import itertools
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion import engine
from companion.engine import actions, nearest, shown
from companion.sentences.names import Words
from companion.web.editor.kinds import Mistyped, Things, read_number, read_things
from companion.web.editor.position_fields import in_region

MAX_WAYS = 40
"""So many ways to one space are compared."""
TYPES = ("move", "use", "auxiliary", "hire", "buy", "engine", "build", "deliver")
"""What people look for most; the other types follow in the engine's order."""


@dataclass(frozen=True)
class ActionField:
    """A field of an action: chosen from `choices` (value, words), a number, a tick, or names of cards."""

    name: str
    kind: Literal["choice", "number", "tick", "cards"]
    required: bool
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


@functools.cache
def schemas() -> Mapping[str, Mapping[str, Any]]:
    """Type of action -> its schema."""
    return {kind["properties"]["type"]["const"]: kind for kind in engine.action_schema(engine.editions()[-1])["anyOf"]}


def types() -> tuple[str, ...]:
    """All types of action, those that people look for most first."""
    known = schemas()
    return (*(name for name in TYPES if name in known), *(name for name in known if name not in TYPES))


def types_of(position: engine.Position) -> tuple[str, ...]:
    """The types of action that there are in a game: none of a variant or an automa that nobody plays."""
    automas = {player.automa.id for player in position.players.values() if player.automa}
    played = actions.vocabulary(frozenset({*engine.ruleset_of(position).catalog.variants, *automas}))
    return tuple(name for name in types() if name in played)


@functools.cache
def fields_of(kind: str, language: str) -> tuple[ActionField, ...]:
    """The fields of a type of action. Raises KeyError for a type that does not exist."""
    schema = schemas()[kind]
    required = schema.get("required", ())
    return tuple(
        _field(kind, name, inner, name in required, language)
        for name, inner in schema["properties"].items()
        if name != "type"
    )


def _field(kind: str, name: str, schema: Mapping[str, Any], required: bool, language: str) -> ActionField:
    if name == "way":
        return ActionField(name, "choice", required, _choices("space", schema["items"]["enum"], language))
    if name == "space":
        return ActionField(name, "choice", required, _choices(name, _spaces(kind, schema["enum"]), language))
    if name == "action" and kind == "auxiliary":
        return ActionField(name, "choice", required, _choices("aux", schema["enum"], language))
    if schema.get("type") == "array":
        return ActionField(name, "cards", required)
    if schema.get("type") == "boolean":
        return ActionField(name, "tick", required=False)
    if schema.get("type") == "integer":
        return ActionField(name, "number", required, least=schema["minimum"], most=schema["maximum"])
    return ActionField(name, "choice", required, _choices(name, list(_values(schema)), language))


def _values(schema: Mapping[str, Any]) -> Iterator[str]:
    if "enum" in schema:
        yield from map(str, schema["enum"])
    elif schema.get("type") == "integer":
        yield from map(str, range(schema["minimum"], schema["maximum"] + 1))
    for inner in schema.get("anyOf", ()):
        yield from _values(inner)


def _choices(name: str, values: list[str], language: str) -> tuple[tuple[str, str], ...]:
    words = Words(language)
    tellers: Mapping[str, Callable[[str], str]] = {
        "space": words.space,
        "action": words.action,
        "aux": lambda value: words.name("part", "aux", number=value.removeprefix("aux-")),
        "offer": lambda value: _offer(value, words),
        "to": words.engine,
        "worker": lambda value: words.name("worker", value),
        "city": lambda value: words.name("city", value),
        "player": lambda value: words.name("player", value),
        "of": lambda value: _disc(value, words),
        "card": words.card,
    }
    tell = tellers.get(name, str)
    return tuple((value, tell(value)) for value in values)


_KINDS_OF_SPACE = {"place": "neutral", "build": "building", "hazard": "hazard", "bounty": "outlaw"}
"""Types of action that name a space of one kind only."""


def _spaces(kind: str, every: list[str]) -> list[str]:
    spaces = engine.every_component().trail.spaces
    wanted = _KINDS_OF_SPACE.get(kind)
    return [space for space in every if wanted in (None, spaces[space].kind)]


def _disc(value: str, words: Words) -> str:
    if value.startswith(actions.FROM_STATION):
        return words.name("part", "station", key=value.removeprefix(actions.FROM_STATION))
    return words.name("disc", value)


def _offer(value: str, words: Words) -> str:
    """An offer of the cattle market: what for how many cowboys and dollars."""
    price = words.catalog.cattle.prices[value]
    breeds = words.name("list", "or").join(words.name("breed", breed) for breed in price.breeds)
    return words.name("offer", "cards", count=price.cards, breeds=breeds, cowboys=price.cowboys, dollars=price.dollars)


def read(position: engine.Position, kind: str, form: Mapping[str, str], language: str) -> engine.Action:
    """The action that a form tells. Raises KeyError for an unknown type, Mistyped naming the field's problem."""
    plain: dict[str, Any] = {"type": kind}
    for field in fields_of(kind, language):
        text = form.get(field.name, "").strip()
        if field.kind == "tick":
            plain[field.name] = bool(text)
        elif text or (field.required and field.kind != "cards"):
            try:
                plain[field.name] = _value(field, text, language)
            except Mistyped as error:
                error.field = field.name
                raise
        elif field.kind == "cards":
            plain[field.name] = []
    if "way" in plain:
        way = way_to(position, plain["way"])
        plain["way"] = list(way.way) if isinstance(way, actions.Move) else []
    return engine.read_action(json.dumps(plain))


def _value(field: ActionField, text: str, language: str) -> Any:
    if field.kind == "number":
        return read_number(text, field.least, field.most)
    if field.kind == "cards":
        return read_things(text, _cards(), language)
    known = [value for value, _ in field.choices]
    if text not in known:
        raise Mistyped("unknown-word", found=shown(text), known=nearest(text, known))
    # Spaces of the railroad are numbers; everything else that is chosen is a word.
    return int(text) if field.name == "to" and text.isdecimal() else text


@functools.cache
def _cards() -> Things:
    (hand,) = (
        field
        for field in in_region(next(iter(engine.load_catalog().table.players.colours)))
        if field.keys[2:] == ("hand",)
    )
    return hand.things


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

"""A form for any type of action, made from the fields that the format describes."""

from __future__ import annotations

import functools
import itertools
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from companion import engine
from companion.engine import Described, actions, nearest, shown
from companion.sentences.names import Words
from companion.web.editor.kinds import Mistyped, Things, read_number, read_things
from companion.web.editor.position_fields import fields

MAX_WAYS = 40
"""So many ways to one space are compared."""
TYPES = ("move", "use", "auxiliary", "hire", "buy", "engine", "build", "deliver")
"""What people look for most; the other types follow in the engine's order."""


@dataclass(frozen=True)
class ActionField:
    """A field of an action with its control: chosen from `choices` (value, words), a number, a tick, or cards."""

    of: Described
    kind: Literal["choice", "number", "tick", "cards"]
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """Its key."""
        return self.of.path

    @property
    def required(self) -> bool:
        """Whether the action says nothing without it."""
        return self.of.required


@functools.cache
def types() -> tuple[str, ...]:
    """All types of action, those that people look for most first."""
    return tuple(dict.fromkeys((*TYPES, *actions.vocabulary())))


def types_of(position: engine.Position) -> tuple[str, ...]:
    """The types of action that there are in a game: none of a variant or an automa that nobody plays."""
    automas = {player.automa.id for player in position.players.values() if player.automa}
    played = actions.vocabulary(frozenset({*engine.ruleset_of(position).catalog.variants, *automas}))
    return tuple(name for name in types() if name in played)


@functools.cache
def fields_of(kind: str, language: str) -> tuple[ActionField, ...]:
    """The fields of a type of action. Raises KeyError for a type that does not exist."""
    return tuple(_field(kind, one, language) for one in engine.described_action(kind))


def _field(kind: str, of: Described, language: str) -> ActionField:
    if of.what == "card" and of.kind != "one":
        return ActionField(of, "cards")
    if of.kind == "number" or set(of.values) == {True, False}:
        return ActionField(of, "number" if of.kind == "number" else "tick")
    words = Words(language)
    tellers: Mapping[str, Callable[[str], str]] = {
        "local-action": words.action,
        "auxiliary": lambda value: words.name("part", "aux", number=value.removeprefix("aux-")),
        "offer": lambda value: _offer(value, words),
        "face": str,
        "disc": lambda value: _disc(value, words),
        "card": words.card,
        "objective": words.card,
        "automa-card": words.card,
        "master": words.station_master,
    }
    tell = tellers.get(of.what) or functools.partial(words.tell, cast(engine.Kind, of.what))
    values = _spaces(kind, of.things) if of.path == "space" else of.things
    return ActionField(of, "choice", tuple((value, tell(value)) for value in values))


_KINDS_OF_SPACE = {"place": "neutral", "build": "building", "hazard": "hazard", "bounty": "outlaw"}
"""Types of action that name a space of one kind only."""


def _spaces(kind: str, every: Iterable[str]) -> list[str]:
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
        return read_number(text, field.of.least, field.of.most)
    if field.kind == "cards":
        return read_things(text, _cards(), language)
    if text not in dict(field.choices):
        raise Mistyped("unknown-word", found=shown(text), known=nearest(text, [value for value, _ in field.choices]))
    return field.of.things[text]


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

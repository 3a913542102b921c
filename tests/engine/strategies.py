"""Positions of any content, made from the JSON Schema: what it allows, people may send."""

from __future__ import annotations

import functools
from typing import Any

from companion.engine import action_schema, assumed, to_plain
from companion.engine.format import position_format
from hypothesis import strategies as st

from tests.engine.tables import whole_game

Plain = st.SearchStrategy[Any]


@functools.cache
def positions() -> Plain:
    """Plain values that the schema allows; possible or not is another matter."""
    return st.deferred(lambda: st.one_of([_of_game(chosen) for chosen in GAMES]))


Chosen = tuple[int, tuple[str, ...]]

GAMES: list[Chosen] = [(2, ()), (2, ("rails-to-the-north",)), (1, ()), (1, ("rails-to-the-north",))]
"""Editions, and variants that take components away: positions of such games have other words."""


@functools.cache
def _of_game(game: Chosen) -> Plain:
    """Positions of games with these variants, and perhaps with those that are thought of anyway."""
    edition, chosen = game
    schema = position_format(edition, chosen).schema()
    told = schema["properties"]["game"]
    # Any of hundreds of figures: `test_house.py` has those that do not contradict each other.
    del told["properties"]["house"]
    told["properties"]["edition"] = {"const": edition}
    told["properties"]["variants"] = {"enum": [list(chosen), [*chosen, *assumed(edition)]]}
    if game != GAMES[0]:
        schema["required"] = ["game"]
        told["required"] = ["edition", "variants"]
    return _from_schema(schema)


@functools.cache
def actions() -> Plain:
    """Plain values of any action, with anything in its fields; allowed or not is another matter."""
    return st.deferred(lambda: _from_schema(action_schema()))


@functools.cache
def _moments(game: Chosen) -> list[Any]:
    """Moments of real games, some of every phase."""
    edition, chosen = game
    more = [*chosen, *assumed(edition)]
    games = [whole_game(2, chosen, 1, edition=edition), whole_game(3, more, 2, edition=edition)]
    return [to_plain(moment.position) for game in games for number, moment in enumerate(game) if number % 7 == 0]


@st.composite
def situations(draw: st.DrawFn) -> Any:
    """A moment of a game in which anything else was entered over what was there: contradictory, and yet a position."""
    chosen = draw(st.sampled_from(GAMES))
    whole = draw(st.sampled_from(_moments(chosen)))
    other = draw(_of_game(chosen))
    kept = draw(st.sets(st.sampled_from(["game", "board", "players"])))
    mixed = {**other, **{key: value for key, value in whole.items() if key in kept}}
    turn = {**whole["turn"], **other.get("turn", {})}
    left = draw(st.sets(st.sampled_from(sorted(turn)), max_size=2))
    mixed["turn"] = {key: value for key, value in turn.items() if key not in left}
    if "players" in kept:
        told = other.get("players", {})
        mixed["players"] = {colour: {**player, **told.get(colour, {})} for colour, player in whole["players"].items()}
    return mixed


def _from_schema(schema: dict[str, Any]) -> Plain:
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([_from_schema(one) for one in schema["anyOf"]])
    return _KINDS[schema["type"]](schema)


def _object(schema: dict[str, Any]) -> Plain:
    values = {name: _from_schema(one) for name, one in schema["properties"].items()}
    required = {name: values.pop(name) for name in schema.get("required", ())}
    return st.fixed_dictionaries(required, optional=values)


_KINDS = {
    "null": lambda _: st.none(),
    "boolean": lambda _: st.booleans(),
    "integer": lambda schema: st.integers(schema["minimum"], schema["maximum"]),
    "string": lambda schema: st.from_regex(schema["pattern"], fullmatch=True),
    "array": lambda schema: st.lists(_from_schema(schema["items"]), max_size=min(4, schema["maxItems"])),
    "object": _object,
}

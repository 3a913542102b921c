"""Positions of any content, made from the JSON Schema: what it allows, people may send."""

from __future__ import annotations

import functools
from typing import Any

from companion.engine.format import position_format
from hypothesis import strategies as st

Plain = st.SearchStrategy[Any]


@functools.cache
def positions() -> Plain:
    """Plain values that the schema allows; possible or not is another matter."""
    return _from_schema(position_format().schema())


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

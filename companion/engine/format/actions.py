"""Actions in both their forms: `{"type": "hire", "row": 3, "column": 1}` and `hire row=3 column=1`."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping

from companion.engine.actions import vocabulary
from companion.engine.core.action import Action
from companion.engine.core.catalog import every_component
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.reasons import Path
from companion.engine.format.containers import Record, Sequence, Tagged
from companion.engine.format.jsontext import read_json
from companion.engine.format.shapes import NOT_KNOWN, Flag, Plain, Reading
from companion.engine.format.table import record_of

_MAX_LENGTH = 2000
"""No action is written with more letters."""


@functools.cache
def _actions(edition: int | None = None) -> Tagged:
    catalog = every_component(edition)
    records = {name: record_of(catalog, kind) for name, kind in vocabulary().items()}
    return Tagged("type", records, lambda action: str(action.type))


def records(edition: int | None = None) -> Mapping[str, Record[Action]]:
    """Type of action -> its record, with the words of one edition or of any."""
    return _actions(edition).records


def read_action(text: str) -> Action:
    """Read an action from JSON or from one line of text. Raises Unreadable with every problem.

    >>> read_action("hire row=3 column=1") == read_action('{"type": "hire", "row": 3, "column": 1}')
    True
    """
    value: Plain = text
    reading = Reading()
    if len(text) <= _MAX_LENGTH and text.lstrip().startswith("{"):
        document = read_json(text)
        reading, value = Reading(document.lines), document.value
    return reading.result(action_from(value, reading))


def action_from(value: Plain, reading: Reading, path: Path = ()) -> Action | None:
    """An action from a plain value, or from its line of text; problems go to the reading."""
    if isinstance(value, str):
        if len(value) > _MAX_LENGTH:
            reading.problem("too-long", path, have=len(value), most=_MAX_LENGTH)
            return None
        value = _line(value)
    action = _actions().read(value, path, reading)
    return None if action is NOT_KNOWN else action


def _line(text: str) -> dict[str, Plain]:
    """The plain value of `type key=value key=value,value`: numbers and lists are told by the type's shapes."""
    name, *parts = text.split() or [""]
    record = records().get(name)
    result: dict[str, Plain] = {"type": name}
    for part in parts:
        key, _, entered = part.partition("=")
        if key in result:
            # Told twice, or the type itself: whatever is meant, it is no field.
            key = part
        shape = record.fields.get(key) if record else None
        if isinstance(shape, Sequence):
            result[key] = entered.split(",") if entered else []
        elif isinstance(shape, Flag):
            result[key] = {"yes": True, "no": False}.get(entered, entered)
        elif shape and shape.numeric and entered.isascii() and entered.isdecimal() and len(entered) < len("1000"):
            result[key] = int(entered)
        else:
            result[key] = entered
    return result


def action_plain(action: Action) -> dict[str, Plain]:
    """An action as plain values, as JSON has them."""
    plain: dict[str, Plain] = _actions().plain(action)
    return plain


def action_text(action: Action) -> str:
    """An action as one line.

    >>> action_text(read_action('{"type": "move", "way": ["A-1", "A-2"]}'))
    'move way=A-1,A-2'
    """
    parts = [action.type]
    for name, value in action_plain(action).items():
        if name != "type" and value is not False:
            text = ",".join(map(str, value)) if isinstance(value, list) else "yes" if value is True else str(value)
            parts.append(f"{name}={text}")
    return " ".join(parts)


def action_schema() -> dict[str, Plain]:
    """All actions as JSON Schema, with the words of any edition."""
    return _actions().schema()


def action_line_schema() -> dict[str, Plain]:
    """All actions as lines of text, as JSON Schema; what a line may have besides, such as tabs, it does not tell."""
    kinds = "|".join(_line_pattern(name, record) for name, record in records().items())
    return {"type": "string", "maxLength": _MAX_LENGTH, "pattern": f"^ *(?:{kinds}) *$"}


def _line_pattern(name: str, record: Record[Action]) -> str:
    """The lines of a type of action: its fields in any order, perhaps without those that it can do without."""
    patterns = [
        f"(?: +{key}=(?:{_value_pattern(shape.schema())})){'' if key in record.required else '?'}"
        for key, shape in record.fields.items()
    ]
    return f"{name}(?:{'|'.join(map(''.join, itertools.permutations(patterns)))})"


def _value_pattern(schema: dict[str, Plain]) -> str:
    """How a line writes what a schema allows."""
    if "anyOf" in schema:
        return "|".join(map(_value_pattern, schema["anyOf"]))
    if "enum" in schema:
        return "|".join(word.replace(".", r"\.") for word in schema["enum"])
    if schema["type"] == "boolean":
        return "yes|no"
    if schema["type"] == "array":
        entry = _value_pattern(schema["items"])
        return f"(?:(?:{entry})(?:,(?:{entry})){{0,{schema['maxItems'] - 1}}})?"
    if schema["maximum"] == MAX_COUNT:
        # From one up to a row of nines.
        return f"[1-9][0-9]{{0,{len(str(MAX_COUNT)) - 1}}}"
    return "|".join(map(str, range(schema["minimum"], schema["maximum"] + 1)))

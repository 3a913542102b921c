"""The plain form of a region: the same fields as in the picture, for screen readers and without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from werkzeug.datastructures import MultiDict

from companion import engine
from companion.engine import MAX_COUNT, NOT_KNOWN, nearest, shown
from companion.sentences.findings import problem_text
from companion.web.editor.editing import value_of, with_values
from companion.web.editor.field_kinds import (
    EMPTY,
    NONE,
    UNKNOWN,
    Cells,
    Counted,
    Heap,
    NumberField,
    Plain,
    PositionField,
    Spot,
    TickField,
    contents,
)
from companion.web.editor.labels import labels
from companion.web.editor.position_fields import in_region
from companion.web.editor.text_input import MAX_LENGTH, Mistyped, read_number, read_things, told

Kind = Literal["select", "number", "ticks", "counted", "text", "pile"]
Entered = MultiDict[str, str]
"""What a form sends."""


@dataclass(frozen=True)
class Box:
    """One control: its name in the form, what it is called, what it holds."""

    name: str
    label: str
    value: str = ""
    on: bool = False


@dataclass(frozen=True)
class FormField:
    """A field with its controls. `error`: why what was entered cannot be read."""

    path: str
    label: str
    kind: Kind
    boxes: tuple[Box, ...]
    least: int = 0
    most: int = MAX_COUNT
    error: str = ""


class UnreadableForm(Exception):
    """A form that cannot be read. `errors`: path of the field -> what is wrong and what would be right."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(errors))
        self.errors = errors


def form(
    position: engine.Position,
    region: str,
    language: str,
    entered: Entered | None = None,
    errors: Mapping[str, str] | None = None,
) -> tuple[FormField, ...]:
    """The fields of a region, holding the position, or what was `entered` where that is to be mended."""
    return tuple(
        _control(field, value_of(position, field), language, entered, (errors or {}).get(field.path, ""))
        for field in in_region(region, position)
    )


def entered(position: engine.Position, region: str, sent: Entered, language: str) -> engine.Position:
    """The position with what a form says of a region. Raises UnreadableForm and engine.Unreadable."""
    errors: dict[str, str] = {}
    values: dict[tuple[str, ...], Plain] = {}
    for field in in_region(region, position):
        value = value_of(position, field)
        if _untouched(field, value, sent, language):
            # It may be told more exactly than the form can, and in an order that means something.
            continue
        try:
            values[field.keys] = _value(field, sent, value, language)
        except Mistyped as error:
            errors[field.path] = problem_text(error.problem, language)
    if errors:
        raise UnreadableForm(errors)
    return with_values(position, values)


def _control(field: PositionField, value: Plain, language: str, sent: Entered | None, error: str) -> FormField:
    words = labels(language)
    label = words.words.place(field.path) if field.keys[0] != "players" else words.field(field)
    kind, boxes = _boxes(field, value, label, language)
    if sent is not None:
        boxes = [_as_sent(box, sent, kind) for box in boxes]
    least, most = (field.least, field.most) if isinstance(field, NumberField) else (0, MAX_COUNT)
    return FormField(field.path, label, kind, tuple(boxes), least, most, error)


def _untouched(field: PositionField, value: Plain, sent: Entered, language: str) -> bool:
    """Whether a field comes back as the form showed it."""
    kind, boxes = _boxes(field, value, "", language)
    return boxes == [_as_sent(box, sent, kind) for box in boxes]


def _as_sent(box: Box, sent: Entered, kind: Kind) -> Box:
    """A control with what was entered, while that is to be mended."""
    if kind in ("select", "ticks"):
        return replace(box, on=box.value in sent.getlist(box.name))
    return replace(box, value=sent.get(box.name, "")[:MAX_LENGTH])


def _boxes(field: PositionField, value: Plain, label: str, language: str) -> tuple[Kind, list[Box]]:
    """How a field is entered, and the controls with what it holds."""
    words, known = labels(language), value is not NOT_KNOWN
    if isinstance(field, NumberField):
        return "number", [Box(field.path, label, str(value) if known else "")]
    if isinstance(field, Cells):
        return "text", [Box(field.path, label, _row(field, value, language))]
    if isinstance(field, Counted):
        counts = value if isinstance(value, dict) else {}
        held = {name: str(counts.get(name, 0)) if known else "" for name in field.keyed}
        return "counted", [Box(f"{field.path}.{name}", words.thing(name, field), held[name]) for name in field.keyed]
    if isinstance(field, Heap):
        count, pieces = contents(value)
        names = Box(f"{field.path}.known", label, _named(field, pieces, known, language))
        if not field.pile:
            return "text", [names]
        return "pile", [Box(field.path, label, str(count) if known else ""), names]
    if isinstance(field, TickField):
        ticked = [thing for thing, one in field.things.items() if known and one in value]
        boxes = [Box(field.path, words.thing(thing, field), thing, thing in ticked) for thing in field.things]
        return "ticks", [*boxes, Box(f"{field.path}.none", words.words.name("pick", NONE), "1", value == [])]
    spot = cast(Spot, field)
    current = next(
        (thing for thing, plain in spot.things.items() if plain == value), EMPTY if value is None else UNKNOWN
    )
    offered = [UNKNOWN, *([EMPTY] if spot.may_be_empty else []), *spot.things]
    return "select", [Box(field.path, words.thing(thing, field), thing, thing == current) for thing in offered]


def _named(field: Heap, pieces: list[Plain], known: bool, language: str) -> str:
    if not pieces and known and not field.pile:
        return labels(language).words.name("pick", NONE)
    return told(pieces, field.things, language, field)


def _row(field: Cells, value: Plain, language: str) -> str:
    words = labels(language)
    row = value if isinstance(value, list) else []
    if value is not NOT_KNOWN and not any(row):
        return words.words.name("pick", NONE)
    names = {thing: words.thing(thing, field) for thing in field.things}
    tokens = (next((t for t, plain in field.things.items() if plain == value), EMPTY) for value in row)
    return ", ".join(names.get(token, words.words.name("pick", EMPTY)) for token in tokens)


def in_words(field: PositionField, value: Plain, language: str) -> str:
    """What a field holds, in words."""
    words = labels(language)
    if value is NOT_KNOWN:
        return words.words.name("pick", UNKNOWN)
    kind, boxes = _boxes(field, value, "", language)
    if kind in ("select", "ticks"):
        return ", ".join(box.label for box in boxes if box.on)
    if kind == "counted":
        held = (f"{box.label} {box.value}" for box in boxes if box.value not in ("", "0"))
        return ", ".join(held) or words.words.name("pick", NONE)
    return ": ".join(box.value for box in boxes if box.value)


def _value(field: PositionField, sent: Entered, value: Plain, language: str) -> Plain:
    """What a form says of a field. Raises Mistyped."""
    text = sent.get(field.path, "").strip()
    if isinstance(field, NumberField):
        return read_number(text, field.least, field.most) if text else NOT_KNOWN
    if isinstance(field, Counted):
        return _counts(field, sent)
    if isinstance(field, Heap):
        return _heap(field, sent, text, language)
    if isinstance(field, Cells):
        return _cells(field, text, language)
    if isinstance(field, TickField):
        ticked = set(sent.getlist(field.path))
        found = [value for thing, value in field.things.items() if thing in ticked]
        return found if found or sent.get(f"{field.path}.none") else NOT_KNOWN
    try:
        return field.put(value, text or UNKNOWN)
    except KeyError as error:
        known = list(cast(Spot, field).things)
        raise Mistyped("unknown-word", found=shown(text), known=nearest(text, known)) from error


def _counts(field: Counted, sent: Entered) -> Plain:
    texts = {name: sent.get(f"{field.path}.{name}", "").strip() for name in field.keyed}
    if not any(texts.values()):
        return NOT_KNOWN
    most = {name: field.limits.get(name, field.most) for name in field.keyed}
    counts = {name: read_number(text, 0, most[name]) if text else field.base for name, text in texts.items()}
    return counts if field.base else {name: count for name, count in counts.items() if count}


def _heap(field: Heap, sent: Entered, count: str, language: str) -> Plain:
    names = sent.get(f"{field.path}.known", "").strip()
    none = names.casefold() in _nothing(language)
    known = [] if none else read_things(names, field.things, language, field)
    if len(known) > field.most:
        raise Mistyped("list-too-long", found=len(known), most=field.most)
    if not field.pile:
        return known if names else NOT_KNOWN
    if not names and not count:
        return NOT_KNOWN
    number = read_number(count, 0, MAX_COUNT) if count else len(known)
    if number < len(known):
        raise Mistyped("more-known-than-there", known=len(known), count=number)
    return number if not known else known if number == len(known) else {"count": number, "known": known}


def _cells(field: Cells, text: str, language: str) -> Plain:
    if not text:
        return NOT_KNOWN
    if text.casefold() in _nothing(language):
        return [None] * field.length if field.gaps else []
    empty = {EMPTY: None} if field.gaps else {}
    row = read_things(text, {**field.things, **empty}, language, field)
    if len(row) > field.length:
        raise Mistyped("list-too-long", found=len(row), most=field.length)
    return row


def _nothing(language: str) -> tuple[str, ...]:
    return NONE, "0", labels(language).words.name("pick", NONE).casefold()

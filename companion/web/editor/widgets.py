"""Fields that are entered beside the picture: choices, steppers, ticks, heaps of cards, as the page shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from companion import engine
from companion.web.editor.edit import value_at
from companion.web.editor.fields import (
    NOT_KNOWN,
    UNKNOWN,
    Cells,
    Counted,
    Field,
    Heap,
    Number,
    Plain,
    Spot,
    Ticks,
    contents,
)
from companion.web.editor.labels import labels, symbol
from companion.web.editor.position_fields import GAME, MARKET, REGIONS, in_region

Kind = Literal["choice", "number", "ticks", "heap", "counted"]
MAX_OPEN_COUNTS = 2
"""Numbers of so many things stand open."""
MAX_OPEN_CHOICES = 4
"""A field with more things than that shows them only when somebody opens it."""


@dataclass(frozen=True)
class Choice:
    """A thing that can be put into a field: `thing` is what a tap on it puts there."""

    thing: str
    label: str
    symbol: str | None = None
    on: bool = False
    count: int = 0
    short: str = ""
    """What stands beside the symbol, if that is less than the label."""


@dataclass(frozen=True)
class Widget:
    """A field of the page. `number` is what is there, None when it is not known."""

    path: str
    label: str
    kind: Kind
    known: bool
    number: int | None = None
    choices: tuple[Choice, ...] = ()
    pieces: tuple[Choice, ...] = ()
    """Pieces of a heap; a tap on one takes it away."""
    steps: bool = False
    """Whether its number can be changed."""
    opens: bool = False
    """Whether its things are folded up."""
    told: str = ""
    """What a folded field holds, in words."""


def widgets(position: engine.Position, region: str, language: str, opened: str) -> tuple[Widget, ...]:
    """The fields of a region that are not entered in the picture alone."""
    plain = engine.to_plain(position)
    rules = engine.ruleset_of(position)
    return tuple(
        _widget(field, value_at(plain, field), language, opened == field.path, rules) for field in _beside(region)
    )


def _beside(region: str) -> Iterator[Field]:
    for field in in_region(region):
        picture_only = isinstance(field, Cells) or (region in REGIONS and region not in (GAME, MARKET))
        if not picture_only and field.path != "game.edition":
            yield field


def _widget(field: Field, value: Plain, language: str, opened: bool, rules: engine.Ruleset) -> Widget:
    words, known = labels(language), value is not NOT_KNOWN
    label = words.field(field)
    if isinstance(field, Number):
        return Widget(field.path, label, "number", known, value if known else None, steps=True)
    if isinstance(field, Counted):
        choices = _counted(field, value, language, rules)
        told = ", ".join(f"{choice.label} {choice.count}" for choice in choices if choice.count)
        folded = not opened and len(choices) > MAX_OPEN_COUNTS
        shown = () if folded else choices
        return Widget(field.path, label, "counted", known, choices=shown, opens=folded, told=told)
    if isinstance(field, Heap):
        return _heap(field, value, language, opened, rules)
    assert isinstance(field, (Spot, Ticks))  # noqa: S101 (the picture shows the rest)
    held = value if isinstance(field, Ticks) and known else [value] if known else []
    ticks = [
        Choice(
            UNKNOWN if isinstance(field, Spot) and one in held else thing, words.thing(thing, field), None, one in held
        )
        for thing, one in field.things.items()
    ]
    many = len(ticks) > MAX_OPEN_CHOICES
    told = ", ".join(tick.label for tick in ticks if tick.on)
    shown = tuple(ticks) if opened or not many else ()
    kind: Kind = "choice" if isinstance(field, Spot) else "ticks"
    return Widget(field.path, label, kind, known, choices=shown, opens=many and not opened, told=told)


def _counted(field: Counted, value: Plain, language: str, rules: engine.Ruleset) -> tuple[Choice, ...]:
    words = labels(language)
    counts = value if isinstance(value, dict) else {}
    names = [name for name in field.keyed if name in counts or _played(name, rules)]
    return tuple(Choice(name, words.thing(name, field), None, False, counts.get(name, 0)) for name in names)


def _heap(field: Heap, value: Plain, language: str, opened: bool, rules: engine.Ruleset) -> Widget:
    words = labels(language)
    count, values = contents(value)
    tokens = _tokens(field, values)
    pieces = tuple(
        Choice(f"-{thing}", words.thing(thing, field), symbol(thing), True, number)
        for thing, number in Counter(tokens).items()
    )
    offered = [thing for thing in field.things if _played(thing.partition(":")[2], rules)]
    choices = tuple(Choice(thing, words.thing(thing, field), symbol(thing)) for thing in offered) if opened else ()
    known = value is not NOT_KNOWN
    number = count if known else None
    label, opens = words.field(field), not opened
    return Widget(field.path, label, "heap", known, number, choices, pieces, opens=opens, steps=field.pile)


def _tokens(field: Heap, pieces: Sequence[Plain]) -> list[str]:
    """The things that pieces are; a piece of which the format tells more than things do is left out."""
    return [thing for piece in pieces for thing, plain in field.things.items() if plain == piece]


def _played(card: str, rules: engine.Ruleset) -> bool:
    """Whether a card is in this game; whatever is no cattle card is."""
    edition = engine.editions()[-1]
    every = engine.load_catalog(edition, engine.variants(edition)).cattle.breeds
    breed = card.partition(":")[0]
    return breed not in every or breed in rules.catalog.cattle.breeds

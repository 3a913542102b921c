"""Fields that are entered beside the picture: choices, numbers, ticks, things of which there are so many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from markupsafe import Markup

from companion import engine
from companion.engine import NOT_KNOWN
from companion.pictures.board import piece
from companion.web.assets import sprite
from companion.web.editor.editing import value_of
from companion.web.editor.field_kinds import (
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
from companion.web.editor.position_fields import MARKET, in_region

Kind = Literal["choice", "number", "ticks", "kinds"]
MAX_OPEN_CHOICES = 4
"""A field with more things than that shows them only when somebody opens it."""
_FIRST = ("dollars", "draw", "discard", "objectives", "hazards", "outlaws", "certificates", "exchange_tokens")
"""What is entered of most players, in the order in which people look through what lies before them."""
OPEN = (
    "discard",
    "objectives",
    "hazards",
    "outlaws",
    "station_masters",
    "cattle_market",
    "objective_display",
    "spare_masters",
)
"""Things that many have: they stand open as pictures."""
_IN_PICTURES = ("workers", "cleared", "deliveries", "stations", "branchlets")
"""What is tapped in a picture: of the player's board, of railroad and cities."""
NUMBERS: Mapping[str, int] = {"dollars": 20, "draw": 20, "certificates": 6, "exchange_tokens": 6}
"""Numbers to tap stand open, up to this one; larger ones are typed."""
MOST_OPENED = 27
"""Up to this number when somebody opens a field."""
TILES = ("hazard", "objective", "outlaw", "worker", "master")
"""Things of which nobody has many alike: another tap makes them two, one more none."""
_LOOKS: Mapping[str, str] = {"station_masters": "master", "outlaws": "outlaw", "cattle_market": "card"}
"""Fields whose things are bare words, and the kind of thing that they are."""


@dataclass(frozen=True)
class PieceChoice:
    """A thing that can be put into a field: `thing` is what a tap on it puts there."""

    thing: str
    label: str
    picture: Markup | None = None
    """How it looks on the board; whatever has no looks is told by its label."""
    on: bool = False
    count: int = 0
    many: bool = False
    """Whether somebody may have several: how many is a tap, too."""


@dataclass(frozen=True)
class Widget:
    """A field of the page. `number` is what is there, None when it is not known."""

    path: str
    label: str
    kind: Kind
    known: bool
    number: int | None = None
    choices: tuple[PieceChoice, ...] = ()
    numbers: range = range(0)
    """Numbers to tap."""
    steps: bool = False
    """Whether its number can be changed."""
    opens: bool = False
    """Whether its things are folded up."""
    told: str = ""
    """What a folded field holds, in words."""


def widgets(position: engine.Position, region: str, language: str, opened: str) -> tuple[Widget, ...]:
    """The fields of a region that are not entered in the picture alone."""
    rules = engine.ruleset_of(position)
    return tuple(
        _widget(field, value_of(position, field), language, opened == field.path or is_open(position, field), rules)
        for field in _beside(position, region)
    )


def is_open(position: engine.Position, field: PositionField) -> bool:
    """Whether the things of a field stand open: those that many have, and the cards of whoever asks."""
    return name_of(field) in OPEN or field.path == f"players.{position.turn.player}.hand"


def _beside(position: engine.Position, region: str) -> Iterator[PositionField]:
    def place(field: PositionField) -> int:
        return _FIRST.index(name_of(field)) if name_of(field) in _FIRST else len(_FIRST)

    for field in sorted(in_region(region, position), key=place):
        picture_only = isinstance(field, Cells) or (
            isinstance(field, Spot) and field.keys[0] == "board" and region != MARKET
        )
        if not picture_only and field.path != "game.edition" and name_of(field) not in _IN_PICTURES:
            yield field


def name_of(field: PositionField) -> str:
    """The key that says what a field holds."""
    return field.keys[2] if field.keys[0] == "players" else field.keys[1]


def _widget(field: PositionField, value: Plain, language: str, opened: bool, rules: engine.Ruleset) -> Widget:
    edition = rules.catalog.edition
    words, known, name = labels(language, edition), value is not NOT_KNOWN, name_of(field)
    label, numbers = words.field(field), range(NUMBERS.get(name, -1) + 1)
    if isinstance(field, NumberField):
        return Widget(field.path, label, "number", known, value if known else None, numbers=numbers, steps=True)
    if isinstance(field, (Counted, Heap)):
        choices = tuple(_kinds(field, value, language, rules))
        summary = ", ".join(f"{c.count} × {c.label}" if c.count > 1 else c.label for c in choices if c.count)
        pile = isinstance(field, Heap) and field.pile
        number = contents(value)[0] if pile and known else None
        if pile and opened and not numbers and name not in ("hand", "discard"):
            numbers = range(MOST_OPENED + 1)
        shown = choices if opened else ()
        return Widget(field.path, label, "kinds", known, number, shown, numbers, pile, not opened, summary)
    assert isinstance(field, (Spot, TickField))  # noqa: S101 (the picture shows the rest)
    held = value if isinstance(field, TickField) and known else [value] if known else []
    ticks = tuple(_tick(field, thing, one in held, language, edition) for thing, one in field.things.items())
    opened = opened or len(ticks) <= MAX_OPEN_CHOICES
    summary = ", ".join(tick.label for tick in ticks if tick.on)
    kind: Kind = "choice" if isinstance(field, Spot) else "ticks"
    shown = ticks if opened else ()
    return Widget(field.path, label, kind, known, choices=shown, opens=not opened, told=summary)


def _tick(field: PositionField, thing: str, on: bool, language: str, edition: int) -> PieceChoice:
    """A thing of a list; of a place for one thing, what is there goes with another tap."""
    tick = choice(thing, language, field, on=on, edition=edition)
    return replace(tick, thing=UNKNOWN) if on and isinstance(field, Spot) else tick


def _kinds(field: Counted | Heap, value: Plain, language: str, rules: engine.Ruleset) -> Iterator[PieceChoice]:
    """Every kind of thing that a field takes, with how many there are."""
    counts = value if isinstance(value, dict) and isinstance(field, Counted) else {}
    pieces = contents(value)[1] if isinstance(field, Heap) else []
    for thing in field.things if isinstance(field, Heap) else field.keyed:
        count = pieces.count(field.things[thing]) if isinstance(field, Heap) else counts.get(thing, 0)
        if count or _played(thing, rules):
            many = thing.partition(":")[0] not in TILES
            yield replace(
                choice(thing, language, field, edition=rules.catalog.edition), on=bool(count), count=count, many=many
            )


def choice(
    thing: str, language: str, field: PositionField | None = None, *, on: bool = False, edition: int | None = None
) -> PieceChoice:
    """A thing to choose, with its looks."""
    bare = field is not None and not (isinstance(field, Spot) and ":" in thing)
    kind = _LOOKS.get(name_of(field)) if field and bare else None
    looks = piece(f"{kind}:{thing}" if kind and not thing.startswith(kind) else thing, sprite(), language)
    return PieceChoice(thing, labels(language, edition).thing(thing, field), looks, on)


def _played(thing: str, rules: engine.Ruleset) -> bool:
    """Whether a card is in this game; whatever is no cattle card is."""
    edition = engine.editions()[-1]
    every = engine.load_catalog(edition, engine.variants(edition)).cattle.breeds
    breed = thing.removeprefix("card:").partition(":")[0]
    return breed not in every or breed in rules.catalog.cattle.breeds

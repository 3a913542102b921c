"""The game as agreed and the turn as it stands, in the position format."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.engine.core import Action, Effect
from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog, assumed, editions, layers_of, variants
from companion.engine.core.components.house import MAX_HOUSE_RULES, FigureRules, HouseFigure, contradictions
from companion.engine.core.position import COPIED_RISK, MAX_COUNT, PHASES, RISK
from companion.engine.core.reasons import Path
from companion.engine.core.vocabulary import WORDS
from companion.engine.effects import pending_vocabulary
from companion.engine.format.board import engine_shape
from companion.engine.format.containers import Record, Sequence, Table, Tagged
from companion.engine.format.pieces import numbers
from companion.engine.format.shapes import (
    NOT_KNOWN,
    BitReader,
    BitWriter,
    Flag,
    OutOfBits,
    Plain,
    Reading,
    Shape,
    Whole,
    Word,
    read_entries,
)

# The shapes of the fields of actions and effects, as their classes declare them (`core.vocabulary`).

T = TypeVar("T", Action, Effect)

_MAX_WAY_LENGTH = 400
"""Spaces of a way. The trail has far fewer, and judging a way costs what it names."""

_LEAST = -9
"""Hiring can be cheaper by a few dollars; nothing else is negative."""


def _ends(numbers: typing.Iterable[int]) -> Whole:
    """From the lowest of these numbers to the highest."""
    numbers = tuple(numbers)
    return Whole(min(numbers), max(numbers))


def _word(what: str, catalog: Catalog) -> Word:
    return Word(WORDS[what](catalog), what)


_SHAPES: Mapping[str, Callable[[Catalog], Shape[Any]]] = {
    **{what: functools.partial(_word, what) for what in WORDS},
    "way": lambda catalog: Sequence(Word(catalog.trail.spaces, "space"), _MAX_WAY_LENGTH, "row"),
    "stop": engine_shape,
    "count": lambda _: Whole(1, MAX_COUNT),
    "row": lambda catalog: _ends(catalog.job_market.rows),
    "column": lambda catalog: Whole(1, max(catalog.job_market.columns.values())),
    "station": lambda catalog: _ends(catalog.railroad.stations),
    "marker": lambda catalog: _ends(catalog.table.certificates.track),
}


def record_of(catalog: Catalog, kind: type[T]) -> Record[T]:
    """The record of a class of actions or effects: what its fields are, and which it cannot do without."""
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = dataclasses.fields(kind)
    required = [field.name for field in fields if field.default is dataclasses.MISSING]
    return Record(kind, {field.name: _shape(catalog, hints[field.name]) for field in fields}, required)


def _shape(catalog: Catalog, hint: Any) -> Shape[Any]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _SHAPES[inner[1]](catalog)
    if origin in (typing.Union, types.UnionType):
        (hint,) = (kind for kind in inner if kind is not type(None))
        return _shape(catalog, hint)
    if origin is tuple:
        return Sequence(_shape(catalog, inner[0]), MAX_COUNT, "row")
    if origin is typing.Literal:
        return Word(inner)
    return Flag() if hint is bool else Whole(_LEAST, MAX_COUNT)


CODED_EDITION = 2
"""Codes without a header are about this edition."""


class EditionShape(Whole):
    """An edition."""

    def __init__(self) -> None:
        super().__init__(min(editions()), max(editions()))

    def pack(self, value: int, bits: BitWriter) -> None:
        bits.write_count(value - CODED_EDITION)

    def unpack(self, bits: BitReader) -> int:
        edition = bits.read_count() + CODED_EDITION
        if edition not in editions():
            raise OutOfBits("an edition that is not known")
        return edition


class VariantShape(Word):
    """A variant of an edition. Codes without a header name those that are thought of anyway."""

    def __init__(self, edition: int) -> None:
        super().__init__(variants(edition), "variant")
        self.coded = Word(assumed(edition))
        others = (other for other in editions() if other != edition)
        self.elsewhere = {variant: other for other in others for variant in variants(other)}

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, str) and value in self.elsewhere and value not in self.places:
            reading.problem("variant-of-other-edition", path, found=value, edition=self.elsewhere[value])
            return NOT_KNOWN
        return super().read(value, path, reading)

    def pack(self, value: str, bits: BitWriter) -> None:
        self.coded.pack(value, bits)

    def unpack(self, bits: BitReader) -> str:
        return self.coded.unpack(bits)


class ReadingShape(Word):
    """How the table reads one rule. Nobody needs to tell the first way, which is ours."""

    def things(self) -> Mapping[str, Plain]:
        return {word: word for word in self.known[1:]}


class Deviations(Shape[Mapping[str, Any]]):
    """What the table does otherwise than usual, by name. What is as usual says nothing."""

    values: Mapping[str, Shape[Any]]
    """Everything that may be done otherwise, and what each may become."""

    @abstractmethod
    def is_usual(self, name: str, value: Any) -> bool:
        """Whether a value says nothing."""

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        entries = read_entries(value, self.values, path, reading)
        if entries is NOT_KNOWN:
            return NOT_KNOWN
        return {name: entry for name, entry in entries.items() if not self.is_usual(name, entry)} or NOT_KNOWN

    def changed(self, value: Any, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading) -> Any:
        if len(keys) != 1:
            return super().changed(value, keys, plain, path, reading)
        others = {name: entry for name, entry in (value or {}).items() if name != keys[0]}
        return self.read(others if plain is NOT_KNOWN else {**others, keys[0]: plain}, path, reading)

    def schema(self) -> dict[str, Plain]:
        properties = {name: one.schema() for name, one in self.values.items()}
        return {"type": "object", "additionalProperties": False, "properties": properties}


class ReadingsShape(Deviations):
    """How the table reads rules. Our own reading says nothing; in codes readings and choices are numbers."""

    def __init__(self, catalog: Catalog) -> None:
        self.readings = catalog.readings.readings
        self.values: Mapping[str, ReadingShape] = {
            name: ReadingShape(tuple(reading.choices), "reading") for name, reading in self.readings.items()
        }

    def is_usual(self, name: str, value: str) -> bool:
        return value == self.readings[name].ours

    def _in_order(self, value: Mapping[str, str]) -> list[tuple[str, str]]:
        return sorted(value.items(), key=lambda entry: self.readings[entry[0]].code)

    def plain(self, value: Mapping[str, str]) -> Plain:
        return dict(self._in_order(value))

    def pack(self, value: Mapping[str, str], bits: BitWriter) -> None:
        bits.write_count(len(value))
        for name, choice in self._in_order(value):
            bits.write_count(self.readings[name].code)
            bits.write_count(self.values[name].places[choice])

    def unpack(self, bits: BitReader) -> Mapping[str, str]:
        by_code = {reading.code: reading for reading in self.readings.values()}
        result: dict[str, str] = {}
        for _ in range(bits.read_count()):
            reading, place = by_code.get(bits.read_count()), bits.read_count()
            if reading is None or reading.id in result or not 0 < place < len(reading.choices):
                raise OutOfBits("a reading that is not known")
            result[reading.id] = self.values[reading.id].known[place]
        return result


class HouseShape(Deviations):
    """The figures that the table plays otherwise than they are printed. What is printed says nothing.

    In codes a figure is the number of its kind and the places of its ids, its value how far it is from the least.
    """

    def __init__(self, rules: FigureRules, figures: Callable[[], Mapping[str, HouseFigure]]) -> None:
        self.rules, self._figures = rules, figures

    # Games without any, which most are, never ask for them.
    @functools.cached_property
    def figures(self) -> Mapping[str, HouseFigure]:
        """Every figure that may be changed."""
        return self._figures()

    @functools.cached_property
    def values(self) -> Mapping[str, Whole]:  # type: ignore[override]
        """What each of them may become."""
        return {name: Whole(figure.least, figure.most) for name, figure in self.figures.items()}

    @functools.cached_property
    def _named(self) -> Mapping[tuple[str, tuple[int, ...]], str]:
        return {(figure.rule, figure.places): name for name, figure in self.figures.items()}

    def is_usual(self, name: str, value: int) -> bool:
        return {*self.figures[name].values} == {value}

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, dict) and len(value) > MAX_HOUSE_RULES:
            reading.problem("list-too-long", path, found=len(value), most=MAX_HOUSE_RULES)
            return NOT_KNOWN
        result = super().read(value, path, reading)
        for wrong in contradictions(self.rules, self.figures, {} if result is NOT_KNOWN else result):
            at = wrong.low if wrong.low in result else wrong.high
            reading.problem("house-contradiction", (*path, at), **wrong._asdict())
        return result

    def plain(self, value: Mapping[str, int]) -> Plain:
        return {name: value[name] for name in self.figures if name in value}

    def schema(self) -> dict[str, Plain]:
        return {**super().schema(), "maxProperties": MAX_HOUSE_RULES}

    def pack(self, value: Mapping[str, int], bits: BitWriter) -> None:
        entries = self.plain(value)
        bits.write_count(len(entries))
        for name, number in entries.items():
            figure = self.figures[name]
            bits.write_count(self.rules.figures[figure.rule].code)
            for place in figure.places:
                bits.write_count(place)
            self.values[name].pack(number, bits)

    def unpack(self, bits: BitReader) -> Mapping[str, int]:
        result: dict[str, int] = {}
        for _ in range(bits.read_count()):
            rule = self.rules.by_code.get(bits.read_count(), "")
            places = self.rules.figures[rule].places if rule else 0
            name = self._named.get((rule, tuple(bits.read_count() for _ in range(places))))
            if name is None or name in result or len(result) == MAX_HOUSE_RULES:
                raise OutOfBits("a house rule that is not known")
            result[name] = self.values[name].unpack(bits)
        if any(contradictions(self.rules, self.figures, result)):
            raise OutOfBits("house rules that contradict each other")
        return result


def game(catalog: Catalog) -> Record[p.Game]:
    """What was agreed before the game."""
    players = catalog.table.players
    tiles = dict.fromkeys(face.number for face in catalog.buildings.faces.values())
    sides = sorted({face.side for face in catalog.buildings.faces.values()})
    return Record(
        p.Game,
        {
            "edition": EditionShape(),
            "players": Whole(players.least, players.most),
            "variants": Sequence(VariantShape(catalog.edition), MAX_COUNT, "once"),
            "sides": Table(int, numbers(tiles), Word(sides)),
            "readings": ReadingsShape(catalog),
            "house": HouseShape(catalog.house, lambda: catalog.changeable),
        },
    )


def turn(catalog: Catalog) -> Record[p.Turn]:
    """Whose turn it is and what has happened in it."""
    stations = Whole(min(catalog.railroad.stations), max(catalog.railroad.stations))
    local = [RISK, *catalog.buildings.local_actions, COPIED_RISK]
    return Record(
        p.Turn,
        {
            "player": Word(catalog.table.players.colours, "player"),
            "phase": Word(PHASES, "phase"),
            "first_turn": Flag(),
            "used": Sequence(Word(local, "action"), MAX_COUNT, "once"),
            "final_round": Flag(),
            "buildings_used": Sequence(Word([*catalog.buildings.neutral, *catalog.buildings.faces]), MAX_COUNT, "once"),
            "auxiliary_used": Flag(),
            "cowboys_used": Whole(0, MAX_COUNT, (0, catalog.player_board.worker_rows.spaces)),
            "stations_upgraded": Sequence(stations, MAX_COUNT, "once"),
            "breeding_value": Whole(0, MAX_COUNT),
            "pending": Sequence(pending_shape(catalog), MAX_COUNT, "row"),
        },
    )


def pending_shape(catalog: Catalog) -> Tagged:
    """`{"effect": "hire", "extra": 2}`: an effect by name, with its parameters."""
    kinds = pending_vocabulary(tuple(layer.id for layer in layers_of(catalog)))
    records = {name: record_of(catalog, kind) for name, kind in kinds.items()}
    return Tagged("effect", records, lambda effect: str(effect.name), "effect")

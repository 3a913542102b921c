"""The kinds of fields: each a field of WTForms that reads what was typed, and knows what a tap means.

A kind works on a field that the format describes (`engine.described`) and on its value as the format writes it. Words
for things stand in addresses as well: `empty`, `worker:cowboy`, `building:blue:3a`, `+1`. WTForms binds fields to a
form, takes what was sent and collects errors. Ours is what it has no word for: fields of several inputs, values that
nobody knows, and a field that comes back as it was shown, which says nothing new.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple, cast

from werkzeug.datastructures import MultiDict
from wtforms import Field
from wtforms.form import BaseForm

from companion import engine
from companion.engine import MAX_COUNT, NOT_KNOWN, Described, nearest, shown
from companion.i18n.forms import Noun
from companion.integers import whole
from companion.sentences.findings import problem_text
from companion.web.editor.labels import EMPTY, NONE, UNKNOWN, PieceChoice, choice, labels

Plain = Any
Things = Mapping[str, Plain]
"""Thing -> what it is in the format."""
Sent = MultiDict[str, str]
"""What a form sends."""

CLEAR = "clear"
"""Picked by a long press: whatever lies there goes away."""
MAX_LENGTH = 2000
"""Nobody types more letters into a field."""
MAX_OPEN_CHOICES = 4
"""A field with more things than that shows them only when somebody opens it."""
NUMBERS: Mapping[str, int] = {"dollars": 20, "draw": 20, "certificates": 6, "exchange_tokens": 6}
"""Numbers to tap stand open, up to this one; larger ones are typed."""
MOST_OPENED = 27
"""Up to this number when somebody opens a field."""
TILES = ("hazard", "objective", "outlaw", "worker", "master")
"""Things of which nobody has many alike: another tap makes them two, one more none."""
_SEPARATORS = re.compile(r"[,;\n]+")
_PUNCTUATION = re.compile(r"[()]|(?<=[^\W\d_])[.:·]|(?<=\d)\s*[x×*](?=\s|\w)|(?<=[\s\w])[x×*](?=\s*\d+\b)")
_WORDS = re.compile(r"\d+(?=[^\W\d_])|[^\W\d_]+\d+|[–-](?=[–-]*[^\W\d_])|\S+")
_LETTERS_AND_NUMBER = re.compile(r"([^\W\d_]+)(\d+)")
_NUMBER = re.compile(r"\d")
_SO_MANY = re.compile(r"(?P<name>.+)(?P<sign>[=+-])(?P<number>[0-9]{1,3})")
_LONGEST = 5
"""No name that is typed has more words."""


class Unfitting(Exception):
    """A thing that does not fit where it was put. `place` says what does."""

    def __init__(self, place: str, thing: str) -> None:
        super().__init__(f"{thing} at {place}")
        self.place, self.thing = place, thing


class Mistyped(Exception):
    """Something typed that means nothing here. `problem` says what is wrong and what would be right."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(f"{code} {params}")
        self.problem = engine.Problem(code, params)
        self.field: str | None = None
        """The field of a form that it was typed into, where somebody knows."""


class Input(NamedTuple):
    """One control: its name in the form, what it is called, what it holds."""

    name: str
    label: str
    value: str = ""
    on: bool | None = None
    """Of those that are chosen or ticked, whether it is."""


class EditorField(Field):
    """What all kinds have in common. `data` is the value as the format writes it, or NOT_KNOWN."""

    kind: ClassVar[str] = ""
    steps: ClassVar[bool] = False
    pieces: ClassVar[bool] = False
    """Whether it holds pieces of which several may be alike, that are typed as a list."""
    sent: Sent | None = None
    touched = False

    def __init__(
        self,
        of: Described,
        language: str,
        *,
        edition: int | None = None,
        opened: Callable[[Described], bool] = bool,
        offered: Callable[[Described, str], bool] = lambda _field, _thing: True,
        **options: Any,
    ) -> None:
        self.words = labels(language, edition)
        super().__init__(label=self.words.field(of), **options)
        self.of, self.language, self.edition, self.opened = of, language, edition, opened(of)
        self.offered = functools.partial(offered, of)

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        """The value after a thing was put there. Raises KeyError for what does not fit."""
        raise NotImplementedError

    @staticmethod
    def tap(of: Described, value: Plain, which: str, pick: str, away: Callable[[], str]) -> str:
        """What is put there by a tap with a thing in hand; `away` says what takes away what lies there."""
        raise KeyError(pick)

    @staticmethod
    def holds(of: Described, value: Plain) -> dict[str, str]:
        """Place of the picture -> the thing that a tap there would take away."""
        return {}

    @staticmethod
    def none(of: Described) -> Plain:
        """The value that says that there are none; NOT_KNOWN where that is not to be said."""
        return []

    @staticmethod
    def held(of: Described, value: Plain) -> list[str]:
        """The things that it holds, each as often as it is there."""
        return [thing for one in contents(value)[1] if (thing := _thing_of(of, one))]

    @property
    def path(self) -> str:
        """Where the field stands."""
        return self.of.path

    @property
    def known(self) -> bool:
        """Whether anybody told what it holds."""
        return self.data is not NOT_KNOWN

    @property
    def number(self) -> int | None:
        """How many there are, None when it is not known."""
        return contents(self.data)[0] if self.known else None

    @property
    def numbers(self) -> Iterable[int]:
        """Numbers to tap."""
        return range(NUMBERS.get(self.of.name, -1) + 1)

    @functools.cached_property
    def _all(self) -> tuple[PieceChoice, ...]:
        counts = Counter(self.held(self.of, self.data))
        return tuple(
            replace(
                choice(thing, self.language, self.of, on=bool(counts[thing]), edition=self.edition),
                count=counts[thing],
                many=thing.partition(":")[0] not in TILES,
            )
            for thing in self.of.things
            if counts[thing] or self.offered(thing)
        )

    @property
    def opens(self) -> bool:
        """Whether its things are folded up."""
        return not self.opened and (self.pieces or len(self.of.things) > MAX_OPEN_CHOICES)

    @property
    def choices(self) -> tuple[PieceChoice, ...]:
        """What there is to tap."""
        return self._all if self.opened or not self.opens else ()

    @property
    def summary(self) -> str:
        """What it holds while it is folded up."""
        return ", ".join(f"{c.count} × {c.label}" if c.count > 1 else c.label for c in self._all if c.count)

    @property
    def typed(self) -> str:
        """What it holds, as it is typed."""
        return typed_text(self.held(self.of, self.data), self.of, self.language)

    @property
    def sample(self) -> str:
        """How cards are typed."""
        own = self.of.keys[0] == "players"
        typed = (
            thing for thing in self.of.things if (own and thing.startswith("card:")) or self.of.name == "cattle_market"
        )
        names = [self.words.thing(thing, self.of) for thing in typed if self.pieces and self.offered(thing)]
        return f"3 {names[0]}, 2 {names[1]}" if names else ""

    def inputs_of(self, value: Plain) -> list[Input]:
        """The controls with a value."""
        raise NotImplementedError

    @property
    def inputs(self) -> list[Input]:
        """The controls with what the field holds, or with what was sent as long as that is to be mended."""
        inputs = self.inputs_of(self.object_data)
        if self.sent is None:
            return inputs
        return [
            one._replace(value=self.sent.get(one.name, "")[:MAX_LENGTH])
            if one.on is None
            else one._replace(on=one.value in self.sent.getlist(one.name))
            for one in inputs
        ]

    def text(self, name: str = "") -> str:
        """What was typed into an input."""
        return (self.sent or Sent()).get(f"{self.path}{name}", "").strip()

    def process(self, formdata: Any, data: Any = NOT_KNOWN, extra_filters: Any = None) -> None:
        """Take the value of the position, and what was sent."""
        self.sent = formdata
        super().process(formdata, data, extra_filters)

    def process_formdata(self, valuelist: list[str]) -> None:  # noqa: ARG002 (a field may have several inputs)
        """Take what was sent. What comes back as it was shown may be told more exactly than a form can: it stays."""
        self.touched = self.inputs != self.inputs_of(self.object_data)
        if self.touched:
            try:
                self.data = self.read()
            except Mistyped as error:
                raise ValueError(problem_text(error.problem, self.language)) from error

    def read(self) -> Plain:
        """The value of what was sent. Raises Mistyped."""
        raise NotImplementedError

    @property
    def in_words(self) -> str:
        """What the field holds, in words."""
        if not self.known:
            return self.words.words.name("pick", UNKNOWN)
        inputs = self.inputs_of(self.data)
        return ", ".join(one.label for one in inputs if one.on) or ": ".join(
            one.value for one in inputs if one.on is None and one.value
        )


class OneThing(EditorField):
    """A place for one thing."""

    kind = "one"

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        return None if thing == EMPTY and of.nothing else of.things[thing]

    @staticmethod
    def tap(of: Described, value: Plain, which: str, pick: str, away: Callable[[], str]) -> str:
        if pick == CLEAR or (pick in of.things and of.things[pick] == value):
            return away()
        return UNKNOWN if pick == EMPTY and value is None else pick

    @staticmethod
    def holds(of: Described, value: Plain) -> dict[str, str]:
        return {of.path: _thing_of(of, value) or EMPTY}

    @staticmethod
    def held(of: Described, value: Plain) -> list[str]:
        return [thing for thing in (_thing_of(of, value),) if thing]

    @staticmethod
    def none(of: Described) -> Plain:
        return False if of.name == "job_market_token" else NOT_KNOWN

    def inputs_of(self, value: Plain) -> list[Input]:
        current = _thing_of(self.of, value) or (EMPTY if value is None else UNKNOWN)
        offered = [UNKNOWN, *([EMPTY] if self.of.nothing else []), *self.of.things]
        return [Input(self.path, self.words.thing(thing, self.of), thing, thing == current) for thing in offered]

    def read(self) -> Plain:
        text = self.text()
        try:
            return put(self.of, NOT_KNOWN, text or UNKNOWN)
        except KeyError as error:
            raise Mistyped("unknown-word", found=shown(text), known=nearest(text, list(self.of.things))) from error


class TickList(EditorField):
    """A list in which each thing stands once or not at all: putting it there again takes it away."""

    kind = "once"

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return []
        value, ticked = of.things[thing], before if isinstance(before, list) else []
        if value in ticked:
            return [other for other in ticked if other != value]
        return sorted([*ticked, value], key=list(of.things.values()).index)

    @staticmethod
    def tap(of: Described, value: Plain, which: str, pick: str, away: Callable[[], str]) -> str:
        if not which:
            raise KeyError(pick)
        return which

    @staticmethod
    def holds(of: Described, value: Plain) -> dict[str, str]:
        return {f"{of.path}:{thing}": thing for thing, one in of.things.items() if one in value}

    def inputs_of(self, value: Plain) -> list[Input]:
        held = value if isinstance(value, list) else []
        boxes = [Input(self.path, self.words.thing(t, self.of), t, one in held) for t, one in self.of.things.items()]
        return [*boxes, Input(f"{self.path}.none", self.words.words.name("pick", NONE), "1", value == [])]

    def read(self) -> Plain:
        ticked = (self.sent or Sent()).getlist(self.path)
        values = [value for thing, value in self.of.things.items() if thing in ticked]
        return values if values or self.text(".none") else NOT_KNOWN


class NumberField(EditorField):
    """A number: `+1`, `-1`, or the number itself. What is not known counts as the least."""

    kind, steps = "number", True

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        number = signed(thing)
        if number is None or (thing[0] not in "+-" and not of.least <= number <= of.most):
            raise KeyError(thing)
        start = before if type(before) is int else of.least
        return min(max(start + number, of.least), of.most) if thing[0] in "+-" else number

    @staticmethod
    def none(of: Described) -> Plain:
        return of.least if of.name != "seat" else NOT_KNOWN

    def inputs_of(self, value: Plain) -> list[Input]:
        return [Input(self.path, self.label.text, "" if value is NOT_KNOWN else str(value))]

    def read(self) -> Plain:
        text = self.text()
        return read_number(text, self.of.least, self.of.most) if text else NOT_KNOWN


class Many(EditorField):
    """Pieces of which several may be alike: `thing` adds one, `-thing` takes one away, `thing=3` makes them three."""

    kind, pieces = "many", True

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return []
        pieces = contents(before)[1]
        name, wanted = _so_many(of, thing, lambda name: pieces.count(of.things[name]))
        if wanted < 0:
            raise KeyError(thing)
        value = of.things[name]
        more = wanted - pieces.count(value)
        for _ in range(-more):
            pieces.remove(value)
        return pieces + [value] * max(0, min(more, of.most - len(pieces)))

    def inputs_of(self, value: Plain) -> list[Input]:
        return [Input(f"{self.path}.known", self.label.text, self._named(value))]

    def _named(self, value: Plain) -> str:
        return (
            self.words.words.name("pick", NONE)
            if value == []
            else typed_text(self.held(self.of, value), self.of, self.language)
        )

    def _names(self) -> list[Plain] | None:
        """The pieces that were named, None where nothing was. Raises Mistyped."""
        text = self.text(".known")
        pieces = [] if _is_nothing(text, self.language) else read_things(text, self.of.things, self.language, self.of)
        if len(pieces) > self.of.most:
            raise Mistyped("list-too-long", found=len(pieces), most=self.of.most)
        return pieces if text else None

    def read(self) -> Plain:
        pieces = self._names()
        return NOT_KNOWN if pieces is None else pieces


class Stack(Many):
    """A hidden zone: pieces of which some are named and all are counted, by `+1`, `-1` or a number."""

    kind, steps = "pile", True

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return 0
        (count, named), number = contents(before), signed(thing)
        if number is not None:
            counted = count + number if thing[0] in "+-" else number
            return _pile(min(max(counted, len(named)), of.most), named)
        after = Many.put(of, named, thing)
        # Somebody who counted first and then names a card names one of those counted.
        return _pile(max(count - max(0, len(named) - len(after)), len(after)), after)

    @staticmethod
    def none(of: Described) -> Plain:
        return 0 if of.name == "discard" else NOT_KNOWN

    def inputs_of(self, value: Plain) -> list[Input]:
        count = "" if value is NOT_KNOWN else str(contents(value)[0])
        return [Input(self.path, self.label.text, count), *super().inputs_of(value)]

    def _named(self, value: Plain) -> str:
        return typed_text(self.held(self.of, value), self.of, self.language)

    def read(self) -> Plain:
        pieces, text = self._names(), self.text()
        if pieces is None and not text:
            return NOT_KNOWN
        named = pieces or []
        number = read_number(text, 0, MAX_COUNT) if text else len(named)
        if number < len(named):
            raise Mistyped("more-known-than-there", known=len(named), count=number)
        return _pile(number, named)

    @property
    def opens(self) -> bool:
        """Whether some of its things are folded up."""
        return not self.opened or not all(map(self.offered, self.of.things))

    @property
    def numbers(self) -> Iterable[int]:
        """Numbers to tap: many of a stack that somebody opens."""
        few = not self.opened or self.of.name in (*NUMBERS, "hand", "discard")
        return super().numbers if few else range(MOST_OPENED + 1)


class Row(EditorField):
    """A row that closes up. A thing goes to a space by its number: `2=worker:cowboy`, `2=empty`, `2=unknown`."""

    kind = "row"

    @classmethod
    def put(cls, of: Described, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return cls.none(of)
        where, _, what = thing.partition("=")
        place = signed(where)
        if place is None or not 1 <= place <= of.most:
            raise KeyError(thing)
        row = list(before) if isinstance(before, list) else []
        value = None if what in (EMPTY, UNKNOWN) else of.things[what]
        after = cls._placed(row, place, value, end=what == UNKNOWN)
        return after or (NOT_KNOWN if what == UNKNOWN else [])

    @staticmethod
    def _placed(row: list[Plain], place: int, value: Plain, *, end: bool) -> list[Plain]:
        return row[: place - 1] + ([] if value is None else [value]) + row[place:]

    @staticmethod
    def tap(of: Described, value: Plain, which: str, pick: str, away: Callable[[], str]) -> str:
        row = value if isinstance(value, list) else []
        if which:
            # A second tap with the same thing empties a space.
            place = signed(which) or 0
            held = row[place - 1] if 0 < place <= len(row) else NOT_KNOWN
            same = pick == CLEAR or (pick in of.things and of.things[pick] == held)
            return f"{which}={EMPTY if same else pick}"
        if pick == UNKNOWN:
            return UNKNOWN
        if pick == CLEAR:
            return f"{len(row)}={EMPTY}" if row else UNKNOWN
        if pick == EMPTY:
            # Of a row that closes up, the first space that is empty is the end.
            return NONE
        # A thing goes to the first free space; a tap on a full row begins it anew.
        return f"{len(row) + 1}={pick}" if len(row) < of.most or pick not in of.things else UNKNOWN

    def inputs_of(self, value: Plain) -> list[Input]:
        return [Input(self.path, self.label.text, self._row_text(value))]

    def _row_text(self, value: Plain) -> str:
        row, words = value if isinstance(value, list) else [], self.words.words
        if value is not NOT_KNOWN and not any(row):
            return words.name("pick", NONE)
        things = (_thing_of(self.of, value) for value in row)
        return ", ".join(self.words.thing(thing, self.of) if thing else words.name("pick", EMPTY) for thing in things)

    def read(self) -> Plain:
        text = self.text()
        if not text or _is_nothing(text, self.language):
            return self.none(self.of) if text else NOT_KNOWN
        row = read_things(text, self._spaces(), self.language, self.of)
        if len(row) > self.of.most:
            raise Mistyped("list-too-long", found=len(row), most=self.of.most)
        return row

    def _spaces(self) -> Things:
        return self.of.things


class Gaps(Row):
    """A row of spaces of which some may be empty between others."""

    kind = "gaps"

    @staticmethod
    def none(of: Described) -> Plain:
        return [None] * of.most

    @staticmethod
    def _placed(row: list[Plain], place: int, value: Plain, *, end: bool) -> list[Plain]:
        row = row + [None] * (place - len(row))
        if end and place == len(row):
            return row[:-1]
        row[place - 1] = value
        return row

    @staticmethod
    def holds(of: Described, value: Plain) -> dict[str, str]:
        return {f"{of.path}:{place}": _thing_of(of, one) or EMPTY for place, one in enumerate(value, start=1)}

    def _spaces(self) -> Things:
        return {**self.of.things, EMPTY: None}


class Counts(EditorField):
    """How many there are of each thing, complete when it is there: `name+1`, `name-1`, `name=3`.

    The least is what everybody has from the start; it is what the others are when the first is entered.
    """

    kind, pieces = "counts", True

    @staticmethod
    def put(of: Described, before: Plain, thing: str) -> Plain:
        everything = Counts.none(of)
        if thing == NONE:
            return everything
        counts = dict(before) if isinstance(before, dict) else everything
        name, wanted = _so_many(of, thing, lambda name: counts.get(name, 0))
        counts[name] = min(max(wanted, 0), of.limits.get(name, of.most))
        if not counts[name] and not of.least:
            del counts[name]
        return counts

    @staticmethod
    def tap(of: Described, value: Plain, which: str, pick: str, away: Callable[[], str]) -> str:
        """As many as the space says that was tapped; one less when that was the last one."""
        name, _, space = which.partition(":")
        have = value.get(name, of.least) if isinstance(value, dict) else of.least
        wanted = signed(space) or 0
        return f"{name}={max(of.least, wanted - 1 if wanted == have else wanted)}"

    @staticmethod
    def holds(of: Described, value: Plain) -> dict[str, str]:
        return {f"{of.path}.{name}": str(count) for name, count in value.items()}

    @staticmethod
    def held(of: Described, value: Plain) -> list[str]:
        return [*Counter(value if isinstance(value, dict) else {}).elements()]

    @staticmethod
    def none(of: Described) -> Plain:
        return dict.fromkeys(of.things, of.least) if of.least else {}

    def inputs_of(self, value: Plain) -> list[Input]:
        counts = value if isinstance(value, dict) else {}
        held = {name: "" if value is NOT_KNOWN else str(counts.get(name, 0)) for name in self.of.things}
        return [Input(f"{self.path}.{name}", self.words.thing(name, self.of), held[name]) for name in self.of.things]

    @property
    def in_words(self) -> str:
        if not self.known:
            return super().in_words
        held = (f"{one.label} {one.value}" for one in self.inputs_of(self.data) if one.value not in ("", "0"))
        return ", ".join(held) or self.words.words.name("pick", NONE)

    def read(self) -> Plain:
        of, texts = self.of, {name: self.text(f".{name}") for name in self.of.things}
        if not any(texts.values()):
            return NOT_KNOWN
        counts = {
            name: read_number(text, 0, of.limits.get(name, of.most)) if text else of.least
            for name, text in texts.items()
        }
        return counts if of.least else {name: count for name, count in counts.items() if count}


KINDS: Mapping[str, type[EditorField]] = {
    kind.kind: kind for kind in (OneThing, NumberField, TickList, Many, Stack, Row, Gaps, Counts)
}


def put(of: Described, before: Plain, thing: str) -> Plain:
    """The value of a field after a thing was put there. Raises KeyError for what does not fit."""
    return NOT_KNOWN if thing == UNKNOWN else KINDS[of.kind].put(of, before, thing)


class EditorForm(BaseForm):
    """The form of some fields with what they hold, and with what was sent, as `model_form` makes one of a table."""

    def __init__(self, values: Mapping[Described, Plain], language: str, sent: Sent | None = None, **options: Any):
        unbound: Mapping[str, Any] = {of.path: KINDS[of.kind](of, language, **options) for of in values}
        super().__init__(unbound)
        self.process(sent, data={of.path: value for of, value in values.items()})

    @property
    def entries(self) -> Mapping[str, EditorField]:
        """The fields by their paths."""
        return cast(Mapping[str, EditorField], self._fields)


def signed(text: str) -> int | None:
    """A whole number of at most three digits, perhaps with a sign; None for anything else."""
    sign = text[:1] if text[:1] in ("+", "-") else ""
    number = whole(text[len(sign) :], 0, 999)
    return number if number is None or sign != "-" else -number


def contents(value: Plain) -> tuple[int, list[Plain]]:
    """How many pieces a pile or list holds, and those that are known."""
    if isinstance(value, list):
        return len(value), list(value)
    if isinstance(value, dict):
        return value["count"], list(value["known"])
    return (value if type(value) is int else 0), []


def _pile(count: int, named: list[Plain]) -> Plain:
    if not named:
        return count
    return named if len(named) == count else {"count": count, "known": named}


def of_pieces(of: Described, before: Plain, pieces: list[Plain]) -> Plain:
    """The value of a field of pieces of which these are named now; whoever only counted others counted them as well."""
    if of.kind == "counts":
        return {piece: pieces.count(piece) for piece in pieces}
    if len(pieces) > of.most:
        raise Mistyped("list-too-long", found=len(pieces), most=of.most)
    count, named = contents(before)
    return pieces if of.kind == "many" else _pile(max(count if count > len(named) else 0, len(pieces)), pieces)


def _so_many(of: Described, thing: str, have: Callable[[str], int]) -> tuple[str, int]:
    """A thing that is named in a step, and how many of it there are then. Raises KeyError."""
    name = thing.removeprefix("-")
    if name in of.things:
        return name, have(name) + (1 if name == thing else -1)
    step = _SO_MANY.fullmatch(thing)
    if step is None or step["name"] not in of.things:
        raise KeyError(thing)
    name, number = step["name"], int(step["number"])
    return name, {"=": number, "+": have(name) + number, "-": have(name) - number}[step["sign"]]


def _thing_of(of: Described, value: Plain) -> str:
    """The word for a value, empty where there is none."""
    return next((thing for thing, one in of.things.items() if one == value), "")


def _is_nothing(text: str, language: str) -> bool:
    return text.casefold() in (NONE, "0", labels(language).words.name("pick", NONE).casefold())


def read_number(text: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises Mistyped."""
    text = text.strip()
    number = whole(text)
    if number is None:
        raise Mistyped("not-a-number", found=shown(text), least=least, most=most)
    if not least <= number <= most:
        raise Mistyped("number-out-of-range", found=number, least=least, most=most)
    return number


def read_things(text: str, things: Things, language: str, field: Described | None = None) -> list[Plain]:
    """The plain values of the things that a text names one after another, as `read_words` does. Raises Mistyped."""
    return [things[thing] for thing in read_words(text, things, language, field)]


def read_words(text: str, things: Iterable[str], language: str, field: Described | None = None) -> list[str]:
    """The things that a text names: `2 criollo, Galloway`, `3 gu 2 je`, `sh 4`, and where letters are enough, `bbec`.

    A number stands before every name, or behind every one. Raises Mistyped.
    """
    if len(text) > MAX_LENGTH:
        raise Mistyped("too-long", have=len(text), most=MAX_LENGTH)
    by_name, named = _names(things, language, field), list[str]()
    for part in filter(None, (part.strip() for part in _SEPARATORS.split(text))):
        most = MAX_COUNT - len(named)
        try:
            named += [part] if part in things else _listed(_bare(part), by_name, most)
        except Mistyped:
            # Words that only one edition has are read too, but take no letter from those that all have.
            named += _listed(_bare(part), _names(things, language, field, (None, *engine.editions())), most)
    return named


def _names(
    things: Iterable[str], language: str, field: Described | None, editions: Iterable[int | None] = (None,)
) -> dict[str, str]:
    """What things are called, and their words in the format."""
    by_name = dict[str, str]()
    for thing in things:
        labelled = [labels(language, edition).thing(thing, field) for edition in editions]
        called = [name for label in labelled for name in (label, *Noun.forms_of(label).values())]
        for name in (*called, _word_of(thing, things), *("-–" if thing == EMPTY else ())):
            by_name.setdefault(_bare(name), thing)
    return by_name


def _word_of(thing: str, things: Iterable[str]) -> str:
    """The word of the format for a thing: `criollo` for `card:criollo`, and `shorthorn:3` for itself."""
    kind, _, word = thing.partition(":")
    return word if word and kind not in things else thing


def _bare(name: str) -> str:
    """A name without what nobody types of it."""
    return " ".join(_PUNCTUATION.sub(" ", name).casefold().split())


def _listed(part: str, by_name: Mapping[str, str], most: int) -> list[str]:
    """What a part of a list names: at most so many things. Raises Mistyped."""
    words = [part] if _meant([part], by_name) else _WORDS.findall(part)
    before, result = part[:1].isdecimal(), list[str]()
    meant = functools.cache(lambda *named: _meant([*named], by_name))
    while words:
        count = whole(words[0], 0, MAX_COUNT) if before and len(words) > 1 else None
        words = words[count is not None :]
        for length in range(min(len(words), _LONGEST), 0, -1):
            # Where numbers stand before names, one between two words is that of the second.
            next_one = words[length] if before and words[length - 1].isdecimal() and length < len(words) else "0"
            if next_one.isdecimal() and (things := meant(*words[:length])):
                break
        else:
            raise Mistyped("unknown-word", found=shown(words[0]), known=nearest(words[0], list(by_name)))
        words = words[length:]
        if not before and words and (count := whole(words[0], 0, MAX_COUNT)) is not None:
            words = words[1:]
        result += things * (1 if count is None else count)
        if len(result) > most:
            raise Mistyped("list-too-long", found=MAX_COUNT - most + len(result), most=MAX_COUNT)
    return result


def _meant(words: list[str], by_name: Mapping[str, str]) -> list[str]:
    """The thing of which the name, or else a word of it, begins so; or one for each letter. Else nothing."""
    name = " ".join(words)
    # Several Galloways are that in every alphabet: names of breeds take no other plural.
    if thing := by_name.get(name) or (len(name) > 3 and by_name.get(name.removesuffix("s"))):
        return [thing]
    if len(words) > 1 and all(len(word) == 1 and word.isalpha() for word in words):
        return []  # Letters with spaces between are letters: "g o" is no Green outlaw.
    names = [name.split() for name, thing in by_name.items() if thing != EMPTY]
    for first, last in ((0, 1), (1, _LONGEST))[: 1 if words[0].isdecimal() else 2]:
        begun = [n for n in names if any(_begins(n[at:], words) for at in range(first, last))]
        if begun:
            # Shorthorn is also what other names begin with.
            least = min(begun, key=len)
            clear = len({by_name[" ".join(name)] for name in begun}) == 1 or all(_begins(name, least) for name in begun)
            return [by_name[" ".join(least)]] if clear else []
    if len(words) == 1 and (match := _LETTERS_AND_NUMBER.fullmatch(words[0])):
        return _of_number(match[1], match[2], by_name)
    if len(words) > 1 or len(words[0]) < 2 or _NUMBER.search(words[0]):
        return []
    letters = {letter: _meant([letter], by_name) for letter in {*words[0]}}
    return [thing for letter in words[0] for thing in letters[letter]] if all(letters.values()) else []


def _of_number(letters: str, number: str, by_name: Mapping[str, str]) -> list[str]:
    """The thing with a word that begins so and another that is this number: `g3` is a green hand, 3 VP."""
    for first in (0, 1):
        named = [name.split() for name in by_name]
        fitting = [name for name in named if any(word.startswith(letters) for word in name[first:])]
        things = {by_name[" ".join(name)] for name in fitting if number in map(_number_of, name)}
        if len(things) == 1:
            return [*things]
    return []


def _number_of(word: str) -> str:
    """The number that a word begins with."""
    return word[: len(word) - len(word.lstrip("0123456789"))]


def _begins(name: list[str], words: list[str]) -> bool:
    """Whether the first words of a name begin so."""
    return len(name) >= len(words) and all(map(str.startswith, name, words))


@functools.cache
def shortest(of: Described, language: str) -> Mapping[str, str]:
    """Each thing of a field with as few letters as tell it from the others."""
    by_name = _names(of.things, language, of)
    short = {}
    for thing in of.things:
        words = _bare(labels(language).thing(thing, of)).split()
        ends = ("", *filter(None, map(_number_of, words)))
        begun = (
            word[:length] + end
            for length in range(1, max(map(len, words)) + 1)
            for end in ends
            # Of a green hand, 4 VP, the hand is told.
            for word in (words[1:] + words[:1] if end else words)
        )
        short[thing] = next((one for one in begun if _meant([one], by_name) == [thing]), " ".join(words))
    return short


def sample(of: Described, language: str) -> str:
    """How a list of what lies on its places looks."""
    return f"{' '.join(shortest(of, language).values())} –"


def typed_text(things: Iterable[str], field: Described, language: str) -> str:
    """Pieces as text that `read_things` reads as the same."""
    words = labels(language)
    parts = ((count, _unambiguous(words.thing(thing, field), thing)) for thing, count in Counter(things).items())
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in parts)


def _unambiguous(name: str, thing: str) -> str:
    """A name that can be typed; where it holds a separator, the name in the format."""
    return thing.partition(":")[2] or thing if _SEPARATORS.search(name) else name

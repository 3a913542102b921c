"""What people enter: each kind of field, with what it holds, what a tap means and how typed text is read.

A field is one that the format describes (`engine.described`) with its value as the format writes it. Forms of the
board, of quick questions and of actions are views of it. Words for things stand in addresses as well: `empty`,
`worker:cowboy`, `building:blue:3a`, `+1`. Ours is what a library of forms has no word for: fields of several inputs,
values that nobody knows, and a field that comes back as it was shown, which says nothing new.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, cast

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import engine
from companion.engine import MAX_COUNT, NOT_KNOWN, Described, nearest, shown
from companion.i18n.forms import Noun
from companion.integers import whole
from companion.pictures.board import piece
from companion.sentences.findings import problem_text
from companion.sentences.names import Words, words_of
from companion.web.assets import sprite

EMPTY, UNKNOWN, NONE, CLOSED = "empty", "unknown", "none", "closed"
"""Nothing lies there; nobody knows; a list without anything in it; a job market that its token has left."""
HERDER, ENGINE, DISC = "herder", "engine", "disc"
"""Figures of a player that people pick and put somewhere: `herder:blue`."""
DISCS = "discs"
"""A disc of every player."""

PICKS = (EMPTY, UNKNOWN, NONE, CLOSED, DISCS, "yes", "no")
"""Things with a name of their own."""
_PIECES = ("neutral", "outlaw", "worker", "objective", "master", "town-tile")
"""Kinds of things that stand before their name, besides hazards and what belongs to a player."""
_LOOKS = {"station-master": "master", "outlaw": "outlaw", "card": "card"}
"""What bare words may be, and as which thing those look."""
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


def name_of(thing: str, words: Words, of: Described | None = None) -> str:
    """What a thing is called, wherever it goes or, for bare words, in its field."""
    kind, colon, which = thing.removeprefix("-").partition(":")
    if thing in PICKS:
        return words.name("pick", thing)
    if kind == "hazard":
        parts = which.split(":") if colon else ["any"]
        # Of some nobody knows what they are, only hand and points.
        return words.hazard_tiles([":".join(["", *parts][-3:])])[0] if parts[1:] else words.name("hazard", parts[0])
    if colon and kind in ("building", HERDER, ENGINE, DISC):
        colour, _, face = which.partition(":")
        return words.name("pick", kind, player=words.name("player", colour), **({"face": face} if face else {}))
    if colon and kind == "card":
        return words.cards([which])[0]
    if colon and kind in _PIECES:
        return words.in_words(cast(engine.Kind, "station-master" if kind == "master" else kind), which)
    what = of.what if of else ""
    if what == "reading" and of:
        return words.name("reading-choice", f"{of.keys[-1]}.{thing}")
    if what in ("variant", "disc"):
        return words.name(what, thing)
    return words.in_words(cast(engine.Kind, what), thing) if what else thing


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


def choice(
    thing: str, language: str, field: Described | None = None, *, on: bool = False, edition: int | None = None
) -> PieceChoice:
    """A thing to choose, with its looks."""
    one = _choice(thing, language, field, edition, sprite())
    return replace(one, on=True) if on else one


@functools.lru_cache(4096)
def _choice(thing: str, language: str, field: Described | None, edition: int | None, symbols: str) -> PieceChoice:
    kind = _LOOKS.get(field.what) if field else None
    own_look = ":" in thing and piece(thing, symbols, language)
    looks = own_look or piece(f"{kind}:{thing}" if kind and thing not in PICKS else thing, symbols, language)
    return PieceChoice(thing, name_of(thing, words_of(language, edition), field), looks)


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


class Field:
    """A field and the value that it holds, as the format writes it, or NOT_KNOWN.

    For pages it has the words of a `language` and an `edition`, and what a form `sent`. Its things are to be seen where
    it is `opened`, those that are `offered`.
    """

    kind: ClassVar[str] = ""
    steps: ClassVar[bool] = False
    pieces: ClassVar[bool] = False
    """Whether it holds pieces of which several may be alike, that are typed as a list."""

    def __init__(
        self,
        of: Described,
        value: Plain = NOT_KNOWN,
        language: str = "",
        sent: Sent | None = None,
        *,
        edition: int | None = None,
        opened: bool = True,
        offered: Callable[[str], bool] = bool,
    ) -> None:
        self.of, self.value, self.sent, self.path = of, value, sent, of.path
        self.language, self.edition, self.opened, self.offered = language, edition, opened, offered

    def put(self, thing: str) -> Plain:
        """The value after a thing was put there. Raises KeyError for what does not fit."""
        return NOT_KNOWN if thing == UNKNOWN else self._put(thing)

    def _put(self, thing: str) -> Plain:
        raise NotImplementedError

    def meant(self, texts: Sequence[str]) -> Plain:
        """The value that texts of a form mean, which tell something. Raises Mistyped."""
        self._check(texts)
        return self._put(texts[0])

    def _check(self, texts: Sequence[str]) -> None:
        """Raises Mistyped for what is none of its things."""
        for text in texts:
            if text not in self.of.things and not (text == EMPTY and self.of.nothing):
                raise Mistyped("unknown-word", found=shown(text), known=nearest(text, list(self.of.things)))

    def tap(self, which: str, pick: str, away: Callable[[], str]) -> str:
        """What is put there by a tap with a thing in hand; `away` says what takes away what lies there."""
        raise KeyError(pick)

    def holds(self) -> dict[str, str]:
        """Place of the picture -> the thing that a tap there would take away."""
        return {}

    def none(self) -> Plain:
        """The value that says that there are none; NOT_KNOWN where that is not to be said."""
        return []

    def held(self) -> list[str]:
        """The things that it holds, each as often as it is there."""
        return [thing for one in contents(self.value)[1] if (thing := _thing_of(self.of, one))]

    def holding(self, pieces: list[Plain]) -> Plain:
        """The value when these pieces are named now; whoever only counted others counted them as well."""
        if len(pieces) > self.of.most:
            raise Mistyped("list-too-long", found=len(pieces), most=self.of.most)
        return pieces

    @functools.cached_property
    def words(self) -> Words:
        """What things are called."""
        return words_of(self.language, self.edition)

    @functools.cached_property
    def label(self) -> str:
        """What it is called."""
        of, words = self.of, self.words
        # Within a player's things it is told without the player.
        return words.name("thing", of.name) if of.keys[0] == "players" else words.place(of.path)

    def _name(self, thing: str) -> str:
        return name_of(thing, self.words, self.of)

    @property
    def known(self) -> bool:
        """Whether anybody told what it holds."""
        return self.value is not NOT_KNOWN

    @property
    def number(self) -> int | None:
        """How many there are, None when it is not known."""
        return contents(self.value)[0] if self.known else None

    @property
    def numbers(self) -> Iterable[int]:
        """Numbers to tap."""
        return range(NUMBERS.get(self.of.name, -1) + 1)

    @functools.cached_property
    def _all(self) -> tuple[PieceChoice, ...]:
        counts = Counter(self.held())
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
        return typed_text(self.held(), self.of, self.language)

    @property
    def sample(self) -> str:
        """How cards are typed."""
        own = self.of.keys[0] == "players"
        typed = (
            thing for thing in self.of.things if (own and thing.startswith("card:")) or self.of.name == "cattle_market"
        )
        names = [self._name(thing) for thing in typed if self.pieces and self.offered(thing)]
        return f"3 {names[0]}, 2 {names[1]}" if names else ""

    def _inputs(self) -> list[Input]:
        """The controls with what the field holds: one, with the value as text."""
        return [Input(self.path, self.label, self._text())]

    def _text(self) -> str:
        return "" if self.value is NOT_KNOWN else str(self.value)

    @functools.cached_property
    def inputs(self) -> list[Input]:
        """The controls with what the field holds, or with what was sent as long as that is to be mended."""
        if (sent := self.sent) is None:
            return self._inputs()
        return [
            one._replace(value=sent.get(one.name, "")[:MAX_LENGTH])
            if one.on is None
            else one._replace(on=one.value in sent.getlist(one.name))
            for one in self._inputs()
        ]

    @property
    def touched(self) -> bool:
        """Whether something was sent that says more than what was shown, which may be told more exactly."""
        return self.inputs != self._inputs()

    @functools.cached_property
    def entered(self) -> Plain:
        """The value of what was sent. Raises Mistyped."""
        return self._read() if self.touched else self.value

    @functools.cached_property
    def error(self) -> str:
        """What is wrong with what was sent."""
        try:
            self.entered  # noqa: B018 (whether it can be read)
        except Mistyped as error:
            return problem_text(error.problem, self.language)
        return ""

    def text(self, name: str = "") -> str:
        """What was typed into an input."""
        return (self.sent or Sent()).get(f"{self.path}{name}", "").strip()

    def _read(self) -> Plain:
        text = self.text()
        return self.meant([text]) if text not in ("", UNKNOWN) else NOT_KNOWN

    def _listed(self, text: str, things: Things | None = None) -> list[Plain]:
        """The pieces that a text names. Raises Mistyped."""
        if text.casefold() in (NONE, "0", self.words.name("pick", NONE).casefold()):
            return []
        pieces = read_things(text, things or self.of.things, self.language, self.of)
        if len(pieces) > self.of.most:
            raise Mistyped("list-too-long", found=len(pieces), most=self.of.most)
        return pieces

    @property
    def in_words(self) -> str:
        """What the field holds, in words."""
        if not self.known:
            return self.words.name("pick", UNKNOWN)
        inputs = self._inputs()
        return ", ".join(one.label for one in inputs if one.on) or ": ".join(
            one.value for one in inputs if one.on is None and one.value
        )


class OneThing(Field):
    """A place for one thing."""

    kind = "one"

    def _put(self, thing: str) -> Plain:
        return None if thing == EMPTY and self.of.nothing else self.of.things[thing]

    def tap(self, which: str, pick: str, away: Callable[[], str]) -> str:
        if pick == CLEAR or (pick in self.of.things and self.of.things[pick] == self.value):
            return away()
        return UNKNOWN if pick == EMPTY and self.value is None else pick

    def holds(self) -> dict[str, str]:
        return {self.path: _thing_of(self.of, self.value) or EMPTY}

    def held(self) -> list[str]:
        return [thing for thing in (_thing_of(self.of, self.value),) if thing]

    def none(self) -> Plain:
        return False if self.of.name == "job_market_token" else NOT_KNOWN

    def _inputs(self) -> list[Input]:
        current = _thing_of(self.of, self.value) or (EMPTY if self.value is None else UNKNOWN)
        offered = [UNKNOWN, *([EMPTY] if self.of.nothing else []), *self.of.things]
        return [Input(self.path, self._name(thing), thing, thing == current) for thing in offered]


class TickList(Field):
    """A list in which each thing stands once or not at all: putting it there again takes it away."""

    kind = "once"

    def _put(self, thing: str) -> Plain:
        if thing == NONE:
            return []
        value, ticked = self.of.things[thing], self.value if isinstance(self.value, list) else []
        if value in ticked:
            return [other for other in ticked if other != value]
        return sorted([*ticked, value], key=list(self.of.things.values()).index)

    def meant(self, texts: Sequence[str]) -> Plain:
        self._check(texts)
        return [value for thing, value in self.of.things.items() if thing in texts]

    def tap(self, which: str, pick: str, away: Callable[[], str]) -> str:
        if not which:
            raise KeyError(pick)
        return which

    def holds(self) -> dict[str, str]:
        return {f"{self.path}:{thing}": thing for thing, one in self.of.things.items() if one in self.value}

    def _inputs(self) -> list[Input]:
        held = self.value if isinstance(self.value, list) else []
        boxes = [Input(self.path, self._name(t), t, one in held) for t, one in self.of.things.items()]
        return [*boxes, Input(f"{self.path}.none", self.words.name("pick", NONE), "1", self.value == [])]

    def _read(self) -> Plain:
        ticked = [one for one in (self.sent or Sent()).getlist(self.path) if one in self.of.things]
        return self.meant(ticked) if ticked or self.text(".none") else NOT_KNOWN


class NumberField(Field):
    """A number: `+1`, `-1`, or the number itself. What is not known counts as the least."""

    kind, steps = "number", True

    def _put(self, thing: str) -> Plain:
        number, of = signed(thing), self.of
        if number is None:
            raise KeyError(thing)
        if thing[0] not in "+-":
            return read_number(thing, of.least, of.most)
        start = self.value if type(self.value) is int else of.least
        return min(max(start + number, of.least), of.most) if thing[0] in "+-" else number

    def meant(self, texts: Sequence[str]) -> Plain:
        return read_number(texts[0], self.of.least, self.of.most)

    def none(self) -> Plain:
        return self.of.least if self.of.name != "seat" else NOT_KNOWN


class Many(Field):
    """Pieces of which several may be alike: `thing` adds one, `-thing` takes one away, `thing=3` makes them three."""

    kind, pieces = "many", True

    def _put(self, thing: str) -> Plain:
        if thing == NONE:
            return []
        pieces = contents(self.value)[1]
        name, wanted = _so_many(self.of, thing, lambda name: pieces.count(self.of.things[name]))
        if wanted < 0:
            raise KeyError(thing)
        value = self.of.things[name]
        more = wanted - pieces.count(value)
        for _ in range(-more):
            pieces.remove(value)
        return pieces + [value] * max(0, min(more, self.of.most - len(pieces)))

    def _inputs(self) -> list[Input]:
        named = self.words.name("pick", NONE) if self.value == [] and not self.steps else self.typed
        return [Input(f"{self.path}.known", self.label, named)]

    def _read(self) -> Plain:
        text = self.text(".known")
        return self._listed(text) if text else NOT_KNOWN


class Stack(Many):
    """A hidden zone: pieces of which some are named and all are counted, by `+1`, `-1` or a number."""

    kind, steps = "pile", True

    def _put(self, thing: str) -> Plain:
        if thing == NONE:
            return 0
        (count, named), number = contents(self.value), signed(thing)
        if number is not None:
            if thing[0] not in "+-":
                # Fewer than are named, or more than there can be, is told and not put right unseen.
                return _pile(read_number(thing, len(named), self.of.most), named)
            counted = count + number
            return _pile(min(max(counted, len(named)), self.of.most), named)
        after = super()._put(thing)
        # Somebody who counted first and then names a card names one of those counted.
        return _pile(max(count - max(0, len(named) - len(after)), len(after)), after)

    def none(self) -> Plain:
        return 0 if self.of.name == "discard" else NOT_KNOWN

    def holding(self, pieces: list[Plain]) -> Plain:
        count, named = contents(self.value)
        return _pile(max(count if count > len(named) else 0, len(pieces)), super().holding(pieces))

    def _inputs(self) -> list[Input]:
        count = "" if self.value is NOT_KNOWN else str(contents(self.value)[0])
        return [Input(self.path, self.label, count), *super()._inputs()]

    def _read(self) -> Plain:
        known, text = self.text(".known"), self.text()
        if not known and not text:
            return NOT_KNOWN
        named = self._listed(known)
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


class Row(Field):
    """A row that closes up. A thing goes to a space by its number: `2=worker:cowboy`, `2=empty`, `2=unknown`."""

    kind = "row"

    def _put(self, thing: str) -> Plain:
        if thing == NONE:
            return self.none()
        where, _, what = thing.partition("=")
        place = signed(where)
        if place is None or not 1 <= place <= self.of.most:
            raise KeyError(thing)
        value = None if what in (EMPTY, UNKNOWN) else self.of.things[what]
        after = self._placed(self._row, place, value, end=what == UNKNOWN)
        return after or (NOT_KNOWN if what == UNKNOWN else [])

    @property
    def _row(self) -> list[Plain]:
        return list(self.value) if isinstance(self.value, list) else []

    @staticmethod
    def _placed(row: list[Plain], place: int, value: Plain, *, end: bool) -> list[Plain]:
        return row[: place - 1] + ([] if value is None else [value]) + row[place:]

    def tap(self, which: str, pick: str, away: Callable[[], str]) -> str:
        row, things = self._row, self.of.things
        if which:
            # A second tap with the same thing empties a space.
            place = signed(which) or 0
            held = row[place - 1] if 0 < place <= len(row) else NOT_KNOWN
            same = pick == CLEAR or (pick in things and things[pick] == held)
            return f"{which}={EMPTY if same else pick}"
        if pick == UNKNOWN:
            return UNKNOWN
        if pick == CLEAR:
            return f"{len(row)}={EMPTY}" if row else UNKNOWN
        if pick == EMPTY:
            # Of a row that closes up, the first space that is empty is the end.
            return NONE
        # A thing goes to the first free space; a tap on a full row begins it anew.
        return f"{len(row) + 1}={pick}" if len(row) < self.of.most or pick not in things else UNKNOWN

    def _text(self) -> str:
        words = self.words
        if self.known and not any(self._row):
            return words.name("pick", NONE)
        things = (_thing_of(self.of, value) for value in self._row)
        return ", ".join(self._name(thing) if thing else words.name("pick", EMPTY) for thing in things)

    def _read(self) -> Plain:
        text = self.text()
        return self._listed(text) or self.none() if text else NOT_KNOWN


class Gaps(Row):
    """A row of spaces of which some may be empty between others."""

    kind = "gaps"

    def none(self) -> Plain:
        return [None] * self.of.most

    @staticmethod
    def _placed(row: list[Plain], place: int, value: Plain, *, end: bool) -> list[Plain]:
        row = row + [None] * (place - len(row))
        if end and place == len(row):
            return row[:-1]
        row[place - 1] = value
        return row

    def holds(self) -> dict[str, str]:
        return {f"{self.path}:{place}": _thing_of(self.of, one) or EMPTY for place, one in enumerate(self.value, 1)}

    def _listed(self, text: str, things: Things | None = None) -> list[Plain]:
        return super()._listed(text, {**self.of.things, EMPTY: None, **(things or {})})


class Counts(Field):
    """How many there are of each thing, complete when it is there: `name+1`, `name-1`, `name=3`.

    The least is what everybody has from the start; it is what the others are when the first is entered.
    """

    kind, pieces = "counts", True

    def _put(self, thing: str) -> Plain:
        if thing == NONE:
            return self.none()
        counts = dict(self.value) if isinstance(self.value, dict) else self.none()
        name, wanted = _so_many(self.of, thing, lambda name: counts.get(name, 0))
        counts[name] = min(max(wanted, 0), self._most(name))
        if not counts[name] and not self.of.least:
            del counts[name]
        return counts

    def _most(self, name: str) -> int:
        return self.of.limits.get(name, self.of.most)

    def tap(self, which: str, pick: str, away: Callable[[], str]) -> str:
        """As many as the space says that was tapped; one less when that was the last one."""
        (name, _, space), least = which.partition(":"), self.of.least
        have = self.value.get(name, least) if isinstance(self.value, dict) else least
        wanted = signed(space) or 0
        return f"{name}={max(least, wanted - 1 if wanted == have else wanted)}"

    def holds(self) -> dict[str, str]:
        return {f"{self.path}.{name}": str(count) for name, count in self.value.items()}

    def held(self) -> list[str]:
        return [*Counter(self.value if isinstance(self.value, dict) else {}).elements()]

    def none(self) -> Plain:
        return dict.fromkeys(self.of.things, self.of.least) if self.of.least else {}

    def holding(self, pieces: list[Plain]) -> Plain:
        return dict(Counter(pieces))

    def _inputs(self) -> list[Input]:
        counts = self.value if isinstance(self.value, dict) else {}
        held = {name: str(counts.get(name, 0)) if self.known else "" for name in self.of.things}
        return [Input(f"{self.path}.{name}", self._name(name), held[name]) for name in self.of.things]

    @property
    def in_words(self) -> str:
        if not self.known:
            return super().in_words
        held = (f"{one.label} {one.value}" for one in self._inputs() if one.value not in ("", "0"))
        return ", ".join(held) or self.words.name("pick", NONE)

    def _read(self) -> Plain:
        texts = {name: self.text(f".{name}") for name in self.of.things}
        if not any(texts.values()):
            return NOT_KNOWN
        least = self.of.least
        counts = {name: read_number(text, 0, self._most(name)) if text else least for name, text in texts.items()}
        return counts if least else {name: count for name, count in counts.items() if count}


KINDS: Mapping[str, type[Field]] = {
    kind.kind: kind for kind in (OneThing, NumberField, TickList, Many, Stack, Row, Gaps, Counts)
}


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
    # Words that only one edition has are read too, but take no letter from those that all have.
    of_editions = functools.cache(lambda: _names(things, language, field, (None, *engine.editions())))

    @functools.cache
    def meant(*words: str) -> list[str]:
        return _meant([*words], by_name) or _meant([*words], of_editions())

    def unknown(word: str) -> Mistyped:
        return Mistyped("unknown-word", found=shown(word), known=nearest(word, list(of_editions())))

    parts = [part.strip() for part in _SEPARATORS.split(text) if part.strip()]
    if text.strip() and not parts:
        raise unknown(text.strip())
    for part in parts:
        try:
            named += [part] if part in things else _listed(_bare(part), meant, MAX_COUNT - len(named))
        except KeyError as error:
            raise unknown(error.args[0]) from error
    return named


def _names(
    things: Iterable[str], language: str, field: Described | None, editions: Iterable[int | None] = (None,)
) -> dict[str, str]:
    """What things are called, and their words in the format."""
    by_name = dict[str, str]()
    for thing in things:
        labelled = [name_of(thing, words_of(language, edition), field) for edition in editions]
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


def _listed(part: str, meant: Callable[..., list[str]], most: int) -> list[str]:
    """What a part of a list names: at most so many things. Raises KeyError for what means nothing, and Mistyped."""
    words = [part] if meant(part) else _WORDS.findall(part)
    before, result = part[:1].isdecimal(), list[str]()
    while words:
        count = whole(words[0], 0, MAX_COUNT) if before and len(words) > 1 else None
        words = words[count is not None :]
        for length in range(min(len(words), _LONGEST), 0, -1):
            # Where numbers stand before names, one between two words is that of the second.
            next_one = words[length] if before and words[length - 1].isdecimal() and length < len(words) else "0"
            if next_one.isdecimal() and (things := meant(*words[:length])):
                break
        else:
            raise KeyError(words[0])
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
    letters = dict[str, list[str]]()
    for letter in words[0]:
        # The first that means nothing ends it: a stranger's text may hold a thousand of them.
        if letter not in letters and not letters.setdefault(letter, _meant([letter], by_name)):
            return []
    return [thing for letter in words[0] for thing in letters[letter]]


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
        words = _bare(name_of(thing, words_of(language), of)).split()
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
    parts = list[str]()
    for thing, count in Counter(things).items():
        name = name_of(thing, words_of(language), field)
        # A name that holds a separator is typed as the format has it.
        name = (thing.partition(":")[2] or thing) if _SEPARATORS.search(name) else name
        parts.append(name if count == 1 else f"{count} {name}")
    return ", ".join(parts)

"""What the page of the editor shows: the picture, what can be picked, the fields beside it, what was found."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from companion import engine
from companion.engine import NOT_KNOWN, Described
from companion.pictures.board import BoardPicture, board_picture, regions_of
from companion.sentences.findings import Finding, finding_of, key_path, problem_text
from companion.sentences.names import words_of
from companion.web.assets import sprite
from companion.web.editor import editing
from companion.web.editor.palettes import AWAY, NOTHING, EditorQuery, PieceGroup, groups, row_to_fill, settled
from companion.web.editor.presets import fillings
from companion.web.entry import EMPTY, Field, Mistyped, PieceChoice, Unfitting, choice, sample

MAX_CHOICES = 40
"""So many things are offered for a place at most."""
PARTS: Mapping[str, tuple[str, ...]] = {
    editing.GAME: (),
    editing.TRAIL: ("trail",),
    editing.MARKET: ("market",),
    editing.RAILROAD: ("railroad", "cities"),
}
"""The pictures of each part of the board; a player has a board of its own, and so has what a game brings besides."""


def parts_of(region: str, position: engine.Position, player: str = "player") -> list[str]:
    """The pictures of a part of the board as far as a position has them; of a player, what `player` says is drawn."""
    drawn = regions_of(position)
    parts = PARTS.get(region, (region if region in editing.brought(position) else f"{player}:{region}",))
    return [part for part in parts if part in drawn or part.startswith("board:")]


SHEETS = (
    ("dollars", "certificates", "exchange_tokens"),
    ("discard",),
    ("objectives",),
    ("hazards", "outlaws"),
    ("draw", "station_masters"),
)
"""What is entered of most players, in the order in which people look through what lies before them; phones show one
sheet at a time, and behind them what is left."""
_SHEET_OF = {name: place for place, names in enumerate(SHEETS) for name in names}
_ORDER = {name: place for place, name in enumerate(_SHEET_OF)}
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
_MARKS: Mapping[engine.Severity, str] = {"impossible": "bad", "suspicious": "warn"}


LISTED: Mapping[str, Mapping[str, tuple[str, str]]] = {
    editing.TRAIL: {f"board.{table}": ("pick-group", table) for table in ("neutral", "hazards", "outlaws")},
    editing.MARKET: {"board.job_market.rows": ("pick-group", "workers")},
}
"""What can be typed or dictated from the first place to the last, and what it is called."""


class Palette(NamedTuple):
    """A group of things to pick; `row` is the field that they fill now, `empty` the first that they could fill."""

    group: PieceGroup
    current: bool
    row: str
    empty: str
    choices: list[PieceChoice]


class RefusedTap(NamedTuple):
    """A step that does not fit: where, also in words, and what does; or what else is wrong."""

    at: str = ""
    place: str = ""
    query: EditorQuery = EditorQuery()
    """What was shown, from which the steps go on."""
    fits: tuple[PieceChoice, ...] = ()
    picked: bool = False
    """Whether anything was in hand."""
    away: bool = False
    """Whether something lies there."""
    too_long: bool = False
    mistyped: str = ""
    """What is wrong with a list that was typed."""
    clashes: tuple[str, ...] = ()
    """What is entered that a game changed in this way does not have, in words."""


class EditorPage:
    """The whole page of a position, whose code somebody may know already."""

    def __init__(self, position: engine.Position, query: EditorQuery, language: str, code: str = "") -> None:
        self.position, self.language = position, language
        self.code = code or engine.encode(position)
        self.query, self._group = settled(position, query)
        self._rules = engine.ruleset_of(position)

    @cached_property
    def _findings(self) -> list[tuple[tuple[str, ...], Finding]]:
        """What was found, each with the parts of the board that it is about."""
        position = self.position
        findings = []
        for reason in engine.check(self._rules, position):
            one = finding_of(reason, self.language, edition=position.game.edition)
            regions = dict.fromkeys(editing.region_of(place, position) for place in one.places)
            findings.append((tuple(regions) or (editing.GAME,), one))
        return findings

    @property
    def findings(self) -> list[Finding]:
        """What was found in the part that is shown."""
        return [one for regions, one in self._findings if self.query.show in regions]

    @property
    def elsewhere(self) -> list[tuple[str, Finding]]:
        """Region of each other finding, and the finding."""
        return [(regions[0], one) for regions, one in self._findings if self.query.show not in regions]

    @property
    def count(self) -> int:
        """How many findings there are."""
        return len(self._findings)

    @property
    def verdict(self) -> str:
        """In one word."""
        kinds = {finding.severity for _, finding in self._findings}
        return "impossible" if "impossible" in kinds else "unusual" if "suspicious" in kinds else "nothing-found"

    @cached_property
    def tabs(self) -> Mapping[str, int]:
        """The parts of the board, each with how many findings it has."""
        counted = Counter(region for regions, _ in self._findings for region in regions)
        return {
            region: counted[region]
            for region in (*editing.REGIONS, *editing.brought(self.position), *editing.colours(self.position))
        }

    @cached_property
    def pictures(self) -> tuple[BoardPicture, ...]:
        """The part that is shown: a tap on a place of it is a step, or opens its field."""
        position, query, by_path = self.position, self.query, editing.fields(self.position)
        places = [(place, one.severity) for _, one in reversed(self._findings) for place in one.places]
        marks = {place: _MARKS[severity] for place, severity in places if severity in _MARKS}
        opened = by_path.get(query.open)
        if opened and opened.kind in ("row", "gaps"):
            marks.setdefault(query.open, "chosen")

        def link(place: str) -> str | None:
            if editing.takes_taps(position, place):
                return query.address(at=place)
            # What is no place for a thing is entered in its field below.
            field = place.partition(":")[0]
            return f"{query.address(open=field)}#{field}" if field in by_path else None

        held = editing.holds(position, query.show)
        return tuple(
            board_picture(position, self.language, parts=(part,), link=link, marks=marks, held=held, sprite=sprite())
            for part in parts_of(query.show, position, "board")
        )

    @property
    def places(self) -> Mapping[str, str]:
        """Every place of the pictures by itself."""
        return {name: place for picture in self.pictures for name, place in picture.places.items()}

    @cached_property
    def palettes(self) -> tuple[Palette, ...]:
        """What can be picked."""
        return tuple(map(self._palette, groups(self.position, self.query.show)))

    def _palette(self, group: PieceGroup) -> Palette:
        current = group == self._group
        row = self.query.open if current and self.query.open in group.rows else ""
        in_hand, edition = self.query.pick if current and not row else None, self.position.game.edition
        things = (*group.things, *((EMPTY,) if row else AWAY))
        choices = [choice(thing, self.language, on=thing == in_hand, edition=edition) for thing in things]
        return Palette(group, current, row, row_to_fill(self.position, group), choices)

    @property
    def palette(self) -> Palette | None:
        """The open one."""
        return next((palette for palette in self.palettes if palette.current), None)

    @property
    def hand(self) -> PieceChoice | None:
        """What is in hand, None when nothing is."""
        choices = self.palette.choices if self.palette else ()
        return next((one for one in choices if one.on), None)

    def words(self, path: str) -> str:
        """A place of the position in words."""
        return words_of(self.language, self.position.game.edition).place(path)

    @property
    def drawn(self) -> list[PieceChoice]:
        """What taps on a player's board draw, which nobody picks."""
        colour = self.query.show
        things = [f"disc:{colour}", *(f"worker:{worker}" for worker in self._rules.catalog.tiles.workers)]
        edition = self.position.game.edition
        shown = things if colour in editing.colours(self.position) else []
        return [choice(thing, self.language, edition=edition) for thing in shown]

    @property
    def fillings(self) -> Iterable[str]:
        """What is entered at one go."""
        return fillings(self.query.show, self.position)

    @property
    def listed(self) -> Iterator[tuple[str, str, str]]:
        """What can be typed place by place: the table of the places, what it is called, and how such a list looks."""
        for path, called in LISTED.get(self.query.show, {}).items():
            first = next(one for name, one in editing.fields(self.position).items() if name.startswith(f"{path}."))
            words = words_of(self.language, self.position.game.edition)
            yield path, words.name(*called), sample(first, self.language)

    @property
    def sheets(self) -> list[list[Field]]:
        """The fields that are not entered in the picture alone, in the order in which people look through them, by
        sheets.
        """
        shown = sorted(
            editing.in_region(self.query.show, self.position), key=lambda one: _ORDER.get(one.name, len(_ORDER))
        )
        entered = (
            editing.field_at(
                self.position,
                field,
                self.language,
                opened=self.query.open == field.path or is_open(self.position, field),
                offered=functools.partial(_offered, self._rules, self.query.open, field),
            )
            for field in shown
            if not _in_picture(field)
        )
        grouped = itertools.groupby(entered, lambda field: _SHEET_OF.get(field.of.name, len(SHEETS)))
        return [list(alike) for _, alike in grouped]

    @property
    def address(self) -> str:
        """Where this page is found again, what is in hand and which group is open included."""
        return self.code + self.query.view(group=self.palette.group.name if self.palette else "").address()


def _in_picture(field: Described) -> bool:
    spot = field.kind == "one" and field.keys[0] == "board" and field.region != editing.MARKET
    return spot or field.kind in ("row", "gaps") or field.path == "game.edition" or field.name in _IN_PICTURES


def is_open(position: engine.Position, field: Described) -> bool:
    """Whether the things of a field stand open: those that many have, and the cards of whoever asks."""
    return field.name in OPEN or field.path == f"players.{position.turn.player}.hand"


def _offered(rules: engine.Ruleset, opened: str, field: Described, thing: str) -> bool:
    """Whether a thing can be tapped: a cattle card of this game; objective cards of a pile, once that is unfolded."""
    if field.kind == "pile" and thing.startswith("objective:"):
        return opened == field.path
    breed = thing.removeprefix("card:").partition(":")[0]
    return breed in rules.catalog.cattle.breeds or breed not in engine.every_component().cattle.breeds


def refusal(
    position: engine.Position,
    error: Mistyped | Unfitting | editing.TooLong | engine.Unreadable,
    query: EditorQuery,
    language: str,
) -> RefusedTap:
    """Why a step did nothing; of a tap, what would do something there."""
    if isinstance(error, Mistyped):
        return RefusedTap(mistyped=problem_text(error.problem, language))
    if isinstance(error, editing.TooLong):
        return RefusedTap(too_long=True)
    if isinstance(error, engine.Unreadable):
        return RefusedTap(clashes=_clashes(position, error, language))
    path = error.place.partition(":")[0]
    field = editing.fields(position).get(path)
    things: list[str] = []
    if field is not None and field.kind in ("one", "row", "gaps"):
        offered = [thing for group in groups(position, query.show) for thing in group.things]
        things = [thing for thing in offered if thing in field.things] or list(field.things)
    elif stands := editing.PIECE_PLACES.get(path):
        things = [f"{stands.figure}:{colour}" for colour in editing.colours(position)]
    return RefusedTap(
        error.place,
        place_in_words(position, error.place, language),
        query.view(group=""),
        tuple(choice(thing, language, field, edition=position.game.edition) for thing in things[:MAX_CHOICES]),
        query.pick not in ("", NOTHING),
        editing.holds(position, query.show).get(error.place, EMPTY) != EMPTY,
    )


def _clashes(position: engine.Position, error: engine.Unreadable, language: str) -> tuple[str, ...]:
    """What a game that was changed does not have, though it is entered."""
    words = words_of(language, position.game.edition)
    troubles = [f"{key_path(problem)}." for problem in error.problems]
    return tuple(
        words.place(path)
        for path, field in editing.fields(position).items()
        if any(f"{path}.".startswith(trouble) or trouble.startswith(f"{path}.") for trouble in troubles)
        and editing.value_of(position, field) is not NOT_KNOWN
    )


def place_in_words(position: engine.Position, place: str, language: str) -> str:
    """A place of the picture in words."""
    words = words_of(language, position.game.edition)
    path, _, which = place.partition(":")
    if path == "trail":
        return words.space(which) if which in words.catalog.trail.spaces else ""
    if path == "railroad":
        return words.engine(which)
    if path == "station":
        return words.name("part", "station", key=which)
    if path == "town":
        return words.name("town", which) if which in words.catalog.towns.towns else ""
    if path == "city":
        return words.name("city", which) if which in words.catalog.cities.cities else ""
    return words.place(path) if path in editing.fields(position) else ""

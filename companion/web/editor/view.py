"""What the page of the editor shows: the picture, what can be picked, the fields beside it, what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion import engine
from companion.pictures.board import board_picture, regions_of
from companion.sentences.findings import Finding, finding_of
from companion.web.assets import sprite
from companion.web.editor.fields import EMPTY, Cells, Spot, Unfitting
from companion.web.editor.labels import TOKEN, labels, symbol
from companion.web.editor.palettes import AWAY, GROUPS, Group, colours, group_of, groups, known_pick, row_to_fill
from companion.web.editor.position_fields import GAME, MARKET, RAILROAD, REGIONS, TRAIL, fields, region_of
from companion.web.editor.presets import fillings
from companion.web.editor.query import EditorQuery
from companion.web.editor.tap_edits import takes_taps
from companion.web.editor.widgets import Choice, Widget, widgets

MAX_CHOICES = 40
"""So many things are offered for a place at most."""
_PARTS: Mapping[str, tuple[str, ...]] = {TRAIL: ("trail",), MARKET: ("market",), RAILROAD: ("railroad", "cities")}
_MARKS: Mapping[engine.Severity, str] = {"impossible": "bad", "suspicious": "warn"}


@dataclass(frozen=True)
class Tab:
    """A part of the board that can be shown, and how many findings it has."""

    region: str
    player: bool
    query: str
    current: bool
    findings: int


@dataclass(frozen=True)
class OpenGroup:
    """The things of the open group; the address beside each picks it, or puts it into the row that is filled."""

    name: str
    picks: tuple[tuple[Choice, str], ...]
    row: str = ""
    """The row that is filled, in words."""
    fills: str = ""
    """The address that begins with filling rows one after another, or ends it."""


@dataclass(frozen=True)
class Refused:
    """A tap that does not fit: where, and what does; each with the address of the step."""

    place: str
    fits: tuple[tuple[Choice, str], ...]
    too_long: bool = False


@dataclass(frozen=True)
class Sheet:
    """The whole page."""

    code: str
    query: EditorQuery
    tabs: tuple[Tab, ...]
    pictures: tuple[Markup, ...]
    groups: tuple[tuple[str, str, bool], ...]
    """Name, address, whether it is open."""
    group: OpenGroup | None
    fillings: tuple[tuple[str, str], ...]
    widgets: tuple[Widget, ...]
    findings: tuple[Finding, ...]
    elsewhere: tuple[tuple[str, Finding], ...]
    """Region of each other finding, and the finding."""
    refused: Refused | None = None

    @property
    def verdict(self) -> str:
        """In one word."""
        found = {finding.severity for finding in (*self.findings, *(finding for _, finding in self.elsewhere))}
        return "impossible" if "impossible" in found else "unusual" if "suspicious" in found else "nothing-found"


def sheet(position: engine.Position, query: EditorQuery, language: str, refused: Refused | None = None) -> Sheet:
    """The page of a position."""
    query = query.view()
    every = groups(position, query.show)
    pick = known_pick(every, query.pick)
    query = query.view(pick=pick)
    group = group_of(every, pick, query.group)
    findings = _findings(position, language)
    return Sheet(
        code=engine.encode(position),
        query=query,
        tabs=_tabs(position, query, findings),
        pictures=_pictures(position, query, language, findings),
        groups=tuple(
            (other.name, query.address(group=other.name, pick=next(iter(other.things), "")), other == group)
            for other in every
        ),
        group=_open_group(position, group, query, language) if group else None,
        fillings=tuple((name, query.address(fill=name)) for name in fillings(query.show)),
        widgets=widgets(position, query.show, language, query.open),
        findings=tuple(finding for finding in findings if query.show in _regions(finding)),
        elsewhere=tuple((_regions(finding)[0], finding) for finding in findings if query.show not in _regions(finding)),
        refused=refused,
    )


def refusal(position: engine.Position, error: Unfitting, query: EditorQuery, language: str) -> Refused:
    """Why a tap did nothing, and what would do something there."""
    words = labels(language)
    path = error.place.partition(":")[0]
    field = fields().get(path)
    things: list[str] = []
    if isinstance(field, (Spot, Cells)):
        offered = [thing for group in groups(position, query.show) for thing in group.things]
        things = [thing for thing in offered if thing in field.things] or list(field.things)
    elif path in ("trail", "railroad", "station", "city"):
        figure = {"trail": "herder", "railroad": "engine"}.get(path, "disc")
        things = [f"{figure}:{colour}" for colour in colours(position)]
    view = query.view(group="")
    choices = tuple(
        (
            Choice(thing, words.thing(thing, field), symbol(thing), short=words.short(thing)),
            view.address(at=error.place, pick=thing),
        )
        for thing in things[:MAX_CHOICES]
    )
    return Refused(place_in_words(error.place, language), choices)


def place_in_words(place: str, language: str) -> str:
    """A place of the picture in words."""
    words = labels(language).words
    path, _, which = place.partition(":")
    if path == "trail":
        return words.space(which) if which in words.catalog.trail.spaces else ""
    if path == "railroad":
        return words.engine(which)
    if path == "station":
        return words.name("part", "station", key=which)
    if path == "city":
        return words.name("city", which) if which in words.catalog.cities.cities else ""
    return words.place(path) if path in fields() else ""


def _findings(position: engine.Position, language: str) -> tuple[Finding, ...]:
    reasons = engine.check(engine.ruleset_of(position), position)
    return tuple(finding_of(reason, language) for reason in reasons)


def _regions(finding: Finding) -> tuple[str, ...]:
    return tuple(dict.fromkeys(region_of(place) for place in finding.places)) or (GAME,)


def _tabs(position: engine.Position, query: EditorQuery, findings: Iterable[Finding]) -> tuple[Tab, ...]:
    found = [region for finding in findings for region in _regions(finding)]
    players = colours(position)
    return tuple(
        Tab(
            region,
            region in players,
            EditorQuery(show=region).address(),
            region == query.show,
            found.count(region),
        )
        for region in (*REGIONS, *players)
    )


def _pictures(
    position: engine.Position, query: EditorQuery, language: str, findings: Iterable[Finding]
) -> tuple[Markup, ...]:
    marks = {
        place: _MARKS[finding.severity]
        for finding in reversed(tuple(findings))
        for place in finding.places
        if finding.severity in _MARKS
    }
    if isinstance(fields().get(query.open), Cells):
        marks.setdefault(query.open, "chosen")

    def link(place: str) -> str | None:
        if takes_taps(place):
            return query.address(at=place)
        # What is no place for a thing is entered in its field below.
        field = place.partition(":")[0]
        return f"{query.address(open=field)}#{field}" if field in fields() else None

    drawn = regions_of(position)
    parts = _PARTS.get(query.show, () if query.show in REGIONS else (f"player:{query.show}",))
    return tuple(
        board_picture(position, language, parts=(part,), link=link, marks=marks, sprite=sprite())
        for part in parts
        if part in drawn
    )


def _open_group(position: engine.Position, group: Group, query: EditorQuery, language: str) -> OpenGroup:
    words = labels(language)
    row = query.open if query.open in group.rows else ""
    things = (*group.things, *AWAY) if not row else (*(thing for thing in group.things if thing != TOKEN), EMPTY)

    def address(thing: str) -> str:
        if row:
            return query.address(at=row, pick=thing, group=group.name)
        return query.address(pick=thing, group=group.name if thing in AWAY else "")

    first = row_to_fill(position, group)
    return OpenGroup(
        group.name,
        tuple(
            (
                Choice(
                    thing, words.thing(thing), symbol(thing), not row and thing == query.pick, 0, words.short(thing)
                ),
                address(thing),
            )
            for thing in things
        ),
        words.words.place(row) if row else "",
        query.address(open="") if row else query.address(open=first, group=group.name) if first else "",
    )


def named(group: str) -> bool:
    """Whether a group has a name of its own; the others are named after a player."""
    return group in GROUPS

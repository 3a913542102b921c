"""What an address of the editor asks for behind the question mark, and what can be picked for a part of the board: in
groups of which one is open at a time.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from dataclasses import fields as fields_of
from itertools import groupby, pairwise
from operator import itemgetter
from urllib.parse import urlencode

from companion import engine
from companion.engine import NOT_KNOWN
from companion.web.editor import editing
from companion.web.entry import DISC, DISCS, EMPTY, ENGINE, HERDER, UNKNOWN

MAX_LENGTH, MAX_LISTED = 80, 400
"""No word in such an address has more letters, and no list that was typed."""


@dataclass(frozen=True)
class EditorQuery:
    """What the page shows, and the step that was asked for, if one was."""

    show: str = editing.TRAIL
    pick: str = ""
    group: str = ""
    open: str = ""
    """The field whose things are unfolded."""
    at: str = ""
    """A place that was tapped, or a field that is changed."""
    do: str = ""
    """What is put into that field; empty for a tap, which takes the pick."""
    listed: str = ""
    """What is put there as somebody types or dictates it, all of it at once."""
    fill: str = ""
    """A filling of the region."""

    @property
    def is_step(self) -> bool:
        """Whether the position changes."""
        return bool(self.at or self.fill)

    def view(self, **changes: str) -> EditorQuery:
        """What is shown, without the step."""
        return replace(self, **{"at": "", "do": "", "listed": "", "fill": "", **changes})

    def address(self, **changes: str) -> str:
        """This as the end of an address."""
        return "?" + urlencode([*filter(itemgetter(1), {**vars(self), **changes}.items())], safe=":")


_NAMES = tuple(field.name for field in fields_of(EditorQuery))


def read_query(arguments: Mapping[str, str], position: engine.Position) -> EditorQuery:
    """What an address asks for; words that cannot be meant are left out."""
    most = dict.fromkeys(_NAMES, MAX_LENGTH) | {"listed": MAX_LISTED}
    words = {name: arguments[name] for name in _NAMES if 0 < len(arguments.get(name, "")) <= most[name]}
    if words.get("at") and arguments.get("do") == "":
        # A number that was taken out of its field again.
        words["do"] = UNKNOWN
    if words.get("show") not in (*editing.REGIONS, *editing.regions(position)):
        words["show"] = editing.TRAIL
    return EditorQuery(**words)


@dataclass(frozen=True)
class PieceGroup:
    """Things that belong together.

    `then` says what is in hand once a thing was put somewhere, where that is not the thing itself: of things that there
    is one of each, the next one. `rows` are the fields that its things fill one after another.
    """

    name: str
    things: tuple[str, ...]
    then: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[str, ...] = ()


NOTHING = "nothing"
"""In hand when nothing is, as at first: a place that is tapped then says what fits there."""

AWAY = (EMPTY, UNKNOWN)
"""What every group ends with: nothing lies there, and nobody knows."""

_OF_SPOTS = {"town_tiles": "town-tiles", "station_masters": "masters"}
"""What lies on the places of a part of the board that not every game has, and the group of each."""


def groups(position: engine.Position, region: str) -> tuple[PieceGroup, ...]:
    """The groups of a region."""
    game = position.game
    return _groups(region, editing.colours(position), game.edition, game.variants, tuple((game.sides or {}).items()))


@functools.lru_cache(256)
def _groups(
    region: str,
    players: tuple[str, ...],
    edition: int | None,
    variants: tuple[str, ...] | None,
    sides: tuple[tuple[int, str], ...],
) -> tuple[PieceGroup, ...]:
    position = engine.Position(game=engine.Game(edition, None, variants, dict(sides)))
    every = editing.in_region(region, position)
    spots = {name: tuple(alike) for name, alike in groupby(every, lambda one: one.name)}
    things = {name: tuple(alike[0].things) for name, alike in spots.items()}
    rows = {name: tuple(one.path for one in alike) for name, alike in spots.items()}
    if region == editing.TRAIL:
        herders = _figures(HERDER, players)
        buildings = {colour: _buildings(position, colour) for colour in players}
        return (
            # After the last herder come the buildings of whoever is first.
            PieceGroup(
                "pieces",
                (*things["hazards"], *things["outlaws"], *herders),
                dict(pairwise((*herders, buildings[players[0]][0]))),
            ),
            *(PieceGroup(colour, faces, dict(pairwise(faces))) for colour, faces in buildings.items()),
            PieceGroup("neutral", things["neutral"], dict(pairwise(things["neutral"]))),
        )
    if region == editing.MARKET:
        workers = spots["job_market"][-1].things
        return PieceGroup("workers", tuple(workers)), PieceGroup("tiles", things["foresight"], rows=rows["foresight"])
    if region == editing.RAILROAD:
        engines, discs = _figures(ENGINE, players), _figures(DISC, players)
        masters = PieceGroup("masters", things["station_masters"], rows=rows["station_masters"])
        return PieceGroup("pieces", (*engines, DISCS, *discs), dict(pairwise((*engines, DISCS)))), masters
    if region in editing.brought(position):
        lying = (PieceGroup(group, things[one], rows=rows[one]) for one, group in _OF_SPOTS.items() if one in rows)
        return PieceGroup("pieces", (*_figures(DISC, players), DISCS)), *lying
    return ()


def _figures(figure: str, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{figure}:{colour}" for colour in players)


def _buildings(position: engine.Position, colour: str) -> tuple[str, ...]:
    """The faces of a player's buildings: on the sides that this game shows, as far as they are known."""
    catalog = engine.ruleset_of(position).catalog
    sides: Mapping[int, str] = position.game.sides or {}
    faces = (face for face in catalog.buildings.faces.values() if sides.get(face.number, face.side) == face.side)
    return tuple(f"building:{colour}:{face.id}" for face in faces)


def settled(position: engine.Position, query: EditorQuery) -> tuple[EditorQuery, PieceGroup | None]:
    """What is shown where the address does not say: the open group, its first row; in hand the first thing of a group
    that was asked for, else nothing.
    """
    every = groups(position, query.show)
    pick = known_pick(every, query.pick)
    group = group_of(position, every, pick, query.group)
    if group is None:
        return query.view(pick=pick), None
    named = query.group == group.name or pick
    row = query.open if query.open or named else row_to_fill(position, group)
    return query.view(
        pick=pick or (group.things[0] if query.group else NOTHING),
        open=row,
        group=group.name if row in group.rows else query.group,
    ), group


def group_of(position: engine.Position, every: tuple[PieceGroup, ...], pick: str, name: str) -> PieceGroup | None:
    """The open group: the one that was asked for, else the one that the pick is from.

    Else it is the first of which there is one for each of its places while some of those are not known, or the first.
    """
    for group in every:
        if group.name == name:
            return group
    for group in every:
        if pick in group.things:
            return group
    first = [group for group in every if group.name in ("neutral", "masters") and not _placed(position, group)]
    return next(iter((*first, *every)), None)


def _placed(position: engine.Position, group: PieceGroup) -> bool:
    """Whether it is known what lies on the places of a group."""
    if group.name == "neutral":
        return len(position.board.neutral) >= len(group.things)
    return not row_to_fill(position, group)


def known_pick(every: tuple[PieceGroup, ...], pick: str) -> str:
    """A pick from an address, if a region has it."""
    return pick if pick in (NOTHING, *AWAY) or any(pick in group.things for group in every) else ""


def row_to_fill(position: engine.Position, group: PieceGroup, row: str = "") -> str:
    """The field that things of a group go to one after another: `row` as long as it is not full, else the next one."""
    start = group.rows.index(row) if row in group.rows else 0
    for path in group.rows[start:]:
        one = editing.fields(position)[path]
        value = editing.value_of(position, one)
        if value is NOT_KNOWN or (one.kind == "row" and len(value) < one.most):
            return path
    return ""

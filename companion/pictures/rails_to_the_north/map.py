"""The map of the north: towns with their branchlets, tiles and stations, and the connections, in two halves."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from companion.components.effects import signs_of
from companion.drawing import Box
from companion.pictures.board import railroad, tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE, Point
from companion.pictures.charts import width_of

_OFFICE = "kansas-city"
"""Everybody may start from its office."""
_TOWN, _SPACE = 40, 19
_NAME = 11
"""The size of names."""


@functools.cache
def _layout() -> Mapping[str, Any]:
    file = resources.files("companion.pictures") / "rails_to_the_north" / "layout.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _place(kind: str, name: str) -> Point:
    """Where a town, a tile or a station stands."""
    layout = _layout()
    if name in layout["west"][kind]:
        x, y = layout["west"][kind][name]
        return x, y
    x, y = layout["east"][kind][name]
    return x, y + layout["half"]


def draw(canvas: Canvas) -> float:
    """Draw both halves below each other, the west first; the height of all."""
    half = _layout()["half"]
    canvas.path(f"M8 {half}H{WIDE - 8}", "line")
    _tracks(canvas)
    for town in canvas.scene.catalog.towns.towns:
        _town(canvas, town)
    for number, station in canvas.scene.catalog.railroad.stations.items():
        if station.town:
            _station(canvas, number, station.town)
    return 2 * float(half)


def _tracks(canvas: Canvas) -> None:
    towns, layout = canvas.scene.catalog.towns, _layout()
    foot = layout["half"] - 28
    for connection in towns.connections.values():
        side = "west" if connection.end in layout["west"]["towns"] else "east"
        down = layout["half"] if side == "east" else 0
        points = [(x, y + down) for x, y in layout[side]["bends"].get(f"{connection.start}-{connection.end}", ())]
        start = (layout[side]["starts"].get(connection.start, 0), foot + down)
        if connection.start in towns.towns:
            start = _place("towns", connection.start)
        line = [start, *points, _place("towns", connection.end)]
        canvas.path("M" + "L".join(f"{x:g} {y:g}" for x, y in line), "rail")
    for side, down in (("west", 0), ("east", layout["half"])):
        cities: list[tuple[float, str]] = []
        for name, x in layout[side]["starts"].items():
            city = name if name in canvas.scene.catalog.cities.cities else _OFFICE
            cities.append((x, canvas.scene.name("city", city)))
        ends = 0.0
        for x, text in sorted(cities):
            # One that has no room beside the name before stands a line below it.
            middle, half = _inside(x, text), _half(text)
            below = middle - half < ends
            ends = ends if below else middle + half
            canvas.text(middle, foot + down + (20 if below else 9), text, _NAME, "name")


def _half(words: str) -> float:
    """Half of the room that a name takes, with letters as wide as the widest that phones have."""
    return 1.25 * width_of(words, _NAME) / 2


def _inside(x: float, words: str) -> float:
    """The middle of a name that is to stand at a place, as near to it as the edges of the map allow."""
    half = _half(words) + 1
    return min(max(x, half), WIDE - half)


def _town(canvas: Canvas, name: str) -> None:
    scene, town = canvas.scene, canvas.scene.catalog.towns.towns[name]
    x, y = _place("towns", name)
    holders = [colour for colour, player in scene.position.players.items() if name in (player.branchlets or ())]
    contents = [*map(scene.colour, holders), *([scene.unknown] if scene.untold("branchlets") else [])] or [scene.empty]
    left, top = x - _TOWN / 2, y - _TOWN / 2
    with canvas.place(f"town:{name}", (x - 24, y - 24, 48, 48), *contents, where=scene.name("town", name)):
        canvas.rect(left, top, _TOWN, _TOWN, "tile", 6)
        for space in range(scene.catalog.towns.spaces):
            here = (left + 1 + space % 2 * _SPACE, top + 1 + space // 2 * _SPACE, _SPACE, _SPACE)
            if space >= len(holders):
                _printed(canvas, name, space, here)
    with canvas.layer(f"branchlets:{name}"):
        for space, colour in enumerate(holders):
            box = (left + 2 + space % 2 * _SPACE, top + 2 + space // 2 * _SPACE, _SPACE - 2, _SPACE - 2)
            with canvas.piece(
                f"players.{colour}.branchlets", box, scene.name("town", name), where=scene.colour(colour)
            ):
                tokens.disc(canvas, colour, box[0], box[1], box[2])
    if town.size == "medium":
        x, y = _place("tiles", name)
        _tile(canvas, name, (x - 24, y - 18, 48, 36))
    elif town.size == "big":
        called = scene.name("town", name)
        canvas.text(_inside(x, called), y + 28, called, _NAME, "name")


def _printed(canvas: Canvas, name: str, space: int, box: Box) -> None:
    """What a space shows while nothing lies on it: what it costs or brings."""
    town, (x, y, width, height) = canvas.scene.catalog.towns.towns[name], box
    if town.costs:
        canvas.text(x + width / 2, y + height / 2, f"−{town.costs[space]}", 12, "bad")
    elif town.bonus and (space == 0 or not town.first_only):
        canvas.row(signs_of(town.bonus), (x + 1, y + 1, width - 2, height - 2), 16)
    else:
        canvas.circle(x + width / 2, y + height / 2, 2, "plate")


def _tile(canvas: Canvas, name: str, box: Box) -> None:
    scene = canvas.scene
    lying, path = scene.position.board.town_tiles, f"board.town_tiles.{name}"
    tile = lying.get(name)
    what = scene.unknown if name not in lying else scene.name("town-tile", tile) if tile else scene.empty
    with canvas.place(path, box, what):
        if name not in lying:
            canvas.unknown(box)
        elif tile:
            tokens.town_tile(canvas, tile, box)


def _station(canvas: Canvas, number: int, town: str) -> None:
    """The station of a town, and its station master below it."""
    x, y = _place("stations", town)
    railroad.station(canvas, number, (x, y, 64, 56))
    tokens.master_space(canvas, number, (x, y + 58, 64, 48))

"""Pictures of components, drawn from the data in our own style, for any page that shows one.

A picture is recognised beside the real thing by its layout and symbols; everything that a colour says, a shape,
letter or number says too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.pictures import cards, spaces, tiles
from companion.pictures.svg import Picture
from companion.reference.components import Part

_DRAWN: Mapping[str, Callable[[Part, str], Picture]] = {
    "neutral": tiles.building,
    "building": tiles.building,
    "risk": tiles.risk,
    "hazard": tiles.hazard,
    "outlaw": tiles.outlaw,
    "bounty": tiles.bounty,
    "worker": tiles.worker,
    "worker-space": tiles.worker_space,
    "disc": spaces.disc,
    "aux": spaces.auxiliary,
    "station": spaces.station,
    "station-master": tiles.station_master,
    "arrow": spaces.arrow,
    "objective": cards.objective,
}
_DRAWN_WITH_NAME: Mapping[str, Callable[[Part, str, str], Picture]] = {"city": spaces.city, "cattle": cards.cattle}
"""Pictures that carry the name of the thing."""


def draw(part: Part, sprite: str, name: str) -> Picture:
    """The picture of a component. `sprite` is the address of the symbols, `name` what the reader calls it."""
    if part.kind in _DRAWN_WITH_NAME:
        return _DRAWN_WITH_NAME[part.kind](part, sprite, name)
    return _DRAWN[part.kind](part, sprite)

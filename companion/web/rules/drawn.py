"""The region of the board that a section is about, as it is printed: without anybody's pieces."""

from __future__ import annotations

import json

from markupsafe import Markup

from companion import engine
from companion.book.sections import Section
from companion.pictures.board import board_picture
from companion.web.assets import sprite


def picture(section: Section) -> Markup | None:
    """The picture of a section in its language, if it has one. Raises KeyError for a region that is not drawn."""
    if not section.picture:
        return None
    layer = engine.playable_layers()[section.layers[0]]
    edition, variants = layer.edition or engine.editions()[-1], () if layer.edition else (layer.id,)
    spaces = engine.load_catalog(edition, variants).trail.spaces.values()
    told = {
        "game": {"edition": edition, "variants": variants},
        "board": {"buildings": {space.id: None for space in spaces if space.kind == "building"}},
    }
    position = engine.read_position(json.dumps(told))
    return board_picture(position, section.language, parts=[section.picture], sprite=sprite())

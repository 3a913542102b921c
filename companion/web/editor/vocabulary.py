"""The names that the catalogues must have for the editor."""

from __future__ import annotations

import typing
from collections.abc import Iterator

from companion import engine
from companion.web.editor.action_forms import schemas, types
from companion.web.editor.labels import PICKS, PICKS_OF_PLAYERS
from companion.web.editor.palettes import GROUPS
from companion.web.editor.position_fields import REGIONS
from companion.web.editor.presets import (
    ALL_USUAL,
    AS_AT_START,
    FIRST_GAME,
    NOT_FIRST,
    OTHERS_EMPTY,
    OTHERS_USUAL,
    SIDES,
)

Name = tuple[str, str, frozenset[str], bool]


def names() -> Iterator[Name]:
    """All names."""
    simple = {
        "region": REGIONS,
        "pick": PICKS,
        "pick-group": GROUPS,
        "filling": (OTHERS_EMPTY, OTHERS_USUAL, ALL_USUAL, FIRST_GAME, AS_AT_START, NOT_FIRST, *SIDES),
        "duty": typing.get_args(engine.Duty),
        "action-type": types(),
        "action-field": sorted({name for kind in schemas().values() for name in kind["properties"] if name != "type"}),
    }
    for context, keys in simple.items():
        for key in keys:
            yield context, key, frozenset(), True
    for key in PICKS_OF_PLAYERS:
        yield "pick", key, frozenset({"player"}), True
    yield "pick", "building", frozenset({"player", "face"}), True
    yield "offer", "cards", frozenset({"count", "breeds", "cowboys", "dollars"}), True

"""Score by the things on the table: what may be entered, the position it makes, and the points it gives.

A sheet keeps everything as fields of a player: texts by name. `things.<group>.<thing>` says how many of a thing there
are, `depth.<category>` whether a category counts by its things or by its number, and a field that is named like a
category holds the number that was typed. Every thing has a field of its own, so that two phones can enter different
things of one category without getting in each other's way. Nothing here knows a page.
"""

from companion.sheets.things.counting import Count, ThingsSheet, counts, entries, ruleset_of, switched
from companion.sheets.things.doubts import Doubt, findings
from companion.sheets.things.fields import (
    TYPED,
    Depth,
    Group,
    ThingField,
    asked_of,
    depth_field,
    field_of,
    groups,
    storable,
)
from companion.sheets.things.position import fields_of, position_of

__all__ = [
    "TYPED",
    "Count",
    "Depth",
    "Doubt",
    "Group",
    "ThingField",
    "ThingsSheet",
    "asked_of",
    "counts",
    "depth_field",
    "entries",
    "field_of",
    "fields_of",
    "findings",
    "groups",
    "position_of",
    "ruleset_of",
    "storable",
    "switched",
]

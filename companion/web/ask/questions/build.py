"""Build or replace: which buildings are within reach of my builders and dollars?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion.engine import Catalog, effects
from companion.web.ask.declared import Declared, FieldValues, Sets
from companion.web.ask.entries import Premise, effects_in
from companion.web.ask.fields import FieldOption, TapTargets, numbers
from companion.web.ask.situation import QuickQuestion, dollars
from companion.web.ask.trail import place_of, short
from companion.web.language import gettext, ngettext

EMPTY = "empty"


def _each(catalog: Catalog) -> list[FieldOption]:
    prices = sorted({effect.dollars for effect in effects_in(effects.Build, catalog.edition, catalog.variants)})
    return [FieldOption(str(d), dollars(d), sets={"turn.pending": [{"effect": "build", "dollars": d}]}) for d in prices]


def _spaces(catalog: Catalog) -> list[str]:
    return [space.id for space in catalog.trail.spaces.values() if space.kind == "building"]


def _space(told: FieldValues) -> str:
    return told["at"] or _spaces(told.catalog)[0]


def _faces(catalog: Catalog) -> list[FieldOption]:
    return [FieldOption(face, face) for face in catalog.buildings.faces]


def _printed(catalog: Catalog) -> list[int]:
    return sorted({face.number for face in catalog.buildings.faces.values()})


def _sides(catalog: Catalog) -> list[str]:
    return sorted({face.side for face in catalog.buildings.faces.values()})


def _sets(told: FieldValues) -> Sets:
    catalog, old, side = told.catalog, told["old"], told["side"]
    sets: dict[str, Any] = {"turn.phase": "B", "turn.pending": []}
    sets["players.{me}.placed_out"] = [f"{number}{_sides(catalog)[0]}" for number in told["out"] or ()]
    if side:
        sets["game.sides"] = {str(number): side for number in _printed(catalog)}
    if old:
        lying = None if old == EMPTY else {"player": told.colour, "face": old}
        sets[f"board.buildings.{_space(told)}"] = lying
    return sets


def _among(told: FieldValues) -> Mapping[str, Collection[Any]]:
    faces = told.catalog.buildings.faces.values()
    return {"space": [_space(told)], "face": [face.id for face in faces if told["side"] in (None, face.side)]}


QUESTION = QuickQuestion(
    id="build",
    phase="B",
    order=40,
    symbol="building-own",
    title=lazy_gettext("Build or replace"),
    about=lazy_gettext("Which buildings your builders and dollars are enough for"),
    rules=("buildings/build", "buildings/build#replace"),
    example="each=2&at=A-1&old=empty&w-builder=2&d=9&side=a",
    ask=Declared(
        of="build",
        asks=(
            "w-builder",
            "d",
            Premise("each", lazy_gettext("Dollars for each builder"), _each, ("turn.pending",), about={"lead": True}),
            Premise(
                "at",
                lazy_gettext("Space to build on"),
                lambda catalog: [FieldOption(space, short(space)) for space in _spaces(catalog)],
                places=lambda catalog: TapTargets(("trail",), {place_of(s): s for s in _spaces(catalog)}),
                about={"lead": True, "tries": ()},
            ),
            Premise(
                "old",
                lazy_gettext("What is there now"),
                lambda catalog: [FieldOption(EMPTY, gettext("nothing")), *_faces(catalog)],
                lambda told: (f"board.buildings.{_space(told)}",),
                about={"tries": (EMPTY,), "likely": EMPTY, "spoken": False},
            ),
            Premise(
                "side",
                lazy_gettext("Side of your buildings"),
                lambda catalog: [FieldOption(side, gettext("side %(side)s", side=side)) for side in _sides(catalog)],
                about={"tries": ()},
            ),
            Premise(
                "out",
                lazy_gettext("Buildings that you placed already"),
                lambda catalog: numbers(_printed(catalog)),
                about={"spoken": False},
                several=True,
            ),
        ),
        sets=_sets,
        among=_among,
        needs=(("each",),),
        yes=lambda n: ngettext("You can build one building.", "You can build any of %(num)d buildings.", n),
        no=lazy_gettext("None of your buildings can be built there."),
        parts=("trail",),
        goals=_faces,
        instead_of="old",
        marks=lambda told, _: {place_of(told["at"]): "chosen"} if told["at"] else {},
    ),
)

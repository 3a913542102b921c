"""Build or replace: which buildings are within reach of my builders and dollars?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion.engine import Catalog, effects
from companion.web.ask.fields import AskField, FieldOption, dollars, effects_in, numbers
from companion.web.ask.question import Form, QuickQuestion, Sets
from companion.web.ask.trail import place_of, short
from companion.web.language import gettext, ngettext

EMPTY = "empty"


def _each(catalog: Catalog) -> list[FieldOption]:
    prices = sorted({effect.dollars for effect in effects_in(effects.Build, catalog)})
    return [FieldOption(str(d), dollars(d), sets={"turn.pending": [{"effect": "build", "dollars": d}]}) for d in prices]


def _spaces(catalog: Catalog) -> list[str]:
    return [space.id for space in catalog.trail.spaces.values() if space.kind == "building"]


def _space(form: Form) -> str:
    return form["at"] or _spaces(form.catalog)[0]


def _faces(catalog: Catalog) -> list[FieldOption]:
    return [FieldOption(face, face) for face in catalog.buildings.faces]


def _printed(catalog: Catalog) -> list[int]:
    return sorted({face.number for face in catalog.buildings.faces.values()})


def _sides(catalog: Catalog) -> list[str]:
    return sorted({face.side for face in catalog.buildings.faces.values()})


def _sets(form: Form) -> Sets:
    catalog, old, side = form.catalog, form["old"], form["side"]
    sets: dict[str, Any] = {"turn.phase": "B", "turn.pending": []}
    sets["players.{me}.placed_out"] = [f"{number}{_sides(catalog)[0]}" for number in form["out"] or ()]
    if side:
        sets["game.sides"] = {str(number): side for number in _printed(catalog)}
    if old:
        lying = None if old == EMPTY else {"player": form.colour, "face": old}
        sets[f"board.buildings.{_space(form)}"] = lying
    return sets


def _among(form: Form) -> Mapping[str, Collection[Any]]:
    faces = form.catalog.buildings.faces.values()
    return {"space": [_space(form)], "face": [face.id for face in faces if form["side"] in (None, face.side)]}


QUESTION = QuickQuestion(
    phase="B",
    order=40,
    symbol="building-own",
    title=lazy_gettext("Build or replace"),
    summary=lazy_gettext("Which buildings your builders and dollars are enough for"),
    rules=("buildings/build", "buildings/build#replace"),
    example="each=2&at=A-1&old=empty&w-builder=2&d=9&side=a",
    asks=(
        "w-builder",
        "d",
        AskField("each", lazy_gettext("Dollars for each builder"), _each, ("turn.pending",), lead=True,
                 question=lazy_gettext("How much do you pay for each builder?"),
                 reads=lazy_gettext("You pay %(price)s for each builder")),
        AskField(
            "at",
            lazy_gettext("Space to build on"),
            lambda catalog: [FieldOption(space, short(space, catalog.edition)) for space in _spaces(catalog)],
            parts=("trail",),
            place=place_of,
            lead=True,
            tries=(),
            reads=lazy_gettext("You build on %(space)s"),
        ),
        AskField(
            "old",
            lazy_gettext("What is there now"),
            lambda catalog: [
                FieldOption(EMPTY, gettext("nothing"), says=gettext("Nothing lies there now")),
                *_faces(catalog),
            ],
            lambda form: (f"board.buildings.{_space(form)}",),
            tries=(EMPTY,),
            likely=EMPTY,
            reads=lazy_gettext("Building %(face)s lies there now"),
            spoken=False,
        ),
        AskField(
            "side",
            lazy_gettext("Side of your buildings"),
            lambda catalog: [FieldOption(side, gettext("side %(side)s", side=side)) for side in _sides(catalog)],
            tries=(),
            reads=lazy_gettext("Your buildings show %(side)s"),
        ),
        AskField(
            "out",
            lazy_gettext("Buildings that you placed already"),
            lambda catalog: numbers(_printed(catalog)),
            spoken=False,
            kind="once",
            reads=lazy_gettext("You have already placed %(buildings)s"),
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
    marks=lambda form, _: {place_of(form["at"]): "chosen"} if form["at"] else {},
)  # fmt: skip

"""Build or replace: which buildings are within reach of my builders and dollars?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion import engine
from companion.engine import Board, Building, Player, Position, Turn, actions, effects
from companion.reference.effects import effects_of
from companion.sentences.effects import EffectWords
from companion.web.ask.fields import FieldOption, TapTargets, numbers
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged, paid
from companion.web.ask.trail import place_of, short
from companion.web.ask.words import gettext, lazy_gettext, ngettext
from companion.web.language import current, name

EMPTY = "empty"


def ask(form: Form) -> Situation:
    """Every building that was not used up, most points first."""
    game, catalog = form.game(), form.catalog
    colour = form.colour(shown=False)
    own = form.workers(colour, "builder")
    money = form.dollars(colour)
    each = form.pick(
        "each",
        gettext("Dollars for each builder"),
        [
            FieldOption(str(d), dollars(d))
            for d in sorted({effect.dollars for effect in effects_of(catalog, effects.Build)})
        ],
        facts=("turn.pending",),
        lead=True,
    )
    spaces = [space.id for space in catalog.trail.spaces.values() if space.kind == "building"]
    at = form.pick("at", gettext("Space to build on"), [FieldOption(s, short(s)) for s in spaces], lead=True, tries=(),
                   places=TapTargets(("trail",), {place_of(s): s for s in spaces}))  # fmt: skip
    space = at or spaces[0]
    faces = [FieldOption(face, face) for face in catalog.buildings.faces]
    tile = form.pick(
        "old",
        gettext("What is there now"),
        [FieldOption(EMPTY, gettext("nothing")), *faces],
        tries=(EMPTY,),
        likely=EMPTY,
        spoken=False,
        facts=(f"board.buildings.{space}",),
    )
    printed_sides = sorted({face.side for face in catalog.buildings.faces.values()})
    printed = sorted({face.number for face in catalog.buildings.faces.values()})
    sides = form.pick(
        "side",
        gettext("Side of your buildings"),
        [FieldOption(side, gettext("side %(side)s", side=side)) for side in printed_sides],
        tries=(),
    )
    gone = form.ticks("out", gettext("Buildings that you placed already"), numbers(printed), spoken=False)
    lying = {} if tile is None else {space: None if tile == EMPTY else Building(colour, tile)}
    position = Position(
        game=replace(game, sides=dict.fromkeys(printed, sides) if sides else None),
        turn=Turn(player=colour, phase="B", pending=(effects.Build(int(each)),) if each else ()),
        board=Board(buildings=lying),
        players={
            colour: Player(dollars=money, workers=own, placed_out=tuple(f"{n}{printed_sides[0]}" for n in gone or ()))
        },
    )
    choices = tuple(_choices(position, space, sides)) if each else ()
    return Situation(
        position=position,
        choices=choices,
        missing=() if each else ("turn.pending",),
        yes=ngettext("You can build one building.", "You can build any of %(num)d buildings.", allowed(choices)),
        no=gettext("None of your buildings can be built there."),
        parts=("trail",),
        goals=tuple(faces),
        instead_of="old",
        marks={place_of(space): "chosen"} if at else {},
    )


def _choices(position: Position, space: str, side: str | None) -> Iterator[Candidate]:
    words = EffectWords(current())
    for face in engine.ruleset_of(position).catalog.buildings.faces.values():
        if side is not None and face.side != side:
            continue
        action = actions.PlaceBuilding(face.id, space)
        verdict = judged(position, (action,))
        facts = [
            Fact(gettext("Builders needed"), str(face.builders), "worker-builder"),
            Fact(gettext("Points"), str(face.vp), "victory-point"),
        ]
        if face.hand != "none":
            facts.append(Fact(gettext("Others pay"), name("hand", face.hand)))
        yield Candidate(
            actions=(action,),
            title=gettext("Building %(face)s", face=face.id),
            goal=face.id,
            verdict=verdict,
            facts=tuple(facts),
            note="; ".join(words.choice(choice) for action_there in face.actions for choice in action_there),
            symbol="building-own",
            rank=(-face.vp, paid(verdict), face.number, face.side),
        )


QUESTION = QuickQuestion(
    id="build",
    phase="B",
    order=40,
    symbol="building-own",
    title=lazy_gettext("Build or replace"),
    about=lazy_gettext("Which buildings your builders and dollars are enough for"),
    rules=("buildings/build", "buildings/build#replace"),
    example="each=2&at=A-1&old=empty&w-builder=2&d=9&side=a",
    ask=ask,
)

"""Objectives: which cards do I fulfil with what I have, and what is the best use of my things?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Board, Building, Card, Catalog, HazardTile, Pile, Player, Position, score
from companion.sentences.names import words_of
from companion.web.ask.fields import AskField, FieldOption
from companion.web.ask.question import Asked, Candidate, Fact, Form, FormGroup, FormRow, QuickQuestion, Situation
from companion.web.language import current, gettext, ngettext

LEFT_OUT = "objective-left-out"
MET = "objective-met"


def _cards(form: Form) -> Iterator[Asked]:
    for card in form.catalog.objectives.cards:
        title = _title(form.catalog, card)
        places = [
            FieldOption("area", gettext("area"), says=gettext("“%(card)s” lies in your area", card=title)),
            FieldOption("deck", gettext("deck"), says=gettext("“%(card)s” is in your deck", card=title)),
        ]
        yield FormRow(title, part=f"objective-{card}")
        yield AskField(f"c-{card}", title, places, kind="once", lead=True, spoken=False)


def _held(form: Form, where: str = "") -> tuple[str, ...]:
    """The cards that were ticked, those in the objective area before those in the deck; or those in one of the two."""
    places = {card: form[f"c-{card}"] for card in form.catalog.objectives.cards}
    return tuple(card for one in ("area", "deck") for card, told in places.items()
                 if told and told[0] == one and where in ("", one))  # fmt: skip


def _tasks(form: Form) -> list[str]:
    cards = form.catalog.objectives.cards
    return list(dict.fromkeys(task for card in _held(form) for task in cards[card].tasks))


def _things(form: Form) -> Iterator[Asked]:
    tasks = _tasks(form)
    if tasks:
        yield FormGroup(gettext("What you have"))
    for task in tasks:
        title = words_of(current(), form.catalog.edition).name("task", task)
        yield FormRow(title)
        yield AskField(f"t-{task}", title, facts=(_told_at(form.catalog, form.colour, task),),
                       most=20, tapped=5, tries=("0", "1", "2", "3"),
                       reads=lazy_gettext("For “%(label)s” you have %(count)s"))  # fmt: skip


def _plan(form: Form, position: Position) -> Situation:
    """Every card with what becomes of it in the best assignment."""
    catalog, colour = form.catalog, form.colour
    told = {task: form[f"t-{task}"] for task in _tasks(form)}
    things = {task: count for task, count in told.items() if count is not None}
    area, deck = (tuple(map(Card, _held(form, where))) for where in ("area", "deck"))
    position = replace(
        position,
        board=Board(buildings=_buildings(catalog, colour, things.get("building", 0))),
        players={colour: _player(catalog, area, deck, things)},
    )
    missing = [_told_at(catalog, colour, task) for task in told if task not in things]
    missing = missing if _held(form) else [f"players.{colour}.objectives"]
    lines = {} if missing else _lines(position, colour)
    points = str(sum(points for _, points in lines.values())).replace("-", "−")
    facts = (Fact(gettext("Points of all cards"), points, "victory-point"),) if lines else ()
    return Situation(position, tuple(_choices(catalog, lines)), tuple(dict.fromkeys(missing)), facts=facts)


def _title(catalog: Catalog, card: str) -> str:
    """A card by its tasks and points, which is how it is found in the hand. Some differ in the points only."""
    objective = catalog.objectives.cards[card]
    tasks = " + ".join(words_of(current(), catalog.edition).name("task", task) for task in objective.tasks)
    return f"{tasks} ({objective.vp}/{str(objective.penalty).replace('-', '−')})"


def _told_at(catalog: Catalog, colour: str, task: str) -> str:
    """Where a position tells the things that fulfil a task."""
    things = {"building": "board.buildings", "station": "stations", "hazard": "hazards"}
    things |= dict.fromkeys(catalog.cities.cities, "deliveries")
    key = "outlaws" if task.startswith("outlaw-") else things.get(task, "draw")
    return key if key.startswith("board.") else f"players.{colour}.{key}"


def _buildings(catalog: Catalog, colour: str, count: int) -> Mapping[str, Building | None]:
    """So many buildings, and nothing on the other spaces."""
    spaces = [space.id for space in catalog.trail.spaces.values() if space.kind == "building"]
    faces = {face.number: face.id for face in catalog.buildings.faces.values()}
    placed = list(zip(spaces, faces.values(), strict=False))[:count]
    return dict.fromkeys(spaces) | {space: Building(colour, face) for space, face in placed}


def _player(catalog: Catalog, area: tuple[Card, ...], deck: tuple[Card, ...], things: Mapping[str, int]) -> Player:
    """A player with so many things. Cattle that serve two tasks stand for themselves."""
    breeds = catalog.cattle.breeds
    cattle: list[Card] = []
    for task, count in things.items():
        value = task.removeprefix("value-")
        breed = (
            task
            if task in breeds
            else next((b for b, its_breed in breeds.items() if str(its_breed.value) == value), None)
        )
        if breed is not None:
            cattle += [Card(breed)] * count
    draw = (*deck, *cattle)
    return Player(
        stations=tuple(catalog.railroad.stations)[: things.get("station", 0)],
        hazards=(HazardTile(),) * things.get("hazard", 0),
        outlaws={kind: things.get(f"outlaw-{kind}", 0) for kind in catalog.tiles.outlaws},
        deliveries={city: things[city] for city in catalog.cities.cities if city in things},
        objectives=area,
        draw=Pile(len(draw), draw),
    )


def _lines(position: Position, colour: str) -> dict[str, tuple[str, int]]:
    """Card -> what becomes of it, and its points."""
    lines = score(engine.ruleset_of(position), position)[colour].lines
    return {str(line.params["objective"]): (line.code, line.points) for line in lines if line.category == "objectives"}


def _choices(catalog: Catalog, lines: Mapping[str, tuple[str, int]]) -> Iterator[Candidate]:
    notes = {MET: gettext("fulfilled"), LEFT_OUT: gettext("better left in the deck")}
    for card, (code, points) in lines.items():
        yield Candidate(
            actions=(),
            title=_title(catalog, card),
            verdict=engine.Verdict("yes" if code == MET else "no"),
            facts=(Fact(gettext("Points"), str(points).replace("-", "−"), "victory-point"),),
            note=notes.get(code, gettext("not fulfilled")),
            symbol="objective",
            rank=(-points,),
        )


QUESTION = QuickQuestion(
    phase="any",
    order=10,
    symbol="objective",
    title=lazy_gettext("Objectives"),
    summary=lazy_gettext("Which cards are fulfilled, and the best use of what you have"),
    rules=("scoring/overview#objectives", "objectives/gain#cards"),
    example="c-obj-1=area&c-obj-9=deck&t-building=1&t-outlaw-orange=2&t-hereford=0&t-hazard=2",
    asks=(
        FormGroup(
            lazy_gettext("Your objective cards"), lazy_gettext("Cards in your objective area count in any case.")
        ),
        _cards,
        _things,
    ),
    plan=_plan,
    yes=lambda n: ngettext("One card is fulfilled.", "%(num)d cards are fulfilled.", n),
    no=lazy_gettext("None of these cards is fulfilled."),
    depends=lambda form: "" if _held(form) else gettext("Tick the objective cards that you have."),
)

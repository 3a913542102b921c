"""Objectives: which cards do I fulfil with what I have, and what is the best use of my things?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Board, Building, Card, Catalog, HazardTile, Pile, Player, Position, Turn, score
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed
from companion.web.language import gettext, name, ngettext

LEFT_OUT = "objective-left-out"
MET = "objective-met"


def ask(form: Form) -> Situation:
    """Every card with what becomes of it in the best assignment."""
    game, catalog = form.game(), form.catalog
    colour = form.colour(shown=False)
    form.group(gettext("Your objective cards"), hint=gettext("Cards in your objective area count in any case."))
    where = {card: _where(form, card) for card in catalog.objectives.cards}
    area = tuple(Card(card) for card, place in where.items() if place == "area")
    deck = tuple(Card(card) for card, place in where.items() if place == "deck")
    cards = [*area, *deck]
    tasks = dict.fromkeys(task for card in cards for task in catalog.objectives.cards[card.id].tasks)
    if tasks:
        form.group(gettext("What you have"))
    things = {task: _count(form, colour, task) for task in tasks}
    known = {task: count for task, count in things.items() if count is not None}
    position = Position(
        game=game,
        turn=Turn(player=colour),
        board=Board(buildings=_buildings(catalog, colour, known.get("building", 0))),
        players={colour: _player(catalog, area, deck, known)},
    )
    missing = [_told_at(catalog, colour, task) for task, count in things.items() if count is None]
    lines = _lines(position, colour) if cards and not missing else {}
    choices = tuple(_choices(catalog, lines))
    points = sum(points for _, points in lines.values())
    return Situation(
        position=position,
        choices=choices,
        missing=tuple(missing) if cards else (f"players.{colour}.objectives",),
        yes=ngettext("One card is fulfilled.", "%(num)d cards are fulfilled.", allowed(choices)),
        no=gettext("None of these cards is fulfilled."),
        depends="" if cards else gettext("Tick the objective cards that you have."),
        facts=(Fact(gettext("Points of all cards"), str(points).replace("-", "−"), "victory-point"),) if lines else (),
    )


def _where(form: Form, card: str) -> str | None:
    title = _title(form.catalog, card)
    form.row(title, part=f"objective-{card}")
    places = [FieldOption("area", gettext("area")), FieldOption("deck", gettext("deck"))]
    ticked = form.ticks(f"c-{card}", title, places, lead=True, spoken=False)
    return ticked[0] if ticked else None


def _title(catalog: Catalog, card: str) -> str:
    """A card by its tasks and points, which is how it is found in the hand. Some differ in the points only."""
    objective = catalog.objectives.cards[card]
    tasks = " + ".join(name("task", task) for task in objective.tasks)
    return f"{tasks} ({objective.vp}/{objective.penalty})".replace("-", "−")


def _count(form: Form, colour: str, task: str) -> int | None:
    form.row(name("task", task))
    facts = (_told_at(form.catalog, colour, task),)
    return form.number(f"t-{task}", name("task", task), most=20, tapped=5, tries=("0", "1", "2", "3"), facts=facts)


def _told_at(catalog: Catalog, colour: str, task: str) -> str:
    """Where a position tells the things that fulfil a task."""
    things = {"building": "board.buildings", "station": "stations", "hazard": "hazards"}
    things |= dict.fromkeys(catalog.cities.cities, "deliveries")
    key = "outlaws" if task.startswith("outlaw-") else things.get(task, "draw")
    return key if key.startswith("board.") else f"players.{colour}.{key}"


def _buildings(catalog: Catalog, colour: str, count: int) -> Mapping[str, Building]:
    spaces = [space.id for space in catalog.trail.spaces.values() if space.kind == "building"]
    faces = {face.number: face.id for face in catalog.buildings.faces.values()}
    return {space: Building(colour, face) for space, face in list(zip(spaces, faces.values(), strict=False))[:count]}


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
    id="objectives",
    phase="any",
    order=10,
    symbol="objective",
    title=lazy_gettext("Objectives"),
    about=lazy_gettext("Which cards are fulfilled, and the best use of what you have"),
    rules=("scoring/overview#objectives", "objectives/gain#cards"),
    example="c-obj-1=area&c-obj-9=deck&t-building=1&t-outlaw-orange=2&t-hereford=0&t-hazard=2",
    ask=ask,
)

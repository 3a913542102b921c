"""Branchlets: in which town may my next one go, what does it cost, and what does it bring?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import EffectWords
from companion.engine import Player, Position, Verdict
from companion.i18n import capital
from companion.web.ask.fields import ENTRIES, NONE, AskField, FieldOption, counting, dollars, named
from companion.web.ask.question import CHOSEN, Asked, Fact, Form, QuickQuestion
from companion.web.language import current, gettext, name, ngettext

_PLACE = {"turn.phase": "B", "turn.pending": [{"effect": "place-branchlet"}]}


def _starts(form: Form) -> Iterator[Asked]:
    """Cities of the other map from which a track leads into a town."""
    towns = form.catalog.towns
    ends = {end for both in towns.joined.values() for end in both if end not in towns.towns}
    cities = named("city", [city for city in form.catalog.cities.cities if city in ends])
    label = gettext("Cities with a disc of yours, from which a track leads north")
    yield ENTRIES["disc"].but(key="starts", label=label, options=cities, tries=(NONE, *(city.value for city in cities)))


def _rivals(form: Form) -> list[str]:
    players = form["n"] or form.catalog.table.players.most
    return [one for one in form.catalog.table.players.colours if one != form.colour][: players - 1]


def _towns(form: Form) -> Iterator[Asked]:
    """Of every town in reach: how many of the others lie there, which tells the next space, and the tile beside it."""
    position, wanted, rivals = form.position(_PLACE), form.given.get(CHOSEN), _rivals(form)
    options = engine.options(engine.ruleset_of(position), position)
    reached = {engine.action_text(option.action).rpartition("=")[2] for option in options}
    for town in form.catalog.towns.towns.values():
        called = name("town", town.id)
        if town.id in reached and (town.costs or town.first_only):
            yield AskField(
                f"in-{town.id}",
                gettext("Branchlets of others in %(town)s", town=called),
                facts=tuple(f"players.{one}.branchlets" for one in rivals) if wanted in (None, "", town.id) else (),
                most=len(rivals),
                tries=[str(count) for count in range(len(rivals) + 1)],
                question=gettext("How many branchlets do others have in %(town)s?", town=called),
                symbol="branchlet",
                lead=wanted == town.id,
                reads=counting(
                    "One branchlet of others lies in %(town)s",
                    "%(num)d branchlets of others lie in %(town)s",
                    town=called,
                ),
            )
        if town.id in reached and town.size == "medium":
            label, tiles = gettext("Tile beside %(town)s", town=called), named("town-tile", form.catalog.towns.tiles)
            yield AskField(f"tile-{town.id}", label, tiles, (f"board.town_tiles.{town.id}",), lead=wanted == town.id,
                           reads=lazy_gettext("%(tile)s beside %(town)s"), names={"town": called})  # fmt: skip


def _cases(form: Form, position: Position) -> Iterator[tuple[Position, Mapping[str, Any]]]:
    """Every town with what was told about it."""
    for town in form.catalog.towns.towns:
        there, tile = form[f"in-{town}"], form[f"tile-{town}"]
        others = {
            one: Player(branchlets=None if there is None else (town,) if seat < there else ())
            for seat, one in enumerate(_rivals(form))
        }
        board = replace(position.board, town_tiles={town: tile} if tile else {})
        yield replace(position, board=board, players={**position.players, **others}), {"town": [town]}


def _look(form: Form, action: Any, verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    town = form.catalog.towns.towns[action.town]
    return {
        "title": capital(name("town", town.id)),
        "facts": tuple(_brings(form, town)) if verdict.answer != "no" else (),
        "symbol": "branchlet",
        "goal": town.id,
        "tap": f"town:{town.id}",
    }


def _brings(form: Form, town: Any) -> Iterator[Fact]:
    towns, texts = form.catalog.towns, EffectWords(current())
    there, tile = form[f"in-{town.id}"], form[f"tile-{town.id}"]
    bonus = ", ".join(texts.effect(effect) for effect in town.bonus)
    if bonus and (not town.first_only or there == 0):
        yield Fact(gettext("What it brings"), bonus)
    elif bonus and there is None:
        yield Fact(gettext("What it brings, if yours is the first branchlet there"), bonus)
    if town.size == "medium":
        brings = texts.action(towns.tiles[tile].does) if tile else gettext("what the tile beside it says")
        yield Fact(gettext("What it brings"), brings)
    for station in form.catalog.railroad.stations.values():
        if station.town == town.id:
            cost = gettext("%(cost)s, %(points)d points", cost=dollars(station.cost), points=station.vp)
            yield Fact(gettext("Then you may upgrade its station"), cost, "station")
    for city in form.catalog.cities.cities.values():
        if city.town == town.id:
            yield Fact(gettext("Opens delivery to"), name("city", city.id), "city")
    mine = form["branch"] or ()
    emptied = towns.emptied.get(len(mine) + 1, ())
    if towns.bells(len(mine) + 1) > towns.bells(len(mine)):
        yield Fact(gettext("Uncovers"), gettext("bell %(number)d", number=towns.bells(len(mine) + 1)))
    if emptied:
        yield Fact(gettext("Empties a group"), ", ".join(map(texts.effect, emptied)))
    on = [end for end in towns.joined[town.id] if end in towns.towns and end not in mine]
    if on:
        yield Fact(gettext("Leads to"), ", ".join(capital(name("town", end)) for end in on))


QUESTION = QuickQuestion(
    phase="B",
    order=70,
    unranked=True,
    symbol="branchlet",
    title=lazy_gettext("Where may my next branchlet go?"),
    summary=lazy_gettext("Every town in reach: what it costs, what it brings and where it leads"),
    rules=("rails/branchlets", "rails/towns", "rails/town-tiles", "rails/map-west", "rails/map-east"),
    example="branch=olive-gate&starts=none&d=3",
    asks=(
        AskField(
            "branch",
            lazy_gettext("Towns with your branchlets"),
            path="players.{me}.branchlets",
            word=lambda town: capital(name("town", town)),
            tries=(NONE,),
            lead=True,
            spoken=False,
            parts=("north",),
            place="town:{}".format,
            reads=lazy_gettext("You have branchlets in %(towns)s"),
            reads_none=lazy_gettext("You have no branchlet yet"),
        ),
        ENTRIES["d"].but(tries=("0", "1", "2", "3", "4")),
        _starts,
        "n",
        _towns,
    ),
    sets=_PLACE,
    needs=(("branch",),),
    cases=_cases,
    look=_look,
    yes=lambda n: ngettext("Your branchlet may go to one town.", "Your branchlet may go to any of %(num)d towns.", n),
    no=lazy_gettext("There is no town where you may place a branchlet."),
    parts=("north",),
    marks=lambda _, choices: {f"town:{one.goal}": "way" for one in choices if one.verdict.answer == "yes"},
    goals=lambda catalog: [FieldOption(town, capital(name("town", town))) for town in catalog.towns.towns],
)

"""Branchlets: in which town may my next one go, what does it cost, and what does it bring?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import EffectWords
from companion.engine import Board, Catalog, Player, Position, Turn, effects
from companion.web.ask.fields import FieldOption, TapTargets
from companion.web.ask.form import CHOSEN, Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged
from companion.web.language import capital, current, gettext, name, ngettext

LAYER = __name__.split(".")[-2].replace("_", "-")


def ask(form: Form) -> Situation:
    """Every town, the cheapest first; those that no branchlet can reach with the reason."""
    colour, told = form.colour(shown=False), form.game()
    game = replace(told, variants=tuple(sorted({*(told.variants or ()), LAYER})))
    catalog = engine.ruleset_of(Position(game=game)).catalog
    towns = catalog.towns
    options = [FieldOption(town, capital(name("town", town))) for town in towns.towns]
    mine = form.ticks("branch", gettext("Towns with your branchlets"), options, none=gettext("none"), tries=("none",),
                      facts=(f"players.{colour}.branchlets",), lead=True, spoken=False,
                      places=TapTargets(("north",), {f"town:{town}": town for town in towns.towns}))  # fmt: skip
    money = form.tell("d", colour, tries=("0", "1", "2", "3", "4"))
    cities = [FieldOption(city, name("city", city)) for city in catalog.cities.cities if _leads(catalog, city)]
    discs = form.ticks("starts", gettext("Cities with a disc of yours, from which a track leads north"), cities,
                       none=gettext("none"), tries=("none", *(city.value for city in cities)), spoken=False,
                       likely="none", facts=(f"players.{colour}.deliveries",))  # fmt: skip
    players = form.tell("n")
    position = Position(
        game=replace(game, players=players),
        turn=Turn(player=colour, phase="B", pending=(effects.vocabulary()["place-branchlet"](),)),
        players={colour: Player(dollars=money, branchlets=mine,
                                deliveries=None if discs is None else dict.fromkeys(discs, 1))},
    )  # fmt: skip
    reached = {_town_of(option.action) for option in engine.options(engine.ruleset_of(position), position)}
    choices = tuple(_Town(form, catalog, position, town, town in reached).choice() for town in towns.towns)
    return Situation(
        position=position,
        choices=choices if mine is not None else (),
        missing=() if mine is not None else (f"players.{colour}.branchlets",),
        yes=ngettext("Your branchlet may go to one town.", "Your branchlet may go to any of %(num)d towns.",
                     allowed(choices)),
        no=gettext("There is no town where you may place a branchlet."),
        parts=("north",),
        marks={f"town:{one.goal}": "way" for one in choices if one.verdict.answer == "yes"},
        goals=tuple(options),
        picked={f"town:{one.goal}": one.name for one in choices},
    )  # fmt: skip


def _town_of(action: engine.Action) -> str:
    return engine.action_text(action).rpartition("=")[2]


def _leads(catalog: Catalog, city: str) -> bool:
    towns = catalog.towns
    return city not in towns.towns and any(city in ends for ends in towns.joined.values())


@dataclass(frozen=True)
class _Town:
    """What a branchlet in one town costs and brings."""

    form: Form
    catalog: Catalog
    position: Position
    id: str
    reached: bool

    def choice(self) -> Candidate:
        """The town with the engine's verdict."""
        town = self.catalog.towns.towns[self.id]
        there = self._others() if self.reached and (town.costs or town.first_only) else None
        tile = self._tile() if self.reached and town.size == "medium" else None
        position = self._with(there, tile)
        action = engine.read_action(f"branchlet town={town.id}")
        verdict = judged(position, (action,))
        return Candidate(
            actions=(action,),
            title=capital(name("town", town.id)),
            verdict=verdict,
            facts=tuple(self._brings(there, tile)) if verdict.answer != "no" else (),
            symbol="branchlet",
            position=position,
            goal=town.id,
        )

    @property
    def _colour(self) -> str:
        return self.position.turn.player or ""

    @property
    def _rivals(self) -> tuple[str, ...]:
        colours = [one for one in self.catalog.table.players.colours if one != self._colour]
        most = self.position.game.players or self.catalog.table.players.most
        return tuple(colours[: most - 1])

    def _others(self) -> int | None:
        """Ask how many of the others lie there already: that decides which space is next."""
        asked_about = self.form.given.get(CHOSEN) in (None, "", self.id)
        return self.form.number(
            f"in-{self.id}",
            gettext("Branchlets of others in %(town)s", town=name("town", self.id)),
            most=len(self._rivals),
            facts=tuple(f"players.{one}.branchlets" for one in self._rivals) if asked_about else (),
            tries=[str(count) for count in range(len(self._rivals) + 1)],
            symbol="branchlet",
            lead=self.form.given.get(CHOSEN) == self.id,
        )

    def _tile(self) -> str | None:
        """Ask which tile lies beside it: that decides what it brings."""
        tiles = [FieldOption(tile, name("town-tile", tile)) for tile in self.catalog.towns.tiles]
        label = gettext("Tile beside %(town)s", town=name("town", self.id))
        return self.form.pick(f"tile-{self.id}", label, tiles, facts=(f"board.town_tiles.{self.id}",),
                              lead=self.form.given.get(CHOSEN) == self.id)  # fmt: skip

    def _with(self, there: int | None, tile: str | None) -> Position:
        """The position with what was told about this town."""
        others = {
            one: Player(branchlets=None if there is None else (self.id,) if seat < there else ())
            for seat, one in enumerate(self._rivals)
        }
        board = Board(town_tiles={self.id: tile} if tile else {})
        return replace(self.position, board=board, players={**self.position.players, **others})

    def _brings(self, there: int | None, tile: str | None) -> Iterator[Fact]:
        towns, texts = self.catalog.towns, EffectWords(current())
        town = towns.towns[self.id]
        bonus = ", ".join(texts.effect(effect) for effect in town.bonus)
        if bonus and (not town.first_only or there == 0):
            yield Fact(gettext("You get"), bonus)
        elif bonus and there is None:
            yield Fact(gettext("You get, if yours is the first branchlet there"), bonus)
        if town.size == "medium":
            brings = texts.action(towns.tiles[tile].does) if tile else gettext("what the tile beside it says")
            yield Fact(gettext("You get"), brings)
        for station in self.catalog.railroad.stations.values():
            if station.town == town.id:
                cost = gettext("%(cost)s, %(points)d points", cost=dollars(station.cost), points=station.vp)
                yield Fact(gettext("Then you may upgrade its station"), cost, "station")
        for city in self.catalog.cities.cities.values():
            if city.town == town.id:
                yield Fact(gettext("Opens delivery to"), name("city", city.id), "city")
        mine = self.position.players[self._colour].branchlets or ()
        emptied = towns.emptied.get(len(mine) + 1, ())
        if towns.bells(len(mine) + 1) > towns.bells(len(mine)):
            yield Fact(gettext("Uncovers"), gettext("bell %(number)d", number=towns.bells(len(mine) + 1)))
        if emptied:
            yield Fact(gettext("Empties a group"), ", ".join(map(texts.effect, emptied)))
        on = [end for end in towns.joined[town.id] if end in towns.towns and end not in mine]
        if on:
            yield Fact(gettext("Leads to"), ", ".join(capital(name("town", end)) for end in on))


QUESTION = QuickQuestion(
    id="branchlet",
    phase="B",
    order=70,
    symbol="branchlet",
    title=lazy_gettext("Where may my next branchlet go?"),
    about=lazy_gettext("Every town in reach: what it costs, what it brings and where it leads"),
    rules=("rails/branchlets", "rails/towns", "rails/town-tiles", "rails/map-west", "rails/map-east"),
    example="branch=olive-gate&starts=none&d=3",
    ask=ask,
)

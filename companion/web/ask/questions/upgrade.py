"""Upgrade a station: may I, what does it cost, and what follows from it?"""

from __future__ import annotations

from collections.abc import Iterator

from companion import engine
from companion.engine import Board, Catalog, Player, Position, StationSlot, Turn, actions, effects
from companion.sentences.actions import action_sentence
from companion.sentences.names import words_of
from companion.web.ask import pieces
from companion.web.ask.fields import FieldOption, TapTargets
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged
from companion.web.ask.words import gettext, lazy_gettext, ngettext
from companion.web.language import current, name

BEHIND = "behind"


def ask(form: Form) -> Situation:
    """The station where the engine stopped, or all behind it where an action allows any of them."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    where = form.pick("at", gettext("Your engine"), _places(catalog), lead=True, facts=("turn.pending",),
                      places=TapTargets(("railroad",), _by_place(catalog)))  # fmt: skip
    money = form.dollars(colour)
    own = pieces.stations(form, colour)
    cleared = pieces.cleared(form, colour)
    form.group(gettext("What else may count"))
    at = form.own_engine(colour) if where == BEHIND else None
    if where and where != BEHIND and not catalog.railroad.stations[int(where)].town:
        stop = catalog.railroad.stations[int(where)].space
        at = int(stop) if stop.isdecimal() else stop
    workers = form.workers(colour, *catalog.tiles.workers) if _master(catalog, where) else None
    slots = _slots(form, catalog, where)
    pending = None
    if where:
        pending = (effects.UpgradeBehind() if where == BEHIND else effects.UpgradeStation(int(where)),)
    position = Position(
        game=game,
        turn=Turn(player=colour, phase="B", pending=pending, stations_upgraded=()),
        board=Board(station_masters=slots),
        players={colour: Player(dollars=money, stations=own, cleared=cleared, engine=at, workers=workers)},
    )
    asked_about = () if not where else catalog.railroad.stations if where == BEHIND else (int(where),)
    choices = tuple(_choice(position, catalog, number) for number in asked_about)
    return Situation(
        position=position,
        choices=choices,
        missing=() if where else ("turn.pending",),
        yes=ngettext("You can upgrade the station.", "You can upgrade any of %(num)d stations.", allowed(choices)),
        no=gettext("No station can be upgraded."),
        parts=("railroad",),
        marks={f"board.station_masters.{n}": "chosen" for n in asked_about if where != BEHIND and n in slots},
    )


def _places(catalog: Catalog) -> list[FieldOption]:
    stations = [FieldOption(str(n), _reached(n), "station") for n in catalog.railroad.stations]
    return [FieldOption(BEHIND, gettext("stays: an action allows a station behind it"), "engine"), *stations]


def _reached(number: int) -> str:
    """How a station is reached: by the engine, or where none comes, by a branchlet in its town."""
    town = words_of(current()).town_of(number)
    if town:
        return gettext("stays: a branchlet was placed in %(town)s", town=town)
    return gettext("stopped at station %(number)d", number=number)


def _by_place(catalog: Catalog) -> dict[str, str]:
    return {f"station:{number}": str(number) for number in catalog.railroad.station_of.values()}


def _master(catalog: Catalog, where: str | None) -> bool:
    return bool(where and where != BEHIND and catalog.railroad.stations[int(where)].station_master)


def _slots(form: Form, catalog: Catalog, where: str | None) -> dict[int, StationSlot | None]:
    """What lies beside the station: a station master tile, or the worker who was appointed."""
    if not where or not _master(catalog, where):
        return {}
    words = words_of(current())
    tiles = [
        FieldOption(tile, words.station_master(tile), part=f"station-master-{tile}")
        for tile in catalog.station_masters.tiles
    ]
    workers = [FieldOption(kind, name("worker", kind), f"worker-{kind}") for kind in catalog.tiles.workers]
    chosen = form.pick(
        "master",
        gettext("Beside the station"),
        [*workers, *tiles],
        facts=(f"board.station_masters.{where}",),
    )
    if chosen is None:
        return {}
    is_tile = chosen in catalog.station_masters.tiles
    return {int(where): StationSlot(master=chosen) if is_tile else StationSlot(worker=chosen)}


def _choice(position: Position, catalog: Catalog, number: int) -> Candidate:
    action, station = actions.Upgrade(number), catalog.railroad.stations[number]
    verdict = judged(position, (action,))
    return Candidate(
        actions=(action,),
        title=action_sentence(action, current()).rstrip("."),
        verdict=verdict,
        facts=tuple(_facts(position, catalog, action, verdict)),
        symbol="station",
        rank=(-station.vp, station.cost),
    )


def _facts(position: Position, catalog: Catalog, action: actions.Upgrade, verdict: engine.Verdict) -> Iterator[Fact]:
    station = catalog.railroad.stations[action.station]
    yield Fact(gettext("Cost"), dollars(station.cost), "dollar")
    yield Fact(gettext("Points"), str(station.vp), "victory-point")
    yield Fact(gettext("Disc"), pieces.discs_onto(station.corner), f"corner-{station.corner}")
    if verdict.answer == "yes" and any(isinstance(step, effects.Appoint) for step in _then(position, action)):
        yield Fact(gettext("Then"), gettext("you may appoint a worker"), "station-master")


def _then(position: Position, action: actions.Upgrade) -> tuple[object, ...]:
    """What waits after the station was upgraded and the first disc that may be was placed."""
    rules = engine.ruleset_of(position)
    after = engine.apply(rules, position, action)
    for option in engine.options(rules, after):
        if option.action.type == "disc":
            return engine.apply(rules, after, option.action).turn.pending or ()
    return after.turn.pending or ()


QUESTION = QuickQuestion(
    id="upgrade",
    phase="B",
    order=50,
    symbol="station",
    title=lazy_gettext("Upgrade a station"),
    about=lazy_gettext("What it costs, which disc goes there, and whether you get a station master"),
    rules=("railroad/upgrade-station", "railroad/station-master", "railroad/upgrade-station#behind"),
    example="at=4&d=6&stations=none&cleared=none",
    ask=ask,
)

"""Upgrade a station: may I, what does it cost, and what follows from it?"""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext

from companion.engine import Catalog
from companion.sentences.names import words_of
from companion.web.ask.fields import ENTRIES, RUNS_ON, AskField, FieldOption, entry_of, named, singular
from companion.web.ask.question import Form, FormGroup, QuickQuestion, Sets
from companion.web.language import current, gettext, ngettext

BEHIND = "behind"


def _places(catalog: Catalog) -> list[FieldOption]:
    stations = [FieldOption(str(n), _reached(n), "station") for n in catalog.railroad.stations]
    return [FieldOption(BEHIND, gettext("stays, as an action allows a station behind it"), "engine"), *stations]


def _reached(number: int) -> str:
    """How a station is reached: by the engine, or where none comes, by a branchlet in its town."""
    town = words_of(current()).town_of(number)
    if town:
        return gettext("stays, as a branchlet was placed in %(town)s", town=town)
    return gettext("stopped at station %(number)d", number=number)


def _station(form: Form) -> int | None:
    """The station where the engine stopped."""
    return None if form["at"] in (None, BEHIND) else int(form["at"])


def _with_master(form: Form) -> bool:
    station = _station(form)
    return station is not None and bool(form.catalog.railroad.stations[station].station_master)


def _beside(catalog: Catalog) -> list[FieldOption]:
    """A station master tile, or the worker who was appointed."""
    words, tiles = words_of(current(), catalog.edition), catalog.station_masters.tiles
    workers = named("worker", catalog.tiles.workers, "worker-{}", catalog, label=singular)
    masters = {tile: words.station_master(tile) for tile in tiles}
    return [
        *workers,
        *(FieldOption(tile, text, part=f"station-master-{tile}", says=_tile(text)) for tile, text in masters.items()),
    ]


def _tile(text: str) -> str:
    return gettext("Beside the station lies the tile “%(tile)s”", tile=text)


def _sets(form: Form) -> Sets:
    station, master = _station(form), form["master"]
    sets: dict[str, Any] = {"turn.phase": "B", "turn.stations_upgraded": []}
    if form["at"]:
        behind = {"effect": "upgrade-behind"}
        sets["turn.pending"] = [behind if station is None else {"effect": "upgrade-station", "station": station}]
    if station is not None and not form.catalog.railroad.stations[station].town:
        stop = form.catalog.railroad.stations[station].space
        sets["players.{me}.engine"] = int(stop) if stop.isdecimal() else stop
    if master:
        is_tile = master in form.catalog.station_masters.tiles
        sets[f"board.station_masters.{station}"] = master if is_tile else {"worker": master}
    return sets


QUESTION = QuickQuestion(
    phase="B",
    order=50,
    symbol="station",
    title=lazy_gettext("Upgrade a station"),
    summary=lazy_gettext("What it costs, which disc goes there, and whether you get a station master"),
    rules=("railroad/upgrade-station", "railroad/station-master", "railroad/upgrade-station#behind"),
    example="at=4&d=6&stations=none&cleared=none",
    asks=(
        AskField(
            "at",
            lazy_gettext("Your engine"),
            _places,
            ("turn.pending",),
            parts=("railroad",),
            place="station:{}".format,
            lead=True,
            question=lazy_gettext("Where is your engine?"),
            reads=RUNS_ON,
        ),
        "d",
        "stations",
        "cleared",
        FormGroup(lazy_gettext("What else may count")),
        ENTRIES["engine"].but(when=lambda form: form["at"] == BEHIND),
        lambda form: [entry_of(f"w-{kind}") for kind in form.catalog.tiles.workers if _with_master(form)],
        AskField(
            "master",
            lazy_gettext("Beside the station"),
            _beside,
            reads=lazy_gettext("Beside the station lies %(entry)s"),
            facts=lambda form: (f"board.station_masters.{_station(form)}",),
            when=_with_master,
        ),
    ),
    sets=_sets,
    among=lambda form: {"station": form.catalog.railroad.stations if _station(form) is None else (_station(form),)},
    needs=(("at",),),
    yes=lambda n: ngettext("You can upgrade the station.", "You can upgrade any of %(num)d stations.", n),
    no=lazy_gettext("No station can be upgraded."),
    parts=("railroad",),
    marks=lambda form, _: {f"board.station_masters.{_station(form)}": "chosen"} if form["master"] else {},
)

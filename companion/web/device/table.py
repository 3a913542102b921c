"""What a device remembers of its table: player count, edition, variants, further layers, names, colours, language, and
the set-up that was drawn for it.

It is a cookie that scripts may read, so that pages can be the same for everybody and still show the table's
own figures first. It holds no secret; whatever comes back malformed is ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from urllib.parse import quote

from werkzeug.wrappers import Response

from companion import engine, i18n
from companion.integers import whole
from companion.reference import layers
from companion.sheets.changes import MAX_NAME_LENGTH
from companion.sheets.states import Name
from companion.web.device.cookies import keep, plain
from companion.web.sanitise import one_line

_COOKIE = "table"
_MAX_LENGTH = 3000
_SETUP = re.compile(rf"{engine.DrawnSetUp.VERSION}[\w-]{{1,60}}", re.ASCII)


@dataclass(frozen=True)
class Settings:
    """What was set under Table. None and empty: nobody has said."""

    players: int | None = None
    edition: int | None = None
    variants: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    """Expansions and ways to play that are told in words only."""
    people: tuple[Name, ...] = ()
    """Those at the table, with a name that may be empty."""
    language: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    """Rules that the table reads in another way than we do, each with its choice."""
    setup: str = ""
    """The code of the set-up that was drawn, "" for none."""

    @property
    def named(self) -> tuple[Name, ...]:
        """The players whose names are known."""
        return tuple(person for person in self.people if person.name)

    @property
    def words(self) -> dict[str, Any]:
        """The same as forms and links say it: a name stands behind its colour, a choice behind its reading."""
        return {
            **asdict(self),
            "people": [f"{person.colour}.{person.name}" for person in self.named],
            "readings": [".".join(one) for one in self.readings.items()],
        }

    @property
    def shown(self) -> tuple[str, ...] | None:
        """The layers of the rules that this makes; None when nobody has said what is played."""
        return layers.chosen(self.edition, (*self.variants, *self.layers)) if self.edition else None

    def readings_for(self, game: engine.Game) -> Mapping[str, str]:
        """Those that a game has."""
        readings = engine.ruleset_of(engine.Position(game=game)).catalog.readings.readings
        return {reading: choice for reading, choice in self.readings.items() if reading in readings}


def remembered() -> Settings:
    """The settings that came with this request."""
    try:
        stored = json.loads(plain(_COOKIE, _MAX_LENGTH))
    except (ValueError, RecursionError):
        return Settings()
    return settings_of(stored) if isinstance(stored, dict) else Settings()


def settings_of(stored: Mapping[str, Any]) -> Settings:
    """What a cookie, a form or a link says of a table, as far as it can be."""
    catalog = engine.load_catalog(engine.editions()[-1])
    limits, playable = catalog.table.players, engine.variants(catalog.edition)
    edition = whole(str(stored.get("edition")))
    variants, more, setup = stored.get("variants"), stored.get("layers"), stored.get("setup")
    return Settings(
        players=whole(str(stored.get("players")), limits.least, limits.most),
        edition=edition if edition in layers.editions() else None,
        # What was told in words only when it was chosen may be played by now.
        variants=tuple(
            name for name in playable if any(isinstance(stored, list) and name in stored for stored in (variants, more))
        ),
        layers=tuple(name for name in layers.of_kind("expansion", "solo") if isinstance(more, list) and name in more),
        people=_people(stored.get("people"), limits.colours),
        language=stored.get("language") if stored.get("language") in tuple(i18n.languages()) else None,
        readings=_readings(stored.get("readings")),
        setup=setup if isinstance(setup, str) and _SETUP.fullmatch(setup) else "",
    )


def _readings(stored: object) -> dict[str, str]:
    words = [one.partition(".") for one in stored if isinstance(one, str)] if isinstance(stored, list) else []
    chosen = stored if isinstance(stored, dict) else {reading: choice for reading, _, choice in words}
    every = engine.every_component().readings.readings.values()
    return {one.id: chosen[one.id] for one in every if chosen.get(one.id) in one.others}


def _people(stored: Any, colours: tuple[str, ...]) -> tuple[Name, ...]:
    """Those who sit at the table. Nobody shares a colour: who has no name leaves it to who has one."""
    rows = [
        dict(zip(("colour", "name"), row.partition(".")[::2], strict=True)) if isinstance(row, str) else row
        for row in (stored if isinstance(stored, list) else [])[: len(colours)]
    ]
    people = [
        Name(one_line(person["name"])[:MAX_NAME_LENGTH], person["colour"])
        for person in rows
        if isinstance(person, dict) and isinstance(person.get("name"), str) and person.get("colour") in colours
    ]
    named = {person.colour for person in people if person.name}
    by_colour: dict[str, Name] = {}
    for person in people:
        if person.name or person.colour not in named:
            by_colour.setdefault(person.colour, person)
    return tuple(by_colour.values())


def people_and_free_colours(settings: Settings) -> list[dict[str, str]]:
    """The people of the table for a form, followed by nameless ones with the colours that are left."""
    colours = engine.load_catalog().table.players.colours
    taken = {person.colour for person in settings.people}
    named = [{"name": person.name, "colour": person.colour} for person in settings.people]
    free = [{"name": "", "colour": colour} for colour in colours if colour not in taken]
    return (named + free)[: len(colours)]


def fitting(settings: Settings) -> Settings:
    """The settings without a set-up that was drawn for another number of players, or for another edition."""
    try:
        drawn = engine.read_draw(settings.setup) if settings.setup else None
    except engine.Unreadable:
        drawn = None
    if drawn and settings.players in (None, len(drawn.colours)) and settings.edition in (None, drawn.edition):
        return settings
    return replace(settings, setup="")


def note_game(
    response: Response,
    players: int,
    edition: int,
    played: Collection[str],
    people: Sequence[Name] = (),
    setup: str = "",
) -> None:
    """Set the table to a game that begins on this device: a score sheet, or a set-up that was drawn."""
    before, limits = remembered(), engine.load_catalog().table.players
    settings = replace(
        before,
        players=players if limits.least <= players <= limits.most else before.players,
        edition=edition,
        variants=tuple(name for name in engine.variants(engine.editions()[-1]) if name in played),
        people=tuple(people) or before.people,
        setup=setup or before.setup,
    )
    remember(response, fitting(settings))


def remember(response: Response, settings: Settings) -> None:
    """Store settings on the device. Scripts are also told which layers of the rules that makes."""
    stored = {**asdict(settings), "shown": settings.shown or ()}
    keep(response, _COOKIE, quote(json.dumps(stored, ensure_ascii=False, separators=(",", ":"))))

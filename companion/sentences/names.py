"""What things are called: the words of a language for whatever the engine names by ids."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from companion import engine, i18n
from companion.engine import Catalog, HouseFigure, Kind, Value
from companion.i18n.forms import declined

WHOLE_TABLES = ("board.buildings", "board.job_market.rows")
"""Places that are asked for as a whole while nothing of them was entered."""

_RISK = "-risk-"
"""Between the section and the number in the name of a building space with a risk action."""

_CONTEXTS: Mapping[str, str] = {"effect": "effect-name", "automa-deed": "automa-now"}
"""Where the names of a kind of parameter stand, if not in the context of the kind."""


class Words:
    """The words of one language for what the engine names by ids, as a catalogue has it (else: all that is played).

    What belongs to the player `me` is the reader's own; `people` are the players' names by colour, where known. What
    several editions have under one id is told as `edition` has it (else: as the catalogue does, in the words of the
    newest).
    """

    def __init__(
        self,
        language: str,
        catalog: Catalog | None = None,
        *,
        me: str | None = None,
        people: Mapping[str, str] | None = None,
        edition: int | None = None,
    ) -> None:
        self.language = language
        self.me = me
        self.people = people or {}
        self.edition = edition
        self.catalog: Catalog = catalog or engine.every_component()
        self._printed = engine.every_component(edition) if edition in engine.editions() else self.catalog
        self._tellers: Mapping[Kind, Callable[[Value], str]] = {
            "number": lambda value: str(value).replace("-", "−"),
            "player": lambda value: self.player(str(value)),
            "counted": lambda value: self.counted(str(value)),
            "neutral": str,
            "building": str,
            "objective": lambda value: self.objective(str(value)),
            "station-master": lambda value: self.station_master(str(value)),
            "space": lambda value: self.space(str(value)),
            "engine": lambda value: self.engine(str(value)),
            "action": lambda value: self.action(str(value)),
            "card-kind": lambda value: self.card_kind(str(value)),
            "tiles": lambda value: self.either(self.tiles(_texts(value))),
            "hazard-tiles": lambda value: self.either(self.hazard_tiles(_texts(value))),
            "card": lambda value: self.either(self.cards(_texts(value))),
            "chosen-cards": lambda value: self.chosen_cards(_texts(value)),
            "items": lambda value: self.each(self.item(item) for item in _texts(value)),
            "places": lambda value: self.each(self.place(place) for place in _texts(value)),
        }

    def name(self, context: str, key: str, /, **params: object) -> str:
        """The word for a key in a context: the one that the edition has for it, where it has one of its own."""
        return i18n.name_in(self.language, self.edition, context, key, **params)

    def in_words(self, kind: Kind, value: Value) -> str:
        """A parameter of a reason in words."""
        teller = self._tellers.get(kind)
        return teller(value) if teller else self.name(_CONTEXTS.get(kind, kind), str(value))

    def player(self, colour: str) -> str:
        """A player by name where it is known, else by colour."""
        return self.people.get(colour) or self.name("player", colour)

    def either(self, options: Iterable[str]) -> str:
        """One of several things: "a or b"."""
        return i18n.joined(self.name("list", "or"), options, self.language)

    def each(self, things: Iterable[str]) -> str:
        """All of several things: "a, b and c"."""
        *others, last = (*things,) or ("",)
        return i18n.joined(
            self.name("list", "and-last"),
            [self.name("list", "and").join(others), last] if others else [last],
            self.language,
        )

    def _form(self, form: str, context: str, key: str) -> str:
        """A name in a form by which a list can say it."""
        return str(declined(self.name(context, key), form, None, self.language))

    def objective(self, card: str) -> str:
        """An objective card by its tasks, which is how people tell them apart."""
        printed = self._printed.objectives.cards.get(card) or self.catalog.objectives.cards[card]
        tasks = (self.name("task", task) for task in printed.tasks)
        return self.name("objective", "card", tasks=" + ".join(tasks))

    def station_master(self, tile: str) -> str:
        """A station master tile by what it gives."""
        master = self.catalog.station_masters.tiles[tile]
        task = master.task
        counted = {"vp": task.vp, "each": task.each} if task else {}
        return self.name("station-master", tile, permanent=master.permanent, **counted)

    def space(self, space: str) -> str:
        """A space of the trail, as for a herder."""
        path = self.catalog.trail.spaces[space].path if space in self.catalog.trail.spaces else ""
        return self.place(path) if path else self.name("space", space)

    def engine(self, space: str) -> str:
        """A space of the railroad: the first, a number, or the turnout of a station."""
        stations = {station.space: number for number, station in self.catalog.railroad.stations.items()}
        if space in self.catalog.railroad.turnouts:
            return self.name("railroad", "turnout", station=stations[space])
        if space == str(self.catalog.railroad.first):
            return self.name("railroad", "start")
        return self.name("railroad", "space", which=space)

    def town_of(self, station: object) -> str | None:
        """The town of a station that no engine comes to, None for every other one."""
        numbered = str(station).isascii() and str(station).isdecimal()
        entry = self.catalog.railroad.stations.get(int(str(station))) if numbered else None
        return self.name("town", entry.town) if entry and entry.town else None

    def action(self, action: str) -> str:
        """A local action: the building and which of its actions, or the risk action; or what allows one at once."""
        if action in self.catalog.station_masters.tiles:
            return self.station_master(action)
        if action in self.catalog.objectives.cards:
            return self.objective(action)
        if action in self.catalog.towns.tiles:
            return self.name("town-tile", action)
        of, _, number = action.partition(".")
        if of in self.catalog.tiles.workers:
            return self.name("action", "worker", worker=self.name("worker", of), which=number)
        return self.name("action", "local" if number else action, building=of, which=number)

    def card_kind(self, kind: str) -> str:
        """What is to be discarded: a breed, or any card of a kind."""
        return self.name("breed" if kind in self.catalog.cattle.breeds else "card-kind", kind)

    def tiles(self, kinds: Iterable[str]) -> list[str]:
        """Kinds of tiles from the bags, such as "worker:cowboy" or "outlaw:green"."""
        return [self._form("more", *kind.split(":")) for kind in kinds]

    def cards(self, kinds: Iterable[str]) -> list[str]:
        """Cards: cattle ("breed" or "breed:points"), an objective card, or "objective" for any of them.

        A breed with all its points is told by its name alone.
        """
        points: dict[str, set[str]] = {}
        others: list[str] = []
        for kind in kinds:
            if kind == "objective" or kind in self.catalog.objectives.cards:
                others.append(self.name("card", kind) if kind == "objective" else self.objective(kind))
                continue
            breed, _, vp = kind.partition(":")
            points.setdefault(breed, set()).update({vp} if vp else set())
        result = []
        for breed, values in points.items():
            whole = not values or values == {str(vp) for vp in self.catalog.cattle.breeds[breed].copies}
            name = self.name("breed", breed)
            result += [name] if whole else [self.name("card", "with-points", card=name, vp=vp) for vp in sorted(values)]
        return result + others

    def chosen_cards(self, kinds: Iterable[str]) -> str:
        """All of several cards, equal ones together."""
        counted = Counter(map(self.card, kinds))
        return self.each(
            card if count == 1 else self.name("card", "several", count=count, card=card)
            for card, count in counted.items()
        )

    def card(self, kind: str) -> str:
        """One card, also one of an automa."""
        for automa in engine.automas().values():
            if kind in automa.cards:
                return self.name("automa", "card", number=1 + list(automa.cards).index(kind))
        return self.cards([kind])[0]

    def hazard_tiles(self, kinds: Iterable[str]) -> list[str]:
        """Hazard tiles ("type:hand:points"); a type with all its tiles is told by its name alone."""
        by_hazard: dict[str, list[tuple[str, str]]] = {}
        for kind in kinds:
            hazard, hand, vp = kind.split(":")
            by_hazard.setdefault(hazard, []).append((hand, vp))
        faces = {(face.hand, str(face.vp)) for face in self.catalog.tiles.hazards.faces.values()}
        result = []
        for hazard, tiles in by_hazard.items():
            name = self.name("hazard", hazard or "any")
            if set(tiles) == faces:
                result.append(self._form("more", "hazard", hazard))
                continue
            for hand, vp in tiles:
                face = {"hazard": name, "hand": self.name("hand", hand or "any"), "vp": vp or "?"}
                result.append(self.name("hazard-tile", "face", **face))
        return result

    def counted(self, what: str) -> str:
        """So many of something, as in "bell:3", or one of what is counted, as in "hazard"."""
        kind, _, number = what.partition(":")
        return self.name("so-many", kind, number=number) if number else self.name("counted", kind)

    def item(self, item: str) -> str:
        """A thing that fulfils a task, as in "building:3a"."""
        kind, _, which = item.partition(":")
        if kind == "station" and (town := self.catalog.railroad.stations[int(which)].town):
            return self.name("score-line", "town-station", town=self.name("town", town))
        if kind == "card":
            return self.cards([which])[0]
        if kind == "hazard":
            return self.hazard_tiles([which])[0]
        if kind == "building":
            return self.name("score-line", "building-somewhere", building=which)
        return self.name("score-line", kind, number=which) if kind == "station" else self._form("one", kind, which)

    def place(self, path: str) -> str:
        """A place of a position, given as a dotted path, in words."""
        area, _, rest = path.partition(".")
        if area == "players" and rest:
            return self._place_of_player(*rest.split("."))
        if area == "sheet":
            return self.name("category", rest.partition(".")[2])
        if rest.startswith("readings."):
            return self.name("reading", rest.partition(".")[2])
        if rest.startswith("house."):
            return self.figure(self.catalog.changeable[rest.partition(".")[2]])
        key, values = self._placed(path)
        return self.name("place", key, **values)

    def figure(self, figure: HouseFigure) -> str:
        """A figure that a table may change by a house rule."""
        stars = enumerate(zip(figure.kind.what.split(), figure.stars, strict=False))
        which = {kind if place else "what": self._named(kind, star) for place, (kind, star) in stars}
        return self.name("house", figure.rule, **which)

    def _named(self, what: str, star: str) -> str:
        if what == "price":
            price = self.catalog.cattle.prices[star]
            breeds = self.either(self.name("breed", breed) for breed in price.breeds)
            return self.name("house-of", "price", cards=price.cards, breeds=breeds, cowboys=price.cowboys)
        if what == "arrow":
            one, other = (self.name("city", city) for city in self.catalog.cities.arrows[star].between)
            return self.name("house-of", "arrow", one=one, other=other)
        if what == "hazard-face":
            face, hazard = self.catalog.tiles.hazards.faces[star], self.name("hazard", "any")
            return self.name("hazard-tile", "face", hazard=hazard, hand=self.name("hand", face.hand), vp=face.vp)
        return self.in_words(cast(Kind, what), star)

    def house_rule(self, figure: HouseFigure, value: int, players: int | None = None) -> str:
        """A house rule with what is printed, for a number of players where that makes a difference."""
        printed, values = figure.printed, figure.values
        if players is not None and not isinstance(printed, int):
            values = (printed[players],)
        in_print = "/".join(self.in_words("number", one) for one in dict.fromkeys(values))
        figures = {"value": self.in_words("number", value), "printed": in_print}
        return self.name("house-rule", "told", figure=self.figure(figure), **figures)

    def question(self, path: str) -> str:
        """What is asked about a place of a position: "Which space is Red's engine on?"."""
        area, _, rest = path.partition(".")
        if area != "players" or not rest:
            key, values = self._placed(path)
            return self.name("question", key, **values)
        colour, thing, which = (*rest.split("."), "", "")[:3]
        whole = thing in ("workers", "outlaws", "deliveries") and not which
        context = {"workers": "worker", "outlaws": "outlaw", "deliveries": "city"}.get(thing)
        what = self.name(context, which) if context and which else ""
        key = f"{thing}.all" if whole else thing or "player"
        kind = "question-mine" if colour == self.me else "question-of"
        return self.name(kind, key, player=self.player(colour), what=what)

    def _placed(self, path: str) -> tuple[str, dict[str, str]]:
        """The key of a place that belongs to no player, and what its name says of it."""
        area, _, rest = path.partition(".")
        key, _, which = rest.partition(".")
        if path in WHOLE_TABLES:
            return f"{path}.all", {}
        if key == "job_market":
            key, _, which = which.partition(".")
            return f"job_market.{key}", {"which": which}
        if key in ("hazards", "outlaws"):
            space = self.catalog.trail.spaces[which]
            hazard = self.name("hazard", space.hazard) if space.hazard else ""
            return f"board.{key}", {"which": str(space.number), "hazard": hazard}
        if key == "town_tiles":
            which = self.name("town", which)
        if key == "station_masters":
            which = self.town_of(which) or which
        if key == "buildings" and _RISK in which:
            section, _, number = which.partition(_RISK)
            beside = section in self.catalog.tiles.hazards.types
            where = self.name("hazard", section) if beside else self.name("symbol", "outlaw-any")
            return "board.risk", {"which": number, "where": where}
        return path if not rest else f"{area}.{key}", {"which": which}

    def _place_of_player(self, colour: str, thing: str | None = None, which: str | None = None) -> str:
        player = self.player(colour)
        if thing is None:
            return player
        context = {"workers": "worker", "outlaws": "outlaw"}.get(thing)
        what = self.name(context, which) if context and which else self.name("thing", thing)
        if thing == "deliveries" and which:
            what = self.name("thing", "discs-in", city=self.name("city", which))
        if colour == self.me:
            return self.name("place", "players.mine", what=what)
        return self.name("place", "players.thing", player=player, what=what)


def _texts(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


@functools.cache
def words_of(language: str, edition: int | None = None) -> Words:
    """The words of a language, made once: a list of options has thousands of sentences."""
    return Words(language, edition=edition)

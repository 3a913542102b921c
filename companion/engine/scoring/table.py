"""The final scoring of a position: eleven categories, each line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from companion.engine.core import Player, Position, Ruleset
from companion.engine.core.automas import automas
from companion.engine.core.position import Card, Pile
from companion.engine.core.reasons import Value
from companion.engine.scoring.items import in_order, items_of
from companion.engine.scoring.lines import Score, ScoreLine
from companion.engine.scoring.objectives import Assignment, best_assignment, shared_out

Counts = Mapping[str, Mapping[str, int]]
"""Player -> what objective cards and station masters count ("hazard", "shorthorn", "worker" ...) -> how many."""


def score(
    ruleset: Ruleset, position: Position, entered: Counts | None = None, played_by: Mapping[str, str] | None = None
) -> Mapping[str, Score]:
    """The final scoring of every player that was entered.

    What is `entered` counts in place of the things in the position: at a table people may know how many there are
    without having entered which. `played_by`: which automa plays for a player, where the position does not tell it.
    """
    entered, played = entered or {}, played_by or {}
    return {
        colour: _Sheet(ruleset, position, colour, entered.get(colour, {}), played.get(colour)).score()
        for colour in position.players
    }


class _Sheet:
    """One player's scoring. A category without anything entered stays unknown; what is partly known counts so far."""

    def __init__(
        self, ruleset: Ruleset, position: Position, colour: str, entered: Mapping[str, int], automa: str | None
    ) -> None:
        self.ruleset, self.catalog = ruleset, ruleset.catalog
        self.position, self.colour, self.entered = position, colour, entered
        self.player: Player = position.players[colour]
        self.automa = automas().get(automa or (self.player.automa.id if self.player.automa else ""))
        self.told_in = self.automa.section if self.automa else ""
        self.missing, self.known, self.category = list[str](), set[str](), ""

    def score(self) -> Score:
        lines: list[ScoreLine] = []
        for category in self.catalog.scoring.categories:
            self.category = category
            if self.automa and category in self.automa.scoring.nothing:
                self.known.add(category)
                lines.append(self.line("automa-nothing", 0))
            else:
                lines += _COUNT[category](self)
        points = {category: 0 if category in self.known else None for category in self.catalog.scoring.categories}
        for line in lines:
            known = points[line.category]
            points[line.category] = None if known is None else known + line.points
        return Score(points, tuple(lines), tuple(dict.fromkeys(self.missing)))

    def has(self, key: str) -> bool:
        """Whether a thing of the player was entered; if so, the category under way is known."""
        if getattr(self.player, key) is None:
            self.missing.append(f"players.{self.colour}.{key}")
            return False
        self.known.add(self.category)
        return True

    def line(self, code: str, points: int, **params: Value) -> ScoreLine:
        return ScoreLine(self.category, code, points, params, self.told_in if code.startswith("automa-") else "")

    def pays(self) -> int:
        """The points that the category under way pays for each."""
        return self.catalog.scoring.categories[self.category].vp or 0

    # 1. Dollars.
    def money(self) -> Iterator[ScoreLine]:
        each = self.catalog.scoring.categories[self.category].each or 1
        if self.has("dollars"):
            have = self.player.dollars or 0
            yield self.line("money", have // each * self.pays(), have=have, each=each)

    # 2. Private buildings on the trail.
    def buildings(self) -> Iterator[ScoreLine]:
        self.own_buildings()
        for space, face in self.on_trail():
            points = self.catalog.buildings.faces[face].vp
            if space in self.catalog.trail.spaces:
                yield self.line("building", points, building=face, space=space)
            else:
                yield self.line("building-somewhere", points, building=face)

    def own_buildings(self, kind: str | None = None) -> None:
        """Note which building spaces were not entered, unless it is told how many of this `kind` there are."""
        if kind in self.entered:
            return
        entered = self.position.board.buildings
        spaces = [space.id for space in self.catalog.trail.spaces.values() if space.kind == "building"]
        if entered:
            self.known.add(self.category)
        self.missing += [f"board.buildings.{space}" for space in spaces if space not in entered]

    def on_trail(self) -> list[tuple[str, str]]:
        tiles = self.position.board.buildings.items()
        return [(space, tile.face) for space, tile in tiles if tile and tile.player == self.colour]

    # 3. Discs on cities, and the arrows between two of them.
    def cities(self) -> Iterator[ScoreLine]:
        if not self.has("deliveries"):
            return
        there = {city: count for city, count in (self.player.deliveries or {}).items() if count}
        cities, worth = self.catalog.cities, self.automa.worth(self.catalog.variants) if self.automa else {}
        for city in cities.cities.values():
            have, vp = there.get(city.id, 0), worth.get(city.id, city.vp)
            if have and vp and (city.per is None or city.id in worth):
                yield self.line("city", vp * have, city=city.id, have=have)
            elif have and vp and city.per and (number := self.told_or_counted(city.per)) is not None:
                # Only so many of it count.
                counted = min(number, city.most)
                yield self.line("city-per", vp * have * counted, city=city.id, have=have, per=f"{city.per}:{counted}")
        for arrow in cities.arrows.values():
            if arrow.vp and all(end in there for end in arrow.between):
                yield self.line("arrow", arrow.vp, city=arrow.between[0], other=arrow.between[1])

    # 4. Discs on stations.
    def stations(self) -> Iterator[ScoreLine]:
        if self.has("stations"):
            for number in sorted(set(self.player.stations or ())):
                vp, town = self.catalog.railroad.stations[number].vp, self.catalog.railroad.stations[number].town
                yield self.line("town-station", vp, town=town) if town else self.line("station", vp, number=number)

    # 5. Hazard tiles.
    def hazards(self) -> Iterator[ScoreLine]:
        if self.has("hazards"):
            for tile in self.player.hazards or ():
                if tile.vp is None:
                    self.missing.append(f"players.{self.colour}.hazards")
                    continue
                named = f"{tile.hazard or ''}:{tile.hand or ''}:{tile.vp}"
                yield self.line("hazard", tile.vp, tiles=(named,))

    # 6. Cattle cards with points, wherever in the deck.
    def cattle(self) -> Iterator[ScoreLine]:
        breeds = self.catalog.cattle.breeds
        for card, count in sorted(Counter(self.deck()).items(), key=lambda entry: (entry[0].id, entry[0].vp or 0)):
            breed = breeds.get(card.id)
            if breed is None:
                continue
            points = card.vp if card.vp is not None else next(iter(breed.copies)) if len(breed.copies) == 1 else None
            if points is None:
                self.missing += [f"players.{self.colour}.{name}" for name in ("hand", "draw", "discard")]
            elif points:
                yield self.line("cattle", points * count, cards=(f"{card.id}:{points}",), have=count)

    def deck(self) -> list[Card]:
        """The cards of the deck that are known; what is not known is noted."""
        found: list[Card] = []
        piles: dict[str, Pile[Card] | None] = {
            "hand": self.player.hand,
            "draw": self.player.draw,
            "discard": self.player.discard,
        }
        for name, pile in piles.items():
            if pile is None and self.automa and name != "discard":
                continue  # What an automa gets lies open.
            if pile is not None:
                found += pile.known
            if pile is not None and (pile.known or not pile.count):
                self.known.add(self.category)
            if pile is None or not pile.complete:
                self.missing.append(f"players.{self.colour}.{name}")
        return found

    # 7. Objective cards: the best use of those in the area and those still in the deck.
    def objectives(self) -> Iterator[ScoreLine]:
        if self.player.objectives is None:
            self.missing.append(f"players.{self.colour}.objectives")
            return
        self.known.add(self.category)
        if self.automa and self.automa.scoring.every_objective:
            # Whatever the tasks, and nothing is lost.
            for card in in_order(self.catalog, (*self.player.objectives, *self.deck()), ()):
                yield self.line("automa-objective", card.vp, objective=card.id)
            return
        best = self.assignment()
        cards = self.catalog.objectives.cards
        uses = shared_out([cards[name] for name in best.fulfilled], self.items())
        for name, used in zip(best.fulfilled, uses, strict=True):
            yield self.line("objective-met", cards[name].vp, objective=name, uses=used)
        for name in best.failed:
            yield self.line("objective-failed", cards[name].penalty, objective=name)
        for name in best.left_out:
            yield self.line("objective-left-out", 0, objective=name)

    def assignment(self) -> Assignment:
        """The best use of the objective cards, with what a station master pays for their number."""
        played = in_order(self.catalog, self.player.objectives or (), ())
        in_deck = in_order(self.catalog, self.deck(), played)
        tasks = [self.catalog.station_masters.tiles[tile].task for tile in self.player.station_masters or ()]
        paying = [task for task in tasks if task and task.per == "objective-card"]
        things = {task: len(items) for task, items in self.items().items()}
        return best_assignment(
            played, in_deck, things, lambda count: sum(count // task.each * task.vp for task in paying)
        )

    def items(self) -> dict[str, list[str]]:
        """Task -> the things that fulfil it. What was not entered is noted."""
        self.own_buildings("building")
        for key, kind in (("stations", "station"), ("outlaws", None), ("hazards", "hazard"), ("deliveries", None)):
            if getattr(self.player, key) is None and kind not in self.entered:
                self.missing.append(f"players.{self.colour}.{key}")
        there = items_of(self.catalog, self.player, [face for _, face in self.on_trail()], self.deck())
        return there | {task: [f"task:{task}"] * count for task, count in self.entered.items()}

    # 8. Station masters.
    def station_masters(self) -> Iterator[ScoreLine]:
        if not self.has("station_masters"):
            return
        for tile in self.player.station_masters or ():
            task = self.catalog.station_masters.tiles[tile].task
            if task is None:
                continue
            have = self.told_or_counted(task.per)
            if have is not None:
                have = have if task.most is None else min(have, task.most)
                yield self.line("station-master", have // task.each * task.vp, master=tile, have=have)

    def told_or_counted(self, what: str) -> int | None:
        """How many there are of what a city or a station master counts."""
        if what in self.entered or what in _PER:
            return self.entered[what] if what in self.entered else _PER[what](self)
        counting = self.ruleset.counts.get(what)
        return counting.of(self.catalog, self.player) if counting and self.has(counting.key) else None

    def count(self, key: str) -> int | None:
        return len(getattr(self.player, key)) if self.has(key) else None

    def outlaw_pairs(self) -> int | None:
        if not self.has("outlaws"):
            return None
        return min((self.player.outlaws or {}).get(colour, 0) for colour in self.catalog.tiles.outlaws)

    def certificates(self) -> int | None:
        if not self.has("certificates"):
            return None
        tiles = self.catalog.station_masters.tiles
        return (self.player.certificates or 0) + sum(tiles[t].permanent for t in self.player.station_masters or ())

    def building_count(self) -> int:
        self.own_buildings()
        return len(self.on_trail())

    # 9. Workers on the last spaces of their rows.
    def workers(self) -> Iterator[ScoreLine]:
        if self.has("workers"):
            spaces = self.catalog.scoring.categories[self.category].spaces
            for worker, count in (self.player.workers or {}).items():
                have = sum(space <= count for space in spaces)
                if have:
                    yield self.line("workers", have * self.pays(), worker=worker, have=have)

    # 10. The step disc.
    def step_disc(self) -> Iterator[ScoreLine]:
        disc = self.catalog.scoring.categories[self.category].disc
        if self.has("cleared") and disc in (self.player.cleared or ()):
            yield self.line("step-disc", self.pays())

    # 11. The job market token.
    def job_market_token(self) -> Iterator[ScoreLine]:
        if self.has("job_market_token") and self.player.job_market_token:
            yield self.line("job-market-token", self.pays())


_PER: Mapping[str, Callable[[_Sheet], int | None]] = {
    "objective-card": lambda sheet: sheet.assignment().in_area,
    "certificate": _Sheet.certificates,
    "outlaw-pair": _Sheet.outlaw_pairs,
    "hazard": lambda sheet: sheet.count("hazards"),
    "worker": lambda sheet: sum((sheet.player.workers or {}).values()) if sheet.has("workers") else None,
    "station": lambda sheet: sheet.count("stations"),
    "building": _Sheet.building_count,
    "exchange-token": lambda sheet: sheet.player.exchange_tokens if sheet.has("exchange_tokens") else None,
}


_COUNT: Mapping[str, Callable[[_Sheet], Iterator[ScoreLine]]] = {
    "money": _Sheet.money,
    "buildings": _Sheet.buildings,
    "cities": _Sheet.cities,
    "stations": _Sheet.stations,
    "hazards": _Sheet.hazards,
    "cattle": _Sheet.cattle,
    "objectives": _Sheet.objectives,
    "station-masters": _Sheet.station_masters,
    "workers": _Sheet.workers,
    "step-disc": _Sheet.step_disc,
    "job-market-token": _Sheet.job_market_token,
}

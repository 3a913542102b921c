"""The final scoring of a position: category by category, each line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.engine.core import Player, Position, Ruleset
from companion.engine.core.components.cards import ObjectiveCard
from companion.engine.core.components.scoring import CategoryFigures
from companion.engine.core.position import Card, Pile
from companion.engine.core.reasons import Value
from companion.engine.scoring.categories import categories_of, group_that_counts
from companion.engine.scoring.lines import COUNTED, Score, ScoreLine
from companion.engine.scoring.objectives import Assignment, best_assignment, in_order, items_of

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
        colour: Tally(ruleset, position, colour, entered.get(colour, {}), played.get(colour)).score()
        for colour in position.players
    }


class Tally:
    """One player's scoring under way. A category without anything entered stays unknown; what is partly known counts
    so far."""

    def __init__(
        self, ruleset: Ruleset, position: Position, colour: str, entered: Mapping[str, int], automa: str | None
    ) -> None:
        self.ruleset, self.catalog = ruleset, ruleset.catalog
        self.position, self.colour, self.entered = position, colour, entered
        self.player: Player = position.players[colour]
        self.automa = self.catalog.automas.get(automa or (self.player.automa.id if self.player.automa else ""))
        self.told_in = self.automa.section if self.automa else ""
        self.missing, self.known, self.category = list[str](), set[str](), ""
        self.lacking = set[str]()
        """The categories of which something was not entered."""

    def score(self) -> Score:
        """The points of all categories."""
        lines: list[ScoreLine] = []
        for name, category in categories_of(self.catalog).items():
            self.category = name
            if self.automa and name in self.automa.scoring.nothing:
                self.known.add(name)
                lines.append(self.line("automa-nothing", 0))
            else:
                lines += category.lines(self)
        # What was entered has to tell something of a category: where more is missing, nothing is not known to be zero.
        told = self.known - self.lacking | {line.category for line in lines}
        points = {category: 0 if category in told else None for category in self.catalog.scoring.categories}
        for line in lines:
            so_far = points[line.category]
            points[line.category] = None if so_far is None else so_far + line.points
        return Score(points, tuple(lines), tuple(dict.fromkeys(self.missing)))

    @property
    def figures(self) -> CategoryFigures:
        """The figures of the category under way."""
        return self.catalog.scoring.categories[self.category]

    @property
    def pays(self) -> int:
        """The points that the category under way pays for each."""
        return self.figures.vp or 0

    def has(self, key: str) -> bool:
        """Whether a thing of the player was entered; if so, the category under way is known."""
        if getattr(self.player, key) is None:
            self.miss(key)
            return False
        self.known.add(self.category)
        return True

    def miss(self, *keys: str) -> None:
        """Note what of the player was not entered."""
        self._miss(f"players.{self.colour}.{key}" for key in keys)

    def _miss(self, paths: Iterable[str]) -> None:
        missing = [*paths]
        self.missing += missing
        if missing:
            self.lacking.add(self.category)

    def line(self, code: str, points: int, **params: Value) -> ScoreLine:
        """A line of the category under way."""
        return ScoreLine(self.category, code, points, params, self.told_in if code.startswith("automa-") else "")

    def look_for_buildings(self) -> None:
        """Note which building spaces were not entered."""
        if self.position.board.buildings:
            self.known.add(self.category)
        self._miss(self._unknown_spaces())

    def _unknown_spaces(self) -> list[str]:
        """The building spaces that were not entered: on each of them a building of the player may lie."""
        spaces = [space.id for space in self.catalog.trail.spaces.values() if space.kind == "building"]
        return [f"board.buildings.{space}" for space in spaces if space not in self.position.board.buildings]

    def on_trail(self) -> list[tuple[str, str]]:
        """The player's buildings: space and face."""
        tiles = self.position.board.buildings.items()
        return [(space, tile.face) for space, tile in tiles if tile and tile.player == self.colour]

    def deck(self) -> list[Card]:
        """The cards of the deck that are known; what is not known is noted."""
        cards: list[Card] = []
        for name, pile in self.player.deck.items():
            if pile is None and self.automa and name != "discard":
                continue  # What an automa gets lies open.
            if pile is not None:
                cards += pile.known
            if pile is not None and (pile.known or not pile.count):
                self.known.add(self.category)
            if pile is None or not pile.complete:
                self.miss(name)
        return cards

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
        """Task -> the things that fulfil it."""
        things = items_of(self.catalog, self.player, [face for _, face in self.on_trail()], self.deck())
        return things | {task: [f"task:{task}"] * count for task, count in self.entered.items()}

    def undecided(self, card: ObjectiveCard) -> bool:
        """Whether things that were not entered, which are noted, decide if a card can be fulfilled."""
        items, asks = self.items(), Counter(card.tasks)
        unknown = {task: paths for task in asks if (paths := self._not_entered(task))}
        if any(len(items.get(task, ())) < count for task, count in asks.items() if task not in unknown):
            return False
        self._miss(path for paths in unknown.values() for path in paths)
        return bool(unknown)

    def _not_entered(self, task: str) -> list[str]:
        """What tells how many things there are for a task, where that was not entered."""
        if task in self.entered:
            return []
        if task == "building":
            return self._unknown_spaces()
        group = group_that_counts(self.catalog, task)
        told = {key: getattr(self.player, key) for key in (group.keys if group else ())}
        absent = [key for key, value in told.items() if value is None]
        hidden = [key for key, value in told.items() if isinstance(value, Pile) and not value.complete]
        # Where in the deck cards are makes no difference: one pile may tell all of them.
        missing = [*absent, *hidden] if hidden or len(absent) == len(told) else []
        return [f"players.{self.colour}.{key}" for key in missing]

    def number(self, kind: str) -> int | None:
        """How many there are of what a city or a station master counts."""
        if kind in self.entered:
            return self.entered[kind]
        if kind in COUNTED:
            return COUNTED[kind].of(self)
        counting = self.ruleset.counts.get(kind)
        return counting.of(self.catalog, self.player) if counting and self.has(counting.key) else None


TIE = "scoring/overview#tie"
"""The section that states the rule: a tie is a shared victory, and nothing breaks it."""


def places(totals: Mapping[str, int]) -> Mapping[str, int]:
    """Player -> place by total. Equal totals share a place, the next one is skipped."""
    return {player: 1 + sum(other > total for other in totals.values()) for player, total in totals.items()}


@dataclass(frozen=True)
class Ranking:
    """Player -> place, None while it is not known; `missing` are the keys of the position that could change it."""

    places: Mapping[str, int | None]
    missing: tuple[str, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Those with the most points; nobody while that is not known."""
        return tuple(player for player, place in self.places.items() if place == 1)

    @property
    def shared(self) -> bool | None:
        """Whether several share the victory; None while that is not known."""
        return len(self.winners) > 1 if self.winners else None


def ranking(ruleset: Ruleset, scores: Mapping[str, Score]) -> Ranking:
    """The places of all who play. They are known when everybody's total is, with nobody left out."""
    missing = [path for score in scores.values() for path in score.missing]
    if len(scores) < (ruleset.players or ruleset.catalog.table.players.most):
        missing.append("game.players")
    ranks = {} if missing else places({player: score.total for player, score in scores.items()})
    return Ranking({player: ranks.get(player) for player in scores}, tuple(dict.fromkeys(missing)))

"""What a line of the final scoring says: codes with parameters, and the section that states the rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.core.catalog import Catalog

if TYPE_CHECKING:
    from companion.engine.scoring.table import Tally

from dataclasses import dataclass

from companion.engine.core.reasons import Spec, Value

LINES: dict[str, Spec] = {
    "money": Spec({"have": "number", "each": "number"}, "scoring/overview#money"),
    "building": Spec({"building": "building", "space": "space"}, "scoring/overview#buildings"),
    "building-somewhere": Spec({"building": "building"}, "scoring/overview#buildings"),
    "city": Spec({"city": "city", "have": "number"}, "scoring/overview#cities"),
    "city-per": Spec({"city": "city", "have": "number", "per": "counted"}, "scoring/overview#cities"),
    "arrow": Spec({"city": "city", "other": "city"}, "scoring/overview#cities"),
    "station": Spec({"number": "number"}, "scoring/overview#stations"),
    "town-station": Spec({"town": "town"}, "scoring/overview#stations"),
    "hazard": Spec({"tiles": "hazard-tiles"}, "scoring/overview#hazards"),
    "cattle": Spec({"cards": "card", "have": "number"}, "scoring/overview#cattle"),
    "objective-met": Spec({"objective": "objective", "uses": "items"}, "scoring/overview#objectives"),
    "objective-failed": Spec({"objective": "objective"}, "scoring/overview#objectives"),
    "objective-left-out": Spec({"objective": "objective"}, "scoring/overview#objectives"),
    "automa-objective": Spec({"objective": "objective"}, "scoring/overview#objectives"),
    "automa-nothing": Spec({}, "scoring/overview"),
    "station-master": Spec({"master": "station-master", "have": "number"}, "scoring/overview#station-masters"),
    "workers": Spec(
        {"worker": "worker", "have": "number", "first": "number", "last": "number"}, "scoring/overview#workers"
    ),
    "workers-on-one": Spec({"worker": "worker", "have": "number", "space": "number"}, "scoring/overview#workers"),
    "step-disc": Spec({}, "scoring/overview#step-disc"),
    "job-market-token": Spec({}, "scoring/overview#job-market-token"),
}
"""What a line may say. A layer adds what those of its categories say."""


@dataclass(frozen=True)
class ScoreLine:
    """Points of one thing in one category; a total is the sum of its lines.

    `told_in` is the section of the rules reference that states the rule, where it is not that of the code.
    """

    category: str
    code: str
    points: int
    params: Mapping[str, Value]
    told_in: str = ""

    @property
    def section(self) -> str:
        """The section of the rules reference that states the rule."""
        return self.told_in or LINES[self.code].section


@dataclass(frozen=True)
class Score:
    """A player's final scoring: points by category, line by line, of what was entered.

    A category is None where what was entered tells nothing of its points. `total` counts the others; `missing` are
    the keys of the position that could change it.

    >>> from companion.engine import read_position, ruleset_of, score
    >>> position = read_position('{"players": {"blue": {"dollars": 47}}}')
    >>> score(ruleset_of(position), position)["blue"].categories["money"]
    9
    """

    categories: Mapping[str, int | None]
    lines: tuple[ScoreLine, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)

    @property
    def complete(self) -> bool:
        """Whether everything that counts was entered."""
        return not self.missing


class CountedKind(NamedTuple):
    """How many of it a player has (None: that is not known), and the most that anybody can have (None: no end)."""

    of: Callable[[Tally], int | None]
    most: Callable[[Catalog], int] | None = None


def _outlaw_pairs(tally: Tally) -> int | None:
    outlaws = tally.player.outlaws or {}
    return min(outlaws.get(kind, 0) for kind in tally.catalog.tiles.outlaws) if tally.has("outlaws") else None


def _certificates(tally: Tally) -> int | None:
    if not tally.has("certificates"):
        return None
    tiles = tally.catalog.station_masters.tiles
    return (tally.player.certificates or 0) + sum(tiles[t].permanent for t in tally.player.station_masters or ())


def _most_certificates(catalog: Catalog) -> int:
    permanent = sorted((tile.permanent for tile in catalog.station_masters.tiles.values()), reverse=True)
    masters = catalog.station_masters
    return max(catalog.table.certificates.track) + sum(permanent[: masters.in_play + masters.spare])


def _buildings(tally: Tally) -> int | None:
    tally.look_for_buildings()
    return len(tally.on_trail()) if tally.position.board.buildings else None


COUNTED: Mapping[str, CountedKind] = {
    "objective-card": CountedKind(
        lambda tally: tally.assignment().in_area if tally.has("objectives") else None,
        lambda c: 1 + c.objectives.stack,
    ),
    "certificate": CountedKind(_certificates, _most_certificates),
    "outlaw-pair": CountedKind(_outlaw_pairs, lambda c: min(sum(o.bags.values()) for o in c.tiles.outlaws.values())),
    "hazard": CountedKind(
        lambda tally: len(tally.player.hazards or ()) if tally.has("hazards") else None,
        lambda c: sum(f.copies for f in c.tiles.hazards.faces.values()) * len(c.tiles.hazards.types),
    ),
    "worker": CountedKind(
        lambda tally: sum((tally.player.workers or {}).values()) if tally.has("workers") else None,
        lambda c: c.player_board.worker_rows.spaces * len(c.tiles.workers),
    ),
    "station": CountedKind(
        lambda tally: len(tally.player.stations or ()) if tally.has("stations") else None,
        lambda c: len(c.railroad.stations),
    ),
    "building": CountedKind(_buildings, lambda c: len({face.number for face in c.buildings.faces.values()})),
    "exchange-token": CountedKind(lambda tally: tally.player.exchange_tokens if tally.has("exchange_tokens") else None),
}
"""By the word that components use for it."""

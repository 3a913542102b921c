"""The hazard and outlaw sections of the trail: filled lowest number first, emptied by those who collect tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Position, Reason, Ruleset, reason
from companion.engine.core.reasons import Value
from companion.engine.core.supply import everybody

HAZARD_GAP = reason("hazard-gap", "trail/placing-tiles", "hazard", "gaps", "have")
OUTLAW_GAP = reason("outlaw-gap", "trail/placing-tiles", "gaps", "have")
TOO_FEW_ON_TRAIL = reason("too-few-on-trail", "trail/bags", "have", "least")


@dataclass(frozen=True)
class TrailSection:
    """A section of the trail as far as it is known.

    `hazard` is its type, None for outlaws. `spaces` has, lowest number first, the place of each space and whether a
    tile lies there (None: unknown). `collected` is how many tiles all players have from it, at most, None when
    somebody's were not entered; `collected_at` where they are.
    """

    hazard: str | None
    spaces: tuple[tuple[str, bool | None], ...]
    collected: int | None
    collected_at: tuple[str, ...]

    @property
    def most(self) -> int:
        """How many tiles can lie in the section."""
        return sum(tile is not False for _, tile in self.spaces)

    @property
    def occupied(self) -> tuple[str, ...]:
        """The spaces where a tile lies."""
        return tuple(place for place, tile in self.spaces if tile)

    @property
    def gaps(self) -> tuple[str, ...]:
        """The spaces that are empty below one where a tile lies."""
        last = max((number for number, (_, tile) in enumerate(self.spaces) if tile), default=0)
        return tuple(place for place, tile in self.spaces[:last] if tile is False)


def sections(ruleset: Ruleset, position: Position) -> Iterator[TrailSection]:
    """All sections: one for each type of hazard, and that of the outlaws."""
    trail, board = ruleset.catalog.trail.spaces.values(), position.board
    players = everybody(ruleset, position, "hazards")
    for hazard in ruleset.catalog.tiles.hazards.types:
        ids = [space.id for space in trail if space.kind == "hazard" and space.hazard == hazard]
        spaces = [(f"board.hazards.{s}", board.hazards[s] is not None if s in board.hazards else None) for s in ids]
        # A collected tile whose type was not entered may be of any.
        have = {
            f"players.{colour}.hazards": sum(tile.hazard in (None, hazard) for tile in player.hazards or ())
            for colour, player in players or ()
        }
        collected = None if players is None else sum(have.values())
        yield TrailSection(hazard, tuple(spaces), collected, tuple(place for place, count in have.items() if count))
    players = everybody(ruleset, position, "outlaws")
    ids = [space.id for space in trail if space.kind == "outlaw"]
    spaces = [(f"board.outlaws.{s}", board.outlaws[s] is not None if s in board.outlaws else None) for s in ids]
    have = {f"players.{colour}.outlaws": sum((player.outlaws or {}).values()) for colour, player in players or ()}
    collected = None if players is None else sum(have.values())
    yield TrailSection(None, tuple(spaces), collected, tuple(place for place, count in have.items() if count))


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about the sections."""
    every = tuple(sections(ruleset, position))
    for section in every:
        # A tile takes the empty space with the lowest number, and leaves it only when somebody collects it. So every
        # gap below a tile stands for a tile that lies in front of somebody.
        gaps = section.gaps
        if section.collected is not None and len(gaps) > section.collected:
            places = (*gaps, *section.occupied, *section.collected_at)
            params: dict[str, Value] = {"gaps": len(gaps), "have": section.collected, "places": places}
            if section.hazard:
                yield Reason(HAZARD_GAP, {"hazard": section.hazard, **params})
            else:
                yield Reason(OUTLAW_GAP, params)
    yield from _set_up(ruleset, position, every)


def _set_up(ruleset: Ruleset, position: Position, every: tuple[TrailSection, ...]) -> Iterator[Reason]:
    # The set-up puts tiles on the trail, and from there they only go to those who collect them.
    players = everybody(ruleset, position, "hazards", "outlaws")
    if players is None:
        return
    collected = sum(len(player.hazards or ()) + sum((player.outlaws or {}).values()) for _, player in players)
    most = sum(section.most for section in every) + collected
    least = ruleset.catalog.tiles.setup_on_trail
    if most < least:
        lying = tuple(place for section in every for place in section.occupied)
        owners = tuple(f"players.{colour}.{key}" for colour, _ in players for key in ("hazards", "outlaws"))
        yield Reason(TOO_FEW_ON_TRAIL, {"have": most, "least": least, "places": (*lying, *owners)})

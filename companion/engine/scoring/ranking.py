"""Places: equal totals share one, and whoever has the most points wins, alone or together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.core.ruleset import Ruleset
from companion.engine.scoring.lines import Score

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
    known = {} if missing else places({player: score.total for player, score in scores.items()})
    return Ranking({player: known.get(player) for player in scores}, tuple(dict.fromkeys(missing)))

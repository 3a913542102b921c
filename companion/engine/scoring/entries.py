"""Numbers typed into a scoring pad: totals, places, and what about the numbers cannot be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core.reasons import Reason, Value, reason
from companion.engine.core.ruleset import Ruleset
from companion.engine.scoring.categories import categories_of, reachable
from companion.engine.scoring.table import places

POINTS_TOO_LOW = reason("points-too-low", "scoring/overview", "category", "have", "least")
POINTS_TOO_HIGH = reason("points-too-high", "scoring/overview", "category", "have", "most")
POINTS_NOT_MADE = reason("points-not-made", "scoring/overview", "category", "have", "below", "above")
MONEY_BEYOND_COINS = reason(
    "money-beyond-coins", "scoring/overview#money", "category", "have", "dollars", "coins", severity="suspicious"
)
POINTS_TOGETHER = reason("points-together", "scoring/overview", "category", "have", "most")
TOKEN_CLAIMED_TWICE = reason("token-claimed-twice", "scoring/overview#job-market-token", "have")

Entries = Mapping[str, Mapping[str, int]]
"""Player -> category -> points, as far as they were entered."""


@dataclass(frozen=True)
class Standing:
    """A player's total of what was entered, what is missing, and the place the total gives so far.

    Total and place are None while nothing was entered: unknown is not zero.
    """

    total: int | None
    missing: tuple[str, ...]
    place: int | None


def standings(ruleset: Ruleset, entries: Entries) -> Mapping[str, Standing]:
    """Total and place of every player, of points by player and category.

    Equal totals share a place (victory is shared), and the next one is skipped.

    >>> from companion.engine import load_ruleset
    >>> found = standings(load_ruleset(players=2), {"Anna": {"money": 8}, "Ben": {"money": 8, "cities": 3}})
    >>> [(player, standing.total, standing.place) for player, standing in found.items()]
    [('Anna', 8, 2), ('Ben', 11, 1)]
    """
    categories = ruleset.catalog.scoring.categories
    totals = {player: sum(points.values()) for player, points in entries.items() if points}
    placed = places(totals)
    return {
        player: Standing(
            total=totals.get(player),
            missing=tuple(category for category in categories if category not in points),
            place=placed.get(player),
        )
        for player, points in entries.items()
    }


def place_of(player: str, category: str) -> str:
    """The name of a cell of the pad, as reasons tell it."""
    return f"sheet.{player}.{category}"


def entry_reasons(ruleset: Ruleset, entries: Entries) -> tuple[Reason, ...]:
    """Everything that cannot be right about points by player and category. Places are those of `place_of`.

    >>> from companion.engine import load_ruleset
    >>> [reason.code for reason in entry_reasons(load_ruleset(players=2), {"Anna": {"step-disc": 2}})]
    ['points-not-made']
    """
    return (*_alone(ruleset, entries), *_beyond_coins(ruleset, entries), *_together(ruleset, entries))


def _alone(ruleset: Ruleset, entries: Entries) -> Iterator[Reason]:
    catalog = ruleset.catalog
    possible = reachable(catalog.edition, catalog.variants, catalog.played_otherwise)
    for player, points in entries.items():
        for category, value in points.items():
            options = possible[category]
            # Nearly all numbers can be made, and all of them are looked at with every entry.
            if value >= 0 if options is None else value in options:
                continue
            place = (place_of(player, category),)
            least, most = (0, None) if options is None else (min(options), max(options))
            params: dict[str, Value]
            if value < least:
                params = {"category": category, "have": value, "least": least, "places": place}
                yield Reason(POINTS_TOO_LOW, params)
            elif most is not None and value > most:
                params = {"category": category, "have": value, "most": most, "places": place}
                yield Reason(POINTS_TOO_HIGH, params)
            elif options is not None:
                below = max(number for number in options if number < value)
                above = min(number for number in options if number > value)
                yield Reason(
                    POINTS_NOT_MADE,
                    {"category": category, "have": value, "below": below, "above": above, "places": place},
                )


def _beyond_coins(ruleset: Ruleset, entries: Entries) -> Iterator[Reason]:
    # The supply has no end, yet who has more than all its coins has mostly written dollars where points belong.
    category, coins = ruleset.catalog.scoring.categories["money"], ruleset.catalog.table.bank.dollars
    for player, points in entries.items():
        value = points.get(category.id, 0)
        dollars = value // (category.vp or 1) * (category.each or 1)
        if dollars > coins:
            place = (place_of(player, category.id),)
            params: dict[str, Value] = {"category": category.id, "have": value, "dollars": dollars, "coins": coins}
            yield Reason(MONEY_BEYOND_COINS, {**params, "places": place})


def _together(ruleset: Ruleset, entries: Entries) -> Iterator[Reason]:
    # Hazards and cattle are shared by all players: together they cannot score more than there is.
    for category, kind in categories_of(ruleset.catalog).items():
        most = kind.most_together(ruleset.catalog)
        if most is None:
            continue
        scored = {player: points[category] for player, points in entries.items() if points.get(category)}
        have = sum(scored.values())
        if len(scored) > 1 and have > most:
            places = tuple(place_of(player, category) for player in scored)
            yield Reason(POINTS_TOGETHER, {"category": category, "have": have, "most": most, "places": places})
    # There is one job market token, and one player has it.
    category = "job-market-token"
    holders = tuple(place_of(player, category) for player, points in entries.items() if points.get(category))
    if len(holders) > ruleset.catalog.job_market.tokens:
        yield Reason(TOKEN_CLAIMED_TWICE, {"have": len(holders), "places": holders})

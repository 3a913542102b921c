"""Whole random games, each played once for all tests that look at it, and the tables that they are played at."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.engine import Position, Scripted, apply, ruleset_of
from companion.engine.play import Moment, random_game
from hypothesis import settings
from hypothesis import strategies as st

RAILS = "rails-to-the-north"

TABLES: list[dict[str, Any]] = [
    {"players": 2, "variants": []},
    {"players": 4, "variants": ["simmental"]},
    {"players": 3, "variants": [RAILS]},
    {"players": 2, "variants": [RAILS, "simmental"]},
    {"players": 2, "variants": [], "automa": "garth"},
    {"players": 2, "variants": [RAILS], "automa": "garth"},
    {"players": 3, "variants": [], "edition": 1},
    {"players": 4, "variants": [RAILS], "edition": 1},
]
"""Every edition, expansion and variant, with and without Garth."""

SEEDS = st.deferred(lambda: st.integers(0, 1 if settings.default == settings.get_profile("quick") else 10**6))
"""Of games: of a table, `make test` plays two."""


def whole_game(players: int, variants: tuple[str, ...] | list[str], seed: int, **more: Any) -> tuple[Moment, ...]:
    """A game from its start to its end."""
    return _whole_game(players, tuple(variants), seed, tuple(sorted(more.items())))


@lru_cache(maxsize=32)
def _whole_game(
    players: int, variants: tuple[str, ...], seed: int, more: tuple[tuple[str, Any], ...]
) -> tuple[Moment, ...]:
    return tuple(random_game(players, variants, seed, **dict(more)))


def end_of(moments: Sequence[Moment]) -> Position:
    """The last position of a game, after its last action."""
    last = moments[-1]
    return apply(ruleset_of(last.position), last.position, last.entry.action, Scripted(last.entry.drawn))

"""Who plays, in which seats, and the exchange tokens that all of them hold together."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core.position import Position
from companion.engine.core.ruleset import Ruleset
from companion.engine.reasons import Reason


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot or hardly can be about players and tokens, and whether somebody was left out."""
    if ruleset.players is not None:
        # There are as many seats as players.
        for colour, player in position.players.items():
            if player.seat is not None and player.seat > ruleset.players:
                places = (f"players.{colour}.seat", "game.players")
                yield Reason(
                    "seat-too-high",
                    {"player": colour, "number": player.seat, "supply": ruleset.players, "places": places},
                )
        # With somebody left out, what takes all players is not checked.
        if 0 < len(position.players) < ruleset.players:
            yield Reason(
                "players-missing",
                {"have": len(position.players), "supply": ruleset.players, "places": ("game.players",)},
            )

    # Exchange tokens never run out, but a game hardly needs more of them than there are.
    tokens = {colour: player.exchange_tokens or 0 for colour, player in position.players.items()}
    have, supply = sum(tokens.values()), ruleset.catalog.table.exchange_token.pieces
    if have > supply:
        holders = tuple(f"players.{colour}.exchange_tokens" for colour, count in tokens.items() if count)
        yield Reason("many-exchange-tokens", {"have": have, "supply": supply, "places": holders})

"""Who plays, in which seats, and the exchange tokens that all of them hold together."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Position, Reason, Ruleset, reason

SEAT_TOO_HIGH = reason("seat-too-high", "turn/overview", "player", "number", "supply")
PLAYERS_MISSING = reason("players-missing", "turn/overview", "have", "supply", severity="note")
MANY_EXCHANGE_TOKENS = reason(
    "many-exchange-tokens", "components/money-and-tokens", "have", "supply", severity="suspicious"
)


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot or hardly can be about players and tokens, and whether somebody was left out."""
    if ruleset.players is not None:
        # There are as many seats as players.
        for colour, player in position.players.items():
            if player.seat is not None and player.seat > ruleset.players:
                places = (f"players.{colour}.seat", "game.players")
                yield Reason(
                    SEAT_TOO_HIGH,
                    {"player": colour, "number": player.seat, "supply": ruleset.players, "places": places},
                )
        # With somebody left out, what takes all players is not checked.
        if 0 < len(position.players) < ruleset.players:
            yield Reason(
                PLAYERS_MISSING,
                {"have": len(position.players), "supply": ruleset.players, "places": ("game.players",)},
            )

    # Exchange tokens never run out, but a game hardly needs more of them than there are.
    tokens = {colour: player.exchange_tokens or 0 for colour, player in position.players.items()}
    have, supply = sum(tokens.values()), ruleset.catalog.table.exchange_token.pieces
    if have > supply:
        holders = tuple(f"players.{colour}.exchange_tokens" for colour, count in tokens.items() if count)
        yield Reason(MANY_EXCHANGE_TOKENS, {"have": have, "supply": supply, "places": holders})

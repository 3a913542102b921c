"""The first edition: what its components do not tell is that exchange tokens came with an expansion."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.core import Position, Reason, Ruleset, reason
from companion.engine.core.layer import Layer

NO_TOKENS_YET = reason("no-tokens-yet", "first-edition/set-up", "player", "have")


class FirstEdition(Layer):
    """An edition without exchange tokens."""

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        if ruleset.catalog.table.with_exchange_tokens:
            return
        for colour, player in position.players.items():
            if player.exchange_tokens:
                place = f"players.{colour}.exchange_tokens"
                yield Reason(NO_TOKENS_YET, {"player": colour, "have": player.exchange_tokens, "places": (place,)})


LAYER = FirstEdition

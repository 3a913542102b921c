"""Engines on the railroad."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Position, Reason, Ruleset, reason

ENGINES_ON_ONE_SPACE = reason("engines-on-one-space", "railroad/move-forward#other-engines", "engine", "have")
ENGINE_ON_LAST_SPACE = reason("engine-on-last-space", "railroad/last-space", "player", "engine")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about engines."""
    railroad, turn = ruleset.catalog.railroad, position.turn
    spaces: dict[int | str, list[str]] = {}
    for colour, player in position.players.items():
        if player.engine is not None:
            spaces.setdefault(player.engine, []).append(f"players.{colour}.engine")
    # A space holds one engine, turnouts too; only the start holds several.
    for space, places in spaces.items():
        if space != railroad.first and len(places) > 1:
            yield Reason(ENGINES_ON_ONE_SPACE, {"engine": str(space), "have": len(places), "places": tuple(places)})
    # From the last space an engine goes back at once: it is there only while its player still acts.
    for colour, player in position.players.items():
        on_turn = turn.player in (None, colour)
        if player.engine == railroad.last and (not on_turn or (turn.player == colour and turn.phase == "C")):
            places_told = (f"players.{colour}.engine", "turn.player" if not on_turn else "turn.phase")
            yield Reason(ENGINE_ON_LAST_SPACE, {"player": colour, "engine": str(railroad.last), "places": places_told})

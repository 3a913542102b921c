"""The part of the board that a question is about, as a picture with marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from markupsafe import Markup

from companion import engine
from companion.engine import OFF_BOARD, Verdict
from companion.pictures.board import board_picture
from companion.web.assets import sprite

_ABOUT: Mapping[str, frozenset[str]] = {
    "trail": frozenset({"place", "move", "use", "build", "hazard", "bounty", "copy"}),
    "railroad": frozenset({"engine", "upgrade", "appoint"}),
    "market": frozenset({"hire", "buy", "add-cards", "foresight", "objective"}),
    "cities": frozenset({"deliver", "disc"}),
}
"""Region of the board -> types of action that happen there."""


def picture(position: engine.Position, action: engine.Action | None, language: str) -> Markup | None:
    """The region that an action happens in, or the first of which the position tells; None when it tells of none.

    The way of a move and the places that forbid the action are marked.
    """
    regions = [region for region, known in _told(position).items() if known]
    if not regions:
        return None
    best = min(regions, key=lambda region: action is None or action.type not in _ABOUT[region])
    return board_picture(position, language, parts=[best], marks=_marks(position, action), sprite=sprite())


def _told(position: engine.Position) -> Mapping[str, bool]:
    board, players = position.board, position.players.values()
    herders = any(player.herder not in (None, OFF_BOARD) for player in players)
    return {
        "trail": herders or any((board.neutral, board.buildings, board.hazards, board.outlaws)),
        "railroad": bool(board.station_masters) or any(player.engine is not None for player in players),
        "market": any((board.job_market.rows, board.foresight, board.cattle_market, board.objective_display)),
        "cities": any(player.deliveries for player in players),
    }


def _marks(position: engine.Position, action: engine.Action | None) -> dict[str, str]:
    if action is None:
        return {}
    rules = engine.ruleset_of(position)
    verdict: Verdict = engine.judge(rules, position, action)
    spaces = rules.catalog.trail.spaces

    def place(space: str) -> str:
        return spaces[space].path or f"board.spaces.{space}"

    plain = engine.action_plain(action)
    way: Iterable[str] = plain.get("way", ())
    marks = {place(space): "way" for space in way if space in spaces}
    if plain.get("space") in spaces:
        marks[place(plain["space"])] = "chosen" if verdict.answer == "yes" else "bad"
    return {**marks, **{path: "bad" for reason in verdict.reasons for path in reason.places}}

"""A dispute as its page shows it: the position, the question and the engine's answer, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion import engine
from companion.book.disputes import Dispute
from companion.engine import OFF_BOARD, Verdict
from companion.pictures.board import board_picture
from companion.pictures.board.trail import path_of
from companion.reference.examples import answered, situation
from companion.sentences.actions import action_sentence
from companion.sentences.answers import Judged
from companion.web.assets import sprite


@dataclass(frozen=True)
class DisputeView:
    """What is asked in a dispute, and the answer. An answer to anything but "may it be done?" has `told`."""

    before: tuple[str, ...]
    """What is done first."""
    position: engine.Position
    """The position in which it is asked."""
    code: str
    """Its share code."""
    action: str | None
    """The action that is asked about, as a line of text."""
    judged: Judged | None
    question: str | None
    told: str | None
    """The answer in a sentence, when it is neither yes nor no."""
    why: tuple[str, ...]
    picture: Markup | None
    """Where it happens on the board."""


def shown(dispute: Dispute, language: str) -> DisputeView:
    """Ask the engine what the dispute is about, so that the page cannot be wrong about it."""
    ask = dispute.facts.ask
    position, before = situation({"position": dispute.facts.position, "ask": ask})
    action = engine.read_action(ask["action"]) if ask["type"] == "judge" else None
    question, told, why = (None, None, ()) if action else answered(position, ask, language)
    return DisputeView(
        before=tuple(action_sentence(step, language, position.game.edition) for step in before),
        position=position,
        code=engine.encode(position),
        action=engine.action_text(action) if action else None,
        judged=Judged(position, action, language) if action else None,
        question=question,
        told=told,
        why=why,
        picture=picture(position, action, language),
    )


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
    plain = engine.action_plain(action)
    way: Iterable[str] = plain.get("way", ())
    marks = {path_of(spaces[space]): "way" for space in way if space in spaces}
    if plain.get("space") in spaces:
        marks[path_of(spaces[plain["space"]])] = "chosen" if verdict.answer == "yes" else "bad"
    return {**marks, **{path: "bad" for reason in verdict.reasons for path in reason.places}}

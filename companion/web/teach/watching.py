"""A game to watch: a recorded one, `content/teach-game.json`, with the sentence and the rules of each action."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from companion import engine
from companion.engine import Action, Position, Scripted
from companion.paths import folder
from companion.pictures.board import board_picture
from companion.sentences import verdicts
from companion.sentences.actions import action_sentence
from companion.web.assets import sprite
from companion.web.editor.board_answers import place_of
from companion.web.editor.editing import GAME, TRAIL
from companion.web.teach import hints


class RecordedAction(NamedTuple):
    """An action of the game: how the table lay before and after it, and which round it is."""

    before: Position
    action: Action
    after: Position
    round: int


@functools.cache
def game() -> tuple[RecordedAction, ...]:
    """All actions of the recording, in their order."""
    before, log = engine.read_log((folder("content") / "teach-game.json").read_text(encoding="utf-8"))
    ruleset, actions, rounds, first, last = engine.ruleset_of(before), [], 0, before.turn.player, ""
    for entry in log:
        after = engine.apply(ruleset, before, entry.action, Scripted(entry.drawn))
        rounds += before.turn.player == first != last
        last = before.turn.player or ""
        actions.append(RecordedAction(before, entry.action, after, rounds))
        before = after
    return tuple(actions)


def seen(one: RecordedAction, language: str) -> dict[str, Any]:
    """An action as the page shows it: in words, with what it costs, and the part of the board where it is done, before
    and after it, with the place lit.
    """
    before, action = one.before, one.action
    player = before.turn.player or ""
    place, region = place_of(before, action, language)
    if region not in engine.load_catalog().table.players.colours and region in ("", GAME):
        place, region = f"players.{player}.herder", TRAIL
    region = "cities" if place.startswith("city:") else region
    region = f"player:{region}" if region in before.players else region
    was, picture = (
        board_picture(position, language, parts=[region], marks={place: "may"}, sprite=sprite())
        for position in (before, one.after)
    )
    verdict = engine.judge(engine.ruleset_of(before), before, action)
    return {
        "player": player,
        "round": one.round,
        "sentence": action_sentence(action, language, before.game.edition),
        "told": verdicts.payments_in_full(verdict, language) if verdict.payments else "",
        "worth": hints.worth(before, action, language),
        "code": engine.encode(one.after),
        "before": was,
        "picture": picture,
        "grounds": verdicts.grounds(before, action, language),
    }

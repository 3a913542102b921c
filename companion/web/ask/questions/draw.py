"""Hand and drawing: how many cards do I draw at the end of my turn?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Player, Position, State, actions, hand_limit
from companion.web.ask.fields import ENTRIES
from companion.web.ask.question import Fact, Form, QuickQuestion
from companion.web.language import gettext, ngettext


def _me(position: Position) -> tuple[Player, int | None]:
    """The player and the hand limit."""
    player = position.players[position.turn.player or ""]
    return player, hand_limit(State(engine.ruleset_of(position), position), player)


def _drawn(position: Position) -> tuple[int | None, Player]:
    """How many cards come at the end of the turn, and the player afterwards."""
    before, colour = _me(position)[0], position.turn.player or ""
    after = engine.apply(engine.ruleset_of(position), position, actions.End()).players[colour]
    known = before.hand is not None and after.hand is not None
    return after.hand.count - before.hand.count if known and after.hand and before.hand else None, after


def _needs(_form: Form, position: Position) -> tuple[tuple[str, ...], ...]:
    """What decides how many come. Piles matter only as far as they may be too small."""
    player, limit = _me(position)
    most = engine.ruleset_of(position).catalog.table.hand_limit.most
    if player.hand is not None and player.hand.count >= most:
        return ()
    wanted = 0 if player.hand is None or limit is None else limit - player.hand.count
    few = player.draw is not None and player.draw.count < wanted
    return (("hand", "cleared", *(("draw",) if wanted > 0 else ()), *(("discard",) if few else ())),)


def _facts(_form: Form, position: Position) -> Iterator[Fact]:
    (player, limit), (drawn, after) = _me(position), _drawn(position)
    if limit is not None:
        yield Fact(gettext("Hand limit"), str(limit), "card")
    if drawn is None or after.hand is None:
        return
    yield Fact(gettext("Then in hand"), str(after.hand.count), "card")
    if player.draw is not None and drawn > player.draw.count:
        yield Fact(gettext("On the way"), gettext("shuffle the discard pile"), "ui-redo")
    if limit is not None and after.hand.count < limit:
        yield Fact(gettext("Short of the limit"), str(limit - after.hand.count), "ui-warning")


def _look(
    _form: Form, _action: engine.Action, _verdict: engine.Verdict, position: Position
) -> Mapping[str, Any] | None:
    drawn, _ = _drawn(position)
    if not drawn:
        return None
    return {"title": ngettext("You draw one card.", "You draw %(num)d cards.", drawn).rstrip("."), "symbol": "card"}


QUESTION = QuickQuestion(
    phase="any",
    order=30,
    symbol="card",
    title=lazy_gettext("Hand and drawing"),
    summary=lazy_gettext("Hand limit, how many cards you draw at the end of a turn, and when to shuffle"),
    rules=("cards/draw-cards", "cards/draw-cards#reshuffle"),
    example="hand=2&cleared=none&draw=1&discard=6",
    of="end",
    asks=(
        "hand!",
        ENTRIES["cleared"].but(only=lambda catalog: [d for d in catalog.player_board.discs if d[:5] == "hand-"]),
        "draw",
        "discard",
    ),
    sets={"turn.phase": "B", "turn.pending": []},
    needs=_needs,
    look=_look,
    no=lazy_gettext("You draw nothing."),
    facts=_facts,
)

"""Hand and drawing: how many cards do I draw at the end of my turn?"""

from __future__ import annotations

from collections.abc import Iterator

from companion import engine
from companion.engine import Player, Position, State, Turn, actions, hand_limit
from companion.web.ask import pieces
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, judged
from companion.web.ask.words import gettext, lazy_gettext, ngettext


def ask(form: Form) -> Situation:
    """Phase C, as the engine does it."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    hand = pieces.pile(form, "hand", gettext("Cards in your hand"), f"players.{colour}.hand", lead=True)
    discs = [disc for disc in catalog.player_board.discs if disc.startswith("hand-")]
    cleared = pieces.cleared(form, colour, discs)
    draw = pieces.pile(form, "draw", gettext("Cards in your draw stack"), f"players.{colour}.draw")
    discard = pieces.pile(form, "discard", gettext("Cards in your discard pile"), f"players.{colour}.discard")
    player = Player(hand=hand, cleared=cleared, draw=draw, discard=discard)
    position = Position(game=game, turn=Turn(player=colour, phase="B", pending=()), players={colour: player})
    rules = engine.ruleset_of(position)
    limit = hand_limit(State(rules, position), player)
    after = engine.apply(rules, position, actions.End()).players[colour]
    drawn = after.hand.count - hand.count if hand is not None and after.hand is not None else None
    missing = _missing(colour, player, limit)
    facts = tuple(_facts(player, limit, drawn, after))
    if drawn is None or missing or not drawn:
        return Situation(
            position, missing=missing if drawn is None or missing else (), facts=facts,
            no=gettext("You draw nothing."),
        )  # fmt: skip
    sentence = ngettext("You draw one card.", "You draw %(num)d cards.", drawn)
    choice = Candidate((actions.End(),), sentence.rstrip("."), judged(position, (actions.End(),)), symbol="card")
    return Situation(position, (choice,), yes=sentence, facts=facts)


def _missing(colour: str, player: Player, limit: int | None) -> tuple[str, ...]:
    """What decides how many come, as far as it was not told. Piles matter only as far as they may be too small."""
    needed: dict[str, object] = {"hand": player.hand, "cleared": player.cleared}
    if player.hand is not None and limit is not None:
        wanted = limit - player.hand.count
        if wanted > 0:
            needed["draw"] = player.draw
        if player.draw is not None and player.draw.count < wanted:
            needed["discard"] = player.discard
    return tuple(f"players.{colour}.{key}" for key, value in needed.items() if value is None)


def _facts(player: Player, limit: int | None, drawn: int | None, after: Player) -> Iterator[Fact]:
    if limit is not None:
        yield Fact(gettext("Hand limit"), str(limit), "card")
    if drawn is None or after.hand is None:
        return
    yield Fact(gettext("Then in hand"), str(after.hand.count), "card")
    if player.draw is not None and drawn > player.draw.count:
        yield Fact(gettext("On the way"), gettext("shuffle the discard pile"), "ui-redo")
    if limit is not None and after.hand.count < limit:
        yield Fact(gettext("Short of the limit"), str(limit - after.hand.count), "ui-warning")


QUESTION = QuickQuestion(
    id="draw",
    phase="any",
    order=30,
    symbol="card",
    title=lazy_gettext("Hand and drawing"),
    about=lazy_gettext("Hand limit, how many cards you draw at the end of a turn, and when to shuffle"),
    rules=("cards/draw-cards", "cards/draw-cards#reshuffle"),
    example="hand=2&cleared=none&draw=1&discard=6",
    ask=ask,
)

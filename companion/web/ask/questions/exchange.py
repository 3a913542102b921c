"""Exchange token: may I use one now, and what comes of it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion import engine
from companion.engine import Player, Position, Turn, actions, effects
from companion.sentences.actions import action_sentence
from companion.web.ask import pieces
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, judged
from companion.web.ask.words import gettext, lazy_gettext, ngettext
from companion.web.language import current

MINE, OTHERS, DRAWN, OVER = "mine", "others", "drawn", "over"


def ask(form: Form) -> Situation:
    """One card or as many as a token allows."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    table = catalog.table.exchange_token
    when = form.pick(
        "when", gettext("When?"), _moments(), facts=("turn.phase", "turn.player", "turn.pending"), lead=True
    )
    most = catalog.table.players.most
    # Where nobody begins with a token there are none.
    tokens = form.number(
        "tokens", gettext("Your exchange tokens"), most=9 * most, symbol="exchange-token",
        facts=(f"players.{colour}.exchange_tokens",), tries=("0", "1"), likely="1",
    ) if any(seat.exchange_tokens for seat in catalog.table.seats.values()) else 0  # fmt: skip
    draw = pieces.pile(form, "draw", gettext("Cards in your draw stack"), f"players.{colour}.draw")
    discard = pieces.pile(form, "discard", gettext("Cards in your discard pile"), f"players.{colour}.discard")
    other = next(name for name in catalog.table.players.colours if name != colour)
    owner = colour if when == OTHERS else None
    position = Position(
        game=game,
        turn=Turn(player=other if when == OTHERS else colour, phase="end" if when == OVER else "B" if when else None),
        players={colour: Player(exchange_tokens=tokens, draw=draw, discard=discard)},
    )
    if when == DRAWN:
        # Cards that a token drew are discarded before anything else.
        position = replace(
            position, turn=replace(position.turn, pending=(effects.DiscardCards(table.cards, token=True),))
        )
    choices = tuple(_choice(position, count, owner) for count in range(1, table.cards + 1)) if when else ()
    return Situation(
        position=position,
        choices=choices,
        missing=() if when else ("turn.phase",),
        yes=ngettext(
            "You can use a token for one card.", "You can use a token for up to %(num)d cards.", allowed(choices)
        ),
        no=gettext("You cannot use an exchange token now."),
    )


def _moments() -> list[FieldOption]:
    return [
        FieldOption(MINE, gettext("in my turn, also in the middle of an action")),
        FieldOption(OTHERS, gettext("in another player's turn")),
        FieldOption(DRAWN, gettext("between drawing and discarding for a token")),
        FieldOption(OVER, gettext("after the end of the game")),
    ]


def _choice(position: Position, count: int, owner: str | None) -> Candidate:
    action = actions.Exchange(count, owner)
    verdict = judged(position, (action,))
    return Candidate(
        actions=(action,),
        title=action_sentence(action, current()).rstrip("."),
        verdict=verdict,
        facts=tuple(_facts(position, action)) if verdict.answer == "yes" else (),
        symbol="exchange-token",
        rank=(-count,),
    )


def _facts(position: Position, action: actions.Exchange) -> Iterator[Fact]:
    """How many cards come and go; fewer when the deck has no more."""
    colour = action.player or str(position.turn.player)
    before = position.players[colour]
    after = engine.apply(engine.ruleset_of(position), position, action)
    pending = after.turn.pending or ()
    came = next((step.count for step in reversed(pending) if isinstance(step, effects.DiscardCards)), 0)
    yield Fact(gettext("You draw"), str(came), "card")
    yield Fact(gettext("Then you discard"), str(came), "draw-discard")
    if before.draw is not None and came > before.draw.count:
        yield Fact(gettext("On the way"), gettext("shuffle the discard pile"), "ui-redo")


QUESTION = QuickQuestion(
    id="exchange",
    phase="any",
    order=10,
    symbol="exchange-token",
    title=lazy_gettext("Exchange token"),
    about=lazy_gettext("May I use one now, and how many cards come and go?"),
    rules=("cards/exchange-tokens", "cards/exchange-tokens#when"),
    example="when=others&tokens=1&draw=8",
    ask=ask,
)

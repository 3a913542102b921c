"""Exchange token: may I use one now, and what comes of it?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion.engine import Catalog
from companion.web.ask.fields import ENTRIES, AskField, FieldOption
from companion.web.ask.question import Form, QuickQuestion, Sets
from companion.web.language import gettext, ngettext


def _moments(catalog: Catalog) -> list[FieldOption]:
    # Cards that a token drew are discarded before anything else.
    drawn = [{"effect": "discard-cards", "count": catalog.table.exchange_token.cards, "token": True}]
    return [
        FieldOption("mine", gettext("in my turn, also in the middle of an action"), sets={"turn.phase": "B"}),
        FieldOption("others", gettext("in another player's turn"), sets={"turn.phase": "B"}),
        FieldOption(
            "drawn",
            gettext("between drawing and discarding for a token"),
            sets={"turn.phase": "B", "turn.pending": drawn},
        ),
        FieldOption("over", gettext("after the end of the game"), sets={"turn.phase": "end"}),
    ]


def _with_tokens(form: Form) -> bool:
    return any(seat.exchange_tokens for seat in form.catalog.table.seats.values())


def _sets(form: Form) -> Sets:
    other = next(colour for colour in form.catalog.table.players.colours if colour != form.colour)
    # Where nobody begins with a token there are none.
    none = {} if _with_tokens(form) else {"players.{me}.exchange_tokens": 0}
    return {**none, "turn.player": other if form["when"] == "others" else form.colour}


def _counts(form: Form) -> Mapping[str, Collection[Any]]:
    owner = form.colour if form["when"] == "others" else None
    return {"count": range(1, form.catalog.table.exchange_token.cards + 1), "player": [owner]}


QUESTION = QuickQuestion(
    phase="any",
    order=10,
    unranked=True,
    symbol="exchange-token",
    title=lazy_gettext("Exchange token"),
    summary=lazy_gettext("May I use one now, and how many cards come and go?"),
    rules=("cards/exchange-tokens", "cards/exchange-tokens#when"),
    example="when=others&tokens=1&draw=8",
        asks=(
            AskField("when", lazy_gettext("When?"), _moments, ("turn.phase", "turn.player", "turn.pending"),
                    lead=True),
            ENTRIES["tokens"].but(when=_with_tokens),
            "draw",
            "discard",
        ),
        sets=_sets,
        among=_counts,
        needs=(("when",),),
        yes=lambda n: ngettext("You can use a token for one card.", "You can use a token for up to %(num)d cards.", n),
        no=lazy_gettext("You cannot use an exchange token now."),
)  # fmt: skip

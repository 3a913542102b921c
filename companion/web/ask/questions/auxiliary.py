"""Auxiliary actions: which of them are open, single or double, and can I pay for them?"""

from __future__ import annotations

from flask_babel import lazy_gettext

from companion.engine import Catalog
from companion.web.ask.fields import ENTRIES, AskField, FieldOption
from companion.web.ask.question import Form, QuickQuestion, Sets
from companion.web.language import gettext, ngettext


def _ways(catalog: Catalog) -> list[FieldOption]:
    here: Sets = {"turn.pending": [], "turn.used": [], "turn.auxiliary_used": False}
    used = {**here, "turn.used": [f"{next(iter(catalog.buildings.neutral))}.1"]}
    return [
        FieldOption(
            "action", gettext("because an action says so"), sets={**here, "turn.pending": [{"effect": "auxiliary"}]}
        ),
        FieldOption("instead", gettext("in place of all local actions"), sets=here),
        FieldOption("after", gettext("after a local action"), sets=used),
    ]


def _at_a_location(form: Form) -> Sets:
    # Whichever neutral building it is: each of them is a location.
    place = next(space.id for space in form.catalog.trail.spaces.values() if space.kind == "neutral")
    tile = next(iter(form.catalog.buildings.neutral))
    return {"turn.phase": "B", f"board.neutral.{place}": tile, "players.{me}.herder": place}


QUESTION = QuickQuestion(
    phase="B",
    order=40,
    unranked=True,
    symbol="auxiliary",
    title=lazy_gettext("Auxiliary action"),
    summary=lazy_gettext("Which ones you can do, single or double, and instead of what"),
    rules=("turn/auxiliary-actions", "turn/auxiliary-actions#how-much", "railroad/move-back#order"),
    example="how=instead&cleared=aux-money-2&d=3",
    asks=(
        AskField("how", lazy_gettext("How?"), _ways, ("turn.pending", "turn.used"), lead=True),
        ENTRIES["cleared"].but(
            only=lambda catalog: {d for one in catalog.player_board.auxiliary.actions.values() for d in one.discs}
        ),
        ENTRIES["d"].but(tries=("0", "1", "2")),
        "engine",
    ),
    sets=_at_a_location,
    needs=(("how",),),
    yes=lambda n: ngettext("You can do one auxiliary action.", "You can choose among %(num)d auxiliary actions.", n),
    no=lazy_gettext("No auxiliary action can be done now."),
    parts=("player:{me}",),
)

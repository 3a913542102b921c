"""Facts of the player's own board that several questions ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine import Card, Pile
from companion.web.ask.fields import FieldOption, numbers
from companion.web.ask.form import Form
from companion.web.ask.words import gettext
from companion.web.language import name

MAX_CARDS = 60
"""Nobody has more cards in a pile; a longer number is a slip of the finger."""


def cleared(form: Form, colour: str, discs: Iterable[str] | None = None) -> tuple[str, ...] | None:
    """Ask which disc spaces are empty already: of all, or of those that matter."""
    known = discs or form.catalog.player_board.discs
    options = [FieldOption(disc, name("disc", disc)) for disc in known]
    return form.ticks(
        "cleared",
        gettext("Disc spaces that you have cleared"),
        options,
        none=gettext("none"),
        facts=(f"players.{colour}.cleared",),
        tries=_tries(options),
        likely="none",
    )


def stations(form: Form, colour: str) -> tuple[int, ...] | None:
    """Ask where the player's discs lie on stations."""
    options = numbers(form.catalog.railroad.stations)
    ticked = form.ticks(
        "stations",
        gettext("Stations with a disc of yours"),
        options,
        none=gettext("none"),
        facts=(f"players.{colour}.stations",),
        spoken=False,
        tries=_tries(options),
        likely="none",
    )
    return None if ticked is None else tuple(int(number) for number in ticked)


def discs_onto(corner: str) -> str:
    """Which discs a place with corners of this colour takes."""
    if corner == "white":
        return gettext("white: discs from white spaces first")
    return gettext("dark: a disc from any space")


def token_row(form: Form, *more: FieldOption) -> str | None:
    """Ask in which row the token of the job market lies."""
    market = form.catalog.job_market
    options = [*numbers(row for row in market.rows if row >= market.token_start_row), *more]
    label, facts = gettext("Row of the job market token"), ("board.job_market.token_row",)
    return form.pick("token", label, options, facts=facts, reads=lambda told: gettext("Token in row %(row)s", row=told))


def _tries(options: Sequence[FieldOption]) -> list[str]:
    """Nothing, and the first: a button holds one of them, and no more is guessed."""
    return ["none", *(option.value for option in options[:1])]


def pile(form: Form, key: str, label: str, fact: str, *, lead: bool = False) -> Pile[Card] | None:
    """Ask how many cards a pile has."""
    count = form.number(key, label, most=MAX_CARDS, facts=(fact,), tries=["0", "1", "2", "5"], symbol="card", lead=lead)
    return None if count is None else Pile(count)

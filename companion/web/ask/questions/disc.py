"""Discs: which disc of my player board may go onto this city or station?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from flask_babel import lazy_gettext

from companion.engine import Catalog, Position, actions
from companion.sentences.names import words_of
from companion.web.ask.fields import ENTRIES, RUNS_ON, AskField, FieldOption, named
from companion.web.ask.question import Candidate, Fact, Form, FormGroup, QuickQuestion, Sets, discs_onto
from companion.web.language import current, gettext, name, ngettext


def _places(catalog: Catalog) -> list[FieldOption]:
    cities = named("city", catalog.cities.cities, "city", value="city-{}")
    return [*cities, *(FieldOption(f"station-{n}", _station(n), "station") for n in catalog.railroad.stations)]


def _station(number: int) -> str:
    town = words_of(current()).town_of(number)
    return name("score-line", "town-station", town=town) if town else gettext("Station %(number)d", number=number)


def _where(form: Form) -> tuple[str, str]:
    """City or station, and which."""
    kind, _, place = (form["to"] or "").partition("-")
    return kind, place


def _to_city(form: Form) -> bool:
    return _where(form)[0] == "city"


def _from_kansas_city(form: Form) -> bool:
    return _to_city(form) and form["how"] != "extraordinary"


def _sets(form: Form) -> Sets:
    kind, place = _where(form)
    disc = {"effect": "place-disc", kind: int(place) if kind == "station" else place}
    if not _from_kansas_city(form):
        return {"turn.phase": "B", **({"turn.pending": [disc]} if kind else {})}
    # Transport is paid after the disc, out of what is left.
    later = [{"effect": "leave-kansas-city"}, {"effect": "pay-transport", "city": place}]
    return {"turn.phase": "K5", "turn.pending": [*later, disc]}


def _left(form: Form) -> Mapping[str, Collection[Any]]:
    """Discs that are not placed yet, and those on own stations."""
    on_board = [disc for disc in form.catalog.player_board.discs if disc not in (form["cleared"] or ())]
    return {"of": [*on_board, *(f"{actions.FROM_STATION}{number}" for number in form["stations"] or ())]}


def _corners(form: Form, _position: Position) -> Iterator[Fact]:
    """The corners of the place: white ones take white discs only."""
    kind, place = _where(form)
    if kind:
        catalog = form.catalog
        corner = catalog.cities.cities[place].corner if kind == "city" else catalog.railroad.stations[int(place)].corner
        yield Fact(gettext("Corners"), discs_onto(corner), f"corner-{corner}")


def _may_take(form: Form, choices: Sequence[Candidate]) -> Mapping[str, str]:
    taken = [a.of for c in choices if c.verdict.answer == "yes" for a in c.actions if isinstance(a, actions.Disc)]
    return {f"players.{form.colour}.cleared:{d}": "way" for d in taken if d in form.catalog.player_board.discs}


QUESTION = QuickQuestion(
    phase="B",
    order=60,
    symbol="disc",
    title=lazy_gettext("Which disc may I take?"),
    summary=lazy_gettext("For a city or a station: white and dark spaces, costs, and what to do without a disc"),
    rules=("kansas-city/discs", "kansas-city/discs#where", "kansas-city/no-disc"),
    example="to=city-peoria&cleared=none&d=8",
    asks=(
        AskField(
            "to",
            lazy_gettext("The disc goes onto"),
            _places,
            ("turn.pending",),
            parts=("cities", "railroad"),
            place=lambda to: to.replace("-", ":", 1),
            lead=True,
            question=lazy_gettext("Where does the disc go?"),
            reads=RUNS_ON,
        ),
        "cleared",
        "d",
        FormGroup(lazy_gettext("What else may count")),
        AskField(
            "how",
            lazy_gettext("Kind of delivery"),
            lambda _catalog: [
                FieldOption("usual", gettext("in Kansas City"), says=gettext("You deliver in Kansas City")),
                FieldOption("extraordinary", gettext("extraordinary"), says=gettext("It is an extraordinary delivery")),
            ],
            ("turn.pending",),
            when=_to_city,
            question=lazy_gettext("What kind of delivery is it?"),
        ),
        ENTRIES["engine"].but(when=_from_kansas_city),
        "stations",
    ),
    sets=_sets,
    among=_left,
    needs=(("to",),),
    yes=lambda n: ngettext("You can take one disc.", "You can take any of %(num)d discs.", n),
    no=lazy_gettext("There is no disc that you could place."),
    facts=_corners,
    parts=("player:{me}",),
    marks=_may_take,
)

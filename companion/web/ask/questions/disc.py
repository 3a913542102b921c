"""Discs: which disc of my player board may go onto this city or station?"""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Catalog, Effect, Player, Position, Turn, actions, effects
from companion.sentences.names import words_of
from companion.web.ask import pieces
from companion.web.ask.fields import FieldOption, TapTargets
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged
from companion.web.ask.words import capital, gettext, lazy_gettext, ngettext
from companion.web.language import current, name

CITY, STATION = "city", "station"
USUAL, EXTRAORDINARY = "usual", "extraordinary"


def ask(form: Form) -> Situation:
    """Every disc that is not placed yet; those that give something when they are taken first."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    where = form.pick("to", gettext("The disc goes onto"), _places(catalog), lead=True, facts=("turn.pending",),
                      places=TapTargets(("cities", "railroad"), _by_place(catalog)))  # fmt: skip
    kind, _, place = (where or "").partition("-")
    cleared = pieces.cleared(form, colour)
    money = form.dollars(colour)
    form.group(gettext("What else may count"))
    how = EXTRAORDINARY
    if kind == CITY:
        how = form.pick("how", gettext("Kind of delivery"), _deliveries(), facts=("turn.pending",)) or USUAL
    at = form.own_engine(colour) if kind == CITY and how == USUAL else None
    own = pieces.stations(form, colour)
    position = Position(
        game=game,
        turn=Turn(
            player=colour,
            phase="K5" if kind == CITY and how == USUAL else "B",
            pending=tuple(_pending(kind, place, how)) if where else None,
        ),
        players={colour: Player(dollars=money, cleared=cleared, engine=at, stations=own)},
    )
    choices = tuple(_choices(position, catalog, cleared, own)) if where else ()
    may = [choice.actions[0] for choice in choices if choice.verdict.answer == "yes"]
    taken = [action.of for action in may if isinstance(action, actions.Disc)]
    return Situation(
        position=position,
        choices=choices,
        missing=() if where else ("turn.pending",),
        yes=ngettext("You can take one disc.", "You can take any of %(num)d discs.", allowed(choices)),
        no=gettext("There is no disc that you could place."),
        facts=tuple(_about(catalog, kind, place)),
        parts=(f"player:{colour}",),
        marks={f"players.{colour}.cleared:{disc}": "way" for disc in taken if disc in catalog.player_board.discs},
    )


def _places(catalog: Catalog) -> list[FieldOption]:
    cities = [FieldOption(f"{CITY}-{city}", name("city", city), "city") for city in catalog.cities.cities]
    stations = [FieldOption(f"{STATION}-{n}", _station(n), "station") for n in catalog.railroad.stations]
    return [*cities, *stations]


def _station(number: int) -> str:
    town = words_of(current()).town_of(number)
    return name("score-line", "town-station", town=town) if town else gettext("Station %(number)d", number=number)


def _by_place(catalog: Catalog) -> dict[str, str]:
    """What can be tapped; stations of towns lie on another map."""
    stations = {f"station:{number}": f"{STATION}-{number}" for number in catalog.railroad.station_of.values()}
    return {**{f"city:{city}": f"{CITY}-{city}" for city in catalog.cities.cities}, **stations}


def _deliveries() -> list[FieldOption]:
    return [FieldOption(USUAL, gettext("in Kansas City")), FieldOption(EXTRAORDINARY, gettext("extraordinary"))]


def _pending(kind: str, place: str, how: str) -> Iterator[Effect]:
    if kind == STATION:
        yield effects.PlaceDisc(station=int(place))
        return
    if how == USUAL:
        yield effects.LeaveKansasCity()
        # Transport is paid after the disc, out of what is left.
        yield effects.PayTransport(place)
    yield effects.PlaceDisc(city=place)


def _about(catalog: Catalog, kind: str, place: str) -> Iterator[Fact]:
    """The corners of the place: white ones take white discs only."""
    if kind:
        corner = catalog.cities.cities[place].corner if kind == CITY else catalog.railroad.stations[int(place)].corner
        yield Fact(gettext("Corners"), pieces.discs_onto(corner), f"corner-{corner}")


def _choices(
    position: Position, catalog: Catalog, cleared: tuple[str, ...] | None, own: tuple[int, ...] | None
) -> Iterator[Candidate]:
    left = [disc for disc in catalog.player_board.discs.values() if disc.id not in (cleared or ())]
    for number, disc in enumerate(left):
        action = actions.Disc(disc.id)
        facts = [Fact(gettext("You gain"), dollars(disc.gain), "dollar")] if disc.gain else []
        verdict = judged(position, (action,))
        yield Candidate(
            actions=(action,),
            title=capital(name("disc", disc.id)),
            verdict=verdict,
            facts=tuple(facts),
            symbol=f"corner-{disc.corner}",
            rank=(disc.cost - disc.gain, number),
        )
    for station in own or ():
        action = actions.Disc(f"{actions.FROM_STATION}{station}")
        yield Candidate(
            actions=(action,),
            title=gettext("From station %(number)d", number=station),
            verdict=judged(position, (action,)),
            symbol="station",
            rank=(len(left), catalog.railroad.stations[station].vp),
        )


QUESTION = QuickQuestion(
    id="disc",
    phase="B",
    order=60,
    symbol="disc",
    title=lazy_gettext("Which disc may I take?"),
    about=lazy_gettext("For a city or a station: white and dark spaces, costs, and what to do without a disc"),
    rules=("kansas-city/discs", "kansas-city/discs#where", "kansas-city/no-disc"),
    example="to=city-peoria&cleared=none&d=8",
    ask=ask,
)

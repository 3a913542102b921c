"""When does it end: how many more visits fill the job market, and how many turns are left?"""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Position, Remaining, Verdict
from companion.web.ask.actions import Candidate, Fact
from companion.web.ask.form import Form
from companion.web.ask.questions.foresight import CLOSED, market_row
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.language import gettext, ngettext


def _range(numbers: Remaining) -> str:
    if numbers.least == numbers.most:
        return str(numbers.least)
    return gettext("%(least)s to %(most)s", least=numbers.least, most=numbers.most)


def _plan(form: Form, position: Position) -> Situation:
    token, workers, players = form["token"], form["row"], form["n"]
    if token == CLOSED or None in (token, workers, players):
        return Situation(position)
    now = engine.clock(form.catalog, players, int(token), workers)
    return Situation(position, tuple(_choices(form, now)), facts=tuple(_facts(now)), parts=("job-market",))


def _facts(now: engine.Clock) -> Iterator[Fact]:
    earliest = (
        gettext("by whoever comes to Kansas City next")
        if now.visits.least == 1
        else ngettext("not by the next visit", "not by the next %(num)d visits", now.visits.least - 1)
    )
    turns = ", ".join(str(one.least) for one in now.turns)
    slowly = gettext("%(most)s, if all move by one space in every turn", most=now.turns[0].most)
    yield Fact(gettext("Empty spaces of the job market"), str(now.workers), "worker")
    yield Fact(gettext("Can be filled"), earliest, "job-market-token")
    yield Fact(gettext("Turns at least, in turn order, the last one included"), turns, "forward")
    yield Fact(gettext("Turns of each at most"), slowly, "forward")
    yield Fact(gettext("Deliveries of one player by then, at most"), str(now.visits.most), "city")


def _choices(form: Form, now: engine.Clock) -> Iterator[Candidate]:
    """Until the market is full; then what it comes to when the next visit brings one worker, or two."""
    catalog, row, yes = form.catalog, int(form["token"]), Verdict("yes")
    columns = catalog.job_market.columns[form["n"]]
    visits = ngettext(
        "%(range)s more visit to Kansas City fills the job market",
        "%(range)s more visits to Kansas City fill the job market",
        now.visits.most,
        range=_range(now.visits),
    )
    yield Candidate((), visits, yes, symbol="job-market-token", rank=(0,))
    for workers in range(1, min(2, now.workers) + 1):
        left = engine.visits_left(catalog, now.workers - workers, spent=workers == 1)
        further = row + (form["row"] + workers) // columns
        after = gettext("is full: the game ends") if not left.most else gettext("is in row %(row)d", row=further)
        yield Candidate(
            (),
            ngettext("If the next visit brings %(num)d worker", "If the next visit brings %(num)d workers", workers),
            yes,
            (
                Fact(gettext("Then the market"), after, "job-market-token"),
                Fact(gettext("Visits after that"), _range(left), "city"),
            ),
            symbol="worker",
            rank=(workers,),
        )


QUESTION = QuickQuestion(
    id="ending",
    phase="K",
    order=40,
    symbol="job-market-token",
    title=lazy_gettext("When does it end?"),
    about=lazy_gettext(
        "At the beginning of a turn: how many visits to Kansas City fill the job market, and how many turns are left"
    ),
    rules=("scoring/game-end", "kansas-city/job-market", "kansas-city/foresight"),
    example="n=3&token=11&row=2",
    asks=("n!", market_row),
    needs=lambda form, _: (("n", "token"), () if form["token"] == CLOSED else ("row",)),
    plan=_plan,
    no=lazy_gettext("The market is full: everybody but the player with the token has one more turn."),
)

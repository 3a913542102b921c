"""When does it end: how many more visits fill the job market, and how many turns are left?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Player, Position, Remaining, Turn, Verdict
from companion.sentences.scores import clock_sentences
from companion.web.ask.fields import AskField
from companion.web.ask.question import Asked, Candidate, Fact, Form, FormGroup, QuickQuestion, Situation
from companion.web.ask.questions.foresight import CLOSED, market_row
from companion.web.ask.questions.move import standing
from companion.web.ask.trail import place_of
from companion.web.language import current, gettext, ngettext


def _herders(form: Form) -> Iterator[Asked]:
    """Where the herder of each player stands, from the one on turn; nobody is asked for a colour."""
    if form["token"] in (None, CLOSED) or form["n"] is None:
        return
    yield FormGroup(gettext("Where do the herders stand?"), folded=True)
    for seat, who in enumerate(_people(form).values()):
        label = gettext("Herder: %(player)s", player=who)
        path = f"players.{form.catalog.table.players.colours[seat]}.herder"
        yield AskField(f"at{seat + 1}", label, standing, path=path, kind="one", spoken=False, symbol="herder",
                       parts=("trail",), place=place_of, reads=lazy_gettext("%(player)s is at %(space)s"),
                       names={"player": who})  # fmt: skip


def _people(form: Form) -> dict[str, str]:
    """What the players are called, by a colour that stands for their place in turn order."""
    order = (
        gettext("the player on turn"),
        gettext("the second player in turn order"),
        gettext("the third player in turn order"),
        gettext("the fourth player in turn order"),
    )
    return dict(zip(form.catalog.table.players.colours[: form["n"]], order, strict=False))


def _plan(form: Form, position: Position) -> Situation:
    if form["token"] == CLOSED:
        return Situation(position)
    people = _people(form)
    players = {colour: Player(seat, herder=form[f"at{seat}"]) for seat, colour in enumerate(people, 1)}
    known = replace(position, turn=Turn(next(iter(people)), "A"), players=players)
    now = engine.clock(engine.ruleset_of(known), known)
    first, *more = clock_sentences(now, current(), people)
    until = Candidate((), first.rstrip("."), Verdict("yes"), note=" ".join(more), symbol="job-market-token", rank=(0,))
    choices = (until, *_choices(form, now)) if form["row"] is not None else (until,)
    return Situation(position, choices, facts=tuple(_facts(now)), parts=("job-market",))


def _range(numbers: Remaining) -> str:
    if numbers.least == numbers.most:
        return str(numbers.least)
    return gettext("%(least)s to %(most)s", least=numbers.least, most=numbers.most)


def _facts(now: engine.Clock) -> Iterator[Fact]:
    turns = ", ".join(str(one.turns.least) for one in now.players.values())
    yield Fact(gettext("Empty spaces of the job market"), _range(now.spaces), "worker")
    yield Fact(gettext("Turns at least, in turn order, the last one included"), turns, "forward")
    yield Fact(gettext("Deliveries of one player by then, at most"), str(now.visits.most), "city")


def _choices(form: Form, now: engine.Clock) -> Iterator[Candidate]:
    """What it comes to when the next visit brings one worker, or two; and when the row is filled."""
    market, row = form.catalog.job_market, int(form["token"])
    columns = market.columns[form["n"]]
    fills = columns - form["row"]
    titles = {
        workers: ngettext(
            "If the next visit brings %(num)d worker", "If the next visit brings %(num)d workers", workers
        )
        for workers in range(1, min(2, now.spaces.most) + 1)
    }
    titles.setdefault(fills, gettext("If row %(row)d is filled", row=row))
    for workers, title in titles.items():
        left = engine.visits_left(form.catalog, now.spaces.most - workers, spent=int(workers == 1))
        further = row + (form["row"] + workers) // columns
        after = gettext("is full: the game ends") if not left.most else gettext("is in row %(row)d", row=further)
        facts = [
            Fact(gettext("Then the market"), after, "job-market-token"),
            Fact(gettext("Visits after that"), _range(left), "city"),
        ]
        if any(market.rows[filled].arrow == "yellow" for filled in range(row, further)):
            facts.append(Fact(gettext("At once"), gettext("the cattle market is filled up"), "arrow-yellow"))
        yield Candidate((), title, Verdict("yes"), tuple(facts), symbol="worker", rank=(workers,))


QUESTION = QuickQuestion(
    phase="K",
    order=40,
    symbol="job-market-token",
    title=lazy_gettext("When does it end?"),
    summary=lazy_gettext(
        "At the beginning of a turn: how many visits to Kansas City fill the job market, and how many turns are left"
    ),
    rules=("scoring/game-end", "kansas-city/job-market", "kansas-city/foresight"),
    example="n=3&token=11&row=2",
    asks=("n!", market_row, _herders),
    needs=(("n", "token"),),
    plan=_plan,
    figure=True,
    no=lazy_gettext("The market is full: everybody but the player with the token has one more turn."),
)

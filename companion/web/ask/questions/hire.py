"""Hire: whom may I take from the job market, and for how much?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Board, Catalog, JobMarket, Player, Position, Turn, actions, effects
from companion.web.ask.entries import effects_in
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged, paid
from companion.web.language import gettext, name, ngettext


def ask(form: Form) -> Situation:
    """All workers that were entered, the cheapest first."""
    game, catalog = form.game(), form.catalog
    colour = form.colour(shown=False)
    money = form.tell("d", colour, lead=True)
    form.group(
        gettext("Who is in the job market?"),
        hint=gettext("Select the workers in a row. Rows left blank stay out of the answer."),
    )
    rows = {row: workers for row in catalog.job_market.rows if (workers := _workers_in(form, catalog, row))}
    form.group()
    extra = form.pick("extra", gettext("The action says"), _extras(catalog), usual="0", lead=True)
    players, token = form.tell("n"), form.tell("token")
    # Of the other kinds it makes no difference how many there are.
    kinds = [kind for kind in catalog.tiles.workers if any(kind in workers for workers in rows.values())]
    if kinds:
        form.group(gettext("How many of them do you have?"))
    counts = {kind: form.tell(f"w-{kind}", colour) for kind in kinds}
    own = {kind: count for kind, count in counts.items() if count is not None}
    position = Position(
        game=replace(game, players=players),
        turn=Turn(player=colour, phase="B", pending=(effects.Hire(int(extra or 0)),)),
        board=Board(job_market=JobMarket(token, rows)),
        players={colour: Player(dollars=money, workers=own if len(own) == len(catalog.tiles.workers) else None)},
    )
    choices = tuple(_choices(position, own))
    return Situation(
        position=position,
        choices=choices,
        missing=() if rows else ("board.job_market.rows",),
        yes=ngettext("You can hire one worker.", "You can hire any of %(num)d workers.", allowed(choices)),
        no=gettext("None of these workers can be hired."),
        depends=gettext("Select the workers in the job market.") if not rows else "",
        parts=("market",),
    )


def _extras(catalog: Catalog) -> list[FieldOption]:
    """What hiring may cost more or less, as the actions of the game say."""
    extras = sorted({effect.extra for effect in effects_in(effects.Hire, catalog.edition, catalog.variants)} | {0})
    return [FieldOption(str(extra), _extra(extra)) for extra in extras]


def _extra(extra: int) -> str:
    if extra == 0:
        return gettext("the usual cost")
    return (
        gettext("%(money)s more", money=dollars(extra))
        if extra > 0
        else gettext("%(money)s less", money=dollars(-extra))
    )


def _workers_in(form: Form, catalog: Catalog, row: int) -> tuple[str, ...] | None:
    cost = catalog.job_market.rows[row].cost
    form.row(gettext("Row %(row)d · %(cost)s", row=row, cost=dollars(cost)))
    workers = [FieldOption(kind, name("worker", kind), f"worker-{kind}") for kind in catalog.tiles.workers]
    return form.ticks(f"r{row}", gettext("Row %(row)d", row=row), workers, facts=("board.job_market.rows",), lead=True,
                      reads=lambda told: gettext("%(workers)s in row %(row)d", workers=told, row=row))  # fmt: skip


def _choices(entered: Position, own: Mapping[str, int]) -> Iterator[Candidate]:
    rules, colour = engine.ruleset_of(entered), entered.turn.player or ""
    player_board = rules.catalog.player_board.worker_rows
    position = entered
    for row, workers in position.board.job_market.rows.items():
        for column, worker in enumerate(workers, start=1):
            action = actions.HireWorker(row, column)
            # Whoever has not said how many they have is hardly asking about a full row; the answer says so.
            have = own.get(worker or "")
            count = player_board.printed if have is None else have
            position = replace(
                entered, players={colour: replace(entered.players[colour], workers={worker or "": count})}
            )
            verdict = judged(position, (action,))
            facts, note = [], ""
            if have is None and verdict.answer != "no":
                most = player_board.spaces
                note = gettext(
                    "If you have fewer than %(most)d %(workers)s.", most=most, workers=name("worker", worker or "")
                )
            elif verdict.answer != "no":
                after = engine.apply(rules, position, action)
                facts = [
                    Fact(gettext("Then at once"), _at_once(effect.of), "hire")
                    for effect in after.turn.pending or ()
                    if isinstance(effect, effects.Immediate)
                ]
            yield Candidate(
                actions=(action,),
                title=gettext("%(worker)s, row %(row)d", worker=name("worker", worker or ""), row=row),
                verdict=verdict,
                facts=tuple(facts),
                note=note,
                marks={f"board.job_market.rows.{row}": "bad" if verdict.answer == "no" else "chosen"},
                symbol=f"worker-{worker}",
                rank=(paid(verdict), row),
                position=position,
            )


def _at_once(source: str) -> str:
    worker, _, space = source.partition(".")
    return name("action", "worker", worker=name("worker", worker), which=space)


QUESTION = QuickQuestion(
    id="hire",
    phase="B",
    order=10,
    symbol="hire",
    title=lazy_gettext("Hire"),
    about=lazy_gettext("Which worker, at what cost, and what that triggers"),
    rules=("job-market/hire", "job-market/hire#cost", "job-market/workers#spaces"),
    example="r1=cowboy&d=7",
    ask=ask,
)

"""Hire: whom may I take from the job market, and for how much?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Catalog, Position, Verdict, actions, effects
from companion.sentences.names import Words, words_of
from companion.web.ask.fields import RUNS_ON, AskField, FieldOption, dollars, effects_in, named, singular
from companion.web.ask.question import Asked, Fact, Form, FormGroup, FormRow, QuickQuestion, paid
from companion.web.language import current, gettext, ngettext


def _rows(form: Form) -> Iterator[Asked]:
    workers = named("worker", form.catalog.tiles.workers, "worker-{}", form.catalog)
    for number, row in form.catalog.job_market.rows.items():
        yield FormRow(gettext("Row %(row)d · %(cost)s", row=number, cost=dollars(row.cost)))
        yield AskField(
            f"r{number}",
            gettext("Row %(row)d", row=number),
            workers,
            ("board.job_market.rows",),
            path=f"board.job_market.rows.{number}",
            kind="once",
            lead=True,
            reads=lazy_gettext("%(workers)s in row %(row)d"),
            names={"row": number},
        )


def _extras(catalog: Catalog) -> list[FieldOption]:
    """What hiring may cost more or less, as the actions of the game say."""
    extras = sorted({effect.extra for effect in effects_in(effects.Hire, catalog)} | {0})
    return [FieldOption(str(extra), _extra(extra)) for extra in extras]


def _extra(extra: int) -> str:
    if extra == 0:
        return gettext("the usual cost")
    if extra > 0:
        return gettext("%(money)s more", money=dollars(extra))
    return gettext("%(money)s less", money=dollars(-extra))


def _lying(form: Form) -> list[str]:
    """The workers that somebody sees: of the other kinds it makes no difference how many one has."""
    seen = {kind for number in form.catalog.job_market.rows for kind in form[f"r{number}"] or ()}
    return [kind for kind in form.catalog.tiles.workers if kind in seen]


def _own(form: Form) -> Iterator[Asked]:
    kinds = _lying(form)
    if kinds:
        yield FormGroup(gettext("How many of them do you have?"))
    yield from (f"w-{kind}" for kind in kinds)
    if len(kinds) < len(form.catalog.tiles.workers):
        form.sets.pop(f"players.{form.colour}.workers", None)


def _cases(form: Form, entered: Position) -> Iterator[tuple[Position, Mapping[str, Any]]]:
    """Each worker with as many of its kind as somebody has; who has not said it is hardly asking about a full row."""
    printed, me = form.catalog.player_board.worker_rows.printed, entered.players[form.colour]
    for row, workers in entered.board.job_market.rows.items():
        for column, worker in enumerate(workers, start=1):
            have = form[f"w-{worker}"]
            mine = replace(me, workers={worker or "": printed if have is None else have})
            yield replace(entered, players={form.colour: mine}), {"row": [row], "column": [column]}


def _look(form: Form, action: actions.HireWorker, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    worker = position.board.job_market.rows[action.row][action.column - 1] or ""
    facts, note, most = [], "", form.catalog.player_board.worker_rows.spaces
    words = words_of(current(), form.catalog.edition)
    if verdict.answer != "no" and form[f"w-{worker}"] is None:
        note = gettext("If you have fewer than %(most)d %(workers)s.", most=most, workers=words.name("worker", worker))
    elif verdict.answer != "no":
        after = engine.apply(engine.ruleset_of(position), position, action)
        immediate = [one for one in after.turn.pending or () if isinstance(one, effects.Immediate)]
        facts = [Fact(gettext("Then at once"), _at_once(one.of, words), "hire") for one in immediate]
    return {
        "title": gettext("%(worker)s, row %(row)d", worker=singular(words.name("worker", worker)), row=action.row),
        "facts": tuple(facts),
        "note": note,
        "marks": {f"board.job_market.rows.{action.row}": "bad" if verdict.answer == "no" else "chosen"},
        "symbol": f"worker-{worker}",
        "rank": (paid(verdict), action.row),
    }


def _at_once(source: str, words: Words) -> str:
    worker, _, space = source.partition(".")
    return words.name("action", "worker", worker=words.name("worker", worker), which=space)


QUESTION = QuickQuestion(
    phase="B",
    order=10,
    symbol="hire",
    title=lazy_gettext("Hire"),
    summary=lazy_gettext("Which worker, at what cost, and what that triggers"),
    rules=("job-market/hire", "job-market/hire#cost", "job-market/workers#spaces"),
    example="r1=cowboy&d=7",
    asks=(
        "d!",
        FormGroup(
            lazy_gettext("Who is in the job market?"),
            lazy_gettext("Select the workers in a row. Rows left blank stay out of the answer."),
        ),
        _rows,
        FormGroup(),
        AskField("extra", lazy_gettext("The action says"), _extras, usual="0", lead=True, reads=RUNS_ON),
        "n",
        "token",
        _own,
    ),
    sets=lambda form: {"turn.phase": "B", "turn.pending": [{"effect": "hire", "extra": int(form["extra"] or 0)}]},
    needs=lambda form, _: () if _lying(form) else (tuple(f"r{row}" for row in form.catalog.job_market.rows),),
    cases=_cases,
    look=_look,
    depends=lazy_gettext("Select the workers in the job market."),
    yes=lambda n: ngettext("You can hire one worker.", "You can hire any of %(num)d workers.", n),
    no=lazy_gettext("None of these workers can be hired."),
    parts=("market",),
)

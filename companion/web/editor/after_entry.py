"""What can be asked of a position that was entered: what may I do, judge this, do it, score."""

from __future__ import annotations

import json
import secrets

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.engine import TIE
from companion.sentences.findings import key_path, problem_text
from companion.web import language
from companion.web.caching import same_for_all
from companion.web.editor import action_forms, asking
from companion.web.editor.asking import Ask
from companion.web.editor.kinds import MAX_LENGTH, Mistyped, read_number, read_things
from companion.web.editor.position_fields import fields
from companion.web.limits import JUDGING, limited

MAX_SEED = 999_999


@limited(JUDGING)
def options(code: str) -> ResponseReturnValue:
    """Everything that the player on turn may do. Raises Unreadable."""
    position = engine.decode(code)
    kinds = asking.options(position, language.current())
    return _page("options", code, position, kinds=kinds)


def score(code: str) -> ResponseReturnValue:
    """What every player makes at the end, line by line. Raises Unreadable."""
    position = engine.decode(code)
    scoring = asking.score(position, language.current())
    return _page("score", code, position, scoring=scoring, tie=TIE)


@limited(JUDGING)
def judge(code: str) -> ResponseReturnValue:
    """May an action be done? The form first asks for its type, then for its fields. Raises Unreadable."""
    position = engine.decode(code)
    kind, line = request.args.get("type", ""), request.args.get("line", "")
    if kind not in action_forms.types():
        kind = ""
    problem, judged = "", None
    try:
        action = engine.read_action(line) if line else _filled_in(position, kind) if kind else None
    except (Mistyped, engine.Unreadable) as error:
        action, problem = None, _told(error)
    if action is not None:
        judged, kind = asking.judged(position, action, language.current()), action.type
    fields_of = action_forms.fields_of(kind, language.current()) if kind else ()
    page = _page(
        "judge",
        code,
        position,
        kind=kind,
        types=action_forms.types_of(position),
        fields=fields_of,
        judged=judged,
        problem=problem,
    )
    return (page, 422) if problem else page


@limited(JUDGING)
def do(code: str) -> ResponseReturnValue:
    """Do an action: what chance brings is typed in, drawn by a seed, or stays unknown. Raises Unreadable."""
    position = engine.decode(code)
    action = engine.read_action(request.args.get("line", ""))
    judged = asking.judged(position, action, language.current())
    how, problem = request.args.get("how", ""), ""
    if judged.answer != "no" and (how or not judged.asks):
        try:
            after = engine.apply(engine.ruleset_of(position), position, action, _dealer(position, how, judged.asks))
        except (Mistyped, engine.ImpossibleOutcome) as error:
            problem = problem_text(error.problem, language.current())
        else:
            address = url_for("editor.board", code=engine.encode(after), show=position.turn.player or "game")
            return redirect(address, 303)
    seed = secrets.randbelow(MAX_SEED) if not request.args.get("seed") else request.args["seed"][:6]
    page = _page("do", code, position, judged=judged, seed=seed, problem=problem)
    # A seed is drawn for this page; a kept page would draw the same cards again.
    page.headers["Cache-Control"] = "no-store"
    return (page, 422) if problem or judged.answer == "no" else page


def _filled_in(position: engine.Position, kind: str) -> engine.Action | None:
    """The action of a form, None as long as there are fields and nobody has filled them in."""
    if action_forms.fields_of(kind, language.current()) and "ask" not in request.args:
        return None
    arguments = {name: text for name, text in request.args.items() if len(text) <= MAX_LENGTH}
    return action_forms.read(position, kind, arguments, language.current())


def _dealer(position: engine.Position, how: str, asks: tuple[Ask, ...]) -> engine.Dealer | None:
    """Who says what is drawn. Raises Mistyped."""
    if how == "seed":
        return engine.Seeded(engine.Chance(read_number(request.args.get("seed", ""), 0, MAX_SEED)))
    if how != "told":
        return None
    drawn = []
    for number, ask in enumerate(asks):
        text = request.args.get(f"drawn-{number}", "").strip()
        if text:
            pieces = read_things(text, fields(position)[ask.zone].things, language.current())
            drawn.append({"from": ask.zone, "drawn": pieces})
    return engine.Scripted(engine.read_drawn(json.dumps(drawn)))


def _told(error: Mistyped | engine.Unreadable) -> str:
    """What is wrong with what was typed, with the field where the form knows it."""
    if isinstance(error, Mistyped):
        text = problem_text(error.problem, language.current())
        return f"{language.name('action-field', error.field)}: {text}" if error.field else text
    return " ".join(
        f"{key_path(problem)}: {problem_text(problem, language.current())}".removeprefix(": ")
        for problem in error.problems[:3]
    )


def _page(name: str, code: str, position: engine.Position, **about: object) -> Response:
    turn = position.turn
    page = render_template(f"editor/{name}.html", code=code, turn=turn, current=name, **about)
    return same_for_all(page, robots="noindex, nofollow")

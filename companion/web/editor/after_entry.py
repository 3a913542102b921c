"""What can be asked of a position that was entered: what may I do, judge this, do it, score."""

from __future__ import annotations

import json
import secrets
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.engine import TIE
from companion.i18n import capital
from companion.sentences.answers import Judged
from companion.sentences.findings import key_path, problem_text
from companion.sentences.scores import line_sentence, outcome_sentence
from companion.web import language
from companion.web.caching import same_for_all
from companion.web.editor import action_forms
from companion.web.editor.board_answers import BoardAnswer, board_of, open_questions
from companion.web.editor.editing import TooLong, code_of, edit
from companion.web.editor.kinds import MAX_LENGTH, Mistyped, Unfitting, read_number, read_things
from companion.web.editor.palettes import colours
from companion.web.editor.position_fields import fields
from companion.web.language import gettext
from companion.web.limits import JUDGING, limited
from companion.web.links import htmx, render

SHOWN = "Board-Shown"
"""The header in which a phone says what it shows."""
MAX_SEED = 999_999
MAX_PUT = 60
"""So many places are told empty at once."""


@limited(JUDGING)
def options(code: str) -> ResponseReturnValue:
    """What may be done, lit on the board, and the answer about a place (`at`), all actions of a `type`, or one (`line`,
    or its type with its fields). Raises Unreadable.

    `put` and `thing` answer what it depends on: they lead to the same question of the position that knows it.
    """
    board = board_of(code, language.current())
    position = board.position
    sent = {name: text for name, text in request.args.items() if len(text) <= MAX_LENGTH}
    view: dict[str, Any] = {name: sent[name] for name in ("at", "line", "type", "show") if sent.get(name)}
    at, line, kind = sent.get("at", ""), sent.get("line", ""), sent.get("type", "")
    kind = kind if kind in action_forms.types() else ""
    problem, action = "", None
    try:
        if "put" in request.args:
            for path in request.args.getlist("put")[:MAX_PUT]:
                position = edit(position, path, sent.get("thing", "").strip())
            return redirect(url_for("editor.options", code=code_of(position), **view), 303)
        action = engine.read_action(line) if line else _filled_in(position, kind) if kind else None
    except (Mistyped, engine.Unreadable) as error:
        problem = _problem_sentence(error)
    except (Unfitting, TooLong):
        problem = gettext("This does not fit there.")

    board = board.begun(at)

    def address(place: str) -> str:
        return url_for("editor.options", code=code, at=place, _anchor="answer")

    shown = request.headers.get(SHOWN, "") if htmx else None
    show = sent.get("show", "")
    answer = BoardAnswer(board, address, at=at, show=show, kind=kind, action=action, shown=shown)
    language.same_as(str(request.endpoint), code=code, **view)
    page = render("editor/options.html", "answers", code=code, turn=board.position.turn, current="options",
                  answer=answer, problem=problem, view=view, colours=colours(board.position),
                  capital=capital)  # fmt: skip
    response = same_for_all(page, robots="noindex, nofollow")
    response.vary.add(SHOWN)
    if not answer.whole:
        response.headers["HX-Reswap"] = "none"
    return (response, 422) if problem else response


def score(code: str) -> ResponseReturnValue:
    """What every player makes at the end, line by line. Raises Unreadable."""
    position = engine.decode(code)
    rules, spoken = engine.ruleset_of(position), language.current()
    scores = engine.score(rules, position)
    placed = engine.ranking(rules, scores)
    return _page(
        "score",
        code,
        position,
        players=sorted(scores.items(), key=lambda item: placed.places[item[0]] or 0),
        placed=placed,
        outcome=outcome_sentence(placed, scores, position, spoken),
        missing=open_questions(position, placed.missing, spoken),
        categories=rules.catalog.scoring.categories,
        told=lambda line: line_sentence(line, spoken, rules.catalog),
        tie=TIE,
    )


@limited(JUDGING)
def do(code: str) -> ResponseReturnValue:
    """Do an action: what chance brings is typed in, drawn by a seed, or stays unknown. Raises Unreadable."""
    position = engine.decode(code)
    action = engine.read_action(request.args.get("line", ""))
    judged = Judged(position, action, language.current())
    how, problem = request.args.get("how", ""), ""
    if not judged.refused and (how or not judged.draws):
        try:
            after = engine.apply(engine.ruleset_of(position), position, action, _dealer(position, how, judged.draws))
        except (Mistyped, engine.ImpossibleOutcome) as error:
            problem = problem_text(error.problem, language.current())
        else:
            address = url_for("editor.board", code=engine.encode(after), show=position.turn.player or "game")
            return redirect(address, 303)
    seed = secrets.randbelow(MAX_SEED) if not request.args.get("seed") else request.args["seed"][:6]
    verdict = judged.verdict
    missing, costs = (
        open_questions(position, paths, judged.language) for paths in (verdict.missing, verdict.costs.missing)
    )
    page = _page("do", code, position, judged=judged, missing=missing, costs=() if judged.refused else costs, seed=seed,
                 problem=problem)  # fmt: skip
    # A seed is drawn for this page; a kept page would draw the same cards again.
    page.headers["Cache-Control"] = "no-store"
    return (page, 422) if problem or judged.refused else page


def _filled_in(position: engine.Position, kind: str) -> engine.Action | None:
    """The action of a form, None as long as there are fields and nobody has filled them in."""
    if engine.described_action(kind) and "ask" not in request.args:
        return None
    arguments = {name: text for name, text in request.args.items() if len(text) <= MAX_LENGTH}
    return action_forms.read(position, kind, arguments, language.current())


def _dealer(position: engine.Position, how: str, draws: tuple[tuple[str, int, bool], ...]) -> engine.Dealer | None:
    """Who says what is drawn. Raises Mistyped."""
    if how == "seed":
        return engine.Seeded(engine.Chance(read_number(request.args.get("seed", ""), 0, MAX_SEED)))
    if how != "told":
        return None
    drawn = []
    for number, (zone, _, _) in enumerate(draws):
        text = request.args.get(f"drawn-{number}", "").strip()
        if text:
            pieces = read_things(text, fields(position)[zone].things, language.current())
            drawn.append({"from": zone, "drawn": pieces})
    return engine.Scripted(engine.read_drawn(json.dumps(drawn)))


def _problem_sentence(error: Mistyped | engine.Unreadable) -> str:
    """What is wrong with what was typed, with the field where the form knows it."""
    if isinstance(error, Mistyped):
        text = problem_text(error.problem, language.current())
        return language.name("action-field", error.field) + language.colon() + text if error.field else text
    return " ".join(
        language.colon().join(filter(None, (key_path(problem), problem_text(problem, language.current()))))
        for problem in error.problems[:3]
    )


def _page(name: str, code: str, position: engine.Position, **context: object) -> Response:
    turn = position.turn
    page = render_template(f"editor/{name}.html", code=code, turn=turn, current=name, **context)
    return same_for_all(page, robots="noindex, nofollow")

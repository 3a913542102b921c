"""What can be asked of a position that was entered: what may I do, judge this, do it, score, compare with another."""

from __future__ import annotations

import json
import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.engine import TIE
from companion.pictures.board import BoardPicture, board_picture
from companion.sentences import answers
from companion.sentences.answers import Judged
from companion.sentences.findings import key_path, problem_text
from companion.sentences.names import words_of
from companion.sentences.scores import line_sentence, outcome_sentence
from companion.web import check, entry, language
from companion.web.assets import sprite
from companion.web.caching import same_for_all
from companion.web.editor.board_answers import BoardAnswer, board_of, open_questions, types, way_to
from companion.web.editor.editing import TooLong, code_of, colours, edit, field_at, fields, value_of
from companion.web.editor.view import parts_of
from companion.web.language import gettext
from companion.web.limits import JUDGING, limited
from companion.web.links import htmx, render
from companion.web.sanitise import fit

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
    sent = {name: text for name, text in request.args.items() if len(text) <= entry.MAX_LENGTH}
    view: dict[str, Any] = {name: sent[name] for name in ("at", "line", "type", "show") if sent.get(name)}
    at, line, kind = sent.get("at", ""), sent.get("line", ""), sent.get("type", "")
    kind = kind if kind in types() else ""
    problem, action = "", None
    try:
        if "put" in request.args:
            for path in request.args.getlist("put")[:MAX_PUT]:
                position = edit(position, path, sent.get("thing", "").strip())
            return redirect(url_for("editor.options", code=code_of(position), **view), 303)
        action = engine.read_action(line) if line else _filled_in(position, kind) if kind else None
    except (entry.Mistyped, engine.Unreadable) as error:
        problem = _problem_sentence(error)
    except (entry.Unfitting, TooLong):
        problem = gettext("This does not fit there.")

    board = board.begun(at)

    def address(place: str) -> str:
        return url_for("editor.options", code=code, at=place, _anchor="answer")

    shown = request.headers.get(SHOWN, "") if htmx else None
    show = sent.get("show", "")
    answer = BoardAnswer(board, address, at=at, show=show, kind=kind, action=action, shown=shown)
    language.same_as(str(request.endpoint), code=code, **view)
    page = render("editor/options.html", "answers", code=code, turn=board.position.turn, current="options",
                  answer=answer, problem=problem, view=view, colours=colours(board.position))  # fmt: skip
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
        except (entry.Mistyped, engine.ImpossibleOutcome) as error:
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


def compare(code: str) -> ResponseReturnValue:
    """What differs between a position and another one, which a link, a code or a text tells. Raises Unreadable."""
    here, text = engine.decode(code), fit(request.args.get("with", "")).strip()
    if not text:
        return _compared(code)
    try:
        other = answers.code_in(text) or engine.share_code(engine.read_position(text))
    except engine.Unreadable:
        return _compared(code, text=text, answer=check.answer(text, language.current())), 422
    if other != text and other is not None:
        return redirect(f"{url_for('editor.compare', code=code)}?{urlencode({'with': other})}", 303)
    try:
        compared = engine.decode(text)
    except engine.Unreadable as error:
        return _compared(code, text=text, answer=check.refused_code(error, language.current())), 422
    return _compared(code, other=text, parts=parts(here, compared, language.current()))


Comparison = tuple[str, list[tuple[str, str, str]], list[list[BoardPicture]]]
"""A part of the board that differs: what each field is called and holds in the one and the other, both pictures."""


def parts(here: engine.Position, beside: engine.Position, spoken: str) -> list[Comparison]:
    """The parts of the board that differ, in the order of the board."""
    differing = [of for of in {**fields(here), **fields(beside)}.values() if value_of(here, of) != value_of(beside, of)]
    forms = [{of.path: field_at(one, of, spoken) for of in differing} for one in (here, beside)]
    place, marks = words_of(spoken, here.game.edition).place, {of.path: "chosen" for of in differing}

    def part_of(region: str) -> Comparison:
        one, other = forms
        differences = [
            (place(of.path), one[of.path].in_words, other[of.path].in_words) for of in differing if of.region == region
        ]
        pictures = [
            [
                board_picture(position, spoken, parts=(part,), marks=marks, sprite=sprite())
                for part in parts_of(region, position)
            ]
            for position in (here, beside)
        ]
        return region, differences, pictures

    return [part_of(region) for region in dict.fromkeys(of.region for of in differing)]


def _compared(code: str, **context: object) -> Response:
    players = engine.load_catalog().table.players.colours
    shown: dict[str, object] = {"other": "", "parts": (), "text": "", "answer": None, "players": players, **context}
    return same_for_all(render_template("editor/compare.html", code=code, **shown), robots="noindex, nofollow")


def _filled_in(position: engine.Position, kind: str) -> engine.Action | None:
    """The action of a form, None as long as there are fields and nobody has filled them in. Raises Mistyped."""
    fields_of = engine.described_action(kind)
    if fields_of and "ask" not in request.args:
        return None
    plain: dict[str, Any] = {"type": kind}
    cards = fields()[f"players.{next(iter(engine.load_catalog().table.players.colours))}.hand"].things
    for field in fields_of:
        text = request.args.get(field.path, "").strip()
        text = text if len(text) <= entry.MAX_LENGTH else ""
        try:
            if field.what == "card" and field.kind != "one":
                plain[field.path] = entry.read_things(text, cards, language.current())
            elif set(field.values) == {True, False} and field.kind != "number":
                plain[field.path] = bool(text)
            elif text or field.required:
                plain[field.path] = (entry.NumberField if field.kind == "number" else entry.OneThing)(field).meant(
                    [text]
                )
        except entry.Mistyped as error:
            error.field = field.path
            raise
    if "way" in plain:
        plain["way"] = list(way_to(position, plain["way"]).way)
    return engine.read_action(json.dumps(plain))


def _dealer(position: engine.Position, how: str, draws: tuple[tuple[str, int, bool], ...]) -> engine.Dealer | None:
    """Who says what is drawn. Raises Mistyped."""
    if how == "seed":
        return engine.Seeded(engine.Chance(entry.read_number(request.args.get("seed", ""), 0, MAX_SEED)))
    if how != "told":
        return None
    drawn = []
    for number, (zone, _, _) in enumerate(draws):
        text = request.args.get(f"drawn-{number}", "").strip()
        if text:
            pieces = entry.read_things(text, fields(position)[zone].things, language.current())
            drawn.append({"from": zone, "drawn": pieces})
    return engine.Scripted(engine.read_drawn(json.dumps(drawn)))


def _problem_sentence(error: entry.Mistyped | engine.Unreadable) -> str:
    """What is wrong with what was typed, with the field where the form knows it."""
    if isinstance(error, entry.Mistyped):
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

"""The full-position editor: a position is its address, every step of entering it is a link.

Nothing is stored, and what a page shows follows from its address alone. A step is asked for behind the question mark
(`at`, `do`, `fill`) and answered with the address of the position that it leads to, so that a browser's back and
forward undo and redo.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.web import language
from companion.web.caching import same_for_all
from companion.web.editor import after_entry, forms, starts
from companion.web.editor.edit import TooLong, edit
from companion.web.editor.fields import Unfitting
from companion.web.editor.labels import figure
from companion.web.editor.palettes import Group, colours, group_of, groups, known_pick, row_to_fill
from companion.web.editor.position_fields import TRAIL, fields
from companion.web.editor.presets import fill
from companion.web.editor.query import EditorQuery, read_query
from companion.web.editor.tap_edits import CLEAR, tap
from companion.web.editor.view import Refused, named, refusal, sheet
from companion.web.htmx import htmx, render

blueprint = Blueprint("editor", __name__, url_prefix="/<language:language>/check/board")
blueprint.add_url_rule("/", "index", starts.index)
blueprint.add_url_rule("/", "entered", starts.entered, methods=["POST"])
blueprint.add_url_rule("/<code>/options", "options", after_entry.options)
blueprint.add_url_rule("/<code>/judge", "judge", after_entry.judge)
blueprint.add_url_rule("/<code>/do", "do", after_entry.do)
blueprint.add_url_rule("/<code>/score", "score", after_entry.score)


@blueprint.route("/<code>")
def board(code: str) -> ResponseReturnValue:
    """A position to look at and to change. Raises Unreadable."""
    position = engine.decode(code)
    query = read_query(request.args)
    if not query.is_step:
        response = _shown(position, query)
        if htmx:
            # Another view of the same position is no step; another position (undo, redo) is one.
            same_position = urlsplit(request.headers.get("HX-Current-URL", "")).path == request.path
            response.headers["HX-Replace-Url" if same_position else "HX-Push-Url"] = request.path + query.address()
            response.vary.add("HX-Current-URL")
        return response
    try:
        return _go_to(*step(position, query))
    except Unfitting as error:
        return _shown(position, query, refusal(position, error, query, language.current())), 422
    except TooLong:
        return _shown(position, query, Refused("", (), too_long=True)), 422


@blueprint.route("/<code>/form", methods=["GET", "POST"])
def form(code: str) -> ResponseReturnValue:
    """The fields of one part of the board as a plain form. Raises Unreadable."""
    position, region = engine.decode(code), read_query(request.args).show
    if region not in {tab.region for tab in sheet(position, EditorQuery(), language.current()).tabs}:
        # A link to a colour that does not play.
        region = TRAIL
    if request.method != "POST":
        return same_for_all(_form(code, position, region))
    errors, too_long = {}, False
    try:
        after = forms.entered(position, region, request.form, language.current())
    except forms.Refused as error:
        errors = dict(error.errors)
    except TooLong:
        too_long = True
    else:
        following = request.form.get("next", "")
        show = read_query({"show": following}).show if following else region
        endpoint = "editor.board" if following == "board" else "editor.form"
        return redirect(url_for(endpoint, code=engine.encode(after), show=show), 303)
    return _form(code, position, region, errors, too_long=too_long), 422


def _form(
    code: str, position: engine.Position, region: str, errors: dict[str, str] | None = None, *, too_long: bool = False
) -> Response:
    sent = request.form if request.method == "POST" else None
    fields_of = forms.form(position, region, language.current(), sent, errors)
    page = sheet(position, EditorQuery(show=region), language.current())
    response = make_response(
        render_template("editor/form.html", code=code, sheet=page, fields=fields_of, region=region, too_long=too_long)
    )
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def step(position: engine.Position, query: EditorQuery) -> tuple[engine.Position, EditorQuery]:
    """The position after what an address asks for, and what is shown then. Raises Unfitting and TooLong."""
    if query.fill:
        try:
            return fill(position, query.show, query.fill), query.view()
        except KeyError as error:
            raise Unfitting("", query.fill) from error
    if query.do == CLEAR:
        return tap(position, query.at, CLEAR), query.view()
    if query.do:
        path = query.at if query.at in fields() else ""
        return edit(position, path, query.do), query.view()
    every = groups(position, query.show)
    pick = known_pick(every, query.pick)
    after = tap(position, query.at, pick)
    return after, _next(after, query.view(pick=pick), every, query.at) if after != position else query.view(pick=pick)


def _next(position: engine.Position, query: EditorQuery, every: tuple[Group, ...], at: str) -> EditorQuery:
    """What is shown after a tap: of things that there is one of each the next is picked, a full row gives way."""
    group = group_of(every, query.pick, query.group)
    if group is None:
        return query
    row = row_to_fill(position, group, at) if query.open == at and at in group.rows else query.open
    return query.view(pick=group.after(query.pick), open=row)


def _go_to(position: engine.Position, query: EditorQuery) -> ResponseReturnValue:
    address = url_for("editor.board", code=engine.encode(position)) + query.address()
    if not htmx:
        return redirect(address, 303)
    response = _shown(position, query)
    response.headers["HX-Push-Url"] = address
    return response


def _shown(position: engine.Position, query: EditorQuery, refused: Refused | None = None) -> Response:
    page = sheet(position, query, language.current(), refused)
    language.same_as("editor.board", code=page.code, show=page.query.show, pick=page.query.pick or None)
    about = {"sheet": page, "colours": colours(position), "named": named, "figure": figure}
    return same_for_all(render("editor/board.html", "editor", **about), robots="noindex, nofollow")

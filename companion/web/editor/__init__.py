"""The full-position editor: a position is its address, every step of entering it is a link.

Nothing is stored, and what a page shows follows from its address alone. A step is asked for behind the question mark
(`at`, `do`, `fill`) and answered with the address of the position that it leads to, so that a browser's back and
forward undo and redo.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, get_template_attribute, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.web import language
from companion.web.caching import same_for_all
from companion.web.editor import after_entry, editing, starts
from companion.web.editor.changes import SHOWN, RenderedPage, changed, rendered
from companion.web.editor.palettes import (
    EditorQuery,
    PieceGroup,
    group_of,
    groups,
    known_pick,
    read_query,
    row_to_fill,
    settled,
)
from companion.web.editor.presets import fill, forced
from companion.web.editor.view import EditorPage, RefusedTap, refusal
from companion.web.entry import CLEAR, Mistyped, Unfitting, contents, signed
from companion.web.links import htmx

blueprint = Blueprint("editor", __name__, url_prefix="/<language:language>/check/board")
blueprint.add_url_rule("/", "index", starts.index)
blueprint.add_url_rule("/", "entered", starts.entered, methods=["POST"])
blueprint.add_url_rule("/<code>/options", "options", after_entry.options)
blueprint.add_url_rule("/<code>/judge", "judge", after_entry.options)
blueprint.add_url_rule("/<code>/do", "do", after_entry.do)
blueprint.add_url_rule("/<code>/score", "score", after_entry.score)
blueprint.add_url_rule("/<code>/compare", "compare", after_entry.compare)


@blueprint.route("/<code>")
def board(code: str) -> ResponseReturnValue:
    """A position to look at and to change. Raises Unreadable."""
    position = engine.decode(code)
    query = read_query(request.args, position)
    if not query.is_step:
        response = _shown(position, query)
        if htmx:
            # Another view of the same position is no step; another position (undo, redo) is one.
            same_position = urlsplit(request.headers.get("HX-Current-URL", "")).path == request.path
            response.headers["HX-Replace-Url" if same_position else "HX-Push-Url"] = request.path + query.address()
            response.vary.add("HX-Current-URL")
        return response
    try:
        return _go_to(*step(position, query, language.current()))
    except (Mistyped, Unfitting, editing.TooLong, engine.Unreadable) as error:
        return _shown(position, query, refusal(position, error, query, language.current())), 422


@blueprint.route("/<code>/form", methods=["GET", "POST"])
def form(code: str) -> ResponseReturnValue:
    """The fields of one part of the board as a plain form. Raises Unreadable."""
    position = engine.decode(code)
    region = read_query(request.args, position).show
    if region not in (*editing.REGIONS, *editing.brought(position), *editing.colours(position)):
        # A link to a colour that does not play.
        region = editing.TRAIL
    sent = request.form if request.method == "POST" else None
    shown = editing.in_region(region, position)
    entry = [editing.field_at(position, of, language.current(), sent=sent) for of in shown]
    refused = None
    if sent is not None and not any(field.error for field in entry):
        try:
            after = editing.with_values(position, {field.of.keys: field.entered for field in entry if field.touched})
            code_after = editing.code_of(after)
        except (editing.TooLong, engine.Unreadable) as error:
            refused = refusal(position, error, EditorQuery(), language.current())
        else:
            following = request.form.get("next", "")
            show = read_query({"show": following}, after).show if following else region
            endpoint = "editor.board" if following == "board" else "editor.form"
            return redirect(url_for(endpoint, code=code_after, show=show), 303)
    page = render_template(
        "editor/form.html",
        code=code,
        sheet=EditorPage(position, EditorQuery(show=region), language.current()),
        fields=entry,
        colours=editing.colours(position),
        region=region,
        refused=refused,
    )
    robots = "noindex, nofollow"
    return same_for_all(page, robots) if sent is None else (page, 422, {"X-Robots-Tag": robots})


def step(position: engine.Position, query: EditorQuery, spoken: str) -> tuple[engine.Position, EditorQuery]:
    """The position after what an address asks for, and what is shown then. Raises Unfitting and Mistyped."""
    if query.fill:
        try:
            return forced(fill(position, query.show, query.fill)), query.view()
        except KeyError as error:
            raise Unfitting("", query.fill) from error
    if query.listed:
        after = forced(editing.listed(position, query.at, query.listed, spoken))
        # Neutral buildings are first in hand only until they lie there.
        return after, query.view(pick="", group="") if query.at == "board.neutral" else query.view()
    if query.do == CLEAR:
        return editing.tap(position, query.at, CLEAR), query.view()
    if query.do:
        path = query.at if query.at in editing.fields(position) else ""
        after = forced(editing.edit(position, path, query.do))
        return after, query.view(open=_next_number(after, query))
    every = groups(position, query.show)
    pick = known_pick(every, query.pick)
    after = forced(editing.tap(position, query.at, pick))
    return after, _next(after, query.view(pick=pick), every, query.at) if after != position else query.view(pick=pick)


def _next_number(position: engine.Position, query: EditorQuery) -> str:
    """The field that is open after a step: after a counted stack and a full display, the next stack to count."""
    by_path = editing.fields(position)
    field = by_path.get(query.at)
    counted = query.open == query.at and signed(query.do) is not None
    full = field and field.kind == "many" and contents(editing.value_of(position, field))[0] == field.most
    if query.show != editing.MARKET or not (counted or full):
        return query.open
    piles = [one.path for one in editing.in_region(query.show, position) if one.kind == "pile"]
    behind = piles[piles.index(query.at) + 1 :] if query.at in piles else piles
    return next((path for path in behind if not editing.field_at(position, by_path[path]).known), "")


def _next(position: engine.Position, query: EditorQuery, every: tuple[PieceGroup, ...], at: str) -> EditorQuery:
    """What is shown after a tap: the thing that is wanted next is in hand, a full row gives way to the next one."""
    group = group_of(position, every, query.pick, query.group)
    if group is None:
        return query
    if group.name in ("neutral", "masters") and group != group_of(position, every, "", ""):
        return query.view(pick="", group="", open="")
    if at == f"board.job_market.rows.{position.board.job_market.token_row}":
        # Where the token lies ends the job market; the foresight display comes next, where it is shown.
        tiles = next((other for other in every if other.name == "tiles"), None)
        row = row_to_fill(position, tiles) if tiles else ""
        return query.view(group=tiles.name, pick=tiles.things[0], open=row) if tiles and row else query
    row = row_to_fill(position, group, at) if query.open == at and at in group.rows else query.open
    following = group.then.get(query.pick, query.pick)
    return query.view(pick=following, open=row, group=query.group if following in group.things else "")


def _go_to(position: engine.Position, query: EditorQuery) -> ResponseReturnValue:
    code = editing.code_of(position)
    if not htmx:
        return redirect(url_for("editor.board", code=code) + query.address(), 303)
    response = _answer(_page(position, code, query))
    response.headers["HX-Push-Url"] = url_for("editor.board", code=code) + query.address()
    return response


def _shown(position: engine.Position, query: EditorQuery, refused: RefusedTap | None = None) -> Response:
    return _answer(_page(position, engine.encode(position), query, refused))


def _page(position: engine.Position, code: str, query: EditorQuery, refused: RefusedTap | None = None) -> RenderedPage:
    """The page of a position. However an address or a phone names the view, it is rendered once."""
    view, group = settled(position, query)
    # The open group is named only where nothing else tells it.
    bare = settled(position, view.view(group=""))
    return rendered(language.current(), code, bare[0] if bare == (view.view(group=""), group) else view, refused)


def _answer(now: RenderedPage) -> Response:
    """A whole page; for htmx all that stands in it, or what of it changes on a phone that shows another one."""
    view = now.page.query
    language.same_as("editor.board", code=now.page.code, show=view.show, pick=view.pick or None)
    if not htmx:
        return same_for_all(render_template("editor/board.html", board=now.html), robots="noindex, nofollow")
    before = _page_shown()
    parts = changed(before, now) if before else None
    switch = get_template_attribute("macros.html", "language_switch")(replace=True)
    response = same_for_all((now.html if parts is None else parts) + switch, robots="noindex, nofollow")
    if parts is not None:
        response.headers["HX-Reswap"] = "none"
    response.vary.add(SHOWN)
    return response


def _page_shown() -> RenderedPage | None:
    """The page that a phone says it shows, None if it says nothing that can be read."""
    code, mark, view = request.headers.get(SHOWN, "").partition("?")
    try:
        position = engine.decode(code)
    except engine.Unreadable:
        return None
    return _page(position, code, read_query(dict(parse_qsl(view)), position).view()) if mark else None

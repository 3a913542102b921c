"""After the last number: finish a sheet, show who won, reveal it step by step, pass it on, open it again, delete it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, to_user_timezone

from companion.integers import whole
from companion.sheets.about import About
from companion.sheets.games import CollectionFull, NoSuchGroup, SheetGame, fields_of, players_of
from companion.sheets.states import Overtaken, SheetFinished, SheetState
from companion.web.device import history, identity
from companion.web.limits import PUTTING_INTO_GROUPS, limited
from companion.web.links import htmx
from companion.web.sanitise import plain_name
from companion.web.score import outcome, together
from companion.web.score.forms import AboutForm
from companion.web.score.remarks import remarks
from companion.web.score.transfer import to_bgstats, to_csv, to_json
from companion.web.score.view import hide, pad_of, sheets, still_there, writable

blueprint = Blueprint("result", __name__, url_prefix="/<language:language>/score")
blueprint.after_request(hide)

_ATTEMPTS = 5
_COMPARED = 200
"""Games that a result is compared with at most."""


@blueprint.app_errorhandler(SheetFinished)
def tell_finished(_: SheetFinished) -> ResponseReturnValue:
    """Somebody has finished the sheet that this one writes to, or has open, and may want to be surprised."""
    address = url_for("result.reveal", key=(request.view_args or {})["key"])
    if htmx:
        return Response("", 204, {"HX-Redirect": address})
    return redirect(address, 303)


@blueprint.route("/<key>/finish", methods=["GET", "POST"])
def finish(key: str) -> ResponseReturnValue:
    """Say what is missing and what looks wrong; then finish."""
    pad = pad_of(writable(key))
    if sheets().finished_at(key) is not None:
        return redirect(url_for("result.result", key=key), 303)
    form = AboutForm(pad.sheet)
    verb, _, choice = request.form.get("do", "").partition(":")
    if verb == "choose":
        together.choose(key, choice, identity.signature())
        return redirect(url_for("result.finish", key=key), 303)
    if form.validate_on_submit():
        sheets().annotate(key, form.cells(), identity.signature())
        pad = pad_of(writable(key))
    for _ in range(_ATTEMPTS):
        # What several phones typed is settled first: nobody wins by what one of them did not see.
        if request.method != "POST" or not pad.winners or pad.conflicts or form.errors:
            status = 422 if request.method == "POST" else 200
            missing = outcome.missing(pad)
            return render_template("result/finish.html", pad=pad, missing=missing, form=form, places=_places()), status
        try:
            sheets().finish(pad.sheet)
            break
        except Overtaken:
            pad = pad_of(writable(key))
    else:
        abort(503)
    history.groups().keep(history.collection(), [key])
    return redirect(url_for("result.reveal" if request.form.get("then") == "reveal" else "result.result", key=key), 303)


@blueprint.route("/<key>/about", methods=["GET", "POST"])
def about(key: str) -> ResponseReturnValue:
    """Where and how long it was played, and a note, also once the game is finished."""
    state = writable(key)
    form = AboutForm(state)
    if form.validate_on_submit():
        sheets().annotate(key, form.cells(), identity.signature())
        return redirect(url_for("result.result", key=key), 303)
    page = render_template("result/about.html", key=key, form=form, places=_places())
    return page, 422 if form.is_submitted() else 200


@blueprint.route("/<key>/reopen", methods=["POST"])
def reopen(key: str) -> ResponseReturnValue:
    """Let the sheet be changed again."""
    sheets().reopen(key)
    return redirect(url_for("score.sheet", key=key), 303)


@blueprint.route("/<key>/result")
def result(key: str) -> ResponseReturnValue:
    """Who won, with what, and everything that can be done with it."""
    pad = pad_of(sheets().read(key))
    history.remember(key)
    game, rules = _game(pad.sheet), [one.text for one in pad.house_rules]
    return render_template(
        "result/result.html",
        remarks=() if pad.marked else remarks(game, *_earlier()),
        pad=pad,
        finished=pad.sheet.finished_at,
        headline=pad.headline,
        missing=outcome.missing(pad),
        chart=outcome.chart(pad),
        rows=outcome.table(pad),
        told=outcome.text_of(pad),
        about=About.of(pad.sheet.fields),
        bgstats=to_bgstats(game, outcome.variants(pad), rules) if game.finished else None,
        groups=[group for group in history.remembered_groups() if group.edit_key],
    )


@blueprint.route("/<key>/result.svg")
def picture(key: str) -> ResponseReturnValue:
    """The result as a picture."""
    pad = pad_of(sheets().read(key))
    return download(outcome.card(pad), "image/svg+xml", _name(pad.sheet.created_at, "svg"))


@blueprint.route("/<key>/result.txt")
def text(key: str) -> ResponseReturnValue:
    """The result as plain text."""
    return Response(outcome.text_of(pad_of(sheets().read(key))), mimetype="text/plain")


@blueprint.route("/<key>/game.json")
def as_json(key: str) -> ResponseReturnValue:
    """The sheet with everything in it, finished or not."""
    game = _game(sheets().read(key))
    return download(to_json([game]), "application/json", _name(game.day, "json"))


@blueprint.route("/<key>/game.csv")
def as_csv(key: str) -> ResponseReturnValue:
    """The finished game for other programs."""
    game = _game(sheets().read(key))
    if game.finished is None:
        abort(404)
    return download(to_csv([game], delimiter()), "text/csv", _name(game.day, "csv"))


@blueprint.route("/<key>/reveal")
def reveal(key: str) -> ResponseReturnValue:
    """The result for those who like suspense: one category more on every page."""
    pad = pad_of(sheets().read(key))
    last = len(pad.categories)
    shown = min(whole(request.args.get("shown", ""), 0, 999) or 0, last)
    history.remember(key)
    return render_template(
        "result/reveal.html",
        pad=pad,
        shown=shown,
        newest=pad.categories[shown - 1] if shown else None,
        next=pad.categories[shown] if shown < last else None,
        chart=outcome.chart(pad, shown),
        points=outcome.counted(pad),
        headline=pad.headline,
        remark=outcome.remark(pad),
        finished=pad.sheet.finished_at,
    )


@blueprint.route("/<key>/group", methods=["POST"])
@limited(PUTTING_INTO_GROUPS)
def put_into_group(key: str) -> ResponseReturnValue:
    """Put the game into a group that this device knows, or into a new one."""
    sheets().read(key)
    name = plain_name(request.form.get("name", ""))
    try:
        group = history.groups().create(name) if name else history.writable_group(request.form.get("group", ""))
        history.groups().keep(group, [key])
    except (NoSuchGroup, CollectionFull):
        flash(gettext("The game could not be added to that group. Choose another one or create a new one."), "bad")
        return redirect(url_for("result.result", key=key), 303)
    history.collection()
    history.remember_group(group)
    flash(gettext("The game is in the group “%(name)s”.", name=group.name))
    return redirect(url_for("history.index", key=group.key), 303)


@blueprint.route("/<key>/delete", methods=["GET", "POST"])
def delete(key: str) -> ResponseReturnValue:
    """Ask once more, then delete the sheet and everything about it."""
    state = writable(key)
    if request.method != "POST":
        return render_template("result/delete.html", pad=pad_of(state))
    sheets().delete(key)
    history.forget([key, state.view_key])
    flash(gettext("The sheet is deleted."))
    return redirect(url_for("score.index"), 303)


def _places() -> list[str]:
    """Where the latest games of this device were played."""
    locations = (About.of(sheet.fields).location for sheet in still_there(history.recent()))
    return list(dict.fromkeys(place for place in locations if place))


def delimiter() -> str:
    """Between the fields of a CSV file: some spreadsheets expect semicolons."""
    return ";" if request.args.get("delimiter") == "semicolon" else ","


def _game(state: SheetState) -> SheetGame:
    return SheetGame(
        id=sheets().game_id(state.view_key),
        edition=state.edition,
        variants=state.variants,
        made=state.created_at,
        finished=state.finished_at,
        players=players_of(state),
        fields=fields_of(state),
    )


def _earlier() -> tuple[list[SheetGame], Mapping[str, str]]:
    """The latest games that this device knows, and who goes by another name in them."""
    group = history.own_collection()
    games = history.groups().games(group, history.unkept())[:_COMPARED]
    return [held.game for held in games], history.groups().aliases(group) if group else {}


def _name(day: datetime, ending: str) -> str:
    return f"great-western-trail-{to_user_timezone(day):%Y-%m-%d}.{ending}"


def download(content: str | bytes, mimetype: str, name: str) -> Response:
    """A file to keep, under this name."""
    disposition = f"attachment; filename={name}"
    return Response(content, mimetype=mimetype, headers={"Content-Disposition": disposition})

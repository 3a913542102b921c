"""Score: sheets for the end of the game, shared by link, written by several phones at the same time."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from flask import abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from jinja2_fragments.flask import render_block

from companion import engine
from companion.integers import whole
from companion.reference import layers
from companion.sentences.scores import clock_sentences
from companion.sheets import counting, pieces
from companion.sheets.changes import Cells, colours
from companion.sheets.states import Cell, Name, Now, SheetFinished, SheetState, TooMuch
from companion.web import language
from companion.web.device import history, house, identity, table
from companion.web.limits import NEW_SHEETS, limited
from companion.web.links import absolute, htmx
from companion.web.score import count, passing, together
from companion.web.score.forms import NewSheetForm, PadInput, RenameForm, read_pad
from companion.web.score.view import Pad, blueprint, of_open_sheet, pad_of, sheets, still_there, writable
from companion.web.table.forms import rearranged

__all__ = ["blueprint", "count", "passing", "sheets", "together"]

_MAX_UNFINISHED = 3
"""Sheets to go on with that stand before the form for a new one. My games has all of them."""


@blueprint.route("/", methods=["GET", "POST"])
@limited(NEW_SHEETS)
def index() -> ResponseReturnValue:
    """Make a sheet, or go on with one that this device has seen."""
    form = NewSheetForm(data=_table_data())
    recent = list(still_there(history.recent()))
    seen_before = identity.known_people(recent)
    moved = rearranged(form.people, request.form, seen_before)
    if not moved and form.validate_on_submit() and not (form.players()[1:] == [] and request.form.get("enter")):
        played = tuple(form.variants.data or ())
        rules = house.remembered().for_game(engine.Game(engine.editions()[-1], variants=played))
        sheet = sheets().create(form.players(), engine.editions()[-1], played, rules)
        history.groups().keep(history.collection(), [str(sheet.edit_key)])
        response = redirect(url_for("score.sheet", key=sheet.edit_key), 303)
        # Of the layers that only score, the editions before ours are the ones that a table plays.
        edition = next((one for one in engine.editions() if set(layers.chosen(one, ())) & {*played}), sheet.edition)
        people_of_sheet = [Name(player.name, player.colour) for player in sheet.players]
        table.note_game(response, len(people_of_sheet), edition, played, people_of_sheet)
        return response
    status = 422 if form.is_submitted() and not moved else 200
    rows = max(2, table.remembered().players or 0)
    return render_template("score/index.html", form=form, pads=unfinished(recent), known=seen_before, rows=rows), status


def unfinished(recent: Iterable[SheetState]) -> list[Pad]:
    """The sheets to go on with, of those that this device saw last."""
    still_open = (sheet for sheet in recent if sheet.finished_at is None)
    return [pad_of(sheet) for sheet in islice(still_open, _MAX_UNFINISHED)]


@blueprint.route("/<key>", methods=["GET", "POST"])
def sheet(key: str) -> ResponseReturnValue:
    """Show a sheet; take points, with or without htmx, and take changes back."""
    if request.method != "POST":
        if sheets().finished_at(key) is not None:
            history.remember(key)
            return redirect(url_for("result.result", key=key))
        state = sheets().read(key)
        history.remember(key)
        identity.name_of_device()
        return _page(pad_of(state))
    history.make_room()
    # The form is here before the sheet is held: others wait for that.
    form, by, read = request.form, identity.signature(), PadInput({}, {})

    def entered(state: SheetState) -> Cells:
        nonlocal read
        read = read_pad(state, form)
        return read.cells

    try:
        written = sheets().write(key, entered, by, write_id=_write_id(), since=together.since())
        verb, _, rest = form.get("do", "").partition(":")
        done, message = _BUTTONS[verb](written.state, rest, by) if verb in _BUTTONS else (False, "")
    except (KeyError, TooMuch):
        abort(400)
    if not written.repeated:
        # For whoever counts: see `metrics.py`.
        g.entered = len(read.cells)
        for (_, field), (_, text) in read.cells.items():
            identity.prefer(field, text)
    state = sheets().read(key, since=together.since()) if done else written.state
    pad = pad_of(state, read.unreadable)
    if htmx:
        touched = set(read.unreadable) | set(read.cells)
        return _update(pad, message, touched), 422 if read.unreadable else 200
    if read.unreadable:
        return _page(pad, message), 422
    if message:
        flash(message)
    return redirect(url_for("score.sheet", key=key, player=_asked_player()), 303)


@blueprint.route("/<key>/changes")
def changes(key: str) -> ResponseReturnValue:
    """What other phones changed since the revision that this one knows; nothing when nothing did."""
    now = sheets().now(key)
    if now.finished_at is not None:
        raise SheetFinished
    since = together.since()
    if now.revision == since:
        return "", 204
    return _news(key, now, since, language.current(), _asked_player()) or _update(_pad_since(key, since), "", set())


@functools.lru_cache(maxsize=512)
def _news(key: str, now: Now, since: int, language: str, player: str | None) -> str | None:  # noqa: ARG001 (of each its own)
    """What changed on a sheet after a revision, the same for all phones at the table that ask within a second.

    None while entries disagree: each phone is told which of them is its own.
    """
    pad = _pad_since(key, since)
    return None if pad.conflicts else _update(pad, "", set())


def _pad_since(key: str, since: int) -> Pad:
    state = sheets().read(key, since)
    # Who knows more than there is knew it from a database that was put back since: all is new.
    return pad_of(state if since <= state.revision else sheets().read(key))


@blueprint.route("/<key>/players", methods=["GET", "POST"])
@of_open_sheet
def players(key: str) -> ResponseReturnValue:
    """Other names and colours, and more players."""
    state = writable(key)
    people = [{"name": player.name, "colour": player.colour} for player in state.players]
    free = [colour for colour in colours() if colour not in {player.colour for player in state.players}]
    seats = "".join(str(player.seat) for player in state.players)
    form = RenameForm(data={"people": [*people, *({"name": "", "colour": colour} for colour in free)], "seats": seats})
    form.seats.data = form.seats.data or seats
    if form.validate_on_submit():
        try:
            sheets().rename(key, form.renamed(state), identity.signature(), form.shown)
        except TooMuch:
            form.people.errors = [gettext("Meanwhile somebody else took the last seat of this sheet.")]
        else:
            own = identity.mine(sheets().read(key)).player
            if own:
                identity.remember_person(own)
            return redirect(url_for("score.sheet", key=key), 303)
    return render_template("score/players.html", form=form, sheet=state), 422 if form.is_submitted() else 200


@blueprint.route("/<key>/rematch", methods=["POST"])
@limited(NEW_SHEETS)
def rematch(key: str) -> ResponseReturnValue:
    """A new sheet for the same people, in their colours; whose phone this is need not be said again."""
    before = sheets().read(key)
    mine = identity.mine(before)
    people = [Name(player.name, player.colour) for player in before.players]
    sheet = sheets().create(people, before.edition, before.variants, dict(before.played_otherwise))
    new = str(sheet.edit_key)
    automas = {
        (row.seat, pieces.AUTOMA): (None, old.fields[pieces.AUTOMA])
        for row, old in zip(sheet.players, before.players, strict=True)
        if pieces.AUTOMA in old.fields
    }
    sheets().write(new, automas, identity.signature())
    if mine.player:
        sheets().claim(new, 1 + [player.seat for player in before.players].index(mine.player.seat), mine.player.phone)
    identity.types_for_everybody(new, yes=mine.answered and not mine.player)
    history.groups().keep(history.collection(), [new])
    return redirect(url_for("score.sheet", key=new), 303)


@blueprint.route("/<key>/share")
def share(key: str) -> ResponseReturnValue:
    """The links to a sheet, also as pictures for the cameras of other phones."""
    state = sheets().read(key)
    keys = {"edit": state.edit_key, "view": state.view_key}
    links = {kind: absolute("score.sheet", key=link_key) for kind, link_key in keys.items() if link_key is not None}
    return render_template("score/share.html", sheet=state, key=key, links=links)


def _switch(state: SheetState, choice: str, by: str) -> tuple[bool, str]:
    """Type a category as its piece, or as points: `<category>:<depth>`."""
    category, _, text = choice.partition(":")
    depth = next((depth for depth in pieces.DEPTHS if depth == text), None)
    if category not in pieces.TYPED or depth is None:
        return False, ""
    sheets().write(str(state.edit_key), counting.switched(state, category, depth), by)
    return True, ""


_BUTTONS: Mapping[str, Callable[[SheetState, str, str], tuple[bool, str]]] = {
    "undo": lambda state, _, by: together.take_back(state, by),
    "redo": lambda state, _, by: together.do_again(state, by),
    "choose": lambda state, choice, by: (together.choose(str(state.edit_key), choice, by), ""),
    "unit": _switch,
}
"""Verb of a button -> what it does for a phone with the rest of its value, once all that was typed is saved: whether
anything changed, and what is to be told. Those that change one number are read with the pad: see `read_pad`."""


def _write_id() -> str | None:
    """The asking page's own name for what it writes, None when it has none."""
    text = request.form.get("write", "")
    return text if re.fullmatch("[A-Za-z0-9-]{8,40}", text) else None


def _asked_player() -> str | None:
    """The player whose column was asked for, "all" for everybody's, None when nobody said."""
    text = request.values.get("player", "")
    return text if text in ("all", *"123456789") else None


def _one_player(pad: Pad) -> int | None:
    """The player whose column alone was asked for, None for the whole pad."""
    wanted = _asked_player()
    return next((player.seat for player in pad.sheet.players if str(player.seat) == wanted), None)


def _page(pad: Pad, message: str = "") -> str:
    mine = identity.mine(pad.sheet)
    # On an own phone the own column comes first.
    only = mine.seat if _asked_player() is None else _one_player(pad)
    redo = together.redoable(pad.sheet) if pad.sheet.writable else None
    return render_template(
        "score/sheet.html",
        pad=pad,
        only=only,
        mine=mine,
        message=message,
        redo=redo,
        clock=_clock(pad.sheet),
        update=False,
    )


def _clock(sheet: SheetState) -> dict[str, object]:
    """What there is to choose of the job market, what was chosen, and how long the game lasts by that."""
    count = len(sheet.players) if len(sheet.players) > 1 else None
    rules = engine.load_ruleset(sheet.edition, count, tuple(sheet.variants), (), sheet.played_otherwise)
    market = rules.catalog.job_market
    columns = rules.per_players(market.columns) or max(market.columns.values())
    token = whole(request.args.get("token", ""), market.token_start_row, max(market.rows))
    workers = whole(request.args.get("row", ""), 0, columns - 1)
    chosen = {
        "rows": range(market.token_start_row, max(market.rows) + 1),
        "spaces": range(columns),
        "token": token,
        "row": workers,
    }
    if token is None:
        return {**chosen, "sentences": ()}
    lying = {} if workers is None else {token: ("cowboy",) * workers}
    position = engine.Position(
        game=engine.Game(sheet.edition, count, tuple(sheet.variants), house=dict(sheet.played_otherwise) or None),
        board=engine.Board(job_market=engine.JobMarket(token, lying)),
        players={player.colour: engine.Player() for player in sheet.players} if count else {},
    )
    people = {player.colour: player.name for player in sheet.players}
    sentences = clock_sentences(engine.clock(rules, position), language.current(), people)
    return {**chosen, "sentences": tuple(sentences)}


def _update(pad: Pad, message: str, touched: set[Cell]) -> str:
    """For htmx: totals, notes and the cells that changed, each to be put in place of the old one."""
    cells = pad.sheet.changed_cells | touched
    # Things change the points of their category, and of those that read it; and what two people have that there is once
    # is doubted at both.
    counting = {seat for seat, field in cells if "." in field}
    categories = {field.split(".")[1] if "." in field else field for _, field in cells}
    cells |= {cell for cell in pad.cells if cell[0] in counting or cell[1] in categories}
    return render_block(
        "score/sheet.html",
        "update",
        pad=pad,
        only=_one_player(pad),
        message=message,
        # Whoever is told something has pressed undo or redo; all else is the same for all phones.
        redo=together.redoable(pad.sheet) if message else None,
        changed=[pad.cells[cell] for cell in sorted(cells) if cell in pad.cells],
        switched=[category for category in pad.in_units if any(f == pieces.depth_field(category) for _, f in cells)],
        update=True,
    )


def _table_data() -> dict[str, object]:
    """What a new sheet starts with: the people and variants of the table."""
    settings = table.remembered()
    seats = table.people_and_free_colours(settings)
    if not any(seat["name"] for seat in seats):
        me = identity.own_person()
        if me:
            # Whoever owns this phone plays along, in the own colour.
            others = [seat["colour"] for seat in seats if seat["colour"] != me.colour]
            seats = [{"name": me.name, "colour": me.colour}, *({"name": "", "colour": colour} for colour in others)]
    return {"people": seats, "variants": [*settings.variants, *layers.chosen(settings.edition, settings.layers)]}

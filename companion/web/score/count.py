"""The pages of pieces: one category of one player, the sheet as a position, a position as a new sheet."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from companion import engine
from companion.sheets import sums
from companion.sheets.changes import Cells
from companion.sheets.pieces import AUTOMA, TYPED, depth_field, depth_of, piece_field, pieces_of
from companion.sheets.states import Cell, PlayerRow, SheetState, TooMuch
from companion.web import language
from companion.web.device import identity, table
from companion.web.language import name
from companion.web.limits import NEW_SHEETS, limited
from companion.web.links import htmx
from companion.web.sanitise import one_line
from companion.web.score import fields, together
from companion.web.score.calculator import Calculator
from companion.web.score.forms import SeatsForm
from companion.web.score.view import blueprint, of_open_sheet, sheets, writable


@blueprint.route("/<key>/<int:seat>/<category>", methods=["GET", "POST"])
@of_open_sheet
def count(key: str, seat: int, category: str) -> ResponseReturnValue:
    """A category of a player, by number or by pieces; takes what is pressed and typed."""
    if htmx and request.method != "POST" and sheets().now(key).revision == request.args.get("since", type=int):
        return "", 204
    state = sheets().read(key)
    player = _player(state, seat, category)
    if request.method != "POST":
        return _answer(state, player, category)
    if not state.writable:
        abort(404)
    button = request.form.get("do", "")
    try:
        cells = _cells(state, player, category, button)
    except sums.NotPoints:
        return _answer(state, player, category, unreadable=one_line(request.form.get("number", ""))[: sums.MAX_LENGTH])
    by = identity.signature()
    try:
        sheets().write(
            key, cells, by, allowed=lambda seat, field: fields.has_field(fields.catalog_of(state), seat, field)
        )
    except (KeyError, TooMuch):
        abort(400)
    message = together.take_back(state, by)[1] if button == "undo" else ""
    verb, _, rest = button.partition("|")
    if verb == "choose":
        field, _, text = rest.partition("|")
        sheets().choose(key, (seat, field), text or None, by)
    if htmx:
        state = sheets().read(key)
        return _answer(state, _player(state, seat, category), category, message)
    if message:
        flash(message)
    return redirect(url_for("score.count", key=key, seat=seat, category=category), 303)


def _answer(
    state: SheetState, player: PlayerRow, category: str, message: str = "", unreadable: str | None = None
) -> ResponseReturnValue:
    view = Calculator(state, player, category, language.current(), unreadable)
    render = functools.partial(render_block, block_name="calculator") if htmx else render_template
    return render("score/count.html", view=view, message=message), 200 if unreadable is None else 422


def _player(state: SheetState, seat: int, category: str) -> PlayerRow:
    row = next((player for player in state.players if player.seat == seat), None)
    if row is None or category not in fields.catalog_of(state).scoring.categories:
        abort(404)
    return row


def _cells(state: SheetState, player: PlayerRow, category: str, button: str) -> Cells:
    """What is to be written: the button that was pressed, and what was typed. Raises NotPoints."""
    cells: dict[Cell, tuple[str | None, str | None]] = {}
    verb, _, rest = button.partition("|")
    parts = rest.split("|")
    if verb == "write" and len(parts) == 3:
        field, seen, text = parts
        identity.prefer(field, text)
        if not pieces_of(state).storable(field, text):
            abort(400)
        cells[player.seat, field] = (seen or None, text or None)
    for sent, field in (("number", category), *((field, field) for field in TYPED.values())):
        if sent in request.form and (player.seat, field) not in cells:
            text_now = fields.read(fields.catalog_of(state), player.seat, field, request.form[sent])
            cells[player.seat, field] = (request.form.get(f"was-{sent}") or None, text_now)
    changed = {cell: change for cell, change in cells.items() if change[0] != change[1]}
    entered = any(field.startswith(piece_field(category, "")) for _, field in changed)
    if entered and depth_of(player.fields, category) != "things":
        # Whoever enters pieces wants them to count.
        changed[player.seat, depth_field(category)] = (player.fields.get(depth_field(category)), "things")
    return changed


@blueprint.route("/<key>/automa", methods=["GET", "POST"])
@of_open_sheet
def automa(key: str) -> ResponseReturnValue:
    """Say for which player an automa plays: it scores otherwise."""
    state = writable(key)
    by_id = engine.automas()
    if request.method == "POST":
        seat, _, chosen = request.form.get("plays", "").partition("|")
        player = next((player for player in state.players if str(player.seat) == seat), None)
        if player is None or (chosen and chosen not in by_id):
            abort(400)
        change = (player.fields.get(AUTOMA), chosen or None)
        sheets().write(key, {(player.seat, AUTOMA): change}, identity.signature())
        return redirect(url_for("score.automa", key=key), 303)
    return render_template("score/automa.html", sheet=state, key=key, automas=list(by_id), field=AUTOMA)


@blueprint.route("/<key>/position")
def position(key: str) -> ResponseReturnValue:
    """Open what is on the sheet as a position."""
    state = sheets().read(key)
    if not set(state.variants) <= set(engine.variants(state.edition)):
        abort(404)
    entered = pieces_of(state).position(state.players, on_spaces=True)
    return redirect(url_for("check.position", code=engine.encode(entered)), 303)


@blueprint.route("/from/<code>", methods=["GET", "POST"])
@limited(NEW_SHEETS)
def from_position(code: str) -> ResponseReturnValue:
    """Score a position on a new sheet. Raises Unreadable."""
    decoded = engine.decode(code)
    if not decoded.players:
        return redirect(url_for("score.index"), 303)
    colours = sorted(decoded.players, key=lambda colour: decoded.players[colour].seat or len(decoded.players))
    form = SeatsForm(data={"people": _people(decoded.players, colours)})
    if len(form.people) == len(colours) and form.validate_on_submit():
        pieces = pieces_of(engine.ruleset_of(decoded).catalog)
        played = engine.Game(pieces.catalog.edition, variants=decoded.game.variants or ())
        rules = engine.house_in(played, decoded.game.house or {})
        sheet = sheets().create(form.players(), pieces.catalog.edition, decoded.game.variants or (), rules)
        for row, colour in zip(sheet.players, colours, strict=True):
            # Variants that nobody named are not played on the sheet, nor are their cards.
            filled = {
                (row.seat, field): (None, text)
                for field, text in pieces.of_player(decoded, colour).items()
                if pieces_of(sheet).storable(field, text)
            }
            sheets().write(str(sheet.edit_key), filled, identity.signature())
        return redirect(url_for("score.sheet", key=sheet.edit_key), 303)
    return render_template("score/from_position.html", form=form, code=code), 422 if form.is_submitted() else 200


def _people(players: Mapping[str, engine.Player], colours: list[str]) -> list[dict[str, str]]:
    """Names for the players of a position: those of the table who have the same colours, and of an automa its own."""
    names = {person.colour: person.name for person in table.remembered().people}
    names |= {colour: name("automa", one.automa.id) for colour, one in players.items() if one.automa}
    return [{"name": names.get(colour, ""), "colour": colour} for colour in colours]

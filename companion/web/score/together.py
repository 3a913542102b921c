"""One sheet on several phones: whose phone is whose, and who changed what."""

from __future__ import annotations

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion.web.score import device
from companion.web.score.place import blueprint, sheets, writable
from companion.web.score.steps import step_view

MOST_TOLD = 200
"""Steps on the page that tells the history."""


@blueprint.route("/<key>/claim", methods=["POST"])
def claim(key: str) -> ResponseReturnValue:
    """Say whose phone this is: `seat` is a player's, "everybody", or empty to take it back."""
    state = writable(key)
    seat, mine = request.form.get("seat", ""), device.mine(state)
    chosen = next((player for player in state.players if str(player.seat) == seat), None)
    if chosen is None and seat not in ("", "everybody"):
        abort(400)
    if chosen:
        sheets().claim(key, chosen.seat, device.name_of_device())
        device.remember_person(chosen)
    elif mine.player:
        sheets().claim(key, mine.player.seat, None)
    device.types_for_everybody(key, yes=seat == "everybody")
    return redirect(url_for("score.sheet", key=key), 303)


@blueprint.route("/<key>/log", methods=["GET", "POST"])
def log(key: str) -> ResponseReturnValue:
    """Who changed what when; take everything back that came after a step."""
    if request.method == "POST":
        state, to = writable(key), request.form.get("to", "")
        if not (to.isascii() and to.isdecimal() and len(to) < 10):
            abort(400)
        count = sheets().take_back_to(key, int(to), device.signature(state))
        if count:
            flash(ngettext("%(num)d step was taken back.", "%(num)d steps were taken back.", count))
        else:
            flash(gettext("There was nothing to take back."))
        return redirect(url_for("score.log", key=key), 303)
    state = sheets().read(key)
    steps = [view for step in sheets().changes(key, MOST_TOLD) if (view := step_view(state, step))]
    return render_template("score/log.html", sheet=state, key=key, steps=steps, newest=state.undoable)

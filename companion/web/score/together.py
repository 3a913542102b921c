"""One sheet on several phones: whose phone is whose, and who changed what."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion.integers import whole
from companion.sheets.states import ChangedSince, LogStep, SheetState
from companion.web import database
from companion.web.device import identity
from companion.web.score import fields
from companion.web.score.outcome import shown
from companion.web.score.view import blueprint, of_open_sheet, sheets, writable

MAX_TOLD = 200
"""Steps on the page that tells the history."""


@dataclass(frozen=True)
class ChangeView:
    """What a step did to one field. `player` is empty for what belongs to the whole table."""

    player: str
    title: str
    before: str | None
    after: str | None
    rivals: tuple[str | None, ...]
    """What other phones had typed there, which still stood beside it afterwards."""


class StepView:
    """A step of the history. `via`: who brought it for another phone."""

    def __init__(self, sheet: SheetState, step: LogStep) -> None:
        self.revision, self.kind, self.at, self.undone = step.revision, step.kind, step.at, step.undone
        self.by, self.via = identity.who(sheet, step.by), identity.who(sheet, step.via)
        names = {player.seat: player.name for player in sheet.players}
        self.changes = [
            ChangeView(
                player=names.get(change.seat, ""),
                title=fields.title(sheet, change.field),
                before=fields.worded(change.field, change.before.text),
                after=fields.worded(change.field, change.after.text),
                rivals=tuple(fields.worded(change.field, rival.text) for rival in change.after.rivals),
            )
            for change in step.fields
        ]

    @property
    def in_short(self) -> str:
        """What the step did, where there is little room."""
        change, more = self.changes[0], len(self.changes) - 1
        text = f"{change.player}, {change.title}" if change.player else change.title
        text += f" {shown(change.before)} → {shown(change.after)}"
        return text + " " + ngettext("and %(num)d more", "and %(num)d more", more) if more else text


def step_view(sheet: SheetState, step: LogStep | None) -> StepView | None:
    """A step for the page, None for none, and for one whose changes are forgotten."""
    return StepView(sheet, step) if step and step.fields else None


@blueprint.route("/<key>/claim", methods=["POST"])
@of_open_sheet
def claim(key: str) -> ResponseReturnValue:
    """Say whose phone this is: `seat` is a player's, "everybody", or empty to take it back."""
    state = writable(key)
    seat, mine = request.form.get("seat", ""), identity.mine(state)
    chosen = next((player for player in state.players if str(player.seat) == seat), None)
    if chosen is None and seat not in ("", "everybody"):
        abort(400)
    if chosen:
        sheets().claim(key, chosen.seat, identity.signature())
        identity.remember_person(chosen)
    elif mine.player:
        sheets().claim(key, mine.player.seat, None)
    identity.types_for_everybody(key, yes=seat == "everybody")
    return redirect(url_for("score.sheet", key=key), 303)


def is_of_this_database() -> bool:
    """Whether the numbers of the asking page are of this database: a phone and the server count each its own."""
    here = database.current().identity
    return request.values.get("database", here) == here


def since() -> int:
    """The revision that the asking page knows, 0 when it does not say, or another database counts it."""
    return (whole(request.values.get("since", "")) or 0) if is_of_this_database() else 0


def take_back(state: SheetState, by: str) -> tuple[bool, str]:
    """Take back the last change of this device. Tells whether there was one, and what to tell."""
    try:
        step = sheets().undo(str(state.edit_key), by, identity.signatures(state), since=since())
    except ChangedSince as changed:
        who = _who(state, changed)
        return False, gettext("%(who)s has changed this since. Undo it under “Who changed what”.", who=who)
    view = step_view(state, step)
    if view is None:
        message = gettext("There is no change from this phone to undo. Others’ changes are under “Who changed what”.")
        return False, message
    return True, gettext("Undone: %(what)s", what=view.in_short)


def _who(state: SheetState, changed: ChangedSince) -> str:
    who = identity.who(state, changed.by)
    return str(gettext("Another phone")) if not who or who.startswith(identity.SIGNATURE) else who


def _take_one_back(state: SheetState, revision: int) -> str:
    """Take back one change, whoever made it, and tell what came of it."""
    try:
        step = sheets().undo(str(state.edit_key), identity.signature(), revision=revision)
    except ChangedSince as changed:
        return str(gettext("%(who)s has changed this since. Undo that first.", who=_who(state, changed)))
    view = step_view(state, step)
    return str(gettext("Undone: %(what)s", what=view.in_short) if view else gettext("There was nothing to undo."))


def do_again(state: SheetState, by: str) -> tuple[bool, str]:
    """Do again what this device took back last. Tells whether there was anything, and what to tell."""
    view = step_view(state, sheets().redo(str(state.edit_key), by, identity.signatures(state), since()))
    if view is None:
        return False, gettext("There is nothing to redo.")
    return True, gettext("Redone: %(what)s", what=view.in_short)


def redoable(state: SheetState) -> StepView | None:
    """What this device can do again."""
    return step_view(state, sheets().redoable(str(state.edit_key), identity.signatures(state)))


def choose(key: str, choice: str, by: str) -> bool:
    """Settle a conflict: `<seat>:<field>:<text>`, an empty text for a field that was emptied. Tells whether it was."""
    seat, _, rest = choice.partition(":")
    field, _, text = rest.partition(":")
    return seat in tuple("0123456789") and sheets().choose(key, (int(seat), field), text or None, by) is not None


@blueprint.route("/<key>/log", methods=["GET", "POST"])
def log(key: str) -> ResponseReturnValue:
    """Who changed what when; take one step back, or all that came after it."""
    if request.method == "POST":
        state, to, one = writable(key), whole(request.form.get("to", "")), whole(request.form.get("step", ""))
        if not is_of_this_database():
            # Where the list was made these numbers mean other steps.
            flash(gettext("This list is up to date now. Choose the step again."), "warn")
            return redirect(url_for("score.log", key=key), 303)
        if one is not None:
            flash(_take_one_back(state, one))
            return redirect(url_for("score.log", key=key), 303)
        if to is None:
            abort(400)
        count = sheets().take_back_to(key, to, identity.signature())
        if count:
            flash(ngettext("%(num)d change was undone.", "%(num)d changes were undone.", count))
        else:
            flash(gettext("There was nothing to undo."), "warn")
        return redirect(url_for("score.log", key=key), 303)
    state = sheets().read(key)
    steps = [view for step in sheets().changes(key, MAX_TOLD) if (view := step_view(state, step))]
    newest = next((step for step in steps if step.kind in ("write", "choose") and not step.undone), None)
    return render_template("score/log.html", sheet=state, key=key, steps=steps, newest=newest)

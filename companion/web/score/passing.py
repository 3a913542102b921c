"""A sheet is passed on from phone to phone without any signal: as QR codes, or as a file. See docs/sheets.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.sheets.exchange import MAX_AT_ONCE, KeysTaken, Malformed, change_as_json
from companion.sheets.log import Change
from companion.sheets.passing import Missing, NoParcel, OtherFormat, OtherSheet, Parcel, pack, sheet_of, unpack
from companion.sheets.states import NoSuchSheet, SheetFull, TooMuch
from companion.web.device import history, identity
from companion.web.language import gettext, ngettext
from companion.web.limits import NEW_SHEETS, limited
from companion.web.score import exchange
from companion.web.score.view import blueprint, sheets, writable
from companion.web.security import allowing_camera

_ALL = 2**31 - 1
"""Nothing is to be told back."""
_FILE = "trail-sheet.txt"


@blueprint.route("/<key>/pass-on")
def pass_on(key: str) -> ResponseReturnValue:
    """What stands on a sheet as codes for the camera of another phone, and the camera for theirs."""
    state = writable(key)
    return _page(key, sheet=state, parcel=_parcel(key))


@blueprint.route("/<key>/pass-on", methods=["POST"])
def take(key: str) -> ResponseReturnValue:
    """Take what another phone has passed on into this sheet."""
    state = writable(key)
    return _take(key, lambda trouble: _page(key, 422, sheet=state, parcel=_parcel(key), trouble=trouble))


@blueprint.route("/<key>/pass-on.txt")
def as_file(key: str) -> ResponseReturnValue:
    """The same as a file, to be sent by whatever reaches the other phone."""
    writable(key)
    headers = {"Content-Disposition": f"attachment; filename={_FILE}", "Cache-Control": "no-store"}
    return Response(_parcel(key).text, 200, headers, "text/plain")


@blueprint.route("/pass-on")
def take_any() -> ResponseReturnValue:
    """The camera, for a sheet that this phone does not have yet."""
    return _page(None)


@blueprint.route("/pass-on", methods=["POST"])
@limited(NEW_SHEETS)
def bring() -> ResponseReturnValue:
    """Take a sheet that another phone has passed on."""
    return _take(None, lambda trouble: _page(None, 422, trouble=trouble))


def _take(key: str | None, refused: Callable[[str], ResponseReturnValue]) -> ResponseReturnValue:
    file = request.files.get("file")
    text = "\n".join((request.form.get("codes", ""), file.read().decode("ascii", "replace") if file else ""))
    if not text.strip():
        return refused(
            gettext("There was nothing to read. Point the camera at the codes, or choose the file that you were sent.")
        )
    try:
        taken, new = _merge(unpack(text, key))
    except (NoParcel, Malformed, KeysTaken, NoSuchSheet, SheetFull, TooMuch) as error:
        return refused(_why(error))
    history.remember(taken)
    history.collection()
    flash(
        ngettext(
            "%(num)d change was taken from the other phone. Now let it read the codes of this one.",
            "%(num)d changes were taken from the other phone. Now let it read the codes of this one.",
            new,
        )
        if new
        else gettext("Everything that the other phone shows is on this sheet already.")
    )
    return redirect(url_for("score.pass_on", key=taken), 303)


def _merge(content: Mapping[str, Any]) -> tuple[str, int]:
    """Take what was passed on, all or nothing; the key of its sheet, and how many changes were new."""
    # It is another phone that tells it: nobody signs as somebody else.
    brought, reader = exchange.sheet_in(content), exchange.reader(identity.signature())
    changes = content.get("changes")
    if not isinstance(changes, list):
        raise Malformed("changes", "no list")
    parts = [reader.read(changes[start : start + MAX_AT_ONCE]) for start in range(0, len(changes), MAX_AT_ONCE)]
    before = _revision(brought.edit_key)
    sheets().bring(brought, [change for part in parts for change in part], _ALL)
    return brought.edit_key, _revision(brought.edit_key) - before


def _revision(key: str) -> int:
    try:
        return sheets().now(key).revision
    except NoSuchSheet:
        return 0


def _parcel(key: str) -> Parcel:
    """Everything that stands on a sheet."""
    changes, revision, more = list[Change](), -1, True
    while more:
        delta = sheets().merge(key, (), revision)
        revision, more = delta.revision, delta.more
        changes += delta.changes
    head = exchange.head(delta.sheet)
    return pack(key, {"sheet": {"edit_key": key, **head}, "changes": [change_as_json(change) for change in changes]})


def _why(error: Exception) -> str:
    match error:
        case OtherFormat():
            return gettext("Another version of the app made these codes. Open the app with signal on both phones once.")
        case OtherSheet():
            return gettext("These codes are about another sheet. Open that one here, or take it under Score.")
        case Missing():
            return gettext(
                "Of %(of)d codes these are missing: %(pieces)s. Nothing was taken; read them all.",
                of=error.of,
                pieces=", ".join(map(str, error.pieces)),
            )
        case KeysTaken() | NoSuchSheet():
            return gettext("These codes do not fit the sheet that this phone has under their link. Nothing was taken.")
        case SheetFull() | TooMuch():
            return gettext("The sheet takes no more changes. Nothing was taken.")
    return gettext(
        "These codes are damaged, or not from this app. Nothing was taken. Let the other phone show them again."
    )


def _page(key: str | None, status: int = 200, **about: Any) -> ResponseReturnValue:
    tag = sheet_of(key) if key else ""
    page = render_template("score/pass_on.html", key=key, tag=tag, **about)
    return page, status, {"Permissions-Policy": allowing_camera(), "Cache-Control": "no-store"}

"""Programs exchange the log of a sheet, such as the app on a phone that was without signal: see docs/sheets.md."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from flask.typing import ResponseReturnValue

from companion import engine, storage
from companion.sheets.changes import MAX_CHANGES
from companion.sheets.exchange import (
    MAX_MESSAGE_BYTES,
    NOTHING,
    Brought,
    KeysTaken,
    LogDelta,
    Malformed,
    Reader,
    change_as_json,
)
from companion.sheets.states import NoSuchSheet, SheetFull, SheetState, TooMuch
from companion.web import database
from companion.web.api.responses import as_json
from companion.web.device import history, identity
from companion.web.limits import NEW_SHEETS, limited
from companion.web.sanitise import fit
from companion.web.score.together import step_view
from companion.web.score.view import hide, sheets

blueprint = Blueprint("exchange", __name__, url_prefix="/<language:language>/score")
blueprint.after_request(hide)

_KEY_LENGTH = 24
_MAX_CHECK_LENGTH = 32
_View = Callable[..., ResponseReturnValue]


def _answered(view: _View) -> _View:
    """A view whose errors are told as JSON."""

    @functools.wraps(view)
    def answer(**arguments: Any) -> ResponseReturnValue:
        request.max_content_length = sys.maxsize if current_app.config["ON_PHONE"] else MAX_MESSAGE_BYTES
        if not request.is_json:
            return _refused(415, "wrong-type", "Send JSON, and say so: Content-Type: application/json.")
        try:
            return view(**arguments)
        except Malformed as error:
            return _refused(400, "malformed", error.why, error.at)
        except NoSuchSheet:
            return _refused(404, "no-such-sheet", "No sheet has this key, or it allows to look only.")
        except KeysTaken:
            return _refused(409, "keys-taken", "Another sheet has one of these keys.")
        except (SheetFull, TooMuch):
            return _refused(409, "sheet-full", "The sheet takes no more changes.")

    return answer


@blueprint.route("/exchange", methods=["POST"])
@limited(NEW_SHEETS)
@_answered
def bring() -> ResponseReturnValue:
    """Bring a sheet that was made elsewhere."""
    body = _body()
    brought = sheet_in(body)
    answer = _answer(sheets().bring(brought, _reader().read(body.get("changes")), *_known_revision(body)))
    history.remember(brought.edit_key)
    history.collection()
    return answer


def sheet_in(body: Mapping[str, Any]) -> Brought:
    """The sheet that a message is about. Raises Malformed."""
    sheet = _reader().mapping(body.get("sheet"), "sheet")
    edition, variants = sheet.get("edition"), sheet.get("variants")
    if type(edition) is not int or edition not in engine.editions():
        raise Malformed("sheet.edition", f"none of {', '.join(map(str, engine.editions()))}")
    playable = (*engine.variants(edition), *engine.scoring_layers(edition))
    if (
        not isinstance(variants, list)
        or any(one not in playable for one in variants)
        or list(engine.excluded(variants))
    ):
        raise Malformed("sheet.variants", f"no list of what can be played together of {', '.join(playable)}")
    return Brought(
        _key(sheet.get("edit_key"), "sheet.edit_key"),
        _key(sheet.get("view_key"), "sheet.view_key"),
        edition,
        tuple(dict.fromkeys(variants)),
        _reader().moment(sheet.get("made"), "sheet.made"),
    )


@blueprint.route("/<key>/exchange", methods=["POST"])
@_answered
def exchange(key: str) -> ResponseReturnValue:
    """Take changes into the log of a sheet, and tell those that the asker does not know."""
    body = _body()
    return _answer(sheets().merge(key, _reader().read(body.get("changes", [])), *_known_revision(body)))


def revisions(app: Flask) -> dict[str, int]:
    """The revision of every sheet of an app, by the key that allows to write."""
    return storage.Sheets(database.opened(app)).revisions()


def entered(key: str, after: int, names: Collection[str]) -> list[str]:
    """What this device has entered into a sheet after a revision, in words, the latest first.

    `names`: the ids of what it has entered somewhere else.
    """
    try:
        state, steps = sheets().read(key), sheets().changes(key, MAX_CHANGES)
    except NoSuchSheet:
        return []
    elsewhere = {change.number for change in sheets().merge(key, [], after).changes if change.id in names}
    made_here = (step for step in steps if step.revision > after and step.revision not in elsewhere)
    own = (step for step in made_here if step.by == identity.signature())
    return [view.in_short for step in own if (view := step_view(state, step))]


def drop(app: Flask, key: str) -> None:
    """Delete a sheet from the database of an app."""
    with suppress(NoSuchSheet):
        storage.Sheets(database.opened(app)).delete(key)


def _reader() -> Reader:
    # A phone that answers itself is told by the server, which knows who has sent what.
    return reader(None if current_app.config["ON_PHONE"] else identity.signature())


def reader(sender: str | None) -> Reader:
    """Reads messages for the sheets of this app that come from the phone with this signature."""
    return Reader(engine.load_catalog().table.players.colours, lambda text: fit(text) == text, sender)


def _body() -> Mapping[str, Any]:
    try:
        return _reader().mapping(json.loads(request.get_data()), "body")
    except (ValueError, RecursionError):
        raise Malformed("body", "no JSON object") from None


def _known_revision(body: Mapping[str, Any]) -> tuple[int, str | None]:
    read, check = _reader(), body.get("check")
    number = read.number(body.get("known", NOTHING), "known", NOTHING)
    return number, None if check is None else read.text(check, "check", _MAX_CHECK_LENGTH)


def _key(value: object, at: str) -> str:
    key = _reader().text(value, at)
    if len(key) != _KEY_LENGTH or not key.replace("-", "").replace("_", "").isalnum() or not key.isascii():
        raise Malformed(at, f"no key: {_KEY_LENGTH} letters, digits, - and _, by chance")
    return key


def head(sheet: SheetState) -> dict[str, object]:
    """What a message tells of a sheet besides its changes and its key for writing."""
    return {
        "view_key": sheet.view_key,
        "edition": sheet.edition,
        "variants": list(sheet.variants),
        "made": sheet.created_at.isoformat(),
    }


def _answer(delta: LogDelta) -> Response:
    changes = [change_as_json(change) for change in delta.changes]
    return as_json(
        {
            "sheet": head(delta.sheet),
            "device": identity.signature(),
            "server": database.current().identity,
            "known": delta.revision,
            "check": delta.check,
            "anew": delta.anew,
            "more": delta.more,
            "changes": changes,
        }
    )


def _refused(status: int, code: str, message: str, at: str = "") -> Response:
    error = {"code": code, "message": message, **({"at": at} if at else {})}
    return as_json({"error": error, "server": database.current().identity}, status)

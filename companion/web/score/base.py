"""The place for scoring: its address, its sheets, and what all its pages share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Concatenate, ParamSpec

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from companion import storage
from companion.sheets.states import NoSuchSheet, SheetFinished, SheetState
from companion.web import database
from companion.web.device import identity

blueprint = Blueprint("score", __name__, url_prefix="/<language:language>/score")
blueprint.app_template_global("signature")(identity.signature)


def sheets() -> storage.Sheets:
    """The score sheets of the current app."""
    return storage.Sheets(database.current())


def finishing() -> storage.Finishing:
    """What finishes the sheets of the current app."""
    return storage.Finishing(database.current())


_P = ParamSpec("_P")


def of_open_sheet(view: Callable[Concatenate[str, _P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """A finished sheet has no fields to type in: the view raises SheetFinished, which leads to what came out."""

    @functools.wraps(view)
    def checked(key: str, *args: _P.args, **more: _P.kwargs) -> ResponseReturnValue:
        if finishing().finished_at(key) is not None:
            raise SheetFinished
        return view(key, *args, **more)

    return checked


def still_there(keys: Iterable[str]) -> Iterator[SheetState]:
    """The sheets with these keys, without those that were deleted."""
    for key in keys:
        with suppress(NoSuchSheet):
            yield sheets().read(key)


def writable(key: str) -> SheetState:
    """The sheet with this edit key. Raises NoSuchSheet, also for a key that only allows looking."""
    state = sheets().read(key)
    if not state.writable:
        raise NoSuchSheet
    return state


@blueprint.after_request
def hide(response: Response) -> Response:
    """Keep sheets out of search engines, should a link ever get about."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response

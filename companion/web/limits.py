"""How often one address may do what costs disk space, and how often a program may ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from companion.web import api

NEW_SHEETS = "30 per hour"
"""A whole club on one address scores fewer games in an hour."""

MAKING: Mapping[str, str] = {
    "score.index": NEW_SHEETS,
    "score.from_position": NEW_SHEETS,
    "history.groups": "20 per hour",
    "result.put_into_group": "60 per hour",
    "history.read": "20 per hour",
}
"""View -> how often it may make something."""

API_REQUESTS = "600 per minute"
"""Many times what somebody at the table can ask, and little enough that one program leaves room for the others."""

PICTURES = "60 per minute"
"""Pictures in pixels take a second each to paint; nobody looks at so many."""

JUDGING = "120 per minute"
"""Two a second: the answer to the worst question that can be asked takes a good part of one."""

JUDGING_VIEWS = (
    *("api.options", "api.judge", "api.apply"),
    *("disputes.verdict", "disputes.save"),
    *("editor.options", "editor.judge", "editor.do"),
)
"""Views that ask the engine what may be done in a position that a stranger sends."""


def init_app(app: Flask) -> None:
    """Limit the views that make something, those that judge, and the API.

    Counted in the memory of this process. Where there are several, a proxy leads a visitor to the same one every time
    (`deploy/nginx.conf`).
    """
    limiter = Limiter(get_remote_address, storage_uri="memory://", strategy="moving-window")
    limiter.init_app(app)
    # The limited view refers to its limiter weakly, so somebody has to hold on to it.
    app.extensions["limiter of views"] = limiter
    limiter.shared_limit(API_REQUESTS, scope="api")(api.blueprint)
    paint: Any = app.view_functions["check.picture_png"]
    app.view_functions["check.picture_png"] = limiter.limit(PICTURES)(paint)
    for name in JUDGING_VIEWS:
        judging: Any = app.view_functions[name]
        app.view_functions[name] = limiter.shared_limit(JUDGING, scope="judging")(judging)
    for endpoint, often in MAKING.items():
        making: Any = app.view_functions[endpoint]
        app.view_functions[endpoint] = limiter.limit(often, methods=["POST"])(making)

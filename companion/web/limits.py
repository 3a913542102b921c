"""How often one address may do what costs disk space."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

NEW_SHEETS = "30 per hour"
"""A whole club on one address scores fewer games in an hour."""


def init_app(app: Flask) -> None:
    """Limit the views that make something. Counted in the memory of each worker process: enough against floods."""
    limiter = Limiter(get_remote_address, storage_uri="memory://", strategy="moving-window")
    limiter.init_app(app)
    # The limited view refers to its limiter weakly, so somebody has to hold on to it.
    app.extensions["new sheets limiter"] = limiter
    view: Any = app.view_functions["score.index"]
    app.view_functions["score.index"] = limiter.limit(NEW_SHEETS, methods=["POST"])(view)

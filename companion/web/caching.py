"""Which answers may be kept, and by whom."""

from __future__ import annotations

import hashlib

from flask import Flask, Response, request

_FIVE_MINUTES = 300
_A_DAY = 86400


def same_for_all(response: Response) -> Response:
    """Mark an answer that depends on its address only: anybody may keep it, and ask whether it has changed."""
    response.headers["Cache-Control"] = f"public, max-age={_FIVE_MINUTES}, stale-while-revalidate={_A_DAY}"
    # One address answers htmx with a part of the page.
    response.vary.add("HX-Request")
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:20], weak=True)
    response.make_conditional(request)
    return response


def init_app(app: Flask) -> None:
    """Whatever says nothing else is for one reader and not to be kept."""

    @app.after_request
    def keep_private(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-store"
        return response

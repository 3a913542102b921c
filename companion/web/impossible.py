"""Requests that cannot be meant: impossible host names, zero bytes in an address, a form sent with GET.

They get our page, with 400.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, abort, request
from werkzeug.sansio.utils import host_is_trusted

_REFUSED = "companion.refused_host"


def init_app(app: Flask) -> None:
    """Refuse such requests. With TRUSTED_HOSTS set, other names are refused too."""
    answer: Callable[..., Iterable[bytes]] = app.wsgi_app
    trusted = app.config["TRUSTED_HOSTS"]
    app.config["TRUSTED_HOSTS"] = None

    def with_a_host(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # Flask makes addresses with the host as soon as a request comes in, also those of its error page.
        host = environ.get("HTTP_HOST", "")
        if not _can_be(host) or (trusted and not host_is_trusted(host, trusted)):
            environ[_REFUSED] = True
            environ["HTTP_HOST"] = "localhost"
        return answer(environ, start_response)

    app.wsgi_app = with_a_host  # type: ignore[method-assign]

    @app.before_request
    def refuse() -> None:
        if request.environ.get(_REFUSED):
            abort(400)
        if "\0" in request.path or any("\0" in text for pair in request.args.items(multi=True) for text in pair):
            abort(400)
        if request.method in ("GET", "HEAD") and request.content_length:
            # Looking changes nothing, so there is nothing that a view could do with it.
            abort(400)


def _can_be(host: str) -> bool:
    """Whether a name has labels of 1 to 63 letters, as names of hosts have."""
    name = host.partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        name.removesuffix(".").encode("idna")
    except UnicodeError:
        return False
    return True

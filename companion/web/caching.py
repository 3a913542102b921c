"""Which answers may be kept, and by whom."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import cast

from flask import Flask, Response, abort, current_app, make_response, request

from companion.web.assets import Encoded, encode, respond

_FIVE_MINUTES = 300
_A_DAY = 86400
_MAX_PAGES = 2000
"""Pages kept in memory: many more than there are sections, languages and forms of a page."""

_MAX_HOSTS = 4
"""Names that the app goes by; whoever asks by others has pages rendered anew."""

_Hosts = dict[str, dict[tuple[str, ...], Encoded]]


def same_for_all(content: str | bytes | Response, robots: str = "") -> Response:
    """An answer that depends on its address only: anybody may keep it, and ask whether it has changed.

    `robots` tells search engines what not to do with it, where there are more such pages than anybody wants to find.
    """
    response = make_response(content)
    if robots:
        response.headers["X-Robots-Tag"] = robots
    response.headers["Cache-Control"] = f"public, max-age={_FIVE_MINUTES}, stale-while-revalidate={_A_DAY}"
    # One address answers htmx with a part of the page.
    response.vary.add("HX-Request")
    if not response.get_etag()[0]:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:16], weak=True)
        response.make_conditional(request)
        if response.status_code == 412:
            # The answer itself was not wanted then.
            abort(412)
    return response


def cached(name: tuple[str, ...], render: Callable[[], str], mimetype: str = "text/html") -> Response:
    """A page that is the same for everybody as long as the app runs: rendered once, compressed once an encoding.

    `name` says which page it is; there are as many names as pages, whatever visitors ask for.
    """
    hosts = cast(_Hosts, current_app.extensions["kept pages"])
    # Pages name addresses with the host that was asked for.
    if request.host_url not in hosts and len(hosts) == _MAX_HOSTS:
        hosts.clear()
    pages = hosts.setdefault(request.host_url, {})
    page = pages.get(name)
    if page is None:
        page = encode(render().encode(), mimetype)
        if len(pages) < _MAX_PAGES:
            pages[name] = page
    response = respond(page)
    response.vary.add("Host")
    return same_for_all(response)


def init_app(app: Flask) -> None:
    """Whatever says nothing else is for one reader and not to be kept."""
    app.extensions["kept pages"] = cast(_Hosts, {})

    @app.after_request
    def keep_private(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-store"
        return response

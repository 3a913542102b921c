"""Complete addresses, as people pass them on, and as the camera of another phone reads them."""

from __future__ import annotations

import ipaddress
from typing import Any, Literal

from flask import Flask, Response, after_this_request, render_template, request, url_for
from flask_htmx import HTMX
from jinja2_fragments.flask import render_block


def absolute(endpoint: str, **values: Any) -> str:
    """The address of a view with scheme and host.

    The host is the one that the visitor asked for, so what is answered must not be shown to somebody who asked for
    another: caches are told.
    """

    @after_this_request
    def depends_on_host(response: Response) -> Response:
        response.vary.add("Host")
        return response

    return url_for(endpoint, _external=True, **values)


def only_here() -> bool:
    """Whether the host that was asked for means the asking device itself, so that no other phone can reach it."""
    name = request.host.partition("]")[0].removeprefix("[") if "[" in request.host else request.host.partition(":")[0]
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def init_app(app: Flask) -> None:
    """Let templates make such addresses and draw them."""
    app.jinja_env.globals.update(absolute=absolute, only_here=only_here, qr_picture=qr)


htmx = HTMX()
"""True for a request that wants a part of a page; restoring history wants all of it."""


def render(template: str, block: str, **context: object) -> str:
    """A page, or for htmx the block of it that changes."""
    if htmx:
        return str(render_block(template, block, partial=True, **context))
    return render_template(template, partial=False, **context)


_DENSEST = 25
"""The version of a QR code beyond which a phone no longer reads it from another phone's screen."""


def qr(address: str, error: Literal["l", "m"] = "l") -> str | None:
    """An address as SVG for the camera of another phone; None when it is too long for that.

    `error`: how much of the picture may be unreadable, little ("l") or some ("m").
    """
    # Imported here because few pages show one.
    import segno

    try:
        code = segno.make_qr(address, error=error)
    except segno.DataOverflowError:
        return None
    if int(code.version) > _DENSEST:
        return None
    return code.svg_inline(
        scale=5, border=4, dark="#2a2118", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )

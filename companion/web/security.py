"""Headers that keep a page to itself: its own scripts and styles only, no framing, no leaking of addresses."""

from __future__ import annotations

from flask import Flask, Response

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Addresses of score sheets are their keys: no other site may learn them.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_YEAR = 31536000


def headers(app: Flask) -> dict[str, str]:
    """What is sent with every answer."""
    if app.config["SESSION_COOKIE_SECURE"]:
        return {**_HEADERS, "Strict-Transport-Security": f"max-age={_YEAR}"}
    return _HEADERS


def init_app(app: Flask) -> None:
    """Send the headers with every answer."""

    @app.after_request
    def protect(response: Response) -> Response:
        for name, value in headers(app).items():
            response.headers.setdefault(name, value)
        return response

"""Headers that keep a page to itself: its own scripts and styles only, no framing, no leaking of addresses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, abort, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from werkzeug.sansio.utils import host_is_trusted

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


def _header(policy: Mapping[str, str]) -> str:
    return "; ".join(f"{name} {value}" for name, value in policy.items())


def allowing_python() -> str:
    """The policy of the one script that runs Python in WebAssembly."""
    return _header({**_POLICY, "script-src": "'self' 'wasm-unsafe-eval'"})


_HEADERS = {
    "Content-Security-Policy": _header(_POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Addresses of score sheets are their keys: no other site may learn them.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Phones tell an answer of the app from one of whatever stands in between, such as the page of a hotel's network.
    "Trail-Notebook": "1",
}
_YEAR = 31536000


def allowing_camera() -> str:
    """The permissions of the one page that reads codes with the camera."""
    return _HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")


def headers(app: Flask) -> dict[str, str]:
    """What is sent with every answer."""
    if app.config["SESSION_COOKIE_SECURE"]:
        return {**_HEADERS, "Strict-Transport-Security": f"max-age={_YEAR}"}
    return _HEADERS


class _Signer(TimestampSigner):
    """Takes a signature from the future too: a clock that was put back costs nobody their history and groups."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        signed = super().unsign(signed_value, None, return_timestamp=True)
        if signed[1] <= datetime.now(UTC):
            super().unsign(signed_value, max_age)
        return signed if return_timestamp else signed[0]


class _Sessions(SecureCookieSessionInterface):
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Signer
        return serializer


def init_app(app: Flask) -> None:
    """Send the headers with every answer; sign what devices keep; refuse what cannot be meant."""
    _refuse_impossible(app)
    app.session_interface = _Sessions()

    @app.after_request
    def protect(response: Response) -> Response:
        for name, value in headers(app).items():
            response.headers.setdefault(name, value)
        return response


# Requests that cannot be meant: impossible host names, zero bytes in an address, a form sent with GET. They get our
# page, with 400.

_REFUSED = "companion.refused_host"
_LONGEST_NAME = 254


def _refuse_impossible(app: Flask) -> None:
    """Refuse such requests. With TRUSTED_HOSTS set, other names are refused too."""
    answer: Callable[..., Iterable[bytes]] = app.wsgi_app
    trusted = app.config["TRUSTED_HOSTS"]
    app.config["TRUSTED_HOSTS"] = None

    def with_a_host(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        # Flask makes addresses with the host as soon as a request comes in, also those of its error page.
        host = environ.get("HTTP_HOST", "")
        if not _can_be(host) or (trusted and not _is_trusted(host.lower(), trusted)):
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


def _is_trusted(host: str, trusted: Collection[str]) -> bool:
    # The library takes no address of IPv6 for a name.
    return host_is_trusted(host, trusted) or (host.startswith("[") and f"{host.partition(']')[0]}]" in trusted)


def _can_be(host: str) -> bool:
    """Whether a name has labels of 1 to 63 letters, as names of hosts have."""
    name = host.partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        # There and back: Flask puts it into addresses as people read it.
        name.removesuffix(".").encode("idna").decode("idna")
    except UnicodeError:
        return False
    return len(name) <= _LONGEST_NAME

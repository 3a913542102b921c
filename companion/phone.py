"""The app on a phone: Python in a service worker answers what the server would, while there is no signal.

`static/js/whole.js` makes a `Phone`, hands requests to it, and puts the files of an answer into the browser's storage
before it passes the answer on. Cookies that scripts may not see, and the database, live in these files.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Mapping
from http.cookies import Morsel, SimpleCookie
from io import BytesIO
from pathlib import Path
from typing import Any, Protocol, TypedDict

from flask import g
from werkzeug.datastructures import Headers
from werkzeug.test import create_environ, run_wsgi_app

from companion import i18n
from companion.app import create_app
from companion.web import database
from companion.web.score import exchange

_KEY, _DATABASE, _JAR, _SENT, _DEVICE = "secret-key", "companion.db", "cookies.json", "sent.json", "device"
_UNSENT = "unsent"
"""The name under which the keys of sheets are stored that the server does not know all of."""
_FILES = (_KEY, _DATABASE, _JAR, _SENT, _DEVICE)
_ALL = 2**31 - 1
"""Revisions up to which everything is known: nothing is to be told back."""
_WORKED_OUT = ("__pycache__", "__made__")


class Bytes(Protocol):
    """Bytes of JavaScript."""

    def to_bytes(self) -> bytes:
        """As Python has them."""


class Cookie(TypedDict, total=False):
    """A cookie that scripts may see, as `cookieStore.set` takes it."""

    name: str
    value: str
    sameSite: str
    path: str
    expires: float


class Reply(TypedDict):
    """The answer to a request, and what it has changed."""

    status: int
    headers: list[list[str]]
    cookies: list[Cookie]
    content: bytes
    files: list[list[object]]
    """Name and content of what is to be stored before anybody hears of the answer."""


class Messages(TypedDict):
    """What brings a sheet to the server."""

    revision: int
    """The state of the sheet that they bring there."""
    messages: list[list[str]]
    """Addresses and JSON."""


class Phone:
    """The app with what it has stored.

    Whatever tells `files` is followed by `stored` once they are, or by `undo` when they could not be: then it is as if
    nothing had been asked.
    """

    def __init__(self, home: str, origin: str) -> None:
        """`home` is a folder with what was stored before, perhaps empty; `origin` the address of the server."""
        self._home, self._origin = Path(home), origin
        self._stored = self._now = self._files()
        key = self._home / _KEY
        if not key.exists():
            key.write_text(secrets.token_urlsafe(48), encoding="ascii")
        self._app = create_app(
            {
                "INSTANCE": home,
                "SECRET_KEY": key.read_text(encoding="ascii"),
                "RATELIMIT_ENABLED": False,
                "COMPRESS": False,
                "ON_PHONE": True,
                "WTF_CSRF_CHECK_DEFAULT": False,
            }
        )

        self._read()

        @self._app.before_request
        def trust() -> None:
            """A page that came from the server has the server's token, and only pages of ours reach this app."""
            g.csrf_valid = True

    def answer(self, method: str, address: str, headers: Any, body: Any) -> Reply:
        """Answer a request; `headers` and `body` are JavaScript's."""
        request_headers = Headers(list(headers.to_py().items()))
        sent = body.to_bytes()
        cookies = {name: cookie.value for name, cookie in SimpleCookie(request_headers.get("Cookie", "")).items()}
        request_headers["Cookie"] = self._cookies(cookies)
        environ = create_environ(
            address,
            self._origin,
            method=method,
            headers=request_headers,
            input_stream=BytesIO(sent),
            content_length=len(sent),
            content_type=request_headers.get("Content-Type"),
        )
        content, status, answered = run_wsgi_app(self._app, environ, buffered=True)
        shown = list(self._take(answered.getlist("Set-Cookie")))
        return {
            "status": int(status.split()[0]),
            "headers": [[name, value] for name, value in answered if name not in ("Set-Cookie", "Content-Length")],
            "cookies": shown,
            "content": b"".join(content),
            "files": self._to_store(),
        }

    def stored(self) -> None:
        """What was told to be stored is."""
        self._stored = self._now

    def undo(self) -> None:
        """What was told to be stored could not be: nothing of it has happened."""
        opened = self._app.extensions.pop("database", None)
        for engine in opened.engines if opened else ():
            engine.dispose()
        for name in (*_FILES, f"{_DATABASE}-wal", f"{_DATABASE}-shm"):
            if name != _KEY:
                (self._home / name).unlink(missing_ok=True)
        for name, content in self._stored.items():
            (self._home / name).write_bytes(content)
        self._read()

    def know(self, device: str) -> list[list[object]]:
        """Sign entries as the server would for this device; what is to be stored, by name."""
        (self._home / _DEVICE).write_text(device, encoding="ascii")
        self._app.config["SIGNATURE"] = device
        return self._to_store()

    def messages(self, language: str, key: str) -> Messages:
        """What brings to the server what was entered into a sheet here, and the sheet itself when it was made here."""
        revision = self._revisions().get(key, 0)
        return {"revision": revision, "messages": self._messages(language, key, made_here=key not in self._sent)}

    def sent(self, key: str, revision: int) -> list[list[object]]:
        """The server knows a sheet in this state; what is to be stored, by name."""
        self._note_sent(key, revision)
        return self._to_store()

    def _messages(self, language: str, key: str, *, made_here: bool) -> list[list[str]]:
        address, known, more = f"/{language}/score/{key}/exchange", -1, True
        found: list[list[str]] = []
        while more:
            reply = self._exchange(address, {"known": known, "changes": []})
            if "error" in reply:
                return found
            known, more = reply["known"], reply["more"]
            message = {"known": _ALL, "changes": reply["changes"], "sheet": {"edit_key": key, **reply["sheet"]}}
            path = f"/{language}/score/exchange" if made_here and not found else address
            found.append([path, json.dumps(message, ensure_ascii=False)])
        return found

    def take(self, language: str, key: str, text: str) -> list[list[object]]:
        """Take what the server told of a sheet into the log here; what is to be stored, by name."""
        bundle = json.loads(text)
        if key != bundle["sheet"]["view_key"] and bundle["changes"]:
            before = self._revisions().get(key)
            message = {"known": _ALL, "changes": bundle["changes"], "sheet": {"edit_key": key, **bundle["sheet"]}}
            own = self._exchange(f"/{language}/score/{key}/exchange", message)
            if "error" in own:
                self._exchange(f"/{language}/score/exchange", message)
            if before == self._sent.get(key):
                # Nothing stands here that the server does not know.
                self._note_sent(key, self._revisions().get(key, 0))
            if before is None:
                # It stands among the sheets to go on with, as on the server.
                self._visit(f"/{language}/score/{key}")
        return self.know(bundle["device"])

    def _visit(self, address: str) -> None:
        environ = create_environ(address, self._origin, headers={"Cookie": self._cookies({})})
        _, _, answered = run_wsgi_app(self._app, environ, buffered=True)
        list(self._take(answered.getlist("Set-Cookie")))

    def _cookies(self, shown: Mapping[str, str]) -> str:
        return "; ".join(f"{name}={value}" for name, value in {**self._jar, **shown}.items())

    def _exchange(self, address: str, message: Mapping[str, object]) -> dict[str, Any]:
        environ = create_environ(address, self._origin, method="POST", json=message)
        content, _, _ = run_wsgi_app(self._app, environ, buffered=True)
        answer: dict[str, Any] = json.loads(b"".join(content))
        return answer

    def _take(self, lines: list[str]) -> Iterator[Cookie]:
        """Note the cookies that only the app may see; the others are the page's."""
        for line in lines:
            for name, cookie in SimpleCookie(line).items():
                if not cookie["httponly"]:
                    yield _shown(name, cookie)
                elif cookie["max-age"] == "0" or not cookie.value:
                    self._jar.pop(name, None)
                else:
                    self._jar[name] = cookie.value
        if lines:
            (self._home / _JAR).write_text(json.dumps(self._jar), encoding="utf-8")

    def _read(self) -> None:
        files = self._files()
        self._jar: dict[str, str] = json.loads(files.get(_JAR, b"{}"))
        self._sent: dict[str, int] = json.loads(files.get(_SENT, b"{}"))
        """The state of each sheet in which the server knows it. One that is not here was made here."""
        self._app.config["SIGNATURE"] = files.get(_DEVICE, b"").decode() or None

    def _note_sent(self, key: str, revision: int) -> None:
        self._sent[key] = revision
        (self._home / _SENT).write_text(json.dumps(self._sent), encoding="ascii")

    def _revisions(self) -> dict[str, int]:
        return exchange.revisions(self._app)

    def _files(self) -> dict[str, bytes]:
        files = {name: self._home / name for name in _FILES}
        return {name: file.read_bytes() for name, file in files.items() if file.exists()}

    def _to_store(self) -> list[list[object]]:
        journal = self._home / f"{_DATABASE}-wal"
        if journal.exists() and journal.stat().st_size:
            # The file is whole by itself then.
            database.opened(self._app).clear_journal()
        self._now = self._files()
        changed: list[list[object]] = [
            [name, content] for name, content in self._now.items() if self._stored.get(name) != content
        ]
        if any(name in (_DATABASE, _SENT) for name, _ in changed):
            unsent = [key for key, revision in self._revisions().items() if self._sent.get(key) != revision]
            changed.append([_UNSENT, json.dumps(unsent).encode()])
        return changed

    def warm_up(self) -> None:
        """Ask for what is worked out only when somebody asks for it."""
        for language in i18n.languages():
            for path in ("rules/search?q=fees", "check/board/", "score/"):
                self._look(f"/{language}/{path}")

    def get_ready(self, language: str) -> None:
        """Work out what the first verdict needs."""
        self._look(f"/{language}/check/hire/")

    def _look(self, address: str) -> None:
        run_wsgi_app(self._app, create_environ(address, self._origin), buffered=True)


def _shown(name: str, cookie: Morsel[str]) -> Cookie:
    shown: Cookie = {"name": name, "value": cookie.coded_value, "path": "/", "sameSite": "lax"}
    if cookie["max-age"]:
        shown["expires"] = (time.time() + int(cookie["max-age"])) * 1000
    return shown


def made(root: str) -> bytes:
    """All that was compiled and worked out below a folder, as a file of files."""
    files = sorted(file for folder in _WORKED_OUT for file in Path(root).rglob(f"{folder}/*") if file.is_file())
    contents = {file.relative_to(root).as_posix(): file.read_bytes() for file in files}
    head = json.dumps([[name, len(content)] for name, content in contents.items()])
    return b"".join((head.encode(), b"\n", *contents.values()))

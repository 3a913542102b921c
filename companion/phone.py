"""The app on a phone: Python in a service worker answers what the server would, while there is no signal.

`static/js/whole.js` makes a `Phone`, hands requests to it, and puts the files of an answer into the browser's storage
before it passes the answer on. Cookies that scripts may not see, and the database, live in these files.
"""

from __future__ import annotations

import gc
import json
import random
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypedDict

from babel import localedata
from flask import g
from werkzeug.datastructures import Headers
from werkzeug.test import create_environ, run_wsgi_app

from companion import i18n
from companion.app import create_app
from companion.storage import REVISION
from companion.web import database
from companion.web.ask import questions
from companion.web.offline.archive import UNPACKED_AT, packed
from companion.web.score import exchange

_KEY, _DATABASE, _JAR, _SENT, _DEVICE = "secret-key", "companion.db", "cookies.json", "sent.json", "device"
_SERVER = "server"
"""What the server's database is called: another one may have lost what it was sent."""
_UNSENT, _REFUSED = "unsent", "refused"
"""The names under which is stored which sheets the server does not know all of, and which it refuses, with the code."""
_FILES = (_KEY, _DATABASE, _JAR, _SENT, _DEVICE, _SERVER)
_ASIDE = "aside "
"""What the name of a file begins with that was damaged."""
_NEVER = -1
_KEY_BYTES = 48
_ALL = 2**31 - 1
"""Revisions up to which everything is known: nothing is to be told back."""
_WORKED_OUT = ("__pycache__", "__made__")
_NO_KEY = "until a phone is opened"
_FIRST = (
    *("rules/", "table"),
    *("check/", "check/hire/", "check/hire/?v=1&n=4&me=blue", "check/board/", "score/"),
)
"""What is asked for first. The index of the search takes as much room as all of that, so it is no part of a picture."""
_SHEET = {"players": 2, "edition": 2} | {
    f"people-{seat}-{field}": colour for seat, colour in enumerate(("blue", "red")) for field in ("name", "colour")
}
"""The form of a sheet that is made for the picture and taken back."""


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


class Sent(NamedTuple):
    """How far the server knows a sheet."""

    revision: int
    """The state of the sheet here about which it has answered last."""
    server: str = ""
    """Its database."""
    refused: str = ""
    """Why it does not take what was entered here; empty when it has all of it."""
    taken: int = _NEVER
    """The state up to which it has taken everything."""
    arrived: tuple[str, ...] = ()
    """The ids of what this device has made since and the server has: entered there while something waited here."""


class Waiting(TypedDict):
    """What the server does not have of a sheet."""

    lines: list[str]
    refused: str
    """Why it does not take it; empty when it was not reached."""


class Messages(TypedDict):
    """What brings a sheet to the server."""

    revision: int
    """The state of the sheet that they bring there."""
    messages: list[list[str]]
    """Addresses and JSON."""


class Phone:
    """The app with what it has stored.

    It knows nothing of any phone until it is opened: up to then it may be kept as a picture of Python's memory, and be
    opened anew at each start. Whatever tells `files` is followed by `stored` once they are, or by `undo` when they
    could not be: then it is as if nothing had been asked.
    """

    def __init__(self, home: str, origin: str) -> None:
        """`home` is the folder for what is stored, empty so far; `origin` the address of the server."""
        self._home, self._origin = Path(home), origin
        self._aside: dict[str, bytes] = {}
        self._stored: dict[str, bytes] = {}
        self._now = self._stored
        self._app = create_app(
            {
                "INSTANCE": home,
                "SECRET_KEY": _NO_KEY,
                "RATELIMIT_ENABLED": False,
                "COMPRESS": False,
                "ON_PHONE": True,
                "WTF_CSRF_CHECK_DEFAULT": False,
                # Of that library no words came along.
                "WTF_I18N_ENABLED": False,
            }
        )

        @self._app.before_request
        def trust() -> None:
            """A page that came from the server has the server's token, and only pages of ours reach this app."""
            g.csrf_valid = True

    def open(self) -> None:
        """Read what this phone has stored, which lies in the folder by now, and make the key where there is none."""
        # A picture would draw the same each time; `secrets` asks the browser anyway.
        random.seed()
        self._aside = self._put_aside()
        self._stored = self._now = self._files()
        key = self._home / _KEY
        if not key.exists():
            key.write_text(secrets.token_urlsafe(_KEY_BYTES), encoding="ascii")
        self._app.config["SECRET_KEY"] = key.read_text(encoding="ascii")
        self._read()

    def answer(self, method: str, address: str, headers: Any, body: Any) -> Reply:
        """Answer a request; `headers` and `body` are JavaScript's."""
        request_headers = Headers(list(headers.to_py().items()))
        sent = body.to_bytes()
        cookies = {name: cookie.value for name, cookie in SimpleCookie(request_headers.get("Cookie", "")).items()}
        request_headers["Cookie"] = self._cookies(cookies)
        body_sent = {"data": sent, "content_type": request_headers.get("Content-Type")}
        content, status, answered = self._ask(address, method=method, headers=request_headers, **body_sent)
        shown = list(self._take(answered.getlist("Set-Cookie")))
        return {
            "status": status,
            "headers": [[name, value] for name, value in answered if name not in ("Set-Cookie", "Content-Length")],
            "cookies": shown,
            "content": content,
            "files": self._to_store(),
        }

    def stored(self) -> None:
        """What was told to be stored is."""
        self._stored = self._now

    def undo(self) -> None:
        """What was told to be stored could not be: nothing of it has happened."""
        opened = self._app.extensions.pop("database", None)
        if opened:
            opened.close()
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

    def aside(self) -> list[list[object]]:
        """What was damaged and is to be stored under another name, None in its place."""
        files: list[list[object]] = []
        for name, content in self._aside.items():
            files += [[_ASIDE + name, content], [name, None]]
        return files

    def meet(self, server: str) -> list[list[object]]:
        """The server's database is called so; what is to be stored, by name. Another one is sent everything anew."""
        if not self._server:
            self._note(_SENT, {key: sent._replace(server=server) for key, sent in self._sent.items()})
        (self._home / _SERVER).write_text(server, encoding="ascii")
        self._read()
        return self._to_store()

    def messages(self, language: str, key: str) -> Messages:
        """What brings to the server what was entered into a sheet here, and the sheet itself when it was made here."""
        language, revision = _spoken(language), self._revisions().get(key, 0)
        address, known, more = f"/{language}/score/{key}/exchange", -1, True
        messages: list[list[str]] = []
        while more:
            reply = self._exchange(address, {"known": known, "changes": []})
            if "error" in reply:
                break
            known, more = reply["known"], reply["more"]
            message = {"known": _ALL, "changes": reply["changes"], "sheet": {"edit_key": key, **reply["sheet"]}}
            path = address if key in self._sent or messages else f"/{language}/score/exchange"
            messages.append([path, json.dumps(message, ensure_ascii=False)])
        return {"revision": revision, "messages": messages}

    def brings(self, language: str, key: str) -> str:
        """Where a sheet is brought that the server does not know: empty for one that was deleted there."""
        sent = self._sent.get(key)
        deleted = sent is not None and sent.refused == "no-such-sheet"
        return f"/{language}/score/exchange" if sent is None or (sent.server != self._server and not deleted) else ""

    def sent(self, key: str, revision: int, refused: str = "") -> list[list[object]]:
        """The server has heard of a sheet in this state, and taken it or refused it; what is to be stored, by name."""
        before = self._sent.get(key, Sent(_NEVER))
        heard = before._replace(revision=revision, server=self._server, refused=refused)
        self._note_sent(key, heard if refused else Sent(revision, self._server, taken=revision))
        return self._to_store()

    def waiting(self, language: str, key: str) -> Waiting:
        """What was entered here that the server does not have, in words, the latest first."""
        sent = self._sent.get(key, Sent(_NEVER))
        with self._app.test_request_context(f"/{_spoken(language)}/score/{key}", headers={"Cookie": self._cookies({})}):
            return {"lines": exchange.entered(key, sent.taken, sent.arrived), "refused": sent.refused}

    def drop(self, key: str) -> list[list[object]]:
        """Throw away the copy of a sheet; what is to be stored, by name."""
        exchange.drop(self._app, key)
        self._note(_SENT, {other: sent for other, sent in self._sent.items() if other != key})
        self._read()
        return self._to_store()

    def take(self, language: str, key: str, text: str) -> list[list[object]]:
        """Take what the server told of a sheet into the log here; what is to be stored, by name.

        Raises ValueError for what cannot be read here: a newer version has said it.
        """
        language, bundle = _spoken(language), json.loads(text)
        if key != bundle["sheet"]["view_key"] and bundle["changes"]:
            before, known = self._revisions().get(key), self._sent.get(key)
            message = {"known": _ALL, "changes": bundle["changes"], "sheet": {"edit_key": key, **bundle["sheet"]}}
            own = self._exchange(f"/{language}/score/{key}/exchange", message)
            if "error" in own:
                own = self._exchange(f"/{language}/score/exchange", message)
            if "error" in own:
                raise ValueError(own["error"]["code"])
            now = self._revisions().get(key, 0)
            if bundle.get("anew"):
                # It knows another log than before: what it has lost is here.
                self._note_sent(key, Sent(_NEVER, self._server))
            elif before == (known and known.revision) and not (known and known.refused):
                # Nothing stands here that the server does not know.
                self._note_sent(key, Sent(now, self._server, taken=now))
            elif known:
                made = [change["id"] for change in bundle["changes"] if change["by"] == bundle["device"]]
                revision = now if before == known.revision else known.revision
                self._note_sent(key, known._replace(revision=revision, arrived=(*known.arrived, *made)))
            if before is None:
                # It stands among the sheets to go on with, as on the server.
                self._visit(f"/{language}/score/{key}")
        return self.know(bundle["device"])

    def _visit(self, address: str) -> None:
        _, _, answered = self._ask(address, headers={"Cookie": self._cookies({})})
        list(self._take(answered.getlist("Set-Cookie")))

    def _cookies(self, shown: Mapping[str, str]) -> str:
        return "; ".join(f"{name}={value}" for name, value in {**self._jar, **shown}.items())

    def _exchange(self, address: str, message: Mapping[str, object]) -> dict[str, Any]:
        content, _, _ = self._ask(address, method="POST", json=message)
        answer: dict[str, Any] = json.loads(content)
        return answer

    def _ask(self, address: str, **more: Any) -> tuple[bytes, int, Headers]:
        """What the app answers: content, status and headers."""
        content, status, headers = run_wsgi_app(self._app, create_environ(address, self._origin, **more), buffered=True)
        return b"".join(content), int(status.split()[0]), headers

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
        self._sent = _sent(files.get(_SENT, b"{}"))
        """How far the server knows each sheet. One that is not here was made here."""
        self._server = files.get(_SERVER, b"").decode()
        self._app.config["SIGNATURE"] = files.get(_DEVICE, b"").decode() or None

    def _note_sent(self, key: str, sent: Sent) -> None:
        self._note(_SENT, self._sent | {key: sent})
        self._read()

    def _note(self, name: str, value: object) -> None:
        (self._home / name).write_text(json.dumps(value), encoding="utf-8")

    def _put_aside(self) -> dict[str, bytes]:
        """The files that cannot be read, which are gone then."""
        aside = {name: content for name, content in self._files().items() if _damaged(self._home / name)}
        gone = [*aside]
        if _DATABASE in aside:
            # What it says is about sheets of that database.
            gone += [_SENT, f"{_DATABASE}-wal", f"{_DATABASE}-shm"]
        for name in gone:
            (self._home / name).unlink(missing_ok=True)
        return aside

    def _revisions(self) -> dict[str, int]:
        return exchange.revisions(self._app)

    def _files(self) -> dict[str, bytes]:
        files = {name: self._home / name for name in _FILES}
        return {name: file.read_bytes() for name, file in files.items() if file.exists()}

    def _to_store(self) -> list[list[object]]:
        journal = self._home / f"{_DATABASE}-wal"
        if journal.exists() and journal.stat().st_size:
            # The file is whole by itself then.
            database.opened(self._app).clear_journal(needed=True)
        self._now = self._files()
        changed: list[list[object]] = [
            [name, content] for name, content in self._now.items() if self._stored.get(name) != content
        ]
        if any(name in (_DATABASE, _SENT, _SERVER) for name, _ in changed):
            changed += self.unsent()
        return changed

    def unsent(self) -> list[list[object]]:
        """Which sheets the server does not know all of, and which it refuses: what is to be stored, by name."""
        revisions = self._revisions()
        heard = {key: sent for key, sent in self._sent.items() if sent.server == self._server and key in revisions}
        unsent = [key for key, revision in revisions.items() if key not in heard or heard[key].revision != revision]
        refused = {key: sent.refused for key, sent in heard.items() if sent.refused}
        return [[_UNSENT, json.dumps(unsent).encode()], [_REFUSED, json.dumps(refused).encode()]]

    def warm_up(self) -> None:
        """Ask for what is worked out only when somebody asks for it."""
        for language in i18n.languages():
            for path in ("rules/search?q=fees", "check/board/", "score/"):
                self._ask(f"/{language}/{path}")

    def hold_still(self, language: str) -> None:
        """Get ready for a picture, before anything is opened: all that a reader of this language asks for first is
        there, and neither a file, a connection nor anything random is.
        """
        language = _spoken(language)
        for path in (*_FIRST, *(f"check/{name}/?v=1" for name in questions.names())):
            self._ask(f"/{language}/{path}")
        for name in self._app.jinja_env.list_templates():
            self._app.jinja_env.get_template(name)
        localedata.load(language)
        # The first sheet needs the database, which takes longer to import than all that was asked for so far.
        _, _, headers = self._ask(f"/{language}/score/", method="POST", data=_SHEET)
        address = headers["Location"].removeprefix(self._origin)
        self._ask(address)
        self._exchange(f"{address}/exchange", {"known": _NEVER, "changes": []})
        self.undo()
        # Its names are drawn, too, from a seed of its own.
        tempfile._name_sequence = None  # type: ignore[attr-defined]
        gc.collect()

    def get_ready(self, language: str) -> None:
        """Work out what the first verdict needs."""
        self._ask(f"/{_spoken(language)}/check/hire/")


def _spoken(language: str) -> str:
    """A language, or the default one where its texts did not come along."""
    return language if language in i18n.languages() else i18n.DEFAULT_LANGUAGE


def _sent(content: bytes) -> dict[str, Sent]:
    """How far the server knows sheets; versions before noted revisions only."""
    heard = {}
    for key, sent in json.loads(content).items():
        if isinstance(sent, int):
            heard[key] = Sent(sent, taken=sent)
        else:
            revision, server, refused, taken, arrived = sent
            heard[key] = Sent(revision, server, refused, taken, tuple(arrived))
    return heard


def _damaged(file: Path) -> bool:
    """Whether a file does not hold what it is for, however that came."""
    try:
        return not _READABLE[file.name](file)
    except (ValueError, TypeError, AttributeError):
        return True


def _is_sent(file: Path) -> bool:
    kinds = [[type(part) for part in sent] for sent in _sent(file.read_bytes()).values()]
    return all(kind == [int, str, str, int, tuple] for kind in kinds)


def _is_database(file: Path) -> bool:
    """Whether SQLite finds nothing wrong with it, and it was not written by a newer version."""
    # Imported here because whoever has no sheet needs none.
    import sqlite3

    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as database:
            ((problem,), *_) = database.execute("PRAGMA integrity_check")
            ((revision,),) = database.execute("SELECT version_num FROM alembic_version")
            return bool(problem == "ok" and revision <= REVISION)
    except sqlite3.Error:
        return False


_READABLE: Mapping[str, Callable[[Path], bool]] = {
    _KEY: lambda file: len(file.read_text(encoding="ascii")) >= _KEY_BYTES,
    _DATABASE: _is_database,
    _JAR: lambda file: all(isinstance(value, str) for value in json.loads(file.read_bytes()).values()),
    _SENT: _is_sent,
    _DEVICE: lambda file: bool(re.fullmatch(r"#[0-9a-f]{8}", file.read_text(encoding="ascii"))),
    _SERVER: lambda file: bool(re.fullmatch(r"[\w-]{1,32}", file.read_text(encoding="ascii"))),
}


def _shown(name: str, cookie: Morsel[str]) -> Cookie:
    shown: Cookie = {"name": name, "value": cookie.coded_value, "path": "/", "sameSite": "lax"}
    if cookie["max-age"]:
        shown["expires"] = (time.time() + int(cookie["max-age"])) * 1000
    return shown


def compiled_files(root: str) -> bytes:
    """All that was compiled and worked out below a folder, and did not come along, as a file of files."""
    worked_out = (file for folder in _WORKED_OUT for file in Path(root).rglob(f"{folder}/*") if file.is_file())
    files = sorted(file for file in worked_out if file.stat().st_mtime != UNPACKED_AT)
    return packed((file.relative_to(root).as_posix(), file.read_bytes()) for file in files)

"""The served app: what was acknowledged survives anything, and eight phones can write at the same time."""

import concurrent.futures
import contextlib
import itertools
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError

import pytest
from companion.engine import Chance, encode, load_catalog, start
from companion.engine.format.notation import MAX_LETTERS
from companion.web.api.document import openapi_document

from tests.conftest import every
from tests.postgres import Postgres
from tests.serving import Server, free_port
from tests.web.described import resolved

CATEGORIES = list(load_catalog().scoring.categories)


class Phone:
    """A device with cookies of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=20) as response:
            return str(response.read().decode())

    def post(self, path: str, data: dict[str, str], token: str) -> str:
        """Send a form and follow where it leads; the address at the end."""
        body = urllib.parse.urlencode({**data, "csrf_token": token}).encode()
        with self.opener.open(self.url + path, data=body, timeout=20) as response:
            response.read()
            return str(urllib.parse.urlsplit(response.url).path)

    def token(self, path: str) -> str:
        found = re.search('name="csrf_token"[^>]*value="([^"]+)"', self.get(path))
        assert found
        return found[1]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that no test stops."""
    server = Server(tmp_path_factory.mktemp("instance"))
    yield server
    server.stop()


def new_sheet(phone: Phone) -> str:
    token = phone.token("/en/score/")
    people = {f"people-{n}-name": f"P{n}" for n in range(4)}
    colours = {f"people-{n}-colour": colour for n, colour in enumerate(("blue", "red", "yellow", "white"))}
    return phone.post("/en/score/", {**people, **colours}, token)


def stored(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="was-(p\d-[a-z-]+)" value="(-?\d+)"', page))


IMPATIENT = """
from companion.cli import main
from companion.storage import sqlite
sqlite.BUSY_MILLISECONDS = 2000
main()
"""
"""The command, which waits for SQLite for a shorter time, as do the tests."""


class Hosted:
    """The app with its database, which can both be killed and started again."""

    def __init__(self, instance: Path, database: Postgres | None) -> None:
        self.instance, self.database = instance, database
        self.arguments = ["--database-url", database.database()] if database else []
        self.server = self.start()

    def start(self) -> Server:
        return Server(self.instance, *self.arguments, command=[sys.executable, "-c", IMPATIENT])

    def kill_and_start_again(self) -> None:
        """A power cut: app and database end at once, and come back."""
        self.server.kill()
        if self.database:
            self.database.kill()
            self.database.start()
        self.server = self.start()


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
def hosted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    # A database server of its own: the others' must not be killed.
    database = Postgres() if request.param == "postgresql" else None
    hosted = Hosted(tmp_path_factory.mktemp("hosted"), database)
    yield hosted
    hosted.server.stop()
    if database:
        database.stop()


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.thorough)])
def test_killed_while_eight_phones_write(hosted: Hosted, times: int) -> None:
    """Every entry that was acknowledged before the end is there, whatever was under way, and none is there by half."""
    still = Phone(hosted.server.url)
    for _ in range(times):
        sheet = new_sheet(still)
        token = still.token(sheet)
        still.post(sheet, {"p1-workers": "17", "p3-workers": "-6"}, token)
        acknowledged = write_until_the_end(hosted, sheet)
        # The key that signs cookies survived too: the page that is still open can go on.
        still.url = hosted.server.url
        still.post(sheet, {"p1-step-disc": "3"}, token)
        there = stored(still.get(sheet))
        assert (there["p1-workers"], there["p3-workers"], there["p1-step-disc"]) == ("17", "-6", "3")
        for category, value in acknowledged.items():
            found = {int(there[f"p{seat}-{category}"]) for seat in range(1, 5)}
            # One more than acknowledged: stored, and its answer was lost.
            assert found in ({value}, {value + 1}), category


def write_until_the_end(hosted: Hosted, sheet: str) -> dict[str, int]:
    """Eight phones write, each its category for all four players at once, until a power cut: what was acknowledged."""
    acknowledged: dict[str, int] = {}
    writes = itertools.count()
    enough = threading.Event()

    def write(category: str) -> None:
        phone = Phone(hosted.server.url)
        # A phone that the end of the server reaches has nothing acknowledged any more.
        with contextlib.suppress(OSError, HTTPException):
            token = phone.token(sheet)
            for value in range(1, 900):
                new = {f"p{seat}-{category}": str(value) for seat in range(1, 5)}
                seen = {f"was-{field}": str(value - 1) if value > 1 else "" for field in new}
                phone.post(sheet, {**new, **seen}, token)
                acknowledged[category] = value
                if next(writes) > 30 and len(acknowledged) == 8:
                    enough.set()

    with concurrent.futures.ThreadPoolExecutor(8) as phones:
        writing = [phones.submit(write, category) for category in CATEGORIES[:8]]
        assert enough.wait(120)
        hosted.kill_and_start_again()
        for future in writing:
            future.result(timeout=60)
    assert len(acknowledged) == 8
    return acknowledged


@contextlib.contextmanager
def unfinished(server: Server, sheet: str, *heads: str) -> Iterator[None]:
    """Requests whose body never comes, as a phone sends them that has lost its signal."""
    place = urllib.parse.urlsplit(server.url)
    with contextlib.ExitStack() as open_ones:
        for head in heads:
            phone = open_ones.enter_context(socket.create_connection((str(place.hostname), place.port or 80)))
            form = "Content-Type: application/x-www-form-urlencoded\r\n"
            phone.sendall(f"POST {sheet} HTTP/1.1\r\nHost: x\r\n{form}{head}\r\n\r\n".encode())
        yield


def test_requests_that_never_arrive_keep_nobody_waiting(server: Server) -> None:
    """A thread takes a request when it is there as a whole."""
    sheet = new_sheet(Phone(server.url))
    with unfinished(server, sheet, *["Content-Length: 100"] * 40, *["Transfer-Encoding: chunked"] * 40):
        for page in ("/healthz", "/en/rules/", sheet):
            assert Phone(server.url).get(page)


def test_a_port_that_is_taken_is_told(server: Server, tmp_path: Path) -> None:
    """A second app on the same port would get some of the first one's visitors."""
    port = urllib.parse.urlsplit(server.url).port
    command = [sys.executable, "-m", "companion", "serve", "--port", str(port), "--instance", str(tmp_path / "other")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (second.returncode, f"cannot listen at 127.0.0.1:{port}" in second.stderr) == (1, True)


def test_logs_are_json_and_tell_no_keys(server: Server) -> None:
    phone = Phone(server.url)
    sheet = new_sheet(phone)
    phone.get(sheet)
    lines = [line for line in server.output().decode().splitlines() if not line.startswith("http://")]
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert sheet.rpartition("/")[2] not in server.output().decode()


@every(
    ("path", "status", "words"),
    [
        (f"/ko/position/a{'A' * (MAX_LETTERS - 1)}/share", 400, "링크가 손상되었습니다"),
        (f"/ko/position/a{'A' * 4000}", 414, "상황을 찾을 수 없는 링크입니다"),
        (f"/ko/position/a{'A' * 7999}", 414, "상황을 찾을 수 없는 링크입니다"),
        (f"/ko/position/a{'A' * 99_999}", 431, "Request Header Fields Too Large"),
        ("/metrics", 404, ""),
    ],
)
def test_addresses_that_are_refused(server: Server, path: str, status: int, words: str) -> None:
    """The app refuses codes that are too long; what no position needs by far never gets to it.

    Whatever has a share code can be opened: the longest address of ours is shorter than the server allows. Metrics are
    off unless they are switched on.
    """
    with pytest.raises(HTTPError) as caught:
        Phone(server.url).get(path)
    with caught.value as answer:
        assert answer.code == status
        assert words in answer.read().decode()


@every(
    ("method", "path", "query", "length", "status"),
    [("GET", "/api/v1/search", f"?q={'a' * 100_000}", "0", 431), ("POST", "/api/v1/check", "", "99999999", 413)],
)
def test_what_never_gets_to_the_api_is_described(
    server: Server, method: str, path: str, query: str, length: str, status: int
) -> None:
    """In plain text; everything else is told in JSON."""
    with contextlib.closing(HTTPConnection(urllib.parse.urlsplit(server.url).netloc, timeout=20)) as connection:
        connection.request(method, path + query, headers={"Content-Length": length})
        response = connection.getresponse()
    told = resolved(openapi_document()["paths"][path][method.lower()]["responses"][str(response.status)])
    assert response.status == status
    assert response.headers.get_content_type() in told["content"]
    assert response.headers.get_content_type() == "text/plain"


@pytest.mark.parametrize(
    ("proxy", "believed"),
    [pytest.param([], True, marks=pytest.mark.thorough), (["--proxy", "192.0.2.1"], False)],
)
def test_behind_a_proxy_and_with_metrics(tmp_path: Path, proxy: list[str], believed: bool) -> None:
    """Only the proxy tells where the app is: anybody else could have links made that lead elsewhere.

    Prometheus asks at a port of its own, which is bound to this machine; visitors' port knows no such address.
    """
    port = free_port()
    server = Server(tmp_path / "instance", "--host", "127.0.0.2", "--metrics", str(port), "--https", *proxy)
    phone = Phone(server.url)
    phone.opener.addheaders = [("X-Forwarded-Host", "trail.example"), ("X-Forwarded-Proto", "https")]
    code = encode(start(2, [], chance=Chance(1)))
    assert ("https://trail.example/en/position/" in phone.get(f"/en/position/{code}/share")) == believed
    phone.get("/en/rules/movement/hand-fees")
    told = Phone(f"http://127.0.0.1:{port}").get("/metrics")
    assert re.search(r'companion_request_seconds_count\{.*rules.*status="200"\} 1\.0', told)
    assert "companion_requests_waiting 0.0" in told
    # A page that a browser on this machine has open, whose name was made to lead here.
    with pytest.raises(HTTPError, match="403"):
        urllib.request.urlopen(
            urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers={"Host": "bad.example"})
        )
    with pytest.raises(HTTPError, match="404"):
        phone.get("/metrics")
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", port), timeout=5).close()
    server.stop()


@contextlib.contextmanager
def nobody_may_write(file: Path) -> Iterator[None]:
    """Somebody else holds the lock of an SQLite file."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def test_while_the_database_hangs_the_rest_goes_on(hosted: Hosted) -> None:
    """However many phones wait for it: rules, files and questions are answered, and the phones are told."""
    phone = Phone(hosted.server.url)
    sheet = new_sheet(phone)
    token = phone.token(sheet)
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', phone.get("/en/rules/"))
    assert style

    def enters(number: int) -> int:
        try:
            phone.post(sheet, {f"p{1 + number % 4}-money": str(number)}, token)
        except HTTPError as error:
            with error:
                return error.code
        return 200

    hang = hosted.database.silent() if hosted.database else nobody_may_write(hosted.instance / "companion.db")
    with concurrent.futures.ThreadPoolExecutor(12) as phones:
        # From here on all connections to the database are open.
        assert set(phones.map(enters, range(100, 112))) == {200}
        with hang:
            told = [phones.submit(enters, number) for number in range(12)]
            for page in ("/en/rules/movement/hand-fees", style[1], "/en/rules/search?q=fee", "/en/check/hire/?v=1"):
                phone.get(page)
            with pytest.raises(HTTPError, match="503") as caught:
                phone.get("/healthz")
            caught.value.close()
        assert {one.result() for one in told} - {200} == {503}
    phone.post(sheet, {"p1-workers": "3"}, token)
    assert stored(phone.get(sheet))["p1-workers"] == "3"


@pytest.mark.parametrize(
    "told",
    [signal.SIGTERM, *(pytest.param(told, marks=pytest.mark.thorough) for told in (signal.SIGINT, signal.SIGHUP))],
)
def test_a_clean_stop_leaves_one_whole_file(server: Server, tmp_path: Path, told: signal.Signals) -> None:
    """Who copies the file of a stopped app has everything, also when a terminal was closed."""
    if server.process.poll() is not None:
        server.start_again()
    phone = Phone(server.url)
    sheet = new_sheet(phone)
    phone.post(sheet, {"p1-money": "3"}, phone.token(sheet))
    server.process.send_signal(told)
    server.process.wait(timeout=20)
    (copy := tmp_path / "elsewhere.db").write_bytes((server.instance / "companion.db").read_bytes())
    with contextlib.closing(sqlite3.connect(copy)) as database:
        assert (sheet.rpartition("/")[2],) in database.execute("SELECT edit_key FROM sheets").fetchall()
        *_, (told,) = database.execute("SELECT told FROM log WHERE kind = 'write' ORDER BY rowid").fetchall()
        assert json.loads(told) == {"cells": [[1, "money", None, "3"]]}

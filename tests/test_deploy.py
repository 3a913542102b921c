"""What `deploy/` puts on the internet: the app behind a real nginx, started again and again, in a container."""

import json
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
from companion import server
from companion.cli.server import serve
from companion.engine import Chance, encode, start
from companion.engine.format.notation import MAX_LETTERS
from companion.storage.database import MAX_AT_ONCE
from companion.storage.results import Ages
from companion.web.limits import API_REQUESTS, NEW_SHEETS
from companion.web.score.transfer import MAX_BYTES

from tests.conftest import ROOT
from tests.machine import is_free
from tests.postgres import Postgres
from tests.proxy import NAME, RULE, SHEETS, Proxy, Visitor
from tests.serving import Server, free_port

DEPLOY = ROOT / "deploy"
REAL = pytest.mark.thorough


def phone_at(proxy: Proxy, source: str = "127.0.0.1") -> Visitor:
    """A device at an address of this machine."""
    return Visitor(lambda: proxy.connection(source))


class Site(NamedTuple):
    apps: list[Server]
    proxy: Proxy


def site(folder: Path, *options: str, apps: int) -> Iterator[Site]:
    """So many apps behind nginx, as the unit file starts them."""
    with ExitStack() as stack:
        servers = []
        for number in range(apps):
            metrics = ["--metrics", str(free_port())]
            servers.append(Server(folder / f"instance-{number}", "--https", *metrics, *options))
            stack.callback(servers[-1].stop)
        proxy = Proxy([one.url for one in servers])
        stack.callback(proxy.stop)
        yield Site(servers, proxy)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Site]:
    """Two processes on one PostgreSQL."""
    folder = tmp_path_factory.mktemp("two", numbered=True)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("COMPANION_SECRET_KEY", "the same for both")
        environment.setenv("COMPANION_TRUSTED_HOSTS", NAME)
        yield from site(folder, "--database-url", postgres.database(), apps=2)


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Site]:
    """One process, which the test may end."""
    yield from site(tmp_path, apps=1)


@REAL
def test_plain_requests_are_sent_to_the_name_by_tls(two: Site) -> None:
    with closing(HTTPConnection("127.0.0.1", two.proxy.plain_port, timeout=20)) as plain:
        plain.request("GET", RULE, headers={"Host": "somebody.else"})
        answer = plain.getresponse()
        assert (answer.status, answer.getheader("Location")) == (301, f"https://{NAME}{RULE}")


@REAL
def test_another_name_gets_no_connection(two: Site) -> None:
    trusting = ssl.create_default_context(cafile=str(two.proxy.folder / "certificate.pem"))
    with (
        socket.create_connection(("127.0.0.1", two.proxy.port), timeout=20) as plain,
        pytest.raises(ssl.SSLError, match="unrecognized name"),
    ):
        trusting.wrap_socket(plain, server_hostname="somebody.else")


@REAL
def test_another_name_than_in_the_handshake_is_sent_away(two: Site) -> None:
    assert phone_at(two.proxy).ask(RULE, Host="somebody.else").status == 421


@REAL
def test_phones_at_a_sheet_do_not_wait_for_each_other() -> None:
    """None is answered before the app has heard of all of them."""
    phones = 4
    there = threading.Barrier(phones)

    class Sheet(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            there.wait(timeout=3)
            self.send_response(204)
            self.send_header("Cache-Control", "private, no-store")
            self.end_headers()

    with ExitStack() as stack:
        app = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Sheet))
        asking = stack.enter_context(ThreadPoolExecutor(phones))
        threading.Thread(target=app.serve_forever, daemon=True).start()
        stack.callback(app.shutdown)
        proxy = Proxy([f"http://127.0.0.1:{app.server_port}"])
        stack.callback(proxy.stop)
        answers = asking.map(lambda _: phone_at(proxy).ask("/en/score/key/changes").status, range(phones))
        assert [*answers] == [204] * phones


@REAL
def test_a_sheet_behind_the_proxy(two: Site) -> None:
    """Made, shared by its complete address, written in, and kept by nobody in between."""
    phone = phone_at(two.proxy)
    made = phone.new_sheet()
    assert made.status == 303
    sheet = made.headers["Location"]
    page = phone.ask(sheet)
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "; Secure;" in phone_at(two.proxy).ask(SHEETS).headers["Set-Cookie"]
    assert f"https://{NAME}{sheet}" in phone.ask(f"{sheet}/share", X_Forwarded_Host="somebody.else").text
    assert phone.ask(sheet, {"csrf_token": phone.token(sheet), "p1-money": "17"}).status == 303
    # Somebody else, perhaps at the other process, sees it at once.
    assert all('value="17"' in phone_at(two.proxy, f"127.0.0.{last}").ask(sheet).text for last in range(2, 8))


@REAL
def test_what_a_process_allows_a_visitor_counts_for_all_of_them(two: Site) -> None:
    """A visitor reaches one process, and is known by the address that nginx sees, whatever else is told."""
    most = int(NEW_SHEETS.often.partition(" ")[0])
    made = [phone_at(two.proxy, "127.0.0.30").new_sheet(X_Forwarded_For=f"192.0.2.{n}").status for n in range(most + 2)]
    assert made == [303] * most + [429] * 2
    assert phone_at(two.proxy, "127.0.0.31").new_sheet().status == 303
    for last in range(40, 60):
        phone_at(two.proxy, f"127.0.0.{last}").ask(SHEETS)
    assert all(b'"request"' in app.output() for app in two.apps)


@REAL
def test_requests_that_never_arrive_do_not_reach_the_app(two: Site) -> None:
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n"
    with ExitStack() as stack:
        for _ in range(40):
            silent = stack.enter_context(two.proxy.connection().sock)
            silent.sendall(f"POST {SHEETS} HTTP/1.1\r\nHost: {NAME}\r\n{form}\r\n".encode())
        before = [app.output().count(b"\n") for app in two.apps]
        assert [phone_at(two.proxy).ask(page).status for page in ("/healthz", RULE, SHEETS)] == [200] * 3
        assert 1 <= sum(app.output().count(b"\n") for app in two.apps) - sum(before) <= 3


@REAL
def test_a_flood_from_one_address_is_stemmed(two: Site) -> None:
    phone = phone_at(two.proxy, "127.0.0.70")
    told = [phone.ask(RULE).status for _ in range(1500)]
    assert set(told) == {200, 429}
    assert phone_at(two.proxy, "127.0.0.71").ask(RULE).status == 200


@REAL
@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/metrics", None, 404),
        (f"/ko/position/a{'A' * (MAX_LETTERS - 1)}/share", None, 400),
        (f"/ko/position/a{'A' * MAX_LETTERS}", None, 414),
        ("/en/score/history/import", "x" * (2 * MAX_BYTES), 413),
    ],
)
def test_what_is_refused(two: Site, path: str, body: str | None, status: int) -> None:
    form = None if body is None else {"file": body}
    assert phone_at(two.proxy, "127.0.0.80").ask(path, form).status == status


@REAL
def test_what_is_public_is_kept_and_the_rest_is_not(one: Site) -> None:
    """Rules can still be read while the app is away. What is not kept is told to be there again soon, by a page."""
    phone = phone_at(one.proxy)
    sheet = phone.new_sheet().headers["Location"]
    whole, part = phone.ask(RULE), phone.ask(RULE, HX_Request="true")
    packed = phone.ask(RULE, Accept_Encoding="gzip, deflate")
    assert len(part.text) < len(whole.text)
    requests = one.apps[0].output().count(b'"request"')
    for _ in range(5):
        assert phone.ask(RULE).text == whole.text
        assert phone.ask(RULE, HX_Request="true").text == part.text
        assert phone.ask(RULE, Accept_Encoding="gzip, deflate").text == packed.text
    assert one.apps[0].output().count(b'"request"') == requests
    one.apps[0].process.send_signal(signal.SIGTERM)
    one.apps[0].process.wait(timeout=20)
    assert phone.ask(RULE).text == whole.text
    for form in (None, {"p1-money": "17"}):
        away = phone.ask(sheet, form)
        assert (away.status, away.headers["Retry-After"]) == (503, "10")
        assert "Nothing that was stored is lost" in away.text
    key = sheet.rpartition("/")[2]
    assert key not in one.proxy.log.read_text(encoding="utf-8")


def unit() -> ConfigParser:
    """What stands in the unit file."""
    found = ConfigParser(interpolation=None, strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "companion@.service", encoding="utf-8")
    return found


def started_as(port: int) -> list[str]:
    """The options with which the unit file starts the app at a port."""
    program, command, *options = shlex.split(unit()["Service"]["ExecStart"].replace("%i", str(port)))
    assert (program, command) == ("/opt/companion/current/.venv/bin/companion", "serve")
    return options


def test_the_unit_starts_it_again_however_often_it_ends() -> None:
    assert (unit()["Service"]["Restart"], unit()["Unit"]["StartLimitIntervalSec"]) == ("always", "0")
    assert serve.make_context("serve", started_as(8001)).params["port"] == "8001"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")
def test_systemd_takes_the_units_and_finds_them_closed(tmp_path: Path) -> None:
    """The program is the only thing that it misses here."""
    for file in DEPLOY.glob("companion*"):
        shutil.copy(file, tmp_path / file.name.replace("@", "@8001"))
    units = sorted(file.name for file in tmp_path.iterdir())
    verify = ["systemd-analyze", "verify", *units]
    said = subprocess.run(verify, cwd=tmp_path, capture_output=True, text=True, check=False).stderr
    assert [
        line for line in said.splitlines() if "/opt/companion/current/.venv/bin/companion is not executable" not in line
    ] == []
    for unit in (name for name in units if name.endswith(".service")):
        looked = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", tmp_path / unit],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", looked.stdout)
        assert float(exposure) < 2.5


@REAL
def test_killed_again_and_again_the_port_is_free_and_nothing_is_lost(tmp_path: Path) -> None:
    """Also while it paints, in a process of its own."""
    port = next(port for port in range(8001, 9999) if is_free(port) and is_free(10_000 + port))
    code = encode(start(2, [], chance=Chance(1)))
    ask = f"GET /en/position/{code}.png HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    for _ in range(6):
        server = Server(tmp_path, *started_as(port))
        with socket.create_connection(("127.0.0.1", port), timeout=20) as asking:
            asking.sendall(ask)
            time.sleep(0.5)
            # The main process only: whatever else there is has to end by itself, or to hold nothing.
            server.process.kill()
            server.process.wait(timeout=20)
        assert is_free(port)
        server.kill()


def test_the_container_gets_all_that_the_app_is_made_of() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = {name for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for name in line.split()}
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
        "wheel"
    ]
    assert copied == {
        "requirements",
        "scripts",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "hatch_build.py",
        *wheel["packages"],
        *wheel["force-include"],
    }
    assert all((ROOT / name).exists() for name in copied)
    (arguments,) = re.findall("^CMD (.+)$", text, re.MULTILINE)
    command, *options = json.loads(arguments)
    assert command == "serve"
    serve.make_context(command, options)


def test_nginx_passes_on_what_the_app_takes() -> None:
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert MAX_BYTES < int(megabytes) * 1024**2 < server.MAX_BODY_LENGTH


def test_the_guide_tells_the_figures_that_hold() -> None:
    guide = " ".join((ROOT / "docs" / "deploy.md").read_text(encoding="utf-8").split())
    sheets, api = NEW_SHEETS.often.partition(" ")[0], API_REQUESTS.often.partition(" ")[0]
    for told in (
        f"make {sheets} sheets an hour and ask the API {api} times a minute",
        f"a file of games {MAX_BYTES // 1024**2} MB",
        f"the app reads no more than {server.MAX_BODY_LENGTH // 1024**2}",
        f"nobody entered anything for {Ages.empty} days",
        f"at most {server.MAX_OF_ADDRESS} connections of an address",
        f"gives a request {server.REQUEST_SECONDS} seconds to arrive and one more for every"
        f" {server.BYTES_A_SECOND} bytes",
        f"no device and no group knows after {Ages.forgotten}",
        f"up to {MAX_AT_ONCE} connections to PostgreSQL",
    ):
        assert told in guide, told

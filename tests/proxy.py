"""The nginx of `deploy/nginx.conf`: a real one, with the ports, folders and certificate of a test; and its visitors."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.conftest import ROOT
from tests.serving import free_port

NAME = "trail.example"
PROGRAMS = ("nginx", "openssl")


def missing() -> list[str]:
    """Debian packages that a proxy needs and that are not there; each is named like its program."""
    return [name for name in PROGRAMS if not shutil.which(name)]


_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Proxy:
    """A running nginx in front of these apps, at a name of its own.

    Without `limits` a visitor may ask as often as a measurement needs. In `files`, a folder that is served as /files/,
    lies what the app is measured beside.
    """

    def __init__(self, apps: Sequence[str], *, name: str = NAME, limits: bool = True) -> None:
        self.name = name
        self.folder = Path(tempfile.mkdtemp(prefix="nginx-"))
        # Its workers are somebody else when the tests run as root.
        self.folder.chmod(0o755)
        self.plain_port, self.port = free_port(), free_port()
        self.log, self.files = self.folder / "error.log", self.folder / "files"
        self.files.mkdir()
        self._make_certificate()
        configuration = self.folder / "nginx.conf"
        configuration.write_text(self._configuration(apps, limits=limits), encoding="utf-8")
        self.process = subprocess.Popen(
            ["nginx", "-p", str(self.folder), "-c", str(configuration), "-e", str(self.log), "-g", "daemon off;"]
        )
        self._wait()

    def connection(self, source: str = "127.0.0.1", timeout: float = 60) -> HTTPSConnection:
        """A connection over TLS from this address of this machine."""
        return connected(self.name, self.port, self.folder / "certificate.pem", source, timeout)

    def stop(self) -> None:
        """End in good order."""
        self.process.terminate()
        self.process.wait(timeout=20)
        shutil.rmtree(self.folder)

    def _make_certificate(self) -> None:
        made = ["-keyout", str(self.folder / "key.pem"), "-out", str(self.folder / "certificate.pem")]
        about = ["-subj", f"/CN={self.name}", "-addext", f"subjectAltName=DNS:{self.name}", "-days", "2"]
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *made, *about]
        subprocess.run(command, check=True, capture_output=True)

    def _configuration(self, apps: Sequence[str], *, limits: bool) -> str:
        """What stands in the file, with other places."""
        text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        servers = "".join(f"server {urlsplit(app).netloc} fail_timeout=2s;\n" for app in apps)
        for what, instead in (
            (r"^ *listen \[::\].*\n", ""),
            (r"listen 80 ", f"listen 127.0.0.1:{self.plain_port} "),
            (r"listen 443 ", f"listen 127.0.0.1:{self.port} "),
            (r"server 127\.0\.0\.1:8001.*\n", servers),
            (r"/etc/letsencrypt/live/trail\.example/fullchain\.pem", f"{self.folder}/certificate.pem"),
            (r"/etc/letsencrypt/live/trail\.example/privkey\.pem", f"{self.folder}/key.pem"),
            (r"/var/lib/nginx/pages", f"{self.folder}/pages"),
            (r"/var/log/nginx/error\.log", str(self.log)),
            (r"/run/nginx\.pid", f"{self.folder}/pid"),
            (r"/opt/companion/current/deploy", str(ROOT / "deploy")),
            (r"trail\.example", self.name),
            (r"rate=100r/s", "rate=100r/s" if limits else "rate=1000000r/s"),
            (r"limit_conn connections 600", f"limit_conn connections {600 if limits else 60000}"),
            (
                r"^        location / \{\n +proxy_pass",
                f"location /files/ {{ root {self.folder}; gzip_static on; }}\n\\g<0>",
            ),
            (r"^http \{", "http {\n" + "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in _TEMPORARY)),
        ):
            text, count = re.subn(what, instead, text, flags=re.MULTILINE)
            assert count, f"deploy/nginx.conf has no {what}"
        return text

    def _wait(self) -> None:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                self.connection().close()
            except ConnectionError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"nginx did not start:\n{self.log.read_text(encoding='utf-8')}")


class _ToThisMachine(HTTPSConnection):
    """Knows where the name is without asking anybody."""

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout, self.source_address)
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


def connected(name: str, port: int, certificate: Path, source: str, timeout: float = 60) -> HTTPSConnection:
    """A connection over TLS to a name at a port of this machine, trusting a certificate, from an address of it."""
    trusted = ssl.create_default_context(cafile=str(certificate))
    connection = _ToThisMachine(name, port, timeout=timeout, context=trusted, source_address=(source, 0))
    connection.connect()
    return connection


RULE, SHEETS = "/en/rules/movement/hand-fees", "/en/score/"
PEOPLE = {"people-0-name": "Anna", "people-0-colour": "blue", "people-1-name": "Ben", "people-1-colour": "red"}


class Answer(NamedTuple):
    """What a visitor is answered."""

    status: int
    headers: Mapping[str, str]
    text: str


class Visitor:
    """A device that keeps its cookie."""

    def __init__(self, connect: Callable[[], HTTPSConnection]) -> None:
        self.connect, self.cookie = connect, ""

    def ask(self, path: str, form: Mapping[str, str] | None = None, **headers: str) -> Answer:
        """Ask for a page, or send a form."""
        body = urlencode(form) if form is not None else None
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {**kind, **told, "Cookie": self.cookie, "Referer": f"https://{NAME}/"}
        with closing(self.connect()) as connection:
            connection.request("POST" if body is not None else "GET", path, body, sent)
            answer = connection.getresponse()
            self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
            return Answer(answer.status, dict(answer.getheaders()), answer.read().decode(errors="replace"))

    def token(self, path: str) -> str:
        """What a form of a page has to send along."""
        found = re.search('name="csrf_token"[^>]*value="([^"]+)"', self.ask(path).text)
        assert found
        return found[1]

    def new_sheet(self, **headers: str) -> Answer:
        """Make a sheet; where it is stands in the answer."""
        return self.ask(SHEETS, {**PEOPLE, "csrf_token": self.token(SHEETS)}, **headers)

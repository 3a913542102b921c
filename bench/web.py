"""Requests a second: of the app, of the app behind the nginx of `deploy/`, and of that nginx for the same as a file.

All over TLS but the app itself. Needs Debian's nginx, openssl and wrk; says so when they are missing.
"""

import gzip
import logging
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.app import create_app
from tests.proxy import Proxy, missing
from tests.serving import Server

from bench.timing import beside, milliseconds

PATHS = [
    "/en/rules/movement/hand-fees",
    "/ko/rules/kansas-city/cities",
    "/en/rules/search?q=fee",
    "/ko/rules/search?q=요금을",
]
SECONDS = 5
CONNECTIONS = 16


def run() -> Iterator[str]:
    """The lines of the report."""
    yield from _in_process()
    packages = [*missing(), *(["wrk"] if not shutil.which("wrk") else [])]
    if packages:
        yield f"left out: install the Debian package(s) {' '.join(packages)}"
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--https")
        proxy = Proxy([server.url], name="localhost", limits=False)
        try:
            for number, path in enumerate(PATHS):
                asked = urllib.parse.quote(path, safe="/?=")
                _lay_down(proxy.files / f"{number}.html", server.url + asked)
                front = f"https://localhost:{proxy.port}"
                app, behind, file = (
                    _load(url) for url in (server.url + asked, front + asked, f"{front}/files/{number}.html")
                )
                yield (
                    f"{path}: {app:.0f} requests/s, behind nginx {behind:.0f}, as a file there {file:.0f};"
                    f" ratios to the file {app / file:.3f} and {behind / file:.3f}"
                )
        finally:
            proxy.stop()
            server.stop()


def _in_process() -> Iterator[str]:
    """What a request costs the server itself, without a network: beside the cheapest request there is."""
    logging.getLogger("companion").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as instance:
        client = create_app({"INSTANCE": instance}).test_client()

        def ask(path: str) -> float:
            return milliseconds(lambda: client.get(path, headers={"Accept-Encoding": "br"}))

        cheapest = ask("/robots.txt")
        for path in PATHS:
            yield beside(f"{path} in process", ask(path), "/robots.txt", cheapest)


def _lay_down(file: Path, url: str) -> None:
    """What the app answers, as a file, also compressed."""
    with urllib.request.urlopen(url) as response:  # noqa: S310
        page = response.read()
    file.write_bytes(page)
    file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(page, 9))


def _load(url: str) -> float:
    """Requests per second, with everything compressed."""
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-H", "Accept-Encoding: gzip", url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    assert rate
    return float(rate[1])

"""Requests per second of the served app, beside nginx serving the same bytes from a file.

Needs Debian's nginx and wrk; says so when they are missing.
"""

import gzip
import logging
import re
import shutil
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.app import create_app
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
NGINX_PORT = 8091

CONFIGURATION = """
worker_processes 2; daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; gzip_static on; types {{ text/html html; }}
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {folder}/www; }}
}}
"""


def run() -> Iterator[str]:
    """The lines of the report."""
    yield from _in_process()
    missing = [name for name in ("nginx", "wrk") if not shutil.which(name)]
    if missing:
        yield f"left out: install the Debian package(s) {' '.join(missing)}"
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder / "instance")
        nginx = _start_nginx(folder, server)
        try:
            for number, path in enumerate(PATHS):
                asked = urllib.parse.quote(path, safe="/?=")
                ours, ours_ms = _load(server.url + asked)
                theirs, theirs_ms = _load(f"http://127.0.0.1:{NGINX_PORT}/{number}.html")
                yield (
                    f"{path}: {ours:.0f} requests/s, {ours_ms:.2f} ms each at {CONNECTIONS} connections;"
                    f" nginx: {theirs:.0f} requests/s, {theirs_ms:.2f} ms; ratio {ours / theirs:.3f}"
                )
        finally:
            nginx.terminate()
            nginx.wait(timeout=10)
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


def _start_nginx(folder: Path, server: Server) -> "subprocess.Popen[bytes]":
    www = folder / "www"
    www.mkdir()
    folder.chmod(0o755)
    for number, path in enumerate(PATHS):
        with urllib.request.urlopen(server.url + urllib.parse.quote(path, safe="/?=")) as response:  # noqa: S310
            page = response.read()
        (www / f"{number}.html").write_bytes(page)
        (www / f"{number}.html.gz").write_bytes(gzip.compress(page, 9))
    configuration = folder / "nginx.conf"
    configuration.write_text(CONFIGURATION.format(folder=folder, port=NGINX_PORT), encoding="utf-8")
    nginx = subprocess.Popen(["nginx", "-c", str(configuration)])
    time.sleep(1)
    return nginx


def _load(url: str) -> tuple[float, float]:
    """Requests per second, and the mean duration of one, with everything compressed."""
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-H", "Accept-Encoding: gzip", url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "Non-2xx" not in output, output
    rate = re.search(r"Requests/sec:\s+([\d.]+)", output)
    latency = re.search(r"Latency\s+([\d.]+)(us|ms|s)", output)
    assert rate
    assert latency
    return float(rate[1]), float(latency[1]) * {"us": 0.001, "ms": 1, "s": 1000}[latency[2]]

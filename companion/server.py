"""The web app on Granian: loaded once, then served by several processes with a few threads each."""

from __future__ import annotations

import gc
import multiprocessing
import socket
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

import click
import segno
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.mp import MPServer
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.app import create_app
from companion.web import logs

_THREADS = 2
"""A long answer keeps nobody waiting; more would only wait for each other, as Python computes in one at a time."""
_HAND_OVER_SECONDS = 0.001
"""How long a thread goes on computing while the other waits to. Whoever asks the database in many small questions would
wait that long after each answer."""
_GRACE_SECONDS = 5
_MOST_CONNECTIONS = 4096
"""Of one process. Every phone that has a sheet open keeps one."""
_PATIENCE_MILLISECONDS = 10_000
"""How long a connection may lie idle, or the head of a request take to arrive. Phones at a sheet ask more often."""
_ATTEMPTS, _PAUSE_SECONDS = 1000, 0.02
_LOGGING: Mapping[str, Any] = {
    # The server's own messages go where all others go.
    "loggers": {"_granian": {"handlers": [], "propagate": True}},
    "handlers": {},
    "formatters": {},
}


class _Server(MPServer):
    """Says where it is once it really is there."""

    def _spawn_workers(self, *arguments: Any) -> None:
        super()._spawn_workers(*arguments)  # type: ignore[no-untyped-call] # Granian tells no types
        if _answers(self.bind_addr, self.bind_port):
            _announce(self.bind_addr, self.bind_port)


class PortTaken(RuntimeError):
    """Something else listens where the app was to listen."""


def run(config: Mapping[str, Any], host: str, port: int, workers: int, *, behind_proxy: bool) -> None:
    """Serve the app until the process is told to stop. Raises PortTaken."""
    logs.configure()
    port = _free_port(host, port)
    app = create_app(config)
    if behind_proxy:
        # Scheme, host and the reader's address come from the proxy, and from nobody else.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    database = app.extensions["database"]

    def load(_name: str) -> Callable[..., Any]:
        database.forget_connections()
        sys.setswitchinterval(_HAND_OVER_SECONDS)
        return app

    # Texts and search stay for good: looking through them for garbage would stop a worker for a third of a second.
    gc.collect()
    gc.freeze()
    # The app and the memory that its processes share are there before they are.
    multiprocessing.set_start_method("fork", force=True)
    server = _Server(
        app.name,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=_THREADS,
        backpressure=_MOST_CONNECTIONS,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=_PATIENCE_MILLISECONDS),
        respawn_failed_workers=True,
        workers_kill_timeout=_GRACE_SECONDS,
        log_dictconfig=dict(_LOGGING),
    )
    server.serve(target_loader=load)
    # The workers are gone: what they wrote goes from the journal into the file, which is whole by itself then.
    database.forget_connections()
    database.clear_journal()
    database.close()


def _free_port(host: str, port: int) -> int:
    """The port, or any free one for 0. Raises PortTaken.

    The server's processes share their port, which would let a second server share it too, unnoticed.
    """
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(kind, socket.SOCK_STREAM) as probe:
        # A port whose last connections are not quite over yet is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(f"cannot listen at {host}:{port}: {error.strerror}") from error
        return int(probe.getsockname()[1])


def _answers(host: str, port: int) -> bool:
    """Wait until somebody can connect; False when nobody can after a long while."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (only compared)
    for _ in range(_ATTEMPTS):
        try:
            socket.create_connection((here, port), timeout=1).close()
        except OSError:
            time.sleep(_PAUSE_SECONDS)
        else:
            return True
    return False


def _announce(host: str, port: int) -> None:
    """Say where the app is; with a picture for phones when they can reach it."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 (only compared)
        click.echo(f"http://{host}:{port}/", err=True)
        return
    address = f"http://{_own_address()}:{port}/"
    click.echo(f"{address}  (every device on this network can reach it)", err=True)
    segno.make_qr(address).terminal(out=sys.stderr, compact=True)


def _own_address() -> str:
    """This machine's address on its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])

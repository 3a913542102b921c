"""The web app on gunicorn: loaded once, then served by several processes with several threads each."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.app import create_app
from companion.web import logs

_THREADS = 4
_GRACE_SECONDS = 5
_KEEPALIVE_SECONDS = 10
_MEMORY = Path("/dev/shm")  # noqa: S108 (not for files of ours)


class _Logger(Logger):  # type: ignore[misc] # gunicorn tells no types
    """The server's own messages go where all others go."""

    def setup(self, cfg: object) -> None:  # noqa: ARG002 (gunicorn gives it)
        """Leave everything to the handler of the whole process."""
        self.error_log.handlers.clear()
        self.error_log.propagate = True
        self.error_log.setLevel(logging.INFO)


class _Server(BaseApplication):  # type: ignore[misc] # gunicorn tells no types
    def __init__(self, app: Flask, settings: Mapping[str, Any]) -> None:
        self.application, self.settings = app, settings
        super().__init__()

    def load_config(self) -> None:
        """Take the settings that were given, and none from files or the environment."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Give the app to the workers."""
        return self.application


def run(config: Mapping[str, Any], host: str, port: int, workers: int, *, behind_proxy: bool) -> None:
    """Serve the app until the process is told to stop."""
    logs.configure()
    app = create_app(config)
    if behind_proxy:
        # Scheme, host and the reader's address come from the proxy, and from nobody else.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    database = app.extensions["database"]

    def start_worker(_arbiter: object, _worker: object) -> None:
        database.forget_connections()

    def tell(arbiter: Any) -> None:
        for listener in arbiter.LISTENERS:
            _announce(host, listener.sock.getsockname()[1])

    # Texts and search stay for good: looking through them for garbage would stop a worker for a third of a second.
    gc.collect()
    gc.freeze()
    settings = {
        "bind": f"{host}:{port}",
        "workers": workers,
        "worker_class": "gthread",
        "threads": _THREADS,
        # Phones at a sheet ask every two seconds: longer than that, so that they need no new connection each time.
        "keepalive": _KEEPALIVE_SECONDS,
        "preload_app": True,
        "logger_class": _Logger,
        "post_fork": start_worker,
        "when_ready": tell,
        "graceful_timeout": _GRACE_SECONDS,
        # The longest address is that of a position with the longest code; what is longer still gets a page of ours.
        "limit_request_line": 8190,
        "limit_request_fields": 60,
        # A worker's heartbeat file belongs into memory, not on a slow disk.
        "worker_tmp_dir": str(_MEMORY) if _MEMORY.is_dir() else None,
        "control_socket_disable": True,
    }
    _Server(app, settings).run()


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

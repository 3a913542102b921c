"""The web app on waitress: one process of a few threads, which get requests once they are there as a whole."""

from __future__ import annotations

import gc
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

import click
from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from companion import logs, making
from companion.app import create_app
from companion.settings import Configuration
from companion.sheets.games import Ages
from companion.storage.database import MAX_AT_ONCE
from companion.storage.errors import NoAnswer
from companion.storage.results import tidy
from companion.web import database
from companion.web.score.transfer import MAX_BYTES

_log = logging.getLogger(__name__)

_THREADS = MAX_AT_ONCE + 1
"""Who waits for the database or computes for long keeps nobody waiting. More would only wait for each other, as Python
computes in one at a time."""
_MAX_CONNECTIONS = 4096
"""Every phone that has a sheet open keeps one."""
_FILES_OF_ONE = 2
"""Of a connection: itself, and what lies on the disk of a long request."""
_PATIENCE_SECONDS = 30
"""How long a connection may be silent, also in the middle of a request. Phones at a sheet ask more often. What drips is
bounded by `REQUEST_SECONDS`."""
_CLEANING_SECONDS = 5
_A_DAY = 24 * 3600
_MAX_HEAD_LENGTH = 64 * 1024
MAX_BODY_LENGTH = 2 * MAX_BYTES
"""The app has a page for what is too long; what is far too long is not even read."""
_THIS_MACHINE = "127.0.0.1"
_TOLD_BY_PROXY = "x-forwarded-for x-forwarded-proto x-forwarded-host"

# The connections: what waitress does, bounded in time and for each address, and ended without a loss.

MAX_OF_ADDRESS = 600
"""Connections that an address may have at a time: a club behind one address has fewer phones. A proxy has them all."""
REQUEST_SECONDS = 30
BYTES_A_SECOND = 500
"""How long a request may take to arrive: so many seconds, and one more for so many bytes that have come."""
_STOP_SECONDS = 10.0
"""How long a server that is told to stop answers what has been asked."""
_IDLE_SECONDS = 1.0
"""How long it leaves connections open on which nothing is asked: a proxy may just be sending something."""
_FIRST_HANDED = 3
"""The number of the first file that systemd hands to a process."""


class _Channel(HTTPChannel):
    """A connection. Only what is asked as a whole keeps it open: not single bytes now and then."""

    server: Server

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._since, self._bytes = time.monotonic(), 0
        super().__init__(*arguments, **named)

    def received(self, data: bytes) -> bool:
        self._bytes += len(data)
        return bool(super().received(data))

    def service(self) -> None:
        if self.server.stopping:
            # As if the visitor had said that it is the last one.
            self.requests[0].headers = {**self.requests[0].headers, "CONNECTION": "close"}
        super().service()
        self._since, self._bytes = time.monotonic(), 0

    @property
    def waiting(self) -> bool:
        """Whether nothing is to be answered or sent."""
        return not self.requests and not self.total_outbufs_len

    @property
    def overdue(self) -> bool:
        """Whether a request should be there by now."""
        seconds = REQUEST_SECONDS + self._bytes / BYTES_A_SECOND
        return self.waiting and time.monotonic() - self._since > seconds


class Server(TcpWSGIServer):
    """A server at a socket that listens. Other settings are waitress' own."""

    channel_class = _Channel
    active_channels: dict[int, _Channel]  # type: ignore[assignment] # as `channel_class` says
    stopping = False

    def __init__(
        self, app: Callable[..., Iterable[bytes]], listening: socket.socket, *, handed: bool, **settings: Any
    ) -> None:
        """`handed`: the socket goes on to the next process, and who comes after `stop` waits for that one."""
        place = (listening.family, listening.type, listening.proto, listening.getsockname())
        self._listening = listening
        self._handed = handed
        self._places: dict[int, Any] = {}
        super().__init__(
            app, self._places, _sock=listening, bind_socket=False, sockinfo=place, adj=Adjustments(**settings)
        )

    def accept(self) -> Any:
        """A connection, unless its address has enough of them."""
        accepted = super().accept()
        if accepted is None or len(self.active_channels) < MAX_OF_ADDRESS:
            return accepted
        connection, (address, *_) = accepted
        of_address = sum(channel.addr[0] == address for channel in self.active_channels.values())
        if of_address < MAX_OF_ADDRESS or address == self.adj.trusted_proxy:
            return accepted
        connection.close()
        return None

    def maintenance(self, now: int) -> None:
        """Close connections that are silent, or take too long to say something."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.overdue:
                channel.will_close = True

    def run(self) -> None:
        """Serve until `stop`; then answer what has been asked, and end."""
        while not self.stopping:
            self._turn(self.adj.asyncore_loop_timeout)
        self.accepting = False
        if not self._handed:
            self.del_channel()
            self._listening.close()
        started = time.monotonic()
        while self.active_channels and time.monotonic() - started < _STOP_SECONDS:
            self._turn(0.1)
            if time.monotonic() - started > _IDLE_SECONDS:
                for channel in [*self.active_channels.values()]:
                    if channel.waiting and channel.request is None:
                        channel.handle_close()
        self.task_dispatcher.shutdown()

    def stop(self, *_: object) -> None:
        """End `run`. May be called whenever, also by a signal."""
        self.stopping = True
        self.pull_trigger()

    def _turn(self, seconds: float) -> None:
        wasyncore.loop(seconds, self.adj.asyncore_use_poll, self._places, count=1)


def handed_by_systemd() -> socket.socket | None:
    """The socket at which systemd listens for this process (`deploy/companion@.socket`); None without one."""
    handed = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if handed != (str(os.getpid()), "1"):
        return None
    os.set_inheritable(_FIRST_HANDED, False)
    return socket.socket(fileno=_FIRST_HANDED)


class PortTaken(RuntimeError):
    """Something else listens where the app was to listen."""


def run(settings: Configuration) -> None:
    """Serve the app until the process is told to stop; what has been asked then is answered.

    Raises PortTaken, and what `create_app` and `database.opened` do.
    """
    log_format = settings["LOG_FORMAT"] or logs.default_format()
    logs.configure(log_format)
    host, metrics_port = settings["HOST"], settings["METRICS"]
    proxy = {"trusted_proxy": settings["PROXY"], "trusted_proxy_count": 1, "trusted_proxy_headers": _TOLD_BY_PROXY}
    # What another proxy says is believed by nobody, but it tells that there is one: see `web/yours`.
    trusted: dict[str, Any] = proxy if settings["HTTPS"] else {"clear_untrusted_proxy_headers": False}
    handed = handed_by_systemd()
    with handed or _listen(host, settings["PORT"]) as listening:
        app = create_app(settings)
        stored = database.opened(app)
        server = Server(
            app,
            listening,
            handed=handed is not None,
            threads=_THREADS,
            connection_limit=_connections(),
            asyncore_use_poll=True,
            channel_timeout=_PATIENCE_SECONDS,
            cleanup_interval=_CLEANING_SECONDS,
            max_request_header_size=_MAX_HEAD_LENGTH,
            max_request_body_size=MAX_BODY_LENGTH,
            log_socket_errors=False,
            ident="",
            **trusted,
        )
        # Texts and search stay for good: looking through them for garbage would stop all for a third of a second.
        gc.collect()
        gc.freeze()
        if metrics_port is not None:
            _tell_metrics(app, metrics_port, lambda: len(server.task_dispatcher.queue))
        threading.Thread(target=_tidy_daily, args=(app,), daemon=True).start()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, server.stop)
        _announce(host, listening.getsockname()[1])
        # What phones ask for is packed meanwhile, by a process that everybody else goes before.
        packing = making.start_missing(log_format, making.PAGES, making.PHONE, niceness=making.LESS_URGENT)
        app.extensions["packing"] = packing
        server.run()
    if packing:
        packing.terminate()
    # What was written goes from the journal into the file, which is whole by itself then.
    stored.clear_journal()
    stored.close()


def _tell_metrics(app: Flask, port: int, waiting: Callable[[], int]) -> None:
    """Answer /metrics at a port of its own, which nothing outside this machine reaches. Raises PortTaken."""
    # Imported here because most apps tell nobody.
    from prometheus_client import start_http_server

    from companion.web.metrics import Metrics

    metrics = Metrics(app)
    metrics.waiting(waiting)
    try:
        server, _ = start_http_server(port, _THIS_MACHINE, metrics.registry)
    except OSError as error:
        raise PortTaken(f"cannot listen at {_THIS_MACHINE}:{port}: {error.strerror}") from error
    answer: Any = server.get_app()

    def for_this_machine(environ: dict[str, Any], start_response: Any) -> Any:
        # A page of somebody else's, whose name leads here all at once, asks by that name.
        if environ.get("HTTP_HOST", "").partition(":")[0] in (_THIS_MACHINE, "localhost"):
            return answer(environ, start_response)
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [b"Figures are told at 127.0.0.1 only.\n"]

    server.set_app(for_this_machine)


def _tidy_daily(app: Flask) -> None:
    """Let go of what nobody misses, for as long as the app runs. Several apps may do it on the same database."""
    ages = Ages(app.config["EMPTY_DAYS"], app.config["FORGOTTEN_DAYS"])
    while True:
        try:
            done = asdict(tidy(database.opened(app), ages))
            if any(done.values()):
                _log.info("tidied", extra=done)
        except NoAnswer as error:
            # Tomorrow is another day.
            _log.error("not tidied", extra={"cause": str(error)})
        time.sleep(_A_DAY)


def _connections() -> int:
    """How many connections there may be: each takes files, of which a process may have so many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _FILES_OF_ONE * _MAX_CONNECTIONS
    files = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return files // (2 * _FILES_OF_ONE)


def _listen(host: str, port: int) -> socket.socket:
    """Where visitors come in; for port 0 any that is free. Raises PortTaken."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise PortTaken(f"cannot listen at {host}:{port}: {error.strerror}") from error


def _announce(host: str, port: int) -> None:
    """Say where the app is; with a picture for phones when they can reach it."""
    on_terminal = sys.stderr.isatty()
    if host not in ("0.0.0.0", "::"):  # noqa: S104 (only compared)
        click.echo(f"http://{host}:{port}/", err=True)
        if on_terminal:
            click.echo("Ctrl-C ends it. `companion serve --host 0.0.0.0` lets the phones at the table in.", err=True)
        return
    address = f"http://{_own_address()}:{port}/"
    click.echo(f"{address}  (every device on this network can reach it)", err=True)
    if on_terminal:
        # Imported here because an app behind a proxy shows none.
        import segno

        segno.make_qr(address).terminal(out=sys.stderr, compact=True)


def _own_address() -> str:
    """This machine's address on its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])

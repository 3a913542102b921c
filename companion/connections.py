"""The connections of the server: what waitress does, bounded in time and for each address, and ended without a loss."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

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

"""Connections are bounded in time and for each address, and none that was asked something is dropped at the end."""

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from companion import server as connections
from companion.server import Server

ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SLOW = b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"


class Site:
    """A server in a thread, whose page /slow waits until `go`."""

    def __init__(self, **settings: Any) -> None:
        self.listening = settings.pop("listening", None) or socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.go, self.asked = threading.Event(), threading.Event()
        known = {"handed": False, "threads": 2, "cleanup_interval": 0, "asyncore_loop_timeout": 0.02, **settings}
        self.server = Server(self.answer, self.listening, asyncore_use_poll=True, **known)
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def answer(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            self.asked.set()
            self.go.wait(20)
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), 20, (source, 0))

    def end(self) -> None:
        self.go.set()
        self.server.stop()
        self.thread.join(20)
        self.server.trigger.close()
        self.listening.close()


@pytest.fixture
def make() -> Iterator[Any]:
    with contextlib.ExitStack() as stack:

        def made(**settings: Any) -> Site:
            site = Site(**settings)
            stack.callback(site.end)
            return site

        yield made


def asked(connection: socket.socket) -> bytes:
    """What is answered; nothing when the connection is closed."""
    with contextlib.suppress(ConnectionError):
        connection.sendall(ASK)
        return answer(connection)
    return b""


def answer(connection: socket.socket) -> bytes:
    """A whole answer; nothing when the connection is closed."""
    told = b""
    while not told.endswith(b"ok") and (more := connection.recv(4096)):
        told += more
    return told


class Clock:
    """What the connections take for the time."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(connections, "time", clock := Clock())
    return clock


def arrive(site: Site, size: int) -> None:
    """Wait until the server has had so many bytes of what its only connection asks."""
    deadline = time.monotonic() + 20
    while [channel._bytes for channel in [*site.server.active_channels.values()]] != [size]:
        assert time.monotonic() < deadline, "nothing arrives"
        time.sleep(0.005)


@pytest.mark.parametrize(
    "begin", [b"GET / HTTP/1.1\r\nX: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n", b"\r\n"]
)
def test_what_drips_is_closed(make: Any, clock: Clock, begin: bytes) -> None:
    """A head, a body, empty lines: silent it is never."""
    site = make()
    with site.connect() as connection:
        connection.sendall(begin)
        for second in range(31):
            arrive(site, len(begin) + second)
            clock.now = second
            connection.sendall(begin[-1:])
        arrive(site, len(begin) + 31)
        clock.now = 31
        with contextlib.suppress(ConnectionError):
            assert connection.recv(100) == b""


def test_what_arrives_is_given_its_time(make: Any, clock: Clock) -> None:
    """A long file on a slow line, and a connection that is used again and again."""
    site = make()
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
    with site.connect() as connection:
        connection.sendall(head)
        for part in range(10):
            arrive(site, len(head) + part * 10_000)
            clock.now += 19
            connection.sendall(b"x" * 10_000)
        assert answer(connection).startswith(b"HTTP/1.1 200")
        for _ in range(10):
            arrive(site, 0)
            clock.now += 29
            assert asked(connection).startswith(b"HTTP/1.1 200")


def test_an_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    monkeypatch.setattr(connections, "MAX_OF_ADDRESS", 3)
    site = make(trusted_proxy="127.0.0.3", trusted_proxy_headers="x-forwarded-for", trusted_proxy_count=1)
    with contextlib.ExitStack() as stack:
        answers = {
            source: [asked(stack.enter_context(site.connect(source)))[:12] for _ in range(5)]
            for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3")
        }
    ok, none = b"HTTP/1.1 200", b""
    assert answers == {
        "127.0.0.1": [ok, ok, ok, none, none],
        "127.0.0.2": [ok, ok, ok, none, none],
        "127.0.0.3": [ok] * 5,
    }


def test_what_was_asked_is_answered_before_the_end(make: Any) -> None:
    site = make()
    with site.connect() as slow, site.connect() as idle:
        slow.sendall(SLOW)
        assert site.asked.wait(20)
        site.server.stop()
        # Who is late, on a connection that was open, is answered too; nobody else gets in.
        late = asked(idle)
        assert (late[:12], b"Connection: close" in late) == (b"HTTP/1.1 200", True)
        site.go.set()
        assert answer(slow).startswith(b"HTTP/1.1 200")
    site.thread.join(20)
    assert not site.thread.is_alive()
    with pytest.raises(ConnectionRefusedError):
        site.connect()


def test_who_comes_between_two_processes_waits(make: Any) -> None:
    """As systemd holds the port."""
    with socket.create_server(("127.0.0.1", 0)) as port:
        first = make(listening=port.dup(), handed=True)
        first.server.stop()
        first.thread.join(20)
        with first.connect() as early:
            early.sendall(ASK)
            make(listening=port.dup(), handed=True)
            assert answer(early).startswith(b"HTTP/1.1 200")


def test_the_socket_of_systemd() -> None:
    """It is the process' third file, if it is this process that is meant; who is started from here gets none of it."""
    program = """
import os, sys
from companion.server import handed_by_systemd
os.dup2(int(sys.argv[1]), 3)
for other in (1, 0):
    os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid() + other)}
    handed = handed_by_systemd()
    print(handed and handed.getsockname()[1], "LISTEN_FDS" in os.environ)
"""
    with socket.create_server(("127.0.0.1", 0)) as port:
        command = [sys.executable, "-c", program, str(port.fileno())]
        told = subprocess.run(command, pass_fds=[port.fileno()], capture_output=True, text=True, check=True).stdout
        assert told.splitlines() == ["None False", f"{port.getsockname()[1]} False"]

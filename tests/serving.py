"""The app as people run it: the `companion` command in a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any


def free_port() -> int:
    """A port of this machine at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def wait_for_port(port: int) -> None:
    """Until somebody listens at a port of this machine."""
    deadline = time.monotonic() + 60
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
            return
        assert time.monotonic() < deadline, f"nobody listens at port {port}"
        time.sleep(0.05)


class Server:
    """A running `companion serve`. Its log goes to a file, so that it never waits for a reader."""

    def __init__(
        self, instance: Path, *arguments: str, command: list[str] | None = None, cwd: Path | None = None
    ) -> None:
        serve = command or [sys.executable, "-m", "companion"]
        self.instance = instance
        self._command, self._arguments = [*serve, "serve"], ["--instance", str(instance), *arguments]
        self._more: dict[str, Any] = {"cwd": cwd, "env": dict(os.environ), "start_new_session": True}
        self._start(0)

    def start_again(self) -> None:
        """At the same address, once it was ended."""
        self.log.close()
        self._start(int(self.url.rpartition(":")[2]))

    def _start(self, port: int) -> None:
        self.log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in `stop`)
        # An address that the arguments tell comes after it, and is the one that counts.
        command = [*self._command, "--port", str(port), *self._arguments]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, **self._more)
        self.url = self._wait_for_address()

    def _wait_for_address(self) -> str:
        # A new source tree makes what the first page needs, and the machine may do other things besides.
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline:
            found = re.search(rb"^(http://\S+)/", self.output(), re.MULTILINE)
            if found:
                return found[1].decode()
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.output().decode()}")

    def output(self) -> bytes:
        """Everything the server has written."""
        return os.pread(self.log.fileno(), 1_000_000, 0)

    def kill(self) -> None:
        """End the server and whatever it has started as a power cut would: no goodbye, nothing flushed."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=10)
        self.log.close()

    def stop(self) -> None:
        """End the server in good order."""
        self.process.terminate()
        self.process.wait(timeout=20)
        self.log.close()

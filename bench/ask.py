"""Quick questions: how long an answer takes on the server, and what a first visit moves, for every recorded case."""

import gc
import statistics
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

from companion.app import create_app
from companion.web.ask.questions import quick_questions
from flask.testing import FlaskClient

from bench.weight import weigh

CASES = Path(__file__).resolve().parent.parent / "tests" / "web" / "ask" / "cases"
RUNS = 40
LIMIT, MOST_BYTES = 40, 60_000
"""Milliseconds on the server, and what a first visit may move."""


def run() -> Iterator[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory() as instance:
        client = create_app({"INSTANCE": instance}).test_client()
        # As the server does it: what is there when the app has started is not looked through again and again.
        gc.collect()
        gc.freeze()
        for question in quick_questions():
            asked = tomllib.loads((CASES / f"{question}.toml").read_text(encoding="utf-8"))["case"]
            # An empty form asks as much as a full one: it looks for the fact that decides most.
            addresses = [f"/en/check/{question}/?v=1&{case['asks']}" for case in asked] + [f"/en/check/{question}/?v=1"]
            slowest = max(_percentile(client, address) for address in addresses)
            heaviest = max(weigh(client, address)[0] for address in addresses)
            yield f"{question}: 95th percentile {slowest:.0f} ms (of {LIMIT}), {heaviest} bytes (of {MOST_BYTES})"


def _percentile(client: FlaskClient, address: str) -> float:
    # What is read and compiled once is no part of an answer.
    client.get(address)
    durations = []
    for _ in range(RUNS):
        start = time.perf_counter()
        client.get(address)
        durations.append((time.perf_counter() - start) * 1000)
    return statistics.quantiles(durations, n=20)[-1]

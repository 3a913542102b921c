"""Reading and checking complete four-player positions, beside the standard library reading the same text."""

import json
import statistics
from collections.abc import Iterator

from companion.engine import Chance, check, decode, encode, position_text, read_position, ruleset_of, start
from companion.engine.scoring.entries import entry_reasons
from tests.engine.midgame import midgame

from bench.codes import MIDDLE
from bench.timing import beside, milliseconds

TARGET = 1.0
"""Milliseconds for the check of a complete four-player position in the middle of the game."""

SEEDS = range(20)


def run() -> Iterator[str]:
    """The lines of the report."""
    text = position_text(start(4, ["simmental"], chance=Chance(1)))
    position = read_position(text)
    ruleset = ruleset_of(position)
    plain = milliseconds(lambda: json.loads(text))
    yield f"a complete four-player position, {len(text)} characters"
    yield beside("read_position", milliseconds(lambda: read_position(text)), "json.loads", plain)
    yield beside("encode", milliseconds(lambda: encode(position)), "json.loads", plain)
    code = encode(position)
    yield beside("decode", milliseconds(lambda: decode(code)), "json.loads", plain)
    yield beside("check", milliseconds(lambda: check(ruleset, position)), "json.loads", plain)
    pad = {str(seat): dict.fromkeys(ruleset.catalog.scoring.categories, 8) for seat in range(1, 5)}
    yield beside("entry_reasons of a full pad", milliseconds(lambda: entry_reasons(ruleset, pad)), "json.loads", plain)
    yield from _midgame()


def _midgame() -> Iterator[str]:
    checks, loads = [], []
    for seed in SEEDS:
        text = json.dumps(midgame(seed, 4, ("simmental",), MIDDLE))
        position = read_position(text)
        ruleset = ruleset_of(position)
        checks.append(milliseconds(lambda ruleset=ruleset, position=position: check(ruleset, position), 50))
        loads.append(milliseconds(lambda text=text: json.loads(text), 50))
    name = f"check in the middle of the game, median of {len(SEEDS)} complete positions"
    yield beside(name, statistics.median(checks), "json.loads", statistics.median(loads))
    yield f"the slowest of them: {max(checks):.3f} ms; target for the median: {TARGET} ms"

"""Reading and checking a complete four-player position, beside the standard library reading the same text."""

import json
from collections.abc import Iterator

from companion.engine import check, read_position, ruleset_of
from companion.engine.score import entry_reasons
from tests.engine.dealing import deal

from bench.timing import beside, milliseconds


def run() -> Iterator[str]:
    """The lines of the report."""
    text = json.dumps(deal(1, 4, ["simmental"]))
    position = read_position(text)
    ruleset = ruleset_of(position)
    plain = milliseconds(lambda: json.loads(text))
    yield f"a complete four-player position, {len(text)} characters"
    yield beside("read_position", milliseconds(lambda: read_position(text)), "json.loads", plain)
    yield beside("check", milliseconds(lambda: check(ruleset, position)), "json.loads", plain)
    pad = {str(seat): dict.fromkeys(ruleset.catalog.scoring.categories, 8) for seat in range(1, 5)}
    yield beside("entry_reasons of a full pad", milliseconds(lambda: entry_reasons(ruleset, pad)), "json.loads", plain)

"""Disputes and saved verdicts on a phone."""

import datetime
from dataclasses import replace

import pytest
from companion import engine
from companion.engine.format.verdict_record import fingerprint

from tests.e2e.looks import SELDOM, Look

POSITION = """{
  "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire", "extra": 0}]},
  "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy", null]}}},
  "players": {"blue": {"dollars": 3, "workers": {"cowboy": 2, "builder": 1, "engineer": 1}}}
}"""


def saved_verdicts() -> tuple[str | None, str | None]:
    """Codes of a verdict that is still given, and of one that is not any more."""
    action = engine.read_action("hire row=1 column=1")
    kept = engine.record_verdict(engine.read_position(POSITION), action, datetime.date(2026, 11, 20))
    changed = replace(kept, answer="yes", reasons=(fingerprint("row-of-the-token"),))
    return engine.record_code(kept), engine.record_code(changed)


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_pages(visitor, look: Look) -> None:
    one = visitor(look)
    kept, changed = saved_verdicts()
    disputes = ("", "?q=xyzzy", "too-poor-for-the-hands")
    verdicts = (kept, changed, f"{kept}/share")
    pages = [*(f"disputes/{path}" for path in disputes), *(f"verdict/{path}" for path in verdicts)]
    for path in pages:
        one.visit(f"check/{path}")

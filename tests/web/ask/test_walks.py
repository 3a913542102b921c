"""How many taps and numbers a quick question takes: what the documentation tells is what a browser does."""

import tomllib
from pathlib import Path

from companion.web.ask.questions import quick_questions

from tests.conftest import ROOT

WALKS = tomllib.loads((Path(__file__).parent / "walks.toml").read_text(encoding="utf-8"))


def test_every_question_has_a_walk() -> None:
    assert set(WALKS) == set(quick_questions())


def test_the_documentation_counts_taps_and_numbers() -> None:
    text = (ROOT / "docs" / "quick-questions.md").read_text(encoding="utf-8")
    for question, walk in WALKS.items():
        typed = sum(step.startswith("#") for step in walk["steps"])
        assert f"| `{question}` | {walk['case']} | {len(walk['steps']) - typed} | {typed} |" in text

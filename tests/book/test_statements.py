"""What the texts once said wrongly stays out of them: exceptions are named where the rule is, words mean one thing."""

import re

import pytest
from companion.reference.library import Reference
from flask import Flask

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def reference(app: Flask) -> Reference:
    return app.extensions["reference"]


# section, the exception that it must name: a section it links to, or a figure it tells
EXCEPTIONS = [
    ("scoring/overview", "rails/station-masters"),  # exchange tokens that are left over
    ("turn/exchange-tokens", "rails/station-masters"),
    ("components/cattle-cards", "rails/town-tiles"),  # cards that are out of the game
    ("first-edition/set-up", "players:4"),  # the sides of the player count tile
    ("solo/garth-scoring", "solo.garth.san-francisco.vp"),
    ("solo/garth-scoring", "solo/open#garth"),
    ("solo/open", "solo.garth.san-francisco.vp"),
]


@pytest.mark.parametrize(("section", "exception"), EXCEPTIONS)
def test_an_exception_is_named_where_the_rule_is(reference: Reference, section: str, exception: str) -> None:
    for book in reference.books.values():
        page = book.sections[section].page
        assert exception in [*page.links, *page.figures], book.language


# language, what no visible text says, why
NEVER = [
    ("en", r"unused ones score nothing\.|left over are worth nothing\.", "one station master scores them"),
    ("en", r"played one must be done", "it must be scored; failing is allowed"),
    ("ko", r"사용했다면 이루어야", "it must be scored; failing is allowed"),
    ("en", r"it holds up to", "the market is filled up to a number; cowboys may exceed it"),
    ("en", r"whether you deliver or upgrade", "an upgrade may be left"),
    ("ko", r"기차역을 방문할 때든 그래도", "an upgrade may be left"),
    ("en", r"beside the board before", "herders wait beside the player board"),
    ("ko", r"게임판 옆 첫 차례", "herders wait beside the player board"),
    ("en", r"[Ff]or each hand that you enter or pass\.", "own buildings' hands are free"),
    ("ko", r"인증을 \d+ 올리", "the marker moves down"),
    ("ko", r"특기|일꾼 줄|인쇄된 일꾼", "전문 타일, 행, 그려진: the rulebook's words"),
    ("ko", r"손을 (모두 )?버", "cards are discarded, not hands"),
    ("en", r"first action of this location is used, and", "none of the new building's actions, not the first"),
    ("ko", r"첫 번째 행동은 이미 했고", "none of the new building's actions, not the first"),
]


@pytest.mark.parametrize(("language", "said", "why"), NEVER, ids=[said for _, said, _ in NEVER])
def test_what_was_wrong_is_not_said_again(reference: Reference, language: str, said: str, why: str) -> None:
    sections = reference.books[language].sections.values()
    texts = {section.id: " ".join(text for _, _, text in section.page.passages) for section in sections}
    texts |= {term.id: f"{term.term} {term.says}" for term in reference.glossaries[language].terms.values()}
    texts["disputes"] = (ROOT / "content" / language / "disputes.yaml").read_text(encoding="utf-8")
    found = {name for name, text in texts.items() if re.search(said, " ".join(text.split()))}
    assert not found, why


def test_a_green_arrow_is_explained_in_both_places(reference: Reference) -> None:
    """On the board it joins cities, at the job market it leads the token out."""
    for language, words in {"en": ("cities", "job market"), "ko": ("도시", "인력 시장")}.items():
        says = reference.glossaries[language].terms["green-arrow"].says
        assert all(word in says for word in words), says

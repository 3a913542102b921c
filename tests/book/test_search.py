"""Search: what people type, and the section that must come first."""

import threading

import pytest
from companion.book.search.index import Index
from companion.reference.library import Reference
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, every

# Language, what is typed, the section that answers it.
FIRST = [
    ("en", "fee", "movement/hand-fees"),
    ("en", "toll", "movement/hand-fees"),
    ("en", "black hand", "movement/hand-fees"),
    ("en", "income", "kansas-city/income"),
    ("en", "transport", "kansas-city/transport"),
    ("en", "tiebreaker", "scoring/overview#tie"),
    ("en", "hand limit", "cards/draw-cards"),
    ("en", "exch tok", "cards/exchange-tokens"),
    ("en", "TRANSPORT COST", "kansas-city/transport"),
    ("en", "foresight", "kansas-city/foresight"),
    ("en", "step limit", "movement/step-limit"),
    ("en", "first turn", "turn/first-turn"),
    # An expansion that is named is where to look.
    ("en", "rttn kansas city points", "rails/cities"),
    ("en", "rails to the north bells", "rails/branchlets#bells"),
    ("ko", "레일스 캔자스시티 감점", "rails/cities"),
    ("en", "reshuffle", "cards/draw-cards#reshuffle"),
    ("en", "how many cowboys", "job-market/workers"),
    # First-edition words.
    ("en", "teepee", "trail/outlaws#tiles"),
    ("en", "craftsman", "first-edition/terms"),
    ("en", "San Francisco", "kansas-city/cities"),
    # Korean, with and without particles, two syllables, half typed.
    ("ko", "손 요금", "movement/hand-fees"),
    ("ko", "요금을", "movement/hand-fees"),
    ("ko", "통행료", "movement/hand-fees"),
    ("ko", "수입", "kansas-city/income"),
    ("ko", "예전", "kansas-city/foresight"),
    ("ko", "예전에서", "kansas-city/foresight"),
    ("ko", "운송료는", "kansas-city/transport"),
    ("ko", "동점이면", "scoring/overview#tie"),
    ("ko", "교환 토큰", "cards/exchange-tokens"),
    ("ko", "칸 수 제한", "movement/step-limit"),
    ("ko", "첫 차례", "turn/first-turn"),
    ("ko", "인력 시장", "kansas-city/job-market"),
    ("ko", "손 요그", "movement/hand-fees"),
    # First consonants, and words that are run together.
    ("ko", "ㅋㅈㅅㅅㅌ", "kansas-city/overview"),
    ("ko", "손요금얼마", "movement/hand-fees"),
    ("ko", "4행", "job-market/hire#cost"),
    ("en", "row 4", "job-market/hire#cost"),
    # Another language's word.
    ("ko", "auxiliary action", "turn/auxiliary-actions"),
    ("ko", "foresight", "kansas-city/foresight"),
    ("en", "운송료", "kansas-city/transport"),
]


@every(("language", "query", "section"), FIRST)
def test_best_section_first(indexes: dict[str, Index], language: str, query: str, section: str) -> None:
    hits = indexes[language].search(query)
    assert hits
    assert hits[0].place.id == section


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_layers_are_of_layers_that_there_are(reference: Reference, language: str) -> None:
    there = {layer for section in reference.books[language].sections.values() for layer in section.layers}
    assert there.issuperset(reference.asking[language].layers.values())


def test_scores_fall(indexes: dict[str, Index]) -> None:
    scores = [hit.score for hit in indexes["en"].search("herder")]
    assert len(scores) > 3
    assert scores == sorted(scores, reverse=True)


def test_hits_are_marked_and_nothing_else_is_html(indexes: dict[str, Index]) -> None:
    hit = indexes["en"].search("transport costs")[0]
    assert "<mark>Transport</mark> <mark>costs</mark>" in hit.title
    assert "<mark>" not in hit.plain_snippet
    # A word with hyphens is one, whichever of its parts mean something.
    assert "des <mark>hors-la-loi</mark>" in indexes["fr"].search("hors-la-loi prime")[0].title


def test_a_hit_under_a_heading_leads_there(indexes: dict[str, Index]) -> None:
    hit = next(hit for hit in indexes["en"].search("too little money") if hit.section.id == "movement/hand-fees")
    assert hit.anchor == "too-little"


def test_some_words_are_enough_when_not_all_occur(indexes: dict[str, Index]) -> None:
    assert indexes["en"].search("transport xyzzy")[0].section.id == "kansas-city/transport"


@pytest.mark.parametrize("query", ["", "   ", "???", "xyzzy", "ㅋㅋ"])
def test_nothing_found(indexes: dict[str, Index], query: str) -> None:
    assert indexes["en"].search(query) == []


def test_every_section_is_found_by_its_title(indexes: dict[str, Index]) -> None:
    for index in indexes.values():
        for section in index.book.sections.values():
            assert section.id in [hit.section.id for hit in index.search(section.title)[:3]], section.title


@given(st.text(max_size=300))
def test_any_query_is_answered(indexes: dict[str, Index], query: str) -> None:
    for index in indexes.values():
        for hit in index.search(query, limit=5):
            assert hit.section.id in index.book.sections


def test_threads_do_not_disturb_each_other(indexes: dict[str, Index]) -> None:
    expected = [hit.section.id for hit in indexes["en"].search("hand")]
    answers: list[list[str]] = []

    def ask() -> None:
        for _ in range(20):
            answers.append([hit.section.id for hit in indexes["en"].search("hand")])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 80

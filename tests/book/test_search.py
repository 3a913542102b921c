"""Search: what people type, and the section that must come first."""

import threading

import pytest
from companion.book.search.index import Index
from companion.reference.library import Reference
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, ROOT, every
from tests.profiles import examples
from tests.situations import read_yaml

FIRST = read_yaml(ROOT / "tests/book/found.yaml")["first"]


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


@given(st.text(max_size=300))
@examples(50)
def test_any_query_is_answered(indexes: dict[str, Index], query: str) -> None:
    for index in indexes.values():
        for hit in index.search(query, limit=5):
            assert hit.section.id in index.book.sections


def test_threads_do_not_disturb_each_other(indexes: dict[str, Index]) -> None:
    expected = [hit.section.id for hit in indexes["en"].search("hand")]
    answers: list[list[str]] = []

    def ask() -> None:
        for _ in range(5):
            answers.append([hit.section.id for hit in indexes["en"].search("hand")])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 20

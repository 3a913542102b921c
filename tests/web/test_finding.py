"""Operators, corrections, and what comes nearest, as pages, the API and the command line find them."""

import pytest
from companion.book.search.words import Query
from companion.reference import finding
from companion.reference.library import Reference, find
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

PHASES = [
    ("phase:b", "b"),
    ("phase:A", "a"),
    ("단계:b", "b"),
    ("phase:end", "end"),
    ("단계:끝", "end"),
    ("phase:setup", "set-up"),
]


@every(("query", "moment"), PHASES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_phase(reference: Reference, language: str, query: str, moment: str) -> None:
    hits = find(reference, language, query, limit=500).hits
    assert {hit.section.id for hit in hits} == reference.moments[moment]


def test_phase_with_words(reference: Reference) -> None:
    everywhere = [hit.section.id for hit in find(reference, "en", "cards").hits]
    at_the_end = [hit.section.id for hit in find(reference, "en", "cards phase:end").hits]
    assert "cards/draw-cards" in everywhere
    assert at_the_end
    assert reference.moments["end"].issuperset(at_the_end)


def test_kansas_city_is_all_its_steps(reference: Reference) -> None:
    found = {hit.section.id for hit in find(reference, "en", "phase:kc", limit=500).hits}
    assert found == reference.moments["foresight"] | reference.moments["income"] | reference.moments["delivery"]


@pytest.mark.parametrize("query", ["building:6b", "건물:6B"])
def test_building(reference: Reference, query: str) -> None:
    found = find(reference, "en", query)
    assert list(found.parts) == ["building-6b"]
    assert found.hits[0].section.id == "turn/use-adjacent"


@every("query", ["building b", "Building B"])
def test_a_letter_is_a_name_and_no_beginning(reference: Reference, query: str) -> None:
    assert list(find(reference, "en", query).parts) == ["neutral-B"]


def test_phrases_stand_word_by_word(reference: Reference) -> None:
    loose = {hit.section.id for hit in find(reference, "en", "limit step").hits}
    exact = find(reference, "en", '"step limit"').hits
    assert exact[0].section.id == "movement/step-limit"
    for hit in exact:
        names = [name for place in hit.section.places for name in place.names]
        told = " ".join((*names, *(" ".join(p) for p in hit.section.page.passages)))
        assert "step limit" in told.casefold()
    assert loose
    assert find(reference, "en", '"limit step"').hits == []


def test_without(reference: Reference) -> None:
    found = find(reference, "en", "flood -hazard").hits
    assert found
    for hit in found:
        told = " ".join((hit.section.title, *(" ".join(passage) for passage in hit.section.page.passages)))
        assert " hazard" not in f" {told.casefold()}"


@every("query", ["phase:x", "building:99z", "phase:", "building:", 'phase:"b"', "-", '"'])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_operator_is_words(reference: Reference, language: str, query: str) -> None:
    assert finding.read(query).fields == ()
    find(reference, language, query)


def test_a_query_is_read_alike_in_every_language() -> None:
    assert finding.read("단계:캔자스 요금") == Query("요금", fields=(("phase", "kc"),))


def test_what_is_spelt_right_is_not_put_right(reference: Reference) -> None:
    assert find(reference, "en", "transport costs").corrected is None
    assert find(reference, "ko", "예전에서").corrected is None


@every(
    ("language", "query", "corrected"),
    [
        ("en", "can i take a objetive card", "can i take a objective card"),
        ("fr", "péages des mians", "péages des mains"),
        ("fr", "batimnt neutre", "bâtiment neutre"),
        # What is right stays as it was typed.
        ("es", "edificios neutrlaes de mi tablero", "edificios neutrales de mi tablero"),
        ("de", "Mautgebuehr auf eigenem Gebaeude", None),
    ],
)
def test_a_slip_is_put_right_as_the_texts_write_the_word(
    reference: Reference, language: str, query: str, corrected: str | None
) -> None:
    assert find(reference, language, query).corrected == corrected


@every(
    ("language", "query", "component"),
    [
        ("en", "nuetral building b", "neutral-B"),
        ("de", "Longhron Punkte", "cattle-longhorn"),
        ("ko", "캔자스시타", "city-kansas-city"),
    ],
)
def test_a_slip_in_the_name_of_a_component_still_names_it(
    reference: Reference, language: str, query: str, component: str
) -> None:
    assert next(iter(find(reference, language, query).parts)) == component


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_another_language_are_no_slips(reference: Reference, language: str) -> None:
    for query in ("pay to walk past", "mimic the nearby building", "objective not while in kansas city"):
        assert find(reference, language, query).corrected is None, query


@pytest.mark.parametrize("language", LANGUAGES)
def test_suggested_searches_find_something(reference: Reference, language: str) -> None:
    for query in reference.asking[language].suggested:
        assert find(reference, language, query).hits, query


@pytest.mark.parametrize("language", LANGUAGES)
def test_ways_to_search_are_told_below_the_field(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/rules/search"))
    told = page.words(page.one("details", class_="search-help"))
    assert ":6b" in told
    assert page.all("ul", class_="searches")


@every(
    ("query", "order"),
    [
        # The term that was typed; the engineer only begins with it.
        ("engine", ["terms found", "named", "argued", "hits"]),
        ("foresight", ["hits first", "terms found", "argued", "hits"]),
        ("longhorn points", ["named", "hits"]),
        ("can i hire two workers", ["hits first", "argued", "hits"]),
    ],
)
def test_what_was_named_comes_before_what_is_disputed(client: FlaskClient, query: str, order: list[str]) -> None:
    """And before both the rule in a sentence, where more than a name was typed."""
    page = Page(client.get("/en/rules/search", query_string={"q": query}))
    lists = [one.get("class") for one in page.root.iter() if one.tag in {"ol", "ul", "dl"}]
    assert [name for name in lists if name in {"terms found", "named", "argued", "hits", "hits first"}] == order

"""The glossary: the same terms in every language, one word for one thing, and the texts use it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from companion.book.sections import AnswerPlace
from companion.reference import layers
from companion.reference.library import Reference

from tests.book.parity import glossary_problems
from tests.book.test_mistakes import right
from tests.conftest import ROOT, every
from tests.situations import read_yaml


def test_languages_say_the_same(reference: Reference) -> None:
    assert list(glossary_problems(list(reference.glossaries.values()))) == []


def test_every_symbol_of_the_texts_is_explained(reference: Reference) -> None:
    used = {name for section in reference.books["en"].sections.values() for name in section.page.symbols}
    assert len(used) > 30
    assert used - {term.symbol for term in reference.glossaries["en"].terms.values()} == set()


def test_layers_are_there(reference: Reference) -> None:
    for term in reference.glossaries["en"].terms.values():
        assert term.layer is None or term.layer in layers.ids(), term.id
        section = reference.books["en"].sections[term.section.partition("#")[0]]
        assert section.layers == ((term.layer,) if term.layer else ("second-edition",)), term.id


def told(place: AnswerPlace) -> str:
    text = " ".join([place.title, *(f"{heading} {text}" for _, _, heading, text in place.texts)])
    return text.replace("Kansas City", "KansasCity")


# Verbs change their ending with the sentence; of disc spaces one says 흰색 칸, of cities 흰색 테두리.
INFLECTED = {"discard", "remove", "bounty", "corner-white", "corner-dark"}


def test_a_term_is_translated_one_way(reference: Reference) -> None:
    """Where the English texts use a term, the Korean ones use its Korean term (a few leave the word out)."""
    english, korean = (reference.books[language].places for language in ("en", "ko"))
    checked = 0
    for term in reference.glossaries["en"].terms.values():
        theirs = reference.glossaries["ko"].terms[term.id].term.replace(" ", "")
        word = re.compile(rf"\b{re.escape(term.term)}(s|es)?\b", re.IGNORECASE)
        using = [name for name, place in english.items() if word.search(told(place))]
        if len(using) < 5 or term.id in INFLECTED:
            continue
        checked += 1
        without = [name for name in using if theirs not in told(korean[name]).replace(" ", "")]
        assert len(without) <= 0.35 * len(using), f"{term.term} is not {theirs} in {without}"
    assert checked >= 30


@every(("language", "query", "name"), read_yaml(ROOT / "tests/book/found.yaml")["terms"])
def test_finding_a_term(reference: Reference, language: str, query: str, name: str) -> None:
    assert reference.glossaries[language].find(query)[0].id == name


@pytest.mark.parametrize("query", ["", "?", "xyzzy", "how much do I pay for it"])
def test_finding_none(reference: Reference, query: str) -> None:
    assert reference.glossaries["en"].find(query) == []


def test_terms_of_layers_that_are_not_played_are_left_out(reference: Reference) -> None:
    glossary = reference.glossaries["en"]
    assert [term.id for term in glossary.find("bell", frozenset({"rails-to-the-north"}))] == ["bell"]
    assert glossary.find("bell", frozenset()) == []


def test_a_translation_has_the_facts_of_the_original(tmp_path: Path) -> None:
    english, korean = (glossary.terms["disc"] for glossary in right(tmp_path, "glossaries"))
    assert (korean.term, korean.says, korean.ours, english.ours) == ("원판", "말입니다.", True, False)
    for told in (english, korean):
        assert (told.section, told.symbol, told.layer) == ("turn/overview#why", "disc", None)


def test_what_glossaries_say_otherwise_is_told(tmp_path: Path) -> None:
    english, korean = right(tmp_path, "glossaries")
    disc = english.terms["disc"]
    twice = replace(english, terms={"disc": disc, "token": replace(disc, id="token")})
    assert list(glossary_problems([twice])) == ["en: 'disc' is disc as well as token"]
    other = replace(korean, terms={"disc": replace(korean.terms["disc"], figures=("discs.total",))})
    assert list(glossary_problems([english, other])) == ["ko: disc: figures differ"]

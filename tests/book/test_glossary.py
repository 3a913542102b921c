"""The glossary: the same terms in every language, one word for one thing, and the texts use it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.book.glossary import Glossary, load_glossary
from companion.book.library import section_address
from companion.book.sections import AnswerPlace, Sources
from companion.reference import layers
from companion.reference.library import Reference

from tests.book.parity import glossary_problems
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


ENTRY = "terms:\n  - {id: disc, term: disc, says: A piece., section: kansas-city/discs#where, symbol: disc}\n"


WORDS = "terms:\n  - {id: disc, term: 원판, says: 말입니다.}\n"


def load(
    folder: Path, reference: Reference, text: str, language: str = "en", original: Glossary | None = None
) -> Glossary:
    (folder / language).mkdir(exist_ok=True)
    (folder / language / "glossary.yaml").write_text(text, encoding="utf-8")
    sources = Sources({}, {"disc"}, "", lambda *names, **_: names[-1])
    return load_glossary(folder, reference.books[language], sources, section_address, original)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("kansas-city/discs#where", "components/nothing", "there is no section 'components/nothing'"),
        ("kansas-city/discs#where", "kansas-city/discs#nothing", "has no heading 'nothing'"),
        ("symbol: disc", "symbol: disk", "there is no symbol 'disk'"),
        ("A piece.", '"{{disc.count}}"', "there is no figure 'disc.count'"),
        (", says: A piece.", "", "key 'says' is missing"),
        ("symbol", "picture", "unknown key 'picture'"),
        ("  - {", "  - [", "not readable as YAML"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, reference: Reference, old: str, new: str, problem: str) -> None:
    assert list(load(tmp_path, reference, ENTRY).terms) == ["disc"]
    with pytest.raises(ContentError, match=re.escape(problem)):
        load(tmp_path, reference, ENTRY.replace(old, new))
    with pytest.raises(ContentError, match="'disc' is given twice"):
        load(tmp_path, reference, ENTRY + ENTRY.partition("\n")[2])


def test_one_word_for_two_things_is_told(tmp_path: Path, reference: Reference) -> None:
    english = load(tmp_path, reference, ENTRY + ENTRY.partition("\n")[2].replace("id: disc", "id: token"))
    assert list(glossary_problems([english])) == ["en: 'disc' is disc as well as token"]


def test_a_translation_has_the_facts_of_the_original(tmp_path: Path, reference: Reference) -> None:
    english = load(tmp_path, reference, ENTRY)
    korean = load(tmp_path, reference, WORDS, "ko", english).terms["disc"]
    assert (korean.term, korean.says) == ("원판", "말입니다.")
    assert (korean.section, korean.symbol, korean.layer) == ("kansas-city/discs#where", "disc", None)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("}", ", symbol: disc}", 2, "unknown key 'symbol'"),
        ("}", ", section: kansas-city/discs#where}", 2, "unknown key 'section'"),
        (", term: 원판", "", 2, "key 'term' is missing"),
        ("id: disc", "id: disk", 2, "there is no term 'disk' in 'en', where its facts stand"),
        ("\n  - {id: disc, term: 원판, says: 말입니다.}", " []", 1, "the term 'disc' is not translated"),
    ],
)
def test_what_is_wrong_with_a_translation_is_told(
    tmp_path: Path, reference: Reference, old: str, new: str, line: int, problem: str
) -> None:
    english = load(tmp_path, reference, ENTRY)
    assert old in WORDS
    with pytest.raises(ContentError) as caught:
        load(tmp_path, reference, WORDS.replace(old, new), "ko", english)
    assert problem in str(caught.value)
    assert caught.value.line == line


def test_a_word_may_be_ours(tmp_path: Path, reference: Reference) -> None:
    english = load(tmp_path, reference, ENTRY)
    ours = load(tmp_path, reference, WORDS.replace("}", ", source: ours}"), "ko", english)
    assert (ours.terms["disc"].ours, english.terms["disc"].ours) == (True, False)
    with pytest.raises(ContentError, match="the source of a term is 'ours' or not told, not 'Bob'"):
        load(tmp_path, reference, WORDS.replace("}", ", source: Bob}"), "ko", english)


def test_other_figures_are_told(tmp_path: Path, reference: Reference) -> None:
    english = load(tmp_path, reference, ENTRY)
    korean = replace(english, language="ko", terms={"disc": replace(english.terms["disc"], figures=("discs.total",))})
    assert list(glossary_problems([english, korean])) == ["ko: disc: figures differ"]

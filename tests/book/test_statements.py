"""What the texts once said wrongly stays out of them: exceptions are named where the rule is, words mean one thing."""

import re

import pytest
from companion import i18n
from companion.reference.library import Reference

from tests.conftest import ROOT, every
from tests.situations import read_yaml

STATEMENTS = read_yaml(ROOT / "tests/book/statements.yaml")


@every(("section", "exception"), STATEMENTS["exceptions"])
def test_an_exception_is_named_where_the_rule_is(reference: Reference, section: str, exception: str) -> None:
    for book in reference.books.values():
        page = book.sections[section].page
        assert exception in [*page.links, *page.figures], book.language


# What people type, in whatever words.
TYPED = {"said", "part-term", "operator"}


def visible(reference: Reference, language: str) -> dict[str, str]:
    """All that one reads: sections, glossary and disputes, names of things, and the messages of pages."""
    texts = {}
    for section in reference.books[language].sections.values():
        passages = [text for _, _, text in section.page.passages]
        examples = [str(example["title"]) for example in section.examples]
        remarks = [remark.html for remark in section.remarks if remark]
        texts[section.id] = " ".join([section.title, *passages, *examples, *remarks])
    texts |= {term.id: f"{term.term} {term.says}" for term in reference.glossaries[language].terms.values()}
    texts["disputes"] = (ROOT / "content" / language / "disputes.yaml").read_text(encoding="utf-8")
    texts |= {
        f"{context}.{key}": text for (context, key), text in i18n.all_names(language).items() if context not in TYPED
    }
    lessons = (ROOT / "content" / language / "teach").glob("*.toml")
    texts |= {f"lesson {lesson.stem}": lesson.read_text(encoding="utf-8") for lesson in lessons}
    # English messages are their ids, which every catalogue has.
    for message in i18n.read_catalog("ko" if language == "en" else language):
        texts[f"message {message.id}"] = f"{message.id if language == 'en' else message.string}"
    return {name: " ".join(text.split()) for name, text in texts.items()}


@pytest.fixture(scope="module")
def texts(reference: Reference) -> dict[str, dict[str, str]]:
    """All that one reads, by language."""
    return {language: visible(reference, language) for language in reference.books}


@every(("language", "never", "why"), [*STATEMENTS["never"], *STATEMENTS["one word"]])
def test_what_no_text_says(texts: dict[str, dict[str, str]], language: str, never: str, why: str) -> None:
    """What was wrong is not said again, and there is one word for one thing."""
    assert not {name for name, text in texts[language].items() if re.search(never, text)}, why


def test_particles_go_with_the_syllable_before(reference: Reference, texts: dict[str, dict[str, str]]) -> None:
    """Behind every Korean term of the glossary: 토큰이, 기차가."""
    text = " ".join(texts["ko"].values())
    for term in reference.glossaries["ko"].terms.values():
        closed = (ord(term.term[-1]) - ord("가")) % 28 > 0
        wrong = "를|는|가|와" if closed else "을|은|이|과"
        assert not re.findall(rf"{re.escape(term.term)}(?:{wrong})\b(?!\()", text), term.term


def test_one_dollar_is_no_dollars(reference: Reference, texts: dict[str, dict[str, str]]) -> None:
    """Where a figure is one, the English text beside it says one thing."""
    told = {name: text for name, text in texts["en"].items() if name in reference.books["en"].sections}
    one = re.compile(
        r"(?<![-−.\d])\b1 (dollar|card|space|certificate|point|worker|builder|branchlet|tile|token|step)s\b"
    )
    assert [name for name, text in told.items() if one.search(text)] == []


def test_the_check_has_one_heading_at_the_end(reference: Reference) -> None:
    """What only the position check needs lies folded at the end of a section, under the same id everywhere."""
    folded = 0
    for book in reference.books.values():
        for section in book.sections.values():
            source = section.file.read_text(encoding="utf-8").split("\n---\n", 1)[1]
            headings = re.findall(r"^## .*\{#(\S+?)( \.fold)?\}$", source, re.MULTILINE)
            marked = [name for name, fold in headings if fold or name == "for-the-position-check"]
            assert marked in ([], ["for-the-position-check"]), section.file
            if marked:
                folded += 1
                assert headings[-1] == ("for-the-position-check", " .fold"), section.file
    assert folded >= 20


def test_a_green_arrow_is_explained_in_both_places(reference: Reference) -> None:
    """On the board it joins cities, at the job market it leads the token out."""
    for language, words in {"en": ("cities", "job market"), "ko": ("도시", "인력 시장")}.items():
        says = reference.glossaries[language].terms["green-arrow"].says
        assert all(word in says for word in words), says

"""What people may write wrongly in texts, words and names: each mistake is told with its file and line, and why.

`mistakes.yaml` has files that are right, and mistakes: what stands there, what somebody writes instead, what is told.
"""

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from companion.book import library
from companion.book.disputes import load_facts
from companion.book.fields import ContentError
from companion.book.glossary import Glossary, load_glossary
from companion.book.layers import TextLayer, load_text_layers
from companion.book.library import section_address
from companion.book.sections import Book, Sources
from companion.i18n import names
from companion.reference import layers

from tests.conftest import ROOT
from tests.situations import read_yaml

SUBJECTS = read_yaml(ROOT / "tests/book/mistakes.yaml")
MISTAKES = [(subject, *mistake) for subject, about in SUBJECTS.items() for mistake in about["mistakes"]]
SOURCES = Sources({}, {"disc"}, "", lambda *names, **_: names[-1])


def load_books(folder: Path) -> tuple[Book, Book]:
    """The original with what is asked of it, and its translation, which says that it is up to date."""
    english = library.load_book(folder, "en", SOURCES, lambda *_: "")
    for section in english.sections.values():
        file = folder / "ko" / f"{section.id}.md"
        if file.exists():
            file.write_text(file.read_text("utf-8").replace("REVISION", section.revision), "utf-8")
    return english, library.load_book(folder, "ko", SOURCES, lambda *_: "", english)


def load_glossaries(folder: Path) -> tuple[Glossary, Glossary]:
    """The original and its translation, which go with the tiny book."""
    write(folder, SUBJECTS["books"]["right"])
    english, korean = load_books(folder)
    original = load_glossary(folder, english, SOURCES, section_address)
    return original, load_glossary(folder, korean, SOURCES, section_address, original)


def load_layers(folder: Path) -> dict[str, TextLayer]:
    return dict(load_text_layers(folder, range(2, 5), layers.components))


LOAD: dict[str, Callable[[Path], object]] = {
    "books": load_books,
    "glossaries": load_glossaries,
    "layers": load_layers,
    "disputes": lambda folder: load_facts(folder / "disputes.yaml"),
    "names": names.read,
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def right(folder: Path, subject: str) -> Any:
    """What is read where everything is right."""
    write(folder, SUBJECTS[subject]["right"])
    return LOAD[subject](folder)


@pytest.mark.parametrize(
    ("subject", "stands", "instead", "told"),
    MISTAKES,
    ids=[told for *_, told in MISTAKES],
)
def test_a_mistake_is_told(tmp_path: Path, subject: str, stands: str, instead: str, told: str) -> None:
    files = SUBJECTS[subject]["right"]
    assert sum(text.count(stands) for text in files.values()) == 1, "it is clear where it stands"
    write(tmp_path, {name: text.replace(stands, instead) for name, text in files.items()})
    with pytest.raises((ContentError, names.NamesError)) as error:
        LOAD[subject](tmp_path)
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(told)


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("ko/turn/phases.md", "", "the section 'turn/phases' is not translated"),
        ("ko/turn/more.md", "---\n---\n", "more.md:1: there is no section 'turn/more' in 'en'"),
        ("en/asked/weather.yaml", "weather/rain: [will it rain]\n", "no chapter 'weather'"),
    ],
)
def test_a_file_too_few_or_too_many_is_told(tmp_path: Path, file: str, text: str, told: str) -> None:
    write(tmp_path, SUBJECTS["books"]["right"] | ({file: text} if text else {}))
    if not text:
        (tmp_path / file).unlink()
    with pytest.raises(ContentError, match=re.escape(told)):
        load_books(tmp_path)


def test_a_mistake_is_told_by_whichever_process_finds_it() -> None:
    error = ContentError(ROOT / "content" / "de" / "asked" / "turn.yaml", 3, "a question is asked twice")
    told = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
    assert (str(told), told.line) == (str(error), 3)

"""What people ask of every section: complete, each in one place, read strictly."""

import pickle
import shutil
from pathlib import Path

import pytest
import yaml
from companion.book.fields import ContentError
from companion.book.search.index import LEAST, load_questions
from companion.reference.library import Reference

from tests.book.asked import TUNED, questions, written
from tests.conftest import LANGUAGES, ROOT
from tests.situations import read_yaml


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_asked_for(reference: Reference, language: str) -> None:
    book = reference.books[language]
    asked = load_questions(ROOT / "content", book)
    assert asked.keys() == book.places.keys()
    assert min(map(len, asked.values())) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_anything_is_asked_that_the_search_is_judged_by(reference: Reference, language: str) -> None:
    asked = {text for texts in load_questions(ROOT / "content", reference.books[language]).values() for text in texts}
    judged = {question.text for which in written(language) if which != TUNED for question in questions(language, which)}
    same = len(asked & judged)  # A number, so that a failure shows none of them.
    assert same <= len(judged) // 20


TIE = [f"tie {number}" for number in range(LEAST)]
WRONG = [
    # What stands in the file of the chapter instead, and what is said of it.
    ({"scoring/draw": TIE}, "unknown key 'scoring/draw'"),
    ({"scoring/overview#tie": TIE[:-1]}, f"'scoring/overview#tie' has {LEAST - 1} questions"),
    ({"scoring/overview#tie": [*TIE, "?!"]}, "'?!' has no words"),
    ({"scoring/overview#tie": [*TIE, "Tie 1?"]}, "'Tie 1?' is asked twice"),
    ({"scoring/overview#tie": [*TIE, "how are objectives scored"]}, "is asked twice"),
    ({"scoring/overview#tie": "who wins"}, "'scoring/overview#tie'"),
    ({"scoring/overview#tie": None}, "'scoring/overview#tie'"),
]


@pytest.mark.parametrize(("instead", "problem"), WRONG)
def test_mistakes_are_told(
    reference: Reference, tmp_path: Path, instead: dict[str, list[str] | str | None], problem: str
) -> None:
    shutil.copytree(ROOT / "content" / "en" / "asked", tmp_path / "en" / "asked")
    file = tmp_path / "en" / "asked" / "scoring.yaml"
    asked = read_yaml(file)
    file.write_text(yaml.safe_dump(asked | instead), encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_questions(tmp_path, reference.books["en"])
    assert error.value.file == file
    assert problem in error.value.problem


def test_a_section_without_questions_is_told(reference: Reference, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content" / "en" / "asked", tmp_path / "en" / "asked")
    file = tmp_path / "en" / "asked" / "scoring.yaml"
    asked = read_yaml(file)
    del asked["scoring/overview#tie"]
    file.write_text(yaml.safe_dump(asked), encoding="utf-8")
    with pytest.raises(ContentError, match="'scoring/overview#tie' is missing"):
        load_questions(tmp_path, reference.books["en"])


def test_questions_of_no_chapter_are_told(reference: Reference, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content" / "en" / "asked", tmp_path / "en" / "asked")
    (tmp_path / "en" / "asked" / "weather.yaml").write_text("weather/rain: [will it rain]\n", encoding="utf-8")
    with pytest.raises(ContentError, match="no chapter 'weather'"):
        load_questions(tmp_path, reference.books["en"])


def test_a_mistake_is_told_by_whichever_process_finds_it() -> None:
    error = ContentError(ROOT / "content" / "de" / "asked" / "turn.yaml", 3, "a question is asked twice")
    told = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)
    assert (str(told), told.line) == (str(error), 3)

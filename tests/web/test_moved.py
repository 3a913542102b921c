"""No address of a section dies: what once was one leads to where it is told now."""

from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.book.library import load_moved
from companion.reference.library import Reference
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.web.html import Page

FORMER = Path(__file__).with_name("former_sections.txt").read_text(encoding="utf-8").split()
"""Every id that a section ever had. Those of new sections are added when they are published."""


@pytest.fixture
def reference(client: FlaskClient) -> Reference:
    found: Reference = client.application.extensions["reference"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_former_address_answers(client: FlaskClient, reference: Reference, language: str) -> None:
    pages: dict[str, Page] = {}
    for former in FORMER:
        response = client.get(f"/{language}/rules/{former}")
        if former in reference.books[language].sections:
            assert response.status_code == 200, former
            continue
        assert response.status_code == 301, former
        address, _, heading = response.headers["Location"].partition("#")
        if address not in pages:
            pages[address] = Page(client.get(address))
        ids = {element.get("id") for level in ("h2", "h3") for element in pages[address].all(level)}
        assert not heading or heading in ids, (former, heading)


def test_every_section_is_listed(reference: Reference) -> None:
    assert set(reference.books["en"].sections) - set(FORMER) == set()
    assert set(reference.moved) - set(FORMER) == set()


def test_examples_keep_their_addresses(client: FlaskClient) -> None:
    old, new = (
        Page(client.get("/en/check/", query_string={"example": f"{name}.0"}))
        for name in ("scoring/objectives", "scoring/overview#objectives")
    )
    assert old.words(old.one("textarea")) == new.words(new.one("textarea")) != ""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("scoring/overview: scoring/game-end", "'scoring/overview' is a section"),
        ("scoring/x: scoring/nowhere", "there is no section 'scoring/nowhere'"),
        ("scoring/x: scoring/overview#nothing", "has no heading 'nothing'"),
    ],
)
def test_mistakes_are_told(reference: Reference, tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "moved.yaml"
    file.write_text(f"moved:\n  {line}\n", encoding="utf-8")
    with pytest.raises(ContentError) as error:
        load_moved(file, reference.books.values())
    assert error.value.file == file
    assert problem in error.value.problem

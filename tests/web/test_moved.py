"""No address of a section dies: what once was one leads to where it is told now."""

from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.book.library import load_moved
from companion.reference.library import Reference
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

FORMER = Path(__file__).with_name("former_sections.txt").read_text(encoding="utf-8").split()
"""Every id that a section ever had. Those of new sections are added when they are published."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_former_address_answers(client: FlaskClient, reference: Reference, language: str) -> None:
    """Those that are sections still are opened in `test_pages.py`; headings were looked for when the table was read."""
    moved = [former for former in FORMER if former not in reference.books[language].sections]
    for number, former in enumerate(moved):
        response = client.get(f"/{language}/rules/{former}")
        assert (former, response.status_code) == (former, 301)
        address, _, heading = response.location.partition("#")
        if heading and number % 9 == 0:
            page = Page(client.get(address))
            assert page.texts(f"h2#{heading}") + page.texts(f"h3#{heading}"), (former, heading)


def test_every_section_is_listed(reference: Reference) -> None:
    assert set(reference.books["en"].sections) - set(FORMER) == set()
    assert set(reference.moved) - set(FORMER) == set()


def test_examples_keep_their_addresses(client: FlaskClient) -> None:
    old, new = (
        Page(client.get("/en/check/", query_string={"example": f"{name}.0"})).texts("textarea")
        for name in ("scoring/objectives", "scoring/overview#objectives")
    )
    assert old == new != [""]


@every(
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

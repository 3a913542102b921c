"""The list of what is told where: every section that it names is there, and nothing of the rulebook lacks one."""

import re

from companion.book.sections import Book, link_problem

from tests.conftest import ROOT, every

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "rulebook-coverage.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not re.match(r"\|(?:---| Heading| Subject)", line)
]


def test_the_list_is_read() -> None:
    assert len(ROWS) > 100


@every("row", ROWS, ids=lambda row: " ".join(row[:-1]).strip() or row[-1])
def test_every_rule_is_told_in_sections_that_exist(row: list[str], books: list[Book]) -> None:
    named = re.findall(r"`([^`]+)`", row[-1])
    assert named
    assert [problem for name in named if (problem := link_problem(books[0], name))] == []


def test_every_ruling_is_listed(books: list[Book]) -> None:
    named = {name for row in ROWS for name in re.findall(r"`([^`]+)`", row[-1])}
    base = {"second-edition", "simmental"}
    rulings = [place.id for place in books[0].places.values() if place.ruling and base & set(place.section.layers)]
    assert [name for name in rulings if name not in named] == []

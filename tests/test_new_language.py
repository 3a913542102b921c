"""A language is one folder: with one more in `content/`, made from English by a script, everything runs in it.

No line of Python, style or test knows of it.
"""

import shutil
from pathlib import Path

import pytest

from tests.commands import python
from tests.conftest import ROOT

CODE = "eo"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source tree with a language more."""
    tree = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "content", tree / "content")
    # What is made lies in the package: with a language more it is made anew.
    shutil.copytree(ROOT / "companion", tree / "companion")
    for name in ("templates", "static", "tests", "scripts", "pyproject.toml", "CONTRIBUTING.md", "docs"):
        (tree / name).symlink_to(ROOT / name)
    python("scripts/pseudo.py", str(tree / "content"), CODE, tree=tree)
    return tree


VISIT = """
from companion.app import create_app
from companion.reference.library import look_for
from companion.web.ask.questions import quick_questions
from companion.web.reference import reference

app = create_app({"TESTING": True})
client = app.test_client()
with app.app_context():
    rules = reference()
sections = rules.books["CODE"].sections
addresses = [f"/rules/{name}" for name in sections] + [f"/check/{name}/" for name in quick_questions()]
addresses += ["/rules/", "/rules/glossary", "/rules/search?q=x", "/check/", "/check/disputes/"]
addresses += ["/score/", "/check/board/"]
for address in addresses:
    answer = client.get("/CODE" + address)
    assert answer.status_code == 200, (address, answer.status_code)
    assert "<html lang=\\"CODE\\">" in answer.text, address
    assert "Rúules" in answer.text, address
missed = [
    section.id
    for section in sections.values()
    if section.id not in [hit.section.id for hit in look_for(rules, "CODE", section.title, None).hits[:3]]
]
print(len(addresses), "pages;", len(missed), "of", len(sections), "not found by their titles:", *missed)
assert len(missed) < len(sections) / 20
"""


@pytest.mark.thorough
def test_pages_and_the_search_work_in_it(tree: Path) -> None:
    assert "pages" in python("-c", VISIT.replace("CODE", CODE), tree=tree)


@pytest.mark.thorough
def test_nothing_is_missing_in_it(tree: Path) -> None:
    python("scripts/messages.py", "--check", tree=tree)


@pytest.mark.thorough
def test_pages_look_well_in_it(tree: Path) -> None:
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/e2e/test_pages.py", "-m", "", "-k", CODE]
    assert "passed" in python(*tests, tree=tree)

"""Promises that the repository makes about itself."""

import hashlib
import re
import tomllib

from tests.conftest import ROOT

VENDORED = ROOT / "static" / "vendor"


def test_vendored_files_are_what_their_list_says() -> None:
    listed = dict(
        re.findall(r"^\| `([^`]+)` \|.*`([0-9a-f]{64})` \|$", (VENDORED / "README.md").read_text(), re.MULTILINE)
    )
    files = {file.relative_to(VENDORED).as_posix() for file in VENDORED.rglob("*") if file.is_file()} - {"README.md"}
    assert set(listed) == files
    for name, checksum in listed.items():
        assert hashlib.sha256((VENDORED / name).read_bytes()).hexdigest() == checksum


def test_lock_files_cover_what_the_package_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["dependencies"]
    for name in ("run.txt", "dev.txt"):
        locked = {
            line.partition("==")[0] for line in (ROOT / "requirements" / name).read_text().splitlines() if "==" in line
        }
        assert {re.split(r"[<>=\[ ]", entry)[0] for entry in wanted} <= locked


def test_the_readme_begins_with_the_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.index("make run") < text.index("make test") < text.index("![")
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text):
        assert (ROOT / picture).is_file()


def test_the_changelog_has_the_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert f"## {project['project']['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_sizes_of_text_grow_with_the_text() -> None:
    """Whoever sets larger text gets larger headings and notes, too: sizes are told in rem or em, never in pixels."""
    sheets = sorted((ROOT / "static").rglob("*.css"))
    assert sheets
    for sheet in sheets:
        drawn = re.compile(r"\.symbol text|\.pic\b|svg")  # letters of drawings are measured in the drawing
        rules = sheet.read_text(encoding="utf-8").splitlines()
        typed = [rule for rule in rules if re.search(r"font(-size)?:[^;]*\d+px", rule) and not drawn.search(rule)]
        assert typed == [], sheet.name

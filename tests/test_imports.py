"""Imports point one way: web and cli -> everything, storage -> engine, engine, rules and i18n -> nothing of ours."""

import ast
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "companion"

# Part of the package -> parts it may import. Its own modules are always allowed.
ALLOWED = {
    "engine": set(),
    "rules": set(),
    "i18n": set(),
    "paths": set(),
    "score_text": set(),
    "storage": {"engine", "score_text"},
    "web": {"engine", "rules", "i18n", "score_text", "storage", "paths"},
    "__main__": {"cli"},
    "app": {"storage", "web", "paths"},
    "server": {"app", "web"},
    "cli": {"cli_engine", "cli_games", "engine", "rules", "i18n", "storage", "web", "paths", "server"},
    "cli_engine": {"engine", "i18n", "web"},
    "cli_games": {"cli_engine", "engine", "i18n", "web"},
}


def imports(file: Path) -> set[str]:
    """The full names of all modules that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found.add(node.module or "")
            if node.module == "companion":
                found |= {f"companion.{alias.name}" for alias in node.names}
    return found


def part_of(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_one_way(file: Path) -> None:
    part = part_of(file)
    if part == "__init__":
        assert not imports(file)
        return
    for name in imports(file):
        if name.startswith("companion."):
            other = name.split(".")[1]
            assert other == part or other in ALLOWED[part], f"{part} imports {other}"


def test_every_part_is_listed() -> None:
    parts = {part_of(file) for file in FILES} - {"__init__"}
    assert parts == set(ALLOWED)


@pytest.mark.parametrize("file", [file for file in FILES if part_of(file) == "engine"], ids=str)
def test_engine_uses_the_standard_library_only(file: Path) -> None:
    for name in imports(file):
        top = name.partition(".")[0]
        assert top in sys.stdlib_module_names or top == "companion", f"{file.name} imports {name}"


def test_modules_stay_short() -> None:
    lengths = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {name: lines for name, lines in lengths.items() if lines > 300} == {}

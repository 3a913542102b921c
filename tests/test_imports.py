"""Imports point one way, down this list: engine and book know nothing of ours, web and the commands know everything."""

import ast
import functools
import importlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.commands import python
from tests.conftest import ROOT

PACKAGE = ROOT / "companion"

# Part of the package -> parts it may import. Its own modules are always allowed.
ALLOWED = {
    part: {*others.split()}
    for part, others in {
        "engine": "",
        "languages": "paths",
        "book": "languages",
        "i18n": "languages paths",
        "paths": "",
        "painter": "",
        "integers": "",
        "made": "paths",
        "sheets": "engine integers",
        "sentences": "book engine i18n",
        "drawing": "",
        "components": "drawing engine i18n integers",
        "reference": "book components engine i18n integers made paths sentences",
        "imported": "book reference",
        "house_rules": "engine i18n sentences",
        "pictures": "components drawing engine painter paths sentences",
        "storage": "engine sheets",
        "web": "book components engine house_rules i18n imported integers languages logs made painter paths pictures "
        "reference sentences sheets storage",
        "__main__": "cli",
        "settings": "house_rules paths sheets",
        "diagnosis": "making settings storage web",
        "app": "paths pictures settings web",
        "phone": "app i18n storage web",
        "logs": "",
        "making": "app book engine logs made reference web",
        "server": "app logs making settings sheets storage web",
        "cli": "app book diagnosis engine i18n imported logs made making paths pictures reference sentences server "
        "settings sheets storage",
    }.items()
}


@functools.cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """What stands in a file, in any depth."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


@functools.cache
def imports(file: Path) -> set[str]:
    """The full names of all modules that a file imports, wherever in the file."""
    found = set()
    for node in nodes(file):
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


def found(files: Iterable[Path], wrong: Callable[[Path, str], bool]) -> list[str]:
    """The imports of these files that are wrong."""
    return [f"{file.relative_to(ROOT)} imports {name}" for file in files for name in imports(file) if wrong(file, name)]


def test_imports_point_one_way() -> None:
    assert {part_of(file) for file in FILES} - {"__init__"} == set(ALLOWED)

    def wrong(file: Path, name: str) -> bool:
        part = part_of(file)
        return name.startswith("companion.") and name.split(".")[1] not in {part, *ALLOWED.get(part, ())}

    assert found(FILES, wrong) == []


def test_the_engine_is_used_by_its_face() -> None:
    """What others need is exported by `companion.engine`; what lies below may change."""
    outside = [*(file for file in FILES if part_of(file) != "engine"), *(ROOT / "scripts").glob("*.py")]
    assert found(outside, lambda _, name: name.startswith("companion.engine.")) == []


def test_engine_uses_the_standard_library_only() -> None:
    allowed = sys.stdlib_module_names | {"companion"}
    engine = (file for file in FILES if part_of(file) == "engine")
    assert found(engine, lambda _, name: name.partition(".")[0] not in allowed) == []


def test_whoever_has_no_sheet_needs_no_database(tmp_path: Path) -> None:
    """Importing what talks to it takes as long, and as much memory, as half of the rest of the app."""
    visit = """
import sys
from companion.app import create_app
visitor = create_app({"INSTANCE": sys.argv[1]}).test_client()
for path in ("rules/search?q=toll", "reference/", "check/board/", "check/move/", "score/", "solo/"):
    assert visitor.get("/en/" + path).status_code == 200, path
assert not [name for name in ("sqlalchemy", "sqlite3") if name in sys.modules]
assert visitor.get("/healthz").status_code == 200
"""
    python("-c", visit, str(tmp_path))


def test_benchmarks_find_what_they_measure() -> None:
    for file in ROOT.glob("bench/[a-z]*.py"):
        importlib.import_module(f"bench.{file.stem}")


def test_nothing_hides_a_module() -> None:
    """What a package defines or imports is called otherwise than its modules, so that each can be imported."""
    wrong = []
    for file in (file for file in FILES if file.name == "__init__.py"):
        modules = {other.stem for other in file.parent.iterdir() if other.suffix == ".py" or other.is_dir()}
        package = ".".join(file.parent.relative_to(ROOT).parts)
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names = [node.name]
            elif isinstance(node, ast.ImportFrom) and node.module != package:
                names = [alias.asname or alias.name for alias in node.names]
            else:
                names = [
                    one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                ]
            wrong += [f"{package}.{name}" for name in names if name in modules]
    assert wrong == []


def test_no_two_classes_share_a_name() -> None:
    classes: dict[str, list[str]] = {}
    for file in FILES:
        for node in nodes(file):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(str(file.relative_to(PACKAGE)))
    assert {name: files for name, files in classes.items() if len(files) > 1} == {}

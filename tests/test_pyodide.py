"""Python for the browser is fetched once, is what is locked, and is missing without harm."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
from http.client import IncompleteRead
from pathlib import Path
from unittest.mock import Mock

import pytest
from companion import making
from companion.made import pyodide

from tests.commands import run

FILES = {
    "pyodide.mjs": b"first",
    "pyodide.asm.mjs": b"second",
    "pyodide.asm.wasm": b"\0asm",
    "python_stdlib.zip": b"PK",
    "pyodide-lock.json": b'{"info": {"arch": "wasm32"}, "packages": {"numpy": {}}}',
    "README.md": b"not needed",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as npm packs it."""
    file = tmp_path / "pyodide.tgz"
    with tarfile.open(file, "w:gz") as files:
        for name, content in FILES.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            files.addfile(entry, io.BytesIO(content))
    return file


def locked(package: Path, address: str = "{package}", checksum: str = "") -> Path:
    """A lock of this package, or of another address or checksum."""
    lock = package.with_name("lock.txt")
    checksum = checksum or hashlib.sha256(package.read_bytes()).hexdigest()
    lock.write_text(f"# a package\n{address.format(package=package.as_uri())}\n{checksum}\n", encoding="utf-8")
    return lock


def test_what_is_locked_is_fetched_once(tmp_path: Path, package: Path) -> None:
    folder = tmp_path / "made" / "pyodide"
    lock = locked(package)
    pyodide.fetch(folder, lock)
    assert {file.name for file in folder.iterdir()} == {*FILES, "sha256"} - {"README.md"}
    assert (folder / "pyodide.asm.wasm").read_bytes() == b"\0asm"
    assert json.loads((folder / "pyodide-lock.json").read_bytes()) == {"info": {"arch": "wasm32"}, "packages": {}}
    package.unlink()
    pyodide.fetch(folder, lock)


@pytest.mark.parametrize(
    ("address", "why"), [("{package}", "is not what lock.txt locks"), ("{package}.none", "No such file")]
)
def test_what_is_not_locked_or_not_reached_leaves_what_is_there(
    tmp_path: Path, package: Path, address: str, why: str
) -> None:
    folder = tmp_path / "made" / "pyodide"
    pyodide.fetch(folder, locked(package))
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(pyodide.NotFetched, match=why):
        pyodide.fetch(folder, locked(package, address, "0" * 64))
    assert sorted(tmp_path.rglob("*")) == before
    assert pyodide.available(folder)


def test_the_lock_names_one_address_and_one_checksum() -> None:
    lines = [line for line in pyodide.LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) == 2
    assert lines[0].startswith("https://registry.npmjs.org/pyodide/-/pyodide-")
    assert len(bytes.fromhex(lines[1])) == 32


@pytest.mark.parametrize(("options", "fetches"), [([], 1), (["--without-phone"], 0), (["--first"], 0)])
def test_make_fetches_it_and_goes_on_without(monkeypatch: pytest.MonkeyPatch, options: list[str], fetches: int) -> None:
    made: list[str] = []

    def no_network() -> None:
        raise pyodide.NotFetched("no route to host")

    monkeypatch.setattr(pyodide, "fetch", no_network)
    monkeypatch.setattr(making, "start_missing", lambda *_: None)
    monkeypatch.setattr(making, "make", lambda *parts: made.extend(parts))
    result = run("make", *options)
    assert result.exit_code == 0
    assert set(making.FIRST) <= set(made)
    assert result.output.count("no route to host") == fetches
    assert result.output.count("\n") == fetches


def test_a_line_that_breaks_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide.urllib.request, "urlopen", Mock(side_effect=IncompleteRead(b"half")))
    with pytest.raises(pyodide.NotFetched):
        pyodide.fetch(tmp_path / "pyodide")

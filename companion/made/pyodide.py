"""Python for the browser, fetched once as `pyodide.txt` locks it. Needs nothing but the standard library."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sys
import tarfile
import tempfile
import urllib.request
from http.client import HTTPException
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "__made__" / "pyodide"
LOCK = Path(__file__).with_name("pyodide.txt")
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_PACKAGES = "pyodide-lock.json"
_CHECKSUM = "sha256"
_PATIENCE = 20
"""Seconds without a byte after which nothing comes any more."""


class NotFetched(Exception):
    """It could not be fetched, and why: a line for whoever waits."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"Python for the browser was not fetched ({why}): phones cannot keep the whole app, all else works"
        )


def available(folder: Path = FOLDER) -> bool:
    """Whether there is any."""
    return (folder / _CHECKSUM).is_file()


def fetch(folder: Path = FOLDER, lock: Path = LOCK) -> None:
    """Fetch what is locked, unless it is there. Raises NotFetched; what was there before is there then."""
    address, checksum = (line for line in lock.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    if available(folder) and (folder / _CHECKSUM).read_text(encoding="ascii") == checksum:
        return
    try:
        with urllib.request.urlopen(address, timeout=_PATIENCE) as answer:  # noqa: S310 (the address is locked)
            package = answer.read()
        if hashlib.sha256(package).hexdigest() != checksum:
            raise NotFetched(f"{address} is not what {lock.name} locks")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            whole = Path(name) / folder.name
            _unpack(package, whole)
            (whole / _CHECKSUM).write_text(checksum, encoding="ascii")
            shutil.rmtree(folder, ignore_errors=True)
            os.replace(whole, folder)
    except (OSError, HTTPException) as error:
        raise NotFetched(error) from error


def _unpack(package: bytes, folder: Path) -> None:
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(package)) as files:
        for name in (*_FILES, _PACKAGES):
            (folder / name).write_bytes(files.extractfile(f"package/{name}").read())  # type: ignore[union-attr]
    # Of the packages that could be loaded besides, none is.
    packages = json.loads((folder / _PACKAGES).read_text(encoding="utf-8"))
    (folder / _PACKAGES).write_text(json.dumps({**packages, "packages": {}}), encoding="utf-8")


if __name__ == "__main__":
    try:
        fetch()
    except NotFetched as error:
        sys.exit(str(error))

"""Which rules answered: a short name for the state of the engine and its component data."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

BITS = 24


@functools.cache
def rules_version() -> int:
    """A number of `BITS` bits that changes with every change of the engine's code or data."""
    check = 0
    for path, file in sorted(_files(resources.files("companion.engine"), ""), key=lambda entry: entry[0]):
        check = zlib.crc32(f"{path}\0".encode() + file.read_bytes(), check)
    return check & (1 << BITS) - 1


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        inner = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, inner)
        elif entry.name.endswith((".py", ".toml")):
            yield inner, entry

"""What is worked out from files, made once and kept in archives of its own, from which it is loaded piece by piece.

The name of an archive tells a hash of what it was made from and of the Python that made it: where there is none of that
name, it is made. Nobody but the app writes there, in a folder beside its own code: whoever could put something else
into a pickle could put it into the code as well. Where the folder cannot be written to, it is made in memory.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import io
import logging
import os
import pickle
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zipfile import ZipFile, ZipInfo

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent.parent / "__made__"
_HASH_LENGTH = 16
_CARRIED = "carried"
"""In place of what changes with the sources, where they do not."""

Pieces = Mapping[str, object]
"""Name -> what is kept under it. A piece may refer to another one as a whole; then it leads there."""


class Store:
    """Archives with pieces, all made at once from the same `sources`: files and folders by the names that they go by.

    `files` tells what there is, and `make` makes the pieces of each, or has another process make them, which hands them
    over `packed`. Paths below a source go with it: they are right on another machine too.
    """

    def __init__(
        self,
        sources: Mapping[str, Path],
        files: Sequence[str],
        make: Callable[[], Mapping[str, Pieces | bytes]],
        folder: Path | None = None,
        title: str = "",
    ) -> None:
        """`title` says what it is to whoever reads the log."""
        self.files = tuple(files)
        self._title = title or ", ".join(self.files)
        self._sources, self._make = sources, make
        self._folder = folder or FOLDER
        self._lock = threading.RLock()
        self._loaded: dict[tuple[str, str], Any] = {}
        self._version = ""
        self._in_memory: dict[str, bytes] = {}

    def version(self) -> str:
        """A hash of names and contents of the sources, as they were when it was first asked for."""
        with self._lock:
            if not self._version:
                noted, version = "", ""
                with contextlib.suppress(OSError, ValueError):
                    noted, version = self._note().read_text(encoding="ascii").split()
                stats = noted if noted == _CARRIED else _stats(self._sources)
                # Files of the same sizes and times hold what they held when they were last read.
                self._version = version if noted == stats else ""
            if not self._version:
                self._version = _contents(self._sources)
                with contextlib.suppress(OSError):
                    write(self._note(), f"{stats} {self._version}".encode())
            return self._version

    def fresh(self) -> bool:
        """Whether all archives are there."""
        return bool(self._in_memory) or all(self._path(file).exists() for file in self.files)

    def prepare(self) -> None:
        """See that all archives are there; those that are not are made, and that may raise what `make` does."""
        with self._lock:
            if not self.fresh():
                self._make_all("out of date or made for the first time", logging.INFO)

    def carried(self, python: tuple[int, int, int]) -> Iterator[tuple[Path, bytes]]:
        """The archives for another Python, where sources neither change nor need to be there.

        What pieces are made of reads alike in every Python; other libraries must be the same.
        """
        self.prepare()
        major, minor, micro = python
        form = _form(f"cpython-{major}{minor}", major << 24 | minor << 16 | micro << 8 | 0xF0)
        for file in self.files:
            yield self._path(file, form), self._path(file).read_bytes()
        yield self._note(), f"{_CARRIED} {self.version()}".encode()

    def load(self, file: str, name: str) -> Any:
        """A piece of an archive, read when it is first asked for."""
        key = file, name
        # Without the lock, since most are there.
        with contextlib.suppress(KeyError):
            return self._loaded[key]
        with self._lock:
            self.prepare()
            if key not in self._loaded:
                try:
                    self._loaded[key] = self._read(file, name)
                except Exception as error:
                    # Whatever a damaged disk comes to, or a pickle of another state of the code.
                    self._make_all(f"{file} cannot be used ({error!r})", logging.WARNING)
                    self._loaded[key] = self._read(file, name)
            return self._loaded[key]

    def _make_all(self, why: str, level: int) -> None:
        """Make all pieces and keep them; `why` is for the log, of which it is a line of this level."""
        self._version = _contents(self._sources)
        began = time.perf_counter()
        made = self._make()
        archives = {file: each if isinstance(each, bytes) else self.packed(each) for file, each in made.items()}
        self._loaded.clear()
        try:
            for file in self.files:
                write(self._path(file), archives[file])
                for older in self._folder.glob(f"{file}.*.made"):
                    if older != self._path(file):
                        older.unlink(missing_ok=True)
            log.log(level, "made %s in %.1f s: %s", self._title, time.perf_counter() - began, why)
        except OSError as error:
            self._in_memory = archives
            log.warning("made %s in memory (%s): %s", self._title, error, why)

    def _path(self, file: str, form: str | None = None) -> Path:
        key = hashlib.sha256(f"{form or _FORM} {self.version()}".encode()).hexdigest()[:_HASH_LENGTH]
        return self._folder / f"{file}.{key}.made"

    def _note(self) -> Path:
        return self._folder / f"{self.files[0]}.sources"

    def _read(self, file: str, name: str) -> object:
        source = io.BytesIO(self._in_memory[file]) if self._in_memory else self._path(file)
        with ZipFile(source) as archive:
            content = archive.read(name)
        collecting = gc.isenabled()
        # None of what is loaded is garbage: looking for some would take as long as loading it.
        gc.disable()
        try:
            return _Unpickler(content, self._sources, functools.partial(self.load, file)).load()
        finally:
            if collecting:
                gc.enable()

    def packed(self, pieces: Pieces) -> bytes:
        """The archive with these pieces."""
        # Equal values of Python's own may be one object by chance.
        own = {name: piece for name, piece in pieces.items() if type(piece).__module__ != "builtins"}
        names = {id(piece): name for name, piece in own.items()}
        packed = io.BytesIO()
        with ZipFile(packed, "w") as archive:
            for name, piece in pieces.items():
                content = io.BytesIO()
                others = {number: other for number, other in names.items() if other != name}
                _Pickler(content, self._sources, others).dump(piece)
                # The same pieces make the same archive, whenever they are made.
                archive.writestr(ZipInfo(name), content.getvalue())
        return packed.getvalue()


def _form(cache_tag: str, version: int) -> str:
    """What an archive depends on besides its sources: it is read by the Python that wrote it."""
    return f"3 {cache_tag} {version:x}"


_FORM = _form(str(sys.implementation.cache_tag), sys.hexversion)


def write(path: Path, content: bytes) -> None:
    """Write a file aside and put it into its place as a whole: several processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".draft")
    try:
        with open(number, "wb") as file:
            file.write(content)
        # Like code, for everybody to read.
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


class _Pickler(pickle.Pickler):
    def __init__(self, to: io.BytesIO, sources: Mapping[str, Path], others: Mapping[int, str]) -> None:
        super().__init__(to, protocol=pickle.HIGHEST_PROTOCOL)
        self.sources, self.others = sources, others

    # Asked only about what is no number, text or collection of Python's own; `persistent_id` would be about everything,
    # which takes as long again as the pickling.
    def reducer_override(self, obj: Any) -> Any:
        if id(obj) in self.others:
            return _other, (self.others[id(obj)],)
        if isinstance(obj, Path):
            for name, source in self.sources.items():
                if obj.is_relative_to(source):
                    return _below_source, (name, obj.relative_to(source).as_posix())
        if isinstance(obj, MappingProxyType):
            return _read_only, (dict(obj),)
        if isinstance(obj, functools._lru_cache_wrapper):
            return _remembering, (obj.__wrapped__, obj.cache_parameters()["maxsize"])
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, content: bytes, sources: Mapping[str, Path], other: Callable[[str], object]) -> None:
        super().__init__(io.BytesIO(content))
        self.sources, self.other = sources, other

    def find_class(self, module: str, name: str) -> Any:
        if module == __name__ and name == _other.__name__:
            return self.other
        if module == __name__ and name == _below_source.__name__:
            return lambda source, path: self.sources[source] / path
        return super().find_class(module, name)


def _other(name: str) -> object:
    """In a pickle, another piece of its archive."""
    raise NotImplementedError(name)


def _below_source(source: str, path: str) -> Path:
    """In a pickle, a path below one of the sources."""
    raise NotImplementedError(source, path)


def _read_only(content: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(content)


def _remembering(function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
    return functools.lru_cache(most)(function)


def _stats(sources: Mapping[str, Path]) -> str:
    """Changes with names, sizes and times of the files."""
    lines = (f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n" for name, _, stat in _files(sources))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _contents(sources: Mapping[str, Path]) -> str:
    """Changes with names and contents of the files."""
    digest = hashlib.sha256()
    for name, path, stat in _files(sources):
        digest.update(f"{name}\0{stat.st_size}\n".encode())
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()


def _files(sources: Mapping[str, Path]) -> Iterator[tuple[str, str, os.stat_result]]:
    for name, source in sources.items():
        if source.is_dir():
            yield from _below(name, str(source))
        else:
            yield name, str(source), source.stat()


def _below(name: str, folder: str) -> Iterator[tuple[str, str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _below(f"{name}/{entry.name}", entry.path)
            else:
                yield f"{name}/{entry.name}", entry.path, entry.stat()

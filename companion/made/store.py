"""What is worked out from files, made once and kept in files of its own, from which it is loaded piece by piece.

A file is a line of JSON and pickles behind it. The line tells what the pieces were made from, by which Python, and
where each stands with its checksum. Nobody but the app writes there, in a folder beside its own code: whoever could
put something else into a pickle could put it into the code as well.

What is out of date or damaged is made again. Where the folder cannot be written to, it is made in memory.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import io
import json
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

log = logging.getLogger(__name__)

FOLDER = Path(__file__).parent.parent / "__made__"
_ENDING = ".made"


def _form(cache_tag: str, version: int) -> str:
    return f"1 {cache_tag} {version:x}"


_FORM = _form(str(sys.implementation.cache_tag), sys.hexversion)
"""Of these files, and of the Python that reads what it wrote itself."""

Pieces = Mapping[str, object]
"""Name -> what is kept under it. A piece may refer to another one as a whole; then it leads there."""


class Damaged(Exception):
    """What was kept cannot be used."""


class Store:
    """Files with pieces, all made at once from the same `sources`: files and folders by the names that they go by.

    `files` tells what there is, and `make` makes the pieces of each. Paths below a source go with it: they are right
    on another machine too.
    """

    def __init__(
        self,
        sources: Mapping[str, Path],
        files: Sequence[str],
        make: Callable[[], Mapping[str, Pieces]],
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
        self._prepared = False

    def fresh(self) -> bool:
        """Whether what is kept is up to date."""
        with self._lock:
            return self._prepared or self._trouble() is None

    def prepare(self) -> None:
        """See that what is kept is up to date; what is not is made again, and that may raise what `make` does."""
        with self._lock:
            if not self._prepared:
                trouble = self._trouble()
                if trouble:
                    # What was never made before is nobody's trouble.
                    new = not any(self._path(file).exists() for file in self.files)
                    self.make("for the first time" if new else trouble, logging.INFO if new else logging.WARNING)
                self._prepared = True

    def make(self, why: str, level: int = logging.WARNING) -> None:
        """Make all pieces and keep them; `why` is for the log, of which it is a line of this level."""
        with self._lock:
            stats, contents = _stats(self._sources), _contents(self._sources)
            began = time.perf_counter()
            made = self._make()
            self._loaded.clear()
            try:
                for file in self.files:
                    self._write(file, stats, contents, self._pickled(made[file]))
                log.log(level, "made %s in %.1f s: %s", self._title, time.perf_counter() - began, why)
            except OSError as error:
                self._loaded = {(file, name): piece for file in made for name, piece in made[file].items()}
                log.warning("made %s in memory (%s): %s", self._title, error, why)
            self._prepared = True

    def version(self) -> str:
        """A text that changes with names and contents of the sources."""
        return _contents(self._sources)

    def carried(self, python: tuple[int, int, int], time: int) -> Iterator[tuple[Path, bytes]]:
        """The files for another Python, beside the same sources, all of which have one `time` in nanoseconds there.

        What pieces are made of reads alike in every Python; other libraries must be the same.
        """
        self.prepare()
        major, minor, micro = python
        form = _form(f"cpython-{major}{minor}", major << 24 | minor << 16 | micro << 8 | 0xF0)
        for file in self.files:
            head = {**self._head(file), "form": form, "stats": _stats(self._sources, time)}
            content = b"".join(self._bytes(file, name) for name in head["pieces"])
            yield self._path(file), json.dumps(head).encode() + b"\n" + content

    def load(self, file: str, name: str) -> Any:
        """A piece of a file, read when it is first asked for."""
        key = file, name
        # Without the lock, since most are there.
        with contextlib.suppress(KeyError):
            return self._loaded[key]
        with self._lock:
            self.prepare()
            if key not in self._loaded:
                try:
                    self._loaded[key] = self._read(file, name)
                except Damaged as error:
                    self.make(f"{file} cannot be used ({error})")
                    # In memory it is there now.
                    if key not in self._loaded:
                        self._loaded[key] = self._read(file, name)
            return self._loaded[key]

    def _trouble(self) -> str | None:
        """Why what is kept cannot be used; None when it can."""
        try:
            heads = {file: self._head(file) for file in self.files}
        except Damaged as error:
            return str(error)
        stats = _stats(self._sources)
        if all(head["stats"] == stats for head in heads.values()):
            return None
        # The same files with other times, as after an installation, are no reason to make anything again.
        contents = _contents(self._sources)
        if any(head["contents"] != contents for head in heads.values()):
            return "out of date"
        with contextlib.suppress(OSError, Damaged):
            for file in self.files:
                self._write(file, stats, contents, {name: self._bytes(file, name) for name in heads[file]["pieces"]})
        return None

    def _head(self, file: str) -> dict[str, Any]:
        try:
            with self._path(file).open("rb") as kept:
                return _head_of(kept)
        except OSError as error:
            raise Damaged(f"no {file}: {error.strerror}") from error

    def _bytes(self, file: str, name: str) -> bytes:
        """A piece as it stands in its file."""
        try:
            with self._path(file).open("rb") as kept:
                head = _head_of(kept)
                offset, length, checksum = head["pieces"][name]
                kept.seek(offset, io.SEEK_CUR)
                content = kept.read(length)
        except (OSError, LookupError, TypeError, ValueError) as error:
            raise Damaged(repr(error)) from error
        if hashlib.sha256(content).hexdigest() != checksum:
            raise Damaged("the checksum is wrong")
        return content

    def _read(self, file: str, name: str) -> object:
        content = self._bytes(file, name)
        collecting = gc.isenabled()
        # None of what is loaded is garbage: looking for some would take as long as loading it.
        gc.disable()
        try:
            return _Unpickler(content, self._sources, functools.partial(self.load, file)).load()
        except Exception as error:
            # Whatever a pickle of another state of the code comes to.
            raise Damaged(repr(error)) from error
        finally:
            if collecting:
                gc.enable()

    def _pickled(self, pieces: Pieces) -> dict[str, bytes]:
        # Equal values of Python's own may be one object by chance.
        own = {name: piece for name, piece in pieces.items() if type(piece).__module__ != "builtins"}
        names = {id(piece): name for name, piece in own.items()}
        found = {}
        for name, piece in pieces.items():
            content = io.BytesIO()
            others = {number: other for number, other in names.items() if other != name}
            _Pickler(content, self._sources, others).dump(piece)
            found[name] = content.getvalue()
        return found

    def _write(self, file: str, stats: str, contents: str, pieces: Mapping[str, bytes]) -> None:
        """Write a file aside and put it into its place as a whole: several processes may do so at once."""
        places, offset = {}, 0
        for name, content in pieces.items():
            places[name] = (offset, len(content), hashlib.sha256(content).hexdigest())
            offset += len(content)
        head = {"form": _FORM, "stats": stats, "contents": contents, "pieces": places}
        self._folder.mkdir(parents=True, exist_ok=True)
        number, draft = tempfile.mkstemp(dir=self._folder, prefix=f"{file}.", suffix=".draft")
        try:
            with open(number, "wb") as kept:
                kept.write(json.dumps(head).encode() + b"\n")
                kept.writelines(pieces.values())
            # Like code, for everybody to read.
            Path(draft).chmod(0o644)
            Path(draft).replace(self._path(file))
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise

    def _path(self, file: str) -> Path:
        return self._folder / f"{file}{_ENDING}"


def _head_of(kept: io.BufferedReader) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads(kept.readline())
        if head["form"] != _FORM:
            raise Damaged("made by another Python, or another version of the app")
        # Whoever asks may rely on these.
        head["stats"], head["contents"], head["pieces"].items()
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Damaged("damaged") from error
    return head


class _Pickler(pickle.Pickler):
    def __init__(self, to: io.BytesIO, sources: Mapping[str, Path], others: Mapping[int, str]) -> None:
        super().__init__(to, protocol=pickle.HIGHEST_PROTOCOL)
        self.sources, self.others = sources, others

    def persistent_id(self, obj: object) -> tuple[str, ...] | None:
        if id(obj) in self.others:
            return (self.others[id(obj)],)
        if isinstance(obj, Path):
            for name, source in self.sources.items():
                if obj.is_relative_to(source):
                    return name, obj.relative_to(source).as_posix()
        return None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, MappingProxyType):
            return _read_only, (dict(obj),)
        if isinstance(obj, functools._lru_cache_wrapper):
            return _remembering, (obj.__wrapped__, obj.cache_parameters()["maxsize"])
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def __init__(self, content: bytes, sources: Mapping[str, Path], other: Callable[[str], object]) -> None:
        super().__init__(io.BytesIO(content))
        self.sources, self.other = sources, other

    def persistent_load(self, reference: tuple[str, ...]) -> object:
        return self.other(*reference) if len(reference) == 1 else self.sources[reference[0]] / reference[1]


def _read_only(content: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(content)


def _remembering(function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
    return functools.lru_cache(most)(function)


def _stats(sources: Mapping[str, Path], time: int | None = None) -> str:
    """Changes with names, sizes and times of the files; with `time`, as where all have the same."""
    lines = (
        f"{name}\0{stat.st_size}\0{stat.st_mtime_ns if time is None else time}\n" for name, _, stat in _files(sources)
    )
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

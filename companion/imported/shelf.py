"""The imported rulebooks of an instance: a file each, `imported/<name>.json`, read again when it has changed.

What is kept is the text, never HTML: it is rendered, and so made harmless, by whoever reads it. A file that is none of
ours is skipped with a line in the log. `imported/pairs.toml` puts pairs with our sections right:

    [my-rulebook]
    "paying-fees" = "movement/hand-fees"   # section of theirs = section of ours, perhaps with #heading
    "credits" = ""                         # none of ours
"""

from __future__ import annotations

import json
import logging
import os
import re
import stat
import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from companion.book.fields import ContentError
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.imported.reading import LANGUAGE, MAX_SECTIONS, ImportedSection

if TYPE_CHECKING:
    from companion.book.search.index import Hit, Index
    from companion.book.sections import Section


_log = logging.getLogger(__name__)

VERSION = 1
MAX_RULEBOOKS = 20
_MAX_HITS = 3
"""Sections of rulebooks that a search tells: they stand beside ours."""
NAME = re.compile(r"[^\W_](?:[\w-]{0,58}[^\W_])?")
_MAX_FILE = 8_000_000
PAIRS = "pairs.toml"
_ID = re.compile(r"[\w-][\w.:-]{0,250}")

Pairs = Mapping[str, Mapping[str, str]]
_State = tuple[int, ...]


@dataclass(frozen=True)
class Rulebook:
    """An imported rulebook. `pairs`: section of it -> section of ours, perhaps with `#heading`."""

    name: str
    title: str
    language: str
    shared: bool
    sections: tuple[ImportedSection, ...]
    pairs: Mapping[str, str]

    @cached_property
    def by_id(self) -> Mapping[str, ImportedSection]:
        """The sections that have a text, by id, in reading order."""
        return {section.id: section for section in self.sections if section.text}

    @cached_property
    def rendered(self) -> Mapping[str, Section]:
        """Those sections as the house has sections. Raises RecursionError for what is nested too deep."""
        # Imported here because whoever only lists rulebooks renders nothing.
        from companion.book.sections import Section, SectionPart
        from companion.imported.rendering import render

        return {
            section.id: Section(
                id=f"{self.name}/{section.id}",
                language=self.language,
                title=section.title,
                order=order,
                layers=(),
                own=SectionPart(()),
                parts={},
                related=(),
                source="",
                enforced=False,
                picture="",
                translates=None,
                examples=(),
                remarks=(),
                revision="",
                file=Path(),
                page=render(section.text, self._address),
            )
            for order, section in enumerate(self.by_id.values())
        }

    @cached_property
    def index(self) -> Index:
        """The search over it."""
        from companion.book.search.index import Index
        from companion.book.sections import Book, Chapter

        return Index(Book(self.language, (Chapter(self.name, self.title, tuple(self.rendered.values())),)))

    def path(self, section: ImportedSection) -> list[str]:
        """The headings that a section stands below."""
        above: list[ImportedSection] = []
        for other in self.sections[: self.sections.index(section) + 1]:
            while above and above[-1].level >= other.level:
                above.pop()
            above.append(other)
        return [other.title for other in above[:-1]]

    def paired_with(self, ours: str) -> list[ImportedSection]:
        """Its sections that tell what one of ours tells."""
        return [self.by_id[own] for own, target in self.pairs.items() if target.partition("#")[0] == ours]

    def _address(self, anchor: str) -> str:
        """Where a link within the file leads: to that section, or to the first with a text below its heading."""
        ids = [section.id for section in self.sections]
        if anchor not in ids:
            return ""
        following = (section.id for section in self.sections[ids.index(anchor) :] if section.text)
        target = next(following, "")
        # Beside the page that links: all sections stand in one folder.
        return f"./{quote(target)}" if target else ""


class FoundInRulebook(NamedTuple):
    """A section of an imported rulebook that a search has found, and the headings above it."""

    book: Rulebook
    section: ImportedSection
    path: list[str]
    hit: Hit

    def as_json(self) -> dict[str, object]:
        """As it is printed for programs."""
        names = {"rulebook": self.book.name, "section": self.section.id, "title": self.section.title}
        return {**names, "path": self.path, "snippet": self.hit.plain_snippet}


def found_in_rulebooks(books: Iterable[Rulebook], query: str) -> list[FoundInRulebook]:
    """The sections of rulebooks that fit a query best."""
    hits = [
        FoundInRulebook(book, section, book.path(section), hit)
        for book in books
        for hit in (book.index.search(query, _MAX_HITS) if query else ())
        for section in [book.by_id[hit.section.id.partition("/")[2]]]
    ]
    return sorted(hits, key=lambda each: -each.hit.score)[:_MAX_HITS]


class Shelf:
    """All rulebooks of an instance. Any thread may ask.

    `clean` makes a text fit to be shown, whoever has written the file.
    """

    def __init__(self, instance: Path, clean: Callable[[str], str] = str) -> None:
        self.folder = instance / "imported"
        self._clean = clean
        self._lock = threading.Lock()
        self._read: dict[str, tuple[_State, Rulebook | None]] = {}
        self._put_right: tuple[_State, Pairs] = ((), {})

    def rulebooks(self) -> Mapping[str, Rulebook]:
        """Those that there are now, by name."""
        try:
            names = sorted(entry.name[:-5] for entry in os.scandir(self.folder) if entry.name.endswith(".json"))
        except OSError:
            return {}
        with self._lock:
            pairs = _state(self.folder / PAIRS)
            if pairs != self._put_right[0]:
                self._put_right = pairs, self._pairs()
            for name in names[:MAX_RULEBOOKS]:
                state = (*_state(self.folder / f"{name}.json"), *pairs)
                if name not in self._read or self._read[name][0] != state:
                    self._read[name] = state, self._load(name)
            self._read = {name: self._read[name] for name in names[:MAX_RULEBOOKS]}
            return {name: book for name, (_, book) in self._read.items() if book}

    def _load(self, name: str) -> Rulebook | None:
        file = self.folder / f"{name}.json"
        try:
            book = self.parsed(name, file.read_bytes() if _is_ours(file) else b"")
            # What cannot be rendered is not there either.
            _ = book.rendered
        except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
            _log.warning("skipped an imported rulebook", extra={"file": str(file), "cause": repr(error)[:200]})
            return None
        return book

    def parsed(self, name: str, content: bytes) -> Rulebook:
        """A rulebook as a file has it. Raises ValueError, LookupError, TypeError or RecursionError."""
        document = json.loads(content.decode("utf-8"))
        if not NAME.fullmatch(name) or document["version"] != VERSION:
            raise ValueError("no rulebook of this version")
        sections = tuple(ImportedSection(**each) for each in document["sections"])
        pairs = {**document["pairs"], **self._put_right[1].get(name, {})}
        book = Rulebook(name, document["title"], document["language"], document["shared"], sections, pairs)
        texts = [text for each in sections for text in (each.title, each.id, each.text)]
        numbers = [number for each in sections for number in (each.level, each.line)]
        ids = {section.id for section in sections}
        if not (
            all(isinstance(text, str) for text in (book.title, book.language, *texts, *pairs, *pairs.values()))
            and all(type(number) is int for number in numbers)
            and type(book.shared) is bool
            and LANGUAGE.fullmatch(book.language)
            and len(ids) == len(sections) <= MAX_SECTIONS
            and all(_ID.fullmatch(one) for one in ids)
            and book.by_id
        ):
            raise ValueError("not what an import writes")
        cleaned = (replace(each, title=self._clean(each.title), text=self._clean(each.text)) for each in sections)
        paired = {own: target for own, target in pairs.items() if own in book.by_id and target}
        return replace(book, title=self._clean(book.title), sections=tuple(cleaned), pairs=paired)

    def _pairs(self) -> Pairs:
        file = self.folder / PAIRS
        try:
            return read_pairs(file)
        except ContentError as error:
            _log.warning("skipped the pairs of imported rulebooks", extra={"cause": str(error)})
            return {}

    def write(self, book: Rulebook) -> None:
        """Keep a rulebook in the place of the one with its name: all of it or, after a power cut, the one before."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        document = {"version": VERSION, **{key: value for key, value in asdict(book).items() if key != "name"}}
        # Such a file is its owner's only.
        with tempfile.NamedTemporaryFile("w", dir=self.folder, encoding="utf-8", delete=False) as draft:
            try:
                json.dump(document, draft, ensure_ascii=False, indent=1)
                draft.flush()
                os.fsync(draft.fileno())
                os.replace(draft.name, self.folder / f"{book.name}.json")
            except BaseException:
                os.unlink(draft.name)
                raise


def read_pairs(file: Path) -> Pairs:
    """The pairs that somebody has put right: rulebook -> its section -> ours or "". Raises ContentError."""
    if not file.exists():
        return {}
    try:
        pairs: Pairs = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        line = re.search(r"at line (\d+)", str(error))
        raise ContentError(file, int(line[1]) if line else 1, f"not readable as TOML: {error}") from error
    for name, entries in pairs.items():
        if not isinstance(entries, dict) or not all(isinstance(target, str) for target in entries.values()):
            problem = f"[{name}] is not a table of their sections with ours as a text"
            raise ContentError(file, 1, problem)
    return pairs


def _state(file: Path) -> _State:
    """Changes when a file does."""
    try:
        status = file.lstat()
    except OSError:
        return (0, 0, 0)
    return status.st_mtime_ns, status.st_size, status.st_ino


def _is_ours(file: Path) -> bool:
    status = file.lstat()
    return stat.S_ISREG(status.st_mode) and status.st_size <= _MAX_FILE


# Which of our sections tells the same as one of an imported rulebook: our own search answers it.

_SENTENCES, _HITS = 16, 8
"""As many sentences are looked for, as many sections of ours are taken of each."""
_TITLE = 0.5
"""What the title counts beside all that stands below it."""
_LIKELY = 1.2
"""What counts less is about something else."""
_SIGNS = re.compile(r"[*_`|#>]+|\\(?=\W)")
_END = re.compile(r"(?<=[.!?:])\s+|\n+")


def pairs(sections: Mapping[str, ImportedSection], index: Index) -> Mapping[str, str]:
    """Section of an imported rulebook -> section of ours, where one tells the same."""
    matches = {name: _pair(section, index) for name, section in sections.items()}
    return {name: ours for name, ours in matches.items() if ours}


def _pair(section: ImportedSection, index: Index) -> str:
    sentences = [one.strip() for one in _END.split(_SIGNS.sub(" ", section.text)) if len(one.split()) > 1]
    queries = [(section.title, _TITLE), *((one, 1 / min(len(sentences), _SENTENCES)) for one in sentences[:_SENTENCES])]
    scores: dict[str, float] = {}
    for query, weight in queries:
        for hit in index.search(query[:MAX_QUERY_LENGTH], limit=_HITS):
            scores[hit.section.id] = scores.get(hit.section.id, 0.0) + weight * hit.score
    best = max(scores, key=scores.__getitem__, default="")
    return best if scores.get(best, 0.0) >= _LIKELY else ""

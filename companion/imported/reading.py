"""Files that people have, taken apart: rulebooks in Markdown, player aids as text with bullets or in YAML.

Whatever is read is a stranger's. What comes of it is Markdown without HTML, with lists indented as Python-Markdown
wants them; `rendering.py` makes pages of it. What is not understood is a remark with its line, not an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from companion.book.fields import ContentError, line_of

if TYPE_CHECKING:  # Only aids and front matter need the library.
    import yaml


MAX_BYTES = 500_000
"""Long rulebooks have a fifth of it. The search over as much takes up to 200 MB of memory."""
MAX_SECTIONS = 1000
MAX_SECTION_LENGTH = 50_000
_MAX_DEPTH = 40
_MAX_HEADING, _MAX_TITLE, _MAX_FIRST_WORDS = 500, 200, 60

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_Keys = dict[str, "tuple[int, yaml.Node]"]
"""Key -> its line, its value."""
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Signs that no text has: some conversions leave them between pages."""
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_ANCHOR = re.compile(r"(.*)\{#(\w[\w.:-]{0,79})[^{}]*\}")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:[\s/][^<>]*)?>")
_UNSHOWN = (("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"))
_PICTURE = re.compile(r"!\[([^\[\]]{0,300})\](?:\([^()]{0,1000}\)|\[[^\[\]]{0,100}\])")
_COLOURED = re.compile(r"\[([^\[\]]+)\]!\w+!")
_ITEM = re.compile(r"([ \t]*)([*+•◦▪‣·-]|\d{1,4}[.)])[ \t]+(?=\S)")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")


@dataclass(frozen=True)
class ImportedSection:
    """What stands under one heading of a file; `text` is Markdown without HTML, "" where only others stand below."""

    id: str
    title: str
    level: int
    line: int
    text: str


@dataclass
class Draft:
    """What was read of a file."""

    file: Path
    title: str = ""
    language: str = ""
    language_from: str = ""
    """How its language is known, in words."""
    sections: list[ImportedSection] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    """What was not understood or left out, with its line."""

    def add(self, title: str, level: int, line: int, text: str, anchor: str = "") -> None:
        """Put a section at the end. Raises ContentError for one too many, or too long."""
        if len(self.sections) >= MAX_SECTIONS:
            raise ContentError(self.file, line, f"there are more than {MAX_SECTIONS} sections: split the file")
        if len(text) > MAX_SECTION_LENGTH:
            problem = f"the section {title!r} has more than {MAX_SECTION_LENGTH:,} letters: give it headings"
            raise ContentError(self.file, line, problem)
        title = " ".join(title.split())[:_MAX_TITLE] or "–"
        if not text.strip():
            self.remarks.append((line, f"nothing stands under {title!r}: it is in the contents only"))
        own = {section.id for section in self.sections}
        stem = anchor or slug(title) or "section"
        name = next(name for name in _numbered(stem) if name not in own)
        self.sections.append(ImportedSection(name, title, level, line, text.strip("\n")))


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in range(1, MAX_SECTIONS + 1))


def slug(title: str) -> str:
    """The anchor that a heading gets where none is given, as GitHub makes them: links in the file lead there."""
    return re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")[:_MAX_TITLE]


def read(file: Path, language: str = "") -> Draft:
    """Take a file apart; `language` is told by whoever imports it. Raises ContentError and OSError."""
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise ContentError(file, 1, f"what kind of file is it? Call it one of {', '.join(_READERS)}")
    with file.open("rb") as opened:
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        line = content.count(b"\n", 0, MAX_BYTES) + 1
        raise ContentError(file, line, f"the file has more than {MAX_BYTES:,} bytes: split it")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ContentError(file, line, "this is not UTF-8: save the file as UTF-8") from error
    draft = Draft(file)
    lines = re.split("\r\n|\r|\n", text)
    unfit = [number for number, line in enumerate(lines, 1) if _CONTROL.search(line)]
    draft.remarks += [(number, "signs that are no text are left out") for number in unfit]
    lines = [_CONTROL.sub(" ", line) for line in lines]
    reader(draft, lines)
    if not any(section.text for section in draft.sections):
        raise ContentError(file, 1, "there is no text in it")
    _check(draft)
    draft.title = draft.title or file.stem
    said = " ".join(section.text for section in draft.sections)
    by_option, by_file = (language, "told by --language"), (draft.language, "told by the file")
    draft.language, draft.language_from = next(each for each in (by_option, by_file, recognised(said)) if each[0])
    draft.remarks.sort()
    return draft


def _check(draft: Draft) -> None:
    """Note links that lead nowhere. Raises ContentError for what cannot be rendered."""
    # Imported here because whoever lists rulebooks renders none.
    from companion.imported.rendering import render

    ids = {section.id for section in draft.sections}
    for section in draft.sections:
        strays = sorted(set(re.findall(r"\]\(#([^()\s]+)\)", section.text)) - ids)
        draft.remarks += [(section.line, f"the link to {target[:80]!r} leads nowhere") for target in strays]
        try:
            render(section.text, str)
        except RecursionError as error:
            problem = "too much stands inside each other: simplify lists and quotations"
            raise ContentError(draft.file, section.line, problem) from error


def _read_markdown(draft: Draft, lines: list[str]) -> None:
    lines = _without_html(draft, _without_front_matter(draft, lines))
    starts: list[tuple[int, int, str, int]] = []
    fence = ""
    for number, (line, following) in enumerate(pairwise([*lines, ""])):
        fenced = _FENCE.match(line)
        if fenced and (not fence or fenced[1].startswith(fence)):
            fence = "" if fence else fenced[1]
        heading = None if fence else _HEADING.fullmatch(line[:_MAX_HEADING].rstrip())
        if heading:
            starts.append((number, len(heading[1]), heading[2].rstrip("#"), number + 1))
        elif not fence and line.strip() and re.fullmatch(" {0,3}(=+|-{3,}) *", following) and _is_text(line):
            starts.append((number, 1 if "=" in following else 2, line[:_MAX_HEADING], number + 2))
    if starts and starts[0][1] == 1:
        draft.title = draft.title or _plain(starts[0][2])
    if not starts or "".join(lines[: starts[0][0]]).strip():
        starts.insert(0, (0, 1, draft.title or draft.file.stem, 0))
    for (number, level, heading_text, begin), (end, *_) in pairwise([*starts, (len(lines), 0, "", 0)]):
        anchored = _ANCHOR.fullmatch(heading_text.strip())
        title, anchor = anchored.groups() if anchored else (heading_text, "")
        draft.add(_plain(title), level, number + 1, tidy(lines[begin:end]), anchor)


def _is_text(line: str) -> bool:
    return not re.match(r" {0,3}([>|#]|[*+-] |\d+[.)] )", line)


def _plain(heading: str) -> str:
    """A heading without signs of Markdown."""
    linked = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", heading)
    return re.sub(r"[*`]+|\\(?=[^\w\s])|(?<!\w)_+|_+(?!\w)", "", linked).strip()


def _without_front_matter(draft: Draft, lines: list[str]) -> list[str]:
    if not lines or lines[0].rstrip() != "---" or "---" not in (line.rstrip() for line in lines[1:]):
        return lines
    end = next(number for number, line in enumerate(lines) if number and line.rstrip() == "---")
    keys = _keys(draft, _node(draft.file, "\n".join(["", *lines[1:end]])), _FRONT)
    draft.title, draft.language = _text(draft, keys, "title"), _language(draft, keys)
    return [""] * (end + 1) + lines[end + 1 :]


def _without_html(draft: Draft, lines: list[str], first: int = 0) -> list[str]:
    """The lines without HTML and pictures, as many as before. What tags stand around stays; scripts do not."""
    text = "\n".join(lines)
    for begin, end in _UNSHOWN:
        pieces, at = [], 0
        lower = text.lower()
        while (start := lower.find(begin, at)) >= 0:
            stop = lower.find(end, start)
            stop = stop + len(end) if stop >= 0 else len(text)
            pieces += [text[at:start], "\n" * text.count("\n", start, stop)]
            draft.remarks.append((first + text.count("\n", 0, start) + 1, f"HTML is left out: {begin} ... {end}"))
            at = stop
        text = "".join([*pieces, text[at:]])
    lines = text.split("\n")
    for number, line in enumerate(lines):
        tags = [tag for tag in _TAG.findall(line) if not re.match(r"<br\s*/?>", tag, re.IGNORECASE)]
        if tags:
            draft.remarks.append((first + number + 1, f"HTML is left out: {' '.join(tags)[:80]}"))
        if _PICTURE.search(line):
            draft.remarks.append((first + number + 1, "a picture is left out, what it is called stays"))
        untagged = _TAG.sub(lambda tag: " " if tag[0].lower().startswith("<br") else "", line)
        lines[number] = _PICTURE.sub(lambda picture: f"*[{picture[1]}]*" if picture[1].strip() else "", untagged)
    return lines


def _read_text(draft: Draft, lines: list[str]) -> None:
    """Paragraphs and lists. A short line without an end is a heading; what comes after a list is another subject."""
    title, start, pieces, listed = "", 0, list[str](), False
    group: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            group.append(line)
            continue
        if not group:
            continue
        begin, bulleted = number - len(group), bool(_ITEM.match(group[0]))
        heading = len(group) == 1 and not bulleted and _is_title(group[0].strip())
        if (heading or listed) and (title or pieces):
            draft.add(title or _first_words(pieces), 2, start, tidy(map(_escaped, pieces)))
            title, pieces, listed = "", [], False
        start = start if title or pieces else begin
        if heading:
            title = group[0].strip()
        else:
            pieces += [*group, ""]
        listed = bulleted or any(map(_ITEM.match, group))
        group = []
    if title or pieces:
        draft.add(title or _first_words(pieces), 2, start, tidy(map(_escaped, pieces)))


def _is_title(line: str) -> bool:
    return len(line) <= _MAX_FIRST_WORDS and line[-1] not in ".,;:!?…" and "://" not in line


def _first_words(lines: list[str]) -> str:
    item = _ITEM.match(lines[0])
    words = (lines[0][item.end() :] if item else lines[0]).strip()
    return words if len(words) <= _MAX_FIRST_WORDS else f"{words[:_MAX_FIRST_WORDS].rpartition(' ')[0]} …"


def _escaped(line: str) -> str:
    """A line of plain text as Markdown that says the same."""
    item = _ITEM.match(line)
    head, text = (line[: item.end()], line[item.end() :]) if item else ("", line.strip())
    return head + re.sub(r"^(\d+)\.", r"\1\\.", _SPECIAL.sub(r"\\\1", text))


def tidy(lines: Iterable[str]) -> str:
    """Markdown as Python-Markdown reads it: lists with four blanks a level and an empty line before, code indented."""
    tidied: list[str] = []
    levels: list[int] = []
    fence, empty = "", True
    for line in (one.expandtabs(4).rstrip() for one in lines):
        fenced, item = _FENCE.match(line), None if fence else _ITEM.match(line)
        indent, before = len(line) - len(line.lstrip()), len(levels)
        if fenced and (not fence or fenced[1].startswith(fence)):
            fence, line = "" if fence else fenced[1], ""
            levels.clear()
        elif fence:
            line = f"    {line}"
        elif item and (levels or indent < 4):
            while levels and indent <= levels[-1] + 1:
                levels.pop()
            if not before and not empty:
                tidied.append("")
            number = f"{item[2][:-1]}." if item[2][:-1].isdecimal() else "-"
            line = f"{'    ' * len(levels)}{number} {line[item.end() :]}"
            levels.append(indent)
        elif levels and line and (indent or not empty):
            while len(levels) > 1 and indent <= levels[-1]:
                levels.pop()
            if len(levels) < before and not empty:
                tidied.append("")
            line = f"{'    ' * len(levels)}{line.strip()}"
        elif line:
            levels.clear()
        tidied.append(line)
        empty = not line
    return "\n".join(tidied).strip("\n")


_AID = ("name", "description", "credits", "lang", "language", "sections")
_UNUSED = ("text_type", "enabled", "version", "bgg_id", "expansions")
"""Keys of an aid that say nothing about its texts."""
_FRONT = ("title", "lang", "language")
_SECTION = ("name", "id", "text", "sections")


def _read_yaml(draft: Draft, lines: list[str]) -> None:
    keys = _keys(draft, _node(draft.file, "\n".join(lines)), _AID)
    draft.title, draft.language = _text(draft, keys, "name"), _language(draft, keys)
    preface = [text for key in ("description", "credits") if (text := _text(draft, keys, key))]
    if preface:
        draft.add(draft.title or draft.file.stem, 1, 1, tidy(_without_html(draft, "\n\n".join(preface).split("\n"))))
    _read_sections(draft, keys, 2)


def _read_sections(draft: Draft, keys: _Keys, level: int) -> None:
    line, entries = keys.get("sections", (0, None))
    if entries is None or entries.value == "":
        return
    if isinstance(entries.value, str) or not all(isinstance(entry.value, list) for entry in entries.value):
        raise ContentError(draft.file, line, "'sections' is not a list of sections")
    for entry in entries.value:
        below = _keys(draft, entry, _SECTION)
        begin = line_of(entry, 0)
        start = below["text"][1].start_mark.line + 1 if "text" in below else begin
        text = _COLOURED.sub(r"\1", _text(draft, below, "text"))
        anchor = slug(_text(draft, below, "id"))
        draft.add(
            _text(draft, below, "name"), level, begin, tidy(_without_html(draft, text.split("\n"), start)), anchor
        )
        _read_sections(draft, below, min(6, level + 1))


def _keys(draft: Draft, node: yaml.Node, allowed: Collection[str]) -> _Keys:
    """The keys of a table with their lines and values. What is not known is a remark."""
    keys: _Keys = {}
    if any(isinstance(pair, tuple) is False for pair in node.value):
        raise ContentError(draft.file, line_of(node, 0), "this is not a table of keys and values")
    for key_node, value in node.value:
        key, line = str(key_node.value), line_of(key_node, 0)
        if key in keys:
            raise ContentError(draft.file, line, f"{key!r} is given twice")
        keys[key] = line, value
        if key not in (*allowed, *_UNUSED):
            draft.remarks.append((line, f"{key[:80]!r} is not understood and left out"))
    return keys


def _text(draft: Draft, keys: _Keys, key: str) -> str:
    line, node = keys.get(key, (0, None))
    if node is None or node.tag.endswith(":null"):
        return ""
    if not isinstance(node.value, str):
        raise ContentError(draft.file, line, f"{key!r} is not a text")
    return node.value


def _language(draft: Draft, keys: _Keys) -> str:
    """The code of a language that a file tells, "" where it tells none. Raises ContentError."""
    code = _text(draft, keys, "language") or _text(draft, keys, "lang")
    if code and not LANGUAGE.fullmatch(code):
        line = (keys.get("language") or keys["lang"])[0]
        raise ContentError(draft.file, line, f"{code[:80]!r} is no code of a language, such as ko or pt-BR")
    return code


def _node(file: Path, text: str) -> yaml.Node:
    """YAML as it stands there, without what refers to other parts of it: a few lines could become millions."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            line = event.start_mark.line + 1 if event.start_mark else 1
            if isinstance(event, yaml.AliasEvent):
                raise ContentError(file, line, f"*{event.anchor} refers to another part: write out what is meant")
            if depth > _MAX_DEPTH:
                raise ContentError(file, line, f"more than {_MAX_DEPTH} levels stand inside each other")
        node = yaml.compose(text, Loader=loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else text.count("\n", 0, getattr(error, "position", 0)) + 1
        problem = getattr(error, "problem", None) or getattr(error, "reason", "")
        raise ContentError(file, line, f"not readable as YAML: {problem}") from error
    if not isinstance(node, yaml.MappingNode):
        raise ContentError(file, 1, "there are no keys with values")
    return node


_READERS: Mapping[str, Callable[[Draft, list[str]], None]] = {
    ".md": _read_markdown,
    ".markdown": _read_markdown,
    ".txt": _read_text,
    ".yaml": _read_yaml,
    ".yml": _read_yaml,
}
ENDINGS = tuple(_READERS)

# Which language a text is in, by its script and its most frequent words.
_SCRIPTS = {
    "ko": ("가-힣", 0.1),
    "ja": ("\u3040-\u30ff", 0.1),
    "zh": ("\u4e00-\u9fff", 0.2),
    "ru": ("\u0400-\u04ff", 0.3),
    "el": ("\u0370-\u03ff", 0.3),
}
"""Letters of a script, and from which share of all letters on a text is in its language; in this order."""
_WORDS = {
    "en": "the and of to is you your",
    "de": "der die das und ist nicht",
    "fr": "le les des est vous et",
    "es": "el los las del que una",
    "it": "il gli che della sono nel",
    "nl": "het een van niet je zijn",
    "pt": "os da que não uma do",
    "pl": "się nie jest na do lub",
    "cs": "se je na nebo hráč ze",
}
_LOOKED_AT = 100_000


def recognised(text: str) -> tuple[str, str]:
    """The language of a text, and how it is known, in words."""
    text = text[:_LOOKED_AT].casefold()
    letters = len(re.findall(r"[^\W\d_]", text)) or 1
    for code, (script, share) in _SCRIPTS.items():
        if len(re.findall(f"[{script}]", text)) > share * letters:
            return code, "recognised by its letters"
    often = Counter(re.findall(r"[^\W\d_]+", text))
    counts = {code: sum(often[word] for word in words.split()) for code, words in _WORDS.items()}
    best = max(counts, key=counts.__getitem__)
    return (best, "recognised by its words") if counts[best] else ("en", "not recognised: --language tells it")

"""A picture of many places: each says what it is and what lies there, and may be marked or lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.drawing import Box, Picture
from companion.pictures.board.scene import Note, Scene

MARKS: Mapping[str, str] = {"bad": "ui-no", "warn": "ui-warning", "chosen": "ui-yes", "way": "",
                             "may": "", "maybe": "", "ask": "ui-unknown", "way-ask": "ui-unknown"}  # fmt: skip
"""How a place may be marked, and the symbol that says it besides the colour; a way is a line."""

_BADGE = 16


class Canvas(Picture):
    """A picture under construction that knows the position it shows."""

    def __init__(self, scene: Scene, sprite: str) -> None:
        super().__init__(0, 0, sprite)
        self.scene = scene
        self.places: list[str] = []
        """All places drawn so far that can be touched, in their order."""
        self.apart: dict[str, str] = {}
        """Every place and layer as SVG by itself, each as it stands in the whole picture."""

    def ground(self, width: float, height: float) -> None:
        """The ground below all that is drawn so far where this is drawn."""
        self.rect(0, 0, width, height, "ground", 12)
        self._drawn.insert(0, self._drawn.pop())

    @contextmanager
    def region(self, name: str, label: str) -> Iterator[None]:
        """What belongs together and is called the same."""
        with self.within("g", {"class": f"region {name}", "role": "group", "aria-label": label}):
            yield

    @contextmanager
    def place(self, path: str, box: Box, *what: str, where: str = "") -> Iterator[None]:
        """A place of the position: drawn within, a link where somebody wants one, marked when it is to be seen.

        Its label is what it is called, `where` if that is not told by its path, and what lies there.
        """
        self.places.append(path)
        note = self.scene.notes.get(path)
        said = (note.words,) if note and note.words else ()
        label = self.scene.label(where or self.scene.words.place(path), *what, *said)
        address = self.scene.link(path) if self.scene.link else None
        attributes = {"role": "img"} if address is None else {"href": address, "aria-label": label}
        if path in self.scene.held:
            attributes["data-holds"] = self.scene.held[path]
        mark = self.mark_of(path)
        with self.within("g" if address is None else "a", {"data-place": path, **attributes}):
            self._add("title", "", label)
            if address is not None:
                self.rect(*box, "hit", 8)
            yield
            if mark:
                self._mark(mark, box)
            if note and note.short:
                self._note(note, box)
        self.apart[path] = self._drawn[-1]

    @contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """What lies over or under several places."""
        with self.within("g", {"data-layer": name}):
            yield
        self.apart[name] = self._drawn[-1]

    @contextmanager
    def piece(self, path: str, box: Box, *what: str, where: str = "") -> Iterator[None]:
        """A piece of a player on a place of the board. It is marked as the player's thing, and never a link."""
        label = self.scene.label(where or self.scene.words.place(path), *what)
        mark = self.mark_of(path)
        with self.within("g", {"role": "img", "class": "piece", "data-piece": path}):
            self._add("title", "", label)
            yield
            if mark:
                self._mark(mark, box)

    def mark_of(self, path: str) -> str | None:
        """The mark of a place: its own, that of something within it, or of its list if that has no place of its own."""
        for marked, kind in self.scene.marks.items():
            within = path.startswith(f"{marked}:") and marked not in self.places
            if marked == path or marked.startswith(f"{path}.") or within:
                return kind
            if marked.count(".") > 1 and path.startswith(f"{marked}."):
                return kind
        return None

    def _mark(self, kind: str, box: Box) -> None:
        x, y, width, height = box
        self.rect(x + 1, y + 1, width - 2, height - 2, f"mark mark-{kind}", 8)
        if MARKS[kind]:
            self.circle(x + width - 7, y + 7, _BADGE / 2 + 1, f"badge-{kind}")
            self._add("use", f"badge-symbol-{kind}", href=f"{self.sprite}#{MARKS[kind]}", x=x + width - 7 - _BADGE / 2,
                      y=y + 7 - _BADGE / 2, width=_BADGE, height=_BADGE)  # fmt: skip

    def _note(self, note: Note, box: Box) -> None:
        """A few letters at the foot of a place, over what lies there."""
        x, y, width, height = box
        wide = 8 + 8 * len(note.short) + (_BADGE if note.symbol else 0)
        left, top = x + (width - wide) / 2, y + height - 13
        self.rect(left, top, wide, 18, "note", 9)
        if note.symbol:
            self.symbol(note.symbol, left + 3, top + 1, _BADGE)
        self.text(left + wide - 4 - 4 * len(note.short), top + 9, note.short, 13, "note-text")

    def unknown(self, box: Box, size: float = 18, share: float = 0.5) -> None:
        """What nobody has told; `share`: how far down the question mark stands."""
        x, y, width, height = box
        self.rect(x + 1, y + 1, width - 2, height - 2, "unknown", 6)
        self.text(x + width / 2, y + height * share, "?", min(size, height * 0.7), "soft")

    def slot(self, box: Box) -> None:
        """A place that is known to be empty."""
        x, y, width, height = box
        self.rect(x + 1, y + 1, width - 2, height - 2, "slot", 6)

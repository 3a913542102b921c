"""A step is answered with what changes on the page that is shown: its parts and the places of its pictures.

The template marks its parts with comments. What each of them said when a page was rendered last is remembered by its
digest; a phone tells which page it shows, and gets the parts that say something else now. Where that page was rendered
by nobody here, or has other parts, it gets the whole one.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping

from markupsafe import Markup

from companion.web.editor.view import EditorPage

SHOWN = "Editor-Shown"
"""The header in which a phone says which page it shows."""
_MAX_PAGES = 512
_PART = re.compile(r"<!--part (\S+)-->\s*(.*?)\s*<!--/part-->", re.DOTALL)
# What is in hand and which group is open is kept by the phone itself; it asks with every step.
_HAND = re.compile(
    r'<a class="editor-hand".*?</a>|(?<=[?&;])(?:pick|group|open)=[^&"#]*| aria-current="true"| hidden(?=>)', re.DOTALL
)

PageKey = tuple[str, str, str, str]
"""Language, code, part of the board, unfolded field."""


class RenderedPages:
    """The pages rendered last: of each, what its parts said."""

    def __init__(self) -> None:
        self._pages: OrderedDict[PageKey, Mapping[str, int]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, page: PageKey, parts: Mapping[str, str]) -> Mapping[str, int]:
        """Remember the parts of a page; their digests."""
        digests = {name: hash(_HAND.sub("", html)) for name, html in parts.items()}
        with self._lock:
            self._pages[page] = digests
            self._pages.move_to_end(page)
            while len(self._pages) > _MAX_PAGES:
                self._pages.popitem(last=False)
        return digests

    def get(self, page: PageKey) -> Mapping[str, int] | None:
        """What the parts of a page said, None if it was not rendered lately."""
        with self._lock:
            return self._pages.get(page)


RENDERED = RenderedPages()


def page_shown(language: str, told: str) -> PageKey:
    """The page that a phone says it shows: its code, the part of the board and the unfolded field, with blanks."""
    code, show, opened = (*told.split(" "), "", "")[:3]
    return language, code, show, opened


def page_of(language: str, page: EditorPage) -> PageKey:
    """The same of a page."""
    return language, page.code, page.query.show, page.query.open


def parts_of(html: str, page: EditorPage) -> tuple[str, Mapping[str, str]]:
    """The page without the marks of its parts, and the parts by name, each place of its pictures apart."""
    parts: dict[str, str] = dict(_PART.findall(html))
    for path, place in page.places.items():
        parts["editor-picture"] = parts["editor-picture"].replace(place, "")
        parts[f"place {path}"] = place
    return _PART.sub(r"\2", html), parts


def changed(page: EditorPage, parts: Mapping[str, str], now: Mapping[str, int], shown: PageKey) -> Markup | None:
    """What is to change on the page that is shown; None where all of it has to be shown anew."""
    before = RENDERED.get(shown)
    if before is None or before.keys() != now.keys():
        return None
    names = [name for name in parts if now[name] != before[name]]
    if "editor-picture" in names:
        names = [name for name in names if not name.startswith("place ")]
        parts = {**parts, "editor-picture": _whole_picture(page)}
    html = [parts[name] for name in names if not name.startswith("place ")]
    places = [parts[name] for name in names if name.startswith("place ")]
    svg = f'<svg id="editor-places">{"".join(places)}</svg>'
    return Markup(f'<div id="editor-changes" {page.attributes}>{"".join(html)}{svg}</div>')  # noqa: S704 (rendered)


def _whole_picture(page: EditorPage) -> str:
    return f'<div class="editor-picture" id="editor-picture" data-zoom="1">{"".join(page.pictures)}</div>'

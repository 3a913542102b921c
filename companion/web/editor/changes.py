"""A page of the editor, and what of it is to change on a phone that shows another one.

The template marks its parts with comments. A phone tells which page it shows, and gets the parts that say something
else now, each with the place that it takes (htmx swaps them out of band). Where that page has other parts, it gets all
of this one.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import render_template
from markupsafe import Markup

from companion import engine
from companion.web.editor.editing import colours
from companion.web.editor.palettes import EditorQuery
from companion.web.editor.view import EditorPage, RefusedTap

SHOWN = "Editor-Shown"
"""The header in which a phone says which page it shows: its code, and its address from the question mark on."""
_ALWAYS = ("editor-told", "editor-state")
"""Parts that a phone changes by itself."""
_PART = re.compile(r"<!--part (\S+)-->\s*(.*?)\s*<!--/part-->", re.DOTALL)
# What is in hand and which group is open is kept by the phone itself; it asks with every step.
_HAND = re.compile(
    r'<a class="editor-hand".*?</a>|<p class="editor-hint".*?</p>|<input type="hidden" name="(?:pick|group|open)"[^>]*>'
    r'|(?:&amp;|[?&])(?:pick|group|open)=[^&"#]*| aria-current="true"| hidden(?=>)',
    re.DOTALL,
)
_TAG = re.compile(r"<\w+")
_DRAWN = re.compile(r'data-(?:place|layer)="[^"]*"')


class RenderedPage(NamedTuple):
    """A page with its parts by name, each place of its pictures apart, and a digest of what each says."""

    page: EditorPage
    html: Markup
    parts: Mapping[str, str]
    digests: Mapping[str, int]


@functools.lru_cache(16)
def rendered(language: str, code: str, query: EditorQuery, refused: RefusedTap | None = None) -> RenderedPage:
    """The page of a position. Raises Unreadable."""
    position = engine.decode(code)
    page = EditorPage(position, query, language, code)
    context = {"sheet": page, "refused": refused, "colours": colours(position), "turn": position.turn}
    html = render_template("editor/_board.html", **context)
    parts: dict[str, str] = dict(_PART.findall(html))
    said = dict(parts)
    for path, place in page.places.items():
        said["editor-picture"] = said["editor-picture"].replace(place, "")
        parts[f"place {path}"] = said[f"place {path}"] = place
    digests = {name: hash(_HAND.sub("", part)) for name, part in said.items()}
    return RenderedPage(page, Markup(_PART.sub(r"\2", html)), parts, digests)  # noqa: S704 (rendered)


def changed(before: RenderedPage, now: RenderedPage) -> Markup | None:
    """What is to change where a page is shown; None where all of it has to be shown anew."""
    if before.digests.keys() != now.digests.keys():
        return None
    names = [name for name in now.parts if name in _ALWAYS or now.digests[name] != before.digests[name]]
    if "editor-picture" in names:
        names = [name for name in names if not name.startswith("place ")]
    html, places = "", ""
    for name in names:
        part, drawn = now.parts[name], name.startswith("place ")
        # To the place of what has the same id, or the same name in the picture.
        target = f"outerHTML:[{next(_DRAWN.finditer(part))[0]}]".replace('"', "'") if drawn else "true"
        part = _TAG.sub(rf'\g<0> hx-swap-oob="{target}"', part, count=1)
        html, places = (html, places + part) if drawn else (html + part, places)
    return Markup(f"{html}<svg>{places}</svg>")  # noqa: S704 (rendered)

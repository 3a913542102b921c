"""A position as a picture: on a page to look at closely, and as files to take along."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from companion import engine, painter
from companion.pictures import board, standalone
from companion.web import language
from companion.web.assets import sprite
from companion.web.caching import same_for_all
from companion.web.limits import PICTURES, limited

WHOLE = "all"
"""What the picture with all regions is called in addresses."""

ZOOMS = (1, 2, 3)
"""How many times as wide as the page a picture can be."""

_SEVERITIES: Mapping[engine.Severity, str] = {"impossible": "bad", "suspicious": "warn"}


def _asked(position: engine.Position, default: str) -> tuple[str, tuple[str, ...]]:
    """The region that the address asks for, and the regions to draw for it; not found when there is no such region."""
    known = board.regions_of(position)
    region = request.args.get("region", default)
    if region == WHOLE:
        return region, known
    if region not in known:
        abort(404)
    return region, (region,)


def marks_of(position: engine.Position) -> dict[str, str]:
    """What the check finds, as marks; the worst of each place."""
    found: dict[str, str] = {}
    reasons = engine.check(engine.ruleset_of(position), position)
    for severity, mark in _SEVERITIES.items():
        for reason in reasons:
            if reason.severity == severity:
                for place in reason.places:
                    found.setdefault(place, mark)
    return found


def page(code: str) -> ResponseReturnValue:
    """A position as a picture, region by region, with what the check found. Raises Unreadable."""
    position = engine.decode(code)
    region, parts = _asked(position, board.REGIONS[0])
    zoom = request.args.get("zoom", str(ZOOMS[0]))
    if zoom not in map(str, ZOOMS):
        abort(404)
    marks = marks_of(position)
    # Each region is a picture of its own, so that a phone, a screen and a sheet of paper can lay them out.
    # Where something is marked, the tabs say so: then all of them are drawn.
    known = board.regions_of(position)
    drawn = {
        part: board.board_picture(position, language.current(), parts=[part], marks=marks, sprite=sprite())
        for part in (known if marks else parts)
    }
    marked = {part for part, picture in drawn.items() if board.marked(picture)}
    page = render_template(
        "check/picture.html",
        code=code,
        region=region,
        regions=(*known, WHOLE),
        zoom=ZOOMS.index(int(zoom)),
        zooms=ZOOMS,
        pictures=[drawn[part] for part in parts],
        marked=marked,
    )
    return kept(page)


def _file(code: str) -> tuple[str, str, str]:
    """A picture as a file, with its theme and the end of its name."""
    position = engine.decode(code)
    region, parts = _asked(position, WHOLE)
    theme = request.args.get("theme", standalone.THEMES[0])
    if theme not in standalone.THEMES:
        abort(404)
    picture = board.board_picture(position, language.current(), parts=parts, sprite="")
    return standalone.svg(picture, theme), theme, f"{code[-6:]}-{region.replace(':', '-')}"


def svg(code: str) -> Response:
    """A position as an SVG file. Raises Unreadable."""
    file, theme, name = _file(code)
    response = kept(file, "image/svg+xml", f"{name}.svg")
    # Opened by itself, the file may use the style that it brings and nothing else.
    digest = base64.b64encode(hashlib.sha256(standalone.style(theme).encode()).digest()).decode()
    response.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{digest}'"
    return response


@limited(PICTURES)
def png(code: str) -> Response:
    """A position as pixels. Raises Unreadable."""
    file, _, name = _file(code)
    try:
        return kept(standalone.png(file), "image/png", f"{name}.png")
    except painter.PainterBusy:
        abort(429)


def kept(content: str | bytes, mimetype: str = "text/html", name: str = "") -> Response:
    """An answer about a position that anybody may keep; `name` is the end of a file's name."""
    response = make_response(content)
    response.mimetype = mimetype
    if name:
        response.headers["Content-Disposition"] = f'inline; filename="position-{name}"'
    return same_for_all(response, robots="noindex")


def add_to(blueprint: Blueprint) -> None:
    """Answer the addresses of pictures."""
    blueprint.add_url_rule("/position/<code>/picture", "picture", page)
    blueprint.add_url_rule("/position/<code>.svg", "picture_svg", svg)
    blueprint.add_url_rule("/position/<code>.png", "picture_png", png)

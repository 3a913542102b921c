"""Check: can this position exist? A text goes in; what is unreadable or impossible comes out, with the rules.

A position has an address of its own, made of its share code. Nothing here depends on who asks and nothing is
stored, so the pages need no session, their form no token, and answers to addresses may be kept by anybody.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block
from wtforms import TextAreaField

from companion import engine, painter
from companion.pictures import board, standalone
from companion.reference.examples import examples, named_example
from companion.sentences import answers
from companion.sentences.answers import Checked
from companion.sentences.findings import Finding, key_path, problem_text
from companion.web import language
from companion.web.ask import by_phase
from companion.web.assets import sprite
from companion.web.caching import same_for_all
from companion.web.forms import PageForm
from companion.web.limits import PICTURES, limited
from companion.web.links import absolute, htmx
from companion.web.reference import book, reference
from companion.web.sanitise import fit

blueprint = Blueprint("check", __name__, url_prefix="/<language:language>")

_LINES_AROUND = 1
_MAX_EXCERPT_LENGTH = 200
_MAX_ROW_LENGTH = 600
"""Characters of a line that are shown again."""

PLACES_AT_ONCE = 8
"""More places of one finding stay folded up."""


@dataclass(frozen=True)
class Trouble:
    """Something unreadable: its line with those around it, its key, and what would be right.

    What is wrong with a share code has no line.
    """

    line: int | None
    key: str
    text: str
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class CheckResult:
    """What is to be said about a text: unreadable, impossible, or nothing found. `text` told the position."""

    unreadable: tuple[Trouble, ...] = ()
    more_unreadable: int = 0
    """Troubles that are only counted."""
    checked: Checked | None = None
    text: str = ""

    @property
    def code(self) -> str | None:
        """The share code of the position, when it has one."""
        return self.checked.code if self.checked else None

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The text by lines, as far as it is shown again."""
        rows = self.text.split("\n") if self.checked else ()
        return tuple(row if len(row) <= _MAX_ROW_LENGTH else row[:_MAX_ROW_LENGTH] + "…" for row in rows)

    @cached_property
    def parts(self) -> Mapping[engine.Severity, Mapping[str, list[Finding]]]:
        """Findings by how bad they are, the worst first, then by whom they are about: the board (""), or a player."""
        parts: dict[engine.Severity, dict[str, list[Finding]]] = {}
        for severity in get_args(engine.Severity):
            for finding in sorted(self.checked.findings if self.checked else (), key=_owner):
                if finding.severity == severity:
                    parts.setdefault(severity, {}).setdefault(_owner(finding), []).append(finding)
        return parts

    @property
    def verdict(self) -> str:
        """In one word."""
        if self.unreadable:
            return "unreadable"
        if self.count("impossible"):
            return "impossible"
        return "unusual" if self.count("suspicious") else "nothing-found"

    def places(self, finding: Finding) -> list[tuple[str, int]]:
        """Where a finding points: the reader's words, and the line of the text that tells it."""
        named = zip(finding.where, finding.places, strict=True) if self.checked else ()
        return [(words, self.checked.lines.of_place(place)) for words, place in named if self.checked]

    @property
    def named_lines(self) -> frozenset[int]:
        """The lines that findings point at."""
        findings = self.checked.findings if self.checked else ()
        return frozenset(line for finding in findings for _, line in self.places(finding))

    def count(self, severity: engine.Severity) -> int:
        """How many findings are this bad."""
        return sum(map(len, self.parts.get(severity, {}).values()))


def answer(text: str, language: str) -> CheckResult:
    """Judge a text that should tell a position."""
    text = text.replace("\r\n", "\n")
    try:
        return CheckResult(checked=answers.check(text, language), text=text)
    except engine.Unreadable as error:
        rows = text.split("\n")
        shown_problems = error.problems[: answers.MAX_PROBLEMS]
        return CheckResult(
            tuple(_trouble(problem, rows, language) for problem in shown_problems),
            more_unreadable=len(error.problems) - len(shown_problems),
        )


def refused_code(error: engine.Unreadable, language: str) -> CheckResult:
    """What is to be said about a share code that tells no position."""
    return CheckResult(tuple(Trouble(None, "", problem_text(problem, language)) for problem in error.problems))


def _owner(finding: Finding) -> str:
    """The one player whose things a finding is about, empty when it concerns the board or several players."""
    owners = {place.split(".")[1] if place.startswith("players.") else "" for place in finding.places}
    return owners.pop() if len(owners) == 1 else ""


def _trouble(problem: engine.Problem, rows: list[str], language: str) -> Trouble:
    first, last = max(1, problem.line - _LINES_AROUND), min(len(rows), problem.line + _LINES_AROUND)
    return Trouble(
        line=problem.line,
        key=key_path(problem),
        text=problem_text(problem, language),
        lines=tuple((number, rows[number - 1][:_MAX_EXCERPT_LENGTH]) for number in range(first, last + 1)),
    )


class PositionForm(PageForm):
    """A position as text, as a share code, or as a link that contains one. It changes nothing, so it needs no token."""

    position = TextAreaField(filters=[lambda text: fit(text) if text else text])


@blueprint.route("/check/", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """Take a position and tell what cannot be."""
    form = PositionForm(meta={"csrf": False})
    if not form.validate_on_submit():
        form.position.data = named_example(book(), reference().moved, request.args.get("example", "")) or ""
        return same_for_all(_page(form, None))
    text = form.position.data or ""
    code = answers.code_in(text)
    if code is None:
        result = answer(text, language.current())
    else:
        try:
            engine.decode(code)
        except engine.Unreadable as error:
            result = refused_code(error, language.current())
        else:
            return _go_to(code)
    # The other language has the same position, not an empty page.
    language.same_as("check.position" if result.code else "check.index", code=result.code)
    return _page(form, result), 422 if result.unreadable else 200


@blueprint.route("/position/<code>")
def position(code: str) -> ResponseReturnValue:
    """A position by its share code, laid out and judged. Raises Unreadable."""
    form = PositionForm(meta={"csrf": False})
    form.position.data = engine.position_text(engine.decode(code))
    return public(_page(form, answer(form.position.data, language.current())))


@blueprint.route("/position/<code>.json")
def download(code: str) -> ResponseReturnValue:
    """A position as a file. Raises Unreadable."""
    response = public(engine.position_text(engine.decode(code)) + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="position-{code[-6:]}.json"'
    return response


@blueprint.route("/position/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The link to a position, also as a picture for the cameras of other phones. Raises Unreadable."""
    engine.decode(code)
    address = absolute("check.position", code=code)
    return public(render_template("check/share.html", code=code, address=address))


def _page(form: PositionForm, result: CheckResult | None) -> str:
    partial = bool(htmx) and request.method == "POST"
    context = {"form": form, "answer": result, "partial": partial, "places_at_once": PLACES_AT_ONCE}
    if partial:
        return str(render_block("check/index.html", "answer", **context))
    # Somebody who came for a position is not shown the other doors first.
    doors = by_phase() if result is None else []
    return render_template("check/index.html", examples=examples(book()), doors=doors, **context)


def _go_to(code: str) -> ResponseReturnValue:
    address = url_for("check.position", code=code)
    return ("", 204, {"HX-Redirect": address}) if htmx else redirect(address, 303)


# A position as a picture: on a page to look at closely, and as files to take along.

WHOLE = "all"
"""What the picture with all regions is called in addresses."""

ZOOMS = (1, 2, 3)
"""How many times as wide as the page a picture can be."""

_SEVERITIES: Mapping[engine.Severity, str] = {"impossible": "bad", "suspicious": "warn"}


def _regions(position: engine.Position, default: str) -> tuple[str, tuple[str, ...]]:
    """The region that the address asks for, and the regions to draw for it; not found when there is no such region."""
    regions = board.regions_of(position)
    region = request.args.get("region", default)
    if region == WHOLE:
        return region, regions
    if region not in regions:
        abort(404)
    return region, (region,)


def marks_of(position: engine.Position) -> dict[str, str]:
    """What the check finds, as marks; the worst of each place."""
    marks: dict[str, str] = {}
    reasons = engine.check(engine.ruleset_of(position), position)
    for severity, mark in _SEVERITIES.items():
        for reason in reasons:
            if reason.severity == severity:
                for place in reason.places:
                    marks.setdefault(place, mark)
    return marks


@blueprint.route("/position/<code>/picture")
def picture(code: str) -> ResponseReturnValue:
    """A position as a picture, region by region, with what the check found. Raises Unreadable."""
    position = engine.decode(code)
    region, parts = _regions(position, board.REGIONS[0])
    zoom = request.args.get("zoom", str(ZOOMS[0]))
    if zoom not in map(str, ZOOMS):
        abort(404)
    marks = marks_of(position)
    # Each region is a picture of its own, so that a phone, a screen and a sheet of paper can lay them out.
    # Where something is marked, the tabs say so: then all of them are drawn.
    regions = board.regions_of(position)
    drawn = {
        part: board.board_picture(position, language.current(), parts=[part], marks=marks, sprite=sprite())
        for part in (regions if marks else parts)
    }
    marked = {part for part, picture in drawn.items() if board.marked(picture)}
    return public(
        render_template(
            "check/picture.html",
            code=code,
            region=region,
            regions=(*regions, WHOLE),
            zoom=ZOOMS.index(int(zoom)),
            zooms=ZOOMS,
            pictures=[drawn[part] for part in parts],
            marked=marked,
        )
    )


def _file(code: str) -> tuple[str, str, str]:
    """A picture as a file, with its theme and the end of its name."""
    position = engine.decode(code)
    region, parts = _regions(position, WHOLE)
    theme = request.args.get("theme", standalone.THEMES[0])
    if theme not in standalone.THEMES:
        abort(404)
    picture = board.board_picture(position, language.current(), parts=parts, sprite="")
    return standalone.svg(picture, theme), theme, f"{code[-6:]}-{region.replace(':', '-')}"


@blueprint.route("/position/<code>.svg")
def picture_svg(code: str) -> Response:
    """A position as an SVG file. Raises Unreadable."""
    file, theme, name = _file(code)
    response = public(file, "image/svg+xml", f"{name}.svg")
    # Opened by itself, the file may use the style that it brings and nothing else.
    digest = base64.b64encode(hashlib.sha256(standalone.style(theme).encode()).digest()).decode()
    response.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{digest}'"
    return response


@blueprint.route("/position/<code>.png")
@limited(PICTURES)
def picture_png(code: str) -> Response:
    """A position as pixels. Raises Unreadable."""
    file, _, name = _file(code)
    try:
        return public(standalone.png(file), "image/png", f"{name}.png")
    except painter.PainterBusy:
        abort(429)


def public(content: str | bytes, mimetype: str = "text/html", name: str = "") -> Response:
    """An answer about a position that anybody may keep; `name` is the end of a file's name."""
    response = Response(content, mimetype=mimetype)
    if name:
        response.headers["Content-Disposition"] = f'inline; filename="position-{name}"'
    return same_for_all(response, robots="noindex")

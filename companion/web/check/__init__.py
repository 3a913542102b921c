"""Check: can this position exist? A text goes in; what is unreadable or impossible comes out, with the rules.

A position has an address of its own, made of its share code. Nothing here depends on who asks and nothing is
stored, so the pages need no session, their form no token, and answers to addresses may be kept by anybody.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block
from wtforms import TextAreaField

from companion import engine
from companion.reference.examples import examples, named_example
from companion.sentences import answers
from companion.web import language
from companion.web.ask import by_phase
from companion.web.caching import same_for_all
from companion.web.check import view
from companion.web.check.view import PLACES_AT_ONCE, CheckResult, answer, refused_code
from companion.web.forms import PageForm
from companion.web.links import absolute, htmx
from companion.web.reference import book, reference
from companion.web.sanitise import fit

blueprint = Blueprint("check", __name__, url_prefix="/<language:language>")
view.add_to(blueprint)


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
    return view.kept(_page(form, answer(form.position.data, language.current())))


@blueprint.route("/position/<code>.json")
def download(code: str) -> ResponseReturnValue:
    """A position as a file. Raises Unreadable."""
    response = view.kept(engine.position_text(engine.decode(code)) + "\n")
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = f'attachment; filename="position-{code[-6:]}.json"'
    return response


@blueprint.route("/position/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The link to a position, also as a picture for the cameras of other phones. Raises Unreadable."""
    engine.decode(code)
    address = absolute("check.position", code=code)
    return view.kept(render_template("check/share.html", code=code, address=address))


def _page(form: PositionForm, result: CheckResult | None) -> str:
    partial = bool(htmx) and request.method == "POST"
    about = {"form": form, "answer": result, "partial": partial, "places_at_once": PLACES_AT_ONCE}
    if partial:
        return str(render_block("check/index.html", "answer", **about))
    # Somebody who came for a position is not shown the other doors first.
    doors = by_phase() if result is None else []
    return render_template("check/index.html", examples=examples(book()), doors=doors, **about)


def _go_to(code: str) -> ResponseReturnValue:
    address = url_for("check.position", code=code)
    return ("", 204, {"HX-Redirect": address}) if htmx else redirect(address, 303)

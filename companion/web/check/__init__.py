"""Check: can this position exist? A text goes in; what is unreadable or impossible comes out, with the rules."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from jinja2_fragments.flask import render_block
from wtforms import TextAreaField

from companion.web import language
from companion.web.check.view import Answer, answer
from companion.web.htmx import htmx
from companion.web.reference import reference
from companion.web.rules.examples import example_text
from companion.web.text import fit

blueprint = Blueprint("check", __name__, url_prefix="/<language:language>/check")


class PositionForm(FlaskForm):  # type: ignore[misc] # Flask-WTF tells no types
    """A position as text."""

    position = TextAreaField(filters=[lambda text: fit(text) if text else text])


@blueprint.route("/", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """Take a position and tell what cannot be."""
    form = PositionForm()
    result: Answer | None = None
    status = 200
    if form.validate_on_submit():
        result = answer(form.position.data or "", language.current())
        status = 422 if result.unreadable else 200
    elif request.method == "GET":
        form.position.data = _example(request.args.get("example", "")) or ""
    about = {"form": form, "answer": result, "examples": _examples()}
    if htmx and result:
        return render_block("check/index.html", "answer", **about), status
    return render_template("check/index.html", **about), status


def _examples() -> list[tuple[str, str]]:
    """(name, title) of every position that rule texts show."""
    sections = reference().books[language.current()].sections.values()
    return [
        (f"{section.id}.{number}", example["title"])
        for section in sections
        for number, example in enumerate(section.examples)
    ]


def _example(name: str) -> str | None:
    """The position of an example of a rule text, as text that people can edit."""
    section_id, _, number = name.rpartition(".")
    section = reference().section(language.current(), section_id)
    if section is None or not number.isdecimal() or int(number) >= len(section.examples):
        return None
    return example_text(section, int(number))

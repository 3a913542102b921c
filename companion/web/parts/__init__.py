"""The component reference: every tile, card and space with its picture, what it does and what it counts."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from companion.reference import components, facets
from companion.web import language
from companion.web.caching import kept, same_for_all
from companion.web.htmx import htmx
from companion.web.parts import view

blueprint = Blueprint("parts", __name__, url_prefix="/<language:language>/reference")


@blueprint.app_template_global()
def picture(name: str, *, label: bool = False) -> str:
    """The picture of a component by its id, for any page; decoration beside its name unless it gets a label."""
    return view.picture(name, language.current(), label=label)


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """All components, or those that fit; for htmx only the list."""
    what = facets.wanted(request.args)

    def render() -> str:
        about = {"wanted": what, **view.selection(what, language.current())}
        if htmx:
            return str(render_block("reference/index.html", "results", **about))
        return render_template("reference/index.html", **about)

    if what.anything:
        return kept(("reference", language.current(), "list" if htmx else "page"), render)
    return same_for_all(make_response(render()))


@blueprint.route("/<name>")
def part(name: str) -> ResponseReturnValue:
    """One component; for htmx only what it says, to be shown over another page."""
    found = components.parts().get(name)
    if found is None:
        abort(404)

    def render() -> str:
        about = {"page": view.page(found, language.current())}
        if htmx:
            return str(render_block("reference/part.html", "text", **about))
        return render_template("reference/part.html", **about)

    return kept(("reference", name, language.current(), "text" if htmx else "page"), render)

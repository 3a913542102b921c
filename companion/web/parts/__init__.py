"""The component reference: every tile, card and space with its picture, what it does and what it counts."""

from __future__ import annotations

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from companion import components
from companion.components import facets
from companion.web import language
from companion.web.caching import kept, same_for_all
from companion.web.links import htmx, render
from companion.web.parts import view
from companion.web.table import house_rules

blueprint = Blueprint("parts", __name__, url_prefix="/<language:language>/reference")


@blueprint.app_template_global()
def picture(name: str, *, label: bool = False) -> str:
    """The picture of a component by its id, for any page; decoration beside its name unless it gets a label."""
    return view.picture(name, language.current(), label=label)


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """All components, or those that fit; for htmx only the list."""
    what = facets.wanted(request.args)

    def page() -> str:
        return render("reference/index.html", "results", wanted=what, **view.selection(what, language.current()))

    if what.anything:
        return kept(("reference", language.current(), "list" if htmx else "page"), page)
    return same_for_all(page())


@blueprint.route("/<name>")
def part(name: str) -> ResponseReturnValue:
    """One component; for htmx only what it says, to be shown over another page."""
    found = components.parts().get(name)
    if found is None:
        abort(404)

    played_otherwise = house_rules.on_pages().get(f"reference/{found.id}")

    def page() -> str:
        told = view.page(found, language.current())
        return render("reference/part.html", "text", page=told, played_otherwise=played_otherwise)

    if played_otherwise:
        return page()
    return kept(("reference", name, language.current(), "text" if htmx else "page"), page)

"""Rules: contents, sections and search. The pages are the same for everybody, so they can be kept anywhere."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from companion.rules.search import LONGEST_QUERY
from companion.web import language
from companion.web.caching import kept, same_for_all
from companion.web.htmx import htmx
from companion.web.parts import view
from companion.web.parts.finding import named
from companion.web.reference import reference
from companion.web.rules.examples import examples_of
from companion.web.text import one_line

blueprint = Blueprint("rules", __name__, url_prefix="/<language:language>/rules")


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """Contents of the rules, and the search box."""
    book = reference().books[language.current()]
    return kept(("index", book.language), lambda: render_template("rules/index.html", book=book, query="", hits=None))


@blueprint.route("/<path:name>")
def section(name: str) -> ResponseReturnValue:
    """One section; for htmx only its text, to be shown over another page."""
    book = reference().books[language.current()]
    found = book.sections.get(name)
    if found is None:
        abort(404)

    def render() -> str:
        before, after = book.neighbours(found)
        about = {
            "book": book,
            "section": found,
            "chapter": book.chapter_of(found),
            "examples": examples_of(found),
            "related": [book.sections[other] for other in found.related],
            "selections": view.selections_about(found.id, book.language),
            "before": before,
            "after": after,
        }
        if htmx:
            return render_block("rules/section.html", "text", **about)
        return render_template("rules/section.html", **about)

    return kept((found.id, book.language, "text" if htmx else "page"), render)


@blueprint.route("/search")
def search() -> ResponseReturnValue:
    """Components that a query names, and sections that fit it; for htmx only the list."""
    query = one_line(request.args.get("q", "")[:LONGEST_QUERY])
    current = reference()
    about = {
        "book": current.books[language.current()],
        "query": query,
        "hits": current.indexes[language.current()].search(query) if query else None,
        "parts": [view.entry(part.id, language.current()) for part in named(query)],
    }
    response: Response
    if htmx:
        response = make_response(render_block("rules/search.html", "results", **about))
    else:
        response = make_response(render_template("rules/search.html", **about))
    return same_for_all(response)

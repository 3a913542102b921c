"""Imported rulebooks: their sections beside ours. For the machine that runs the app only, as long as one is not shared.

Whatever shows a word of them goes through `unkept`: no cache, no phone and no search engine keeps it.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from flask import Blueprint, Flask, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from companion.book.sections import around
from companion.imported.shelf import FoundInRulebook, Rulebook, Shelf, found_in_rulebooks
from companion.web.links import only_here
from companion.web.reference import book as our_book
from companion.web.sanitise import fit

if TYPE_CHECKING:  # Whoever has imported nothing needs none of it.
    from companion.book.sections import Section
    from companion.imported.reading import ImportedSection

blueprint = Blueprint("yours", __name__, url_prefix="/<language:language>/yours")

NOBODY_KEEPS = "Private-Text"
"""The header by which service workers know what they must not keep: see `static/js/worker.js`."""
_OF_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
_VISIBLE = "companion.imported"


def init_app(app: Flask) -> None:
    """Have the rulebooks of the instance at hand. Nothing is read before somebody asks."""
    app.extensions["imported"] = Shelf(app.config["INSTANCE"], fit)


def visible() -> Mapping[str, Rulebook]:
    """The rulebooks that whoever asks may see, by name."""
    # Of this request, not of its context: pages are packed for phones in the context of whoever asks first.
    if _VISIBLE not in request.environ:
        # Pages that are packed are asked for by nobody.
        books = cast(Shelf, current_app.extensions["imported"]).rulebooks() if request.remote_addr else {}
        owner = bool(books) and _asked_here()
        request.environ[_VISIBLE] = {name: book for name, book in books.items() if owner or book.shared}
    return cast(Mapping[str, Rulebook], request.environ[_VISIBLE])


def _asked_here() -> bool:
    """Whether this machine itself asks, by its own name: not another one through a proxy, and not a page of somebody
    whose name leads here all at once.
    """
    try:
        loopback = ipaddress.ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    # No browser asks by the version before, but proxies do that say nothing of themselves.
    direct = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1" and not any(map(request.headers.get, _OF_PROXIES))
    return loopback and direct and only_here() and not current_app.config["SESSION_COOKIE_SECURE"]


def unkept(page: str) -> Response:
    """An answer with text of an imported rulebook."""
    headers = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, noarchive", NOBODY_KEEPS: "1"}
    return Response(page, 200, headers)


def found_in(query: str) -> list[FoundInRulebook]:
    """The sections of the visible rulebooks that fit a query best."""
    return found_in_rulebooks(visible().values(), query)


def telling_the_same(section: Section) -> list[tuple[Rulebook, ImportedSection]]:
    """What the visible rulebooks have of one of our sections."""
    return [(book, theirs) for book in visible().values() for theirs in book.paired_with(section.id)]


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """The rulebooks, and how one is imported."""
    return unkept(render_template("yours/index.html", books=visible().values()))


@blueprint.route("/<name>/")
def rulebook(name: str) -> ResponseReturnValue:
    """The contents of one."""
    return unkept(render_template("yours/rulebook.html", book=visible().get(name) or abort(404)))


@blueprint.route("/<name>/<section>")
def section(name: str, section: str) -> ResponseReturnValue:
    """A section, and ours that tells the same."""
    book = visible().get(name) or abort(404)
    theirs = book.by_id.get(section) or abort(404)
    before, after = around(book.by_id.values(), theirs)
    return unkept(
        render_template(
            "yours/section.html",
            book=book,
            section=theirs,
            html=book.rendered[section].page.html,
            path=book.path(theirs),
            ours=our_book().sections.get(book.pairs.get(section, "").partition("#")[0]),
            before=before,
            after=after,
        )
    )

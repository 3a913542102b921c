"""Cards for those who pass a link on: messengers ask for the picture that a page names, browsers do not."""

from __future__ import annotations

from babel.core import get_global
from flask import Blueprint, Response, abort
from flask_babel import gettext

from companion import painter
from companion.pictures import standalone
from companion.pictures.standalone import card
from companion.web import language
from companion.web.caching import same_for_all
from companion.web.limits import PICTURES, limited
from companion.web.reference import book

blueprint = Blueprint("card", __name__, url_prefix="/<language:language>/card")


@blueprint.route("/home.png")
@limited(PICTURES)
def home() -> Response:
    """The card of the app, for every page that has none of its own."""
    text = gettext("Rules, position check and score sheet for Great Western Trail, second edition")
    return _painted("Great Western Trail", text)


@blueprint.route("/rules/<path:name>.png")
@limited(PICTURES)
def section(name: str) -> Response:
    """The card of a rule: its title, and what it comes to."""
    here = book().sections.get(name) or abort(404)
    # What it comes to in a line; where only its parts tell that, how it begins.
    return _painted(here.title, (here.own.answer or here.page).passages[0][2])


def _painted(title: str, text: str) -> Response:
    file = standalone.svg(card(gettext("Trail Notebook"), title, text), standalone.THEMES[0])
    try:
        return same_for_all(Response(standalone.png(file), mimetype="image/png"))
    except painter.PainterBusy:
        abort(429)


@blueprint.app_context_processor
def tell_templates() -> dict[str, object]:
    """The reader's language and where most people speak it, as cards tell it: `de_DE`."""
    spoken, *_, territory = get_global("likely_subtags")[language.current()].split("_")
    return {"territory": f"{spoken}_{territory}"}

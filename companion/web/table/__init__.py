"""Table: what is played, by whom, in which language, remembered on the device only. And what is kept at all."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import force_locale, gettext

from companion import engine
from companion.sheets.games import MAX_GAMES
from companion.web import language
from companion.web.device import cookies, history, house, identity, table
from companion.web.links import htmx
from companion.web.score.view import still_there
from companion.web.table.forms import TableForm, rearranged

blueprint = Blueprint("table", __name__, url_prefix="/<language:language>/table")


@blueprint.route("", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """Show and change the settings of the table."""
    form = TableForm(data=_data())
    people = identity.known_people(still_there(history.recent()))
    moved = rearranged(form.people, request.form, people)
    if moved or not form.validate_on_submit():
        if htmx:
            wrong = (error for errors in form.errors.values() for error in errors if not isinstance(error, dict | list))
            return render_template("table/saved.html", wrong=next(wrong, gettext("Look at the marked fields."))), 422
        sections = [reading.section for reading in engine.every_component().readings.readings.values()]
        rules = house.remembered()
        changed = len(rules.figures) + len(rules.notes)
        page = render_template("table/index.html", form=form, sections=sections, known=people, house_rules=changed)
        return page, 422 if form.is_submitted() and not moved else 200
    settings = table.fitting(table.settings_of({**form.data, "setup": table.remembered().setup}))
    address = url_for("table.index", language=settings.language)
    if htmx and settings.language == language.current():
        # A tap is saved at once, and the page stays.
        response = make_response(render_template("table/saved.html", wrong=""))
        table.remember(response, settings)
        return response
    response = make_response(Response(headers={"HX-Redirect": address}) if htmx else redirect(address, 303))
    table.remember(response, settings)
    with force_locale(form.language.data):
        flash(gettext("Saved on this device."))
    return response


@blueprint.route("/kept")
def kept() -> ResponseReturnValue:
    """What is kept, where, for how long, and how it is deleted."""
    config = current_app.config
    return render_template(
        "table/kept.html",
        empty=config["EMPTY_DAYS"],
        forgotten=config["FORGOTTEN_DAYS"],
        session=current_app.permanent_session_lifetime.days,
        table=cookies.KEPT_DAYS,
        sheets=history.MAX_LOOKED_AT,
        groups=history.MAX_GROUPS,
        games=MAX_GAMES,
    )


def _data() -> dict[str, object]:
    """What the form shows at first: what the device remembers, completed with every colour once."""
    settings = table.remembered()
    return {
        **settings.words,
        "edition": settings.edition or engine.editions()[-1],
        "people": table.people_and_free_colours(settings),
        "language": language.current(),
    }

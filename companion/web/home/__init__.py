"""Home: this table, what runs on it, and the ways on from it. And how another phone joins the table.

A table goes from phone to phone as a link, mostly as a QR code: all of it stands in the link, and whoever opens it is
asked before it takes the place of a table that is set there already.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import engine
from companion.house_rules import HouseRules, rules_of_code
from companion.sheets.states import NoSuchSheet
from companion.web import language
from companion.web.device import history, house, table
from companion.web.device.cookies import note
from companion.web.device.table import Settings
from companion.web.forms import PageForm
from companion.web.links import absolute
from companion.web.score import unfinished
from companion.web.score.view import sheets, still_there

blueprint = Blueprint("home", __name__, url_prefix="/<language:language>")


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """This table: what it plays, who sits at it, what runs, and where to ask, to lay out and to score."""
    settings = table.remembered()
    return render_template(
        "home/index.html",
        table=TableView.of(settings, house.remembered()),
        pads=unfinished(still_there(history.recent())),
        undo=session.pop("table before", None),
    )


@blueprint.route("/table/join")
def join() -> ResponseReturnValue:
    """The link to this table as a picture for the cameras of other phones."""
    settings = table.remembered()
    running = next((sheet for sheet in still_there(history.recent()) if sheet.finished_at is None), None)
    key = (running.edit_key or running.view_key) if running else None
    address = absolute("home.take", **_link(settings, house.remembered()), sheet=key)
    view = TableView.of(settings, house.remembered())
    return render_template("home/join.html", table=view, address=address, running=running)


@blueprint.route("/table/take", methods=["GET", "POST"])
def take() -> ResponseReturnValue:
    """The table that a link tells of: shown first, taken over with a tap, with a way back to the one before."""
    lists = {name: request.args.getlist(name) for name in ("variants", "layers", "people", "readings")}
    own_table, sent = table.remembered(), table.settings_of({**request.args.to_dict(), **lists})
    own, rules = house.remembered(), HouseRules.of_words(request.args.getlist("house"))
    # Of whichever game: who takes the own table back has those of the others, too.
    rules = replace(rules, figures=rules_of_code(rules.code).figures)
    key = request.args.get("sheet", "")
    try:
        running = sheets().read(key) if key else None
    except NoSuchSheet:
        running = None
    form = PageForm()
    if not form.validate_on_submit():
        language.same_as("home.take", **_link(sent, rules), sheet=key or None)
        views = {"table": TableView.of(sent, rules), "before": TableView.of(own_table, own)}
        page = render_template("home/take.html", form=form, running=running, **views)
        return page, 422 if form.is_submitted() else 200
    response = make_response(redirect(url_for("home.index"), 303))
    table.remember(response, replace(sent, language=own_table.language))
    if rules.figures != own.figures:
        # Notes are nobody's but this device's.
        try:
            house.remember(response, replace(own, figures=rules.figures))
        except ValueError:
            flash(gettext("Together these take too much room on this device. Shorten the notes."), "bad")
            return redirect(url_for("house.index"), 303)
    if running:
        history.remember(key)
    before = _link(own_table, own)
    if before and before != _link(sent, rules):
        note("table before", url_for("home.take", **before))
    return response


@dataclass(frozen=True)
class TableView:
    """What a table plays, as its page and links to it show it."""

    settings: Settings
    sides: tuple[tuple[int, str], ...] = ()
    """Of each private building the side that was drawn."""
    rules: HouseRules = field(default_factory=HouseRules)

    @classmethod
    def of(cls, settings: Settings, rules: HouseRules) -> TableView:
        """Settings, with what their set-up says; a code that draws nothing any more is left out."""
        try:
            drawn = engine.read_draw(settings.setup).position if settings.setup else None
        except engine.Unreadable:
            return cls(replace(settings, setup=""), rules=rules)
        return cls(settings, tuple(sorted((drawn.game.sides or {}).items())) if drawn else (), rules)

    @property
    def is_set(self) -> bool:
        """Whether anybody has said anything about it."""
        return bool(_link(self.settings, self.rules))

    @property
    def plays(self) -> list[str]:
        """What is played, in words."""
        settings = self.settings
        edition = settings.edition or engine.editions()[-1]
        words = [language.ngettext("%(num)d player", "%(num)d players", settings.players)] if settings.players else []
        words += [language.name("edition", str(edition))]
        words += [language.name("variant", one) for one in settings.variants]
        words += [language.name("layer", one) for one in settings.layers]
        words += [language.name("reading-choice", f"{one}.{choice}") for one, choice in settings.readings.items()]
        if count := len(self.rules.figures):
            words.append(language.ngettext("%(num)d house rule", "%(num)d house rules", count))
        return words


def _link(settings: Settings, rules: HouseRules) -> dict[str, Any]:
    """What a link says of a table; nothing of one that nobody has set."""
    words = {**settings.words, "language": None, "house": [*rules.words]}
    return {name: value for name, value in words.items() if value}

"""Afterwards: the games of this device and of groups, what they tell, handing them on, deleting them.

The same pages show what a device knows (without a key) and a group (with one): every view takes the key or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from threading import Lock
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext, ngettext

from companion import storage
from companion.house_rules import rules_of_code
from companion.integers import whole
from companion.sheets import statistics
from companion.sheets.games import CollectionFull, Group, Imported, KeptGame, SheetGame, fold
from companion.web import language
from companion.web.device import history, house
from companion.web.history.view import ARGUMENTS, MAX_LISTED, average, history_of, selection
from companion.web.limits import FILES, NEW_GROUPS, limited
from companion.web.links import absolute
from companion.web.sanitise import plain_name
from companion.web.score.outcome import decimal
from companion.web.score.results import delimiter, download
from companion.web.score.transfer import MAX_BYTES, read_file, to_csv, to_json
from companion.web.score.view import hide, pad_of, still_there

blueprint = Blueprint("history", __name__, url_prefix="/<language:language>/score")
blueprint.after_request(hide)
blueprint.app_template_filter("decimal")(decimal)
blueprint.app_template_filter("average")(average)

_MAX_OPEN = 20
_FORM_AROUND_A_FILE = 16 * 1024
_one_file = Lock()
"""A file costs seconds of computing: several at once would leave nothing to those who only look something up."""
_A_FILE_TAKES = "5"
"""Seconds."""


@blueprint.url_value_preprocessor
def make_room_for_a_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """A file of games may be longer than any other form. This must be known before the form is looked at."""
    if endpoint == "history.read":
        request.max_content_length = MAX_BYTES + _FORM_AROUND_A_FILE


def _looked_at(key: str | None) -> Group | None:
    """The group with this key, or without one the collection of this device, None when it has none yet."""
    return history.own_collection() if key is None else history.groups().group(key)


def _changed(key: str | None) -> Group:
    """The same for those who change something."""
    return history.collection() if key is None else history.writable_group(key)


def _to_change(key: str | None) -> Group | None:
    """The same for the page with the form, where nothing is changed yet."""
    return _changed(key) if key is not None or request.method == "POST" else history.own_collection()


def _games(key: str | None, group: Group | None) -> tuple[KeptGame, ...]:
    return history.groups().games(group, history.unkept() if key is None else ())


@blueprint.route("/history", defaults={"key": None})
@blueprint.route("/group/<key>")
def index(key: str | None) -> ResponseReturnValue:
    """The games, who won how often, where the scores lie and the points come from."""
    group = _looked_at(key)
    if key is not None and group is not None:
        history.remember_group(group)
    chosen = selection(request.args)
    aliases = history.groups().aliases(group) if group else {}
    unkept = history.unkept() if key is None else ()
    number = whole(request.args.get("page", ""), 1, 999) or 1
    open_keys = history.groups().sheets(group, _MAX_OPEN, also=unkept, open_only=True)
    return render_template(
        "history/index.html",
        key=key,
        group=group,
        page=history_of(_games(key, group), aliases, chosen, number),
        asked={name: request.args[name] for name in ARGUMENTS if request.args.get(name)},
        open_sheets=[pad_of(sheet, language.current()) for sheet in still_there(open_keys)],
        writable=key is None or (group is not None and group.edit_key is not None),
        rules=rules_of_code(group.house) if group and group.house else None,
        mine=house.remembered(),
    )


@blueprint.route("/groups", methods=["GET", "POST"])
@limited(NEW_GROUPS)
def groups() -> ResponseReturnValue:
    """The groups that this device knows; make another one."""
    name = plain_name(request.form.get("name", ""))
    if request.method == "POST" and name:
        group = history.groups().create(name)
        history.remember_group(group)
        return redirect(url_for("history.add", key=group.edit_key), 303)
    remembered = history.remembered_groups()
    page = render_template("history/groups.html", groups=remembered, nameless=request.method == "POST")
    return page, 422 if request.method == "POST" else 200


@blueprint.route("/group/<key>/share", methods=["GET", "POST"])
def share(key: str) -> ResponseReturnValue:
    """The links to a group, and its name."""
    group = history.groups().group(key)
    if request.method == "POST":
        name = plain_name(request.form.get("name", ""))
        if name:
            history.groups().rename(_changed(key), name)
        return redirect(url_for("history.share", key=key), 303)
    keys = {"edit": group.edit_key, "view": group.view_key}
    links = {kind: absolute("history.index", key=link_key) for kind, link_key in keys.items() if link_key is not None}
    return render_template("history/share.html", key=key, group=group, links=links)


@blueprint.route("/group/<key>/house-rules", methods=["POST"])
def keep_house_rules(key: str) -> ResponseReturnValue:
    """The house rules of this device are those of a group from now on; without any, it has none."""
    mine = house.remembered()
    history.groups().keep_house_rules(_changed(key), mine.code if mine else "")
    return redirect(url_for("history.index", key=key, _anchor="rules-title"), 303)


@blueprint.route("/group/<key>/add", methods=["GET", "POST"])
def add(key: str) -> ResponseReturnValue:
    """Put games of this device into a group."""
    group = _changed(key)
    in_group = {kept.game.id for kept in _games(key, group)}
    mine = [kept for kept in _games(None, history.own_collection()) if kept.game.id not in in_group]
    if request.method != "POST":
        page = history_of(mine[:MAX_LISTED], history.groups().aliases(group), statistics.Selection())
        return render_template("history/add.html", key=key, group=group, page=page)
    ticked = set(request.form.getlist("game"))
    chosen = [kept.key for kept in mine if kept.game.id in ticked]
    try:
        history.groups().keep(group, chosen)
    except CollectionFull:
        flash(gettext("The group has no room for so many games."))
        return redirect(url_for("history.add", key=key), 303)
    if chosen:
        flash(ngettext("%(num)d game was added.", "%(num)d games were added.", len(chosen)))
    return redirect(url_for("history.index", key=key), 303)


@blueprint.route("/group/<key>/take-out", methods=["POST"])
def take_out(key: str) -> ResponseReturnValue:
    """Take a game out of a group. The game itself stays."""
    if history.groups().take_out(_changed(key), {request.form.get("game", "")}):
        flash(gettext("The game is no longer in this group. Its own link still opens it."))
    return redirect(url_for("history.index", key=key), 303)


@blueprint.route("/history/people", methods=["GET", "POST"], defaults={"key": None})
@blueprint.route("/group/<key>/people", methods=["GET", "POST"])
def people(key: str | None) -> ResponseReturnValue:
    """Call somebody otherwise, or say that two names are one person. Sheets stay as they are."""
    group = _to_change(key)
    games = [kept.game for kept in _games(key, group)]
    aliases = history.groups().aliases(group) if group else {}
    persons = statistics.people(games, aliases)
    trouble = ""
    if request.method == "POST":
        ticked = [person for person in persons if person.id in set(request.form.getlist("who"))]
        name = plain_name(request.form.get("name", "")) or (ticked[0].name if len(ticked) > 1 else "")
        trouble = _refusal(games, persons, ticked, name, aliases)
        if not trouble:
            names = {alias for person in ticked for alias in statistics.names_of(games, person.id, aliases)}
            history.groups().call(_changed(key), names, name)
            return redirect(url_for("history.people", key=key), 303)
    page = render_template(
        "history/people.html", key=key, group=group, people=persons, trouble=trouble,
        ticked=set(request.form.getlist("who")), name_typed=request.form.get("name", ""),
    )  # fmt: skip
    return page, 422 if trouble else 200


def _refusal(
    games: list[SheetGame],
    persons: tuple[statistics.Person, ...],
    ticked: list[statistics.Person],
    name: str,
    aliases: Mapping[str, str],
) -> str:
    """Why these people cannot become one with this name, "" when they can."""
    if not ticked:
        return str(gettext("Tick at least one name."))
    if not name:
        return str(gettext("Enter the name to display."))
    # Whoever has the name already becomes the same person, too.
    meant = {person.id for person in ticked} | {person.id for person in persons if person.id == fold(name)}
    for one, other in combinations(sorted(meant), 2):
        if statistics.met(games, one, other, aliases) is not None:
            names = {person.id: person.name for person in persons}
            refusal = gettext(
                "%(one)s and %(other)s played against each other, so they are two people.",
                one=names[one],
                other=names[other],
            )
            return str(refusal)
    return ""


@blueprint.route("/history/import", methods=["GET", "POST"], defaults={"key": None})
@blueprint.route("/group/<key>/import", methods=["GET", "POST"])
@limited(FILES)
def read(key: str | None) -> ResponseReturnValue:
    """Read games from a file: all of them, or none and everything that is wrong with it."""
    group = _to_change(key)
    if request.method != "POST":
        return render_template("history/import.html", key=key, group=group, reading=None, refused="")
    if not _one_file.acquire(blocking=False):
        refused = gettext("Another file is being imported right now. Choose yours again in a few seconds.")
        page = render_template("history/import.html", key=key, group=group, reading=None, refused=refused)
        return page, 503, {"Retry-After": _A_FILE_TAKES}
    try:
        return _taken_in(key, group)
    finally:
        _one_file.release()


def _taken_in(key: str | None, group: Group | None) -> ResponseReturnValue:
    file = request.files.get("file")
    reading, refused = read_file(file.read(MAX_BYTES + 1) if file else b"")
    if reading is not None and not reading.problems and group is not None:
        try:
            flash(_told(storage.put_in(history.groups().database, group, reading.games)))
            return redirect(url_for("history.index", key=key), 303)
        except CollectionFull:
            reading, refused = None, gettext("There is no room for so many games here. Create a group for them.")
    return render_template("history/import.html", key=key, group=group, reading=reading, refused=refused), 422


def _told(done: Imported) -> str:
    new = ngettext("%(num)d game was imported.", "%(num)d games were imported.", done.new)
    if not done.known:
        return str(new)
    known = ngettext(
        "%(num)d game was here already and stays as it is.",
        "%(num)d games were here already and stay as they are.",
        done.known,
    )
    return f"{new} {known}"


@blueprint.route("/history/games.<any(json, csv):form>", defaults={"key": None})
@blueprint.route("/group/<key>/games.<any(json, csv):form>")
def export(key: str | None, form: str) -> ResponseReturnValue:
    """All finished games as a file."""
    games = [kept.game for kept in reversed(_games(key, _looked_at(key)))]
    content = to_json(games) if form == "json" else to_csv(games, delimiter())
    mimetype = "application/json" if form == "json" else "text/csv"
    return download(content, mimetype, f"great-western-trail-games.{form}")


@blueprint.route("/history/delete", methods=["GET", "POST"], defaults={"key": None})
@blueprint.route("/group/<key>/delete", methods=["GET", "POST"])
def delete(key: str | None) -> ResponseReturnValue:
    """Ask once more, then delete the history of this device or a group, with its games if that is wanted."""
    group = _to_change(key)
    if request.method != "POST":
        to_delete = _games(key, group)
        if group is None and not history.unkept():
            return redirect(url_for("history.index"), 303)
        mine = sum(game.writable for game in to_delete)
        return render_template("history/delete.html", key=key, group=group, games=len(to_delete), mine=mine)
    group = _changed(key)
    history.groups().delete(group, with_games=request.form.get("games") == "too")
    if key is None:
        history.forget()
        flash(gettext("The history of this device is deleted."))
        return redirect(url_for("score.index"), 303)
    history.forget([key, group.view_key])
    flash(gettext("The group is deleted."))
    return redirect(url_for("history.groups"), 303)

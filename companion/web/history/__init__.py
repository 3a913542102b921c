"""Afterwards: the games of this device and of groups, what they tell, handing them on, deleting them.

The same pages show what a device knows (without a key) and a group (with one): every view takes the key or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import combinations
from threading import Lock
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_decimal, gettext, ngettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import engine, storage
from companion.house_rules import rules_of_code
from companion.integers import whole
from companion.pictures import charts
from companion.sheets import statistics
from companion.sheets.about import About
from companion.sheets.games import CollectionFull, Group, KeptGame, SheetGame, fold
from companion.sheets.statistics import Person, Result, Selection, results_of
from companion.web.device import history, house
from companion.web.language import name
from companion.web.limits import FILES, NEW_GROUPS, limited
from companion.web.links import absolute
from companion.web.sanitise import plain_name
from companion.web.score.outcome import decimal, shown
from companion.web.score.results import delimiter, download
from companion.web.score.transfer import MAX_BYTES, read_file, to_csv, to_json
from companion.web.score.view import hide, pad_of, still_there

# What a history shows: the games that were asked for, the people in them, and what the games tell about them.

MAX_SHOWN = 8
"""People in the charts: those who played most. More lines nobody can tell apart, the table lists everybody."""

MAX_DRAWN = 100
"""Games in the chart of courses: the latest. More dots nobody can tell apart."""
LEAST_TELLING = 3
"""Games from which on there are statistics: fewer tell nothing but themselves."""
MAX_LISTED = 40
"""Games on one page of the list."""

ARGUMENTS = ("players", "edition", "variants", "house")
"""What an address may ask for."""
_BASE = "base"
_HOUSE = {"without": False, "with": True}


@dataclass(frozen=True)
class History:
    """Everything that a page of games shows."""

    listed: list[tuple[KeptGame, tuple[Result, ...], str]]
    """A page of those that were asked for, the newest first: the results, the best first, and where it was played."""
    number: int
    """Which page, from 1."""
    pages: int
    count: int
    """How many games were asked for."""
    all_games: int
    days: tuple[tuple[datetime, str], ...]
    """Day and id of the latest games that were asked for, the oldest first."""
    filters: list[tuple[str, str, str, list[tuple[str, str, int]]]]
    """Ways to narrow them down: the name in the address, its title, what is chosen, and what may be: value, words, and
    how many games that leaves."""
    people: tuple[Person, ...]
    shown_people: tuple[Person, ...]
    categories: tuple[tuple[str, int, tuple[float | None, ...]], ...]
    """Category, its number, and the average of every person shown."""
    mixed: bool
    """Whether some of those that were asked for were played with house rules, and some without."""

    @property
    def enough(self) -> bool:
        """Whether there are enough games for statistics."""
        return self.count >= LEAST_TELLING

    @property
    def spreads(self) -> Markup:
        """Where everybody's scores lie."""
        rows = []
        for person in self.shown_people:
            if spread := person.spread:
                best = {"median": decimal(spread.median), "best": shown(spread.best)}
                rows.append(charts.Range(person.name, gettext("median %(median)s, best %(best)s", **best), spread[:5]))
        words = gettext("A line from the lowest to the best score of each player, with a box around the middle half.")
        return charts.spreads(rows).markup(words, "chart")

    @property
    def courses(self) -> Markup:
        """How everybody's scores went."""
        days = self.days
        at = {id_: place for place, (_, id_) in enumerate(days)}
        rows = []
        for person in self.shown_people:
            dots = [
                charts.Dot(at[result.game.id], result.total, result.won)
                for result in person.results
                if result.total is not None and result.game.id in at
            ]
            note = ngettext("%(num)d win", "%(num)d wins", person.wins)
            rows.append(charts.Course(person.name, note, dots))
        words = gettext("The scores of each player from game to game; filled dots are victories.")
        first, last = (format_date(day, "short") for day in (days[0][0], days[-1][0]))
        return charts.courses(rows, len(days), first, last).markup(words, "chart")

    @property
    def averages(self) -> Markup:
        """What everybody's average score is made of."""
        numbers = {category: number for category, number, _ in self.categories}
        rows = []
        for person in self.shown_people:
            spread = person.spread
            means = {numbers[category]: mean for category, mean in person.categories.items() if category in numbers}
            total = average(spread.mean) if spread else "–"
            rows.append(charts.Bar(person.name, "", total, dict(sorted(means.items()))))
        words = gettext("Bars made of the average points in each category. The table tells the same numbers.")
        return charts.stacked(rows, "").markup(words, "chart")


def average(value: float) -> str:
    """An average with one decimal, so that columns of them stand in line."""
    return str(format_decimal(round(value, 1), format="#,##0.0")).replace("-", "−")


def selection(arguments: MultiDict[str, str]) -> Selection:
    """What was asked for; what cannot be meant is passed over."""
    players, edition, variants, house = (arguments.get(argument, "") for argument in ARGUMENTS)
    newest = engine.editions()[-1]
    playable = (*engine.variants(newest), *engine.scoring_layers(newest))
    chosen = tuple(sorted(variants.split("+"))) if variants and variants != _BASE else ()
    return Selection(
        players=int(players) if players in tuple("123456789") else None,
        edition=int(edition) if edition in map(str, engine.editions()) else None,
        variants=chosen if variants and set(chosen) <= set(playable) else None,
        house=_HOUSE.get(house),
    )


def history_of(games: Sequence[KeptGame], aliases: Mapping[str, str], selection: Selection, number: int = 1) -> History:
    """What these games tell, and a page of their list."""
    taken = [played for played in games if selection.takes(played.game)]
    pages = max(1, -(-len(taken) // MAX_LISTED))
    number = min(max(number, 1), pages)
    first = (number - 1) * MAX_LISTED
    everybody = statistics.people([played.game for played in taken], aliases)
    some = tuple(person for person in everybody if person.scores)[:MAX_SHOWN]
    means = [person.categories for person in some]
    scoring = engine.load_catalog().scoring.categories
    return History(
        listed=[(one, _ranked(one.game), About.of(one.game.fields).location) for one in taken[first:][:MAX_LISTED]],
        number=number,
        pages=pages,
        count=len(taken),
        days=tuple(sorted((played.game.day, played.game.id) for played in taken)[-MAX_DRAWN:]),
        all_games=len(games),
        filters=_filters([played.game for played in games], selection),
        people=everybody,
        shown_people=some,
        categories=tuple((id_, entry.number, tuple(mean.get(id_) for mean in means)) for id_, entry in scoring.items()),
        mixed=len({bool(played.game.played_otherwise) for played in taken}) > 1,
    )


def _ranked(game: SheetGame) -> tuple[Result, ...]:
    last = len(game.players) + 1
    return tuple(sorted(results_of(game), key=lambda result: (result.place or last, result.player.seat)))


def _filters(
    games: Sequence[SheetGame], selection: Selection
) -> list[tuple[str, str, str, list[tuple[str, str, int]]]]:
    variants = "" if selection.variants is None else "+".join(selection.variants) or _BASE
    house = next((value for value, chosen in _HOUSE.items() if chosen is selection.house), "")
    with_or_without = {"without": gettext("without"), "with": gettext("with")}
    ways: tuple[tuple[str, str, str, Callable[[SheetGame], str], Callable[[str], str]], ...] = (
        ("players", gettext("Players"), str(selection.players or ""), lambda game: str(len(game.players)), str),
        ("variants", gettext("Variants"), variants, lambda game: "+".join(game.variants) or _BASE,
         lambda value: " + ".join(name("variant", variant) for variant in value.split("+"))),
        ("edition", gettext("Edition"), str(selection.edition or ""), lambda game: str(game.edition),
         partial(name, "edition")),
        ("house", gettext("House rules"), house, lambda game: "with" if game.played_otherwise else "without",
         with_or_without.__getitem__),
    )  # fmt: skip
    filters = []
    for argument, title, chosen, value_of, named in ways:
        counts = Counter(map(value_of, games))
        # Where all are alike there is nothing to choose.
        choices = [(value, named(value), count) for value, count in sorted(counts.items()) if len(counts) > 1]
        filters += [(argument, title, chosen, choices)] if choices else []
    return filters


blueprint = Blueprint("history", __name__, url_prefix="/<language:language>/score")
blueprint.after_request(hide)
blueprint.app_template_filter("decimal")(decimal)
blueprint.app_template_filter("average")(average)
blueprint.app_template_global("swatch")(charts.swatch)

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
    return history.own_collection() if key is None else _changed(key)


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
        query={name: request.args[name] for name in ARGUMENTS if request.args.get(name)},
        open_sheets=[pad_of(sheet) for sheet in still_there(open_keys)],
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
    in_group = {entry.game.id for entry in _games(key, group)}
    mine = [entry for entry in _games(None, history.own_collection()) if entry.game.id not in in_group]
    if request.method != "POST":
        page = history_of(mine, history.groups().aliases(group), statistics.Selection())
        return render_template("history/add.html", key=key, group=group, page=page)
    ticked = set(request.form.getlist("game"))
    chosen = [entry.key for entry in mine if "all" in request.form or entry.game.id in ticked]
    refused = "" if chosen else gettext("Tick at least one game.")
    try:
        history.groups().keep(group, chosen)
    except CollectionFull:
        refused = gettext("The group has no room for so many games.")
    if refused:
        flash(refused, "bad")
        return redirect(url_for("history.add", key=key), 303)
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
    games = [entry.game for entry in _games(key, group)]
    aliases = history.groups().aliases(group) if group else {}
    persons = statistics.people(games, aliases)
    trouble = ""
    if request.method == "POST":
        ticked = [person for person in persons if person.id in set(request.form.getlist("who"))]
        name = plain_name(request.form.get("name", "")) or (ticked[0].name if len(ticked) > 1 else "")
        apart = request.form.get("do") == "apart"
        trouble = _refusal(games, persons, ticked, name, aliases) if not (apart and ticked) else ""
        if not trouble:
            names = {alias for person in ticked for alias in statistics.names_of(games, person.id, aliases)}
            history.groups().call(_changed(key), names, None if apart else name)
            return redirect(url_for("history.people", key=key), 303)
    page = render_template(
        "history/people.html", key=key, group=group, people=persons, trouble=trouble, renamed=bool(aliases),
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
    reading, refused = read_file(file.read(MAX_BYTES + 1)) if file else (None, gettext("Choose a file first."))
    if reading is not None and not reading.problems:
        try:
            flash(_import_message(*storage.put_in(history.groups().database, _changed(key), reading.games)))
            if reading.recounted:
                flash(_recount_message(reading.recounted), "warn")
            return redirect(url_for("history.index", key=key), 303)
        except CollectionFull:
            reading, refused = None, gettext("There is no room for so many games here. Create a group for them.")
    return render_template("history/import.html", key=key, group=group, reading=reading, refused=refused), 422


def _import_message(count: int, known_before: int) -> str:
    new = ngettext("%(num)d game was imported.", "%(num)d games were imported.", count)
    if not known_before:
        return str(new)
    already = ngettext(
        "%(num)d game was here already and stays as it is.",
        "%(num)d games were here already and stay as they are.",
        known_before,
    )
    return f"{new} {already}"


def _recount_message(games: int) -> str:
    message = ngettext(
        "In %(num)d game the pieces give other points than the file says; those of the pieces count.",
        "In %(num)d games the pieces give other points than the file says; those of the pieces count.",
        games,
    )
    return str(message)


@blueprint.route("/history/games.<any(json, csv):form>", defaults={"key": None})
@blueprint.route("/group/<key>/games.<any(json, csv):form>")
def export(key: str | None, form: str) -> ResponseReturnValue:
    """All finished games as a file."""
    games = [entry.game for entry in reversed(_games(key, _looked_at(key)))]
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

"""Teach the game: the steps in which somebody who knows it tells it aloud, each with the board where it lies.

What is told follows from the address: the code of a set-up says how many play, which edition and which variants.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import engine, storage
from companion.book.sections import around
from companion.engine import DrawnSetUp
from companion.house_rules import laid_out
from companion.reference.examples import done_in, example_of
from companion.sentences import verdicts
from companion.web import database, language
from companion.web.caching import cached
from companion.web.device import house, table
from companion.web.limits import JUDGING, NEW_SHEETS, limited
from companion.web.reference import book, reference
from companion.web.setup import coded, players_of
from companion.web.teach import differences, hints, steps, watching

MAX_KEY = 32
MAX_LINE = 400

blueprint = Blueprint("teach", __name__, url_prefix="/<language:language>/teach")


@blueprint.errorhandler(engine.Unreadable)
def begin_anew(_: engine.Unreadable) -> ResponseReturnValue:
    """A code that draws nothing any more leads to what this table plays."""
    return redirect(url_for("teach.index"), 303)


def _lessons() -> storage.Lessons:
    return storage.Lessons(database.current())


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """What this table plays, step by step, and how long it takes."""
    return _index(coded(_of_the_table().code, house.remembered()))


@blueprint.route("/<code>/")
@limited(JUDGING)
def script(code: str) -> ResponseReturnValue:
    """The steps for the game of a set-up."""
    return _index(code)


@blueprint.route("/turn/<code>")
@limited(JUDGING)
def first_turns(code: str) -> ResponseReturnValue:
    """What a newcomer may do now: who it is (`me`) and what the hand holds are asked first, `line` does an action."""
    position = laid_out(code)
    sent = {name: text for name, text in request.args.items() if len(text) <= MAX_LINE}
    me = sent.get("me", "")
    me = me if me in position.players else ""
    if me and code.startswith(DrawnSetUp.VERSION):
        return _turned(hints.turn_of(position, me), me)
    problem = ""
    form = hints.hand_form(position, me, request.args if "told" in sent else None) if me else None
    if form and "told" in sent:
        if form.validate():
            return _turned(hints.with_hand(position, me, form.cards()), me, hand_entered=True)
        problem = " ".join(form.form_errors)
    if me and (line := sent.get("line")):
        try:
            action = engine.read_action(line)
            return _turned(engine.apply(engine.ruleset_of(position), position, action), me)
        except (engine.Unreadable, engine.IllegalAction, engine.ImpossibleOutcome):
            problem = gettext("This cannot be done now. What can be done stands here.")
    hand, waits = position.players[me].hand if me else None, bool(me) and position.turn.player != me
    asks = "ask" in sent or "told" in sent or ("known" not in sent and not (hand and hand.complete))
    breeds = engine.ruleset_of(position).catalog.cattle.breeds.values()
    offered = [] if asks or waits or not me else hints.hints(position, language.current())
    if form and not offered and not asks and not waits and not (hand and hand.complete):
        # What can be done hangs on cards that nobody has named.
        asks = True
    page = render_template(
        "teach/hints.html",
        code=code,
        me=me,
        problem=problem,
        colours=tuple(position.players),
        turn=position.turn,
        waits=waits,
        mine=engine.encode(hints.turn_of(position, me)) if waits else "",
        asks=asks,
        form=form,
        own=sum(breed.deck == "player" for breed in breeds),
        hints=offered,
        share_code=engine.encode(position),
    )
    return page, 422 if problem or (form and form.errors) else 200, {"Cache-Control": "no-cache"}


def _turned(position: engine.Position, me: str, *, hand_entered: bool = False) -> ResponseReturnValue:
    known = 1 if hand_entered else None
    return redirect(url_for("teach.first_turns", code=engine.encode(position), me=me, known=known), 303)


@blueprint.route("/new/<layer>")
def new(layer: str) -> ResponseReturnValue:
    """What is new for who knows another edition, or plays an expansion or variant for the first time."""
    if layer not in differences.lists():
        abort(404)
    lines = differences.differences(layer, language.current())
    return cached(
        ("new", language.current(), layer),
        lambda: render_template("teach/differences.html", layer=layer, lines=list(lines)),
    )


@blueprint.route("/watch/", defaults={"number": 1})
@blueprint.route("/watch/<int:number>")
def watch(number: int) -> ResponseReturnValue:
    """The first two rounds of a recorded game, action by action."""
    every = watching.game()
    if not 1 <= number <= len(every):
        abort(404)
    seen = watching.seen(every[number - 1], language.current())
    return cached(
        ("watch", language.current(), str(number)),
        lambda: render_template("teach/watch.html", seen=seen, number=number, all=len(every)),
    )


@blueprint.route("/example")
def example() -> ResponseReturnValue:
    """The worked example of a section (`name`) on the board: before, what is done, after."""
    name = request.args.get("name", "")
    worked = example_of(book(), reference().moved, name)
    done = done_in(worked) if worked else None
    if worked is None or done is None:
        abort(404)
    before, action, after = done
    seen = watching.seen(watching.RecordedAction(before, action, after, 0), language.current())
    return render_template("teach/example.html", seen=seen, title=worked["title"], section=name.rpartition(".")[0])


@blueprint.route("/<code>/together", methods=["POST"])
@limited(NEW_SHEETS)
def together(code: str) -> ResponseReturnValue:
    """Begin a lesson that other phones follow."""
    try:
        laid_out(code)
    except engine.Unreadable:
        abort(404)
    lesson = _lessons().begin(code, steps.order()[0])
    return redirect(url_for("teach.step", code=code, name=lesson.step, lead=lesson.edit_key), 303)


@blueprint.route("/lessons/<key>")
def join(key: str) -> ResponseReturnValue:
    """The step that a lesson has come to."""
    with suppress(LookupError):
        lesson = _lessons().lesson(key)
        return redirect(url_for("teach.step", code=lesson.code, name=lesson.step) + f"?with={lesson.view_key}", 303)
    return redirect(url_for("teach.index", over=1), 303)


@blueprint.route("/lessons/<key>/step")
def where(key: str) -> ResponseReturnValue:
    """The id of that step alone, for scripts."""
    headers = {"Cache-Control": "no-store"}
    with suppress(LookupError):
        return Response(_lessons().lesson(key).step, 200, headers, "text/plain")
    return Response("", 404, headers, "text/plain")


@blueprint.route("/lessons/<key>", methods=["POST"])
def lead(key: str) -> ResponseReturnValue:
    """Show another step on all phones of a lesson."""
    name = request.form.get("step", "")
    if name not in steps.order():
        abort(400)
    lessons = _lessons()
    try:
        lessons.go_to(key, name)
        return redirect(url_for("teach.step", code=lessons.lesson(key).code, name=name, lead=key), 303)
    except LookupError:
        return join(key)


@blueprint.route("/<code>/<name>")
@limited(JUDGING)
def step(code: str, name: str) -> ResponseReturnValue:
    """One step: what is told, where it lies, what to do."""
    if name not in steps.order():
        abort(404)
    position = laid_out(code)
    before, after = around(steps.order(), name)
    lesson = None
    if leads := request.args.get("lead", ""):
        with suppress(LookupError):
            lesson = _lessons().lesson(leads)
    page = render_template(
        "teach/step.html",
        code=code,
        step=steps.taught(name, position, language.current()),
        picture=steps.picture(name, position, language.current()),
        number=steps.order().index(name) + 1,
        all=len(steps.order()),
        before=before,
        after=after,
        lesson=lesson if lesson and lesson.edit_key == leads else None,
        follows="" if leads else request.args.get("with", "")[:MAX_KEY],
    )
    return page, {"Cache-Control": "no-store" if request.args else "no-cache"}


def _index(code: str) -> ResponseReturnValue:
    position = laid_out(code)
    every = [steps.taught(name, position, language.current()) for name in steps.order()]
    return render_template(
        "teach/index.html",
        over="over" in request.args,
        lists=differences.lists(),
        code=code,
        steps=every,
        minutes=max(1, round(sum(one.seconds for one in every) / 60)),
        players=players_of(position),
        house_rules=verdicts.house_rules(position.game, language.current()),
        catalog=engine.ruleset_of(position).catalog,
    )


def _of_the_table() -> DrawnSetUp:
    """A set-up for what is remembered of the table: always the same one."""
    settings, limits = table.remembered(), engine.load_catalog().table.players
    edition = settings.edition if settings.edition in engine.editions() else engine.editions()[-1]
    colours = [person["colour"] for person in table.people_and_free_colours(settings)][
        : settings.players or limits.most
    ]
    seated = tuple(colour for colour in limits.colours if colour in colours)
    return DrawnSetUp(seated, edition, tuple(name for name in engine.variants(edition) if name in settings.variants))

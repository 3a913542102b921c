"""Teach the game: the steps in which somebody who knows it tells it aloud, each with the board where it lies.

What is told follows from the address: the code of a set-up says how many play, which edition and which variants.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.engine import DrawnSetUp
from companion.web import language
from companion.web.device import table
from companion.web.limits import JUDGING, limited
from companion.web.setup.view import laid_out, players_of
from companion.web.teach import steps

blueprint = Blueprint("teach", __name__, url_prefix="/<language:language>/teach")


@blueprint.route("/")
def index() -> ResponseReturnValue:
    """What this table plays, step by step, and how long it takes."""
    return _index(_of_the_table().code)


@blueprint.route("/<code>/")
@limited(JUDGING)
def script(code: str) -> ResponseReturnValue:
    """The steps for the game of a set-up."""
    return _index(code)


@blueprint.route("/<code>/<name>")
@limited(JUDGING)
def step(code: str, name: str) -> ResponseReturnValue:
    """One step: what is told, where it lies, what to do."""
    if name not in steps.ORDER:
        abort(404)
    try:
        position = laid_out(code)
    except engine.Unreadable:
        return redirect(url_for("teach.index"), 303)
    number = steps.ORDER.index(name)
    return render_template(
        "teach/step.html",
        code=code,
        step=steps.taught(name, position, language.current()),
        picture=steps.picture(name, position, language.current()),
        number=number + 1,
        all=len(steps.ORDER),
        before=steps.ORDER[number - 1] if number else None,
        after=steps.ORDER[number + 1] if number + 1 < len(steps.ORDER) else None,
    )


def _index(code: str) -> ResponseReturnValue:
    try:
        position = laid_out(code)
    except engine.Unreadable:
        return redirect(url_for("teach.index"), 303)
    every = [steps.taught(name, position, language.current()) for name in steps.ORDER]
    return render_template(
        "teach/index.html",
        code=code,
        steps=every,
        minutes=max(1, round(sum(one.seconds for one in every) / 60)),
        players=players_of(position),
        catalog=engine.ruleset_of(position).catalog,
    )


def _of_the_table() -> DrawnSetUp:
    """A set-up for what is remembered of the table: always the same one."""
    known, limits = table.remembered(), engine.load_catalog().table.players
    edition = known.edition if known.edition in engine.editions() else engine.editions()[-1]
    colours = [person["colour"] for person in table.people_and_free_colours(known)][: known.players or limits.most]
    seated = tuple(colour for colour in limits.colours if colour in colours)
    return DrawnSetUp(seated, edition, tuple(name for name in engine.variants(edition) if name in known.variants))

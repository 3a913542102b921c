"""Before the game: its set-up drawn and ticked off, and an aid that tells only what lies on this table.

Nothing is stored: a set-up is an address, made of the code that draws it, or of the share code of a position that was
laid out by hand.
"""

from __future__ import annotations

import secrets
from typing import Literal, cast
from urllib.parse import parse_qs

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.engine import DrawnSetUp
from companion.house_rules import HouseRules, laid_out
from companion.integers import whole
from companion.sentences import verdicts
from companion.sentences.findings import problem_text
from companion.web import language
from companion.web.device import house, table
from companion.web.limits import JUDGING, limited
from companion.web.links import absolute
from companion.web.setup import view

blueprint = Blueprint("setup", __name__, url_prefix="/<language:language>/table")


@blueprint.route("/setup/")
def index() -> ResponseReturnValue:
    """Say what is played, or enter a code; `players` or `code` in the address lead on to a set-up."""
    link, _, told = "".join(request.args.get("code", "").split()).partition("?")
    if code := link.rpartition("/")[2]:
        rules = parse_qs(told).get("house", [_of_table()])[0]
        return redirect(url_for("setup.draw", code=code, house=rules), 303)
    if "players" in request.args:
        return _drawn(_agreed(secrets.randbelow(DrawnSetUp.MAX_SEED + 1)), _of_table())
    return _page()


@blueprint.route("/setup/<code>")
@limited(JUDGING)
def draw(code: str) -> ResponseReturnValue:
    """A set-up as a picture and as a list to tick off; `again` draws a part of it again."""
    position = laid_out(code, _house_rules())
    drawn = engine.read_draw(code) if code.startswith(DrawnSetUp.VERSION) else None
    parts = drawn.parts if drawn else ()
    if drawn and request.args.get("again") in parts:
        return _drawn(drawn.drawn_again(request.args["again"]), _told().get("house"))
    return render_template(
        "setup/draw.html",
        code=code,
        address=absolute("setup.draw", code=code, **_told()),
        house=_told(),
        teach=view.coded(code, _house_rules()),
        house_rules=verdicts.house_rules(position.game, language.current()),
        share_code=engine.encode(position),
        parts=parts,
        players=view.players_of(position),
        catalog=engine.ruleset_of(position).catalog,
        regions=view.regions(position, language.current()),
        steps=view.steps(position, language.current(), _people()),
    )


@blueprint.route("/aid/")
def aids() -> ResponseReturnValue:
    """What an aid tells depends on what lies on the table."""
    return redirect(url_for("setup.index"), 303)


@blueprint.route("/aid/<code>")
@limited(JUDGING)
def aid(code: str) -> ResponseReturnValue:
    """What lies on this table, in words: a page on a phone, a card for each player on paper."""
    position = laid_out(code, _house_rules())
    return render_template(
        "setup/aid.html",
        code=code,
        house=_told(),
        house_rules=verdicts.house_rules(position.game, language.current()),
        players=view.players_of(position),
        catalog=engine.ruleset_of(position).catalog,
        groups=view.aid(position, language.current()),
    )


def _drawn(draw: DrawnSetUp, rules: str | None) -> ResponseReturnValue:
    """Lead to a set-up that was drawn here, with these house rules: it is what this table plays."""
    response = redirect(url_for("setup.draw", code=draw.code, house=rules), 303)
    table.note_game(response, len(draw.colours), draw.edition, draw.variants, setup=draw.code)
    return response


@blueprint.errorhandler(engine.Unreadable)
def refuse(error: engine.Unreadable) -> ResponseReturnValue:
    """Say what is wrong with a code, above the form for another one."""
    return _page(" ".join(problem_text(problem, language.current()) for problem in error.problems)), 422


def _of_table() -> str | None:
    """The figures of this table's house rules, as the address of a set-up tells them to other phones."""
    return ",".join(house.remembered().words) or None


def _told() -> dict[str, str]:
    """What the address says of house rules, for those of the same set-up."""
    return {"house": ",".join(told)} if (told := _house_rules().words) else {}


def _house_rules() -> HouseRules:
    return HouseRules.of_words(request.args.get("house", "")[:2000].split(","))


def _agreed(seed: int) -> DrawnSetUp:
    """What the form says; anything odd is taken as the most usual answer."""
    args, known = request.args, table.remembered()
    limits = engine.load_catalog().table.players
    number = whole(args["players"], limits.least, limits.most) or limits.most
    edition = whole(args.get("edition", ""), 1, 9)
    edition = edition if edition in engine.editions() else engine.editions()[-1]
    colours = [person["colour"] for person in table.people_and_free_colours(known)][:number]
    return DrawnSetUp(
        tuple(colour for colour in limits.colours if colour in colours),
        edition,
        tuple(name for name in engine.variants(edition) if name in args.getlist("variants")),
        cast(Literal["a", "b", "mixed"], args["sides"] if args.get("sides") in DrawnSetUp.SIDES else "mixed"),
        cast(engine.Neutral, args["neutral"] if args.get("neutral") in DrawnSetUp.NEUTRAL else "random"),
        seed,
    )


def _people() -> dict[str, str]:
    return {person.colour: person.name for person in table.remembered().people if person.name}


def _page(problem: str = "") -> str:
    limits, known = engine.load_catalog().table.players, table.remembered()
    return render_template(
        "setup/index.html",
        problem=problem,
        numbers=range(limits.least, limits.most + 1),
        players=known.players or limits.most,
        editions=engine.editions()[::-1],
        edition=known.edition if known.edition in engine.editions() else engine.editions()[-1],
        variants=engine.variants(engine.editions()[-1]),
        chosen=known.variants,
        sides=DrawnSetUp.SIDES[::-1],
        neutral=DrawnSetUp.NEUTRAL,
    )

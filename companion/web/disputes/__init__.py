"""Disputes: answers that are kept as links, and a library of what people argue about.

A kept answer stands in its link as a whole: the question, what the engine said, and the state of the rules. Opened
later, the page asks today's engine again and says whether the answer still holds. Nothing is stored.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import engine
from companion.book.disputes import Dispute, Disputes
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.book.sections import around
from companion.engine import OFF_BOARD, REASONS, Verdict
from companion.pictures.board import board_picture
from companion.pictures.board.trail import path_of
from companion.reference.examples import answered, situation
from companion.sentences.actions import action_sentence
from companion.sentences.answers import Judged
from companion.web import language
from companion.web.assets import sprite
from companion.web.caching import cached, same_for_all
from companion.web.limits import JUDGING, limited
from companion.web.links import absolute
from companion.web.reference import reference
from companion.web.sanitise import one_line


def shown(dispute: Dispute, language: str) -> dict[str, Any]:
    """What is asked in a dispute and what is done before, and what the engine answers today: `judged`, or `told` in a
    sentence where the question is no "may it be done?".
    """
    ask = dispute.facts.ask
    position, before = situation({"position": dispute.facts.position, "ask": ask})
    action = engine.read_action(ask["action"]) if ask["type"] == "judge" else None
    question, answer, why = (None, None, ()) if action else answered(position, ask, language)
    return {
        "before": tuple(action_sentence(step, language, position.game.edition) for step in before),
        "code": engine.encode(position),
        "action": engine.action_text(action) if action else None,
        "judged": Judged(position, action, language) if action else None,
        "question": question,
        "told": answer,
        "why": why,
        "picture": picture(position, action, language),
    }


_ABOUT: Mapping[str, frozenset[str]] = {
    "trail": frozenset({"place", "move", "use", "build", "hazard", "bounty", "copy"}),
    "railroad": frozenset({"engine", "upgrade", "appoint"}),
    "market": frozenset({"hire", "buy", "add-cards", "foresight", "objective"}),
    "cities": frozenset({"deliver", "disc"}),
}
"""Region of the board -> types of action that happen there."""


def picture(position: engine.Position, action: engine.Action | None, language: str) -> Markup | None:
    """The region that an action happens in, or the first of which the position tells; None when it tells of none.

    The way of a move and the places that forbid the action are marked.
    """
    regions = [region for region, given in _regions_given(position).items() if given]
    if not regions:
        return None
    best = min(regions, key=lambda region: action is None or action.type not in _ABOUT[region])
    return board_picture(position, language, parts=[best], marks=_marks(position, action), sprite=sprite())


def _regions_given(position: engine.Position) -> Mapping[str, bool]:
    board, players = position.board, position.players.values()
    herders = any(player.herder not in (None, OFF_BOARD) for player in players)
    return {
        "trail": herders or any((board.neutral, board.buildings, board.hazards, board.outlaws)),
        "railroad": bool(board.station_masters) or any(player.engine is not None for player in players),
        "market": any((board.job_market.rows, board.foresight, board.cattle_market, board.objective_display)),
        "cities": any(player.deliveries for player in players),
    }


def _marks(position: engine.Position, action: engine.Action | None) -> dict[str, str]:
    if action is None:
        return {}
    rules = engine.ruleset_of(position)
    verdict: Verdict = engine.judge(rules, position, action)
    spaces = rules.catalog.trail.spaces
    plain = engine.action_plain(action)
    way: Iterable[str] = plain.get("way", ())
    marks = {path_of(spaces[space]): "way" for space in way if space in spaces}
    if plain.get("space") in spaces:
        marks[path_of(spaces[plain["space"]])] = "chosen" if verdict.answer == "yes" else "bad"
    return {**marks, **{path: "bad" for reason in verdict.reasons for path in reason.places}}


blueprint = Blueprint("disputes", __name__, url_prefix="/<language:language>/check")


def verdict_address(position: engine.Position, action: engine.Action) -> str | None:
    """The address at which the answer to this question is kept, with what the engine says to it today.

    For a link "Save this verdict" beside an answer: the page there shows the question, the answer and why, and once
    the rules have changed, what is different. `position` is the one in which `action` is asked about. The address is
    in the language of the request. None when the question is too
    long for a link. The engine judges once more for it, so ask for it only where an answer is shown; a page that is
    kept (`caching.cached`) uses the form of `disputes/_save.html` instead, since the address tells the day.
    """
    code = engine.record_code(engine.record_verdict(position, action, _today()))
    return None if code is None else url_for("disputes.verdict", code=code)


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


@blueprint.route("/verdict/", methods=["POST"])
@limited(JUDGING)
def save() -> ResponseReturnValue:
    """Keep the answer to a question: `position` is a share code, `action` a line of text. Raises Unreadable."""
    position = engine.decode(request.form.get("position", ""))
    address = verdict_address(position, engine.read_action(request.form.get("action", "")))
    if address is None:
        abort(413)
    return redirect(address, 303)


@blueprint.route("/verdict/<code>")
@limited(JUDGING)
def verdict(code: str) -> ResponseReturnValue:
    """A kept answer, and whether today's engine says the same. Raises Unreadable."""
    then = engine.read_record(code)
    now = engine.record_verdict(then.position, then.action, _today())
    page = render_template(
        "disputes/verdict.html",
        code=code,
        position_code=engine.share_code(then.position),
        judged=Judged(then.position, then.action, language.current()),
        picture=picture(then.position, then.action, language.current()),
        then=then,
        now=now,
        # The sections that the answer rested on when it was given.
        rested_on=list(dict.fromkeys(REASONS[code].section for code in then.reason_codes)),
    )
    return same_for_all(page, robots="noindex")


@blueprint.route("/verdict/<code>/share")
def share(code: str) -> ResponseReturnValue:
    """The link to a kept answer, also as a picture for the cameras of other phones. Raises Unreadable."""
    engine.read_record(code)
    address = absolute("disputes.verdict", code=code)
    return same_for_all(render_template("disputes/share.html", code=code, address=address), robots="noindex")


@blueprint.route("/disputes/")
def index() -> ResponseReturnValue:
    """All disputes by topic; with `q` those that have these words, with `topic` those of one topic."""
    library = _library()
    query = one_line(request.args.get("q", "")[:MAX_QUERY_LENGTH])
    topic = request.args.get("topic", "")
    hits = library.find(query, topic if topic in library.topics else "")
    groups = [
        (name, title, [dispute for dispute in hits if dispute.facts.topic == name])
        for name, title in library.topics.items()
    ]
    page = render_template(
        "disputes/index.html",
        library=library,
        groups=[group for group in groups if group[2]],
        count=len(hits),
        query=query,
        topic=topic if topic in library.topics else "",
    )
    return same_for_all(page)


@blueprint.route("/disputes/<name>")
def dispute(name: str) -> ResponseReturnValue:
    """One dispute: both sides, the position, the answer and why."""
    library = _library()
    entry = library.disputes.get(name)
    if entry is None:
        abort(404)

    def render() -> str:
        before, after = around(library.disputes.values(), entry)
        return render_template(
            "disputes/dispute.html",
            dispute=entry,
            is_reading=reference().books[library.language].place_of(entry.facts.sections[0]).ruling,
            shown=shown(entry, library.language),
            topic=library.topics[entry.facts.topic],
            before=before,
            after=after,
        )

    return cached(("dispute", entry.id, library.language), render)


def _library() -> Disputes:
    return reference().disputes[language.current()]

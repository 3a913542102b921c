"""Disputes: answers that are kept as links, and a library of what people argue about.

A kept answer stands in its link as a whole: the question, what the engine said, and the state of the rules. Opened
later, the page asks today's engine again and says whether the answer still holds. Nothing is stored.
"""

from __future__ import annotations

import datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.book.disputes import Dispute, Disputes
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.engine import REASONS
from companion.sentences.answers import Judged
from companion.web import language
from companion.web.caching import kept, same_for_all
from companion.web.disputes.view import picture, shown
from companion.web.limits import JUDGING, limited
from companion.web.links import absolute
from companion.web.reference import reference
from companion.web.sanitise import one_line

blueprint = Blueprint("disputes", __name__, url_prefix="/<language:language>/check")


def verdict_address(position: engine.Position, action: engine.Action) -> str | None:
    """The address at which the answer to this question is kept, with what the engine says to it today.

    For a link "Save this verdict" beside an answer: the page there shows the question, the answer and why, and once
    the rules have changed, what is different. `position` is the one in which `action` is asked about. The address is
    in the language of the request. None when the question is too
    long for a link. The engine judges once more for it, so ask for it only where an answer is shown; a page that is
    kept (`caching.kept`) uses the form of `disputes/_save.html` instead, since the address tells the day.
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
    found = library.find(query, topic if topic in library.topics else "")
    groups = [
        (name, title, [dispute for dispute in found if dispute.facts.topic == name])
        for name, title in library.topics.items()
    ]
    page = render_template(
        "disputes/index.html",
        library=library,
        groups=[group for group in groups if group[2]],
        count=len(found),
        query=query,
        topic=topic if topic in library.topics else "",
    )
    return same_for_all(page)


@blueprint.route("/disputes/<name>")
def dispute(name: str) -> ResponseReturnValue:
    """One dispute: both sides, the position, the answer and why."""
    library = _library()
    found = library.disputes.get(name)
    if found is None:
        abort(404)

    def render() -> str:
        before, after = _neighbours(library, found)
        return render_template(
            "disputes/dispute.html",
            dispute=found,
            shown=shown(found, library.language),
            topic=library.topics[found.facts.topic],
            before=before,
            after=after,
        )

    return kept(("dispute", found.id, library.language), render)


def _library() -> Disputes:
    return reference().disputes[language.current()]


def _neighbours(library: Disputes, found: Dispute) -> tuple[Dispute | None, Dispute | None]:
    row = list(library.disputes.values())
    place = row.index(found)
    return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None

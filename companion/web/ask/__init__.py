"""Quick questions: one small form each, and the engine's answer beside it.

Everything that was asked stands in the address: an answer is the same for everybody, may be kept and passed on, and
needs no session. Only an address without anything is filled in from what the device remembers.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.routing import AnyConverter, Map

from companion import engine
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.web import language
from companion.web.ask.answer import MAX_CHOICES, Query, QuestionResult
from companion.web.ask.fields import NONE
from companion.web.ask.own_words import Played, offered, takes, understand
from companion.web.ask.question import EDITION, HOUSE, VARIANTS, VERSION, WORDS, Form, QuickQuestion
from companion.web.ask.questions import PHASES, names, quick_questions
from companion.web.caching import same_for_all
from companion.web.device import cookies, house, table
from companion.web.links import absolute, render
from companion.web.sanitise import one_line

_CARRIED = 2 * MAX_QUERY_LENGTH
"""What is typed goes along so far, though only the first part of it is read."""
MAX_MEANINGS = 4
"""So many fields are offered for a number that was not understood."""

blueprint = Blueprint("ask", __name__, url_prefix="/<language:language>")


class _QuestionConverter(AnyConverter):
    """A part of an address that names one of the questions."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, *names())


@blueprint.record
def _know_questions(state: BlueprintSetupState) -> None:
    # Told first: the routes below use it.
    state.app.url_map.converters["question"] = _QuestionConverter


@blueprint.route("/check/<question:question>/")
def ask(question: str) -> ResponseReturnValue:
    """A question with its answer."""
    given = _parameters()
    text = one_line(request.args.get(WORDS, "")[:_CARRIED])
    values = given or _prefilled()
    left = understand(text, _played(values)).left if text else ()
    result = _result(quick_questions()[question], values, text, left)
    if result.form.errors and not given:
        # What cannot be read there was typed by nobody.
        wrong = {key for key, field in result.form.fields.items() if field.error}
        readable = MultiDict([(key, one) for key, one in values.items(multi=True) if key not in wrong])
        result = _result(result.question, readable, text, left)
    language.same_as("ask.ask", question=question, **result.query)
    # What nobody has asked yet is not answered; what the device remembers may be enough for an answer all the same.
    quiet = result.quiet or (not given and result.judged.answer == "depends")
    context = {
        "question": result.question,
        "form": result.form,
        "answer": result,
        "quiet": quiet,
        "example": _example(question, _played(values), language.current()) if quiet and not text else None,
        "address": result.address,
        "most_choices": MAX_CHOICES,
        "text": text,
        "read_back": result.read_back,
        "left": left,
        "meanings": _meanings(result.form, result.query, left, text),
    }
    page = render("ask/question.html", "answer", **context)
    if result.form.errors:
        return page, 422
    # What the device remembers is nobody else's.
    return same_for_all(page, robots="noindex") if given else page


def _result(
    question: QuickQuestion, values: MultiDict[str, str], words: str = "", left: Sequence[str] = ()
) -> QuestionResult:
    return QuestionResult(question, Form(values, words, left), language.current())


def in_box(text: str) -> QuestionResult | None:
    """The quick question that somebody seems to ask in the box of every page, of the game that this table plays."""
    understood = offered(text[:_CARRIED], _played(_of_table()))
    return _result(understood.question, understood.query, text, understood.left) if understood.question else None


def _meanings(form: Form, query: Query, left: Sequence[str], text: str) -> dict[str, list[tuple[str, Query]]]:
    """Each number that was not understood, and the fields that it could be for: label, and the question with it."""
    meant: dict[str, list[tuple[str, Query]]] = {}
    for word in filter(str.isdecimal, left):
        # What is still open stays in the words.
        rest = re.sub(rf"(?<!\d){word}(?!\d)", "", text, count=1).strip() if len(left) > 1 else None
        fields = [
            one for one in form.fields.values() if one.unknown and one.spoken and not one.hidden and takes(one, word)
        ]
        meant[word] = [(one.label, {**query, one.key: [word], WORDS: rest}) for one in fields[:MAX_MEANINGS]]
    return {word: each for word, each in meant.items() if each}


@functools.cache
def _example(question: str, played: Played, language: str) -> QuestionResult | None:
    """The case to begin with, judged once for each game and language. None: that game has other things."""
    declared = quick_questions()[question]
    result = QuestionResult(declared, Form(MultiDict([*parse_qsl(declared.example), *played])), language)
    return None if result.form.errors or result.judged.answer != "yes" else result


@blueprint.route("/check/words")
def in_words() -> ResponseReturnValue:
    """A question in somebody's own words: leads to the quick question, with what was understood filled in; where none
    fits, to whatever the box finds.
    """
    text = one_line(request.args.get(WORDS, "")[:_CARRIED])
    understood = understand(text, _played(_of_table()))
    if understood.question is not None:
        query: dict[str, Any] = {**understood.query.to_dict(flat=False), "t": text}
        return redirect(url_for("ask.ask", question=understood.question.id, **query))
    return redirect(url_for("rules.search", q=text))


@blueprint.route("/check/<question:question>/share")
def share(question: str) -> ResponseReturnValue:
    """The link to an answer, also as a picture for the cameras of other phones."""
    result = _result(quick_questions()[question], _parameters())
    language.same_as("ask.share", question=question, **result.query)
    address = absolute("ask.ask", question=question, **result.query)
    page = render_template("ask/share.html", question=result.question, query=result.query, address=address)
    return same_for_all(page, robots="noindex")


def _parameters() -> MultiDict[str, str]:
    """What the address says. An address without a version was not made by the form, and asks nothing."""
    return MultiDict(request.args) if VERSION in request.args else MultiDict()


def _prefilled() -> MultiDict[str, str]:
    """What the form starts with: what was entered last, and above it what was set under Table."""
    values = MultiDict(cookies.last_question())
    values.poplist(EDITION)
    for key, entries in _of_table().lists():
        values.setlist(key, entries)
    settings = table.remembered()
    if settings.people and settings.people[0].name:
        values.setdefault("me", settings.people[0].colour)
    return values


def _of_table() -> MultiDict[str, str]:
    """What is played as Table says, in the fields of a question."""
    settings, values = table.remembered(), MultiDict[str, str]()
    edition = settings.edition or engine.editions()[-1]
    if edition != engine.editions()[-1]:
        values[EDITION] = str(edition)
    if settings.players:
        values["n"] = str(settings.players)
    if settings.players or settings.variants:
        variants = [name for name in engine.variants(edition) if name in settings.variants]
        values.setlist(VARIANTS, variants or [NONE])
    values.update(settings.readings)
    values.setlist(HOUSE, house.remembered().words)
    return values


def _played(values: MultiDict[str, str]) -> Played:
    """What an address tells of the game where it is not the usual one."""
    form = Form(values)
    form.ask_for_game()
    return tuple((key, entry) for key, field in form.fields.items() if field.data for entry in field.typed)


def by_phase() -> list[tuple[str, str, list[QuickQuestion]]]:
    """All questions for the index: by the part of a turn in which one asks them, then those of each layer.

    Title, layer ("" for what everybody plays), questions.
    """
    questions = quick_questions().values()
    grouped = [(str(title), "", [q for q in questions if (q.phase, q.layer) == (phase, "")])
               for phase, title in PHASES.items()]  # fmt: skip
    layers = sorted({q.layer for q in questions} - {""})
    grouped += [(language.name("layer", layer), layer, [q for q in questions if q.layer == layer]) for layer in layers]
    return [group for group in grouped if group[2]]

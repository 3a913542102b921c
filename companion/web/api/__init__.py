"""The JSON API: the answers of the pages for programs. No cookies, no session; described by an OpenAPI document."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import engine, i18n
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.reference.library import MAX_HITS, USUAL_HITS, find
from companion.sentences import answers
from companion.web import language
from companion.web.api.document import WholeNumber, any_of, openapi_document, operation, parameter, schema_of, thing
from companion.web.api.responses import Refused, as_json
from companion.web.caching import same_for_all
from companion.web.limits import API_REQUESTS, JUDGING, limited
from companion.web.reference import reference
from companion.web.sanitise import BLANK, one_line

blueprint = limited(API_REQUESTS)(Blueprint("api", __name__, url_prefix="/api/v1"))

_POSITION, _ACTION = any_of("Position", "ShareCode"), any_of("Action", "ActionLine")
_OF_POSITION, _OF_ACTION = thing(position=_POSITION), thing(position=_POSITION, action=_ACTION)
_TO_APPLY = {**_OF_ACTION, "properties": {**_OF_ACTION["properties"], "outcome": schema_of("Outcome")}}

# Whoever draws so many has seen most of the deck; and more would take too long to count.
_DRAWS = WholeNumber("draws", 0, 0, 12, "Cards that come to the hand until Kansas City.")
_SPARE = WholeNumber("spare", 0, 0, 6, "Cards more that are drawn and discarded again.")
_LIMIT = WholeNumber("limit", USUAL_HITS, 1, MAX_HITS)
_QUERY = parameter(
    "q",
    {"type": "string", "pattern": rf"^[^\x00]{{0,{MAX_QUERY_LENGTH - 1}}}[^\x00{BLANK}][^\x00]*$"},
    f"The first {MAX_QUERY_LENGTH} characters are looked at; not all of them may be white space.",
    required=True,
)


@blueprint.before_request
def know_the_language() -> None:
    """A language that there is none of is a slip, and not a wish for English."""
    if request.args.get("lang", i18n.DEFAULT_LANGUAGE) not in i18n.languages():
        raise Refused(400, "bad-parameter", name="lang", right=", ".join(i18n.languages()))


@blueprint.errorhandler(Refused)
def refuse(refused: Refused) -> ResponseReturnValue:
    """Say why a request was refused."""
    return refused.response()


@operation(blueprint, "/check", takes=schema_of("Position"))
def check() -> ResponseReturnValue:
    """Is this position possible? As `companion check --json`."""
    text = _text()
    try:
        return as_json(answers.check(text, language.current()).as_json())
    except engine.Unreadable as error:
        raise _unreadable(error, "unreadable") from error


@operation(blueprint, "/options", takes=_OF_POSITION)
@limited(JUDGING)
def options() -> ResponseReturnValue:
    """What may be done? As `companion options --json`."""
    position = _question("position").position
    every = engine.options(engine.ruleset_of(position), position)
    return as_json(answers.options(every, language.current(), position.game.edition))


@operation(blueprint, "/judge", takes=_OF_ACTION)
@limited(JUDGING)
def judge() -> ResponseReturnValue:
    """May it be done? As `companion judge --json`."""
    question = _question("position", "action")
    return as_json(answers.Judged(question.position, question.the_action, language.current()).as_json())


@operation(blueprint, "/apply", takes=_TO_APPLY, refuses=(409,))
@limited(JUDGING)
def apply() -> ResponseReturnValue:
    """The position after an action. As `companion apply --json`."""
    question = _question("position", "action", optional=("outcome",))
    try:
        return as_json(answers.apply(question))
    except engine.IllegalAction as error:
        edition = question.position.game.edition
        raise Refused(409, reasons=answers.reasons(error.verdict, language.current(), edition)) from error
    except engine.ImpossibleOutcome as error:
        problems = answers.problems([error.problem], language.current())
        raise Refused(409, "impossible-outcome", problems=problems) from error


@operation(blueprint, "/score", takes=_OF_POSITION)
def score() -> ResponseReturnValue:
    """The final scoring. As `companion score --json`."""
    return as_json(answers.score(_question("position").position, language.current()))


@operation(blueprint, "/clock", takes=_OF_POSITION)
def clock() -> ResponseReturnValue:
    """How long does the game still last? As `companion clock --json`."""
    return as_json(answers.clock(_question("position").position, language.current()))


@operation(blueprint, "/odds", _DRAWS.as_json(), _SPARE.as_json(), takes=_OF_POSITION)
@limited(JUDGING)
def odds() -> ResponseReturnValue:
    """What will the hand of the player on turn be worth in Kansas City? As `companion odds --json`."""
    draws, spare = _DRAWS.read(), _SPARE.read()
    return as_json(answers.odds(_question("position").position, draws, spare))


@operation(blueprint, "/search", _QUERY, _LIMIT.as_json())
def search() -> ResponseReturnValue:
    """Sections of the rules that fit a query, and components that it names; the best first.

    As `companion search --json`.
    """
    query = one_line(request.args.get("q", "")[:MAX_QUERY_LENGTH])
    if not query:
        raise Refused(400, "bad-parameter", name="q", right=gettext("a text to look for"))
    results = find(reference(), language.current(), query, limit=_LIMIT.read())
    response = as_json(results.as_json())
    response.vary.add("Accept-Language")
    return same_for_all(response)


@operation(blueprint, "/openapi.json", gives={"type": "object"})
def openapi() -> ResponseReturnValue:
    """This document."""
    return same_for_all(as_json(openapi_document()))


def _text() -> str:
    """The body, which must be declared as JSON."""
    if not request.is_json:
        raise Refused(415)
    try:
        return request.get_data(cache=False).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(400, "not-utf-8") from error


def _question(*required: str, optional: tuple[str, ...] = ()) -> engine.Question:
    text = _text()
    try:
        return engine.read_question(text, required, optional)
    except engine.Unreadable as error:
        codes = {"position": "unreadable", "action": "unreadable-action", "outcome": "unreadable-outcome"}
        key, *_ = map(str, error.problems[0].path or ("",))
        code = codes.get(key, "") if key in (*required, *optional) else ""
        raise _unreadable(error, code or "unreadable-question") from error


def _unreadable(error: engine.Unreadable, code: str) -> Refused:
    """The refusal of a text with problems; a text that is too long was not even looked at."""
    first = error.problems[0]
    too_long = first.code == "too-long" and not first.path
    problems = answers.problems(error.problems, language.current())
    return Refused(413, problems=problems) if too_long else Refused(422, code, problems=problems)

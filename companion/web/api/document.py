"""The OpenAPI document of the API: its addresses, what they take and every status with which they answer."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, get_args

from companion import engine, i18n
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.engine import MAX_CHARACTERS
from companion.reference.library import MAX_HITS, USUAL_HITS
from companion.web.api.responses import MESSAGES
from companion.web.sanitise import BLANK

_ELSEWHERE = """\
HEAD answers as GET does, without a body; OPTIONS tells in `Allow` which methods an address takes. Other methods are
refused with 405 and `Allow`, other addresses with 404, in the shape of all errors. What is far too long, or no HTTP,
never gets to the API: the server refuses it in plain text."""

MOST_DRAWS, MOST_SPARE = 12, 6
"""Cards of the odds. Whoever draws so many has seen most of the deck; and more would take too long to count."""

_BODY = f"""\
In UTF-8, at most {MAX_CHARACTERS} characters. No object has a key twice, and whole numbers have no fraction: 3, not
3.0."""


@functools.cache
def openapi_document() -> Mapping[str, Any]:
    """The whole document (OpenAPI 3.1)."""
    position = {"anyOf": [named("Position"), named("ShareCode")]}
    action = {"anyOf": [named("Action"), named("ActionLine")]}
    of_position, of_action = thing(position=position), thing(position=position, action=action)
    to_apply = {**of_action, "properties": {**of_action["properties"], "outcome": named("Outcome")}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trail Notebook",
            "version": "1",
            "summary": "Positions of Great Western Trail (second edition) judged, and its rules searched.",
            "description": _ELSEWHERE,
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api/v1/check": {"post": _asks("check", "Is this position possible?", named("Position"))},
            "/api/v1/options": {"post": _asks("options", "What may be done?", of_position)},
            "/api/v1/judge": {"post": _asks("judge", "May it be done?", of_action)},
            "/api/v1/apply": {"post": _asks("apply", "The position after an action.", to_apply, 409)},
            "/api/v1/score": {"post": _asks("score", "The final scoring.", of_position)},
            "/api/v1/clock": {"post": _asks("clock", "How long does the game still last?", of_position)},
            "/api/v1/odds": {"post": _asks_odds(of_position)},
            "/api/v1/search": {"get": _search()},
            "/api/v1/openapi.json": {"get": _gives("openapi", "This document.", {"type": "object"})},
        },
        "components": {"schemas": schemas(), "responses": _responses()},
    }


def _asks(name: str, summary: str, body: Schema, *refused: int) -> Schema:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [_lang()],
        "requestBody": {"required": True, "description": _BODY, "content": _json(body)},
        "responses": {
            "200": {
                "description": f"As `companion {name} --json`.",
                "content": _json(named(f"{name.capitalize()}Answer")),
            },
            **_refusals(400, *refused, 413, 415, 422, 429, 431, 500),
        },
    }


def _asks_odds(body: Schema) -> Schema:
    asks = _asks("odds", "What will the hand of the player on turn be worth in Kansas City?", body)
    texts = {
        "draws": ("Cards that come to the hand until Kansas City.", MOST_DRAWS),
        "spare": ("Cards more that are drawn and discarded again.", MOST_SPARE),
    }
    more = [
        {
            "name": name,
            "in": "query",
            "description": text,
            "schema": {"type": "integer", "minimum": 0, "maximum": most, "default": 0},
        }
        for name, (text, most) in texts.items()
    ]
    return {**asks, "parameters": [*more, *asks["parameters"]]}


def _gives(name: str, summary: str, answer: Schema, *parameters: Schema) -> Schema:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [*parameters, _lang()],
        "responses": {
            "200": {"description": "The answer.", "headers": _header("ETag", TEXT), "content": _json(answer)},
            "304": {
                "description": "Nothing has changed since the answer whose `ETag` is in `If-None-Match`.",
                "headers": _header("ETag", TEXT),
            },
            **_refusals(400, 412, 429, 431, 500),
        },
    }


def _search() -> Schema:
    looked_at = f"The first {MAX_QUERY_LENGTH} characters are looked at; not all of them may be white space."
    query = {
        "name": "q",
        "in": "query",
        "required": True,
        "description": looked_at,
        "schema": {"type": "string", "pattern": rf"^[^\x00]{{0,{MAX_QUERY_LENGTH - 1}}}[^\x00{BLANK}][^\x00]*$"},
    }
    limit = {"type": "integer", "minimum": 1, "maximum": MAX_HITS, "default": USUAL_HITS}
    summary = "Sections of the rules that fit a query, and components that it names; the best first."
    return _gives("search", summary, named("SearchAnswer"), query, {"name": "limit", "in": "query", "schema": limit})


def _lang() -> Schema:
    otherwise = f"without it, one that `Accept-Language` asks for, or else {i18n.DEFAULT_LANGUAGE}"
    return {
        "name": "lang",
        "in": "query",
        "description": f"Language of the sentences; {otherwise}.",
        "schema": {"type": "string", "enum": list(i18n.languages())},
    }


_OWN_RESPONSES: Mapping[int, str] = {413: "TooMuch", 429: "TooOften", 431: "TooLong"}


def _refusals(*statuses: int) -> Schema:
    return {
        str(status): {"$ref": f"#/components/responses/{_OWN_RESPONSES.get(status, 'Refused')}"} for status in statuses
    }


def _responses() -> Schema:
    error, plain = _json(named("Error")), {"text/plain": {"schema": TEXT}}
    seconds = {"type": "integer", "minimum": 1, "description": "Seconds after which to ask again."}
    return {
        "Refused": {"description": "What was wrong, in one shape for all errors.", "content": error},
        "TooMuch": {
            "description": "The body is longer than a position may be; in plain text when it was not even read.",
            "content": {**error, **plain},
        },
        "TooOften": {
            "description": "Too many requests from one address.",
            "headers": _header("Retry-After", seconds),
            "content": error,
        },
        "TooLong": {"description": "The address and the headers are too long to be read.", "content": plain},
    }


def _header(name: str, schema: Schema) -> Schema:
    return {name: {"required": True, "schema": schema}}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


# What the API takes and gives, as JSON Schema, made from what the engine and the answers know of themselves.

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
_POSITION = "Position"


def schemas() -> Schema:
    """All of them, by the names under which they refer to each other."""
    return {
        **_position_schemas(),
        "ShareCode": {
            **engine.code_schema(),
            "description": "A position as in a link. Its last letters check the others.",
        },
        "Action": engine.action_schema(),
        "ActionLine": {**engine.action_line_schema(), "description": "An action as one line of text."},
        "Outcome": engine.drawn_schema(),
        "CheckAnswer": _check_answer(),
        "Finding": _finding(),
        **_engine_answers(),
        "SearchAnswer": thing(hits=list_of("Hit"), components=list_of("Component")),
        "Hit": thing(
            section=_rule("Where the rules tell it."),
            title=TEXT,
            heading=TEXT,
            score={"type": "number"},
            answer=TEXT,
            snippet=TEXT,
        ),
        "Component": thing(component=TEXT, title=TEXT),
        "Error": _error(),
        "Problem": _problem(),
    }


def _engine_answers() -> Schema:
    whole, paths = {"type": "integer"}, {"type": "array", "items": TEXT}
    share = {"type": "number", "minimum": 0, "maximum": 1}
    known = {"type": ["integer", "null"], "description": "null where nothing was entered."}
    sure = {"type": "boolean", "description": "false when it depends on unknown facts or on what comes."}
    categories = _category_numbers()
    payee = {"type": ["string", "null"], "description": "`bank` or a player; null where it is not known who."}
    between: Schema = {"at_least": whole, "at_most": whole, "missing": paths}
    return {
        "OptionsAnswer": thing(options=list_of("Option"), undecided=list_of("Undecided")),
        "Option": thing(
            action=named("Action"), text=TEXT, cost=named("Amount"), duty={"enum": list(get_args(engine.Duty))}
        ),
        "Undecided": thing(action=named("Action"), missing=paths),
        "JudgeAnswer": thing(
            answer={"enum": ["yes", "no", "depends"]},
            reasons=list_of("Finding"),
            missing=paths,
            sections={
                **paths,
                "description": "What was looked at in the rules, as `section#heading`; of a no, its reasons'.",
            },
            grounds={
                "type": "array",
                "items": thing(section=_rule("What it rests on."), checks={"type": "array", "items": TEXT}),
                "description": "Why it may be done, rule by rule; of what depends on more, what is settled.",
            },
            readings={
                "type": "array",
                "items": thing(text=TEXT, section=_rule("Why we read it otherwise.")),
                "description": "The rules that decided it and that this table reads in a way of its own.",
            },
            effects=thing(
                payments=list_of("Payment"),
                cost=named("Amount"),
                changes={"type": "object", "description": "Dotted path: new value, null: not known any more."},
            ),
            repairs=list_of("Repair"),
        ),
        "Repair": {
            "anyOf": [
                thing(kind={"const": "more"}, path=TEXT, count=whole, sure=sure, text=TEXT),
                thing(kind={"enum": ["first", "instead"]}, action=named("Action"), sure=sure, text=TEXT),
            ]
        },
        "Payment": {"anyOf": [thing(to=payee, dollars=whole), thing(to=payee, **between)]},
        "Amount": {
            "anyOf": [whole, thing(**between)],
            "description": "Dollars; at least and at most, where facts that were not entered decide.",
        },
        "ApplyAnswer": thing(position=named(_POSITION)),
        "ScoreAnswer": thing(
            players={"type": "object", "additionalProperties": named("PlayerScore")}, ranking=named("Ranking")
        ),
        "Ranking": thing(
            winners=paths, shared={"type": ["boolean", "null"]}, text=TEXT, section=_rule("The rule for ties.")
        ),
        "PlayerScore": thing(
            total=whole,
            complete={"type": "boolean", "description": "Whether no category is unknown."},
            place={"type": ["integer", "null"], "description": "Equal totals share one; null while it is not known."},
            categories=thing(**dict.fromkeys(categories, known)),
            lines=list_of("ScoreLine"),
        ),
        "ClockAnswer": thing(
            spaces=named("Range"),
            visits=named("Range"),
            refills={
                "type": "array",
                "items": whole,
                "description": "Rows with a yellow arrow, still to fill.",
            },
            players={"type": "object", "additionalProperties": named("PlayerClock")},
            missing=paths,
            sentences=paths,
        ),
        "PlayerClock": thing(
            next_visit=named("Range"),
            at_limit={"anyOf": [named("Range"), {"type": "null"}]},
            turns=named("Range"),
            deliveries=named("Range"),
            may_close={"type": "boolean", "description": "Whether this player can fill the job market."},
        ),
        "Range": thing(at_least=whole, at_most=whole),
        "OddsAnswer": thing(odds=list_of("Chance"), missing=paths),
        "Chance": {
            **thing(dollars=whole, at_least=share, at_most=share),
            "description": "How likely the hand is worth so many dollars or more; both ends, where cards are unknown.",
        },
        "ScoreLine": thing(
            category={"enum": categories}, points=whole, text=TEXT, section=_rule("The rule by which it counts.")
        ),
    }


def _category_numbers() -> list[str]:
    """The numbers of the scoring categories."""
    scoring = engine.load_ruleset().catalog.scoring
    return [str(category.number) for category in scoring.categories.values()]


def _position_schemas() -> Schema:
    """The schema of positions and of its parts, each a schema of its own here."""
    schema = engine.position_schema()
    parts = {name: _moved(part) for name, part in schema["$defs"].items()}
    whole = _moved({key: value for key, value in schema.items() if key not in ("$schema", "$defs")})
    return {_POSITION: whole, **{_part_name(name): part for name, part in parts.items()}}


def _part_name(name: str) -> str:
    return _POSITION + "".join(word.capitalize() for word in name.split("_"))


def _moved(schema: Any) -> Any:
    """The same schema with references to where the parts are in this document."""
    if isinstance(schema, list):
        return [_moved(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if set(schema) == {"$ref"}:
        return named(_part_name(str(schema["$ref"]).rpartition("/")[2]))
    return {key: _moved(inner) for key, inner in schema.items()}


def _check_answer() -> Schema:
    code = {
        "anyOf": [named("ShareCode"), {"type": "null"}],
        "description": "null: the position is too long for a link.",
    }
    return thing(
        possible={"type": "boolean", "description": "False when at least one finding is impossible."},
        findings={"type": "array", "items": named("Finding")},
        share=code,
    )


def _rule(what: str) -> Schema:
    return {"type": "string", "description": f"{what} A section of the rules, perhaps with `#` and a heading in it."}


def _finding() -> Schema:
    value = {"anyOf": [{"type": "integer"}, TEXT, {"type": "array", "items": TEXT}]}
    return thing(
        code={"enum": sorted(engine.REASONS)},
        params={"type": "object", "additionalProperties": value},
        path={"type": "string", "description": "The first key of the position that it is about, as dotted path."},
        section=_rule("The rule that states it."),
        severity={"enum": list(get_args(engine.Severity))},
        text={"type": "string", "description": "A sentence in the language that was asked for."},
    )


def _error() -> Schema:
    codes = sorted(MESSAGES)
    problems = {"type": "array", "items": named("Problem")}
    reasons = list_of("Finding")
    return thing(error=thing(code={"enum": codes}, message=TEXT, problems=problems, reasons=reasons))


def _problem() -> Schema:
    return thing(
        code={"enum": sorted(engine.PROBLEMS)},
        line={"type": "integer", "minimum": 1},
        path={"type": "string", "description": "Dotted keys; empty for the whole text."},
        text={"type": "string", "description": "What is wrong and what would be right."},
    )


def thing(**properties: Schema) -> Schema:
    """A thing with exactly these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def named(name: str) -> Schema:
    """What has this name among the schemas."""
    return {"$ref": f"#/components/schemas/{name}"}


def list_of(name: str) -> Schema:
    """A list of what has this name among the schemas."""
    return {"type": "array", "items": named(name)}

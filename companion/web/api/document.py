"""The OpenAPI document of the API, made from what the engine and the answers know of themselves."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, get_args

from companion import engine, i18n
from companion.rules.search import LONGEST_QUERY
from companion.web import answers
from companion.web.api.responses import CODES, MORE_CODES

_Schema = dict[str, Any]

_TEXT: _Schema = {"type": "string"}
_POSITION = "Position"


@functools.cache
def document() -> Mapping[str, Any]:
    """The whole document (OpenAPI 3.1)."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trail Notebook",
            "version": "1",
            "summary": "Positions of Great Western Trail (second edition) judged, and its rules searched.",
        },
        "servers": [{"url": "/"}],
        "paths": {
            "/api/v1/check": {"post": _check()},
            "/api/v1/options": {
                "post": _asks("options", "What may be done?", _object(position=_position()), "OptionsAnswer", 422)
            },
            "/api/v1/judge": {
                "post": _asks(
                    "judge", "May it be done?", _object(position=_position(), action=_action()), "JudgeAnswer", 422
                )
            },
            "/api/v1/apply": {
                "post": _asks("apply", "The position after an action.", _to_apply(), "ApplyAnswer", 409, 422)
            },
            "/api/v1/score": {
                "post": _asks("score", "The final scoring.", _object(position=_position()), "ScoreAnswer", 422)
            },
            "/api/v1/search": {"get": _search()},
            "/api/v1/openapi.json": {"get": _openapi()},
        },
        "components": {
            "schemas": {
                **_position_schemas(),
                "CheckAnswer": _check_answer(),
                "Finding": _finding(),
                **_engine_answers(),
                "SearchAnswer": _object(hits=_list_of("Hit"), components=_list_of("Component")),
                "Hit": _object(section=_TEXT, title=_TEXT, score={"type": "number"}, snippet=_TEXT),
                "Component": _object(component=_TEXT, title=_TEXT),
                "Error": _error(),
                "Problem": _problem(),
            },
            "responses": {
                "Refused": {
                    "description": "What was wrong, in one shape for all errors.",
                    "content": _json(_schema("Error")),
                }
            },
        },
    }


def _check() -> _Schema:
    return {
        "operationId": "check",
        "summary": "Is this position possible?",
        "parameters": [_lang()],
        "requestBody": {"required": True, "content": _json(_schema(_POSITION))},
        "responses": {
            "200": {"description": "What follows from what was entered.", "content": _json(_schema("CheckAnswer"))},
            **_refusals(400, 413, 415, 422, 429, 500),
        },
    }


def _asks(name: str, summary: str, body: _Schema, answer: str, *refused: int) -> _Schema:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": [_lang()],
        "requestBody": {"required": True, "content": _json(body)},
        "responses": {
            "200": {"description": f"As `companion {name} --json`.", "content": _json(_schema(answer))},
            **_refusals(400, *refused, 413, 415, 429, 500),
        },
    }


def _position() -> _Schema:
    return {"anyOf": [_schema(_POSITION), {"type": "string", "description": "A share code."}]}


def _action() -> _Schema:
    return {"anyOf": [_schema("Action"), {"type": "string", "description": "The same as one line of text."}]}


def _to_apply() -> _Schema:
    body = _object(position=_position(), action=_action(), outcome=_schema("Outcome"))
    return {**body, "required": ["position", "action"]}


def _engine_answers() -> _Schema:
    whole, paths = {"type": "integer"}, {"type": "array", "items": _TEXT}
    known = {"type": ["integer", "null"], "description": "null where nothing was entered."}
    sure = {"type": "boolean", "description": "false when it depends on unknown facts or on what comes."}
    categories = _category_numbers()
    payee = {"type": ["string", "null"], "description": "`bank` or a player; null where it is not known who."}
    between: _Schema = {"at_least": whole, "at_most": whole, "missing": paths}
    return {
        "Action": engine.action_schema(),
        "Outcome": engine.drawn_schema(),
        "OptionsAnswer": _object(options=_list_of("Option"), undecided=_list_of("Undecided")),
        "Option": _object(
            action=_schema("Action"), text=_TEXT, cost=_schema("Amount"), duty={"enum": list(get_args(engine.Duty))}
        ),
        "Undecided": _object(action=_schema("Action"), missing=paths),
        "JudgeAnswer": _object(
            answer={"enum": ["yes", "no", "depends"]},
            reasons=_list_of("Finding"),
            missing=paths,
            sections={**paths, "description": "Sections of the rules that were looked at; of a no, its reasons'."},
            effects=_object(
                payments=_list_of("Payment"),
                cost=_schema("Amount"),
                changes={"type": "object", "description": "Dotted path: new value, null: not known any more."},
            ),
            repairs=_list_of("Repair"),
        ),
        "Repair": {
            "anyOf": [
                _object(kind={"const": "more"}, path=_TEXT, count=whole, sure=sure, text=_TEXT),
                _object(kind={"enum": ["first", "instead"]}, action=_schema("Action"), sure=sure, text=_TEXT),
            ]
        },
        "Payment": {"anyOf": [_object(to=payee, dollars=whole), _object(to=payee, **between)]},
        "Amount": {
            "anyOf": [whole, _object(**between)],
            "description": "Dollars; at least and at most, where facts that were not entered decide.",
        },
        "ApplyAnswer": _object(position=_schema(_POSITION)),
        "ScoreAnswer": _object(
            players={"type": "object", "additionalProperties": _schema("PlayerScore")}, ranking=_schema("Ranking")
        ),
        "Ranking": _object(winners=paths, shared={"type": ["boolean", "null"]}, text=_TEXT, section=_TEXT),
        "PlayerScore": _object(
            total=whole,
            complete={"type": "boolean", "description": "Whether no category is unknown."},
            place={"type": ["integer", "null"], "description": "Equal totals share one; null while it is not known."},
            categories=_object(**dict.fromkeys(categories, known)),
            lines=_list_of("ScoreLine"),
        ),
        "ScoreLine": _object(category={"enum": categories}, points=whole, text=_TEXT, section=_TEXT),
    }


def _category_numbers() -> list[str]:
    """The numbers of the scoring categories."""
    scoring = engine.load_ruleset().catalog.scoring
    return [str(category.number) for category in scoring.categories.values()]


def _search() -> _Schema:
    limit = {"type": "integer", "minimum": 1, "maximum": answers.MOST_HITS, "default": answers.USUAL_HITS}
    query = {"type": "string", "minLength": 1}
    return {
        "operationId": "search",
        "summary": "Sections of the rules that fit a query, and components that it names; the best first.",
        "parameters": [
            {
                "name": "q",
                "in": "query",
                "required": True,
                "description": f"The first {LONGEST_QUERY} characters are looked at.",
                "schema": query,
            },
            {"name": "limit", "in": "query", "schema": limit},
            _lang(),
        ],
        "responses": {
            "200": {"description": "What was found.", "content": _json(_schema("SearchAnswer"))},
            **_refusals(400, 429, 500),
        },
    }


def _openapi() -> _Schema:
    return {
        "operationId": "openapi",
        "summary": "This document.",
        "parameters": [_lang()],
        "responses": {
            "200": {"description": "An OpenAPI document.", "content": _json({"type": "object"})},
            **_refusals(400, 429, 500),
        },
    }


def _lang() -> _Schema:
    return {
        "name": "lang",
        "in": "query",
        "description": "Language of the sentences; without it, what Accept-Language asks for.",
        "schema": {"enum": list(i18n.languages()), "default": i18n.DEFAULT_LANGUAGE},
    }


def _refusals(*statuses: int) -> _Schema:
    return {str(status): {"$ref": "#/components/responses/Refused"} for status in statuses}


def _position_schemas() -> _Schema:
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
        return _schema(_part_name(str(schema["$ref"]).rpartition("/")[2]))
    return {key: _moved(inner) for key, inner in schema.items()}


def _check_answer() -> _Schema:
    code = {"type": ["string", "null"], "description": "The share code; null when the position is too long for a link."}
    return _object(
        possible={"type": "boolean", "description": "False when at least one finding is impossible."},
        findings={"type": "array", "items": _schema("Finding")},
        share=code,
    )


def _finding() -> _Schema:
    value = {"anyOf": [{"type": "integer"}, _TEXT, {"type": "array", "items": _TEXT}]}
    return _object(
        code={"enum": sorted(engine.REASONS)},
        params={"type": "object", "additionalProperties": value},
        path={"type": "string", "description": "The first key of the position that it is about, as dotted path."},
        section={"type": "string", "description": "The section of the rules that states the rule."},
        severity={"enum": list(get_args(engine.Severity))},
        text={"type": "string", "description": "A sentence in the language that was asked for."},
    )


def _error() -> _Schema:
    codes = sorted({*CODES.values(), *MORE_CODES})
    problems = {"type": "array", "items": _schema("Problem")}
    reasons = _list_of("Finding")
    return _object(error=_object(code={"enum": codes}, message=_TEXT, problems=problems, reasons=reasons))


def _problem() -> _Schema:
    return _object(
        code={"enum": sorted(engine.PROBLEMS)},
        line={"type": "integer", "minimum": 1},
        path={"type": "string", "description": "Dotted keys; empty for the whole text."},
        text={"type": "string", "description": "What is wrong and what would be right."},
    )


def _object(**properties: _Schema) -> _Schema:
    """A thing with exactly these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _schema(name: str) -> _Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list_of(name: str) -> _Schema:
    return {"type": "array", "items": _schema(name)}


def _json(schema: _Schema) -> _Schema:
    return {"application/json": {"schema": schema}}

"""The OpenAPI document of the API: its addresses, what they take and every status with which they answer."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from companion import i18n
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.engine import MAX_CHARACTERS
from companion.reference.search import MAX_HITS, USUAL_HITS
from companion.web.api.schemas import TEXT, Schema, named, schemas, thing
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

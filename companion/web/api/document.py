"""The OpenAPI document of the API: its addresses, what they take and every status with which they answer."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion import engine, i18n
from companion.engine import MAX_CHARACTERS
from companion.integers import whole
from companion.web.api.responses import MESSAGES, Refused

Schema = dict[str, Any]

_ELSEWHERE = """\
HEAD answers as GET does, without a body; OPTIONS tells in `Allow` which methods an address takes. Other methods are
refused with 405 and `Allow`, other addresses with 404, in the shape of all errors. What is far too long, or no HTTP,
never gets to the API: the server refuses it in plain text."""

_BODY = f"""\
In UTF-8, at most {MAX_CHARACTERS} characters. No object has a key twice, and whole numbers have no fraction: 3, not
3.0."""


_LANG = f"""\
Language of the sentences; without it, one that `Accept-Language` asks for, or else {i18n.DEFAULT_LANGUAGE}."""

_paths: dict[str, Schema] = {}
"""Address -> what its view says of itself (`operation`)."""


@functools.cache
def openapi_document() -> Mapping[str, Any]:
    """The whole document (OpenAPI 3.1)."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trail Notebook",
            "version": "1",
            "summary": "Positions of Great Western Trail (second edition) judged, and its rules searched.",
            "description": _ELSEWHERE,
        },
        "servers": [{"url": "/"}],
        "paths": _paths,
        "components": {"schemas": schemas(), "responses": _responses()},
    }


@dataclass(frozen=True)
class WholeNumber:
    """A whole number behind the question mark: the document tells its limits, and `read` holds it to them."""

    name: str
    usual: int
    least: int
    most: int
    description: str = ""

    def read(self) -> int:
        """What this request says, else what is usual. Raises Refused."""
        number = whole(request.args.get(self.name, str(self.usual)), self.least, self.most)
        if number is None:
            raise Refused(400, "bad-parameter", name=self.name, right=f"{self.least}–{self.most}")
        return number

    def as_json(self) -> Schema:
        """As the document tells it."""
        limits = {"type": "integer", "minimum": self.least, "maximum": self.most, "default": self.usual}
        return parameter(self.name, limits, self.description)


def parameter(name: str, schema: Schema, description: str = "", **more: object) -> Schema:
    """Something behind the question mark, as the document tells it."""
    told = {"description": description} if description else {}
    return {"name": name, "in": "query", **told, "schema": schema, **more}


View = Callable[[], ResponseReturnValue]


def operation(
    blueprint: Blueprint,
    path: str,
    *parameters: Schema,
    takes: Schema | None = None,
    gives: Schema | None = None,
    refuses: Sequence[int] = (),
) -> Callable[[View], View]:
    """Register a view at this path, and describe it: by the first sentence of its docstring, what it takes and gives.

    One that `takes` a body is asked with POST. Without `gives` it answers as the schema of its name says. What it
    `refuses` are statuses besides those of all.
    """

    def register(view: View) -> View:
        name, summary = view.__name__, str(view.__doc__).partition("As `companion")[0].strip()
        answer = gives or schema_of(f"{name.capitalize()}Answer")
        spoken = parameter("lang", {"type": "string", "enum": list(i18n.languages())}, _LANG)
        told = {"operationId": name, "summary": summary, "parameters": [*parameters, spoken]}
        does = _asks(name, takes, answer, refuses) if takes else _fetches(answer)
        method = "post" if takes else "get"
        _paths[f"{blueprint.url_prefix}{path}"] = {method: {**told, **does}}
        return blueprint.route(path, methods=[method.upper()])(view)

    return register


def _asks(name: str, takes: Schema, gives: Schema, refuses: Sequence[int]) -> Schema:
    answer = {"description": f"As `companion {name} --json`.", "content": _json(gives)}
    return {
        "requestBody": {"required": True, "description": _BODY, "content": _json(takes)},
        "responses": {"200": answer, **_refusals(400, *refuses, 413, 415, 422, 429, 431, 500)},
    }


def _fetches(gives: Schema) -> Schema:
    etag = _header("ETag", TEXT)
    unchanged = "Nothing has changed since the answer whose `ETag` is in `If-None-Match`."
    return {
        "responses": {
            "200": {"description": "The answer.", "headers": etag, "content": _json(gives)},
            "304": {"description": unchanged, "headers": etag},
            **_refusals(400, 412, 429, 431, 500),
        }
    }


_OWN_RESPONSES: Mapping[int, str] = {413: "TooMuch", 429: "TooOften", 431: "TooLong"}


def _refusals(*statuses: int) -> Schema:
    return {
        str(status): {"$ref": f"#/components/responses/{_OWN_RESPONSES.get(status, 'Refused')}"} for status in statuses
    }


def _responses() -> Schema:
    error, plain = _json(schema_of("Error")), {"text/plain": {"schema": TEXT}}
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

TEXT: Schema = {"type": "string"}
_POSITION = "Position"
_BASIC = {"int": "integer", "bool": "boolean", "str": "string", "number": "number"}


def schema_of(short: str | Schema, description: str = "") -> Schema:
    """A schema in short: `int`, `bool`, `str`, `number`, with `?` when it may be null, `[...]` for a list; else the
    schema of this name."""
    if not isinstance(short, str):
        schema = short
    elif short.startswith("["):
        schema = {"type": "array", "items": schema_of(short[1:-1])}
    elif (basic := short.removesuffix("?")) in _BASIC:
        schema = {"type": [_BASIC[basic], "null"] if short.endswith("?") else _BASIC[basic]}
    else:
        schema = {"$ref": f"#/components/schemas/{short}"}
    return {**schema, "description": description} if description else schema


def thing(**properties: str | Schema) -> Schema:
    """A thing with exactly these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": {name: schema_of(short) for name, short in properties.items()},
    }


def list_of(**properties: str | Schema) -> Schema:
    """A list of things with exactly these keys."""
    return {"type": "array", "items": thing(**properties)}


def any_of(*shorts: str | Schema) -> Schema:
    """One of several."""
    return {"anyOf": [schema_of(one) for one in shorts]}


def table_of(short: str | Schema) -> Schema:
    """Values by name."""
    return {"type": "object", "additionalProperties": schema_of(short)}


def schemas() -> Schema:
    """All of them, by the names under which they refer to each other."""
    return {
        **_position_schemas(),
        "ShareCode": schema_of(engine.code_schema(), "A position as in a link. Its last letters check the others."),
        "Action": engine.action_schema(),
        "ActionLine": schema_of(engine.action_line_schema(), "An action as one line of text."),
        "Outcome": engine.drawn_schema(),
        "CheckAnswer": thing(
            possible=schema_of("bool", "False when at least one finding is impossible."),
            findings="[Finding]",
            share=schema_of(any_of("ShareCode", {"type": "null"}), "null: the position is too long for a link."),
        ),
        "Finding": thing(
            code={"enum": sorted(engine.REASONS)},
            params=table_of(any_of("int", "str", "[str]")),
            path=schema_of("str", "The first key of the position that it is about, as dotted path."),
            section=_rule("The rule that states it."),
            severity={"enum": list(get_args(engine.Severity))},
            text=schema_of("str", "A sentence in the language that was asked for."),
        ),
        **_engine_answers(),
        "SearchAnswer": thing(hits="[Hit]", components="[Component]"),
        "Hit": thing(
            section=_rule("Where the rules tell it."),
            title="str",
            heading="str",
            score="number",
            answer="str",
            snippet="str",
        ),
        "Component": thing(component="str", title="str"),
        "Error": thing(
            error=thing(code={"enum": sorted(MESSAGES)}, message="str", problems="[Problem]", reasons="[Finding]")
        ),
        "Problem": thing(
            code={"enum": sorted(engine.PROBLEMS)},
            line={"type": "integer", "minimum": 1},
            path=schema_of("str", "Dotted keys; empty for the whole text."),
            text=schema_of("str", "What is wrong and what would be right."),
        ),
    }


def _engine_answers() -> Schema:
    share = {"type": "number", "minimum": 0, "maximum": 1}
    sure = schema_of("bool", "false when it depends on unknown facts or on what comes.")
    known = schema_of("int?", "null where nothing was entered.")
    categories = [str(one.number) for one in engine.load_ruleset().catalog.scoring.categories.values()]
    payee = schema_of("str?", "`bank` or a player; null where it is not known who.")
    between: Schema = {"at_least": "int", "at_most": "int", "missing": "[str]"}
    changes = {"type": "object", "description": "Dotted path: new value, null: not known any more."}
    return {
        "OptionsAnswer": thing(options="[Option]", undecided="[Undecided]"),
        "Option": thing(action="Action", text="str", cost="Amount", duty={"enum": list(get_args(engine.Duty))}),
        "Undecided": thing(action="Action", missing="[str]"),
        "JudgeAnswer": thing(
            answer={"enum": ["yes", "no", "depends"]},
            reasons="[Finding]",
            missing="[str]",
            sections=schema_of(
                "[str]", "What was looked at in the rules, as `section#heading`; of a no, its reasons'."
            ),
            grounds=schema_of(
                list_of(section=_rule("What it rests on."), checks="[str]"),
                "Why it may be done, rule by rule; of what depends on more, what is settled.",
            ),
            readings=schema_of(
                list_of(text="str", section=_rule("Why we read it otherwise.")),
                "The rules that decided it and that this table reads in a way of its own.",
            ),
            effects=thing(payments="[Payment]", cost="Amount", changes=changes),
            repairs="[Repair]",
        ),
        "Repair": any_of(
            thing(kind={"const": "more"}, path="str", count="int", sure=sure, text="str"),
            thing(kind={"enum": ["first", "instead"]}, action="Action", sure=sure, text="str"),
        ),
        "Payment": any_of(thing(to=payee, dollars="int"), thing(to=payee, **between)),
        "Amount": schema_of(
            any_of("int", thing(**between)),
            "Dollars; at least and at most, where facts that were not entered decide.",
        ),
        "ApplyAnswer": thing(position=_POSITION),
        "ScoreAnswer": thing(players=table_of("PlayerScore"), ranking="Ranking"),
        "Ranking": thing(winners="[str]", shared="bool?", text="str", section=_rule("The rule for ties.")),
        "PlayerScore": thing(
            total="int",
            complete=schema_of("bool", "Whether no category is unknown."),
            place=schema_of("int?", "Equal totals share one; null while it is not known."),
            categories=thing(**dict.fromkeys(categories, known)),
            lines="[ScoreLine]",
        ),
        "ClockAnswer": thing(
            spaces="Range",
            visits="Range",
            refills=schema_of("[int]", "Rows with a yellow arrow, still to fill."),
            players=table_of("PlayerClock"),
            missing="[str]",
            sentences="[str]",
        ),
        "PlayerClock": thing(
            next_visit="Range",
            at_limit=any_of("Range", {"type": "null"}),
            turns="Range",
            deliveries="Range",
            may_close=schema_of("bool", "Whether this player can fill the job market."),
        ),
        "Range": thing(at_least="int", at_most="int"),
        "OddsAnswer": thing(odds="[Chance]", missing="[str]"),
        "Chance": schema_of(
            thing(dollars="int", at_least=share, at_most=share),
            "How likely the hand is worth so many dollars or more; both ends, where cards are unknown.",
        ),
        "ScoreLine": thing(
            category={"enum": categories}, points="int", text="str", section=_rule("The rule by which it counts.")
        ),
    }


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
        return schema_of(_part_name(str(schema["$ref"]).rpartition("/")[2]))
    return {key: _moved(inner) for key, inner in schema.items()}


def _rule(what: str) -> Schema:
    return schema_of("str", f"{what} A section of the rules, perhaps with `#` and a heading in it.")

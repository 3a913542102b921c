"""What strangers may send to the places that the app has: hostile values in addresses, forms, questions to the API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, urlsplit

from companion import engine
from companion.engine.format.notation import VERSION
from companion.web.api.document import openapi_document
from flask.testing import FlaskClient
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.engine.strategies import actions, positions, situations
from tests.engine.test_notation import code_of
from tests.web.places import Places

_WORDS = """
-1 0 1 007 1e999 1E-400 0x1f NaN Infinity -0 +1 1_000 \u0663 \uff11\uff12 \xb2 99999999999999999999999999 2147483648
true null None none a;b;c ../../etc/passwd ..%2f..%2f %00 %ff %s%n %(x)s {0} {{7*7}} ${7*7} <script>alert(1)</script>
"><svg/onload=x> ' '' " \\ ; -- /* */ [] {} [[]] {"a":1} blue start kansas-city A A-1 t7 obj-1 longhorn:2 K4 end *
"""

_LONGER = (
    *("", " ", "\0", "a\0b", "\r\nSet-Cookie: a=b", "' OR '1'='1", "\u202eabc\u2066", "שלום עולם", "한글"),
    *("ﷺ" * 50, "e" + "\u0301" * 200, "👩\u200d👩\u200d👧", "💥" * 500),
    *("\ud800", "\udfff\ud800x", "\ufffe\uffff", "\x7f\x80\x9f"),
    *("9" * 5000, "x" * 5000, "[" * 2000, "a=1&" * 500),
)
NASTY = (*_WORDS.split(), *_LONGER)

_TEXT = st.sampled_from(NASTY) | st.text(max_size=12) | st.integers().map(str)


@st.composite
def values(draw: st.DrawFn, offered: Sequence[str] = ()) -> str:
    """A value for a field: one that is offered, one that is spoiled, or anything."""
    if not offered or draw(st.integers(0, 2)) == 0:
        return draw(_TEXT)
    value = draw(st.sampled_from(offered))
    spoil = draw(st.integers(0, 5))
    if spoil == 1:
        cut = draw(st.integers(0, min(len(value), 200)))
        return value[:cut] + draw(_TEXT) + value[cut:]
    if spoil == 2:
        return value[: draw(st.integers(0, min(len(value), 200)))]
    return value


@dataclass(frozen=True)
class Request:
    """What is sent, byte for byte."""

    method: str
    path: bytes
    query: bytes = b""
    body: bytes = b""
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()

    def send(self, client: FlaskClient) -> TestResponse:
        """The whole answer. What a browser would never send is sent all the same."""
        environ = {
            "PATH_INFO": self.path.decode("latin-1"),
            "QUERY_STRING": self.query.decode("latin-1"),
            **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers},
        }
        told = {"data": self.body, "content_type": self.content_type} if self.body or self.content_type else {}
        with client.open("/", method=self.method, environ_overrides=environ, **told) as response:
            assert response.data is not None
            return response


def raw(text: str) -> bytes:
    """A text as bytes, halves of characters too."""
    return text.encode("utf-8", "surrogatepass")


def encoded(pairs: Sequence[tuple[str, str]]) -> bytes:
    """Fields as a form sends them."""
    return "&".join(f"{quote_plus(raw(name))}={quote_plus(raw(value))}" for name, value in pairs).encode("ascii")


_HEADERS = st.lists(
    st.sampled_from(
        [
            ("HX-Request", "true"),
            ("HX-Request", "maybe"),
            ("Accept-Language", "ko"),
            ("Accept-Language", "x" * 300 + ";q=nan,*;q=-1"),
            ("Accept-Encoding", "br;q=0, gzip;q=1e9, *"),
            ("Cookie", "table=%7B%22players%22%3A%22x%22%7D; session=eyJhIjoxfQ.x.y"),
            ("Cookie", 'table="%00"; table=[]; =; language=xx'),
            ("Cookie", "table=" + quote(json.dumps({"players": 9e99, "language": ["en"], "layers": {"a": None}}))),
            ("If-None-Match", '"'),
            ("If-Modified-Since", "yesterday"),
            ("Range", "bytes=9-1,-0,x"),
            ("X-Forwarded-For", "\x01, ::"),
        ]
    ),
    max_size=3,
    unique_by=lambda header: header[0],
).map(tuple)
_METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE")
_TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
)


@st.composite
def visits(draw: st.DrawFn, found: Places) -> Request:
    """A request to any view, with good and bad parts of its address, any query, any method and any body."""
    views = [view for view in found.rules for _ in range(found.weights.get(view, 4))]
    view = draw(st.sampled_from(views))
    known = found.addresses.get(view, [])
    if known and draw(st.booleans()):
        split = urlsplit(draw(st.sampled_from(known)))
        path, pairs = raw(split.path), parse_qsl(split.query, keep_blank_values=True)
    else:
        path, pairs = raw(_filled(draw, found.rules[view], known)), []
    usual = [method for method in found.methods[view] if method in ("GET", "POST")]
    method = draw(st.sampled_from(usual * 4 + list(_METHODS)))
    pairs = pairs + [draw(_pairs(found)) for _ in range(draw(st.integers(0, 3)))]
    body = encoded([draw(_pairs(found)) for _ in range(draw(st.integers(0, 4)))])
    sends = method not in ("GET", "HEAD", "TRACE", "OPTIONS")
    return Request(
        method,
        path,
        encoded(pairs),
        body if sends else b"",
        draw(st.sampled_from(_TYPES)) if sends else "",
        draw(_HEADERS),
    )


@st.composite
def _pairs(draw: st.DrawFn, found: Places) -> tuple[str, str]:
    """A field that some page or address has, or none has, with a value."""
    name = draw(st.sampled_from(list(found.offered)) | _TEXT)
    return name, draw(values(found.offered.get(name, ())))


def _filled(draw: st.DrawFn, rule: str, known: Sequence[str]) -> str:
    """An address of a view with a part of an address that is known, or anything, for each of its variables."""
    parts = [part for address in known for part in urlsplit(address).path.split("/") if part]
    result = ""
    for place, piece in enumerate(rule.replace(">", "<").split("<")):
        if place % 2 == 0:
            result += piece
        elif piece.startswith("language:"):
            result += draw(st.sampled_from(["en", "ko"]))
        elif piece == "code" and draw(st.booleans()):
            result += draw(_CODES)
        else:
            result += draw(values(parts))[:300]
    return result


@st.composite
def submissions(draw: st.DrawFn, found: Places) -> Request:
    """A form as it is filled in by somebody who means no good: values changed, left out, twice, in wrong fields."""
    form = draw(st.sampled_from([form for form in found.forms for _ in range(form.weight)]))
    names = list(form.fields)
    chosen = draw(st.lists(st.sampled_from(names), unique=True, max_size=6)) if names else []
    pairs = [(name, offered[0]) for name, offered in form.fields.items() if offered and name not in chosen]
    # Only a position is a long text.
    pairs += [(name, draw(TEXTS if name == "position" else values(form.fields[name]))) for name in chosen]
    if names and draw(st.integers(0, 3)) == 0:
        pairs.append((draw(st.sampled_from(names) | _TEXT), draw(values(form.fields[draw(st.sampled_from(names))]))))
    if draw(st.integers(0, 9)) == 0:
        pairs *= draw(st.integers(2, 30))
    split = urlsplit(form.action)
    headers = draw(_HEADERS)
    if form.method == "GET":
        return Request("GET", raw(split.path), encoded(pairs), headers=headers)
    return Request("POST", raw(split.path), raw(split.query), encoded(pairs), _TYPES[0], headers)


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | _TEXT
_KEYS = st.sampled_from(["schema", "game", "board", "players", "blue", "hand", "count", "known"]) | _TEXT
_JSON = st.recursive(_SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3))


@st.composite
def _spoiled(draw: st.DrawFn) -> Any:
    """A position in which something somewhere is something else."""
    position = draw(positions())
    place = position
    while isinstance(place, dict) and place:
        key = draw(st.sampled_from(sorted(place)))
        if not place[key] or not isinstance(place[key], dict) or draw(st.booleans()):
            place[key] = draw(_JSON)
            break
        place = place[key]
    return position


def _share_code(plain: Any) -> str:
    """The share code of a position, or of none."""
    try:
        return engine.share_code(engine.read_position(json.dumps(plain))) or ""
    except engine.Unreadable:
        return "a" * 70


_POSITIONS = st.one_of(situations(), situations(), positions(), _spoiled())
_PLAIN, _ACTIONS = situations() | positions(), actions()
_KNOWN = {
    "position": _PLAIN | situations().map(_share_code),
    "action": _ACTIONS | _ACTIONS.map(lambda plain: engine.action_text(engine.read_action(json.dumps(plain)))),
}
"""Values of keys of the API, so that they mean something."""

_CODES = (
    st.binary(max_size=300).map(code_of)
    | st.text("abcXYZ019-_", max_size=300).map(lambda letters: VERSION + letters)
    | situations().map(_share_code)
)
_NUMBERS = st.sampled_from(["1e999", "-0", "1" * 15, "9" * 5000, "NaN", "1e-400", "0x1", "\u0661"])
TEXTS = (
    (_POSITIONS | _JSON).map(json.dumps)
    | st.builds(lambda opened, depth: opened * depth, st.sampled_from(["[", '{"game":']), st.integers(1, 5000))
    | _NUMBERS.map(lambda number: f'{{"players": {{"blue": {{"dollars": {number}}}}}}}')
    | st.text()
)
"""What may be sent in place of a position."""


@st.composite
def questions(draw: st.DrawFn) -> Request:
    """A request to the API as its description (OpenAPI) allows it, or with one fault."""
    path, operations = draw(st.sampled_from(sorted(openapi_document()["paths"].items())))
    method = draw(st.sampled_from(sorted(operations)))
    operation = operations[method]
    fault = draw(st.sampled_from(["", "", "", "", "query", "key", "cut", "text", "position", "type"]))
    pairs = []
    for parameter in operation.get("parameters", ()):
        usual = [str(one) for one in parameter["schema"].get("enum", ("fee", "3"))]
        if draw(st.booleans()) or parameter.get("required"):
            pairs.append((parameter["name"], draw(values(usual) if fault == "query" else st.sampled_from(usual))))
    if "requestBody" not in operation:
        return Request(method.upper(), raw(path), encoded(pairs), headers=draw(_HEADERS))
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    value = draw(_PLAIN if "$ref" in schema else _from_schema(schema))
    if fault == "key" and value:
        value = {**value, draw(st.sampled_from(sorted(value)) | _TEXT): draw(_JSON)}
    elif fault == "position" and "position" in value:
        value = {**value, "position": draw(_spoiled())}
    body = json.dumps(value).encode()
    if fault == "cut":
        cut = draw(st.integers(0, len(body)))
        body = body[:cut] + draw(st.binary(max_size=4)) + body[cut:]
    elif fault == "text":
        body = draw(TEXTS.map(raw) | st.binary())
    kind = draw(st.sampled_from(_TYPES)) if fault == "type" else "application/json"
    return Request(method.upper(), raw(path), encoded(pairs), body, kind, draw(_HEADERS))


def _from_schema(schema: Any) -> st.SearchStrategy[Any]:
    """Values that a schema allows, as far as schemas of requests go."""
    if "$ref" in schema:
        return _from_schema(openapi_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([_from_schema(one) for one in schema["anyOf"]])
    if schema.get("type") == "object" and "properties" in schema:
        parts = {
            name: _KNOWN[name] if name in _KNOWN else _from_schema(one) for name, one in schema["properties"].items()
        }
        required = {name: parts.pop(name) for name in schema.get("required", ())}
        return st.fixed_dictionaries(required, optional=parts)
    if schema.get("type") == "array":
        return st.lists(_from_schema(schema.get("items", {})), max_size=4)
    if schema.get("type") == "string":
        return _TEXT
    return _JSON

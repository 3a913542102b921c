"""What the OpenAPI document says of requests and answers, held against what the app does."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterator
from typing import Any

import brotli
from companion.web.api.document import openapi_document
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

_DECODERS = {"gzip": gzip.decompress, "br": brotli.decompress, "": bytes}


def resolved(schema: Any) -> Any:
    """What is described, and not only named."""
    while "$ref" in schema:
        found: Any = openapi_document()
        for key in schema["$ref"].removeprefix("#/").split("/"):
            found = found[key]
        schema = found
    return schema


def validator(schema: Any) -> Draft202012Validator:
    """A validator of a schema of the document."""
    return _validator(json.dumps(schema))


@functools.cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**openapi_document(), **json.loads(schema)})


class DescribedClient(FlaskClient):
    """Finds every answer of the API in its description."""

    def open(self, *args: Any, **more: Any) -> TestResponse:
        response = super().open(*args, **more)
        described(response)
        return response


def described(response: TestResponse) -> None:
    """Check that an answer, when it is one of the API, is one that the document describes."""
    path, method = response.request.path, response.request.method
    if not path.startswith("/api/"):
        return
    operations = openapi_document()["paths"].get(path, {})
    named = {"HEAD": "get"}.get(method, method.lower())
    if named in operations:
        told = operations[named]["responses"].get(str(response.status_code))
        assert told, f"{method} {path} answers {response.status_code}"
        _as_told(response, resolved(told), bodiless=method == "HEAD")
    elif response.status_code == 200:
        assert (method, response.data) == ("OPTIONS", b"")
    else:
        assert response.status_code in (400, 429, 405 if operations else 404)
        _as_told(response, resolved({"$ref": "#/components/responses/Refused"}), bodiless=method == "HEAD")
    if response.status_code == 405 or (method == "OPTIONS" and response.status_code == 200):
        also = {"HEAD", "OPTIONS"} if "get" in operations else {"OPTIONS"}
        assert set(response.allow) == {name.upper() for name in operations} | also


def _as_told(response: TestResponse, told: Any, *, bodiless: bool = False) -> None:
    for name, header in told.get("headers", {}).items():
        text = response.headers[name]
        validator(header["schema"]).validate(int(text) if header["schema"]["type"] == "integer" else text)
    assert "Retry-After" not in response.headers or "Retry-After" in told.get("headers", {})
    if bodiless or "content" not in told:
        assert response.data == b""
        return
    body = _DECODERS[response.content_encoding or ""](response.data)
    schema = told["content"][response.mimetype]["schema"]
    validator(schema).validate(json.loads(body) if response.mimetype == "application/json" else body.decode())


class Probes:
    """Values at the limits that schemas set and just beyond, each limit once; the schema says which are allowed."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def _new(self, schema: Any) -> Iterator[Any]:
        told = json.dumps(schema)
        if told not in self.seen:
            self.seen.add(told)
            yield from self.of(schema)

    def of(self, schema: Any) -> Iterator[Any]:
        """Values for every limit of a schema, and of those of its parts that were not met before."""
        schema = resolved(schema)
        yield from (None, {}, [], "no such word", True)
        if "enum" in schema:
            yield from (schema["enum"][0], schema["enum"][-1])
        for one in schema.get("anyOf", ()):
            yield simplest(one)
            yield from self._new(one)
        yield from getattr(self, "_" + schema.get("type", "any"), _nothing)(schema)

    def _integer(self, schema: Any) -> Iterator[Any]:
        least, most = schema["minimum"], schema["maximum"]
        yield from (least - 1, least, most, most + 1, str(least))

    def _string(self, schema: Any) -> Iterator[Any]:
        if "maxLength" in schema:
            example = simplest(schema)
            yield from (example, example.ljust(schema["maxLength"]), example.ljust(schema["maxLength"] + 1))

    def _array(self, schema: Any) -> Iterator[Any]:
        entry, most = simplest(schema["items"]), schema["maxItems"]
        yield from ([entry] * most, [entry] * (most + 1))
        yield from ([value] for value in self._new(schema["items"]))

    def _object(self, schema: Any) -> Iterator[Any]:
        whole = simplest(schema)
        yield {**whole, "no such key": whole}
        for key in whole:
            yield {name: value for name, value in whole.items() if name != key}
        for name, inner in schema["properties"].items():
            yield from ({**whole, name: value} for value in self._new(inner))


def _nothing(_: Any) -> Iterator[Any]:
    return iter(())


def simplest(schema: Any) -> Any:
    """The smallest thing that a schema of a request allows."""
    schema = resolved(schema)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return simplest(schema["anyOf"][0])
    if schema["type"] == "object":
        return {name: simplest(schema["properties"][name]) for name in schema.get("required", ())}
    if schema["type"] == "string":
        return next(text for text in ("end", "awADFsQ") if validator(schema).is_valid(text))
    return {"integer": schema.get("minimum"), "boolean": False, "null": None, "array": []}[schema["type"]]

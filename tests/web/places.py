"""Where something can be sent to: every address and form of the app, found in the app itself.

Nothing here is told by hand: addresses come from following links, forms from the pages. A page that is added is covered
with the first link to it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import html5lib
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

ALIKE = 3
"""So many addresses of one view, and so many links of one page to it, are opened."""

_LINKS = ("href", "hx-get", "src")
_MOST_OFTEN = 16
_BYTES_PER_STEP = 3000


@dataclass(frozen=True)
class Form:
    """A form of a page: its fields with the values that it offers for them."""

    method: str
    action: str
    fields: Mapping[str, tuple[str, ...]]

    @property
    def weight(self) -> int:
        """How often it is tried: one with few fields more often, since what answers it is quicker."""
        return max(2, _MOST_OFTEN - len(self.fields) // 2)


@dataclass
class Places:
    """Where something can be sent to."""

    addresses: dict[str, list[str]] = field(default_factory=dict)
    """View -> addresses that lead to it, as far as links were found."""
    weights: dict[str, int] = field(default_factory=dict)
    """View -> how often it is tried: views with short answers more often than others."""
    forms: list[Form] = field(default_factory=list)
    rules: dict[str, str] = field(default_factory=dict)
    """View -> its pattern, such as `/<language:language>/position/<code>`."""
    methods: dict[str, tuple[str, ...]] = field(default_factory=dict)


def places(app: Flask, starts: Sequence[str]) -> Places:
    """Follow the links, read the forms and send each of them as it is, from `starts` to all that can be reached."""
    found, client = Places(), app.test_client()
    for rule in app.url_map.iter_rules():
        found.rules.setdefault(rule.endpoint, rule.rule)
        found.methods[rule.endpoint] = tuple(sorted({*(rule.methods or ()), *found.methods.get(rule.endpoint, ())}))
    waiting, seen, kinds = deque(starts), set(starts), set()

    def read(response: TestResponse, address: str) -> None:
        links = [response.location] if response.location else []
        if response.mimetype == "text/html":
            page = html5lib.parse(response.text, namespaceHTMLElements=False)
            links += [told for element in page.iter() for name in _LINKS if (told := element.get(name))]
            for form in _forms(page, address):
                kind = (view_of(app, form.action, form.method), form.method, tuple(sorted(form.fields)))
                if kind not in kinds:
                    kinds.add(kind)
                    found.forms.append(form)
        for link in links:
            target = urljoin(f"http://localhost{address}", link).partition("#")[0].removeprefix("http://localhost")
            if target.startswith("/") and target not in seen:
                seen.add(target)
                waiting.append(target)

    sent = 0
    while waiting or sent < len(found.forms):
        if not waiting:
            form = found.forms[sent]
            sent += 1
            if form.method == "POST":
                fields = {name: offered[0] for name, offered in form.fields.items()}
                with client.post(form.action, data=fields) as response:
                    read(response, form.action)
            continue
        address = waiting.popleft()
        view = view_of(app, address)
        alike = found.addresses.setdefault(view, []) if view else []
        if view and len(alike) < ALIKE:
            alike.append(address)
            with client.get(address) as response:
                found.weights.setdefault(view, _weight(response))
                read(response, address)
    return found


def _weight(response: TestResponse) -> int:
    """How often a view is tried: pictures in pixels take longest, long pages longer than short ones."""
    return 1 if response.mimetype == "image/png" else max(2, _MOST_OFTEN - len(response.data) // _BYTES_PER_STEP)


def view_of(app: Flask, address: str, method: str = "GET") -> str | None:
    """The view that an address leads to."""
    try:
        return str(app.url_map.bind("localhost").match(urlsplit(address).path, method)[0])
    except HTTPException:
        return None


def _forms(page: Element, address: str) -> Iterator[Form]:
    for element in page.iter("form"):
        method = (element.get("method") or "get").upper()
        fields: dict[str, list[str]] = {}
        for control in element.iter():
            name = control.get("name")
            if not name or control.tag not in ("input", "select", "textarea", "button"):
                continue
            values = fields.setdefault(name, [])
            if control.tag == "select":
                values += [option.get("value", "") for option in control.iter("option")]
            else:
                values.append(control.get("value") or control.text or "")
        if method in ("GET", "POST"):
            told = {name: tuple(dict.fromkeys(values)) for name, values in fields.items()}
            yield Form(method, urljoin(address, element.get("action") or ""), told)

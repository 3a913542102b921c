"""Where a visitor can come to: every address and form of the app, found in the app itself.

Nothing here is told by hand: addresses come from following links, forms from the pages. A page that is added is covered
with the first link to it.
"""

from __future__ import annotations

import functools
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urldefrag, urlencode, urljoin, urlsplit

from companion.engine import encode, read_position
from companion.sheets.states import Name
from companion.storage.groups import Groups
from companion.storage.sheets import Sheets
from companion.web import database
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.web.html import Malformed, Page

ALIKE = 2
"""So many addresses of one view are opened to find out what there is."""
HOSTILE_NAME = """<i-name onx="'>&amp;"""
"""A name that, where it is not escaped, leaves an element or an attribute that nobody would write."""

_LINKS = ("href", "hx-get", "src")
_MAX_OFTEN = 16
_BYTES_PER_STEP = 3000
_HERE = "http://localhost"


@dataclass(frozen=True)
class Visit:
    """An address, and what was there."""

    address: str
    view: str | None
    response: TestResponse
    page: Page | None
    """None for what is no page."""
    links: tuple[str, ...]
    """Where it leads to within the app, with anchors."""


class Visitor:
    """Follows links: each address once, and of addresses of one view as many as `most` says.

    `most(view, address)` may depend on the address too; 0 leaves it alone.
    """

    def __init__(self, app: Flask, most: Callable[[str, str], int]) -> None:
        self.client = app.test_client()
        self._urls, self._most = app.url_map.bind("localhost"), most
        self._waiting: deque[str] = deque()
        self._seen: set[str] = set()
        self._alike: Counter[str] = Counter()

    def view_of(self, address: str, method: str = "GET") -> str | None:
        """The view that an address leads to."""
        try:
            return str(self._urls.match(urlsplit(address).path, method)[0])
        except HTTPException:
            return None

    def go(self, addresses: Sequence[str]) -> None:
        """Open these next, however many of their kind there were."""
        self._waiting.extend(address for address in addresses if address not in self._seen)
        self._seen.update(addresses)

    def visits(self) -> Iterator[Visit]:
        """Everything that is reached from where the visitor was told to go."""
        while self._waiting:
            address = self._waiting.popleft()
            with self.client.get(address) as response:
                yield self.read(address, response)

    def read(self, address: str, response: TestResponse) -> Visit:
        """What is at an address; its links are followed from now on."""
        assert response.status_code < 500, address
        # What a redirect says besides its address is not ours.
        told = [response.location] if response.location else []
        try:
            page = Page(response) if response.mimetype == "text/html" and response.data and not told else None
        except Malformed as error:
            raise Malformed(f"{address}: {error}") from error
        if page:
            told += [link for element in page.root.iter() for name in _LINKS if (link := element.get(name))]
        links = [urljoin(_HERE + address, link).removeprefix(_HERE) for link in dict.fromkeys(told)]
        visit = Visit(address, self.view_of(address), response, page, tuple(x for x in links if x.startswith("/")))
        for link in visit.links:
            target = urldefrag(link).url
            if target not in self._seen:
                view = self.view_of(target) or ""
                if self._alike[view] < self._most(view, target):
                    self._alike[view] += 1
                    self._seen.add(target)
                    self._waiting.append(target)
        return visit


@dataclass(frozen=True)
class Form:
    """A form of a page: its fields with the values that it offers for them."""

    method: str
    action: str
    fields: Mapping[str, tuple[str, ...]]

    @property
    def weight(self) -> int:
        """How often it is tried: one with few fields more often, since what answers it is quicker."""
        return max(2, _MAX_OFTEN - len(self.fields) // 2)


HIRING = encode(
    read_position("""{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire"}]},
    "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    "players": {"blue": {"dollars": 7, "workers": {"cowboy": 1}}}}""")
)
"""A position in which somebody may hire."""


@dataclass(repr=False)
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

    @functools.cached_property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """Every name that fields and addresses have, with the values that they offer for it."""
        pairs = [(name, value) for form in self.forms for name, told in form.fields.items() for value in (*told, "")]
        for addresses in self.addresses.values():
            pairs += [pair for address in addresses for pair in parse_qsl(urlsplit(address).query)]
        found: dict[str, dict[str, None]] = {}
        for name, value in pairs:
            found.setdefault(name, {})[value] = None
        return {name: tuple(values) for name, values in found.items()}


def played(app: Flask) -> list[str]:
    """Addresses, without language, of sheets, a finished game, and a group that keeps it, all with hostile names."""
    stored = database.opened(app)
    sheets, groups = Sheets(stored), Groups(stored)
    people = [Name(HOSTILE_NAME, "blue"), Name(f"B {HOSTILE_NAME}", "red")]
    open_, over = (sheets.create(people, 2, ["simmental"]) for _ in range(2))
    alone = sheets.create(people[:1], 2, [])
    for sheet in (open_, over):
        sheets.write(str(sheet.edit_key), {(1, "money"): (None, "3"), (2, "cities"): (None, "4+2")}, HOSTILE_NAME)
    # Two phones typed something else in the same field.
    sheets.write(str(open_.edit_key), {(1, "money"): (None, "5")}, f"B {HOSTILE_NAME}")
    Sheets(stored).finish(sheets.read(str(over.edit_key)))
    group = groups.create(f"Tuesdays {HOSTILE_NAME}")
    groups.keep(group, [str(over.edit_key)])
    parts = (open_.edit_key, open_.view_key, f"{over.edit_key}/result", f"group/{group.edit_key}")
    return [f"score/{part}" for part in (*parts, f"{alone.edit_key}/1/money")]


def places(app: Flask) -> Places:
    """Follow the links, read the forms and send each of them as it is, from all that can be reached without knowing."""
    found, kinds = Places(), set()
    visitor = Visitor(app, lambda view, _: ALIKE if view else 0)
    for rule in app.url_map.iter_rules():
        found.rules.setdefault(rule.endpoint, rule.rule)
        found.methods[rule.endpoint] = tuple(sorted({*(rule.methods or ()), *found.methods.get(rule.endpoint, ())}))

    def note(visit: Visit) -> None:
        for form in _forms(visit):
            kind = (visitor.view_of(form.action, form.method), form.method, tuple(sorted(form.fields)))
            if kind not in kinds:
                kinds.add(kind)
                found.forms.append(form)

    def look_around() -> None:
        for visit in visitor.visits():
            found.addresses.setdefault(str(visit.view), []).append(visit.address)
            found.weights.setdefault(str(visit.view), _weight(visit.response))
            note(visit)

    visitor.go([rule for rule in found.rules.values() if "<" not in rule])
    visitor.go([f"/en/{address}" for address in played(app)])
    # A question to the board, whose answer may be done.
    visitor.go([f"/en/check/board/{HIRING}/options?line=hire+row%3D1+column%3D1"])
    look_around()
    # Sending forms may show more of them.
    for form in found.forms:
        fields = {name: told[0] for name, told in form.fields.items()}
        if form.method == "POST":
            with visitor.client.post(form.action, data=fields) as answer:
                note(visitor.read(form.action, answer))
        else:
            visitor.go([f"{form.action}?{urlencode(fields)}"])
        look_around()
    return found


def _weight(response: TestResponse) -> int:
    """How often a view is tried: pictures in pixels take longest, long pages longer than short ones."""
    return 1 if response.mimetype == "image/png" else max(2, _MAX_OFTEN - len(response.data) // _BYTES_PER_STEP)


def _forms(visit: Visit) -> Iterator[Form]:
    for element in visit.page.all("form") if visit.page else ():
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
            yield Form(method, urljoin(visit.address, element.get("action") or ""), told)

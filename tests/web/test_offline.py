"""What phones keep and how they install the app, as the server tells it."""

import json
import re
import struct

import pytest
from companion import components
from companion.made.static import ENCODERS
from companion.made.store import Store
from companion.web.offline import packs, whole
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from tests.conftest import EACH_LANGUAGE, LANGUAGES, ROOT, every, message
from tests.web.test_pages import SECTIONS

PACKING = (
    "The server was set up a moment ago and is still packing the whole app. Open this page again in half a minute."
)
BUDGET = {"br": 280 * 1024, "gzip": 600 * 1024}
"""Bytes of a language, by how they are compressed."""
SEARCH_BUDGET = 104 * 1024
"""Of these, for the search."""


@pytest.fixture(scope="module")
def version(app: Flask) -> str:
    with app.app_context():
        return packs.version()


@pytest.fixture(scope="module", params=LANGUAGES)
def pack(request: pytest.FixtureRequest, app: Flask, version: str) -> dict[str, str]:
    """The pages of a language by their name, put together as the service worker does it."""
    answer = app.test_client().get(f"/{request.param}/offline/pages.json?v={version}")
    packed = answer.get_json()
    pages = {"language": request.param}
    for name, runs in packed["pages"].items():
        pairs = zip(runs[::2], runs[1::2], strict=True)
        text = "\n".join(line for start, count in pairs for line in packed["lines"][start : start + count])
        pages[name] = text.replace(packs.HERE, name.split("/", 2)[-1])
    return pages


def test_every_rule_and_component_is_kept_as_it_is_served(pack: dict[str, str], client: FlaskClient) -> None:
    language = pack["language"]
    addresses = {f"/{language}/rules/{section}" for section in SECTIONS}
    addresses |= {f"/{language}/reference/{name}" for name in components.parts()}
    assert addresses <= pack.keys()
    assert {f"part {address}" for address in addresses} <= pack.keys()
    some = sorted(name for name in pack if name.removeprefix("part ").startswith("/"))[::29]
    assert len(some) > 20
    for name in some:
        part = name.removeprefix("part ")
        headers = {"HX-Request": "true"} if part != name else {}
        assert pack[name] == client.get(part, headers=headers).text, name


@pytest.mark.parametrize("language", LANGUAGES)
@every("encoding", ["br", "gzip"])
def test_a_language_is_small(client: FlaskClient, version: str, language: str, encoding: str) -> None:
    answer = client.get(f"/{language}/offline/pages.json?v={version}", headers={"Accept-Encoding": encoding})
    assert answer.headers["Content-Encoding"] == encoding
    assert len(answer.data) <= BUDGET[encoding]
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_the_search_is_small(client: FlaskClient, version: str, language: str) -> None:
    pages = client.get(f"/{language}/offline/pages.json?v={version}")
    packed = pages.get_json()
    del packed["lookup"]
    names = [name for name in packed["pages"] if "/" not in name or name.startswith("hit ")]
    runs = [packed["pages"].pop(name) for name in names]
    for start, count in (pair for run in runs for pair in zip(run[::2], run[1::2], strict=True)):
        packed["lines"][start : start + count] = [""] * count
    without = json.dumps(packed, ensure_ascii=False, separators=(",", ":")).encode()
    whole = client.get(f"/{language}/offline/pages.json?v={version}", headers={"Accept-Encoding": "br"})
    assert len(whole.data) - len(ENCODERS["br"](without)) <= SEARCH_BUDGET


def test_the_worker_reads_the_file_for_each_page_that_is_in_it(pack: dict[str, str], client: FlaskClient) -> None:
    (made,) = re.findall(r"\bMADE ?= ?/(.*?)/;", client.get("/sw.js").text)
    assert re.search(made, "/en/check/hire/?v=1")
    assert not [name for name in pack if re.search(made, name)]


def test_the_worker_is_asked_for_anew_and_names_what_is_there(client: FlaskClient, version: str) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.mimetype == "text/javascript"
    told = json.loads(answer.text.splitlines()[1].removeprefix("const app = ").removesuffix(";"))
    assert told["version"] == version
    assert set(told["packs"]) == set(LANGUAGES)
    for file in told["files"]:
        with client.get(file) as response:
            assert (file, response.status_code) == (file, 200)
    assert any(file.startswith("/static/app.css") for file in told["files"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_can_install_it(client: FlaskClient, language: str) -> None:
    answer = client.get(f"/{language}/app.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = answer.get_json(force=True)
    assert told["lang"] == language
    assert len(told["shortcuts"]) == 3
    for address in (told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])):
        assert client.get(address).status_code == 200
    for icon in told["icons"]:
        with client.get(icon["src"]) as picture:
            assert "x".join(map(str, struct.unpack(">II", picture.data[16:24]))) == icon["sizes"]
    assert {"any", "maskable"} == {icon["purpose"] for icon in told["icons"]}
    assert (ROOT / "static" / "icons" / "touch-180.png").is_file()


@every(
    ("shared", "leads_to"),
    [
        ({"url": "http://localhost/ko/rules/turn/phases?a=b#c"}, "/ko/rules/turn/phases?a=b#c"),
        ({"text": "Our game: http://localhost/en/score/abc come!"}, "/en/score/abc"),
        ({"text": "how many hands"}, "/en/rules/search?q=how+many+hands"),
        ({"title": "hazards"}, "/en/rules/search?q=hazards"),
        ({}, "/en/rules/"),
        ({"url": "https://elsewhere.example/x"}, "/en/rules/"),
        ({"url": "http://localhost//elsewhere.example/x"}, "/elsewhere.example/x"),
        ({"url": "http://localhost/\\elsewhere.example/x"}, "/elsewhere.example/x"),
        ({"url": "http://[/", "text": "bell"}, "/en/rules/search?q=bell"),
    ],
)
def test_what_is_shared_with_it(client: FlaskClient, shared: dict[str, str], leads_to: str) -> None:
    assert client.get("/en/shared", query_string=shared).location == leads_to


class Packing:
    """A process that packs what phones ask for."""

    def __init__(self) -> None:
        self.ended: int | None = None

    def poll(self) -> int | None:
        return self.ended


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_still_being_packed_is_promised(
    app: Flask, client: FlaskClient, version: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else packs it meanwhile, and nobody waits in line."""
    monkeypatch.setitem(app.extensions, "packing", packing := Packing())
    monkeypatch.setattr(whole, "available", lambda: True)
    with monkeypatch.context() as unpacked:
        unpacked.setattr(Store, "fresh", lambda _: False)
        for address in (f"/{language}/offline/pages.json?v={version}", "/sw-whole.js", "/offline/0123/libraries"):
            answer = client.get(address)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
            assert answer.headers["Cache-Control"] == "no-store"
        page = client.get(f"/{language}/offline/").text
        assert escape(message(language, PACKING)) in page
    assert client.get(f"/{language}/offline/pages.json?v={version}").status_code == 200
    packing.ended = 1
    assert client.get(f"/{language}/offline/pages.json?v={version}").status_code == 200


def test_one_more_language_needs_other_files_of_the_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone knows how to write numbers and days only in the languages that were there when these were packed."""
    before = whole.stores.__wrapped__()["libraries"].version()
    monkeypatch.setattr(whole.i18n, "languages", lambda: dict.fromkeys(LANGUAGES[:-1]))
    assert whole.stores.__wrapped__()["libraries"].version() != before

"""Imported rulebooks on pages: shown beside ours to the machine that runs the app, and to nobody else unless shared."""

import os
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from companion.app import create_app
from companion.imported.reading import read
from companion.imported.shelf import Rulebook, Shelf, pairs
from companion.web import yours
from companion.web.offline import archive, packs
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.conftest import LANGUAGES, ROOT, every
from tests.imported.rulebooks import HOSTILE, KOREAN, RULEBOOK
from tests.web.html import Page
from tests.web.phones import HTMX

THEIRS_ONLY = "Erika and Tom"
"""Stands in the rulebook only."""
STRANGERS: dict[str, dict[str, Any]] = {
    "another machine": {"environ_base": {"REMOTE_ADDR": "192.168.0.7"}},
    "through a proxy": {"headers": {"X-Forwarded-For": "203.0.113.9"}},
    "through a proxy that says so": {"headers": {"Via": "1.1 proxy"}},
    "through a proxy that does not": {"environ_overrides": {"SERVER_PROTOCOL": "HTTP/1.0"}},
    "by another name": {"headers": {"Host": "evil.example"}},
    "by a socket": {"environ_base": {"REMOTE_ADDR": ""}},
}
PRIVATE = ["yours/our-rules/", "yours/our-rules/credits", "yours/our-rules/fees"]
PUBLIC = [
    "rules/",
    "rules/?at=b",
    "rules/movement/hand-fees",
    "rules/job-market/hire",
    "rules/search?q=thanks+erika+tom+printing",
    "rules/search?q=hand",
    "yours/",
]


def rulebook(folder: Path, app: Flask, name: str, text: str, *, shared: bool = False) -> Rulebook:
    """An imported one, as the command keeps it."""
    file = folder / f"{name}.md"
    file.write_text(text, encoding="utf-8")
    draft = read(file)
    book = Rulebook(name, draft.title, draft.language, shared, tuple(draft.sections), {})
    return replace(book, pairs=pairs(book.by_id, app.extensions["reference"].indexes[book.language]))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app with a folder of its own."""
    instance = tmp_path_factory.mktemp("instance")
    return create_app({"TESTING": True, "SECRET_KEY": "for tests only, for sure", "INSTANCE": str(instance),
                       "RATELIMIT_ENABLED": False, "PROPAGATE_EXCEPTIONS": False})  # fmt: skip


@pytest.fixture
def shelf(made: Flask, tmp_path: Path) -> Iterator[Shelf]:
    """The folder with a rulebook, and nothing left of the tests before."""
    shelf = Shelf(made.config["INSTANCE"])
    shelf.write(rulebook(tmp_path, made, "our-rules", RULEBOOK))
    yield shelf
    for file in shelf.folder.iterdir():
        file.unlink()


@pytest.fixture
def owner(made: Flask, shelf: Shelf) -> FlaskClient:  # noqa: ARG001 (there is a rulebook)
    return made.test_client()


def is_private(answer: TestResponse) -> bool:
    """Whether nobody keeps an answer."""
    told = answer.headers
    return (
        told["Cache-Control"] == "private, no-store"
        and told["X-Robots-Tag"] == "noindex, noarchive"
        and told["Private-Text"] == "1"
        and "ETag" not in told
    )


def share(shelf: Shelf) -> None:
    shelf.write(replace(shelf.rulebooks()["our-rules"], shared=True))


def test_the_owner_reads_both_side_by_side(owner: FlaskClient) -> None:
    """In another language theirs stays, and ours is translated."""
    page = Page(owner.get("/en/yours/our-rules/fees"))
    assert page.words(page.one("h1")) == "Paying for hands"
    assert "2 dollars" in page.words(page.one("article", lang="en"))
    assert page.texts("h2#ours-title a@href")[0] == "/en/rules/movement/hand-fees"
    assert "Paying for hands" in page.words(page.one("section", class_="rule-text"))
    assert page.texts("a[rel=next]@href") == ["/en/yours/our-rules/hire-a-worker"]
    page = Page(owner.get("/ko/yours/our-rules/fees"))
    assert page.texts("article@lang") == ["en"]
    assert page.texts("h2#ours-title a@href")[0] == "/ko/rules/movement/hand-fees"


def test_what_has_no_pair_leads_to_the_search(owner: FlaskClient) -> None:
    page = Page(owner.get("/en/yours/our-rules/credits"))
    assert "/en/rules/search?q=Credits" in page.texts("a@href")
    assert page.texts("h2#ours-title") == []


def test_contents_list_headings_and_sections(owner: FlaskClient) -> None:
    page = Page(owner.get("/en/yours/our-rules/"))
    listed = ["Our trail rules", "Paying for hands", "Workers", "Hire a worker", "Credits"]
    assert page.texts("ul.outline li") == listed
    assert page.texts("ul.outline li a") == [one for one in listed if one != "Workers"]
    assert "/en/yours/our-rules/" in Page(owner.get("/en/yours/")).texts("a@href")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_search_finds_theirs_among_ours(owner: FlaskClient, headers: dict[str, str]) -> None:
    answer = owner.get("/en/rules/search?q=hire+a+worker", headers=headers)
    assert is_private(answer)
    page = Page(answer)
    entries = [entry for hits in page.all("ol", class_="hits") for entry in hits.findall("li")]
    (theirs,) = (item for item in entries if item.get("class") == "yours" and "Hire" in page.words(item))
    assert page.words(theirs).startswith("yours Our trail rules › Workers Hire a worker")
    assert next(link.get("href") for link in theirs.iter("a")) == "/en/yours/our-rules/hire-a-worker"
    assert len([item for item in entries if item.get("class") != "yours"]) > 2


def test_what_only_theirs_says_is_found(owner: FlaskClient) -> None:
    (found,) = Page(owner.get("/en/rules/search?q=erika")).texts("li.yours")
    assert str(found).endswith("Thanks to Erika and Tom for printing this.")


def test_ours_leads_to_theirs(owner: FlaskClient) -> None:
    answer = owner.get("/ko/rules/movement/hand-fees")
    assert is_private(answer)
    assert "/ko/yours/our-rules/fees" in Page(answer).texts("a@href")
    assert "/en/yours/" in Page(owner.get("/en/rules/")).texts("a@href")


def seen(made: Flask, addresses: list[str], **who: Any) -> list[TestResponse]:
    """What a device that was never here before sees of some pages."""
    return [made.test_client().get(f"/en/{address}", **who) for address in addresses]


@pytest.mark.parametrize("who", STRANGERS.values(), ids=STRANGERS)
def test_for_a_stranger_there_is_no_such_rulebook(made: Flask, shelf: Shelf, who: Any) -> None:
    assert [answer.status_code for answer in seen(made, PRIVATE)] == [200] * len(PRIVATE), "the owner"
    assert [answer.status_code for answer in seen(made, PRIVATE, **who)] == [404] * len(PRIVATE)
    bare = seen(made, PUBLIC, **who)
    for file in shelf.folder.iterdir():
        file.unlink()
    # Of the host only the card of a page tells.
    without = seen(made, PUBLIC, headers={"Host": who.get("headers", {}).get("Host", "localhost")})
    for address, answer, nothing in zip(PUBLIC, bare, without, strict=True):
        assert answer.data == nothing.data, address
        assert THEIRS_ONLY not in answer.text
        if address != "yours/":
            assert answer.headers["Cache-Control"].startswith("public"), address
            assert answer.headers["ETag"] == nothing.headers["ETag"]


def test_behind_a_proxy_of_ones_own_nobody_is_the_owner(owner: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(owner.application.config, "SESSION_COOKIE_SECURE", True)
    assert owner.get("/en/yours/our-rules/").status_code == 404


@pytest.mark.parametrize("first", ["owner", "stranger"])
def test_pages_that_are_kept_stay_the_same_whoever_comes_first(made: Flask, owner: FlaskClient, first: str) -> None:
    """The app keeps rendered pages in memory, browsers and caches ask whether theirs are still right."""
    made.extensions["kept pages"].clear()
    stranger: dict[str, Any] = STRANGERS["another machine"]
    for address in PUBLIC[:-1]:
        if first == "owner":
            assert owner.get(f"/en/{address}").status_code == 200
        public = made.test_client().get(f"/en/{address}", **stranger)
        private = owner.get(f"/en/{address}", headers={"If-None-Match": public.headers["ETag"]})
        assert (private.status_code, is_private(private)) == (200, True), address
        again = made.test_client().get(f"/en/{address}", **stranger)
        assert again.data == public.data
        assert b"/yours/" not in again.data, address
    kept = [page.encoded("") for of_host in made.extensions["kept pages"].values() for page in of_host.values()]
    assert kept
    assert not [page for page in kept if b"yours" in page or THEIRS_ONLY.encode() in page]


@pytest.mark.parametrize("who", STRANGERS.values(), ids=STRANGERS)
def test_what_is_shared_is_seen_by_all_and_kept_by_nobody(made: Flask, shelf: Shelf, who: Any) -> None:
    share(shelf)
    if who.get("environ_base") == {"REMOTE_ADDR": ""}:
        assert made.test_client().get("/en/yours/our-rules/", **who).status_code == 404
        return
    for answer in seen(made, [*PRIVATE, *PUBLIC], **who):
        assert (answer.status_code, is_private(answer)) == (200, True), answer.request.path
    shelf.write(replace(shelf.rulebooks()["our-rules"], shared=False))
    assert made.test_client().get("/en/yours/our-rules/", **who).status_code == 404


def test_phones_are_packed_nothing_of_it(made: Flask, shelf: Shelf) -> None:
    """Neither pages nor the whole app, whose archive has files of the installation only: not even what is shared."""
    share(shelf)
    addresses = [f"/en/{address}" for address in ("rules/", "rules/search", "rules/movement/hand-fees")]
    with made.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        assert yours.visible(), "an owner asks, and what is missing is packed meanwhile"
        pages = [packs._rendered(address, headers) for address in addresses for headers in ({}, HTMX)]
    assert not [page for page in pages if "/yours/" in page or "yours" in page]
    assert not [
        name for name, content in archive.own() if THEIRS_ONLY.encode() in content and not name.startswith("tests/")
    ]


def test_neither_the_api_nor_a_package_nor_a_search_engine_has_it(made: Flask, shelf: Shelf) -> None:
    share(shelf)
    found = made.test_client().get("/api/v1/search?q=thanks+erika+tom+printing").get_json()
    assert THEIRS_ONLY not in str(found)
    assert "yours" not in str(found)
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    packed = [*build["wheel"]["packages"], *build["wheel"]["force-include"], *build["sdist"]["include"]]
    assert not [name for name in packed if "instance" in name or name in (".", "/", "*")]
    assert "Disallow: /*/yours/\n" in made.test_client().get("/robots.txt").text


def test_a_hostile_rulebook_is_a_page_like_others(made: Flask, shelf: Shelf, tmp_path: Path) -> None:
    hostile = rulebook(tmp_path, made, "evil", HOSTILE)
    evil = '<script>x()</script><b onclick="x()">[a](javascript:x)\x00\ufffe\u202e'
    sections = tuple(replace(one, title=evil, text=f"{one.text}\n\n{evil}") for one in hostile.sections if one.text)
    shelf.write(replace(hostile, title=evil, sections=sections))
    client = made.test_client()
    for address in ("yours/", "yours/evil/", "yours/evil/click-here", "rules/search?q=worker+javascript"):
        page = Page(client.get(f"/en/{address}"))
        attributes = {name for element in page.root.iter() for name in element.attrib}
        assert not [name for name in attributes if name.startswith("on")]
        assert not [link for link in page.all("a") if (link.get("href") or "").startswith("javascript")]
        assert page.all("b") == []
        assert {script.get("src", "")[:8] for script in page.all("script")} == {"/static/"}


@every(
    "name",
    ["%00", "..%2f..%2fsecret-key", "%ff", "a" * 5000, "our-rules%2ffees", quote("일꾼"), "<script>", "our-rules.json"],
)
def test_whatever_is_asked_for_is_answered(owner: FlaskClient, name: str) -> None:
    for address in (f"yours/{name}/", f"yours/our-rules/{name}", f"yours/{name}/{name}"):
        assert owner.get(f"/en/{address}").status_code in (400, 404)


def test_a_damaged_file_takes_no_page_away(shelf: Shelf, owner: FlaskClient) -> None:
    file = shelf.folder / "our-rules.json"
    for content in (b"", b"{}", file.read_bytes()[:-40], b"\xff"):
        file.write_bytes(content)
        assert owner.get("/en/yours/our-rules/").status_code == 404
        assert owner.get("/en/rules/movement/hand-fees").status_code == 200
        assert owner.get("/en/rules/search?q=hand").status_code == 200
    os.chmod(file, 0)
    assert owner.get("/en/rules/").status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_in_every_language_are_sound(made: Flask, shelf: Shelf, tmp_path: Path, language: str) -> None:
    shelf.write(rulebook(tmp_path, made, "한국어", KOREAN))
    book = f"yours/{quote('한국어')}/"
    for address in ("yours/", book, f"{book}{quote('일꾼-고용하기')}"):
        page = Page(made.test_client().get(f"/{language}/{address}"))
        page.conforms()
        assert page.one("html").get("lang") == language
        assert len(page.all("h1")) == 1


def test_a_phone_that_answers_itself_says_that_it_knows_none(
    owner: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "Imported rulebooks of your own are found with signal only."
    assert line not in owner.get("/en/rules/search?q=hire").text
    monkeypatch.setitem(owner.application.config, "ON_PHONE", True)
    assert line in owner.get("/en/rules/search?q=hire").text

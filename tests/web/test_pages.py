"""Every page in every language: it answers, is well-formed, keeps to the policy, and its links lead somewhere."""

import re
from urllib.parse import urlsplit

import pytest
from companion.engine import encode, read_position
from companion.storage.sheets import Name, Sheets
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, ROOT
from tests.web.html import Page

CODE = encode(read_position('{"players": {"blue": {"workers": {"cowboy": 7}}}}'))
SECTIONS = sorted(f"{file.parent.name}/{file.stem}" for file in (ROOT / "content" / "en").glob("*/*.md"))
ADDRESSES = [
    "rules/",
    "rules/?at=b",
    "rules/glossary",
    "rules/player-aid",
    "rules/search",
    "rules/search?q=a",
    "rules/search?q=%3Cb%3E",
    "rules/search?q=peoria",
    "reference/",
    "reference/?does=hire",
    "reference/?kind=cattle&hand=green",
    "reference/building-8a",
    "reference/city-new-york",
    "check/",
    "check/?example=components/discs.0",
    "check/board/",
    f"check/board/{CODE}",
    f"check/board/{CODE}?show=game",
    f"check/board/{CODE}?show=market",
    f"check/board/{CODE}?show=railroad",
    f"check/board/{CODE}?show=blue&open=players.blue.hand",
    f"check/board/{CODE}/options",
    f"check/board/{CODE}/judge",
    f"check/board/{CODE}/judge?type=hire",
    f"check/board/{CODE}/score",
    f"check/board/{CODE}/form?show=trail",
    f"check/board/{CODE}/form?show=blue",
    f"position/{CODE}",
    f"position/{CODE}/share",
    "score/",
    "score/history",
    "score/groups",
    "score/history/import",
    "table",
    *(f"rules/{section}" for section in SECTIONS),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ADDRESSES)
def test_page(client: FlaskClient, language: str, address: str) -> None:
    response = client.get(f"/{language}/{address}")
    assert response.status_code == 200
    page = Page(response)
    assert page.one("html").get("lang") == language
    assert len(page.all("h1")) == 1
    assert page.words(page.one("title"))
    ids = [element.get("id") for element in page.root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids), "an id is there twice"
    others = {link.get("hreflang"): link.get("href", "") for link in page.all("link", rel="alternate")}
    here = others[language].removeprefix(f"/{language}/")
    assert urlsplit(here).path == urlsplit(address).path
    assert others == {code: f"/{code}/{here}" for code in LANGUAGES}


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_inline_and_nothing_from_elsewhere(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"/en/{address}"))
    for element in page.root.iter():
        assert "style" not in element.attrib, "inline style"
        assert not [name for name in element.attrib if name.startswith("on")], "inline script"
        assert element.tag != "style"
        if element.tag == "script":
            assert element.get("src")
            assert not (element.text or "").strip()
        for name in ("src", "href", "action", "hx-get", "hx-post"):
            assert not re.match("(https?:)?//", element.get(name, "")), f"{name} leads to another host"


def _endless(address: str) -> bool:
    """Whether an address is one of a great many alike, of which a few are looked at."""
    parts = urlsplit(address)
    # Answers of quick questions lead to each other without end; they have tests of their own.
    answers = "v=1" in parts.query.split("&")
    # Every example position has pictures of every part in every size; those of one position do.
    return answers or ("region=" in parts.query and CODE not in parts.path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(app: Flask, language: str) -> None:
    """Follow all links of all pages, and all anchors within them."""
    client = app.test_client()
    # Address -> the ids of the page; a file has none.
    ids: dict[str, set[str | None]] = {}
    waiting = {f"/{language}/{place}" for place in ("rules/", "score/", "check/", "table", f"position/{CODE}")}
    targets: set[tuple[str, str, str]] = set()
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        assert response.status_code == 200, address
        if response.mimetype != "text/html":
            ids[address] = set()
            continue
        page = Page(response)
        ids[address] = {element.get("id") for element in page.root.iter()}
        for link in page.all("a"):
            # Every step of entering a position is a link, and there is no end of positions.
            if link.get("rel") == "nofollow" or link.get("data-place"):
                continue
            parts = urlsplit(link.get("href", ""))
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            # Each page leads to itself in all languages: see `test_page`.
            elsewhere = path.startswith(tuple(f"/{other}/" for other in LANGUAGES if other != language))
            if not _endless(path) and not elsewhere:
                targets.add((address, path or address, parts.fragment))
                waiting |= {path} - {""} - ids.keys()
    assert len(ids) > len(SECTIONS)
    for address, path, anchor in targets:
        assert path in ids, f"{address} -> {path}"
        assert not anchor or anchor in ids[path], f"{address} -> {path}#{anchor}"


def test_every_htmx_control_works_without(client: FlaskClient) -> None:
    """What htmx fetches is also a link or a form."""
    sheets = Sheets(client.application.extensions["database"])
    key = sheets.create([Name("A", "blue")], 2, []).edit_key
    rules = ("rules/", "rules/search", "reference/", "reference/building-8a")
    for address in (*rules, "check/", f"position/{CODE}", f"score/{key}", "score/"):
        page = Page(client.get(f"/en/{address}"))
        forms = {form.get("action"): form for form in page.all("form")}
        for element in page.root.iter():
            get, post = element.get("hx-get"), element.get("hx-post")
            if get and element.get("id") != "poll":  # A poll only saves a press of reload.
                assert element.get("href") == get or get in forms
            if post:
                assert element.tag == "form"
                assert element.get("method") == "post"


@pytest.mark.parametrize("language", LANGUAGES)
def test_bottom_bar(client: FlaskClient, language: str) -> None:
    for place in ("rules/", "check/", "score/", "table"):
        page = Page(client.get(f"/{language}/{place}"))
        links = page.one("nav", class_="places").findall("a")
        assert [link.get("href") for link in links] == [
            f"/{language}/{p}" for p in ("rules/", "check/", "score/", "table")
        ]
        assert [link.get("href") for link in links if link.get("aria-current")] == [f"/{language}/{place}"]


def test_pages_are_small(client: FlaskClient) -> None:
    """What a first visit to a rule page moves over the wire, compressed: at most 60 KB."""
    headers = {"Accept-Encoding": "br"}
    page = client.get("/en/rules/kansas-city/cities", headers=headers)
    total = len(page.data)
    plain = Page(client.get("/en/rules/kansas-city/cities"))
    files = {element.get("src") for element in plain.all("script")}
    files |= {e.get("href") for e in plain.all("link") if e.get("rel") in ("stylesheet", "icon")}
    files |= {use.get("href", "").partition("#")[0] for use in plain.root.iter("{http://www.w3.org/2000/svg}use")}
    files |= {use.get("href", "").partition("#")[0] for use in plain.root.iter("use")}
    assert len(files) >= 5
    for file in files:
        with client.get(str(file), headers=headers) as response:
            assert response.status_code == 200
            total += len(response.data)
    assert total <= 60 * 1024

"""Every page in every language: it answers, is well-formed, keeps to the policy, and its links lead somewhere."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urldefrag, urlsplit
from xml.etree.ElementTree import Element

import pytest
from companion.components import parts
from companion.engine import encode, read_position
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, ROOT, every
from tests.situations import read_yaml
from tests.web.html import Malformed, Page
from tests.web.places import HOSTILE_NAME, Visit, Visitor, played

SVG = "{http://www.w3.org/2000/svg}"
CODE = encode(read_position('{"players": {"blue": {"workers": {"cowboy": 7}}}}'))
SECTIONS = sorted(f"{file.parent.name}/{file.stem}" for file in (ROOT / "content" / "en").glob("*/*.md"))
STARTS = [
    "rules/",
    "rules/?at=b",
    "rules/search",
    "rules/search?q=a",
    "rules/search?q=%3Cb%3E",
    "rules/search?q=peoria",
    "reference/?does=hire",
    "reference/?kind=cattle&hand=green",
    "check/",
    "check/?example=kansas-city/discs#where.0",
    "check/board/",
    f"check/board/{CODE}?show=game",
    f"check/board/{CODE}?show=market",
    f"check/board/{CODE}?show=railroad",
    f"check/board/{CODE}?show=blue&open=players.blue.hand",
    f"check/board/{CODE}/options",
    f"check/board/{CODE}/judge?type=hire",
    f"check/board/{CODE}/score",
    f"check/board/{CODE}/form?show=trail",
    f"check/board/{CODE}/form?show=blue",
    f"position/{CODE}",
    "score/",
    "score/history",
    "score/history/import",
    "score/groups",
    "table",
    "table/house-rules/",
    "teach/",
    "teach/new/rails-to-the-north",
    "teach/watch/12",
]

FEW, SOME, MANY = 3, 6, 80
"""So many addresses of one view are opened. There is no end of positions, and of answers that lead to answers."""
SECTIONED = {"rules.section", "disputes.dispute"}
KINDS = SECTIONED | {"parts.part"}
"""Views with a page for each thing that there is. Components are alike: `make thorough` opens all of them."""
CHECKED = 100
"""Every so many pages html5lib reads one, and the first of each view."""


def wrong_with(page: Page, language: str, address: str) -> Iterator[str]:
    """What a page should not have, whatever it is about."""
    if page.one("html").get("lang") != language:
        yield "another language"
    if [len(page.all(tag)) for tag in ("h1", "title")] != [1, 1] or not page.words(page.one("title")):
        yield "not one heading and one title"
    ids = Counter(name for element in page.root.iter() if (name := element.get("id")))
    yield from (f"id {name} is there {often} times" for name, often in ids.items() if often > 1)
    others = {link.get("hreflang"): link.get("href", "") for link in page.all("link", rel="alternate")}
    here = others[language].removeprefix(f"/{language}/")
    same = urlsplit(address).path == urlsplit(others[language]).path
    if not same or others != {code: f"/{code}/{here}" for code in LANGUAGES}:
        yield f"not the same page in other languages: {others}"
    yield from _foreign(page)
    # What htmx fetches must also be a link or a form.
    forms = {form.get("action") for form in page.all("form")}
    for element in page.root.iter():
        get, post = element.get("hx-get"), element.get("hx-post")
        if get and not polls(element) and element.get("href") != get and get not in forms:
            yield f"nothing leads to {get} without scripts"
        if post and (element.tag, element.get("method")) != ("form", "post"):
            yield f"nothing sends to {post} without scripts"


def polls(element: Element) -> bool:
    """Whether it asks again and again by itself, which only saves a press of reload."""
    return element.get("id") == "poll" or (element.get("hx-trigger") or "").startswith("every ")


ADDRESSES = {"src", "href", "action", "hx-get", "hx-post"}


def _foreign(page: Page) -> Iterator[str]:
    """Whatever is inline or comes from elsewhere: the policy forbids it, and so would be what a visitor sneaked in.

    A link may lead away where it says so.
    """
    for element in page.root.iter():
        if element.tag in ("style", "i-name") or (element.tag == "script" and (not element.get("src") or element.text)):
            yield f"inline <{element.tag}>"
        for name, value in element.attrib.items():
            if name == "style" or name.startswith("on"):
                yield f"inline {name}"
            away = element.tag == "a" and element.get("rel") == "external noreferrer"
            if name in ADDRESSES and value.startswith(("//", "http://", "https://")) and not away:
                yield f"{name} leads to another host: {value}"


def anchors(visit: Visit) -> set[str]:
    """What a link may name within what was there."""
    if visit.page:
        return {element.get("id", "") for element in visit.page.root.iter()}
    return set(re.findall(r'\bid="([^"]+)"', visit.response.text)) if "svg" in str(visit.response.mimetype) else set()


# Every section and kind of page in English, every kind of page in Korean; everything in `make thorough`.
CRAWLS = [
    pytest.param("en", SECTIONED, FEW, CHECKED, id="en"),
    pytest.param("ko", set(), SOME, CHECKED, id="ko, a sample"),
    *(pytest.param(code, KINDS, MANY, 1, id=f"{code}, thorough", marks=pytest.mark.thorough) for code in LANGUAGES),
]


@pytest.mark.parametrize(("language", "whole", "others", "checked"), CRAWLS)
def test_every_page(app: Flask, language: str, whole: set[str], others: int, checked: int) -> None:
    """Follow all links, look at every page once, and say everything that is wrong."""

    def most(view: str, address: str) -> int:
        """How many addresses of a view are opened."""
        if not view or (view != "static" and not address.startswith(f"/{language}/")):
            return 0
        return 10**6 if view in whole or view == "static" else MANY if whole and view == "parts.part" else others

    visitor, wrong = Visitor(app, most), []
    # Address -> what a link may name within it.
    named: dict[str, set[str]] = {}
    links: dict[str, str] = {}
    views: set[str | None] = set()
    by_name = [f"/{language}/{address}" for address in played(app)]
    visitor.go([*by_name, *(f"/{language}/{address}" for address in STARTS)])
    for number, visit in enumerate(visitor.visits()):
        address, page, status = visit.address, visit.page, visit.response.status_code
        # A tap on the board with nothing picked is answered by what could be picked there.
        told = {200, 204, 302, 303, 308, 422 if "at=" in address and "pick=" not in address else 200}
        if status not in told:
            wrong.append(f"{address}: {status}")
        named[address] = anchors(visit)
        links |= {link: address for link in visit.links if link not in links}
        if page and page.all("html"):
            wrong += [f"{address}: {what}" for what in wrong_with(page, language, address)]
            if visit.view not in views or number % checked == 0:
                try:
                    page.conforms()
                except Malformed as error:
                    wrong.append(f"{address}: {error}")
        if address in by_name and not (page and HOSTILE_NAME in page.words(page.root)):
            wrong.append(f"{address}: names are not told as they were typed")
        if visit.response.headers.get("Content-Type", "").count("charset") > 1:
            wrong.append(f"{address}: tells its charset twice")
        kept, told_apart = visit.response.headers["Cache-Control"], visit.response.vary
        if "public" in kept and b"//localhost" in visit.response.data and "Host" not in told_apart:
            wrong.append(f"{address}: holds the host that was asked for, and caches are not told")
        views.add(visit.view)
    for link, address in links.items():
        target, anchor = urldefrag(link)
        if anchor and target in named and anchor not in named[target]:
            wrong.append(f"{address} leads to {link}: nothing is called so there")
        view, name = visitor.view_of(target), urlsplit(target).path.rpartition("/")[2]
        if view is None or (view == "parts.part" and name not in parts()):
            wrong.append(f"{address} leads to {link}: no such place")
    assert wrong == []
    assert "rules.section" not in whole or {f"/{language}/rules/{section}" for section in SECTIONS} <= named.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_bottom_bar(client: FlaskClient, language: str) -> None:
    places = [f"/{language}/{place}" for place in ("rules/", "check/", "score/", "table")]
    for place in places:
        links = Page(client.get(place)).one("nav", class_="places").findall("a")
        assert [link.get("href") for link in links] == places
        assert [link.get("href") for link in links if link.get("aria-current")] == [place]


def test_pages_are_small(client: FlaskClient) -> None:
    """What a first visit to a rule page moves over the wire, compressed: at most 60 KB."""
    headers = {"Accept-Encoding": "br"}
    page = client.get("/en/rules/kansas-city/cities", headers=headers)
    plain = Page(client.get("/en/rules/kansas-city/cities"))
    files = {element.get("src") for element in plain.all("script")}
    files |= {e.get("href") for e in plain.all("link") if e.get("rel") in ("stylesheet", "icon")}
    files |= {use.get("href", "").partition("#")[0] for tag in ("use", SVG + "use") for use in plain.root.iter(tag)}
    assert len(files) >= 5
    answers = [client.get(str(file), headers=headers) for file in files]
    assert {answer.status_code for answer in answers} == {200}
    assert len(page.data) + sum(len(answer.data) for answer in answers) <= 60 * 1024


STATED: dict[str, dict[str, Any]] = read_yaml(ROOT / "tests/web/pages.yaml")


@every("stated", STATED.values(), ids=STATED)
def test_what_stands_there(app: Flask, stated: dict[str, Any]) -> None:
    """What a page must say is a few lines of `pages.yaml`, which tells how to read them."""
    stated = {"status": 200, "header": {}, "cookie": {}, "answer": {}, **stated}
    code = encode(read_position(json.dumps(stated.pop("position", {}))))
    addresses, status, headers = (stated.pop(key) for key in ("at", "status", "header"))
    cookies, answered, form = stated.pop("cookie"), stated.pop("answer"), stated.pop("form", None)
    for address in [addresses] if isinstance(addresses, str) else addresses:
        client = app.test_client()
        for name, value in cookies.items():
            client.set_cookie(name, value)
        asked = {"headers": headers, "follow_redirects": "location" not in stated}
        if form is not None:
            asked |= {"method": "POST", "data": form}
        answer = client.open(address.replace("CODE", code), **asked)
        if "location" in stated:
            assert answer.location == stated["location"]
            continue
        assert answer.status_code == status, address
        assert [name for name, wanted in answered.items() if not says(answer.headers[name], wanted)] == []
        page = Page(answer)
        for key, wanted in stated.items():
            check_stated(page, key, wanted)


def says(text: str | None, wanted: str) -> bool:
    """Whether a text is what is wanted, where … is whatever else stands there."""
    return text is not None and re.fullmatch(re.escape(wanted).replace("…", ".*"), text) is not None


def check_stated(page: Page, key: str, wanted: Any) -> None:
    some = wanted if isinstance(wanted, list) else [wanted]
    if key in ("text", "not"):
        assert [text for text in some if (text in page.words(page.root)) == (key == "not")] == [], key
        return
    selector, _, attribute = key.partition("@")
    elements = page.chosen(selector)
    if isinstance(wanted, int):
        assert len(elements) == wanted, key
        return
    found = [element.get(attribute) if attribute else page.words(element) for element in elements]
    assert isinstance(wanted, list) or len(found) == 1, (key, found)
    for text in some:
        assert any(says(one, text) for one in found), (key, text, found)

"""A position as a picture: its page and its files."""

from __future__ import annotations

import contextlib
import gzip
import json
from typing import Any
from xml.etree import ElementTree

import pytest
from companion import engine, painter
from companion.app import create_app
from companion.pictures import board, standalone
from companion.web.check import ZOOMS, marks_of
from companion.web.limits import PICTURES
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, ROOT, every
from tests.engine.midgame import midgame
from tests.web.html import Page

MAX_BYTES = 100_000
SVG = "{http://www.w3.org/2000/svg}"


def code_of(plain: Any) -> str:
    return engine.encode(engine.read_position(json.dumps(plain)))


MIDDLE = code_of(midgame(5, 4))
IMPOSSIBLE = code_of({"players": {"blue": {"workers": {"cowboy": 7}, "herder": "A"}}})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_region_has_a_page(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/position/{MIDDLE}/picture"))
    tabs = page.one("nav", class_="picture-tabs")
    addresses = [link.get("href", "") for link in tabs.iter("a")]
    assert len(addresses) == len(board.REGIONS) + 4 + 1
    for address in addresses:
        shown = Page(client.get(address))
        (here,) = (link for link in shown.one("nav", class_="picture-tabs").iter("a") if link.get("aria-current"))
        assert here.get("href") == address
        assert shown.words(here) or here[0].get("aria-label")
        pictures = shown.all(f"{SVG}svg", class_="board")
        assert len(pictures) == (len(addresses) - 1 if address == addresses[-1] else 1)
        assert all(picture.get("aria-label") for picture in pictures)


def test_the_page_is_light_enough_for_a_phone(client: FlaskClient) -> None:
    response = client.get(f"/ko/position/{MIDDLE}/picture?region=all", headers={"Accept-Encoding": "gzip"})
    assert response.content_encoding == "gzip"
    assert len(response.data) <= MAX_BYTES
    assert MIDDLE.encode() in gzip.decompress(response.data)
    file = client.get(f"/ko/position/{MIDDLE}.svg", headers={"Accept-Encoding": "gzip"})
    assert len(file.data) <= MAX_BYTES


def test_zoom_goes_as_far_as_it_goes(client: FlaskClient) -> None:
    seen = []
    address = f"/en/position/{MIDDLE}/picture?region=railroad"
    while address:
        page = Page(client.get(address))
        (picture,) = page.all("div", class_="picture")
        seen.append(picture.get("class"))
        larger = [link for link in page.one("div", class_="picture-tools").iter("a") if "Larger" in page.words(link)]
        address = larger[0].get("href", "") if larger else ""
    assert seen == [f"picture zoom-{zoom}" for zoom in ZOOMS]


def test_what_the_check_finds_is_marked(client: FlaskClient) -> None:
    position = engine.decode(IMPOSSIBLE)
    assert marks_of(position)["players.blue.workers.cowboy"] == "bad"
    page = Page(client.get(f"/en/position/{IMPOSSIBLE}/picture?region=player:blue"))
    assert page.all(f"{SVG}rect", class_="mark-bad")
    assert "Marked" in page.words(page.one("p", class_="picture-legend"))
    warned = [
        a
        for a in page.one("nav", class_="picture-tabs").iter("a")
        if a.findall(".//*[@aria-label='Something is marked']")
    ]
    assert [a.get("href", "").rpartition("=")[2] for a in warned] == ["player:blue"]
    assert not Page(client.get(f"/en/position/{IMPOSSIBLE}/picture?region=trail")).all("p", class_="picture-legend")
    assert not Page(client.get(f"/en/position/{MIDDLE}/picture")).all("p", class_="picture-legend")


def test_the_position_leads_to_its_picture_and_back(client: FlaskClient) -> None:
    page = Page(client.get(f"/en/position/{MIDDLE}"))
    link = page.one("a", class_="picture-preview").get("href", "")
    assert client.get(link).status_code == 200
    for image in (*page.all("img"), *page.all("source")):
        address = image.get("src") or image.get("srcset") or ""
        assert client.get(address).mimetype == "image/svg+xml"
    picture = Page(client.get(link))
    assert f"/en/position/{MIDDLE}" in [a.get("href") for a in picture.all("a", class_="button")]


@pytest.mark.parametrize("theme", standalone.THEMES)
def test_the_svg_file(client: FlaskClient, theme: str) -> None:
    response = client.get(f"/en/position/{MIDDLE}.svg?theme={theme}")
    assert response.mimetype == "image/svg+xml"
    assert "public" in response.headers["Cache-Control"]
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert 'filename="position-' in response.headers["Content-Disposition"]
    root = ElementTree.fromstring(response.get_data())  # noqa: S314 (it is our own)
    assert root.tag.endswith("svg")
    assert standalone.tokens(theme)["--paper"] in response.text
    again = client.get(f"/en/position/{MIDDLE}.svg?theme={theme}", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_the_png_file(client: FlaskClient) -> None:
    response = client.get(f"/ko/position/{MIDDLE}.png?region=cities&theme=dark")
    assert response.mimetype == "image/png"
    assert response.data.startswith(b"\x89PNG\r\n")
    assert int.from_bytes(response.data[16:20]) == 720
    assert "public" in response.headers["Cache-Control"]


@every("end", ["/picture", ".svg", ".png"])
@every(
    ("asked", "status"),
    [
        ("region=sea", 404),
        ("region=player:green", 404),
        ("region=", 404),
        ("region=player:red", 404),
        ("region=trail&region=sea", 200),
        ("nothing=else&region=cities", 200),
    ],
)
def test_only_regions_of_the_position(client: FlaskClient, end: str, asked: str, status: int) -> None:
    assert client.get(f"/en/position/{IMPOSSIBLE}{end}?{asked}").status_code == status


@every("code", ["aaa", "%00", "A" * 3000, "-", MIDDLE[:-3], MIDDLE + "A", "..%2F", "<svg>"])
@every("end", ["/picture", ".svg", ".png"])
def test_no_code_breaks_a_picture(client: FlaskClient, code: str, end: str) -> None:
    assert client.get(f"/en/position/{code}{end}").status_code in (308, 400, 404, 414)


def test_nobody_may_have_pixels_without_end(tmp_path: Any) -> None:
    app = create_app({"TESTING": True, "SECRET_KEY": "for tests only, for sure", "INSTANCE": str(tmp_path)})
    client, most = app.test_client(), int(PICTURES.often.split()[0])
    answers = [client.get("/en/position/aaa.png").status_code for _ in range(most + 1)]
    assert answers[-1] == 429
    assert set(answers[:-1]) == {400}


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How wide the pictures are that were painted, which begins with none kept."""
    painter.paint.cache_clear()
    widths: list[int] = []

    def paint(_file: str, width: int, *_: object) -> bytes:
        widths.append(width)
        return b"pixels"

    monkeypatch.setattr(painter, "_painted", paint)
    return widths


def test_a_picture_is_painted_once(client: FlaskClient, painted: list[int]) -> None:
    for address in (
        f"/en/position/{MIDDLE}.png",
        f"/en/position/{MIDDLE}.png",
        f"/en/position/{MIDDLE}.png?theme=dark",
    ):
        assert client.get(address).data == b"pixels"
    assert len(painted) == 2


def test_no_more_are_kept_than_memory_is_for(painted: list[int]) -> None:
    for width in (*range(painter.MAX_KEPT + 1), 1, 0):
        painter.paint("<svg/>", width, ROOT, "")
    assert painted == [*range(painter.MAX_KEPT + 1), 0]
    painter.paint.cache_clear()


@pytest.mark.usefixtures("painted")
def test_those_that_wait_to_be_painted_leave_room_for_others(client: FlaskClient) -> None:
    with contextlib.ExitStack() as waiting:
        for _ in range(painter._MAX_WAITING):
            waiting.enter_context(painter._waiting)
        assert client.get(f"/en/position/{MIDDLE}.png").status_code == 429
    assert client.get(f"/en/position/{MIDDLE}.png").status_code == 200

"""Complete addresses: made from the visitor's host, so they are no other visitor's, and some lead nowhere."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from companion.engine import encode, read_position
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.engine.test_verdict_record import KEPT, code
from tests.web.html import Page

CODE = encode(read_position('{"players": {"blue": {"workers": {"cowboy": 4}}}}'))
HIRING = "v=1&d=7&token=6&r3=cowboy"
PUBLIC = [f"/en/position/{CODE}", f"/en/position/{CODE}/share", "/en/check/hire/share?v=1"]


def links(page: Page) -> list[str]:
    """The links to take along that a page shows."""
    return [field.get("value", "") for field in page.all("input", class_="link")]


@pytest.mark.parametrize("language", LANGUAGES)
@every(
    ("page", "query", "kind"),
    [
        (f"position/{CODE}", "", "position"),
        (f"check/verdict/{code(KEPT)}", "", "verdict"),
        ("check/hire/", f"?{HIRING}", "answer"),
    ],
)
def test_sharing(client: FlaskClient, language: str, page: str, query: str, kind: str) -> None:
    """The link as a text and as a picture for the camera of another phone."""
    address = f"/{language}/{page}"
    shown = Page(client.get(f"{address.rstrip('/')}/share{query}"))
    link = shown.one("input", id=f"link-{kind}").get("value", "")
    assert link.partition("?")[0] == f"http://localhost{address}"
    assert set(parse_qsl(query[1:])) <= set(parse_qsl(urlsplit(link).query))
    assert list(shown.one("div", class_="qr").iter("{http://www.w3.org/2000/svg}path"))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_cache_keeps_them_for_each_host(client: FlaskClient, address: str) -> None:
    answer = client.get(address, headers={"Host": "trail.example"})
    assert answer.headers["Cache-Control"].startswith("public")
    assert [link.startswith("http://trail.example/en/") for link in links(Page(answer))] == [True]
    assert "Host" in answer.vary
    unchanged = client.get(address, headers={"Host": "trail.example", "If-None-Match": answer.headers["ETag"]})
    assert unchanged.status_code == 304
    assert "Host" in unchanged.vary


def test_each_host_has_its_own_card_and_nothing_else(client: FlaskClient) -> None:
    hosts = ("trail.example", "other.example")
    answers = [client.get("/en/rules/", headers={"Host": host}) for host in hosts]
    assert all("Host" in answer.vary for answer in answers)
    assert len({answer.text.replace(host, "") for host, answer in zip(hosts, answers, strict=True)}) == 1


HERE = ("localhost", "localhost:8000", "trail.localhost", "127.0.0.1:8000", "[::1]:8000")
ELSEWHERE = ("192.168.0.7:8000", "trail.example", "[fd00::7]:8000", "localhost.example")


@every("host", [*HERE, *ELSEWHERE])
def test_a_link_that_other_phones_cannot_open_says_so(client: FlaskClient, key: str, host: str) -> None:
    """Once; a link that they can open says nothing."""
    for address in (*PUBLIC, f"/en/score/{key}/share"):
        page = Page(client.get(address, headers={"Host": host}))
        assert page.words(page.root).count("Only this device can open this link") == (host in HERE), address
        assert links(page)

"""Layers of the rules that not everybody plays: marked on every page, chosen under Table, left out of search."""

import json
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from tests.web.html import Page
from tests.web.test_table import DATA, checked


def cookie(client: FlaskClient, **change: object) -> dict[str, object]:
    answer = client.post("/en/table", data={**DATA, **change})
    assert answer.status_code == 303
    (told,) = [text for text in answer.headers.getlist("Set-Cookie") if text.startswith("table=")]
    value: dict[str, object] = json.loads(unquote(told.partition("=")[2].partition(";")[0]))
    return value


def test_everything_of_a_layer_is_marked(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/"))
    sections = client.application.extensions["reference"].books["en"].sections
    marked = 0
    for entry in page.one("section", id="contents").iter("li"):
        (link,) = entry.iter("a")
        (layer,) = sections[str(link.get("href")).removeprefix("/en/rules/")].layers
        assert entry.get("data-layer") == (None if layer == "second-edition" else layer)
        marked += entry.get("data-layer") is not None
    assert marked >= 40
    chapters = {page.words(chapter.find("summary/span")): chapter for chapter in page.all("details")}
    assert chapters["Rails to the North"].get("data-layer") == "rails-to-the-north"
    assert chapters["What is in the box"].get("data-layer") is None


def test_pages_are_the_same_whatever_is_played(client: FlaskClient) -> None:
    before = client.get("/en/rules/").data
    cookie(client, edition="1", variants=["rails-to-the-north"])
    assert client.get("/en/rules/").data == before


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({}, ["simmental"]),
        ({"edition": "1", "variants": []}, ["first-edition"]),
        ({"variants": ["rails-to-the-north"], "layers": ["solo"]}, ["rails-to-the-north", "solo"]),
    ],
)
def test_what_is_played_is_chosen_under_table(client: FlaskClient, change: dict[str, object], shown: list[str]) -> None:
    assert cookie(client, **change)["shown"] == shown
    page = Page(client.get("/ko/table"))
    assert checked(page, "edition") == [change.get("edition", "2")]
    assert set(checked(page, "layers")) == set(change.get("layers", []))


def test_a_layer_that_is_not_there_is_refused(client: FlaskClient) -> None:
    assert client.post("/en/table", data={**DATA, "layers": ["argentina"]}).status_code == 422


def test_a_table_of_the_first_edition_can_score(client: FlaskClient) -> None:
    cookie(client, edition="1", variants=[])
    answer = client.post("/en/score/", data={"people-0-name": "A", "people-0-colour": "red"})
    assert answer.status_code == 303
    assert client.get(str(answer.location)).status_code == 200


def paths(client: FlaskClient, **query: str) -> list[str]:
    page = Page(client.get("/en/rules/search", query_string=query))
    return [str(link.get("href")).partition("#")[0].removeprefix("/en/rules/") for link in page.all("a")]


def test_search_looks_everywhere_until_somebody_says(client: FlaskClient) -> None:
    assert "rails/branchlets" in paths(client, q="branchlet")


def test_search_looks_at_what_is_played(client: FlaskClient) -> None:
    assert "first-edition/trade" in paths(client, q="teepee", **{"in": "first-edition"})
    assert "first-edition/trade" not in paths(client, q="teepee", **{"in": ""})
    assert "trail/outlaws" in paths(client, q="teepee", **{"in": ""})
    assert "first-edition/trade" not in paths(client, q="teepee", **{"in": "simmental nonsense"})


def test_what_all_play_comes_first_while_nobody_has_said(client: FlaskClient) -> None:
    found = [path for path in paths(client, q="exchange tokens") if "/" in path and "glossary" not in path]
    assert found.index("cards/exchange-tokens") < found.index("rails/tokens")

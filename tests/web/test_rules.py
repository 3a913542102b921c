"""The Rules pages."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
SVG = "{http://www.w3.org/2000/svg}svg"


def test_contents_list_every_section(client: FlaskClient) -> None:
    page = Page(client.get("/ko/rules/"))
    book = client.application.extensions["reference"].books["ko"]
    links = {link.get("href"): page.words(link) for link in page.all("a")}
    for section in book.sections.values():
        assert section.title in links[f"/ko/rules/{section.id}"]


def test_a_section(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/movement/hand-fees"))
    assert page.words(page.one("h1")) == "Paying for hands"
    assert page.all("h2", id="too-little")
    assert page.one("a", rel="next").get("href") == "/en/rules/movement/emptied-space"
    assert page.one("a", rel="prev").get("href") == "/en/rules/movement/step-limit"
    others = [link.get("href") for link in page.one("aside", class_="beside").iter("a")]
    assert "/ko/rules/movement/hand-fees" in others
    assert "/en/rules/movement/steps" in others


def test_the_first_and_the_last_section(client: FlaskClient) -> None:
    sections = list(client.application.extensions["reference"].books["en"].sections)
    assert Page(client.get(f"/en/rules/{sections[0]}")).all("a", rel="prev") == []
    assert Page(client.get(f"/en/rules/{sections[-1]}")).all("a", rel="next") == []


def test_a_page_holds_the_figures_of_every_player_count(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/kansas-city/job-market#token"))
    chips = page.all("span", class_="chip")
    assert {chip.get("data-players") for chip in chips} == {"2", "3", "4"}


def test_our_own_reading_is_marked(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/turn/own-or-neutral#pass"))
    assert page.words(page.one("span", class_="ruling")) == "Our reading"


def test_sections_of_a_variant_are_marked(client: FlaskClient) -> None:
    page = Page(client.get("/ko/rules/simmental/upgrade"))
    assert page.words(page.one("p", class_="badges")) == "시멘탈 변형 규칙"


def test_an_example_shows_the_answer_and_opens_in_the_checker(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/kansas-city/discs"))
    _, example = page.all("aside", class_="example")
    assert "Blue has cleared 3 disc spaces" in page.words(example)
    (link,) = example.iter("a")
    opened = Page(client.get(str(link.get("href"))))
    assert '"step-left"' in page.words(opened.one("textarea"))


@every(
    ("address", "words"),
    [
        (
            "/en/rules/job-market/hire",
            ["Use action 2 of building A.", "Hire the worker in row 4", "Yes, for $5"],
        ),
        ("/ko/rules/movement/hand-fees", ["은행에 2달러를 내고 할 수 있습니다.", "노란색 플레이어에게 3달러"]),
        ("/en/rules/cattle/buying", ["No.", "This needs 1 cowboy", "you have 0."]),
        (
            "/ko/rules/railroad/move-forward#other-engines",
            ["빨간색 플레이어의 기차 말은 어느 칸에 있나요?"],
        ),
        ("/en/rules/railroad/move-back", ["You can:", "Move the engine to space 11"]),
        ("/en/rules/scoring/overview", ["How many points does Red have for stations?", "10 points."]),
        ("/en/rules/trail/bags", ["No contradictions."]),
    ],
)
def test_examples_are_answered_by_the_engine(client: FlaskClient, address: str, words: list[str]) -> None:
    page = Page(client.get(address))
    told = " ".join(page.words(example) for example in page.all("aside", class_="example"))
    assert [part for part in words if part not in told] == []


def test_every_example_opens_in_the_checker(client: FlaskClient) -> None:
    book = client.application.extensions["reference"].books["en"]
    for place in book.places.values():
        for number, (_, example) in enumerate(place.examples):
            page = Page(client.get("/en/check/", query_string={"example": f"{place.id}.{number}"}))
            text = page.words(page.one("textarea"))
            assert all(f'"{key}"' in text for key in example["position"]), place.id


def test_htmx_gets_the_text_only(client: FlaskClient) -> None:
    response = client.get("/en/rules/movement/hand-fees", headers=HTMX)
    page = Page(response)
    assert page.all("html") == []
    assert page.words(page.one("h1")) == "Paying for hands"
    assert page.all("nav") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_about_the_board_shows_it(client: FlaskClient, language: str) -> None:
    """In the game that it belongs to. Over another page, which has no style for a picture, its text stands alone."""
    sections = client.application.extensions["reference"].books[language].sections.values()
    pictured = {section.id: section.picture for section in sections if section.picture}
    assert {"rails/map-west": "north", "first-edition/trail": "trail"}.items() <= pictured.items()
    for section in pictured:
        address = f"/{language}/rules/{section}"
        page = Page(client.get(address))
        (picture,) = (one for one in page.one("article").iter(SVG) if "pic" in one.get("class", ""))
        assert picture.get("aria-label")
        assert any("board.css" in str(link.get("href")) for link in page.all("link"))
        assert 'class="pic' not in client.get(address, headers=HTMX).text


def test_search_without_scripts(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/search?q=toll"))
    first = page.all("ol", class_="hits")[0].findall("li")[0]
    (link,) = first.iter("a")
    assert link.get("href") == "/en/rules/movement/hand-fees"
    assert page.one("input", id="q").get("value") == "toll"
    assert page.all("mark")


def test_search_with_htmx(client: FlaskClient) -> None:
    page = Page(client.get("/ko/rules/search?q=역장에게", headers=HTMX))
    assert page.all("html") == []
    assert page.all("ol", class_="hits")


def test_search_that_finds_nothing_says_what_to_do(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/search?q=%3Cscript%3Exyzzy"))
    assert "Nothing found for “<script>xyzzy”." in page.words(page.one("div", class_="empty"))
    assert page.all("ol", class_="hits") == []


def test_search_for_nothing_invites(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/search?q=+"))
    assert "Ask as you would" in page.words(page.one("div", id="results"))


def test_a_very_long_query_is_cut(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/search", query_string={"q": "fee " * 500}))
    assert len(str(page.one("input", id="q").get("value"))) <= 120

"""Glossary, turn aid, set-up list, player aid, and the contents for a moment of the game."""

import pytest
from companion import i18n
from companion.book.sections import MOMENTS
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/rules/glossary"))
    glossaries = client.application.extensions["reference"].glossaries
    glossary = glossaries[language]
    (listed,) = page.all("dl", class_="terms")
    assert [entry.get("id") for entry in listed.findall("div")] == list(glossary.terms)
    bell = page.one("div", id="bell")
    assert bell.get("data-layer") == "rails-to-the-north"
    assert all(other.terms["bell"].term in page.words(bell) for other in glossaries.values())
    words = " ".join(i18n.translations(language).ugettext("Our word; the printed rules may use another.").split())
    ours = {name for name, term in glossary.terms.items() if term.ours}
    assert {name for name in glossary.terms if words in page.words(page.one("div", id=name))} == ours
    assert ("glossary.yaml" in page.words(page.one("main"))) == bool(ours)
    assert f"/{language}/rules/rails/branchlets#bells" in [link.get("href") for link in bell.iter("a")]
    assert len(page.one("div", id="hand-green").findall(".//span[@class='chip']")) == 3


def test_every_line_of_the_turn_aid_leads_to_a_section(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/aids/turn"))
    (text,) = page.all("article", class_="rule-text")
    lines = [line for line in text.iter("li") if "five steps below" not in page.words(line)]
    assert len(lines) >= 12
    assert [page.words(line) for line in lines if not list(line.iter("a"))] == ["Column 2: the same."]
    sections = client.application.extensions["reference"].books["en"].sections
    for link in text.iter("a"):
        assert str(link.get("href")).removeprefix("/en/rules/").partition("#")[0] in sections


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_set_up_list(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/rules/aids/set-up"))
    (form,) = [form for form in page.all("form") if form.get("data-checklist")]
    assert form.get("data-checklist") == "aids/set-up"
    assert form.get("method") is None, "nothing is sent anywhere"
    boxes = page.all("input", type="checkbox")
    assert len(boxes) >= 25
    assert len({box.get("name") for box in boxes}) == len(boxes)
    assert page.one("button", type="reset") in list(form.iter("button"))
    needed = {entry.get("id"): (entry.get("data-for"), entry.get("data-layer")) for entry in form.iter("li")}
    assert needed["seat-3"] == ("3 4", None)
    assert needed["seat-4"] == ("4", None)
    assert needed["step-tile"] == ("2 3", None)
    assert needed["simmental"] == (None, "simmental")
    assert needed["rails-board"] == (None, "rails-to-the-north")
    assert needed["neutral"] == (None, None)


@pytest.mark.parametrize("language", LANGUAGES)
@every("moment", MOMENTS)
def test_contents_at_a_moment(client: FlaskClient, language: str, moment: str) -> None:
    page = Page(client.get(f"/{language}/rules/?at={moment}"))
    reference = client.application.extensions["reference"]
    contents = page.one("section", id="contents")
    links = [link for entry in contents.iter("li") for link in entry.iter("a")]
    linked = [str(link.get("href")).removeprefix(f"/{language}/rules/") for link in links]
    assert linked == [name for name in reference.books[language].sections if name in reference.moments[moment]]
    (nav,) = page.all("nav", class_="moments")
    (here,) = [link for link in nav.iter("a") if link.get("aria-current")]
    assert here.get("href") == f"/{language}/rules/?at={moment}#contents"
    other = next(link for link in page.all("a") if link.get("data-language") == "ko")
    assert str(other.get("href")).endswith(f"/rules/?at={moment}")

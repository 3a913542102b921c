"""The search of a phone that keeps the rules only: it finds what the server finds, and needs nobody for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from companion.reference import library
from companion.reference.library import find
from companion.web.offline import packs
from playwright.sync_api import Page, expect

from tests.book.asked import questions, written
from tests.conftest import LANGUAGES, ROOT

ALIKE = dict.fromkeys(LANGUAGES, 0.95) | {"de": 0.88}
"""How often the first section must be the server's, which looks at the letters of texts and at names in all languages
as well; in German it is right in 91 of 100 by that, and a phone in 87.
"""
MANY, FEW = 900, 90
"""Questions that English and Korean have at least, and the others."""
SAME = {
    "en": ["rttn kansas city points", "rails to the north bells"],
    "ko": ["레일스 캔자스시티 감점"],
    "es": ["constructor"],
}
"""What must be found as the server finds it: where an expansion is named never the figures of the base game, and a
word that every object of a script has.
"""
PACK = "async (address) => { window.pack = (await (await fetch(address)).json()).lookup; }"
"""It stays in the page: to hand it over takes longer than all the rest."""
RANK = """([script, queries]) => {
  const lookup = new (new Function(script + '; return Lookup;')())(pack);
  for (const _ of lookup.learn());
  const part = (query) => lookup.named(query).find((name) => name.startsWith('component '));
  return queries.map((query) => [lookup.hits(query)[0] || '', part(query) || '']);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("share", [40, pytest.param(1, marks=pytest.mark.thorough)])
def test_the_first_hit_is_the_one_of_the_server(phone_of: Callable[[str], Page], language: str, share: int) -> None:
    phone = phone_of(language)
    phone.evaluate(PACK, f"/{language}/offline/pages.json?v={packs.version()}")
    asked = [question.text for which in written(language) for question in questions(language, which)][::share]
    asked += SAME.get(language, ())
    script = (ROOT / "static/js/lookup.js").read_text(encoding="utf-8")
    ranked = phone.evaluate(RANK, [script, asked])
    reference = library.load()
    other = []
    for query, (hit, part) in zip(asked, ranked, strict=True):
        found = find(reference, language, query, limit=1)
        first = found.hits[0].section.id if found.hits else ""
        named = f"component {next(iter(found.parts))}" if found.parts else ""
        if (first, named) != (hit.partition("#")[0], part):
            other.append((query, first, hit, named, part))
    assert not [each for each in other if each[0] in SAME.get(language, ())]
    assert len(asked) > (MANY if language in ("en", "ko") else FEW) / share
    assert 1 - len(other) / len(asked) >= ALIKE[language], other


SAYING = """([script, queries]) => {
  const [Lookup, iconsOf] = new Function(script + '; return [Lookup, iconsOf];')();
  const [lookup, page] = [new Lookup(pack), document.documentElement.outerHTML];
  return queries.map((query) => iconsOf(lookup, query, page).map((icon) => icon.match(/icon-told" id="([^"]+)"/)[1]));
}"""
ICONS = {
    "en": (
        "remove a hazard",
        "move the engine",
        "green hand",
        "discard a guernsey",
        "what does the arrow give",
        "zzz",
        "?",
    ),
    "ko": ("초록 손", "기관차", "카드 버", "저지 소 카드", "화살표는 뭘 줘", "일꾼", "?"),
}


@pytest.mark.parametrize("language", ["ko", pytest.param("en", marks=pytest.mark.thorough)])
def test_icons_are_found_by_words_as_on_the_server(phone_of: Callable[[str], Page], language: str) -> None:
    phone = phone_of(language)
    phone.goto(f"/{language}/rules/icons/")
    phone.evaluate(PACK, f"/{language}/offline/pages.json?v={packs.version()}")
    script = (ROOT / "static/js/lookup.js").read_text(encoding="utf-8")
    saying = phone.evaluate(SAYING, [script, list(ICONS[language])])
    pages = [phone.request.get(f"/{language}/rules/icons/", params={"q": query}).text() for query in ICONS[language]]
    assert saying == [re.findall(r'icon-told" id="([^"]+)"', page) for page in pages]
    assert len(set(map(len, saying))) > 4, saying
    # In airplane mode the list of a search leads to them, and the page shows those and no other.
    query = ICONS[language][0]
    phone.context.set_offline(True)
    phone.keyboard.press("/")
    phone.keyboard.insert_text(query)
    phone.locator(f"#found .asks a[href*='/{language}/rules/icons/']").click()
    expect(phone.locator("#icon-words")).to_have_value(query)
    expect(phone.locator(".icon-told")).to_have_count(len(saying[0]))
    expect(phone.locator(".icon-places a")).to_have_count(phone.locator("main section").count())
    phone.goto(f"/{language}/rules/icons/?q=zzz")
    expect(phone.locator("main .empty")).to_be_visible()
    expect(phone.locator("main section")).to_have_count(0)


FOUND = {
    "en": ("what does a hand cost", "Paying for hands", "building 7a", "7a"),
    "ko": ("손 표시 얼마", "손 요금", "건물 7a", "7a"),
}


@pytest.mark.parametrize("language", ["ko", pytest.param("en", marks=pytest.mark.thorough)])
def test_rules_and_components_are_found_in_airplane_mode(phone_of: Callable[[str], Page], language: str) -> None:
    question, title, component, number = FOUND[language]
    phone = phone_of(language)
    phone.goto(f"/{language}/rules/movement/steps")
    phone.context.set_offline(True)
    phone.keyboard.press("/")
    phone.keyboard.insert_text(question)
    expect(phone.locator("#found .hits .hit-title").first).to_have_text(title)
    expect(phone.locator("#found .hits .hit-answer").first).not_to_be_empty()
    expect(phone.locator("#found [role=status] a")).to_have_attribute("href", f"/{language}/offline/")
    # The arrows walk through it, and what is chosen opens.
    hit = phone.locator("#found .hits a").first
    for _ in range(phone.locator("#found :is(.named, .terms, .hits) a").count()):
        phone.keyboard.press("ArrowDown")
        if hit.evaluate("(link) => link === document.activeElement"):
            break
    hit.press("Enter")
    expect(phone.locator("h1")).to_have_text(title)
    phone.goto(f"/{language}/rules/search?q={component}")
    expect(phone.locator("#q")).to_have_value(component)
    expect(phone.locator("#results .named .hit-title").first).to_contain_text(number)
    phone.locator("#results .named a").first.click()
    expect(phone.locator("h1")).to_contain_text(number)


def test_a_search_that_finds_nothing_says_so(phone_of: Callable[[str], Page]) -> None:
    phone = phone_of("en")
    phone.context.set_offline(True)
    phone.goto("/en/rules/search?q=%22%3E%3Cxyzzyq")
    expect(phone.locator("#results strong")).to_have_text("Nothing found on this phone.")
    expect(phone.locator("#q")).to_have_value('"><xyzzyq')
    phone.goto("/en/rules/search")
    expect(phone.locator("#results .searches a").first).to_be_visible()


def test_what_is_not_played_is_not_found(phone_of: Callable[[str], Page]) -> None:
    phone = phone_of("en")
    phone.context.set_offline(True)
    first = phone.locator("#results .hits a").first
    phone.goto("/en/rules/search?q=how+does+garth+move&in=solo")
    expect(first).to_have_attribute("href", re.compile("/en/rules/solo/"))
    phone.goto("/en/rules/search?q=how+does+garth+move&in=")
    expect(first).not_to_have_attribute("href", re.compile("/en/rules/solo/"))

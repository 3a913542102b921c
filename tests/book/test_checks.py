"""List entries that are ticked off."""

import pytest
from companion.book.render import render
from companion.book.sections import Rendered, Sources

SOURCES = Sources({}, {"disc"}, "/symbols.svg", lambda *names, **_: names[-1])


def made(text: str) -> Rendered:
    return render(text, SOURCES, lambda target: f"/en/rules/{target}")


def test_an_entry_becomes_a_check_box() -> None:
    out = made('- [ ] Put *one* :disc: down. [Discs](kansas-city/discs#where)\n  {#disc data-for="2 3"}\n- plain')
    assert '<li class="check" data-for="2 3" id="disc"><label><input name="disc" type="checkbox"><span>Put' in out.html
    assert '</span></label><a class="check-rule" href="/en/rules/kansas-city/discs#where">Discs</a></li>' in out.html
    assert "<li>plain</li>" in out.html
    assert out.checks == [("disc", "2 3", "", "")]
    assert out.problems == []
    assert out.links == ["kansas-city/discs#where"]


def test_a_link_within_the_sentence_stays_there() -> None:
    out = made("- [ ] See [Discs](kansas-city/discs#where) first.\n  {#see data-layer=solo}")
    assert 'See <a href="/en/rules/kansas-city/discs#where">Discs</a> first.' in out.html
    assert out.checks == [("see", "", "solo", "")]


def test_the_index_sees_the_words_only() -> None:
    assert made("- [ ] Shuffle.\n  {#shuffle}").passages == [("", "", "Shuffle.")]


@pytest.mark.parametrize("text", ["- [ ] Shuffle.", "- a\n- [ ] Shuffle."])
def test_every_entry_needs_an_id(text: str) -> None:
    assert made(text).problems == ["the entry 'Shuffle.' has no id: write {#...} in a line below it"]

"""Rule texts to HTML: figures, symbols, headings, links, and nothing raw."""

import pytest
from companion.book.render import render
from companion.book.sections import Sources
from companion.engine import figures

from tests.conftest import every

SOURCES = Sources(
    figures(),
    {"hand-green", "cattle-longhorn"},
    "/symbols.svg",
    lambda context, key, **params: f"{context}:{key}" + (f":{params['n']}" if params else ""),
)


def html(text: str) -> str:
    return render(text, SOURCES, lambda target: f"/en/rules/{target}").html


@every(
    ("text", "expected"),
    [
        ("{{hand-limit.base}}", '<span class="figure">4</span>'),
        ("{{city.kansas-city.vp}}", '<span class="figure">−6</span>'),
        ("{{abs:city.kansas-city.vp}}", '<span class="figure">6</span>'),
        ("{{fee.green@4}}", '<span class="figure" data-players="4">1</span>'),
        ("{{players:3}}", '<span class="who-plays" data-players="3">players:count:3</span>'),
        (":hand-green:", '<use href="/symbols.svg#hand-green"></use>'),
        (":hand-green:", 'aria-label="symbol:hand-green"'),
        (":cattle-longhorn:", '<text x="17" y="20.2">3</text>'),
        ("[x](movement/steps#fork)", '<a href="/en/rules/movement/steps#fork">x</a>'),
        ("## Too little {#too-little}", '<h2 id="too-little">Too little</h2>'),
        (
            "a\n\n## Why {#why .fold}\n\nb\n\n## Then {#then}\n\nc",
            '<p>a</p>\n<details class="fold"><summary><h2 id="why">Why</h2>\n</summary><p>b</p>\n</details>\n<h2',
        ),
        ("a <b>b</b> & c", "a &lt;b&gt;b&lt;/b&gt; &amp; c"),
        ("<script>alert(1)</script>", "&lt;script&gt;"),
        ("| a |\n|---|\n| {{fee.green@2}} |", '<div class="scrolls" tabindex="0"><table>'),
        ("| | a |\n|---|---|\n| b | c |", "<td></td>\n<th>a</th>"),
        ("1. a step\n\n- a note", "</ol>\n<ul>"),
        ("3. a step\n\na table\n\n4. the next step", '<ol start="4">'),
    ],
)
def test_html(text: str, expected: str) -> None:
    assert expected in html(text)


def test_a_figure_that_depends_on_the_players_shows_all_of_them() -> None:
    made = html("{{fee.green}}")
    assert made.count('class="chip"') == 3
    for players, fee in ((2, 2), (3, 2), (4, 1)):
        chip = made.split(f'data-players="{players}"')[1].split("</span></span>")[1]
        assert f'class="chip-value">{fee}' in chip


def test_a_figure_that_depends_on_a_variant_shows_both() -> None:
    made = html("{{cattle-market.size@3}}")
    assert 'data-variants="base"' in made
    assert 'data-variants="simmental"' in made
    assert ">10<" in made
    assert ">12<" in made


def test_a_figure_that_is_not_sure_says_so() -> None:
    assert 'class="figure unsure" title="figure:unsure"' in html("{{arrow.fulton-st-louis.vp}}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{fee.purple}}", "there is no figure 'fee.purple'"),
        (":hand-purple:", "there is no symbol 'hand-purple'"),
        ("## Heading", "the heading 'Heading' has no id: write {#...} behind it"),
        ("# Heading {#x}", "the heading 'Heading' is neither ## nor ###"),
    ],
)
def test_problems(text: str, problem: str) -> None:
    assert render(text, SOURCES, str).problems == [problem]


def test_plain_text_for_the_index() -> None:
    text = "Pay {{fee.green}} :hand-green: *now*.\n\n## Else, {{fee.green}} :cattle-longhorn: {#else}\n\n- one\n- two"
    out = render(text, SOURCES, str)
    assert out.passages == [("", "", "Pay 2/1 now."), ("else", "Else, 2/1", "one two")]
    assert out.headings == [("else", "Else, 2/1")]


def test_words_that_belong_together_stay_so() -> None:
    assert render("Payez\n\u00ab\u00a02\u00a0\u00bb\u00a0: oui", SOURCES, str).passages == [
        ("", "", "Payez \u00ab\u00a02\u00a0\u00bb\u00a0: oui")
    ]

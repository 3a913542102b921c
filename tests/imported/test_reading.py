"""Rulebooks and aids are taken apart: what becomes of every kind of file, and what is refused with file and line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.imported import reading
from companion.imported.reading import Draft, read, recognised, tidy
from companion.imported.rendering import render
from companion.imported.shelf import Rulebook

from tests.conftest import every
from tests.imported.rulebooks import AID, HOSTILE, KOREAN, RULEBOOK, YAML_AID

Written = Callable[..., Draft]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    def draft(name: str, text: str | bytes, language: str = "") -> Draft:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(file, language)

    return draft


def outline(draft: Draft) -> list[tuple[str, int, int, str]]:
    return [(section.id, section.level, section.line, section.title) for section in draft.sections]


def page(draft: Draft, name: str) -> str:
    book = Rulebook("book", draft.title, draft.language, False, tuple(draft.sections), {})
    return book.rendered[name].page.html


def test_headings_of_markdown_become_sections(written: Written) -> None:
    draft = written("rules.md", RULEBOOK)
    assert draft.title == "Our trail rules"
    assert outline(draft) == [
        ("our-trail-rules", 1, 1, "Our trail rules"),
        ("fees", 2, 5, "Paying for hands"),
        ("workers", 2, 14, "Workers"),
        ("hire-a-worker", 3, 16, "Hire a worker"),
        ("credits", 2, 30, "Credits"),
    ]
    assert draft.remarks == [
        (5, "the link to 'nowhere' leads nowhere"),
        (14, "nothing stands under 'Workers': it is in the contents only"),
        (28, "a picture is left out, what it is called stays"),
    ]


def test_tables_lists_anchors_and_code_stay(written: Written) -> None:
    draft = written("rules.md", RULEBOOK)
    fees, hire = page(draft, "fees"), page(draft, "hire-a-worker")
    assert '<a href="./hire-a-worker">hiring</a>' in fees
    assert "<span>nothing</span>" in fees
    assert "<td>2 dollars</td>" in fees
    assert '<div class="scrolls" tabindex="0"><table>' in fees
    assert "<li>cowboys go to the top row<ul>\n<li>engineers below</li>" in hire
    assert "<pre><code># no heading\n</code></pre>" in hire
    assert "<em>[A full row]</em>" in hire


def test_a_text_is_taken_apart_where_its_lists_end(written: Written) -> None:
    draft = written("aid.txt", AID)
    assert outline(draft) == [
        ("getting-ready", 2, 1, "Getting ready"),
        ("move-your-herder-up-to-your-step-limit", 2, 7, "Move your herder up to your step limit"),
        (
            "at-the-end-of-the-game-everybody-counts-points",
            2,
            10,
            "At the end of the game everybody counts points.",
        ),
    ]
    assert "<li>Fill the job market:<ul>\n<li>2P: two columns stay empty" in page(draft, "getting-ready")
    assert "<li>Pay for hands: $2 * each</li>" in page(draft, "move-your-herder-up-to-your-step-limit")


def test_an_aid_in_yaml(written: Written) -> None:
    draft = written("aid.yaml", YAML_AID)
    assert draft.title == "Our aid"
    assert outline(draft) == [
        ("our-aid", 1, 1, "Our aid"),
        ("moving", 2, 7, "Moving"),
        ("end", 3, 13, "The end"),
        ("empty", 2, 16, "Empty"),
    ]
    assert "red included" in page(draft, "moving")
    assert 'href="./end"' in page(draft, "moving")
    assert draft.remarks == [
        (5, "'mood' is not understood and left out"),
        (16, "nothing stands under 'Empty': it is in the contents only"),
    ]


def test_nothing_hostile_stays(written: Written) -> None:
    draft = written("evil.md", HOSTILE)
    assert [section.title for section in draft.sections] == ["Evil", "Click here"]
    told = page(draft, "click-here")
    assert "<p>{: onclick=steal() }</p>" in told, "attributes are words"
    rest = told.replace("<p>{: onclick=steal() }</p>", "")
    for wrong in ("steal", "<script", "<img", "<iframe", "<style", "onclick=", "javascript", "<h1", "hidden", "data:"):
        assert wrong not in rest, wrong
    assert "Take a <span>worker</span> or <span>cow</span>." in told
    assert '<a href="https://example.org/a" rel="external nofollow noreferrer">' in told
    assert "Row two" in told
    assert "<span>quoted</span>" in told
    html = [(line, remark) for line, remark in draft.remarks if "HTML" in remark]
    assert [line for line, _ in html] == [1, 3, 5, 8, 10, 11, 16]


def test_what_comes_back_as_it_was_rendered_is_still_harmless() -> None:
    """Files of the folder may be anybody's: HTML in them is words."""
    told = render('<b onclick="x()">a</b> ![x](y "onload=z") <a href="javascript:x">b</a>', str).html
    assert told.startswith("<p>&lt;b onclick=")
    assert "<a" not in told
    assert "<img" not in told


@every(
    ("text", "tidied"),
    [
        ("words\n* a\n  * b\n    c\n* d", "words\n\n- a\n    - b\n        c\n- d"),
        ("1) a\n   - b\n\n   more of a\n2) c", "1. a\n    - b\n\n    more of a\n2. c"),
        ("- a\n\nwords\n\n- b", "- a\n\nwords\n\n- b"),
        ("6.  a\n     * b\n    more\n7.  c", "6. a\n    - b\n\n    more\n7. c"),
        ("a\n```\n* a\n  * b\n```\nc", "a\n\n    * a\n      * b\n\nc"),
    ],
)
def test_lists_are_indented_as_the_library_wants_them(text: str, tidied: str) -> None:
    assert tidy(text.split("\n")) == tidied


@every(
    ("name", "content", "line", "problem"),
    [
        ("a.md", b"# One\n\ntwo\n\xff\xfe\n", 4, "not UTF-8"),
        ("a.txt", "words".encode("utf-16"), 1, "not UTF-8"),
        ("a.docx", b"PK", 1, "what kind of file"),
        ("a.md", b"", 1, "no text"),
        ("a.md", b"# Only a heading\n", 1, "no text"),
        ("a.md", b"a\n" * 250_001, 250_001, "more than 500,000 bytes"),
        ("a.md", b"".join(b"# %d\nb\n" % number for number in range(1001)), 2001, "more than 1000 sections"),
        ("a.md", b"# a\n" + b"b" * 50_001, 1, "more than 50,000 letters"),
        ("a.md", b"# a\nb\n\n# c\n" + b"1. " * 4000, 4, "inside each other"),
        ("a.md", b"---\nlang: klingon!\n---\n# a\nb\n", 2, "no code of a language"),
        ("a.yaml", b"sections:\n  - name: [a\n", 3, "not readable as YAML"),
        ("a.yaml", b"name: a\nname: b\n", 2, "given twice"),
        ("a.yaml", b"- a\n", 1, "no keys"),
        ("a.yaml", b"name: [a]\n", 1, "not a text"),
        ("a.yaml", b"name: a\nsections: b\n", 2, "not a list of sections"),
        ("a.yaml", b"name: a\nsections:\n  - b\n", 2, "not a list of sections"),
        ("a.yaml", b"name: a\nsections:\n  - [b]\n", 3, "not a table"),
        ("a.yaml", b"a: &a [x]\nb: *a\n", 2, "refers to another part"),
        ("a.yaml", b"name: " + b"[" * 100_000, 1, "levels stand inside each other"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    written: Written, name: str, content: bytes, line: int, problem: str
) -> None:
    with pytest.raises(ContentError, match=problem) as refused:
        written(name, content)
    assert refused.value.line == line
    assert str(refused.value.file).endswith(name)


def test_no_more_is_read_than_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "huge.md"
    with file.open("wb") as opened:
        opened.truncate(50_000_000)
    monkeypatch.setattr(reading, "MAX_BYTES", 1000)
    with pytest.raises(ContentError, match="more than 1,000 bytes"):
        read(file)


def test_signs_that_are_no_text_are_left_out(written: Written) -> None:
    draft = written("a.md", "\ufeff# a\r\nb\x00c\x0b\r\n")
    assert draft.sections[0].text == "b c"
    assert draft.remarks == [(2, "signs that are no text are left out")]


@every(
    ("text", "code", "how"),
    [
        ("Pay the owner and move to the city", "en", "recognised by its words"),
        ("Der Spieler und die Karten, das ist nicht viel", "de", "recognised by its words"),
        ("Les joueurs et le plateau, vous des", "fr", "recognised by its words"),
        ("일꾼을 고용합니다 GWT", "ko", "recognised by its letters"),
        ("カードを引く", "ja", "recognised by its letters"),
        ("12 34", "en", "not recognised: --language tells it"),
    ],
)
def test_languages_are_recognised(text: str, code: str, how: str) -> None:
    assert recognised(text) == (code, how)


def test_whoever_tells_the_language_is_believed(written: Written) -> None:
    assert written("a.md", KOREAN).language == "ko"
    assert written("b.md", f"---\nlang: pt-BR\ntitle: Nosso\n---\n{KOREAN}").language == "pt-BR"
    assert written("d.md", f"---\ntitle: Nosso\n---\n{KOREAN}").title == "Nosso"
    told = written("c.md", f"---\nlang: pt-BR\n---\n{KOREAN}", "de")
    assert (told.language, told.language_from) == ("de", "told by --language")
    assert told.sections[0].line == 4


@every(
    ("heading", "title", "anchor"),
    [
        ("## Fees ##", "Fees", "fees"),
        ("## Fees {#pay .big}", "Fees", "pay"),
        ("## **Fees** of [hands](#hands) ", "Fees of hands", "fees-of-hands"),
        ("## `one` and snake_case", "one and snake_case", "one-and-snake_case"),
        (f"## a{' ' * 40_000}b #{'_' * 400_000}c", "a", "a"),
        (f"## a{'_' * 400_000}b", "a", "a"),
        ("## # {#..}", "# {#..}", "-"),
    ],
)
def test_headings_are_read_as_plain_words(written: Written, heading: str, title: str, anchor: str) -> None:
    (section,) = written("a.md", f"{heading}\n\nwords\n").sections
    assert (section.title, section.id) == (title, anchor)


def test_headings_that_are_the_same_have_anchors_of_their_own(written: Written) -> None:
    assert [section.id for section in written("a.md", "# a\nb\n" * 3).sections] == ["a", "a-1", "a-2"]

"""What a list of hits shows of a section: whole sentences, entries of lists, rows of tables with their headers."""

import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from companion.book.library import column_phrases
from companion.book.pieces import Block
from companion.book.search.index import Hit, Index
from companion.book.sections import FOR_CHECKS, section_of

from tests.conftest import LANGUAGES, ROOT, every
from tests.situations import read_yaml

FOUND = read_yaml(ROOT / "tests/book/found.yaml")
SHOWS: dict[str, Callable[[Hit, str], bool]] = {
    "place": lambda hit, place: hit.place.id == place,
    "first": lambda hit, section: hit.section.id == section,
    "answer": lambda hit, text: hit.plain_answer.startswith(text) if text else not hit.plain_answer,
    "says": lambda hit, text: text in hit.plain_answer,
    "begins": lambda hit, text: hit.plain_snippet.startswith(text),
    "shows": lambda hit, text: text in hit.plain_snippet,
}


@every("case", FOUND["shown"])
def test_what_is_shown(indexes: dict[str, Index], case: dict[str, Any]) -> None:
    ((language, query),) = [(key, case[key]) for key in case if key in LANGUAGES]
    hits = indexes[language].search(query, players=case.get("players"))
    section = section_of(case.get("section", case.get("place", hits[0].section.id)))
    hit = next(hit for hit in hits if hit.section.id == section)
    assert [key for key in case if key in SHOWS and not SHOWS[key](hit, case[key])] == [], hit


def test_what_positions_are_checked_by_is_not_for_players(indexes: dict[str, Index]) -> None:
    for index in indexes.values():
        for query in ("position check", "상황 확인", "seats clockwise everybody entered", "bags always add up to 94"):
            assert all(hit.anchor != FOR_CHECKS for hit in index.search(query))


@every(("language", "query", "players", "says"), FOUND["figures"])
def test_an_answer_has_the_figures_of_those_who_play(
    indexes: dict[str, Index], language: str, query: str, players: int, says: str
) -> None:
    answers = [hit.plain_answer for hit in indexes[language].search(query, players=players)]
    assert any(says in answer for answer in answers), answers[:3]


def pieces(block: Block) -> list[str]:
    """What a block says. Rows of a table say only once how many play."""
    texts = [text for piece in (*block.pieces, block.lead) for text in piece.values()]
    rows = block.pieces if block.kind == "table" else ()
    return texts + [text.partition(", ")[2] for row in rows for players, text in row.items() if players]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("can everyone use different sides of the buildings", "Before the game you agree on one side"),
        ("what may i do on my own building", "On a neutral building or one of your own you choose one"),
        ("2 players, 9 cows in the market, yellow arrow. discard two?", "fill the cattle market from its stack"),
    ],
)
def test_what_goes_on_says_nothing_again(indexes: dict[str, Index], query: str, says: str) -> None:
    excerpt = indexes["en"].search(query)[0].plain_snippet
    assert excerpt.count(says) == 1
    assert " … " in excerpt


@every("language", LANGUAGES)
def test_a_title_finds_its_section_and_nothing_is_cut(indexes: dict[str, Index], language: str) -> None:
    index = indexes[language]
    for number, section in enumerate(index.book.sections.values(), LANGUAGES.index(language)):
        answers = [block for place in section.places if place.part.answer for block in place.part.answer.blocks]
        whole = [text.rstrip(":;,.") for block in (*section.page.blocks, *answers) for text in pieces(block)]
        whole += [place.title for place in section.places]
        players = (None, 2, 3, 4)[number % 4]
        hits = index.search(section.title, players=players)[:3]
        assert section in [hit.section for hit in hits], section.title
        hit = next(hit for hit in hits if hit.section is section)
        said = hit.plain_snippet.casefold()
        for text in sorted(filter(None, whole), key=len, reverse=True):
            said = said.replace(text.casefold(), "")
        assert not said.strip(" –·:;,…."), (section.id, hit.plain_snippet)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_index_can_be_kept(indexes: dict[str, Index], language: str) -> None:
    kept: Index = pickle.loads(pickle.dumps(indexes[language]))  # noqa: S301 (our own)
    for query in ("transport", "운송료", "4 players", "ㅋㅈㅅ"):
        assert [(hit.section.id, hit.snippet) for hit in kept.search(query)] == [
            (hit.section.id, hit.snippet) for hit in indexes[language].search(query)
        ]


_EXCERPTS = """
from companion.reference.library import load
index = load().indexes["en"]
for query in ("can I pass a building with a black hand with 1 dollar", "2p, can I build 7a with 6 bucks",
              "4 builders 10 dollars, can I place building 8a", "replace a building at A-1, 5 dollars"):
    print([(hit.target, hit.snippet) for hit in index.search(query)])
"""


def test_every_process_shows_the_same_excerpts() -> None:
    """Pieces that say the same are worth the same, in whatever order a process has the words of a set."""
    shown = {
        subprocess.run(
            [sys.executable, "-c", _EXCERPTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(shown) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_is_told_in_a_sentence(indexes: dict[str, Index], language: str) -> None:
    named = set()
    for section in indexes[language].book.sections.values():
        for table in re.findall("<table>.*?</table>", section.page.html, re.DOTALL):
            row = next(ElementTree.fromstring(table.replace("&nbsp;", " ")).iter("tr"))  # noqa: S314 (our own)
            for cell in row[0 if row[0].find("span[@class='who-plays']") is not None else 1 :]:
                labels = (symbol.get("aria-label", "") for symbol in cell.iter("svg"))
                text = "".join(cell.itertext()).strip() if cell.find("svg") is None else _words_beside(cell)
                named.add(" ".join(text.split()) or ", ".join(labels))
    told = column_phrases(ROOT / "content" / language / "tables.yaml")
    assert {name for name in named if name and not name.isdecimal()} == told.keys()


def _words_beside(cell: ElementTree.Element) -> str:
    """The words of a cell without what stands in its symbols."""
    return "".join([cell.text or "", *(piece.tail or "" for piece in cell)]).strip()

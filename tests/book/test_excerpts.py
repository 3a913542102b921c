"""What a list of hits shows of a section: whole sentences, entries of lists, rows of tables with their headers."""

import os
import pickle
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from companion.book.library import column_phrases
from companion.book.pieces import Block
from companion.book.search.index import Hit, Index
from companion.book.sections import FOR_CHECKS, section_of

from tests.conftest import LANGUAGES, ROOT, every


def shown(indexes: dict[str, Index], language: str, query: str, section: str, players: int | None = None) -> Hit:
    return next(
        hit for hit in indexes[language].search(query, players=players) if section_of(hit.target) == section_of(section)
    )


FIGURES = [
    # What is typed, how many play, the section, and what the excerpt says of the figures.
    (
        "en",
        "green hand fee",
        None,
        "movement/hand-fees",
        "The fee in dollars – green: 2 with 2 players, 2 with 3 players",
    ),
    ("en", "green hand fee", 3, "movement/hand-fees", "The fee in dollars – 3 players, green: 2"),
    ("en", "black hand how much 4p", 3, "movement/hand-fees", "4 players, green: 1. Black: 2. Both on one tile: 3."),
    ("en", "how many cows in the market 2 players", None, "setup/board#cattle-market", "2 players: 7/9"),
    ("en", "price of hereford", None, "cattle/buying#prices", "Hereford, purple: 2 cowboys, 12 dollars, 1 card"),
    ("en", "hereford", None, "cattle/buying", "Hereford, purple: 2 cowboys, 12 dollars, 1 card"),
    ("en", "worker in row 4", None, "job-market/hire#cost", "Rows from the top 4, 5, 6: 5, 7, 9 dollars"),
    ("ko", "초록손 3인 얼마", None, "movement/hand-fees", "3인, 초록색: 2"),
    ("ko", "헤리퍼드 가격", None, "cattle/buying#prices", "헤리퍼드, 보라색: 카우보이 2명, 12달러"),
]


@every(("language", "query", "players", "section", "says"), FIGURES)
def test_a_figure_stands_in_its_row(
    indexes: dict[str, Index], language: str, query: str, players: int | None, section: str, says: str
) -> None:
    assert says in shown(indexes, language, query, section, players).plain_snippet


PIECES = [
    # What is typed, the section, and what the piece says that tells it from the others of the section.
    ("en", "which branch at the fork", "movement/steps", "After C the trail forks"),
    ("en", "section of the hazard is full", "trail/placing-tiles", "If the section is full, the tile leaves the game."),
    ("en", "may I deliver to a lower city", "kansas-city/delivery", "You may choose a lower city"),
    ("en", "how much cash there", "kansas-city/income", "You take that many dollars from the bank."),  # no example
    ("en", "do I pay on my own building", "movement/hand-fees", "Your own building: you pay nothing"),
    ("ko", "빈칸도 세나요", "movement/steps#locations", "빈칸은 그냥 길입니다."),
    ("ko", "기차 덜 가도 됨?", "railroad/move-forward", "덜 가고 멈춰도 됩니다."),
    ("ko", "등급이 낮은 도시로 가도 돼?", "kansas-city/delivery", "등급이 낮은 도시를 골라도 됩니다."),
]


@every(("language", "query", "section", "says"), PIECES)
def test_what_one_piece_alone_says_tells_most(
    indexes: dict[str, Index], language: str, query: str, section: str, says: str
) -> None:
    assert says in shown(indexes, language, query, section).plain_snippet


def test_an_answer_stays_where_no_row_is_named(indexes: dict[str, Index]) -> None:
    assert shown(indexes, "en", "how much is the transport", "kansas-city/transport").plain_answer.startswith(
        "One dollar"
    )
    assert shown(indexes, "ko", "송아지 얼마", "simmental/overview#market").plain_answer


def test_a_ruling_shows_what_we_read(indexes: dict[str, Index]) -> None:
    hit = shown(indexes, "en", "green outlaw objective", "scoring/overview")
    assert (hit.anchor, hit.place.ruling) == ("objective-outlaws", True)
    assert hit.plain_snippet.startswith("Some tasks show a green outlaw")


def test_the_answer_comes_first(indexes: dict[str, Index]) -> None:
    assert shown(indexes, "en", "tied", "scoring/overview").plain_answer.startswith("Tied players win together")
    assert shown(indexes, "en", "green hand fee", "movement/hand-fees").plain_answer.startswith("Pay for each hand")
    assert shown(indexes, "ko", "동점이면", "scoring/overview").plain_answer.startswith("동점이면 함께 이깁니다")


ANSWERS = [
    # What is typed, the place that is shown, and how its answer begins; "" where the heading has none of its own.
    ("en", "can i peek at the draw stack", "cards/draw-cards#looking", "You may look through your own discard pile"),
    ("en", "what if i have no money for the toll", "movement/hand-fees#too-little", "You are never stopped"),
    (
        "en",
        "who brings the token of the city arrow in the old edition",
        "first-edition/cities#differs",
        "Kansas City pays",
    ),
    ("ko", "버린 카드 더미 봐도 되나", "cards/draw-cards#looking", "내 버린 카드 더미는 언제든지 봅니다"),
    ("ko", "1판 캔자스시티는 몇 달러", "first-edition/cities#differs", "캔자스시티는 토큰마다"),
    ("en", "scoring on the figures page", "aids/figures", ""),
]


@every(("language", "query", "place", "begins"), ANSWERS)
def test_a_heading_shows_its_own_answer_or_none(
    indexes: dict[str, Index], language: str, query: str, place: str, begins: str
) -> None:
    hit = shown(indexes, language, query, place)
    assert hit.place.id == place
    assert hit.plain_answer.startswith(begins) if begins else not hit.plain_answer


def test_what_positions_are_checked_by_is_not_for_players(indexes: dict[str, Index]) -> None:
    for index in indexes.values():
        for query in ("position check", "상황 확인", "seats clockwise everybody entered", "bags always add up to 94"):
            assert all(hit.anchor != FOR_CHECKS for hit in index.search(query))


def test_words_of_this_edition_find_it_first(indexes: dict[str, Index]) -> None:
    first = indexes["en"].search("what is paid for the first outlaws negative values")[0]
    assert first.section.id == "trail/outlaws"


@pytest.mark.parametrize(
    ("language", "query", "says"),
    [("en", "which side of buildings does Sam use", "always on side b"), ("ko", "샘은 건물 어느 면을 써", "b면")],
)
def test_a_name_outweighs_the_rest(indexes: dict[str, Index], language: str, query: str, says: str) -> None:
    first = indexes[language].search(query)[0]
    assert first.section.id == "solo/sam-set-up"
    assert says in first.plain_answer


@pytest.mark.parametrize(
    ("language", "query", "players", "says"),
    [
        ("en", "hand fee", 0, "green 2, 2, 1, black 2, 1, 2 (2, 3, 4 players)"),
        ("en", "hand fee", 3, "green 2, black 1 (3 players)"),
        ("de", "Schrittlimit", 4, "Am Anfang 4 Schritte bei 4 Personen; 7, wenn"),
        (
            "fr",
            "combien de cartes au marché aux bestiaux",
            3,
            "10/12 cartes à 3 joueurs, triées par couleur ; le second",
        ),
        ("es", "límite de pasos", 2, "Al principio 3 pasos con 2 jugadores; 5 al liberar"),
        ("ko", "칸 수 제한", 4, "처음에는 4인에 4칸"),
    ],
)
def test_an_answer_has_the_figures_of_those_who_play(
    indexes: dict[str, Index], language: str, query: str, players: int, says: str
) -> None:
    answers = [hit.plain_answer for hit in indexes[language].search(query, players=players)]
    assert any(says in answer for answer in answers), answers[:3]


def test_a_rule_is_answered_first(indexes: dict[str, Index]) -> None:
    assert shown(indexes, "en", "when does the game end", "scoring/game-end").plain_snippet.startswith("The end begins")


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
    ],
)
def test_what_goes_on_says_nothing_again(indexes: dict[str, Index], query: str, says: str) -> None:
    excerpt = indexes["en"].search(query)[0].plain_snippet
    assert excerpt.count(says) == 1
    assert " … " in excerpt


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut(indexes: dict[str, Index], language: str) -> None:
    index = indexes[language]
    for number, section in enumerate(index.book.sections.values(), LANGUAGES.index(language)):
        answers = [block for place in section.places if place.part.answer for block in place.part.answer.blocks]
        whole = [text.rstrip(":;,.") for block in (*section.page.blocks, *answers) for text in pieces(block)]
        whole += [place.title for place in section.places]
        players = (None, 2, 3, 4)[number % 4]
        hit = next(hit for hit in index.search(section.title, players=players) if hit.section is section)
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

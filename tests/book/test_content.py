"""The rule texts: every language refers to the same, nothing stale, nothing dead, every citation there."""

import re

from companion import engine, i18n
from companion.book import library
from companion.book.search.passages import for_players
from companion.book.sections import Book, link_problem, section_of
from companion.engine.core.reasons import REASONS
from companion.engine.scoring.lines import LINES
from companion.engine.scoring.table import TIE
from companion.reference import layers

from tests.book.parity import parity_problems
from tests.conftest import LANGUAGES, ROOT
from tests.engine.test_rulings import RULINGS


def test_languages() -> None:
    assert library.languages(ROOT / "content") == LANGUAGES


def test_languages_refer_to_the_same(books: list[Book]) -> None:
    assert list(parity_problems(books)) == []


def test_no_translation_is_stale(books: list[Book]) -> None:
    assert [section.id for section in library.stale_translations(books)] == []


def test_layers_are_there(books: list[Book]) -> None:
    assert {layer for section in books[0].sections.values() for layer in section.layers} <= {*layers.ids()}


def test_every_chapter_has_sections(books: list[Book]) -> None:
    assert [chapter.id for chapter in books[0].chapters if not chapter.sections] == []


def test_orders_are_unique_within_a_chapter(books: list[Book]) -> None:
    for chapter in books[0].chapters:
        orders = [section.order for section in chapter.sections]
        assert len(set(orders)) == len(orders), chapter.id


def cited() -> set[str]:
    """The sections that the engine cites: with its reasons, with the lines of the score, with the places."""
    automas = {automa.section for automa in engine.automas().values()}
    return {TIE, *automas, *(spec.section for spec in (*REASONS.values(), *LINES.values()))}


def test_everything_the_engine_cites_is_there(books: list[Book]) -> None:
    named = cited() | {f"scoring/overview#{category}" for category in engine.load_catalog().scoring.categories}
    assert [problem for target in named if (problem := link_problem(books[0], target))] == []


def test_the_engine_enforces_what_it_cites_and_what_rulings_show(books: list[Book]) -> None:
    """A section is marked `enforced` when a reason or a score cites it, or a ruling of the tests is about it."""
    named = cited() | {case["section"] for case in RULINGS.values()}
    enforced = {section.id for section in books[0].sections.values() if section.enforced}
    assert enforced == set(map(section_of, named))


def test_our_own_readings_say_so(books: list[Book]) -> None:
    words = {"en": "our", "ko": "이 앱의 해석", "de": "Lesart", "fr": "notre lecture", "es": "nuestra lectura"}
    for book in books:
        for place in book.places.values():
            if place.anchor:
                assert place.ruling == (place.anchor in place.section.page.boxes), place.id
            elif place.ruling:
                first = " ".join(place.section.page.passages[0][2].split()[:45])
                assert re.search(words[book.language], first, re.IGNORECASE), place.id


OTHERS = {
    "en": "first edition|playable version|program of the game|player aid|FAQ|Korean rules|published table"
    "|no public ruling",
    "de": "erste[nr]? Auflage|spielbare[nr]? Fassung|Programm des Spiels|Übersicht|FAQ|koreanische[nr]? (Spielr|R)egel|"
    "veröffentlichte[nr]? Tabelle|keine öffentliche Auslegung",
    "fr": "première édition|version jouable|programme du jeu|aide de jeu|FAQ|règles coréennes|table publiée|"
    "aucune interprétation publique",
    "es": "primera edición|versión jugable|programa del juego|ayuda de juego|FAQ|reglas coreanas|tabla publicada|"
    "ninguna interpretación pública",
    "ko": "1판|온라인 게임|다른 프로그램|요약표|FAQ|한국어 규칙서|공개된 표|공개된 해석이 없",
}


def test_every_reading_says_what_else_is_played_and_why_ours(books: list[Book]) -> None:
    """By whom, or that nobody is known to have ruled on it: in the box itself, after what we read."""
    for book in books:
        boxes = [place for place in book.places.values() if place.ruling and place.anchor]
        assert len(boxes) >= 39
        for place in boxes:
            text = " ".join(text for *_, text in place.texts)
            assert re.search(OTHERS[book.language], text), place.id


def test_answers_are_one_line(books: list[Book]) -> None:
    """What is shown first is short, and there where people look most."""
    for book in books:
        told = {place.id: place.part.answer for place in book.places.values() if place.part.answer}
        for name, answer in told.items():
            assert len(answer.passages) == 1, name
            assert len(answer.passages[0][2]) <= 160, f"{book.language}: {name}: {answer.passages[0][2]}"


def test_figures_are_not_typed(books: list[Book]) -> None:
    """A figure of the game is a reference; money, points and counts are never typed as digits."""
    typed = re.compile(r"(?<![{.@\w])\d+\s*(?:dollars?|points?|VP|cards|달러|점(?!\w)|장(?!\w))")
    for book in books:
        for section in book.sections.values():
            source = section.file.read_text(encoding="utf-8").split("\n---\n", 1)[1]
            found = [match for match in typed.findall(source) if not match.startswith("1")]
            assert found == [], section.file


def test_a_text_that_lists_dark_corners_lists_all_of_them(books: list[Book]) -> None:
    catalog = engine.load_catalog()
    dark = [number for number, station in catalog.railroad.stations.items() if station.corner == "dark"]
    assert dark == list(range(dark[0], dark[-1] + 1))
    for book in books:
        text = for_players(book.sections["kansas-city/discs"].page, 0)
        (listed,) = re.findall(rf"[^.]*\b{dark[0]}\D{{1,5}}{dark[-1]}[^.]*\.", text)
        for city in catalog.cities.cities.values():
            assert (i18n.name(book.language, "city", city.id) in listed) == (city.corner == "dark"), (listed, city.id)


def test_texts_are_short_enough_to_read_at_the_table(books: list[Book]) -> None:
    for place in books[0].places.values():
        words = sum(len(text.split()) for _, _, _, text in place.texts)
        assert words <= 330, f"{place.id} has {words} words"

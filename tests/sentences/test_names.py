"""Findings as sentences: every reason, in every language, with a link that leads to its rule."""

import itertools
import re

import pytest
from companion import engine, i18n
from companion.engine.core.position import Player
from companion.sentences.actions import action_sentence
from companion.sentences.findings import finding_of, key_path, problem_text
from companion.sentences.names import Words

from tests.conftest import LANGUAGES, every, is_told
from tests.engine.test_cases import CASES, reasons


def test_every_reason_is_a_sentence_with_a_rule() -> None:
    found = [reason for case in CASES.values() for reason in reasons(case["bad"])]
    assert len(found) == len(CASES)
    for reason, language in itertools.product(found, LANGUAGES):
        finding = finding_of(reason, language)
        assert not re.search(r"%\(|None|[a-z]+-[a-z]+:|\{", finding.text), finding.text
        assert finding.text[-1] in ".다"
        for number in (reason.params[name] for name in reason.params if isinstance(reason.params[name], int)):
            assert str(abs(int(str(number)))) in finding.text, finding.text
        assert all(finding.where), f"every place of {reason.code} has a name"
        assert not [place for place in finding.where if re.search(r"[a-z]_[a-z]|\.", place.replace("St.", ""))]
        assert is_told(finding.address.removeprefix(f"/{language}/rules/"), language), finding.address


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_is_a_sentence(language: str) -> None:
    for code, names in engine.PROBLEMS.items():
        problem = engine.Problem(code, dict.fromkeys(names, 3), ("players", "blue"), 2)
        text = problem_text(problem, language)
        assert text != code
        assert "%(" not in text
    assert key_path(problem) == "players.blue"


@every(
    ("kind", "value", "text"),
    [
        ("number", -6, "−6"),
        ("card", ("shorthorn:4",), "Shorthorn (4 VP)"),
        ("card", ("shorthorn:3", "shorthorn:4", "shorthorn:5"), "Shorthorn"),
        ("card", ("longhorn:2", "galloway"), "Longhorn or Galloway"),
        ("card", ("galloway:0", "objective"), "Galloway or objective card"),
        ("card", ("obj-3",), "objective card Shorthorn + hazard + hazard"),
        ("tiles", ("worker:cowboy", "outlaw:green", "hazard:flood"), "cowboys or green outlaws or floods"),
        ("hazard-tiles", ("flood:green:2",), "flood (green hand, 2 VP)"),
        ("hazard-tiles", (":black:",), "hazard (black hand, ? VP)"),
        (
            "hazard-tiles",
            ("flood:green:2", "flood:green:3", "flood:green:4", "flood:black:2", "flood:black:3"),
            "floods",
        ),
        ("objective", "obj-3", "objective card Shorthorn + hazard + hazard"),
        ("station-master", "sm-4", "3 points for every 2 hazards"),
        ("station-master", "sm-8", "2 permanent certificates"),
        ("neutral", "C", "C"),
    ],
)
def test_words(kind: engine.Kind, value: engine.Value, text: str) -> None:
    assert Words("en").in_words(kind, value) == text


@every(
    ("path", "text"),
    [
        ("board.hazards.drought-2", "drought space 2"),
        ("board.outlaws.outlaw-4", "outlaw space 4"),
        ("board.buildings.A-1", "building space A-1"),
        ("board.buildings.drought-risk-1", "drought risk space 1"),
        ("board.buildings.outlaw-risk-2", "outlaw risk space 2"),
        ("board.job_market.rows.3", "row 3 of the job market"),
        ("board.job_market.token_row", "the token in the job market"),
        ("game.sides.5", "the side chosen for building 5"),
        ("players.blue", "Blue"),
        ("players.blue.hand", "Blue's hand"),
        ("players.blue.workers.cowboy", "Blue's cowboys"),
        ("players.blue.deliveries.peoria", "Blue's discs in Peoria"),
        ("turn.player", "the player on turn"),
        ("sheet.1.cattle", "Cattle"),
    ],
)
def test_places(path: str, text: str) -> None:
    assert Words("en").place(path) == text


@every(
    ("path", "me", "text"),
    [
        ("players.red.engine", None, "Which space is Red's engine on?"),
        ("players.red.engine", "red", "Which space is your engine on?"),
        ("players.red.workers.builder", "red", "How many builders do you have?"),
        ("players.red.workers", None, "Which workers does Red have?"),
        ("players.red.deliveries.peoria", None, "How many discs does Red have in Peoria?"),
        ("players.red", None, "What does Red have?"),
        ("players", None, "What do the other players have?"),
        ("board.hazards.drought-2", None, "What lies on drought space 2?"),
        ("board.job_market.rows.3", None, "Who is in row 3 of the job market?"),
        ("board.buildings", None, "Which buildings are on the trail?"),
        ("turn.phase", None, "Which phase is it?"),
    ],
)
def test_questions(path: str, me: str | None, text: str) -> None:
    assert Words("en", me=me).question(path) == text


def test_everything_that_can_be_missing_is_asked_for() -> None:
    """Whatever a verdict depends on when nothing but the turn is known."""
    missing = set[str]()
    for moment in list(engine.random_game(2, engine.variants(2), 5))[::5]:
        position = moment.position
        known = engine.Position(position.game, turn=position.turn, players=dict.fromkeys(position.players, Player()))
        rules = engine.ruleset_of(known)
        for option in moment.options[::3]:
            missing |= {*engine.judge(rules, known, option.action).missing}
    assert len(missing) > 40
    for language, path, me in itertools.product(LANGUAGES, missing, (None, "red")):
        assert Words(language, me=me).question(path).endswith("?")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_space_is_told_by_its_id(language: str) -> None:
    words = Words(language)
    for space in words.catalog.trail.spaces:
        assert not re.search(r"[a-z]-\d|risk-", words.space(space)), space


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_the_names_of_its_edition(language: str) -> None:
    first, second = (
        {
            *(i18n.name(language, "breed", breed) for breed in engine.load_catalog(edition).cattle.breeds),
            *(i18n.name(language, "city", city) for city in engine.load_catalog(edition).cities.cities),
        }
        for edition in (1, 2)
    )
    # A name that is part of one of the first edition may stand in a sentence.
    strange = {name for name in second if not any(name in other for other in first)}
    said = set[str]()
    for moment in engine.random_game(2, (), 3, edition=1):
        for option in moment.options:
            sentence = action_sentence(option.action, language, moment.position.game.edition)
            if option.action.type in ("objective", "play", "discard", "buy", "deliver"):
                said.add(sentence)
                assert not any(name in sentence for name in strange), sentence
    city = i18n.name(language, "city", "san-francisco")
    assert any(city in sentence for sentence in said)
    reason = engine.Reason("card-not-in-hand", {"cards": ("obj-6",), "places": ()})
    assert city in finding_of(reason, language, edition=1).text
    assert i18n.name(language, "city", "new-york") in finding_of(reason, language, edition=2).text


@every(
    ("language", "worker", "outlaw", "place"),
    [
        ("en", "craftsman", "blue teepee", "teepee space 3"),
        ("de", "Handwerker", "blaues Tipi", "Tipifeld 3"),
        ("fr", "bâtisseur", "tipi bleu", "case de tipi 3"),
        ("es", "artesano", "tipi azul", "casilla de tipi 3"),
        ("ko", "장인", "파란색 티피", "티피 3번 칸"),
    ],
)
def test_a_game_of_the_first_edition_is_told_in_its_words(language: str, worker: str, outlaw: str, place: str) -> None:
    first, newest = Words(language, edition=1), Words(language, edition=2)
    things = (("worker", "builder", worker), ("outlaw", "orange", outlaw))
    for context, key, word in things:
        name = first.name(context, key)
        assert getattr(name, "forms", {"one": name})["one"] == word
    assert first.place("board.outlaws.outlaw-3") == place != newest.place("board.outlaws.outlaw-3")
    needs = {"worker": "builder", "needs": 3, "have": 2, "places": ()}
    assert worker[:6] in finding_of(engine.Reason("not-enough-builders", needs), language, edition=1).text
    assert first.name("worker", "cowboy") == newest.name("worker", "cowboy")

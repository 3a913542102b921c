"""Findings as sentences: every reason, in every language, with a link that leads to its rule."""

import itertools
import re
from typing import Any

import pytest
from companion import engine, i18n
from companion.engine.core.position import Player
from companion.sentences.actions import action_sentence
from companion.sentences.findings import finding_of, key_path, problem_text
from companion.sentences.names import Words

from tests.conftest import LANGUAGES, ROOT, every, is_told
from tests.engine.tables import whole_game
from tests.engine.test_cases import CASES, reasons
from tests.situations import read_yaml

TOLD = read_yaml(ROOT / "tests/sentences/names.yaml")


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


def test_a_problem_is_told_where_it_is() -> None:
    problem = engine.Problem("empty", {}, ("players", "blue"), 2)
    assert key_path(problem) == "players.blue"
    assert problem_text(problem, "en") != "empty"


@every(("kind", "value", "text"), TOLD["values"])
def test_words(kind: engine.Kind, value: Any, text: str) -> None:
    assert Words("en").in_words(kind, tuple(value) if isinstance(value, list) else value) == text


@every(("path", "text"), TOLD["places"])
def test_places(path: str, text: str) -> None:
    assert Words("en").place(path) == text


@every(("path", "me", "text"), TOLD["questions"])
def test_questions(path: str, me: str | None, text: str) -> None:
    assert Words("en", me=me).question(path) == text


def test_everything_that_can_be_missing_is_asked_for() -> None:
    """Whatever a verdict depends on when nothing but the turn is known."""
    missing = set[str]()
    for moment in whole_game(2, engine.variants(2), 1)[::5]:
        position = moment.position
        nobody = dict.fromkeys(position.players, Player())
        known = engine.Position(game=position.game, turn=position.turn, players=nobody)
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
    for moment in whole_game(3, (), 0, edition=1):
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


@every(("language", "worker", "outlaw", "place"), TOLD["first edition"])
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

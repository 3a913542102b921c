"""The library of disputes: every answer is the engine's, every rule that decides one is named."""

import functools
import re

from companion import engine
from companion.book.disputes import DisputeFacts, load_facts
from companion.reference.library import Reference

from tests.book.test_examples import answer_as_told
from tests.conftest import LANGUAGES, ROOT, every
from tests.engine.test_rulings import RULINGS

FILE = ROOT / "content" / "disputes.yaml"
NAMES = re.findall(r"^- id: (\S+)$", FILE.read_text(encoding="utf-8"), re.MULTILINE)


@functools.cache
def facts() -> dict[str, DisputeFacts]:
    return {fact.id: fact for fact in load_facts(FILE)[1]}


@every("name", NAMES)
def test_the_engine_answers_as_told(name: str) -> None:
    fact = facts()[name]
    answer_as_told({"position": fact.position, "ask": fact.ask, "answer": fact.answer})
    # The rules of the reasons are cited.
    codes = fact.answer.get("reasons", fact.answer.get("findings", ()))
    assert {engine.REASONS[code].section for code in codes} <= set(fact.sections)


def test_there_are_many_on_every_topic() -> None:
    topics, disputes = load_facts(FILE)
    assert [fact.id for fact in disputes] == NAMES
    assert len(disputes) >= 36
    for topic in topics:
        assert sum(fact.topic == topic for fact in disputes) >= 3, topic


def test_the_answers_are_mixed() -> None:
    answers = [fact.answer["answer"] for fact in facts().values() if fact.ask["type"] == "judge"]
    assert min(answers.count("yes"), answers.count("no")) > len(answers) // 3


def test_every_ruling_that_the_engine_follows_is_disputed(reference: Reference) -> None:
    followed = {*(spec.section for spec in engine.REASONS.values()), *(case["section"] for case in RULINGS.values())}
    rulings = {place.id for place in reference.books["en"].places.values() if place.ruling and place.id in followed}
    assert len(rulings) >= 30
    assert rulings - {section for fact in facts().values() for section in fact.sections} == set()


def test_languages_say_the_same(reference: Reference) -> None:
    one, *others = (reference.disputes[language] for language in LANGUAGES)
    for other in others:
        for name, dispute in one.disputes.items():
            assert sorted(dispute.figures) == sorted(other.disputes[name].figures), name
            assert other.disputes[name].title != dispute.title


def test_figures_are_references(reference: Reference) -> None:
    """A digit is the name of a building (6b, 9a) or stands in a reference, whose name is no part of the text."""
    for language in LANGUAGES:
        for dispute in reference.disputes[language].disputes.values():
            words = dispute.text.replace("{{", " \0").split()
            for word in words:
                building = any(f"{number}{side}" in word for number in range(1, 13) for side in "ab")
                assert word.startswith("\0") or building or not any(map(str.isdecimal, word)), (dispute.id, word)


@every(
    ("language", "query", "topic", "names"),
    [
        ("en", "two engines", "", {"passing-engines", "two-engines-on-one-turnout"}),
        ("en", "CROSS of a turnout", "", {"cross-beside-a-turnout"}),
        ("en", "turnout cross", "", {"cross-beside-a-turnout"}),
        ("en", "turnout cross", "trail", set()),
        ("en", "may i", "nowhere", set()),
        ("ko", "교환 토큰 손에", "", {"token-with-an-empty-hand"}),
    ],
)
def test_finding(reference: Reference, language: str, query: str, topic: str, names: set[str]) -> None:
    assert {dispute.id for dispute in reference.disputes[language].find(query, topic)} == names


def test_no_words_find_all(reference: Reference) -> None:
    disputes = reference.disputes["en"]
    assert disputes.find("", "") == tuple(disputes.disputes.values())
    assert {dispute.facts.topic for dispute in disputes.find("", "end")} == {"end"}

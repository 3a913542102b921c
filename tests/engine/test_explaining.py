"""Why something may be done: every yes of the rulings and of recorded games tells the rules that it rests on."""

from pathlib import Path
from typing import Any

from companion.book.sections import section_of
from companion.engine import Action, Position, explain, judge, read_action, ruleset_of
from companion.reference import library

from tests.conftest import every
from tests.engine.test_recorded_games import GAMES, recorded
from tests.engine.test_rulings import RULINGS, situation

ENFORCED = {section.id for section in library.load().books["en"].sections.values() if section.enforced}


def assert_explained(position: Position, action: Action) -> None:
    """A yes has its grounds, a no has none, and each stands in a section by which the engine judges."""
    rules = ruleset_of(position)
    verdict, grounds = judge(rules, position, action), explain(rules, position, action)
    assert bool(grounds) == (verdict.answer != "no"), action
    assert {section_of(one.section) for one in grounds} <= ENFORCED, action
    sections = [one.section for one in grounds]
    assert len(sections) == len(set(sections))
    for check in [check for one in grounds for check in one.passed]:
        figures = check.params
        if "needs" in figures and "have" in figures:
            assert figures["have"] >= figures["needs"], check


@every("case", RULINGS.values(), ids=list(RULINGS))
def test_of_every_ruling(case: dict[str, Any]) -> None:
    assert_explained(situation(case), read_action(case["action"]))


@every("file", GAMES, ids=lambda file: file.stem)
def test_of_every_action_of_a_recorded_game(file: Path) -> None:
    log, positions = recorded(file)
    for position, entry in zip(positions, log, strict=False):
        assert_explained(position, entry.action)


def test_a_hire_is_told_as_a_referee_would() -> None:
    """What was looked at comes in the order of the rule, each section once, with the figures of what was checked."""
    case = next(case for case in RULINGS.values() if case["action"].startswith("hire") and case["answer"] == "yes")
    position = situation(case)
    grounds = explain(ruleset_of(position), position, read_action(case["action"]))
    assert grounds[0].section == "job-market/hire"
    assert "worker-row-full" in [check.code for check in grounds[0].passed]

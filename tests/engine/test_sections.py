"""Where the rules are told: every action and effect has a section, and an answer cites what was looked at."""

from typing import Any

import pytest
from companion.engine import check, playable_layers, read_position, ruleset_of
from companion.engine.actions import vocabulary
from companion.engine.effects import pending_vocabulary

from tests.conftest import LANGUAGES, every, is_told
from tests.engine.tables import whole_game

KINDS = [*vocabulary().values(), *pending_vocabulary().values()]


@every("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_section_in_every_language(kind: Any) -> None:
    for language in LANGUAGES:
        assert is_told(kind.section, language), kind.section


@pytest.mark.parametrize("layer", playable_layers().values(), ids=list(playable_layers()))
def test_what_a_layer_has_otherwise_is_told_in_every_language(layer: Any) -> None:
    for section, told in {**layer.differs, **layer.adds}.items():
        assert is_told(section), section
        assert all(is_told(told, language) for language in LANGUAGES), told


def test_a_reason_tells_the_rule_as_it_is_in_the_game_that_is_played() -> None:
    position = read_position('{"game": {"edition": 1}, "players": {"red": {"deliveries": {"santa-fe": 2}}}}')
    told = [(reason.code, reason.section) for reason in check(ruleset_of(position), position)]
    assert ("city-twice", "first-edition/cities") in told


def test_every_option_of_a_game_cites_sections_that_are_there() -> None:
    cited = set[str]()
    for moment in whole_game(4, ["simmental"], 0):
        for option in moment.options:
            assert option.verdict.sections, option.action
            cited.update(option.verdict.sections)
    assert len(cited) > 30
    for section in cited:
        assert is_told(section), section

"""Where the rules are told: every action and effect has a section, and an answer cites what was looked at."""

from typing import Any

import pytest
from companion.engine import check, judge, playable_layers, read_action, read_position, ruleset_of
from companion.engine.actions import vocabulary
from companion.engine.effects import pending_vocabulary
from companion.engine.play import random_game

from tests.conftest import LANGUAGES, every, is_told

KINDS = [*vocabulary().values(), *pending_vocabulary().values()]


@every("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_has_a_section_in_every_language(kind: Any) -> None:
    for language in LANGUAGES:
        assert is_told(kind.section, language), kind.section


HIRE = '{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire"}]}'
MARKET = '"board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}}'
KANSAS_CITY = '{"turn": {"player": "blue", "phase": "K5", "breeding_value": 5}'

CASES = [
    (
        "what is under way, and what it costs",
        HIRE + "," + MARKET + ', "players": {"blue": {"dollars": 9, "workers": {"cowboy": 1}}}}',
        "hire row=1 column=1",
        ["job-market/hire", "job-market/hire#cost"],
    ),
    (
        "what decides an answer that depends",
        HIRE + "," + MARKET + "}",
        "hire row=1 column=1",
        ["job-market/hire", "job-market/hire#cost"],
    ),
    (
        "a no cites what states its reasons",
        HIRE + "," + MARKET + ', "players": {"blue": {"dollars": 1, "workers": {"cowboy": 6}}}}',
        "hire row=1 column=1",
        ["turn/requirements-and-rewards", "job-market/hire"],
    ),
    (
        "a local action and everything that it consists of",
        '{"turn": {"player": "blue", "phase": "B", "used": [], "auxiliary_used": false},'
        ' "board": {"neutral": {"A": "A"}}, "players": {"blue": {"herder": "A", "hand": ["galloway"]}}}',
        "use action=A.1",
        ["turn/own-or-neutral", "cards/discarding", "turn/dollars"],
    ),
    (
        "an immediate action belongs to what it came with",
        '{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "immediate", "of": "engineer.3"}]},'
        ' "players": {"blue": {"hand": ["criollo"]}}}',
        "use action=engineer.3",
        ["job-market/workers#spaces", "cards/discarding", "turn/dollars"],
    ),
    (
        "a way with hands on it",
        '{"game": {"players": 2}, "turn": {"player": "blue", "phase": "A"},'
        ' "board": {"hazards": {"flood-1": {"hand": "green"}}},'
        ' "players": {"blue": {"herder": "A", "dollars": 9, "cleared": []}}}',
        "move way=flood-1",
        ["movement/steps", "movement/step-limit", "movement/hand-fees"],
    ),
    (
        "a free way has a rule of its own",
        '{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "move-herder-free", "most": 3}]},'
        ' "board": {"hazards": {"flood-1": {"hand": "green"}}}, "players": {"blue": {"herder": "A", "dollars": 9}}}',
        "move way=flood-1",
        ["movement/move-again#free-move"],
    ),
    (
        "a delivery and its transport",
        KANSAS_CITY + ', "players": {"blue": {"herder": "kansas-city", "engine": 9, "deliveries": {}}}}',
        "deliver city=fulton",
        ["kansas-city/delivery", "kansas-city/transport"],
    ),
    (
        "a token has nothing to do with what is under way",
        KANSAS_CITY + ', "players": {"blue": {"exchange_tokens": 1}}}',
        "exchange count=1",
        ["cards/exchange-tokens"],
    ),
    (
        "replacing is not quite building",
        '{"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "build", "dollars": 2}]},'
        ' "board": {"buildings": {"A-1": {"player": "blue", "face": "1a"}}},'
        ' "players": {"blue": {"dollars": 20, "workers": {"builder": 4}}}}',
        "build face=4a space=A-1",
        ["buildings/build", "buildings/build#replace"],
    ),
    (
        "what an edition has otherwise",
        '{"game": {"edition": 1}, "turn": {"player": "blue", "phase": "K5", "breeding_value": 5},'
        ' "players": {"blue": {"herder": "kansas-city", "engine": 9, "deliveries": {}}}}',
        "deliver city=wichita",
        ["kansas-city/delivery", "first-edition/cities", "kansas-city/transport"],
    ),
    (
        "a no cites the rule as it is in the game that is played",
        '{"game": {"variants": ["rails-to-the-north"]}, "turn": {"player": "blue", "phase": "K5", "breeding_value": 18}'
        ', "players": {"blue": {"herder": "kansas-city", "engine": 9, "deliveries": {"new-york": 1}}}}',
        "deliver city=new-york",
        ["rails/delivery"],
    ),
    (
        "trading is not a bounty",
        '{"game": {"edition": 1}, "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "collect-bounty"}]},'
        ' "board": {"outlaws": {"outlaw-4": null}}}',
        "bounty space=outlaw-4",
        ["first-edition/trade"],
    ),
]


@pytest.mark.parametrize("layer", playable_layers().values(), ids=list(playable_layers()))
def test_what_a_layer_has_otherwise_is_told_in_every_language(layer: Any) -> None:
    for section, told in {**layer.differs, **layer.adds}.items():
        assert is_told(section), section
        assert all(is_told(told, language) for language in LANGUAGES), told


def test_a_reason_tells_the_rule_as_it_is_in_the_game_that_is_played() -> None:
    position = read_position('{"game": {"edition": 1}, "players": {"red": {"deliveries": {"santa-fe": 2}}}}')
    told = [(reason.code, reason.section) for reason in check(ruleset_of(position), position)]
    assert ("city-twice", "first-edition/cities") in told


@every(("text", "action", "sections"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_an_answer_cites_what_was_looked_at(text: str, action: str, sections: list[str]) -> None:
    position = read_position(text)
    assert list(judge(ruleset_of(position), position, read_action(action)).sections) == sections


def test_every_option_of_a_game_cites_sections_that_are_there() -> None:
    cited = set[str]()
    for moment in random_game(2, ["simmental"], 5):
        for option in moment.options:
            assert option.verdict.sections, option.action
            cited.update(option.verdict.sections)
    assert len(cited) > 30
    for section in cited:
        assert is_told(section), section

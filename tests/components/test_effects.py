"""Effects in words and in symbols: all of them, in every language, with the figures of the data."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest
from companion import i18n
from companion.components import component_words, parts
from companion.components.effects import EffectWords, glyphs, message
from companion.engine import every_component
from companion.engine.cards.discarding import Discard, RemoveCards
from companion.engine.cards.drawing import DrawThenDiscard
from companion.engine.cattle.buying import BuyCattle
from companion.engine.core.effect import Choice, Effect
from companion.engine.core.vocabulary import WORDS
from companion.engine.effects import vocabulary
from companion.engine.job_market.hiring import Hire
from companion.engine.kansas_city.certificates import GainCertificates
from companion.engine.objectives.gaining import GainObjective
from companion.engine.railroad.engine import EngineBackward, EngineForward
from companion.engine.trail.tiles import RemoveHazard
from companion.engine.turn.dollars import GainDollars, Pay
from companion.i18n.names import parameters

from tests.conftest import LANGUAGES, every


def possible(kind: type[Effect]) -> Iterator[Effect]:
    """Effects of a kind with every word that it can be given, and a few numbers."""
    hints = get_type_hints(kind, include_extras=True)
    choices = []
    for field in fields(kind):
        hint = hints[field.name]
        if get_args(hint)[1:] == ("card-kind",):
            choices.append([*WORDS["card-kind"](every_component())])
            continue
        inner = [arg for arg in get_args(hint) if arg is not type(None)]
        words = [word for arg in inner for word in (get_args(arg) or [arg]) if isinstance(word, str)]
        optional = [None] if type(None) in get_args(hint) else []
        choices.append([*words, *optional] if words else [-2, 1, 3, *optional])
    for values in itertools.product(*choices):
        yield kind(*values)


def test_every_effect_can_be_told_and_drawn() -> None:
    for effect in [effect for each in vocabulary().values() for effect in possible(each)]:
        key, parts_ = message(effect)
        for language in LANGUAGES:
            assert parameters(i18n.all_names(language)["effect", key]) == set(parts_), effect
            EffectWords(language).effect(effect)
        assert glyphs(effect)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_a_component_does_is_told(language: str) -> None:
    words = EffectWords(language)
    for deed in [deed for part in parts().values() for deed in part.deeds]:
        told = words.action(deed.action)
        assert told.endswith(".")
        assert not re.search(r"%\(|None|\b(discard|pay|gain|engine|hire)[.-]\w", told), told
        # Every amount above one is in the sentence; "one" may be a word.
        for effect in deed.effects:
            for number in vars(effect).values():
                if isinstance(number, int) and abs(number) > 1:
                    assert str(abs(number)) in told, told


SENTENCES = [
    (Choice((GainDollars(2),)), "Gain 2 dollars.", "2달러를 얻습니다."),
    (Choice((GainDollars(1, per="builder"),)), "Gain 1 dollar for each of your builders.", "내 건축가 1명마다 1달러를"),
    (
        Choice((GainDollars(4),), (Discard("galloway"),)),
        "Discard one Galloway to gain 4 dollars.",
        "갤러웨이 카드 1장을 버리면 4달러를 얻습니다.",
    ),
    (
        Choice((GainCertificates(2),), (Pay(2), EngineBackward(2))),
        "Pay 2 dollars and move your engine back exactly 2 spaces to gain up to 2 certificates.",
        "2달러를 내고 기차 말을 뒤로 정확히 2칸 움직이면 인증을 2개까지 얻습니다.",
    ),
    (
        Choice((GainDollars(1), RemoveCards(1)), (EngineBackward(1),)),
        "to gain 1 dollar and return 1 card from your hand to the box for good.",
        "1달러를 얻습니다. 그리고 손에서 카드 1장을 게임에서 완전히 제거합니다.",
    ),
    (Choice((EngineForward(most=1),)), "Move your engine forward 1 space.", "기차 말을 앞으로 1칸 움직입니다."),
    (Choice((EngineForward(most=3),)), "forward up to 3 spaces.", "앞으로 3칸까지 움직입니다."),
    (Choice((EngineForward(per="hazard"),)), "up to one space for each hazard", "재난 1개마다 한 칸까지"),
    (Choice((DrawThenDiscard(most=3),)), "Draw up to 3 cards", "카드를 3장까지 뽑고"),
    (Choice((Hire(),)), "Hire one worker at the cost", "일꾼 1명을 고용합니다."),
    (Choice((Hire(2),)), "for 2 dollars more", "2달러를 더 내고"),
    (Choice((Hire(-1),)), "for 1 dollar less", "1달러를 덜 내고"),
    (Choice((RemoveHazard(0),)), "for free.", "비용 없이"),
    (Choice((RemoveHazard(7),)), "for 7 dollars.", "7달러를 내고"),
    (Choice((GainObjective("hand"),)), "into your hand.", "손으로 가져옵니다."),
    (Choice((BuyCattle(),)), "Buy cattle", "소를 삽니다."),
]


@every(("choice", "english", "korean"), SENTENCES)
def test_sentences(choice: Choice, english: str, korean: str) -> None:
    assert english in EffectWords("en").sentence(choice)
    assert korean in EffectWords("ko").sentence(choice)


def test_a_white_slash_is_an_or() -> None:
    slash = (Choice((GainCertificates(1),)), Choice((GainObjective(),)))
    assert "certificate; or take an objective card" in EffectWords("en").action(slash)
    assert "얻습니다. 또는 공급처나" in EffectWords("ko").action(slash)


@every(
    ("part", "line"),
    [
        ("building-1a", "Needs 1 builder, worth 1 point. Gain 2 dollars for each building of yours in the woods."),
        ("station-6", "Costs 8 dollars, worth 5 points."),
        ("city-fulton", "Value 1."),
        ("city-kansas-city", "−6 points for each disc."),
    ],
)
def test_a_line_begins_with_what_is_needed_and_what_it_is_worth(part: str, line: str) -> None:
    assert component_words("en").line(parts()[part]) == line

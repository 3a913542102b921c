"""Words that go with a value in front of them: Korean particles as one says them, forms for one and for several."""

import re

import pytest
from companion import i18n
from companion.i18n import filled
from companion.languages.ko import final_sound
from markupsafe import Markup


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("건물", "건물은 “건물”이 건물을 건물과 건물로 건물이라고"),
        ("토큰", "토큰은 “토큰”이 토큰을 토큰과 토큰으로 토큰이라고"),
        ("크리올로", "크리올로는 “크리올로”가 크리올로를 크리올로와 크리올로로 크리올로라고"),
        ("카드(3점)", "카드(3점)는 “카드(3점)”가 카드(3점)를 카드(3점)와 카드(3점)로 카드(3점)라고"),
        (5, "5는 “5”가 5를 5와 5로 5라고"),
        (0, "0은 “0”이 0을 0과 0으로 0이라고"),
        (8, "8은 “8”이 8을 8과 8로 8이라고"),
        (13, "13은 “13”이 13을 13과 13으로 13이라고"),
        ("2a", "2a는 “2a”가 2a를 2a와 2a로 2a라고"),
        ("칸 A-1", "칸 A-1은 “칸 A-1”이 칸 A-1을 칸 A-1과 칸 A-1로 칸 A-1이라고"),
        ("F", "F는 “F”가 F를 F와 F로 F라고"),
        ("Ben", "Ben은 “Ben”이 Ben을 Ben과 Ben으로 Ben이라고"),
        # How that ends nobody can tell.
        ("🐄", "🐄은(는) “🐄”이(가) 🐄을(를) 🐄과(와) 🐄(으)로 🐄(이)라고"),
    ],
)
def test_particles(value: object, told: str) -> None:
    text = "%(x)s은(는) “%(x)s”이(가) %(x)s을(를) %(x)s과(와) %(x)s(으)로 %(x)s(이)라고"
    assert filled(text, {"x": value}) == told


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        *(("역", "ㅇ"), ("칠", "ㄹ"), ("차", ""), ("40", "ㅇ"), ("L", "ㄹ"), ("N", "ㅇ"), ("W", "")),
        *(("Paul", "ㄹ"), ("Jack", "ㅇ"), ("Matt", "ㅇ"), ("Mark", ""), ("Peter", ""), ("Anna", ""), ("", None)),
    ],
)
def test_final_sounds(text: str, sound: str | None) -> None:
    assert final_sound(text) == sound


@pytest.mark.parametrize(
    ("have", "told"),
    [
        (0, "0 cards are left; 5 tiles are there."),
        (1, "1 card is left; 5 tiles are there."),
        (2, "2 cards are left; 5 tiles are there."),
    ],
)
def test_one_and_several(have: int, told: str) -> None:
    text = "%(have)s [card|cards] [is|are] left; %(most)s [tile|tiles] [is|are] there."
    assert filled(text, {"have": have, "most": 5}) == told


def test_what_somebody_typed_stays_as_it_is() -> None:
    typed = "은(는) [one|more] %(x)s"
    assert filled("“%(x)s”은(는) 100%%", {"x": typed}) == f"“{typed}”는 100%"
    page = filled(Markup("<b>%(name)s</b>: %(name)s을(를)"), {"name": "<Kim>"})
    assert page == Markup("<b>&lt;Kim&gt;</b>: &lt;Kim&gt;을")
    assert filled(Markup("%(link)s이(가)"), {"link": Markup("<a>규칙</a>")}) == Markup("<a>규칙</a>이")


def test_no_korean_text_guesses_a_particle() -> None:
    """Behind a value both forms are written."""
    guessed = re.compile(r"%\(\w+\)[sd][”’\"')]*(?:이라[는고]|으로|[은는이가을를과와로])(?![가-힣(])")
    messages = [message.string for message in i18n.read_catalog("ko") if message.id]
    texts = [text for told in messages for text in (told if isinstance(told, list | tuple) else [told])]
    assert [text for text in (*texts, *i18n.all_names("ko").values()) if guessed.search(text)] == []

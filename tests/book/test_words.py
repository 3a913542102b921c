"""Words as search sees them."""

import pytest
from companion.book.search.words import (
    by_script,
    covers,
    fold,
    stem,
    telling,
    unfinished,
    without_asking,
    without_particle,
    words,
)

from tests.conftest import every


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Größe", "grosse"), ("CAFÉ", "cafe"), ("２장", "2장"), ("손을", "손을"), ("예전", "예전")],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_words() -> None:
    assert words("Hand-fees: 2 dollars!") == ["hand", "fees", "2", "dollars"]


@every(
    ("word", "stem"),
    [
        ("요금을", "요금"),
        ("역장에게", "역장"),
        ("캔자스시티에서는", "캔자스시티"),
        ("재난이", "재난"),
        ("손을", None),  # one syllable would be left
        ("가로", None),
        ("fees", None),
        ("인증", None),
    ],
)
def test_particles(word: str, stem: str | None) -> None:
    assert without_particle(word) == stem


@every(
    ("word", "asked"),
    [
        ("쓸수있나", "쓸"),
        ("써도됨", "써도"),
        ("들고있어도됨", "들고"),
        ("내야돼", "내야"),
        ("사고싶은데", "사고"),
        ("이긴거야", "이긴"),
        ("거래", "거래"),
        ("수거", "수거"),  # no ending: 거 stands behind ㄴ or ㄹ only
        ("fees", "fees"),
    ],
)
def test_what_asks_behind_a_word(word: str, asked: str) -> None:
    assert without_asking(word) == asked


@pytest.mark.parametrize(
    ("word", "pieces"),
    [("인증4에서6", ["인증", "4", "6"]), ("9a운송", ["9a", "운송"]), ("손요금", ["손요금"]), ("hand", ["hand"])],
)
def test_pieces_of_a_word(word: str, pieces: list[str]) -> None:
    assert by_script(word) == pieces


UNFINISHED = [("옞", ["예"]), ("요ㄱ", ["요"]), ("ㄱ", []), ("fee", [])]


@pytest.mark.parametrize(("word", "beginnings"), UNFINISHED)
def test_unfinished_syllables(word: str, beginnings: list[str]) -> None:
    assert unfinished(word) == beginnings


def test_a_syllable_may_still_get_its_final_consonant() -> None:
    assert "예전" in unfinished("예저")
    assert len(unfinished("예저")) == 27


@pytest.mark.parametrize(
    ("asked", "left"),
    [("how many cowboys", ["cowboys"]), ("when", ["when"]), ("카드 몇 장", ["카드", "장"])],
)
def test_words_of_the_question_say_nothing(asked: str, left: list[str]) -> None:
    assert telling(words(asked)) == left


@every(
    ("asked", "phrase", "share"),
    [
        ("hand limit", "hand limit", 1.0),
        ("hand", "hand limit", 0.5),
        ("limit hand", "hand limit", 1.0),
        ("ha li", "hand limit", 1.0),
        ("hand fee", "hand limit", 0.0),
        ("요금은", "손 요금", 0.5),
    ],
)
def test_how_much_of_a_phrase_is_said(asked: str, phrase: str, share: float) -> None:
    assert covers(words(asked), words(phrase)) == share


@pytest.mark.parametrize(
    ("forms", "alone"),
    [
        ("cow cows", "cows"),
        ("stop stopped stops stopping", "stop"),
        ("예전 예전에서 예전은", "예전"),
        ("손 손을", "손"),
        ("6b", "6b"),
    ],
)
def test_all_forms_have_one_stem(forms: str, alone: str) -> None:
    assert {stem(form) for form in forms.split()} == {stem(alone)}

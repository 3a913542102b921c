"""What a typed word may mean."""

import pytest
from companion.book.search.vocabulary import Vocabulary

from tests.conftest import every

KNOWN = ["train", "engine", "transport", "station", "buys", "foresight", "7", "70", "예전", "운송료", "뽑기", "버리기"]
NAMES = ["초록", "손", "교환", "토큰", "목표", "카드"]


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary([*KNOWN, *NAMES], NAMES, {"train": ["engine"]})


@every(
    ("typed", "meant"),
    [
        ("station", "station"),
        ("stat", "station"),  # begun
        ("buying", "buys"),  # inflected
        ("뽑아요", "뽑기"),
        ("버려", "버리기"),
        ("예전에서", "예전"),
        ("statoin", "station"),  # two letters swapped
        ("transprt", "transport"),  # one missed
        ("staation", "station"),  # one too many
        ("ststion", "station"),  # one mistaken
        ("foresite", "foresight"),  # spelt by ear
        ("얘전", "예전"),  # one letter of a syllable mistaken
        ("train", "engine"),  # another word for it
    ],
)
def test_near(vocabulary: Vocabulary, typed: str, meant: str) -> None:
    assert meant in vocabulary.near(typed)


def test_the_word_itself_is_nearest(vocabulary: Vocabulary) -> None:
    near = vocabulary.near("train")
    assert near["train"] == max(near.values()) == 1.0
    assert near["engine"] < 1.0


@pytest.mark.parametrize("typed", ["xyzzy", "ㅋㅋ", "qu", "8"])
def test_nothing_is_near(vocabulary: Vocabulary, typed: str) -> None:
    assert vocabulary.near(typed) == {}


def test_a_figure_is_not_the_beginning_of_another(vocabulary: Vocabulary) -> None:
    assert vocabulary.near("7") == {"7": 1.0}


@every(
    ("typed", "parts"),
    [
        ("초록손", ["초록", "손"]),
        ("교환토큰을", ["교환", "토큰"]),
        ("목표카드", ["목표", "카드"]),
        ("토큰", ["토큰"]),
        ("예전", ["예전"]),
        ("handcard", ["handcard"]),
        ("목표7에서70", ["목표", "7", "70"]),  # figures between
        ("토큰7큰", ["토큰7큰"]),  # and a slip
        ("카드뽑기", ["카드", "뽑기"]),  # a word that is no name
        ("안버리기", ["안", "버리기"]),  # what asks, in front
        ("버려도됨", ["버려도"]),  # and behind
        ("초록버릴수있나", ["초록", "버릴"]),
        ("손에서", ["손"]),  # a particle behind one syllable
    ],
)
def test_compounds(vocabulary: Vocabulary, typed: str, parts: list[str]) -> None:
    assert vocabulary.parts(typed) == parts

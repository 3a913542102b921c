"""What the search makes of what is typed: words and what they may mean, operators, names of things (`words.yaml`)."""

from collections.abc import Callable
from typing import Any

from companion.book.search.things import Names, Phrases
from companion.book.search.vocabulary import Vocabulary
from companion.book.search.words import (
    Query,
    by_script,
    fold,
    read_query,
    stem,
    telling,
    unfinished,
    without_asking,
    without_particle,
    words,
)

from tests.conftest import ROOT, every
from tests.situations import read_yaml

RULES = read_yaml(ROOT / "tests/book/words.yaml")
KNOWN = ["train", "engine", "transport", "station", "buys", "foresight", "7", "70", "예전", "운송료", "뽑기", "버리기"]
NAMES = ["초록", "손", "교환", "토큰", "목표", "카드", "gebuhr"]
VOCABULARY = Vocabulary([*KNOWN, *NAMES], NAMES, {"train": ["engine"]})
THINGS = Names(
    {
        "building-3a": ["Building 3a", "3a", "건물 3a"],
        "building-3b": ["Building 3b", "3b", "건물 3b"],
        "station-3": ["Station 3", "3번 기차역"],
        "st-louis": ["St. Louis", "세인트루이스"],
        "arrow": ["Fulton – St. Louis"],
    }
)
NEAR = RULES.pop("near")


def told(query: Query) -> dict[str, Any]:
    """What was read of a query, without what it does not have."""
    fields = [list(field) for field in query.fields]
    more = {"phrases": list(query.phrases), "without": list(query.without), "fields": fields}
    return {"text": query.text, **{key: value for key, value in more.items() if value}}


READ: dict[str, Callable[[Any], Any]] = {
    "folded": fold,
    "words": words,
    "without a particle": without_particle,
    "without what asks": without_asking,
    "pieces by script": by_script,
    "beginnings of what is unfinished": unfinished,
    "what is asked about": lambda asked: telling(words(asked)),
    "stems": lambda forms: len({stem(form) for form in forms.split()}),
    "share of a phrase": lambda pair: Phrases([words(pair[1])]).covered(words(pair[0])).get(0, 0.0),
    "spelt out": VOCABULARY.spelt,
    "compounds": VOCABULARY.parts,
    "nothing but": VOCABULARY.near,
    "number of players": lambda text: read_query(text).players,
    "queries": lambda text: told(read_query(text, lambda field, value: (field, value) == ("where", "b"))),
    "names": lambda query: [hit.id for hit in THINGS.find(query)],
}


@every(("rule", "typed", "becomes"), [(rule, *row) for rule, rows in RULES.items() for row in rows])
def test_what_is_typed(rule: str, typed: Any, becomes: Any) -> None:
    assert READ[rule](typed) == becomes


@every(("typed", "meant"), NEAR)
def test_what_a_word_may_mean(typed: str, meant: str) -> None:
    assert meant in VOCABULARY.near(typed)


def test_the_word_itself_is_nearest() -> None:
    near = VOCABULARY.near("train")
    assert near["train"] == max(near.values()) == 1.0
    assert near["engine"] < 1.0


def test_a_syllable_may_still_get_its_final_consonant() -> None:
    assert "예전" in unfinished("예저")
    assert len(unfinished("예저")) == 27


def test_the_whole_name_counts_most() -> None:
    scores = {hit.id: hit.score for hit in THINGS.find("st louis")}
    assert scores["st-louis"] == 1
    assert scores["arrow"] < 1
    assert len(THINGS.find("3", limit=2)) == 2

"""How a query is held against what people ask of each section."""

import pytest
from companion.book.search.learning import Learned
from companion.book.search.similarity import Matching
from companion.book.search.vocabulary import Vocabulary
from companion.book.search.words import words

from tests.conftest import every

ASKED = {
    "price": ["how much is a cow", "what does a red cow cost", "buy a cow for how many dollars"],
    "number": ["how many cows are there", "how many red cows", "are there enough cows for four"],
    "train": ["how far does my train go", "can my train jump over another train", "move the train"],
    "station": ["what does a station cost", "stop at a station with the train"],
}
MATCHING = Matching(ASKED)
VOCABULARY = Vocabulary(MATCHING.words, [], {"loco": ["train"], "beef": ["cow"]})


def found(query: str) -> list[str]:
    """The sections that a query finds, the best first."""
    typed = words(query)
    scores = MATCHING.scores(typed, VOCABULARY.read(typed))
    return sorted(scores, key=lambda section: -scores[section])


FIRST = [
    # One of the questions, as it stands there and otherwise inflected.
    ("how many red cows", "number"),
    ("how many red cow", "number"),
    # The kind of question decides between sections about the same thing.
    ("how much for two cows", "price"),
    ("how many cows do we have", "number"),
    ("cost of a station", "station"),
    ("cost of a cow", "price"),
    # Words of several questions of one section.
    ("does the train jump far", "train"),
    # Other words for the same thing, and a slip.
    ("how far goes the loco", "train"),
    ("what does beef cost", "price"),
    ("move the trian", "train"),
]


@every(("query", "section"), FIRST)
def test_the_section_that_is_asked_so_comes_first(query: str, section: str) -> None:
    assert found(query)[0] == section


@pytest.mark.parametrize("query", ["", "weather", "tomorrow morning"])
def test_what_nobody_asks_finds_nothing(query: str) -> None:
    assert found(query) == []


def test_every_question_finds_its_section() -> None:
    for section, asked in ASKED.items():
        for question in asked:
            assert found(question)[0] == section, question


def test_typing_exactly_what_is_asked_counts_more_than_the_same_words() -> None:
    def score(query: str) -> float:
        typed = words(query)
        return MATCHING.scores(typed, VOCABULARY.read(typed))["train"]

    assert score("move the train") > score("train the move") > score("move the cow")


WALKED = {
    "steps": ["how far can i walk", "walk past a building", "do i count what i walk past", "walk past others"],
    "fees": ["what do i pay", "pay the owner", "pay for a hand", "do i pay others"],
}
LEARNED = Learned({section: list(map(words, asked)) for section, asked in WALKED.items()})
TOLD_APART = [
    # Inflected or not; words that nobody learned from say nothing.
    ("walk past", {"steps"}),
    ("pay", {"fees"}),
    ("paying", {"fees"}),
    ("weather", set()),
    ("", set()),
]


@every(("query", "sections"), TOLD_APART)
def test_words_speak_for_the_sections_that_they_tell_from_others(query: str, sections: set[str]) -> None:
    assert LEARNED.scores(words(query)).keys() == sections


def test_what_was_learned_leads_to_its_section() -> None:
    for section, asked in WALKED.items():
        for question in asked:
            scores = LEARNED.scores(words(question))
            assert max(scores, key=scores.__getitem__) == section, question


def test_nothing_to_learn_from_says_nothing() -> None:
    assert Learned({}).scores(["pay"]) == {}
    assert Learned({"steps": []}).scores(["pay"]) == {}

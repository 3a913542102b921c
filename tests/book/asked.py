"""Questions of real life and how well the search answers them. See tests/book/questions/."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from companion.book.sections import section_of
from companion.reference.library import Reference
from companion.reference.search import find

FOLDER = Path(__file__).parent / "questions"
TUNED, LATER, FRESH, LAST = "", "later-", "fresh-", "unseen-"
"""The set that the search was tuned on, and three that it was not: one written before the search learned what people
ask of each section, one after that, from the texts alone; what is missed there shows what kinds of questions are. The
last was written from knowing the game, and nobody looks at what is missed there."""
TABLE, CHECK = "table-", "check-"
"""Two halves, split by chance, of what somebody wrote who knew the game and nothing of the search. What is missed in
the first may be looked at; nobody looks at what is missed in the second."""
UNSEEN = (LATER, FRESH, LAST, TABLE, CHECK)


@dataclass(frozen=True)
class Question:
    """What is typed, and the places in the rules or the components of which any answers it."""

    text: str
    answers: tuple[str, ...]

    @property
    def of_component(self) -> bool:
        """Whether a component answers it; components are a list of their own, above the sections."""
        return "/" not in self.answers[0]


@dataclass(frozen=True)
class Rate:
    """How often the first, or one of the first three, is right, and the mean of 1/place of the best right one."""

    hit1: float
    hit3: float
    mrr: float


def questions(language: str, which: str = TUNED) -> list[Question]:
    """The questions of a set in a language."""
    told = yaml.safe_load((FOLDER / f"{which}{language}.yaml").read_text(encoding="utf-8"))["questions"]
    return [Question(text, tuple([answers] if isinstance(answers, str) else answers)) for text, answers in told.items()]


def place(reference: Reference, language: str, question: Question) -> int | None:
    """Where the best right answer stands in its list, from 1; None when it is not found."""
    found = find(reference, language, question.text)
    ids = [part.id for part in found.parts] if question.of_component else [hit.section.id for hit in found.hits]
    right = set(map(section_of, question.answers))
    return next((number for number, name in enumerate(ids, start=1) if name in right), None)


def opened(reference: Reference, language: str, question: Question) -> bool:
    """Whether the first answer opens just there: the section itself, or the heading in it that answers."""
    hits = find(reference, language, question.text).hits
    return bool(hits) and hits[0].place.id in question.answers


def rate(places: Sequence[int | None]) -> Rate:
    """The rates of a set of places."""
    total = len(places)
    return Rate(
        hit1=sum(number == 1 for number in places) / total,
        hit3=sum(number is not None and number <= 3 for number in places) / total,
        mrr=sum(1 / number for number in places if number) / total,
    )

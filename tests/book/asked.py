"""Questions of real life and how well the search answers them. See tests/book/questions/."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.book.sections import section_of
from companion.reference import library
from companion.reference.library import Reference

from tests.situations import read_yaml

FOLDER = Path(__file__).parent / "questions"
TUNED, LATER, FRESH, LAST = "", "later-", "fresh-", "unseen-"
"""The set that the search was tuned on, and three that it was not: one written before the search learned what people
ask of each section, one after that, from the texts alone; what is missed there shows what kinds of questions are. The
last was written from knowing the game, and nobody looks at what is missed there."""
TABLE, CHECK = "table-", "check-"
"""Two halves, split by chance, of what somebody wrote who knew the game and nothing of the search. What is missed in
the first may be looked at; nobody looks at what is missed in the second."""
LINE, SEALED = "line-", "sealed-"
"""Two halves of what people ask of each other, graded by what the first hit shows, not only by where it leads. What is
missed in the first may be looked at; nobody looks at what is missed in the second."""
GLANCE, SHUT = "glance-", "shut-"
"""Two more halves graded likewise, of questions by somebody else; what is missed in the first may be looked at."""
PARTY, CLOSED = "party-", "closed-"
"""And two of questions as ten different people would type them; what is missed in the first may be looked at."""
FORUM = "forum-"
"""Questions as they stand on forums, in English only; what is missed may be looked at."""
FIVE, BLIND = "five-", "blind-"
"""And two of what five people would ask, in English only; what is missed in the first may be looked at."""
GRADED = (LINE, SEALED, GLANCE, SHUT, PARTY, CLOSED, FORUM, FIVE, BLIND)
UNSEEN = (LATER, FRESH, LAST, TABLE, CHECK, *GRADED)


@dataclass(frozen=True)
class Question:
    """What is typed, and the places in the rules or the components of which any answers it.

    `says`: what the first hit must show, each as words of which any will do; `never`: what it must not.
    """

    text: str
    answers: tuple[str, ...]
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

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


def written(language: str) -> list[str]:
    """The sets that a language has."""
    return [which for which in (TUNED, *UNSEEN) if (FOLDER / f"{which}{language}.yaml").exists()]


find = cache(library.find)
"""Each question is searched for once, however much is looked at in its hits."""


@cache
def questions(language: str, which: str = TUNED) -> list[Question]:
    """The questions of a set in a language."""
    entries = read_yaml(FOLDER / f"{which}{language}.yaml")["questions"]
    graded = {text: entry if isinstance(entry, dict) else {"at": entry} for text, entry in entries.items()}
    return [
        Question(text, _texts(entry["at"]), _texts(entry.get("says", ())), _texts(entry.get("never", ())))
        for text, entry in graded.items()
    ]


def _texts(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def place(reference: Reference, language: str, question: Question) -> int | None:
    """Where the best right answer stands in its list, from 1; None when it is not found."""
    found = find(reference, language, question.text)
    ids = list(found.parts) if question.of_component else [hit.section.id for hit in found.hits]
    right = set(map(section_of, question.answers))
    return next((number for number, name in enumerate(ids, start=1) if name in right), None)


def opened(reference: Reference, language: str, question: Question) -> bool:
    """Whether the first answer opens just there: the section itself, or the heading in it that answers."""
    hits = find(reference, language, question.text).hits
    return bool(hits) and hits[0].place.id in question.answers


def readable(reference: Reference, language: str, question: Question) -> bool:
    """Whether the first hit is right, and its line and its excerpt say what was asked, and nothing that misleads."""
    hits = find(reference, language, question.text).hits
    if not hits or hits[0].section.id not in map(section_of, question.answers):
        return False
    shown = f"{hits[0].plain_answer} {hits[0].plain_snippet}"
    return all(_says(shown, words) for words in question.says) and not any(
        _says(shown, words) for words in question.never
    )


def misleads(reference: Reference, language: str, question: Question) -> bool:
    """Whether the first hit shows what reads as the opposite of the rule."""
    hits = find(reference, language, question.text).hits
    return any(_says(hit.plain_answer, words) for hit in hits[:1] for words in question.never)


def _says(shown: str, words: str) -> bool:
    """Whether any of these words stands there; a number is never a part of another."""
    wanted = (re.sub(r"\d+", lambda number: rf"(?<!\d){number[0]}(?!\d)", re.escape(word)) for word in words.split("|"))
    return any(re.search(word, shown, re.IGNORECASE) for word in wanted)


def rate(places: Sequence[int | None]) -> Rate:
    """The rates of a set of places."""
    total = len(places)
    return Rate(
        hit1=sum(number == 1 for number in places) / total,
        hit3=sum(number is not None and number <= 3 for number in places) / total,
        mrr=sum(1 / number for number in places if number) / total,
    )

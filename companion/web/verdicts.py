"""Answers of the engine as sentences: may something be done, what does it cost, how many points are it."""

from __future__ import annotations

from collections.abc import Mapping

from companion import engine, i18n
from companion.web import present
from companion.web.present import Words

VERDICTS: Mapping[str, frozenset[str]] = {
    "possible": frozenset(),
    "impossible": frozenset(),
    "unusual": frozenset(),
    "options": frozenset(),
    "no-options": frozenset(),
    "yes": frozenset(),
    "yes-paying": frozenset({"payments"}),
    "no": frozenset(),
    "depends": frozenset({"places"}),
    "to-bank": frozenset({"dollars"}),
    "to-player": frozenset({"dollars", "player"}),
    "scored": frozenset({"player", "category"}),
    "points": frozenset({"points"}),
    "line": frozenset({"points", "line"}),
}
"""Key of a sentence -> what it tells."""


def word(key: str, language: str) -> str:
    """An answer that tells nothing but itself."""
    return i18n.name(language, "verdict", key)


def answer(verdict: engine.Verdict, language: str) -> str:
    """Yes with its costs, no, or what it depends on."""
    words = Words(language)
    if verdict.answer == "yes" and verdict.payments:
        return words.name("verdict", "yes-paying", payments=payments(verdict, language))
    if verdict.answer == "depends":
        return words.name("verdict", "depends", places="; ".join(words.place(path) for path in verdict.missing))
    return word(verdict.answer, language)


def why(verdict: engine.Verdict, language: str) -> tuple[str, ...]:
    """Everything that speaks against it."""
    return tuple(present.finding(reason, language).text for reason in verdict.reasons)


def payments(verdict: engine.Verdict, language: str) -> str:
    """What is paid to whom, in the order in which it is paid; what goes to the same payee is added up."""
    words = Words(language)
    dollars: dict[str, int] = {}
    for payee, amount in verdict.payments:
        dollars[payee] = dollars.get(payee, 0) + amount
    return words.name("list", "and").join(
        words.name("verdict", "to-bank", dollars=amount)
        if payee == "bank"
        else words.name("verdict", "to-player", dollars=amount, player=words.name("player", payee))
        for payee, amount in dollars.items()
    )


def scored(player: str, category: str, language: str) -> str:
    """What is scored."""
    return i18n.name(language, "verdict", "scored", player=player, category=category)


def points(number: int, language: str) -> str:
    """Victory points."""
    return i18n.name(language, "verdict", "points", points=_signed(number))


def line(number: int, sentence: str, language: str) -> str:
    """A line of the score with its points."""
    return i18n.name(language, "verdict", "line", points=_signed(number), line=sentence)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")

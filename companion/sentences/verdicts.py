"""Answers of the engine as sentences: may something be done, what does it cost, how many points are it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion import engine, i18n
from companion.sentences.findings import finding_of
from companion.sentences.names import Words


def word(key: str, language: str) -> str:
    """An answer that tells nothing but itself."""
    return i18n.name(language, "verdict", key)


def answer(verdict: engine.Verdict, language: str, edition: int | None = None) -> str:
    """Yes with its costs, no, or what it depends on."""
    words = Words(language, edition=edition)
    if verdict.answer == "yes" and verdict.payments:
        return words.name("verdict", "yes-paying", payments=payments_in_full(verdict, language, edition))
    if verdict.answer == "depends":
        return words.name("verdict", "depends", questions=" ".join(map(words.question, verdict.missing)))
    return word(verdict.answer, language)


class TableReading(NamedTuple):
    """A rule that the table reads in another way than we do, or plays otherwise than it is printed, and the section
    that tells it."""

    text: str
    section: str


def table_readings(
    position: engine.Position, action: engine.Action | None, verdict: engine.Verdict, language: str
) -> tuple[TableReading, ...]:
    """The readings and the house rules of the table that had a say in a verdict."""
    chosen, readings = position.game.readings or {}, engine.ruleset_of(position).catalog.readings.readings
    return tuple(
        TableReading(i18n.name(language, "table-reading", f"{one}.{chosen[one]}"), readings[one].section)
        for one in verdict.readings
    ) + house_rules(position.game, language, engine.house_rules_behind(position, action, verdict) if action else ())


def house_rules(game: engine.Game, language: str, names: Iterable[str] | None = None) -> tuple[TableReading, ...]:
    """The house rules of a game, or those with these names: what holds in place of what is printed."""
    figures, words = engine.changeable_in(game), Words(language)
    house = game.house or {}
    rules = ((figures[name], house[name]) for name in (house if names is None else names) if name in figures)
    return tuple(
        TableReading(
            words.name("house-rule", "yours", rule=words.house_rule(figure, value, game.players)), figure.kind.section
        )
        for figure, value in rules
    )


def why(verdict: engine.Verdict, language: str, edition: int | None = None) -> tuple[str, ...]:
    """Everything that speaks against it."""
    return tuple(finding_of(reason, language, edition=edition).text for reason in verdict.reasons)


class TellingGround(NamedTuple):
    """A rule that a verdict rests on: its section, and what was checked there with its figures."""

    section: str
    checks: tuple[str, ...]


def grounds(position: engine.Position, action: engine.Action, language: str) -> tuple[TellingGround, ...]:
    """Why something may be done, rule by rule; of what depends on more, what is settled."""
    rules, words = engine.ruleset_of(position), Words(language, edition=position.game.edition)

    def line(check: engine.Reason) -> str:
        kinds = engine.REASONS[check.code].params
        return words.name(
            "passed",
            check.code,
            **{key: words.in_words(kinds[key], one) for key, one in check.params.items() if key != "places"},
        )

    return tuple(
        TellingGround(section, tuple(map(line, passed))) for section, passed in engine.explain(rules, position, action)
    )


def payments_in_full(verdict: engine.Verdict, language: str, edition: int | None = None) -> str:
    """What is paid to whom, and which facts that were not entered decide how much."""
    sentence, missing = payments(verdict, language), verdict.costs.missing
    if not missing:
        return sentence
    words = Words(language, edition=edition)
    key = "payments-open" if len(missing) > 1 else "payments-open-one"
    return words.name("verdict", key, payments=sentence, places=words.each(map(words.place, missing)))


def payments(verdict: engine.Verdict, language: str) -> str:
    """What is paid to whom, in the order in which it is paid; what goes to the same payee is added up.

    Where it is not known who is paid, or how much, the sum of it all is told as well.
    """
    words, (least, most) = Words(language), engine.ends(verdict.cost)
    paid = verdict.costs.of_each
    # Somebody of whom it is not known who may be any of those players.
    someone = engine.ends(paid.pop(None, 0))[1]
    if len(paid) == 1 and not someone:
        paid = dict.fromkeys(paid, verdict.cost)
    texts, certain = [], 0
    for payee, dollars in paid.items():
        low, high = engine.ends(dollars)
        certain += low
        # Nobody pays more to one than in all.
        amount = _dollars(words, low, None if someone and payee != "bank" else min(high, most))
        if not amount:
            continue
        if payee == "bank":
            texts.append(words.name("verdict", "to-bank", dollars=amount))
        else:
            texts.append(words.name("verdict", "to-player", dollars=amount, player=words.name("player", str(payee))))
    if not texts:
        return _dollars(words, least, most)
    if someone or (len(texts) > 1 and verdict.costs.missing):
        # That it is what was told at least goes without saying.
        texts.append(words.name("verdict", "in-all", dollars=_dollars(words, least if certain < least else 0, most)))
    return words.name("list", "and").join(texts)


def _dollars(words: Words, least: int, most: int | None) -> str:
    """Dollars: so many, at least, at most, or between two numbers; `most` is None where it is not known."""
    if most is None:
        return words.name("verdict", "dollars-at-least", least=least) if least else ""
    if least == most:
        return words.name("verdict", "dollars", dollars=least)
    if not least:
        return words.name("verdict", "dollars-at-most", most=most)
    return words.name("verdict", "dollars-between", least=least, most=most)


def cost(dollars: engine.Amount, language: str) -> str:
    """What something costs in all."""
    return _dollars(Words(language), *engine.ends(dollars))

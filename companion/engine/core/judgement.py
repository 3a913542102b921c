"""What judging an action comes to: everything that forbids it, and what must be known to tell."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.engine.core.amounts import FREE, Amount, Costs, Payment, ends, missing_of, to_bank
from companion.engine.core.reasons import Reason, Value, reason

if TYPE_CHECKING:
    from companion.engine.core.position import Card

NOT_ENOUGH_DOLLARS = reason("not-enough-dollars", "turn/requirements-and-rewards", "needs", "have")

Answer = Literal["yes", "no", "depends"]


class Verdict(NamedTuple):
    """May it be done? `reasons` forbid it; without one, `missing` are the keys of the position that decide.

    `costs` is what it costs. `sections` are the sections of the rules reference that were looked at; of a no, those
    that state the reasons. `readings` are those of the table, other than ours, that had a say.
    """

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    missing: tuple[str, ...] = ()
    costs: Costs = FREE
    sections: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Whom it pays, and how much, in the order in which that is paid."""
        return self.costs.payments

    @property
    def cost(self) -> Amount:
        """What it costs in all."""
        return self.costs.total


class Judgement:
    """Collects what speaks against an action. A fact is asked for only where it could change the answer."""

    __slots__ = ("costs", "missing", "readings", "reasons", "sections", "supposed")

    def __init__(self) -> None:
        self.reasons: list[Reason] = []
        self.missing: list[str] = []
        self.costs = FREE
        self.sections: list[str] = []
        self.readings: list[str] = []
        self.supposed: list[tuple[str, tuple[Card, ...]]] = []

    def forbid(self, code: str, **params: Value) -> None:
        """Note why it may not be done."""
        self.reasons.append(Reason(code, {"places": (), **params}))

    def passed(self, code: str, **params: Value) -> None:
        """Note that this reason does not forbid it, with the figures of the check. Only a `Chain` keeps it."""

    def look(self, *sections: str) -> None:
        """Note where the rules are told that decide it."""
        self.sections += sections

    def rest_on(self, readings: Mapping[str, str], figure: str) -> None:
        """Note the reading of the table that a figure follows, where there is one (`Ruleset.read_otherwise`)."""
        if figure in readings:
            self.readings.append(readings[figure])

    def require_fact(self, *paths: str) -> None:
        """Note what must be known."""
        self.missing += paths

    def suppose(self, path: str, cards: Iterable[Card]) -> None:
        """Note that these cards must be among those at `path` that are not known."""
        self.missing.append(path)
        self.supposed.append((path, tuple(cards)))

    def require(self, have: int | None, needs: int, path: str, code: str, **params: Value) -> None:
        """At least `needs`, of which there are `have` (None: unknown, at `path`)."""
        if have is None:
            if needs > 0:
                self.missing.append(path)
        elif have < needs:
            self.forbid(code, needs=needs, have=have, places=(path,), **params)
        elif needs > 0:
            self.passed(code, needs=needs, have=have, **params)

    def charge(self, costs: Costs) -> None:
        """Note what it costs."""
        self.costs = self.costs.plus(costs) if self.costs.payments else costs

    def pay(self, have: int | None, dollars: Amount, path: str) -> None:
        """Dollars that must be paid to the bank in full."""
        least, most = ends(dollars)
        self.require(have, least, path, NOT_ENOUGH_DOLLARS)
        if least < most and (have is None or least <= have < most):
            self.require_fact(*([path] if have is None else []), *missing_of(dollars))
        if most > 0:
            self.charge(to_bank(dollars))

    @property
    def forbidden(self) -> bool:
        """Whether something forbids it."""
        return bool(self.reasons)

    def verdict(self) -> Verdict:
        """The answer: no with all reasons, or what it depends on, or yes."""
        if self.reasons:
            sections = dict.fromkeys(reason.section for reason in self.reasons)
            return Verdict("no", tuple(self.reasons), (), self.costs, tuple(sections), tuple(self.readings))
        looked, readings = tuple(self.sections), tuple(self.readings)
        if not self.missing and not readings and self.costs is FREE:
            return _free(looked)
        answer: Answer = "depends" if self.missing else "yes"
        missing = tuple(dict.fromkeys(self.missing))
        return Verdict(answer, (), missing, self.costs, _each_once(looked), readings)


class Ground(NamedTuple):
    """A rule that a verdict rests on: the section that states it, and what was checked there and has figures.

    A check has the code and the figures of the reason that would have forbidden it.
    """

    section: str
    passed: tuple[Reason, ...] = ()


class Chain(Judgement):
    """A judgement that keeps how it came about: what was looked at and passed, in the order of the rule."""

    __slots__ = ("way",)

    def __init__(self) -> None:
        super().__init__()
        self.way: list[str | Reason] = []
        """Sections, and the checks that were passed."""

    def passed(self, code: str, **params: Value) -> None:
        """Keep a check that was passed."""
        self.way.append(Reason(code, {"places": (), **params}))

    def look(self, *sections: str) -> None:
        """Keep what was looked at."""
        super().look(*sections)
        self.way += sections


@functools.cache
def _free(sections: tuple[str, ...]) -> Verdict:
    """Yes, and it costs nothing: what most options come to."""
    return Verdict("yes", sections=_each_once(sections))


@functools.cache
def _each_once(sections: tuple[str, ...]) -> tuple[str, ...]:
    """Sections in the order in which they were first looked at; the same few sequences come again and again."""
    return tuple(dict.fromkeys(sections))

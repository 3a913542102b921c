"""What a quick question hands over: a position, and what may be done in it, judged by the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion import engine
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.language import gettext


@dataclass(frozen=True)
class Fact:
    """A figure beside an answer: what it is, and how much."""

    label: str
    value: str
    symbol: str = ""


@dataclass(frozen=True)
class Candidate:
    """Something that may perhaps be done, in the reader's words, with the engine's verdict on it.

    `actions` are done one after the other; the verdict is on all of them. `rank` sorts the best first among those
    that are equally possible. `note` is said below the title.
    """

    actions: tuple[engine.Action, ...]
    title: str
    verdict: engine.Verdict
    facts: tuple[Fact, ...] = ()
    note: str = ""
    symbol: str = ""
    rank: tuple[Any, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that this choice is about, with the kind of mark."""
    position: engine.Position | None = None
    """Where it was judged, if more is known there than in the position of the question."""

    goal: str = ""
    """What it leads to, where another line may turn out to be the best one once more is known."""

    @property
    def line(self) -> str:
        """The actions as text."""
        return ";".join(engine.action_text(action) for action in self.actions)

    @property
    def name(self) -> str:
        """What an address calls it."""
        return self.goal or self.line

    @property
    def cost(self) -> engine.Amount:
        """Dollars to pay."""
        return self.verdict.cost


@dataclass(frozen=True)
class Situation:
    """A question as it was filled in.

    `choices` are all that come into question, refused ones too. `missing` are keys of the position without which
    the choices say too little: then it depends. `yes` says what the choices come to, `no` that there are none,
    `depends` what to enter first; without it, the fact that decides most is named.
    """

    position: engine.Position
    choices: tuple[Candidate, ...] = ()
    missing: tuple[str, ...] = ()
    yes: str = ""
    no: str = ""
    depends: str = ""
    facts: tuple[Fact, ...] = ()
    parts: tuple[str, ...] = ()
    """The regions of the position that its picture shows."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that the question is about, with the kind of mark."""
    goals: tuple[FieldOption, ...] = ()
    """What somebody may name as the choice, before it is known whether there is such a choice."""
    instead_of: str = ""
    """The field of what the choice takes the place of, which somebody may name along with it."""
    choose_first: bool = False
    """Whether what else matters is asked for only after somebody said which choice it is about."""
    picked: Mapping[str, str] = field(default_factory=dict)
    """The choice that a tap on a place of the picture asks about."""


@dataclass(frozen=True)
class QuickQuestion:
    """A quick question: its address, its place among the others, its words, and the function that asks it.

    `phase` is the group of the index, `order` the place in it. `rules` are the sections that tell the whole rule.
    `example` is a case to begin with, as an address has it: the page shows its answer before anything was entered.
    """

    id: str
    phase: str
    order: int
    symbol: str
    title: Any
    about: Any
    rules: tuple[str, ...]
    example: str
    ask: Callable[[Form], Situation]
    layer: str = ""
    """The layer of the rules that brings it: the folder in which it stands."""


def paid(verdict: engine.Verdict) -> tuple[int, int]:
    """Dollars that a verdict asks for, at most and at least: what is sure to be cheaper comes first."""
    least, most = engine.ends(verdict.cost)
    return most, least


def judged(position: engine.Position, actions: Sequence[engine.Action]) -> engine.Verdict:
    """The verdict on actions that are done one after the other: the first refusal, or everything together."""
    rules = engine.ruleset_of(position)
    missing: list[str] = []
    sections: list[str] = []
    readings: list[str] = []
    costs = engine.FREE
    for number, action in enumerate(actions):
        verdict = engine.judge(rules, position, action)
        costs = costs.plus(verdict.costs)
        if verdict.answer == "no":
            return engine.Verdict("no", verdict.reasons, (), costs, verdict.sections, verdict.readings)
        missing += verdict.missing
        sections += verdict.sections
        readings += verdict.readings
        if number + 1 < len(actions):
            position = engine.apply(rules, position, action)
    paths = tuple(dict.fromkeys(missing))
    looked = tuple(dict.fromkeys(sections))
    return engine.Verdict("depends" if paths else "yes", (), paths, costs, looked, tuple(readings))


def allowed(choices: Iterable[Candidate]) -> int:
    """How many choices are allowed for sure."""
    return sum(choice.verdict.answer == "yes" for choice in choices)


def best_first(choices: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """What is allowed before what depends before what is refused, then by rank and cost."""
    order = {"yes": 0, "depends": 1, "no": 2}
    return tuple(sorted(choices, key=lambda choice: (order[choice.verdict.answer], *choice.rank, paid(choice.verdict))))


def dollars(amount: int) -> str:
    """Money as the pages write it."""
    return gettext("$%(amount)d", amount=amount)

"""What a quick question hands over: a position, and what may be done in it, judged by the engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion import engine
from companion.engine import Catalog, Position
from companion.web.ask.actions import LOOKS, Candidate, Fact, Look, paid, sentence_of
from companion.web.ask.fields import AskField, FieldOption
from companion.web.ask.form import Asked, Form, Sets


@dataclass(frozen=True)
class Situation:
    """A question as it was filled in.

    `choices` are all that come into question, refused ones too. `missing` are keys of the position without which
    the choices say too little: then it depends. `yes` says what the choices come to; `depends` what to enter first,
    without it, the fact that decides most is named.
    """

    position: Position
    choices: tuple[Candidate, ...] = ()
    missing: tuple[str, ...] = ()
    yes: str = ""
    depends: str = ""
    facts: tuple[Fact, ...] = ()
    parts: tuple[str, ...] = ()
    """The regions of the position that its picture shows."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that the question is about, with the kind of mark."""


Needs = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class QuickQuestion:
    """A quick question: its place among the others, its words, what it asks for and what it lists.

    `id`, in its address, is what its module is called. `phase` is the group of the index, `order` the place in it.
    `rules` are the sections that tell the whole rule. `example` is a case to begin with, as an address has it: the page
    shows its answer before anything was entered.

    `asks` are fields by their key (with "!" behind it they lead), or as they are, groups and rows; or functions of what
    was told so far that give those one after the other. `sets` is what stands in the position besides. `needs` are the
    keys without which there is nothing to choose from: of the first of these groups in which one lacks, all that lack.

    Listed is every action of a kind, `of`; without it, of the kind that is called like the question. `among` keeps its
    fields to some values. `cases` are several positions with those values each, where more is known of each choice. A
    question that plans several actions has a `plan`.
    """

    phase: str
    order: int
    symbol: str
    title: Any
    about: Any
    rules: tuple[str, ...]
    example: str
    asks: tuple[Asked | Callable[[Form], Iterable[Asked]], ...]
    no: Any
    """What it says when nothing is allowed."""
    yes: Callable[[int], str] | None = None
    """What it says when so many are allowed; without it, what the first one is called."""
    of: str = ""
    sets: Callable[[Form], Sets] | Sets = field(default_factory=dict)
    needs: Callable[[Form, Position], Needs] | Needs = ()
    among: Callable[[Form], Mapping[str, Collection[Any]]] = lambda _form: {}
    cases: Callable[[Form, Position], Iterable[tuple[Position, Mapping[str, Collection[Any]]]]] | None = None
    look: Look | None = None
    """Shows an action otherwise than it is shown everywhere."""
    plan: Callable[[Form, Position], Situation] | None = None
    depends: Any = ""
    """What to enter first, as long as something of `needs` lacks; or a function that says it at any time."""
    parts: tuple[str, ...] = ()
    facts: Callable[[Form, Position], Iterable[Fact]] = lambda _form, _position: ()
    marks: Callable[[Form, Sequence[Candidate]], Mapping[str, str]] = lambda _form, _choices: {}
    goals: Callable[[Catalog], Sequence[FieldOption]] = lambda _catalog: ()
    """What somebody may name as the choice, before it is known whether there is such a choice."""
    instead_of: str = ""
    """The field of what the choice takes the place of, which somebody may name along with it."""
    wants: str = ""
    """The choice that is asked about where own words name things, and not where they lie (`<id>.offered`)."""
    choose_first: bool = False
    """Whether what else matters is asked for only after somebody said which choice it is about."""
    variants: bool = False
    """Whether it makes a difference which variants are played."""
    id: str = ""
    layer: str = ""
    """The layer of the rules that brings it: the folder in which it stands."""

    def enter(self, form: Form) -> Form:
        """The form with its fields, as they were filled in."""
        form.ask_for_game(variants=self.variants, layer=self.layer)
        if not any(isinstance(one, AskField) and one.key == "me" for one in self.asks):
            form.ask("me", hidden=True)
        for each in self.asks:
            for one in each(form) if callable(each) else (each,):
                form.ask(one)
        return form

    def ask(self, form: Form) -> Situation:
        """The question as it was filled in."""
        self.enter(form)
        position = form.position(self.sets(form) if callable(self.sets) else self.sets)
        needs = self.needs(form, position) if callable(self.needs) else self.needs
        lacking = next((keys for group in needs if (keys := [key for key in group if form[key] is None])), [])
        missing = (form.fields[key].facts[0] if key in form.fields else key.format(me=form.colour) for key in lacking)
        plan = self.plan(form, position) if self.plan else Situation(position)
        choices = plan.choices if self.plan or lacking else tuple(self._choices(form, position))
        allowed = sum(one.verdict.answer == "yes" for one in choices)
        depends = self.depends(form) if callable(self.depends) else str(self.depends) if lacking else ""
        return Situation(
            position=plan.position,
            choices=choices,
            missing=plan.missing or tuple(dict.fromkeys(missing)),
            yes=self.yes(allowed) if self.yes else f"{choices[0].title}." if choices else "",
            depends=depends,
            facts=plan.facts or tuple(self.facts(form, position)),
            parts=plan.parts or tuple(part.format(me=form.colour) for part in self.parts),
            marks=plan.marks or self.marks(form, choices),
        )

    def _choices(self, form: Form, position: Position) -> Iterator[Candidate]:
        kind = self.of or self.id
        look = self.look or LOOKS.get(kind, sentence_of)
        for where, among in self.cases(form, position) if self.cases else ((position, self.among(form)),):
            found = engine.considered(engine.ruleset_of(where), where, kind, **among)
            for number, (action, verdict) in enumerate(found.items()):
                shown = look(form, action, verdict, where)
                if shown is not None:
                    judged_in = where if self.cases else None
                    yield Candidate((action,), verdict=verdict, position=judged_in, **{"rank": (number,), **shown})


def best_first(choices: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """What is allowed before what depends before what is refused, then by rank and cost."""
    order = {"yes": 0, "depends": 1, "no": 2}
    return tuple(sorted(choices, key=lambda choice: (order[choice.verdict.answer], *choice.rank, paid(choice.verdict))))

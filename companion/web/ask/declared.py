"""A question as data: which fields it asks for, what waits, and of which kind of action it lists what is considered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion import engine
from companion.engine import Catalog, Position, Reading, position_from, to_plain
from companion.web.ask.actions import LOOKS, Look, sentence_of
from companion.web.ask.entries import Entry, Premise, entry_of
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, Situation, allowed


@dataclass(frozen=True)
class Heading:
    """What is asked for from here on stands under a heading."""

    title: Any = ""
    hint: Any = ""


class FieldValues:
    """What was told: the value of each field by its key, None while nobody has said it or where it is not asked for."""

    def __init__(self, form: Form, colour: str) -> None:
        self.form, self.catalog, self.colour = form, form.catalog, colour
        self.values: dict[str, Any] = {}
        self.sets: dict[str, Any] = {}
        self.counts: dict[str, dict[str, Any]] = {}

    def __getitem__(self, key: str) -> Any:
        return self.values.get(key)


Sets = Mapping[str, Any]
"""Dotted path -> what stands there in the position."""


@dataclass(frozen=True)
class Declared:
    """Asks for fields and lists every action of a kind.

    `asks` are fields by their key (with "!" behind it they lead), or as they are, premises and headings; each may
    depend on what was told before (`when`, or a function that gives the fields). `sets` is what stands in the position
    besides. `needs` are the keys without which there is nothing to choose from: of the first of these groups in which
    one lacks, all that lack. `among` keeps fields of the action to some values. `looks` shows an action otherwise than
    it is shown everywhere.
    """

    of: str
    asks: tuple[str | Entry | Premise | Heading | Callable[[FieldValues], Sequence[Entry | Premise]], ...]
    no: Any
    yes: Callable[[int], str] | None = None
    """What it says when so many are allowed; without it, what the first one is called."""
    sets: Callable[[FieldValues], Sets] | Sets = field(default_factory=dict)
    needs: tuple[tuple[str, ...], ...] | Callable[[FieldValues, Position], tuple[tuple[str, ...], ...]] = ()
    among: Callable[[FieldValues], Mapping[str, Collection[Any]]] = lambda _told: {}
    looks: Look | None = None
    depends: Any = ""
    parts: tuple[str, ...] = ()
    facts: Callable[[FieldValues, Position], Iterable[Fact]] = lambda _told, _position: ()
    marks: Callable[[FieldValues, Sequence[Candidate]], Mapping[str, str]] = lambda _told, _choices: {}
    goals: Callable[[Catalog], Sequence[FieldOption]] = lambda _catalog: ()
    instead_of: str = ""
    taps: bool = False
    """Whether a tap on a place that a choice marks asks about this choice."""

    def __call__(self, form: Form) -> Situation:
        """The question as it was filled in."""
        game = form.game()
        told = FieldValues(form, form.colour(shown=False))
        for each in self.asks:
            for one in each(told) if callable(each) else (each,):
                _ask(told, one)
        sets = {
            **(self.sets(told) if callable(self.sets) else self.sets),
            **{path: one for path, one in told.sets.items() if one is not None},
        }
        position = _position(game, told.colour, sets)
        needs = self.needs(told, position) if callable(self.needs) else self.needs
        lacking = next((keys for group in needs if (keys := [k for k in group if told[k] is None])), [])
        choices = tuple(self._choices(told, position)) if not lacking else ()
        return Situation(
            position=position,
            choices=choices,
            missing=tuple(form.fields[key].facts[0] for key in lacking),
            yes=self.yes(allowed(choices)) if self.yes else f"{choices[0].title}." if choices else "",
            no=str(self.no),
            depends=str(self.depends) if lacking else "",
            facts=tuple(self.facts(told, position)),
            parts=tuple(part.format(me=told.colour) for part in self.parts),
            marks=self.marks(told, choices),
            goals=tuple(self.goals(form.catalog)),
            instead_of=self.instead_of,
            picked={place: choice.name for choice in choices for place in choice.marks} if self.taps else {},
        )

    def _choices(self, told: FieldValues, position: Position) -> Iterable[Candidate]:
        found = engine.considered(engine.ruleset_of(position), position, self.of, **self.among(told))
        look = self.looks or LOOKS.get(self.of, sentence_of)
        for number, (action, verdict) in enumerate(found.items()):
            shown = look(action, verdict, position)
            if shown is not None:
                yield Candidate(actions=(action,), verdict=verdict, **{"rank": (number,), **shown})


def _ask(told: FieldValues, each: str | Entry | Premise | Heading) -> None:
    form, catalog = told.form, told.catalog
    if isinstance(each, Heading):
        form.group(str(each.title), hint=str(each.hint))
        return
    if isinstance(each, str):
        lead = each.endswith("!")
        each = entry_of(each.rstrip("!")).asked(**({"lead": True} if lead else {}))
    about = {key: value(told) if key in ("lead", "when") and callable(value) else value
             for key, value in each.about.items()}  # fmt: skip
    if not about.pop("when", True):
        return
    if isinstance(each, Entry):
        value, path = form.tell(replace(each, about=about), told.colour), each.path.format(me=told.colour)
        told.values[each.key] = value
        if each.of:
            # How many there are of each kind is known of all that are asked for, or not at all.
            told.counts.setdefault(path, {})[each.of] = value
            counts = told.counts[path]
            told.sets.pop(path, None)
            value = None if None in counts.values() else counts
        if value is not None:
            told.sets[path] = value
    else:
        named = each.facts(told) if callable(each.facts) else each.facts
        facts = [fact.format(me=told.colour) for fact in named]
        options = each.options(catalog)
        if each.places is not None:
            about["places"] = each.places(catalog)
        asked = form.ticks if each.several else form.pick
        value = asked(each.key, str(each.label), options, facts=facts, **about)
        sets = next((option.sets for option in options if option.value == value), {})
        told.sets |= {path.format(me=told.colour): one for path, one in sets.items()}
        told.values[each.key] = value


def _position(game: engine.Game, colour: str, sets: Sets) -> Position:
    """The position that tells this of a game. A value that the game does not have is an error of the question."""
    plain: dict[str, Any] = {**to_plain(Position(game=game)), "turn": {"player": colour}, "players": {colour: {}}}
    for path, value in sets.items():
        *above, last = path.format(me=colour).split(".")
        inner = plain
        for key in above:
            inner = inner.setdefault(key, {})
        inner[last] = value
    reading = Reading()
    position = position_from(plain, reading)
    if position is None or reading.problems:
        raise ValueError(f"the question sets what cannot be: {reading.problems}")
    return position

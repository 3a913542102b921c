"""What a quick question asks next: only facts that can change its answer, each as near to one tap as it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup

from companion import engine
from companion.pictures.board import board_picture
from companion.web.ask.actions import Candidate
from companion.web.ask.fields import NONE, AskField
from companion.web.ask.form import PICKING, Form, FormGroup, concerns
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.assets import sprite

MAX_BUTTONS = 8
"""What may be more than that is entered in its field."""


Query = Mapping[str, Any]
"""What an address says: field -> values."""


@dataclass(frozen=True)
class MissingFact:
    """A fact to enter, and what it may be: word and address of the answer then; nothing for too much."""

    key: str
    label: str
    buttons: tuple[tuple[str, Query], ...]


@dataclass(frozen=True)
class FormView:
    """The form as the page shows it."""

    groups: list[FormGroup]
    missing: MissingFact | None
    """The unknown fact that decides most."""
    costs: tuple[MissingFact, ...]
    """The facts on which it depends how much the one choice that is asked about costs."""
    picking: str
    """The field that a tap on its picture fills."""
    pictures: tuple[Markup, ...]
    """The picture of that field, region by region."""
    likely: tuple[tuple[str, ...], Query] | None
    """All that is still asked for as it mostly is: in words, and the address of the answer then."""
    folded: int
    """Fields that nothing depends on now."""

    def buttons(self, key: str) -> tuple[tuple[str, Query], ...]:
        """What a field may be, one tap each."""
        return next((one.buttons for one in (*self.costs, self.missing) if one and one.key == key), ())


def asked_for(
    question: QuickQuestion,
    form: Form,
    asked: Situation,
    chosen: Candidate | None,
    now: Query,
    verdict: engine.Verdict,
    language: str,
) -> FormView:
    """What is asked for: only what can change the answer."""
    about = (chosen,) if chosen else () if question.choose_first else asked.choices
    paths = [path for one in about for path in (*one.verdict.missing, *one.verdict.costs.missing)]
    unknown = dict(form.unknown(tuple(dict.fromkeys((*asked.missing, *paths) if not chosen else paths))))
    groups = form.shown(unknown)
    shown = {field.key for group in groups for row in group.rows for field in row.fields}
    missing = _decides_most(form, asked, chosen, now) if asked.missing or (verdict.missing and about) else None
    picking = form.picking(groups, missing.key if missing else "")
    mostly = {key: field for key, field in unknown.items() if field.likely and not field.hidden}
    costs = form.unknown(verdict.costs.missing)
    return FormView(
        groups=groups,
        missing=missing,
        costs=tuple(_to_enter(key, field, now) for key, field in costs),
        picking=picking,
        pictures=tuple(_field_pictures(question, asked.position, form.fields[picking], now, language))
        if picking
        else (),
        likely=(
            tuple(f"{field.label}: {field.word_of(field.likely)}" for field in mostly.values()),
            {**now, **{key: [field.likely] for key, field in mostly.items()}},
        )
        if len(mostly) > 1
        else None,
        folded=sum(not field.hidden and field.key not in shown for field in form.fields.values()),
    )


def _field_pictures(
    question: QuickQuestion, position: engine.Position, field: AskField, now: Query, language: str
) -> Iterator[Markup]:
    """Where a tap says what a field is: each region by itself, as large as fingers need it."""
    if field.places is None:
        return
    values = field.places.values

    def link(place: str) -> str | None:
        value = values.get(place)
        if not value:
            return None
        changes: Query = {field.key: [value]}
        if field.kind == "ticks":
            # Tapped once more it is taken away; the picture stays for the next tap.
            others = [one for one in field.typed if one not in (value, NONE)]
            changes = {field.key: others if value in field.typed else [*others, value], PICKING: field.key}
        return url_for("ask.ask", question=question.id, **{**now, **changes})

    marks = {place: "chosen" for place, value in values.items() if value in field.typed}
    for part in field.places.parts:
        yield board_picture(position, language, parts=[part], link=link, marks=marks, sprite=sprite())


def _decides_most(form: Form, asked: Situation, chosen: Candidate | None, now: Query) -> MissingFact | None:
    """The unknown fact on which most of what is undecided depends; of equals, the one that the form asks first.

    Without some facts there is nothing to choose from yet: one of those, then.
    """
    undecided = [chosen] if chosen else [c for c in asked.choices if c.verdict.answer == "depends"]
    named = [asked.missing] if asked.missing else [choice.verdict.missing for choice in undecided]
    unknown = form.unknown(tuple(dict.fromkeys(path for paths in named for path in paths)))
    fields = [(key, field) for key, field in unknown if field.tries or field.places]
    if not fields:
        return None

    def decides(entry: tuple[str, AskField]) -> int:
        return sum(any(concerns(fact, path) for fact in entry[1].facts for path in paths) for paths in named)

    key, field = max(fields, key=decides)
    return _to_enter(key, field, now)


def _to_enter(key: str, field: AskField, now: Query) -> MissingFact:
    """A fact, and the same question with each of the values that it may have."""
    buttons = tuple((field.word_of(value), {**now, key: [value]}) for value in field.tries[: MAX_BUTTONS + 1])
    return MissingFact(key, field.label, buttons if len(buttons) <= MAX_BUTTONS else ())

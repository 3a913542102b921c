"""The answer to a quick question: verdict, figures, choices, reasons, ways out; and what to ask next.

Asked for are only facts that can change the answer, each as near to one tap as it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from flask import url_for
from markupsafe import Markup

from companion import engine
from companion.engine import Position
from companion.i18n import capital
from companion.pictures.board import BoardPicture, board_picture, regions_of
from companion.sentences.answers import Judged, WayOut
from companion.sentences.names import Words
from companion.web.ask.fields import NONE, AskField
from companion.web.ask.question import CHOSEN, PICKING, Candidate, Fact, Form, QuickQuestion, Situation, best_first
from companion.web.assets import sprite
from companion.web.language import gettext

MAX_CHOICES = 24
"""More choices of one kind are only counted."""
MAX_INSTEAD = 2
"""More than these stand below the answer."""
MAX_CHOICE_LENGTH = 600
MAX_BUTTONS = 8
"""What may be more than that is entered in its field."""

Query = Mapping[str, Any]
"""What an address says: field -> values."""


class ChoiceView(Judged):
    """A choice as the page shows it. `query` is the address that asks about this choice alone."""

    def __init__(self, choice: Candidate, query: Query, position: Position, language: str) -> None:
        # Several actions that are done one after the other have one verdict.
        action = choice.actions[0] if len(choice.actions) == 1 else None
        self.choice, self.query = choice, query
        me = position.turn.player
        super().__init__(choice.position or position, action, language, choice.verdict, title=choice.title, me=me)


class QuestionResult:
    """Everything that is said to a form that came in, and the form as the page shows it.

    `judged` is the verdict on the whole. `chosen` is the choice that is asked about, `goal` its name, also where it
    cannot be judged yet. `missing` is the unknown fact that decides most, `costs` are those on which it depends how
    much the choice costs. `likely` is all that is still asked for as it mostly is: in words, and the address of the
    answer then.
    `picking` is the field that a tap on its picture fills, `folded` says how many fields nothing depends on now.
    """

    def __init__(self, question: QuickQuestion, form: Form, language: str) -> None:
        self.question, self.form, self.language = question, form, language
        situation = self.situation = question.ask(form)
        self._query = form.address_without_choice
        self.position = situation.position
        self.words = Words(language, me=form.colour, edition=situation.position.game.edition)
        self.choices = best_first(situation.choices)
        wanted = form.given.get(CHOSEN, "")[:MAX_CHOICE_LENGTH]
        # A choice that is not there any more is not asked about.
        chosen = next((one for one in self.choices if wanted and wanted in (one.line, one.name)), None)
        # As long as nothing can be chosen yet, what is to be chosen is kept.
        named = () if self.choices else question.goals(form.catalog)
        early = next((one for one in named if one.value == form.given.get(CHOSEN)), None)
        goal = chosen.name if chosen else early.value if early else ""
        self.goal = str(chosen.title) if chosen else early.text if early else ""
        self.query: Query = {**self._query, **({CHOSEN: [goal]} if goal else {})}
        self.chosen = self._view(chosen) if chosen else None
        self.judged = self.chosen or Judged(
            self.position, None, language, _overall(situation, self.choices), me=self.words.me
        )
        verdict = self.judged.verdict

        concerned = (chosen,) if chosen else () if question.choose_first else situation.choices
        paths = [path for one in concerned for path in (*one.verdict.missing, *one.verdict.costs.missing)]
        unknown = dict(form.unknown(tuple(dict.fromkeys(paths if chosen else (*situation.missing, *paths)))))
        self.groups = form.shown(unknown)
        decided = not (situation.missing or (verdict.missing and concerned))
        self.missing = None if decided else self._decides_most(chosen)
        self.costs = tuple(field for _, field in form.unknown(verdict.costs.missing))
        self.picking = form.picking(self.groups, self.missing.key if self.missing else "")
        mostly = {key: field for key, field in unknown.items() if field.likely and not field.hidden}
        words = tuple(field.saying(field.likely) for field in mostly.values())
        then = {**self.query, **{key: [field.likely] for key, field in mostly.items()}}
        self.likely = (words, then) if len(mostly) > 1 else None
        shown = {field.key for group in self.groups for row in group.rows for field in row.fields}
        self.folded = sum(not field.hidden and field.key not in shown for field in form.fields.values())
        self.pictures = tuple(self._field_pictures(form.fields[self.picking])) if self.picking else ()

        self.facts: tuple[Fact, ...] = (*(chosen.facts if chosen else ()), *situation.facts)
        self.allowed, self.undecided, self.refused = (
            [self._view(one) for one in self.choices if one.verdict.answer == kind] for kind in ("yes", "depends", "no")
        )
        self.ways_out = {way.sentence: self._with(way.repair) for way in self._repairs()}
        self.code = engine.share_code(situation.position)

    @property
    def quiet(self) -> bool:
        """Whether there is nothing to judge yet. Who was not understood in full has not asked: no verdict, and no
        example's, stands under a question.
        """
        return bool(self.form.left) or not (self.form.entered or CHOSEN in self.query)

    @property
    def look(self) -> tuple[str, str, str]:
        """Style, symbol and word of the verdict."""
        if self.quiet:
            return "quiet", self.question.symbol, ""
        if self.judged.answer == "yes":
            return "good", "ui-yes", "" if self.question.figure else gettext("Yes")
        return ("bad", "ui-no", gettext("No")) if self.judged.refused else ("warn", "ui-depends", gettext("It depends"))

    @property
    def read_back(self) -> list[tuple[str, str]]:
        """What was understood, a sentence for each field, and the choice last; the field where the page shows one."""
        said = [("" if self.form.fields[key].hidden else key, one) for key, one in self.form.sentences.items()]
        # What was wanted by its name, its fields say.
        if self.goal and self.query.get(CHOSEN) != [self.question.wants]:
            said.append(("", gettext("You ask about “%(choice)s”", choice=self.goal)))
        return [(key, capital(one)) for key, one in said]

    def address(self, query: Query | None = None, **changes: Any) -> str:
        """Where it is asked, or the same question with something else."""
        return url_for("ask.ask", question=self.question.id, **{**(self.query if query is None else query), **changes})

    @property
    def instead(self) -> list[tuple[str, Query]]:
        """What a refusal offers at once: other choices, or a way out."""
        others = [(one.choice.title, one.query) for one in self.allowed if self.chosen]
        return (others or [(way, query) for way, query in self.ways_out.items() if query][:1])[:MAX_INSTEAD]

    @property
    def best(self) -> str:
        """What one would choose: the only way, or the best of several; "" where somebody has, or the answer says it."""
        if self.chosen or not self.allowed or (self.question.unranked and len(self.allowed) > 1):
            return ""
        what, costs = str(self.allowed[0].choice.title).rstrip("."), self.allowed[0].payments
        if what.casefold() == self.sentence.rstrip(".").casefold():
            return ""
        if len(self.allowed) == 1:
            return capital(gettext("%(what)s. You pay %(costs)s.", what=what, costs=costs) if costs else f"{what}.")
        if costs:
            return gettext("The best choice is “%(what)s”. You pay %(costs)s.", what=what, costs=costs)
        return gettext("The best choice is “%(what)s”.", what=what)

    @property
    def refused_alike(self) -> list[tuple[str, list[ChoiceView]]]:
        """The refused choices that are shown: those with one and the same reason together, and that reason once."""
        alike: dict[str, list[ChoiceView]] = {}
        for one in self.refused[:MAX_CHOICES]:
            alike.setdefault("".join(reason.text for reason in one.reasons[:1]), []).append(one)
        return [(reason if len(several) > 1 else "", several) for reason, several in alike.items()]

    @property
    def why(self) -> list[str]:
        """What speaks against it beyond the sentence of the answer; of several choices, what holds for all."""
        reasons = self.judged.reasons
        if self.judged.refused and not reasons and len(self.refused_alike) == 1:
            reasons = self.refused[0].reasons[:1]
        return [reason.text for reason in reasons if reason.text not in self.sentence][:MAX_INSTEAD]

    @property
    def more(self) -> int:
        """Choices that are not shown."""
        return sum(max(0, len(part) - MAX_CHOICES) for part in (self.allowed, self.undecided, self.refused))

    def buttons(self, field: AskField) -> tuple[tuple[str, Query], ...]:
        """What a field that decides something may be: word, and address of the answer then; nothing for too much."""
        if len(field.tries) > MAX_BUTTONS or field not in (*self.costs, self.missing):
            return ()
        return tuple((field.word_of(value), {**self.query, field.key: [value]}) for value in field.tries)

    def placed(self, field: AskField) -> list[str]:
        """The values of a field that are places on its pictures."""
        drawn = {place for picture in self.pictures for place in picture.places}
        return [value for place, value in field.places.items() if place in drawn]

    @cached_property
    def sentence(self) -> str:
        """The answer in one sentence."""
        verdict, situation, chosen = self.judged.verdict, self.situation, self.chosen.choice if self.chosen else None
        if verdict.answer == "depends":
            sentence = situation.depends or gettext("The answer depends on something that is not known yet.")
            if self.missing and (chosen or not situation.depends):
                sentence = self.missing.asked_by(self.words)
            sentence = f"{chosen.title}. {sentence}" if chosen else sentence
        elif chosen is None:
            sentence = situation.yes if verdict.answer == "yes" else str(self.question.no)
        elif verdict.answer == "no":
            sentence = gettext("“%(what)s” is not allowed.", what=chosen.title)
            if len(verdict.reasons) == 1:
                # The one reason is the answer that people want, and may name the choice itself; several stand below.
                reason = self.judged.reasons[0].text
                sentence = reason if reason.startswith(chosen.title) else f"{chosen.title}. {reason}"
        elif verdict.payments:
            costs = self.judged.payments_in_full
            sentence = gettext("%(what)s. You pay %(costs)s.", what=chosen.title, costs=costs)
        else:
            sentence = chosen.title
        return capital(sentence)

    @cached_property
    def picked(self) -> Mapping[str, str]:
        """The choice that a tap on a place of the picture asks about."""
        return {one.tap: one.name for one in self.choices if one.tap}

    @cached_property
    def picture(self) -> Markup | None:
        """The position as a picture, where a tap answers the one question that a picture can answer."""
        parts = [part for part in self.situation.parts if part in regions_of(self.position)]
        if self.pictures or not parts:
            return None

        def link(place: str) -> str | None:
            choice = self.picked.get(place)
            return self.address(self._query, **{CHOSEN: choice}) if choice else None

        marks = {**self.situation.marks, **(self.chosen.choice.marks if self.chosen else {})}
        tapped = link if self.picked else None
        return board_picture(self.position, self.language, parts=parts, link=tapped, marks=marks, sprite=sprite())

    def _view(self, choice: Candidate) -> ChoiceView:
        return ChoiceView(choice, {**self._query, CHOSEN: [choice.name]}, self.position, self.language)

    def _decides_most(self, chosen: Candidate | None) -> AskField | None:
        """The unknown fact on which most of what is undecided depends; of equals, the one that the form asks first.

        Without some facts there is nothing to choose from yet: one of those, then.
        """
        situation = self.situation
        undecided = [chosen] if chosen else [one for one in situation.choices if one.verdict.answer == "depends"]
        named = [situation.missing] if situation.missing else [choice.verdict.missing for choice in undecided]
        unknown = self.form.unknown(tuple(dict.fromkeys(path for paths in named for path in paths)))
        fields = [field for _, field in unknown if field.tries or field.parts]

        def decides(field: AskField) -> int:
            return sum(map(field.overlaps, named))

        return max(fields, key=decides) if fields else None

    def _field_pictures(self, field: AskField) -> Iterator[BoardPicture]:
        """Where a tap says what a field is: each region by itself, as large as fingers need it."""
        values = field.places

        def link(place: str) -> str | None:
            value = values.get(place)
            if not value:
                return None
            changes: Query = {field.key: [value]}
            if field.kind == "once":
                # Tapped once more it is taken away; the picture stays for the next tap.
                others = [one for one in field.typed if one not in (value, NONE)]
                changes = {field.key: others if value in field.typed else [*others, value], PICKING: field.key}
            return self.address(**changes)

        marks = {place: "chosen" for place, value in values.items() if value in field.typed}
        for part in field.parts:
            yield board_picture(self.position, self.language, parts=[part], link=link, marks=marks, sprite=sprite())

    def _repairs(self) -> tuple[WayOut, ...]:
        """What would make it legal: the choice that was asked about, or the best of those that are all refused."""
        choice = self.chosen.choice if self.chosen else self.choices[0] if self.choices else None
        if not self.judged.refused or choice is None:
            return ()
        position = choice.position or self.position
        for action in choice.actions:
            step = Judged(position, action, self.language, me=self.words.me)
            if step.refused:
                return step.ways_out
            position = engine.apply(engine.ruleset_of(position), position, action)
        return ()

    def _with(self, way: engine.Repair) -> Query | None:
        """The same question with a way out taken: with more of what was entered, or with the other action."""
        if way.action is not None:
            line = engine.action_text(way.action)
            return {**self._query, CHOSEN: line} if any(choice.line == line for choice in self.choices) else None
        now = {**self._query, **({CHOSEN: [self.chosen.choice.name]} if self.chosen else {})}
        for key, field in self.form.fields.items():
            if field.kind == "number" and field.data is not None and _concerning(field, way.path):
                return {**now, key: str(field.data + way.count)} if field.data + way.count <= field.most else None
        return None


def _overall(situation: Situation, choices: Sequence[Candidate]) -> engine.Verdict:
    """Is there anything to choose? Without anything, the reasons are those against the nearest choice."""
    kinds = [choice.verdict.answer for choice in choices]
    if "yes" in kinds and not situation.missing:
        return engine.Verdict("yes")
    if "depends" in kinds or situation.missing:
        paths = [path for choice in choices for path in choice.verdict.missing]
        return engine.Verdict("depends", (), tuple(dict.fromkeys((*situation.missing, *paths))))
    return engine.Verdict("no", choices[0].verdict.reasons if len(choices) == 1 else ())


def _concerning(field: AskField, path: str) -> bool:
    """Whether a number is what a repair wants more of; of workers, the kind must be right."""
    kind = path.rpartition(".")[2]
    return field.overlaps([path]) and (".workers." not in path or field.key == f"w-{kind}")

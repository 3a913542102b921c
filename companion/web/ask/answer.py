"""The answer to a quick question: verdict, figures, choices, reasons, ways out, and what to ask next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import engine
from companion.pictures.board import board_picture, regions_of
from companion.sentences import verdicts
from companion.sentences.actions import repair_sentence
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words
from companion.web.ask.actions import Candidate, Fact
from companion.web.ask.asked import FormView, Query, asked_for
from companion.web.ask.fields import AskField
from companion.web.ask.form import CHOSEN, Form, concerns
from companion.web.ask.situation import QuickQuestion, Situation, best_first
from companion.web.assets import sprite
from companion.web.language import capital, gettext

MAX_CHOICES = 24
"""More choices of one kind are only counted."""
MAX_INSTEAD = 2
"""More than these stand below the answer."""
MAX_CHOICE_LENGTH = 600


@dataclass(frozen=True)
class ChoiceView:
    """A choice as the page shows it."""

    choice: Candidate
    query: Query
    """The address that asks about this choice alone."""
    why: tuple[Finding, ...] = ()
    missing: str = ""
    payments: str = ""


@dataclass(frozen=True)
class QuestionResult:
    """Everything that is said. `verdict` is yes, no or depends."""

    verdict: str
    sentence: str
    facts: tuple[Fact, ...]
    chosen: ChoiceView | None
    allowed: tuple[ChoiceView, ...]
    undecided: tuple[ChoiceView, ...]
    refused: tuple[ChoiceView, ...]
    reasons: tuple[Finding, ...]
    sections: tuple[str, ...]
    """What was looked at for a choice that is allowed, or may be."""
    readings: tuple[verdicts.TableReading, ...]
    """The rules that decided it and that the table reads in a way of its own."""
    ways_out: Mapping[str, Query | None]
    """What would make it legal -> the address that asks about that, where there is one."""
    asked: FormView
    position: engine.Position
    code: str | None
    picture: Markup | None
    taps: bool
    """Whether a tap on a place of the picture asks about it."""
    goal: str
    """The choice that was named, also where it cannot be judged yet."""
    query: Query

    @property
    def action(self) -> str | None:
        """The line of the one action that is asked about, which can be kept with its verdict."""
        actions = self.chosen.choice.actions if self.chosen else ()
        return engine.action_text(actions[0]) if len(actions) == 1 else None

    @property
    def instead(self) -> list[tuple[str, Query]]:
        """What a refusal offers at once: other choices, or a way out."""
        others = [(one.choice.title, one.query) for one in self.allowed if self.chosen]
        return (others or [(way, query) for way, query in self.ways_out.items() if query][:1])[:MAX_INSTEAD]

    @property
    def refused_alike(self) -> list[tuple[str, tuple[ChoiceView, ...]]]:
        """The refused choices that are shown: those with one and the same reason together, and that reason once."""
        alike: dict[str, list[ChoiceView]] = {}
        for one in self.refused[:MAX_CHOICES]:
            alike.setdefault("".join(reason.text for reason in one.why), []).append(one)
        return [
            (reason, tuple(replace(one, why=()) for one in several)) if len(several) > 1 else ("", tuple(several))
            for reason, several in alike.items()
        ]

    @property
    def more(self) -> int:
        """Choices that are not shown."""
        return sum(max(0, len(part) - MAX_CHOICES) for part in (self.allowed, self.undecided, self.refused))


def answer_to(question: QuickQuestion, form: Form, language: str) -> QuestionResult:
    """Ask a question with a form that came in."""
    asked = _settled(question, form, question.ask(form))
    choices = best_first(asked.choices)
    query = form.address_without_choice
    chosen = _chosen(form, choices)
    # As long as nothing can be chosen yet, what is to be chosen is kept.
    early = next((one for one in asked.goals if not choices and one.value == form.given.get(CHOSEN)), None)
    goal = chosen.name if chosen else early.value if early else ""
    now = {**query, **({CHOSEN: [goal]} if goal else {})}
    edition = asked.position.game.edition
    words = Words(language, me=asked.position.turn.player, edition=edition)
    by_answer = {
        kind: tuple(_told(c, query, words) for c in choices if c.verdict.answer == kind)
        for kind in ("yes", "depends", "no")
    }
    verdict = chosen.verdict if chosen else _overall(asked, choices)
    ways = _repairs(asked, chosen, choices, verdict)
    wanted = asked_for(question, form, asked, chosen, now, verdict, language)
    return QuestionResult(
        verdict=verdict.answer,
        sentence=capital(
            _sentence(question, asked, chosen, verdict, wanted.missing.label if wanted.missing else "", language)
        ),
        facts=(*(chosen.facts if chosen else ()), *asked.facts),
        chosen=_told(chosen, query, words) if chosen else None,
        allowed=by_answer["yes"],
        undecided=by_answer["depends"],
        refused=by_answer["no"],
        reasons=tuple(finding_of(reason, language, edition=edition) for reason in verdict.reasons),
        sections=verdict.sections if verdict.answer != "no" else (),
        readings=verdicts.table_readings(asked.position, verdict, language),
        ways_out={repair_sentence(way, language, words.me, edition): _with(way, form, choices, chosen) for way in ways},
        asked=wanted,
        position=asked.position,
        code=engine.share_code(asked.position),
        picture=None if wanted.pictures else _picture(question, asked, chosen, query, language),
        taps=bool(_picked(asked)),
        goal=str(chosen.title) if chosen else early.text if early else "",
        query=now,
    )


def _picture(
    question: QuickQuestion, asked: Situation, chosen: Candidate | None, query: Query, language: str
) -> Markup | None:
    """The position as a picture, where a tap answers the one question that a picture can answer."""
    parts = [part for part in asked.parts if part in regions_of(asked.position)]
    if not parts:
        return None

    picked = _picked(asked)

    def link(place: str) -> str | None:
        choice = picked.get(place)
        return url_for("ask.ask", question=question.id, **{**query, CHOSEN: choice}) if choice else None

    marks = {**asked.marks, **(chosen.marks if chosen else {})}
    return board_picture(
        asked.position, language, parts=parts, link=link if picked else None, marks=marks, sprite=sprite()
    )


def _picked(asked: Situation) -> Mapping[str, str]:
    """The choice that a tap on a place of the picture asks about."""
    return {choice.tap: choice.name for choice in asked.choices if choice.tap}


def _chosen(form: Form, choices: Sequence[Candidate]) -> Candidate | None:
    """The choice that the address names. One that is not there any more is not asked about."""
    wanted = form.given.get(CHOSEN, "")[:MAX_CHOICE_LENGTH]
    return next((choice for choice in choices if wanted and wanted in (choice.line, choice.name)), None)


def _told(choice: Candidate, query: Query, words: Words) -> ChoiceView:
    verdict = choice.verdict
    return ChoiceView(
        choice=choice,
        query={**query, CHOSEN: [choice.name]},
        why=tuple(finding_of(reason, words.language, edition=words.edition) for reason in verdict.reasons[:1]),
        missing="; ".join(words.place(path) for path in verdict.missing[:2]),
        payments=verdicts.payments(verdict, words.language) if verdict.payments else "",
    )


def _settled(question: QuickQuestion, form: Form, asked: Situation) -> Situation:
    """The question, where one fact that nobody told would change nothing: as it is with any value of that fact.

    A fact without which there is nothing to choose from yet changes something for sure.
    """
    paths = [*asked.missing, *(path for choice in asked.choices for path in choice.verdict.missing)]
    unknown = list(form.unknown(tuple(dict.fromkeys(paths))))
    if asked.missing or len(unknown) != 1 or not unknown[0][1].complete:
        return asked
    key, field = unknown[0]
    # One after another: mostly the second value already changes something.
    each = (_with_value(question, form, key, value) for value in field.tries)
    first = next(each)
    if _overall(first, first.choices).missing or any(_outcome(other) != _outcome(first) for other in each):
        return asked
    return replace(first, position=asked.position)


def _outcome(asked: Situation) -> tuple[object, ...]:
    """All that an answer says."""
    return asked.missing, asked.yes, asked.facts, asked.choices


def _with_value(question: QuickQuestion, form: Form, key: str, value: str) -> Situation:
    """The question with one more fact told."""
    given = MultiDict(form.given)
    given.setlist(key, [value])
    return question.ask(Form(given))


def _overall(asked: Situation, choices: Sequence[Candidate]) -> engine.Verdict:
    """Is there anything to choose? Without anything, the reasons are those against the nearest choice."""
    kinds = [choice.verdict.answer for choice in choices]
    if "yes" in kinds and not asked.missing:
        return engine.Verdict("yes")
    if "depends" in kinds or asked.missing:
        paths = [path for choice in choices for path in choice.verdict.missing]
        return engine.Verdict("depends", (), tuple(dict.fromkeys((*asked.missing, *paths))))
    return engine.Verdict("no", choices[0].verdict.reasons if len(choices) == 1 else ())


def _sentence(
    question: QuickQuestion,
    asked: Situation,
    chosen: Candidate | None,
    verdict: engine.Verdict,
    missing: str,
    language: str,
) -> str:
    if verdict.answer == "depends":
        sentence = asked.depends or gettext("The answer depends on something that is not known yet.")
        if missing and (chosen or not asked.depends):
            sentence = gettext("Tell me: %(fact)s", fact=missing)
        return f"{chosen.title}. {sentence}" if chosen else sentence
    if chosen is None:
        return asked.yes if verdict.answer == "yes" else str(question.no)
    if verdict.answer == "no":
        if len(verdict.reasons) == 1:
            # The one reason is the answer that people want; several stand below.
            return (
                f"{chosen.title}. {finding_of(verdict.reasons[0], language, edition=asked.position.game.edition).text}"
            )
        return gettext("%(what)s: this is not allowed.", what=chosen.title)
    if verdict.payments:
        costs = verdicts.payments_in_full(verdict, language)
        return gettext("%(what)s. You pay %(costs)s.", what=chosen.title, costs=costs)
    return chosen.title


def _repairs(
    asked: Situation, chosen: Candidate | None, choices: Sequence[Candidate], verdict: engine.Verdict
) -> tuple[engine.Repair, ...]:
    """What would make it legal: the choice that was asked about, or the best of those that are all refused."""
    about = chosen or (choices[0] if choices else None)
    if verdict.answer != "no" or about is None:
        return ()
    rules, position = engine.ruleset_of(asked.position), about.position or asked.position
    for action in about.actions:
        if engine.judge(rules, position, action).answer == "no":
            return engine.repairs(rules, position, action)
        position = engine.apply(rules, position, action)
    return ()


def _with(way: engine.Repair, form: Form, choices: Sequence[Candidate], chosen: Candidate | None) -> Query | None:
    """The same question with a way out taken: with more of what was entered, or with the other action."""
    query = form.address_without_choice
    if way.action is not None:
        line = engine.action_text(way.action)
        return {**query, CHOSEN: line} if any(choice.line == line for choice in choices) else None
    now = {**query, **({CHOSEN: [chosen.name]} if chosen else {})}
    for key, field in form.fields.items():
        if field.kind == "number" and field.data is not None and _concerning(field, way.path):
            if field.data + way.count > field.most:
                return None
            return {**now, key: str(field.data + way.count)}
    return None


def _concerning(field: AskField, path: str) -> bool:
    """Whether a number is what a repair wants more of; of workers, the kind must be right."""
    kind = path.rpartition(".")[2]
    return any(concerns(fact, path) for fact in field.facts) and (".workers." not in path or field.key == f"w-{kind}")

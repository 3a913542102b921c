"""The house rules of the table: what is played otherwise than it is printed, changed, passed on and taken over."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, Response, flash, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from companion import components, engine
from companion.engine import HouseFigure
from companion.house_rules import MAX_NOTE_LENGTH, MAX_NOTES, HouseRules, WrongRules, read_rules, rules_of_code
from companion.sentences.names import Words
from companion.sentences.verdicts import TableReading, house_rules
from companion.web import language
from companion.web.device import house, table
from companion.web.forms import PageForm
from companion.web.links import absolute
from companion.web.reference import book
from companion.web.sanitise import fit, one_line
from companion.web.table.forms import other_readings

blueprint = Blueprint("house", __name__, url_prefix="/<language:language>/table/house-rules")
_NOTE, _NEW_NOTE, _NEW_SECTION, _TEXT = "note:", "note-new", "section-new", "text"
_MAX_SHOWN = 12
"""Characters of a number that cannot be read which are shown again."""


@dataclass
class HousePage:
    """Everything that the page shows, as it was typed or as it is remembered."""

    typed: Mapping[str, str]
    readings: tuple[str, ...]
    notes: dict[str, str]
    new_section: str = ""
    new_note: str = ""
    text: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    """By the name of the field that they are about."""
    text_errors: tuple[str, ...] = ()
    about: str = ""
    """The page of the rules that somebody came from."""

    @classmethod
    def of(cls, rules: HouseRules) -> HousePage:
        """The rules as they are remembered."""
        typed = {name: str(value) for name, value in rules.figures.items()}
        return cls(typed, tuple(map(".".join, rules.readings.items())), dict(rules.notes))

    def groups(self) -> dict[str, list[tuple[str, ...]]]:
        """All figures by the group in which people look for them: name, title, what is printed, what stands in the
        field. On top those that are changed, and those of the page that somebody came from."""
        words, groups = Words(language.current()), dict[str, list[tuple[str, ...]]]()
        for name, figure in _figures().items():
            printed = "/".join(words.in_words("number", one) for one in dict.fromkeys(figure.values))
            typed = self.typed.get(name, "")
            came_from = self.about and self.about in _own_pages(figure)
            group = "changed" if typed else "section" if came_from else figure.kind.group
            groups.setdefault(group, []).append((name, words.figure(figure), printed, typed))
        return {group: groups.pop(group) for group in ("changed", "section") if group in groups} | groups


def _figures() -> Mapping[str, HouseFigure]:
    return engine.every_component().changeable


@blueprint.app_template_global("house_rules_in")
def house_rules_in(code: str) -> tuple[TableReading, ...]:
    """The house rules that a share code tells."""
    return house_rules_of(engine.decode(code).game)


@blueprint.app_template_global("house_rules_of")
def house_rules_of(game: engine.Game) -> tuple[TableReading, ...]:
    """The house rules of a game."""
    return house_rules(game, language.current())


@blueprint.app_template_global("house_lines")
def lines_of(rules: HouseRules) -> list[str]:
    """House rules in a list of their own, whosever they are: figures, how rules are read, notes."""
    readings = (language.name("reading-choice", ".".join(one)) for one in rules.readings.items())
    return [*changed_figures(rules).values(), *readings, *rules.notes.values()]


@blueprint.route("/", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """Show and change what the table plays otherwise."""
    form, rules = PageForm(), house.remembered()
    if not form.validate_on_submit():
        if taken := request.args.get("take", ""):
            return _shown(HousePage.of(rules), offered=rules_of_code(taken[:4000]))
        return _shown(HousePage.of(rules))
    page = _entered()
    return _saved(page) if "save" in request.form else _taken_over(page)


@blueprint.route("/rules.txt")
def text() -> Response:
    """The house rules as the text that another table can paste."""
    return Response(house.remembered().text, mimetype="text/plain")


@blueprint.route("/pages.json")
def of_pages() -> Response:
    """What stands on top of which sections of the rules, for the pages that are the same for everybody."""
    return jsonify(sections=on_pages(), title=gettext("House rules"))


def on_pages() -> dict[str, list[str]]:
    """Section of the rules, or component -> what the table plays otherwise there, and its note."""
    rules, lines, words = house.remembered(), dict[str, list[str]](), Words(language.current())
    for name, rule in changed_figures(rules).items():
        for section in sections_of(name, rules.figures[name]):
            lines.setdefault(section, []).append(words.name("house-rule", "yours", rule=rule))
    for section, note in rules.notes.items():
        lines.setdefault(section, []).append(gettext("Your note: %(note)s", note=note))
    return lines


def changed_figures(rules: HouseRules) -> dict[str, str]:
    """Each figure of house rules by name: what holds in place of what is printed."""
    words, figures, players = Words(language.current()), _figures(), table.remembered().players
    return {name: words.house_rule(figures[name], value, players) for name, value in rules.figures.items()}


def sections_of(name: str, value: int) -> Iterable[str]:
    """The sections of the rules that tell a figure, or one that follows from it, and the component that has it
    printed."""
    changed = {name, *engine.figures_changed_by(name, value)}
    using = (one for one, section in book().sections.items() if not changed.isdisjoint(_names(section.page.figures)))
    return dict.fromkeys((*_own_pages(_figures()[name]), *using))


def _own_pages(figure: HouseFigure) -> tuple[str, ...]:
    """The section that tells a figure, and the component that has it printed."""
    part = functools.reduce(lambda part, star: part.replace("*", star, 1), figure.stars, figure.kind.part)
    return figure.kind.section, *([f"reference/{part}"] if part in components.parts() else [])


def _names(figures: Iterable[str]) -> Iterable[str]:
    return (one.partition("@")[0].rpartition(":")[2] for one in figures)


def _entered() -> HousePage:
    given = request.form
    typed = {name: one_line(given.get(name, ""))[:_MAX_SHOWN] for name in _figures()}
    notes = {key.removeprefix(_NOTE): text for key, text in given.items() if key.startswith(_NOTE)}
    return HousePage(
        {name: text for name, text in typed.items() if text},
        tuple(given.getlist("readings")[:40]),
        {section: one_line(text) for section, text in notes.items() if section in book().sections},
        given.get(_NEW_SECTION, ""),
        one_line(given.get(_NEW_NOTE, "")),
        fit(given.get(_TEXT, "")),
    )


def _saved(page: HousePage) -> ResponseReturnValue:
    """Store what was entered, or show it again with what is wrong: nothing is half saved."""
    plain = {name: _number(text) for name, text in page.typed.items()}
    offered = other_readings()
    for name in plain:
        if plain[name] is None:
            figure = _figures()[name]
            limits = {"least": figure.least, "most": figure.most}
            page.errors[name] = gettext("Enter a whole number from %(least)d to %(most)d, or nothing.", **limits)
    readings = dict(one.split(".") for one in page.readings if one in offered)
    notes = {section: text for section, text in page.notes.items() if text}
    if page.new_note and page.new_section not in book().sections:
        page.errors[_NEW_SECTION] = gettext("Choose the section that the note is about.")
    elif page.new_note:
        notes[page.new_section] = " ".join(filter(None, (notes.get(page.new_section), page.new_note)))
    for section, text in notes.items():
        if len(text) > MAX_NOTE_LENGTH:
            at = _NEW_NOTE if page.new_note and section == page.new_section else f"{_NOTE}{section}"
            page.errors[at] = gettext("A note has at most %(most)d characters.", most=MAX_NOTE_LENGTH)
    if request.form.get("was", now := house.remembered().code) != now:
        page.errors["figures"] = gettext(
            "Another tab has saved other rules meanwhile. Save again to replace them, or load this page again."
        )
    if len(notes) > MAX_NOTES:
        page.errors[_NEW_NOTE] = gettext("There is room for %(most)d notes. Empty one of the others.", most=MAX_NOTES)
    rules = HouseRules({name: value for name, value in plain.items() if value is not None}, readings, notes)
    try:
        checked = read_rules(replace(rules, notes={}).text, language.current())
    except WrongRules as error:
        for one in error.problems:
            page.errors[one.key if one.key in rules.figures else "figures"] = _in_words(one.message)
    return _shown(page, 422) if page.errors else _stored(page, replace(checked, notes=notes))


def _in_words(message: str) -> str:
    """A problem of a text in the words of the page: figures by what they are called, not by their names."""
    words = Words(language.current())
    named = [name for name in sorted(_figures(), key=len, reverse=True) if name in message]
    for name in named:
        message = message.removeprefix(f"{name}: ")
    for name in named:
        message = message.replace(name, f"“{words.figure(_figures()[name])}”")
    return message


def _number(text: str) -> int | None:
    plain = text.replace("−", "-")
    digits = plain.removeprefix("-")
    return int(plain) if digits.isascii() and digits.isdecimal() and len(digits) < 4 else None


def _taken_over(page: HousePage) -> ResponseReturnValue:
    """Take over the rules of a text in place of those that are there."""
    try:
        rules = read_rules(page.text, language.current(), book().sections)
    except WrongRules as error:
        lines = (gettext("Line %(line)d: %(problem)s", line=one.line, problem=one.message) for one in error.problems)
        page.text_errors = tuple(lines)
        return _shown(replace(HousePage.of(house.remembered()), text=page.text, text_errors=page.text_errors), 422)
    return _stored(page, rules)


def _stored(page: HousePage, rules: HouseRules) -> ResponseReturnValue:
    response = redirect(url_for("house.index"), 303)
    try:
        house.remember(response, rules)
    except ValueError:
        page.errors["notes"] = gettext("Together these take too much room on this device. Shorten the notes.")
        return _shown(page, 422)
    table.remember(response, replace(table.remembered(), readings=rules.readings, language=language.current()))
    flash(gettext("Saved on this device."))
    return response


def _shown(page: HousePage, status: int = 200, offered: HouseRules | None = None) -> ResponseReturnValue:
    rules, page.about = house.remembered(), request.args.get("about", "")
    shared: dict[str, Any] = {}
    if rules:
        shared = {"address": absolute("house.index", take=rules.code), "text": rules.text}
    return (
        render_template(
            "table/house_rules.html",
            form=PageForm(),
            page=page,
            groups=page.groups(),
            choices=other_readings().items(),
            told=[(sentence, _figures()[name].kind.section) for name, sentence in changed_figures(rules).items()],
            rules=rules,
            chapters=book().chapters,
            sections=book().sections,
            offered=offered,
            most=MAX_NOTE_LENGTH,
            **shared,
        ),
        status,
    )

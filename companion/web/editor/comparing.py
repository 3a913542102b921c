"""Two positions beside each other: what differs, told and marked."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import engine
from companion.pictures.board import board_picture
from companion.sentences import answers
from companion.web import language
from companion.web.assets import sprite
from companion.web.caching import same_for_all
from companion.web.check import view as checked
from companion.web.editor.editing import value_of
from companion.web.editor.kinds import EditorForm
from companion.web.editor.labels import labels
from companion.web.editor.position_fields import fields
from companion.web.editor.view import parts_of
from companion.web.sanitise import fit


@dataclass(frozen=True)
class Difference:
    """A field that holds something else: what it is called, what it holds in the one and in the other."""

    path: str
    region: str
    place: str
    here: str
    there: str


@dataclass(frozen=True)
class PartComparison:
    """A part of the board that differs, with its differences and its pictures in both."""

    region: str
    player: bool
    differences: tuple[Difference, ...]
    here: tuple[Markup, ...]
    there: tuple[Markup, ...]


def compare(code: str) -> ResponseReturnValue:
    """What differs between a position and another one, which a link, a code or a text tells. Raises Unreadable."""
    here, text = engine.decode(code), fit(request.args.get("with", "")).strip()
    other = answers.code_in(text)
    if not text:
        return _page(code)
    if other is None:
        try:
            other = engine.share_code(engine.read_position(text))
        except engine.Unreadable:
            return _page(code, text=text, answer=checked.answer(text, language.current())), 422
    if other != text and other is not None:
        return redirect(f"{url_for('editor.compare', code=code)}?{urlencode({'with': other})}", 303)
    try:
        there = engine.decode(text)
    except engine.Unreadable as error:
        return _page(code, text=text, answer=checked.refused_code(error, language.current())), 422
    return _page(code, other=text, parts=parts(here, there, language.current()))


def parts(here: engine.Position, there: engine.Position, language: str) -> tuple[PartComparison, ...]:
    """The parts of the board that differ, in the order of the board."""
    found = differences(here, there, language)
    return tuple(
        PartComparison(
            region,
            region in engine.load_catalog().table.players.colours,
            tuple(one for one in found if one.region == region),
            _pictures(here, found, region, language),
            _pictures(there, found, region, language),
        )
        for region in dict.fromkeys(one.region for one in found)
    )


def differences(here: engine.Position, there: engine.Position, language: str) -> tuple[Difference, ...]:
    """Every field that holds something else in the other position."""
    every = {**fields(here), **fields(there)}
    differing = [of for of in every.values() if value_of(here, of) != value_of(there, of)]
    forms = [EditorForm({of: value_of(one, of) for of in differing}, language).entries for one in (here, there)]
    place = labels(language).words.place
    return tuple(
        Difference(of.path, of.region, place(of.path), *(form[of.path].in_words for form in forms)) for of in differing
    )


def _pictures(
    position: engine.Position, found: tuple[Difference, ...], region: str, language: str
) -> tuple[Markup, ...]:
    marks = {one.path: "chosen" for one in found}
    return tuple(
        board_picture(position, language, parts=(part,), marks=marks, sprite=sprite())
        for part in parts_of(region, position)
    )


def _page(code: str, **about: object) -> Response:
    shown: dict[str, object] = {"other": "", "parts": (), "text": "", "answer": None, **about}
    return same_for_all(render_template("editor/compare.html", code=code, **shown), robots="noindex, nofollow")

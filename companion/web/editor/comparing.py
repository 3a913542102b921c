"""Two positions beside each other: what differs, told and marked."""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import engine
from companion.pictures.board import BoardPicture, board_picture
from companion.sentences import answers
from companion.web import check, language
from companion.web.assets import sprite
from companion.web.caching import same_for_all
from companion.web.editor.editing import value_of
from companion.web.editor.kinds import EditorForm
from companion.web.editor.labels import labels
from companion.web.editor.position_fields import fields
from companion.web.editor.view import parts_of
from companion.web.sanitise import fit


def compare(code: str) -> ResponseReturnValue:
    """What differs between a position and another one, which a link, a code or a text tells. Raises Unreadable."""
    here, text = engine.decode(code), fit(request.args.get("with", "")).strip()
    if not text:
        return _page(code)
    try:
        other = answers.code_in(text) or engine.share_code(engine.read_position(text))
    except engine.Unreadable:
        return _page(code, text=text, answer=check.answer(text, language.current())), 422
    if other != text and other is not None:
        return redirect(f"{url_for('editor.compare', code=code)}?{urlencode({'with': other})}", 303)
    try:
        compared = engine.decode(text)
    except engine.Unreadable as error:
        return _page(code, text=text, answer=check.refused_code(error, language.current())), 422
    return _page(code, other=text, parts=parts(here, compared, language.current()))


Comparison = tuple[str, list[tuple[str, str, str]], list[list[BoardPicture]]]
"""A part of the board that differs: what each field is called and holds in the one and the other, both pictures."""


def parts(here: engine.Position, beside: engine.Position, language: str) -> list[Comparison]:
    """The parts of the board that differ, in the order of the board."""
    differing = [of for of in {**fields(here), **fields(beside)}.values() if value_of(here, of) != value_of(beside, of)]
    forms = [
        EditorForm({of: value_of(one, of) for of in differing}, language, edition=one.game.edition).entries
        for one in (here, beside)
    ]
    place, marks = labels(language, here.game.edition).words.place, {of.path: "chosen" for of in differing}

    def part_of(region: str) -> Comparison:
        one, other = forms
        differences = [
            (place(of.path), one[of.path].in_words, other[of.path].in_words) for of in differing if of.region == region
        ]
        pictures = [
            [
                board_picture(position, language, parts=(part,), marks=marks, sprite=sprite())
                for part in parts_of(region, position)
            ]
            for position in (here, beside)
        ]
        return region, differences, pictures

    return [part_of(region) for region in dict.fromkeys(of.region for of in differing)]


def _page(code: str, **context: object) -> Response:
    players = engine.load_catalog().table.players.colours
    shown: dict[str, object] = {"other": "", "parts": (), "text": "", "answer": None, "players": players, **context}
    return same_for_all(render_template("editor/compare.html", code=code, **shown), robots="noindex, nofollow")

"""Around the game: where and how long it was played, a note, and the next game with the same people."""

from __future__ import annotations

from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext
from wtforms import IntegerField, StringField, TextAreaField
from wtforms.validators import Length, NumberRange, Optional

from companion.sheets import about
from companion.sheets.about import About
from companion.sheets.states import TABLE, Cell, Name, SheetState
from companion.web.device import history, identity
from companion.web.forms import PageForm
from companion.web.limits import NEW_SHEETS, limited
from companion.web.sanitise import one_line
from companion.web.score.view import blueprint, sheets, still_there


def _plain(text: str | None) -> str:
    return one_line(text or "")


class AboutForm(PageForm):
    """What is told about a game besides its points."""

    location = StringField(lazy_gettext("Place"), filters=[_plain], validators=[Length(max=about.MAX_LOCATION)])
    minutes = IntegerField(lazy_gettext("Minutes"), validators=[Optional(), NumberRange(min=1, max=about.MAX_MINUTES)])
    note = TextAreaField(lazy_gettext("Note"), filters=[_plain], validators=[Length(max=about.MAX_NOTE)])

    def __init__(self, state: SheetState, **more: Any) -> None:
        super().__init__(obj=About.of(state.fields), **more)
        self.before = state.fields

    def cells(self) -> dict[Cell, tuple[str | None, str | None]]:
        """What is to be written: what came in and differs from what stands there."""
        texts = About(self.location.data or "", self.minutes.data, self.note.data or "").fields
        came = zip((self.location, self.minutes, self.note), texts.items(), strict=True)
        return {
            (TABLE, name): (self.before.get(name), text)
            for field, (name, text) in came
            if field.raw_data and text != self.before.get(name)
        }


def places() -> list[str]:
    """Where the latest games of this device were played."""
    locations = (About.of(sheet.fields).location for sheet in still_there(history.recent()))
    return list(dict.fromkeys(place for place in locations if place))


@blueprint.route("/<key>/rematch", methods=["POST"])
@limited(NEW_SHEETS)
def rematch(key: str) -> ResponseReturnValue:
    """A new sheet for the same people, in their colours; whose phone this is need not be said again."""
    before = sheets().read(key)
    mine = identity.mine(before)
    people = [Name(player.name, player.colour) for player in before.players]
    sheet = sheets().create(people, before.edition, before.variants, dict(before.played_otherwise))
    new = str(sheet.edit_key)
    if mine.player:
        sheets().claim(new, 1 + [player.seat for player in before.players].index(mine.player.seat), mine.player.phone)
    identity.types_for_everybody(new, yes=mine.asked and not mine.player)
    history.groups().keep(history.collection(), [new])
    return redirect(url_for("score.sheet", key=new), 303)

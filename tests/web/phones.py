"""A phone on a score sheet, as the tests of its pages hold it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import load_catalog
from companion.storage.sheets import Sheets
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.storage import points_of
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
CATEGORIES = list(load_catalog().scoring.categories)


def people(*named: str) -> dict[str, str]:
    """What a form sends of people, each a name and a colour: `Anna blue`."""
    rows = [one.rpartition(" ") for one in named]
    names = {f"people-{number}-name": name for number, (name, _, _) in enumerate(rows)}
    return names | {f"people-{number}-colour": colour for number, (_, _, colour) in enumerate(rows)}


class Phone:
    """A device with the link of a sheet: what it sees below that, and what it sends there."""

    def __init__(self, client: FlaskClient, sheets: Sheets, key: str | None) -> None:
        self.client, self.sheets, self.key = client, sheets, str(key)

    def at(self, below: str = "", language: str = "en") -> str:
        """An address of the sheet."""
        return f"/{language}/score/{self.key}{below}"

    def get(self, below: str = "", language: str = "en", **more: Any) -> TestResponse:
        return self.client.get(self.at(below, language), **more)

    def page(self, below: str = "", language: str = "en") -> Page:
        return Page(self.get(below, language))

    def send(self, form: Mapping[str, Any], below: str = "", **more: Any) -> TestResponse:
        """A form, as a browser without scripts sends it."""
        return self.client.post(self.at(below), data=form, **more)

    def asks(self, form: Mapping[str, Any]) -> TestResponse:
        """The form of the sheet, as htmx sends it."""
        return self.send(form, headers=HTMX)

    def news(self, since: int, more: str = "", language: str = "en") -> TestResponse:
        """What changed on the sheet after a revision."""
        return self.get(f"/changes?since={since}{more}", language, headers=HTMX)

    @property
    def points(self) -> list[dict[str, int]]:
        """What was typed as points, by player."""
        return [points_of(player) for player in self.sheets.read(self.key).players]

    @property
    def fields(self) -> list[dict[str, str]]:
        """Everything that stands in the columns, by player."""
        return [dict(player.fields) for player in self.sheets.read(self.key).players]

"""Whom this device knows: the people of its table and of the sheets that it saw last, so that nobody is typed twice."""

from __future__ import annotations

from collections.abc import Iterable

from companion.sheets.games import fold
from companion.sheets.states import SheetHead
from companion.web.device import identity, table
from companion.web.device.table import TablePlayer

MAX_KNOWN = 12
"""More to tap than these take longer to look through than a name takes to type."""


def known(sheets: Iterable[SheetHead]) -> tuple[TablePlayer, ...]:
    """Everybody once, with the colour played last: the owner, those of the table, then those of the latest sheets."""
    me = identity.own_person()
    people = [*([me] if me else ()), *(person for person in table.remembered().people if person.name)]
    people += [TablePlayer(player.name, player.colour) for sheet in sheets for player in sheet.players]
    by_name: dict[str, TablePlayer] = {}
    for person in people:
        by_name.setdefault(fold(person.name), person)
    return tuple(by_name.values())[:MAX_KNOWN]

"""What a device is to a sheet: whose phone it is, what its entries are signed with.

All of it is in the signed cookie; the other devices learn only the player that this one has claimed.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from flask import current_app, session

from companion import engine
from companion.sheets.changes import MAX_NAME_LENGTH
from companion.sheets.games import fold
from companion.sheets.pieces import DEPTHS, TYPED, Depth
from companion.sheets.states import Name, PlayerRow, SheetState
from companion.web.device import table
from companion.web.device.cookies import note, texts
from companion.web.sanitise import one_line

SIGNATURE = "#"
"""What the signature of a device begins with."""

_MAX_REMEMBERED = 20


@dataclass(frozen=True)
class Mine:
    """Whose phone this is on a sheet."""

    player: PlayerRow | None
    """The claimed player, None for nobody."""
    answered: bool
    """Whether somebody has answered whose it is; "I'm scoring for everyone" is an answer."""
    likely: int | None
    """The seat of the player who has the name that this device had on another sheet."""

    @property
    def seat(self) -> int | None:
        """The seat whose column comes first on this device."""
        return self.player.seat if self.player else None


def name_of_device() -> str:
    """The secret name of this device, made when it is first needed."""
    name = session.get("device")
    if isinstance(name, str) and 16 <= len(name) <= 32:
        return name
    name = secrets.token_urlsafe(15)
    note("device", name)
    return name


def mine(sheet: SheetState) -> Mine:
    """Whose phone this device is on a sheet."""
    own, me = signature() if "device" in session or _signature_of_server() else None, own_person()
    player = next((player for player in sheet.players if own and player.phone == own), None)
    likely = next((player.seat for player in sheet.players if me and player.name == me.name), None)
    return Mine(player, player is not None or sheet.edit_key in texts("everybody"), likely)


def signature() -> str:
    """What the entries of this device are signed with: it tells it from others, and not its secret name."""
    return _signature_of_server() or signature_of(name_of_device())


def _signature_of_server() -> str | None:
    """On a phone that answers for itself: what the server signs its entries with, once it has said so."""
    signature: str | None = current_app.config["SIGNATURE"]
    return signature


def signatures(sheet: SheetState) -> tuple[str, ...]:
    """Everything that the entries of this device may be signed with: once it was the name of the claimed player."""
    player = mine(sheet).player
    return (signature(), player.name) if player else (signature(),)


def who(sheet: SheetState, by: str) -> str:
    """Who signed something: the player who claimed the phone last; else the signature as it is."""
    if not by.startswith(SIGNATURE):
        return by
    seat = sheet.owners.get(by)
    return next((player.name for player in sheet.players if player.seat == seat), by)


def signature_of(device: str) -> str:
    """The signature of a device with this secret name."""
    return SIGNATURE + hashlib.sha256(device.encode()).hexdigest()[:8]


def own_person() -> Name | None:
    """The name and colour of the player that this device claimed last."""
    stored = session.get("me")
    if not isinstance(stored, dict) or not isinstance(stored.get("name"), str):
        return None
    colours = engine.load_catalog().table.players.colours
    name, colour = one_line(stored["name"])[:MAX_NAME_LENGTH], stored.get("colour")
    return Name(name, colour) if name and colour in colours else None


def remember_person(player: PlayerRow) -> None:
    """Note that the owner of this device plays under this name and colour."""
    note("me", {"name": player.name, "colour": player.colour})


def prefers() -> Depth:
    """How categories are entered on this device until somebody says otherwise: by their pieces, or as points."""
    return "number" if session.get("enters") == "number" else "things"


def prefer(field: str, text: str | None) -> None:
    """Note how somebody wants to enter categories, when that is what a field tells."""
    kind, _, category = field.partition(".")
    if kind == "depth" and text in DEPTHS and category not in TYPED:
        session["enters"] = text


def types_for_everybody(key: str, *, yes: bool) -> None:
    """Note whether somebody said that this device types for all players of a sheet."""
    others = [other for other in texts("everybody") if other != key]
    note("everybody", ([key, *others] if yes else others)[:_MAX_REMEMBERED])


# Whom this device knows: the people of its table and of the sheets that it saw last, so that nobody is typed twice.

MAX_KNOWN = 12
"""More to tap than these take longer to look through than a name takes to type."""


def known_people(sheets: Iterable[SheetState]) -> tuple[Name, ...]:
    """Everybody once, with the colour played last: the owner, those of the table, then those of the latest sheets."""
    me = own_person()
    people = [*([me] if me else ()), *(person for person in table.remembered().people if person.name)]
    people += [Name(player.name, player.colour) for sheet in sheets for player in sheet.players]
    by_name: dict[str, Name] = {}
    for person in people:
        by_name.setdefault(fold(person.name), person)
    return tuple(by_name.values())[:MAX_KNOWN]

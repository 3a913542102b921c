"""What a device is to a sheet: whose phone it is, what its entries are signed with.

All of it is in the signed cookie; the other devices learn only the player that this one has claimed.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from flask import session

from companion import engine
from companion.sheets.things.fields import Depth
from companion.storage.models import MAX_NAME_LENGTH
from companion.storage.sheets import Player, SheetHead
from companion.web.device.cookies import note, texts
from companion.web.device.table import Person
from companion.web.sanitise import one_line

UNNAMED = "#"
"""What the signature of a device begins with that has claimed no player."""

_MAX_REMEMBERED = 20


@dataclass(frozen=True)
class Mine:
    """Whose phone this is on a sheet."""

    player: Player | None
    """The claimed player, None for nobody."""
    asked: bool
    """Whether somebody has answered whose it is; "I'm scoring for everyone" is an answer."""
    likely: int | None
    """The seat of the player who has the name that this device had on another sheet."""

    @property
    def seat(self) -> int | None:
        """The seat whose column comes first on this device."""
        return self.player.seat if self.player else None


def name_of_device() -> str:
    """The secret name of this device, made when it is first needed."""
    known = session.get("device")
    if isinstance(known, str) and 16 <= len(known) <= 32:
        return known
    name = secrets.token_urlsafe(15)
    note("device", name)
    return name


def mine(sheet: SheetHead) -> Mine:
    """Whose phone this device is on a sheet."""
    device, me = session.get("device"), own_person()
    player = next((player for player in sheet.players if device and player.phone == device), None)
    likely = next((player.seat for player in sheet.players if me and player.name == me.name), None)
    return Mine(player, player is not None or sheet.edit_key in texts("everybody"), likely)


def signature(sheet: SheetHead) -> str:
    """What the entries of this device are signed with: the claimed player's name, or what tells it from others."""
    player = mine(sheet).player
    return player.name[:MAX_NAME_LENGTH] if player else _unnamed(name_of_device())


def signatures(sheet: SheetHead) -> tuple[str, str]:
    """Everything that the entries of this device may be signed with: also what it typed before it claimed a player."""
    return signature(sheet), _unnamed(name_of_device())


def who(sheet: SheetHead, by: str) -> str:
    """Who signed something: a player, also one who claimed the phone later; else the signature as it is."""
    if not by.startswith(UNNAMED):
        return by
    claimed = (player for player in sheet.players if player.phone and _unnamed(player.phone) == by)
    return next((player.name for player in claimed), by)


def _unnamed(device: str) -> str:
    """What a device signs with that has claimed no player: the secret name cannot be found from it."""
    return UNNAMED + hashlib.sha256(device.encode()).hexdigest()[:8]


def own_person() -> Person | None:
    """The name and colour of the player that this device claimed last."""
    told = session.get("me")
    if not isinstance(told, dict) or not isinstance(told.get("name"), str):
        return None
    colours = engine.load_catalog().table.players.colours
    name, colour = one_line(told["name"])[:MAX_NAME_LENGTH], told.get("colour")
    return Person(name, colour) if name and colour in colours else None


def remember_person(player: Player) -> None:
    """Note that the owner of this device plays under this name and colour."""
    note("me", {"name": player.name, "colour": player.colour})


def prefers() -> Depth:
    """How categories are entered on this device until somebody says otherwise: by their pieces, or as points."""
    return "number" if session.get("enters") == "number" else "things"


def prefer(depth: Depth) -> None:
    """Note that somebody wants to enter categories so."""
    session["enters"] = depth


def types_for_everybody(key: str, *, yes: bool) -> None:
    """Note whether somebody said that this device types for all players of a sheet."""
    others = [other for other in texts("everybody") if other != key]
    note("everybody", ([key, *others] if yes else others)[:_MAX_REMEMBERED])

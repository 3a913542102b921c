"""Plays single subjects of a game at random by the rules, as plain parts of a position.

What comes out can happen, so no check may object to it, however much of it is left out.
"""

from __future__ import annotations

import random
from typing import Any

from companion.engine import load_catalog

CATALOG = load_catalog(2, ())
BOARD = CATALOG.player_board


def discs(seed: int) -> dict[str, Any]:
    """A player after some deliveries and upgrades: discs, certificates, both exceptions for missing discs."""
    dice = random.Random(seed)
    left = list(BOARD.discs.values())
    cities, stations = CATALOG.cities.cities, CATALOG.railroad.stations
    deliveries: dict[str, int] = {}
    upgraded: list[int] = []
    for _ in range(dice.randrange(22)):
        deliver = dice.random() < 0.6
        if deliver:
            city = dice.choice([c for c in cities.values() if c.repeatable or c.id not in deliveries])
            corner = city.corner
        else:
            free = [number for number in stations if number not in upgraded]
            if not free:
                continue
            station = dice.choice(free)
            corner = stations[station].corner
        rich = dice.random() < 0.7
        white = [disc for disc in left if disc.corner == "white"]
        fitting = [disc for disc in left if (rich or not disc.cost) and (disc.corner == "white" or corner == "dark")]
        if not fitting and not white:
            fitting = [disc for disc in left if rich or not disc.cost]
        if fitting:
            left.remove(dice.choice(fitting))
        elif upgraded:
            upgraded.remove(dice.choice(upgraded))
        else:
            continue
        if deliver:
            deliveries[city.id] = deliveries.get(city.id, 0) + 1
        else:
            upgraded.append(station)
    cleared = [name for name in BOARD.discs if name not in {disc.id for disc in left}]
    track = CATALOG.table.certificates
    limit = track.limit
    if "cert-4" in cleared:
        limit = track.limit_with_four_and_six if "cert-6" in cleared else track.limit_with_four
    return {
        "certificates": dice.choice([number for number in track.track if number <= limit]),
        "cleared": cleared,
        "deliveries": deliveries,
        "stations": upgraded,
    }


def estate(seed: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """A player who hired, built, replaced and appointed station masters; all building spaces; sides of the tiles."""
    dice = random.Random(seed)
    spaces = [space.id for space in CATALOG.trail.spaces.values() if space.kind == "building"]
    sides = {str(number): dice.choice("ab") for number in range(1, 13)}
    waiting = [face for face in CATALOG.buildings.faces.values() if sides[str(face.number)] == face.side]
    on_trail: dict[str, Any] = {}
    gone: list[str] = []
    masters: list[str] = []
    builders = BOARD.worker_rows.printed
    for _ in range(dice.randrange(40)):
        what = dice.choice(["hire", "build", "replace", "replace", "appoint"])
        if what == "hire":
            builders = min(builders + 1, BOARD.worker_rows.spaces)
        elif what == "build":
            can = [face for face in waiting if face.builders <= builders]
            if can:
                face = dice.choice(can)
                waiting.remove(face)
                on_trail[dice.choice([space for space in spaces if space not in on_trail])] = face
        elif what == "replace":
            pairs = [
                (space, new)
                for space, old in on_trail.items()
                for new in waiting
                if old.builders < new.builders <= old.builders + builders
            ]
            if pairs:
                space, face = dice.choice(pairs)
                waiting.remove(face)
                gone.append(on_trail[space].id)
                on_trail[space] = face
        elif BOARD.worker_rows.printed < builders and len(masters) < CATALOG.station_masters.in_play:
            builders -= 1
            masters.append(f"sm-{len(masters) + 1}")
    slots: dict[str, Any] = {str(slot): {"worker": "builder"} for slot in range(1, len(masters) + 1)}
    board = {
        "buildings": {
            space: {"player": "blue", "face": on_trail[space].id} if space in on_trail else None for space in spaces
        },
        "station_masters": slots,
    }
    player = {"workers": {"builder": builders}, "station_masters": masters, "placed_out": gone}
    return player, board, sides

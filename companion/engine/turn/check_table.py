"""What belongs to the whole table: players and seats, station master tiles, the job market token."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Position, Reason, Ruleset, reason
from companion.engine.core.supply import everybody

JOB_MARKET_TOKEN_TWICE = reason("job-market-token-twice", "kansas-city/job-market#token")
JOB_MARKET_TOKEN_NOWHERE = reason("job-market-token-nowhere", "scoring/game-end")
TOO_MANY_PLAYERS = reason("too-many-players", "turn/overview", "have", "supply")
SEAT_TWICE = reason("seat-twice", "turn/overview", "number")
STATION_MASTER_TWICE = reason("station-master-twice", "railroad/station-master#tiles", master="station-master")
TOO_MANY_STATION_MASTERS = reason("too-many-station-masters", "railroad/station-master#tiles", "have", "supply")

IN_MARKET = "board.job_market.token_row"
"""Where a position tells where the job market token lies."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about players, station masters and the token."""
    yield from _players(ruleset, position)
    yield from _station_masters(ruleset, position)

    # There is one job market token.
    row = position.board.job_market.token_row
    holders = [f"players.{colour}.job_market_token" for colour, p in position.players.items() if p.job_market_token]
    if row in ruleset.catalog.job_market.rows:
        holders.append(IN_MARKET)
    if len(holders) > ruleset.catalog.job_market.tokens:
        yield Reason(JOB_MARKET_TOKEN_TWICE, {"places": tuple(holders)})
    # It leaves the market for the player who filled it.
    entered = everybody(ruleset, position, "job_market_token")
    if row is not None and not holders and entered is not None:
        places = (IN_MARKET, *(f"players.{colour}.job_market_token" for colour, _ in entered))
        yield Reason(JOB_MARKET_TOKEN_NOWHERE, {"places": places})


def _players(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Nobody plays who was not counted.
    colours = {colour: f"players.{colour}" for colour in position.players}
    for space, building in position.board.buildings.items():
        if building:
            colours.setdefault(building.player, f"board.buildings.{space}")
    if position.turn.player:
        colours.setdefault(position.turn.player, "turn.player")
    supply = ruleset.players or ruleset.catalog.table.players.most
    if len(colours) > supply:
        places = ("game.players", *colours.values())
        yield Reason(TOO_MANY_PLAYERS, {"have": len(colours), "supply": supply, "places": places})
    # Everybody has a seat of their own.
    seats: dict[int, list[str]] = {}
    for colour, player in position.players.items():
        if player.seat is not None:
            seats.setdefault(player.seat, []).append(f"players.{colour}.seat")
    for seat, places_of_seat in seats.items():
        if len(places_of_seat) > 1:
            yield Reason(SEAT_TWICE, {"number": seat, "places": tuple(places_of_seat)})


def _station_masters(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Each of the nine tiles is there once, and five of them take part in a game.
    places: dict[str, list[str]] = {}
    for master in position.board.spare_masters or ():
        places.setdefault(master, []).append("board.spare_masters")
    for slot, content in position.board.station_masters.items():
        if content and content.master:
            places.setdefault(content.master, []).append(f"board.station_masters.{slot}")
    for colour, player in position.players.items():
        for master in player.station_masters or ():
            places.setdefault(master, []).append(f"players.{colour}.station_masters")
    for master, where in places.items():
        if len(where) > 1:
            yield Reason(STATION_MASTER_TWICE, {"master": master, "places": tuple(dict.fromkeys(where))})
    supply = ruleset.catalog.station_masters.in_play + ruleset.catalog.station_masters.spare
    if len(places) > supply:
        every = tuple(dict.fromkeys(place for where in places.values() for place in where))
        yield Reason(TOO_MANY_STATION_MASTERS, {"have": len(places), "supply": supply, "places": every})

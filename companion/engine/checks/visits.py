"""Visits to Kansas City: what each of them moves, and how many there were.

A visit chooses a tile in every foresight column and ends with a delivery; then the gaps are filled from the bags. So
deliveries, bags, job market and trail tell of each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.checks import known, sections
from companion.engine.checks.bags import bags_at_start
from companion.engine.checks.job_market import token
from companion.engine.effects.delivery import ExtraordinaryDelivery
from companion.engine.effects.steps import Deliver, PlaceDisc
from companion.engine.flow.turn import FORESIGHT
from companion.engine.position import Position
from companion.engine.reasons import Reason, Value
from companion.engine.ruleset import Ruleset

_START = "start"
_DELIVERY = "K5"


@dataclass(frozen=True)
class _Visits:
    """How many visits have ended, at least and at most (None: any number), and the places that tell it.

    `chosen` says of every foresight column how many tiles were chosen from it, at least and at most.
    """

    least: int
    most: int | None
    places: tuple[str, ...]
    chosen: dict[int, tuple[int, int | None]]


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about job market, bags and trail after so many visits."""
    visits = _visits(ruleset, position)
    yield from _market(ruleset, position, visits)
    yield from _bags(ruleset, position, visits)
    yield from _trail(ruleset, position, visits)


def under_way(position: Position) -> bool:
    """Whether somebody is in Kansas City and has not delivered yet; in a phase that nobody entered, perhaps."""
    phase = position.turn.phase
    if phase != _DELIVERY:
        return phase is None or phase.startswith("K")
    # The disc of this delivery lies on its city once nothing under way puts it there any more.
    pending = position.turn.pending or (Deliver(),)
    visitor = position.players.get(known.on_turn(position) or "")
    left = visitor is not None and visitor.herder == _START
    return not left and any(isinstance(step, (Deliver, PlaceDisc)) for step in pending)


def _visits(ruleset: Ruleset, position: Position) -> _Visits:
    least, most, places = 0, 0, []
    # A building delivers without a visit.
    elsewhere = known.may_have_been_used(ruleset, position, lambda does: isinstance(does, ExtraordinaryDelivery))
    for colour, player in position.players.items():
        delivered = sum((player.deliveries or {}).values())
        if delivered:
            places.append(f"players.{colour}.deliveries")
        # Only from Kansas City a herder comes to the start.
        least += max(0 if elsewhere else delivered, player.herder == _START)
        most += delivered
    # Every visit leaves a disc on a city, unless the player had none to place.
    everybody = known.everybody(ruleset, position, "deliveries")
    counted = everybody is not None and all(known.never_without_disc(ruleset, player) for _, player in everybody)
    columns = range(1, ruleset.catalog.tiles.foresight.columns + 1)
    return _Visits(
        least,
        most if counted else None,
        tuple(places),
        {
            column: (
                _chosen_at_least(ruleset, position, column, least),
                most + _choosing(position, column)[1] if counted else None,
            )
            for column in columns
        },
    )


def _chosen_at_least(ruleset: Ruleset, position: Position, column: int, visits: int) -> int:
    chosen = visits + _choosing(position, column)[0]
    # Once the job market is closed, a column may be skipped. Everybody comes once more at most.
    workers = any(kind.startswith("worker") for kind in bags_at_start(ruleset.catalog)[column])
    if workers and known.closed(ruleset, position) is not False:
        chosen -= ruleset.players or ruleset.catalog.table.players.most
    return max(0, chosen)


def _choosing(position: Position, column: int) -> tuple[int, int]:
    """Tiles chosen from a column in the visit under way, at least and at most."""
    if not under_way(position):
        return 0, 0
    phase = position.turn.phase
    if phase not in FORESIGHT:
        return (0 if phase is None else 1), 1
    now = FORESIGHT.index(phase) + 1
    return int(column < now), int(column <= now)


def _numbers(ruleset: Ruleset, position: Position) -> list[int]:
    """How many may play."""
    if ruleset.players:
        return [ruleset.players]
    players = ruleset.catalog.table.players
    return list(range(max(players.least, min(len(position.players), players.most)), players.most + 1))


def _market(ruleset: Ruleset, position: Position, visits: _Visits) -> Iterator[Reason]:
    there, market = token(ruleset, position), ruleset.catalog.job_market
    if there is None or there[0] < market.token_start_row:
        return
    row, where = there
    spaces = position.board.job_market.rows.get(row, ())
    lying = sum(worker is not None for worker in spaces)
    places = (where, *((f"board.job_market.rows.{row}",) if spaces else ()), *visits.places)
    numbers = _numbers(ruleset, position)

    # A worker comes to the market only when somebody chooses one, at most one from each column that shows workers.
    columns = [c for c, kinds in bags_at_start(ruleset.catalog).items() if any(k.startswith("worker") for k in kinds)]
    most = [visits.chosen[column][1] for column in columns]
    if visits.most is not None:
        (players,) = numbers
        placed = (row - 1) * market.columns[players] + lying - market.setup_workers[players]
        allowed = sum(count or 0 for count in most)
        if placed > allowed:
            deliveries = tuple(f"players.{colour}.deliveries" for colour in position.players)
            params: dict[str, Value] = {"have": placed, "visits": visits.most, "most": allowed}
            yield Reason("market-ahead-of-visits", {**params, "places": tuple(dict.fromkeys((*places, *deliveries)))})

    # Column 2 shows workers only: as long as the market is open, every visit brings one.
    if row not in market.rows:
        return
    least = visits.chosen[market.setup_bag][0]
    placed = max(
        (row - 1) * market.columns[n]
        + (lying if None in spaces else max(lying, market.columns[n] - 1))
        - market.setup_workers[n]
        for n in numbers
    )
    if placed < least:
        params = {"have": max(0, placed), "visits": least}
        yield Reason("market-behind-visits", {**params, "places": places})


def _bags(ruleset: Ruleset, position: Position, visits: _Visits) -> Iterator[Reason]:
    # Tiles come out of a bag in the set-up and to take the place of one that was chosen.
    tiles, market = ruleset.catalog.tiles, ruleset.catalog.job_market
    numbers = _numbers(ruleset, position)
    for bag, contents in bags_at_start(ruleset.catalog).items():
        pile, shown = position.board.bags.get(bag), position.board.foresight.get(bag)
        if pile is None:
            continue
        # How the workers are split over the bags is not quite sure.
        doubt = tiles.split_doubt if any(kind.startswith("worker") for kind in contents) else 0
        first = {tiles.setup_bag: [tiles.setup_on_trail], market.setup_bag: [market.setup_workers[n] for n in numbers]}
        start = [sum(contents.values()) - count for count in first.get(bag, [0])]
        column = (1, tiles.foresight.spaces) if shown is None else (len(shown), len(shown))
        if shown is None and not _may_show_a_gap(position):
            column = (tiles.foresight.spaces, tiles.foresight.spaces)
        least, most = visits.chosen[bag]
        places = (f"board.bags.{bag}", *((f"board.foresight.{bag}",) if shown is not None else ()), *visits.places)
        allowed = max(start) - least - column[0] + doubt
        if pile.count > max(0, allowed) and least:
            params: dict[str, Value] = {"number": bag, "have": pile.count, "visits": least, "most": max(0, allowed)}
            yield Reason("bag-behind-visits", {**params, "places": places})
        if most is None:
            continue
        needed = min(start) - most - column[1] - doubt
        if pile.count < needed:
            deliveries = tuple(f"players.{colour}.deliveries" for colour in position.players)
            params = {"number": bag, "have": pile.count, "visits": most, "least": needed}
            yield Reason("bag-ahead-of-visits", {**params, "places": tuple(dict.fromkeys((*places, *deliveries)))})


def _may_show_a_gap(position: Position) -> bool:
    """Whether a foresight column may wait to be filled: from the choice of its tile to the end of the turn."""
    phase = position.turn.phase
    return phase is None or phase == "C" or phase.startswith("K")


def _trail(ruleset: Ruleset, position: Position, visits: _Visits) -> Iterator[Reason]:
    # After the set-up, hazards and outlaws come to the trail only from the columns that show them.
    shows = [c for c, kinds in bags_at_start(ruleset.catalog).items() if any(k[:6] != "worker" for k in kinds)]
    most = [visits.chosen[column][1] for column in shows]
    if visits.most is None:
        return
    lying = [place for section in sections.sections(ruleset, position) for place in section.occupied]
    collected = {f"players.{colour}.hazards": len(p.hazards or ()) for colour, p in position.players.items()}
    collected |= {f"players.{c}.outlaws": sum((p.outlaws or {}).values()) for c, p in position.players.items()}
    have = len(lying) + sum(collected.values())
    allowed = ruleset.catalog.tiles.setup_on_trail + sum(count or 0 for count in most)
    if have > allowed:
        owners = (place for place, count in collected.items() if count)
        deliveries = (f"players.{colour}.deliveries" for colour in position.players)
        params: dict[str, Value] = {"have": have, "visits": visits.most, "most": allowed}
        yield Reason("trail-ahead-of-visits", {**params, "places": (*lying, *owners, *deliveries)})

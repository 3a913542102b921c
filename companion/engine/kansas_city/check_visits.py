"""Visits to Kansas City: how many there were, as deliveries, job market, bags and trail tell, each by itself.

A visit chooses a tile in every foresight column and ends with a delivery; then the gaps are filled from the bags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.engine.buildings.building import effects_used
from companion.engine.core import Position, Reason, Ruleset, State, of_kind, reason, zones
from companion.engine.core.position import FORESIGHT
from companion.engine.core.reasons import Value
from companion.engine.core.supply import everybody, on_turn
from companion.engine.job_market.hiring import closed
from companion.engine.kansas_city.delivery import Deliver
from companion.engine.kansas_city.disc_places import PlaceDisc, never_without_disc
from companion.engine.kansas_city.foresight import may_show_a_gap
from companion.engine.railroad.engine import ExtraordinaryDelivery
from companion.engine.trail import check_sections as sections
from companion.engine.trail.check_bags import bags_at_start, most_unplaced
from companion.engine.turn.check_first_turns import before_second_turns
from companion.engine.turn.check_table import IN_MARKET

MARKET_AHEAD_OF_VISITS = reason("market-ahead-of-visits", "kansas-city/job-market#token", "have", "visits", "most")
MARKET_BEHIND_VISITS = reason("market-behind-visits", "kansas-city/job-market#token", "have", "visits")
BAG_AHEAD_OF_VISITS = reason("bag-ahead-of-visits", "kansas-city/leaving", "number", "have", "visits", "least")
BAG_BEHIND_VISITS = reason("bag-behind-visits", "kansas-city/leaving", "number", "have", "visits", "most")
TRAIL_AHEAD_OF_VISITS = reason("trail-ahead-of-visits", "trail/bags", "have", "visits", "most")

_START, _DELIVERY = "start", "K5"

_Places = tuple[str, ...]


@dataclass
class _Visits:
    """How many visits are over, with their delivery: at least and at most (None: any number), and what tells it.

    `now`: column -> tiles chosen from it in a visit that is still going on, at least and at most.
    """

    now: dict[int, tuple[int, int]]
    least: int = 0
    most: int | None = None
    why_least: _Places = ()
    why_most: _Places = ()

    def at_least(self, visits: int, why: _Places) -> bool:
        """Whether there can have been so many; if so, that there were is known from now on."""
        fits = self.most is None or visits <= self.most
        if fits and visits > self.least:
            self.least, self.why_least = visits, why
        return fits

    def at_most(self, visits: int, why: _Places) -> bool:
        """Whether there can have been no more; if so, that there were not is known from now on."""
        fits = visits >= self.least
        if fits and (self.most is None or visits < self.most):
            self.most, self.why_most = visits, why
        return fits


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about job market, bags and trail after so many visits."""
    table = _Table(ruleset, position)
    visits = _Visits({column: _choosing(position, column) for column in table.bags})
    _told_by_players(ruleset, position, visits)
    yield from _market(table, visits)
    for bag in position.board.bags:
        yield from _bag(table, visits, bag)
    yield from _trail(table, visits, sections.sections(ruleset, position))


def under_way(position: Position) -> bool:
    """Whether somebody is in Kansas City and has not delivered yet; in a phase that nobody entered, perhaps."""
    phase = position.turn.phase
    if phase != _DELIVERY:
        return phase is None or phase.startswith("K")
    # The disc of this delivery lies on its city once nothing under way puts it there any more.
    pending = position.turn.pending or (Deliver(),)
    visitor = position.players.get(on_turn(position) or "")
    left = visitor is not None and visitor.herder == _START
    return not left and bool(of_kind(pending, Deliver, PlaceDisc))


def _choosing(position: Position, column: int) -> tuple[int, int]:
    if not under_way(position):
        return 0, 0
    phase = position.turn.phase
    if phase not in FORESIGHT:
        return int(phase is not None), 1
    now = FORESIGHT.index(phase) + 1
    return int(column < now), int(column <= now)


def _told_by_players(ruleset: Ruleset, position: Position, visits: _Visits) -> None:
    # Nobody comes to Kansas City before everybody has had a first turn.
    early = before_second_turns(position)
    if early:
        visits.at_most(0, tuple(early.values()))
    # Every visit leaves a disc on a city, unless the player had none to place.
    players = position.players
    delivered = {colour: sum((player.deliveries or {}).values()) for colour, player in players.items()}
    entered = everybody(ruleset, position, "deliveries")
    if entered is not None and all(never_without_disc(ruleset, player) for _, player in entered):
        visits.at_most(sum(delivered.values()), tuple(f"players.{colour}.deliveries" for colour in players))
    # A building may deliver without a visit; but only from Kansas City a herder comes to the start.
    if any(delivered.values()) and any(effects_used(ruleset, position, ExtraordinaryDelivery)):
        delivered = dict.fromkeys(players, 0)
    came = {colour: max(delivered[colour], player.herder == _START) for colour, player in players.items()}
    evidence = {colour: "deliveries" if delivered[colour] else "herder" for colour, count in came.items() if count}
    visits.at_least(sum(came.values()), tuple(f"players.{colour}.{key}" for colour, key in evidence.items()))


class _Table:
    """What the checks ask of the table: the bags at the start, how many may play, what the job market tells."""

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        self.catalog, self.position = ruleset.catalog, position
        self.bags = bags_at_start(ruleset.catalog)
        players = ruleset.catalog.table.players
        least = min(max(players.least, len(position.players)), players.most)
        self.numbers = [ruleset.players] if ruleset.players else list(range(least, players.most + 1))
        # Once the job market is closed, a column of workers may be skipped. Everybody comes once more at most.
        self.skipped = 0 if closed(State(ruleset, position)) is False else max(self.numbers)

    def shows(self, column: int, *, workers: bool) -> bool:
        """Whether a column can show workers, or anything else."""
        return any(kind.startswith("worker:") == workers for kind in self.bags[column])


def _market(table: _Table, visits: _Visits) -> Iterator[Reason]:
    market, now = table.catalog.job_market, visits.now
    came, places = _came(table)
    # After the set-up a worker comes to the market only when somebody chooses one, at most one from each column that
    # shows workers.
    columns = [column for column in table.bags if table.shows(column, workers=True)]
    choosing = sum(now[column][1] for column in columns)
    if not visits.at_least(-((choosing - came) // len(columns)), places) and visits.most is not None:
        allowed = len(columns) * visits.most + choosing
        params: dict[str, Value] = {"have": came, "visits": visits.most, "most": allowed}
        yield Reason(MARKET_AHEAD_OF_VISITS, {**params, "places": (*places, *visits.why_most)})
    # The column of the first workers shows nothing else, so every visit brings one as long as the market is open.
    row = table.position.board.job_market.token_row
    if row is None or row not in market.rows or row < market.token_start_row:
        return
    spaces = table.position.board.job_market.rows.get(row, ())
    lying = sum(worker is not None for worker in spaces)
    most = max(
        (row - 1) * market.columns[number]
        + (lying if None in spaces else max(lying, market.columns[number] - 1))
        - market.setup_workers[number]
        for number in table.numbers
    )
    places = (IN_MARKET, *((f"board.job_market.rows.{row}",) if spaces else ()))
    if not visits.at_most(most - now[market.setup_bag][0], places):
        params = {"have": max(0, most), "visits": visits.least}
        yield Reason(MARKET_BEHIND_VISITS, {**params, "places": (*places, *visits.why_least)})


def _came(table: _Table) -> tuple[int, _Places]:
    """How many workers came to the job market after the set-up, at least, and what tells it."""
    market, position = table.catalog.job_market, table.position
    printed = table.catalog.player_board.worker_rows.printed
    # Rows are filled from the top, each from left to right: so many full rows, and so many spaces of the next.
    filled: list[tuple[int, int, _Places]] = []
    row = position.board.job_market.token_row
    if row is not None:
        filled.append((row - 1, 0, (IN_MARKET,)))
    for number, spaces in position.board.job_market.rows.items():
        last = max((place for place, worker in enumerate(spaces, start=1) if worker), default=0)
        filled.append((number - 1, last, (f"board.job_market.rows.{number}",)) if last else (0, 0, ()))
    for colour, player in position.players.items():
        if player.job_market_token:
            filled.append((len(market.rows), 0, (f"players.{colour}.job_market_token",)))
    # Nobody is hired from a row before it is full.
    hired = {f"board.station_masters.{slot}": 1 for slot, s in position.board.station_masters.items() if s and s.worker}
    for colour, player in position.players.items():
        more = sum(zones.hired(player, printed).values())
        hired |= {f"players.{colour}.workers": more} if more else {}

    def came(number: int) -> tuple[int, _Places]:
        columns, first = market.columns[number], market.setup_workers[number]
        rows_of_hired = -(-sum(hired.values()) // columns)
        counts = [
            (full * columns + more - first, why) for full, more, why in (*filled, (rows_of_hired, 0, tuple(hired)))
        ]
        return max([(0, ()), *counts], key=lambda one: one[0])

    return min((came(number) for number in table.numbers), key=lambda one: one[0])


def _bag(table: _Table, visits: _Visits, bag: int) -> Iterator[Reason]:
    # Tiles come out of a bag in the set-up, and then each in the place of one that was chosen.
    tiles, market = table.catalog.tiles, table.catalog.job_market
    board, workers = table.position.board, table.shows(bag, workers=True)
    pile, shown, (choosing, chosen) = board.bags[bag], board.foresight.get(bag), visits.now[bag]
    first = tiles.setup_on_trail
    set_up = [first, first + most_unplaced(table.catalog)] if bag == tiles.setup_bag else [0]
    if bag == market.setup_bag:
        set_up = [market.setup_workers[number] for number in table.numbers]
    least, most = (sum(table.bags[bag].values()) - each(set_up) for each in (max, min))
    # How the workers are split over the bags is not quite sure.
    doubt, skipped = (tiles.split_doubt, table.skipped) if workers else (0, 0)
    gap = may_show_a_gap(table.position.turn.phase, bag)
    column = (tiles.foresight.spaces - gap, tiles.foresight.spaces) if shown is None else (len(shown), len(shown))
    places = (f"board.bags.{bag}", *((f"board.foresight.{bag}",) if shown is not None else ()))
    have: dict[str, Value] = {"number": bag, "have": pile.count}
    if not visits.at_least(least - pile.count - column[1] - doubt - chosen, places) and visits.most is not None:
        needed = least - visits.most - chosen - column[1] - doubt
        why = (*places, *visits.why_most)
        yield Reason(BAG_AHEAD_OF_VISITS, {**have, "visits": visits.most, "least": needed, "places": why})
    if pile.count and not visits.at_most(most - pile.count - column[0] + doubt + skipped - choosing, places):
        allowed = max(0, most - visits.least - choosing - column[0] + doubt + skipped)
        why = (*places, *visits.why_least)
        yield Reason(BAG_BEHIND_VISITS, {**have, "visits": visits.least, "most": allowed, "places": why})


def _trail(table: _Table, visits: _Visits, every: Iterable[sections.TrailSection]) -> Iterator[Reason]:
    # After the set-up, hazards and outlaws come to the trail only from the columns that show them.
    columns = [column for column in table.bags if table.shows(column, workers=False)]
    have = {place: 1 for section in every for place in section.occupied}
    for colour, player in table.position.players.items():
        have[f"players.{colour}.hazards"] = len(player.hazards or ())
        have[f"players.{colour}.outlaws"] = sum((player.outlaws or {}).values())
    choosing = sum(visits.now[column][1] for column in columns)
    first, lying = table.catalog.tiles.setup_on_trail, sum(have.values())
    places = tuple(place for place, count in have.items() if count)
    if not visits.at_least(-((first + choosing - lying) // len(columns)), places) and visits.most is not None:
        allowed = first + len(columns) * visits.most + choosing
        params: dict[str, Value] = {"have": lying, "visits": visits.most, "most": allowed}
        yield Reason(TRAIL_AHEAD_OF_VISITS, {**params, "places": (*places, *visits.why_most)})

"""Engines, stations and their masters, deliveries."""

from __future__ import annotations

from typing import Any

from companion.engine.core.components.railroad import City

from tests.engine.midgame.table import Table, effect, use

Space = int | str
"""A numbered space of the railroad, or the name of a turnout."""


def track(table: Table) -> list[Space]:
    """All spaces, every turnout behind the number it branches off from."""
    railroad = table.catalog.railroad
    behind = {low: name for name, (low, _) in railroad.turnouts.items()}
    numbers = range(railroad.first, railroad.last + 1)
    return [space for number in numbers for space in (number, behind.get(number)) if space is not None]


def free(table: Table, space: Space) -> bool:
    """Whether an engine may stop there: on the first space any number of them, elsewhere one."""
    engines = [player["engine"] for player in table.plain["players"].values()]
    return space == table.catalog.railroad.first or space not in engines


def beside(table: Table, space: Space, step: int) -> list[Space]:
    """The free spaces that are one forward (step 1) or backward (-1); occupied ones are as if not there."""
    railroad = table.catalog.railroad
    if isinstance(space, str):
        found: list[Space] = [railroad.turnouts[space][step > 0]]
    else:
        between = (min(space, space + step), max(space, space + step))
        found = [space + step, *(name for name, spaces in railroad.turnouts.items() if spaces == between)]
        found = found if railroad.first <= space + step <= railroad.last else []
    spread = [[one] if free(table, one) else beside(table, one, step) for one in found]
    return list(dict.fromkeys(one for ends in spread for one in ends))


def reached(table: Table, spaces: int, step: int) -> list[list[Space]]:
    """Where the engine can be after one space, after two, and so on."""
    ends: list[list[Space]] = [[table.me["engine"]]]
    for _ in range(spaces):
        ends.append(list(dict.fromkeys(one for space in ends[-1] for one in beside(table, space, step))))
    return ends[1:]


@effect("engine-forward")
def forward(table: Table, does: Any) -> None:
    spaces = table.counted(does.per) if does.most is None else does.most
    ends = [space for after in reached(table, spaces, 1) for space in after]
    stations = [space for space in ends if station_at(table, space) not in (None, *table.me["stations"])]
    if ends:
        far = stations or ends[-1:]
        stop(table, table.dice.choice(far if table.maybe(0.8) else ends))


@effect("engine-backward")
def backward(table: Table, does: Any) -> bool:
    ends = reached(table, does.spaces, -1)[-1]
    if ends:
        stop(table, table.dice.choice(ends))
    return bool(ends)


def stop(table: Table, space: Space) -> None:
    """Stop there. At the end of the track an engine goes back to any free space, for some dollars."""
    railroad = table.catalog.railroad
    table.me["engine"] = space
    maybe_upgrade(table, station_at(table, space))
    if space == railroad.last:
        spaces = [one for one in track(table) if one != space and free(table, one)]
        table.me["engine"] = table.dice.choice(spaces)
        table.gain(railroad.last_space_dollars)
        maybe_upgrade(table, station_at(table, table.me["engine"]))


def station_at(table: Table, space: Space) -> int | None:
    stations = table.catalog.railroad.stations.items()
    return next((number for number, station in stations if station.space == str(space)), None)


def maybe_upgrade(table: Table, number: int | None) -> None:
    """Pay, place a disc, and perhaps appoint a worker as station master."""
    if number is None or number in table.me["stations"] or not table.maybe(0.8):
        return
    station = table.catalog.railroad.stations[number]
    # The upgrade is paid before the disc, and some discs cost too.
    if not table.pay(station.cost):
        return
    if not table.take_disc(station.corner):
        table.gain(station.cost)
        return
    table.me["stations"].append(number)
    table.turn["stations_upgraded"].append(number)
    slots, workers = table.board["station_masters"], table.me["workers"]
    master = slots.get(str(number))
    hired = [kind for kind, count in workers.items() if count > table.catalog.player_board.worker_rows.printed]
    if isinstance(master, str) and hired and table.maybe(0.8):
        appointed = table.dice.choice(hired)
        workers[appointed] -= 1
        slots[str(number)] = {"worker": appointed}
        table.me["station_masters"].append(master)
        immediate = table.catalog.station_masters.tiles[master].immediate
        if immediate and table.maybe(0.9):
            use(table, table.dice.choice(immediate))


@effect("upgrade-behind")
def upgrade_behind(table: Table, _: Any) -> None:
    order = [str(space) for space in track(table)]
    here = order.index(str(table.me["engine"]))
    stations = table.catalog.railroad.stations.items()
    behind = [number for number, station in stations if order.index(station.space) < here]
    if behind:
        maybe_upgrade(table, table.dice.choice(behind))


# Deliveries.


def deliver(table: Table, value: int, *, transport: bool) -> None:
    """Place a disc on a city that is worth at most this, do what its arrows say, pay the transport."""
    cities = [
        city
        for city in table.catalog.cities.cities.values()
        if city.value <= value and (city.repeatable or city.id not in table.me["deliveries"])
    ]
    city = max(table.dice.choices(cities, k=4), key=lambda one: one.value)
    cost = crosses(table, city) if transport else 0
    if table.take_disc(city.corner, to_keep=cost, or_from_station=True):
        deliveries = table.me["deliveries"]
        deliveries[city.id] = deliveries.get(city.id, 0) + 1
        table.gain(city.dollars)
        for arrow in table.catalog.cities.arrows.values():
            if city.id in arrow.between and all(one in deliveries for one in arrow.between):
                for does in arrow.does:
                    DELIVERY_ACTIONS[does.name](table)
    assert table.pay(cost), "the income always pays the transport"


DELIVERY_ACTIONS = {
    "gain-objective": lambda table: table.gain_objective("discard", display_only=True),
    "gain-exchange-token": lambda table: table.me.update(exchange_tokens=table.me["exchange_tokens"] + 1),
}


def crosses(table: Table, city: City) -> int:
    """The crosses between the nose of the engine and the city; one beside the engine's turnout is behind it."""
    railroad, engine = table.catalog.railroad, table.me["engine"]
    nose = railroad.turnouts[engine][1] if isinstance(engine, str) else engine
    return sum(nose < upper <= city.value for _, upper in railroad.crosses)


@effect("extraordinary-delivery")
def extraordinary_delivery(table: Table, _: Any) -> None:
    """The engine goes back; the free numbered spaces that it enters are the value."""
    order = track(table)
    here = order.index(table.me["engine"])
    places = [place for place in range(here) if free(table, order[place])]
    if places:
        target = table.dice.choice(places)
        value = sum(isinstance(one, int) and free(table, one) for one in order[target:here])
        table.me["engine"] = order[target]
        deliver(table, value, transport=False)
        maybe_upgrade(table, station_at(table, order[target]))

"""A second count, by another hand: pieces of a position, and the points of its players, straight from the rules."""

from __future__ import annotations

from collections import Counter
from itertools import product

from companion.engine.core.catalog import Catalog
from companion.engine.core.position import Position


def pieces(position: Position) -> Counter[str]:
    """How many workers, other tiles, station masters and branchlets there are, wherever they are."""
    board = position.board
    found: Counter[str] = Counter()
    shown = [tile for tiles in board.foresight.values() for tile in tiles]
    shown += [tile for bag in board.bags.values() for tile in bag.known]
    found["worker"] += sum(tile.worker is not None for tile in shown)
    found["tile"] += sum(tile.worker is None for tile in shown)
    found["worker"] += sum(worker is not None for row in board.job_market.rows.values() for worker in row)
    for slot in board.station_masters.values():
        if slot:
            found["worker" if slot.worker else "master"] += 1
    found["tile"] += sum(tile is not None for tile in board.hazards.values())
    found["tile"] += sum(tile is not None for tile in board.outlaws.values())
    for player in position.players.values():
        found["worker"] += sum(count - 1 for count in (player.workers or {}).values())
        found["tile"] += len(player.hazards or ()) + sum((player.outlaws or {}).values())
        found["master"] += len(player.station_masters or ())
        found["branchlet"] += len(player.branchlets or ())
    found["master"] += len(board.spare_masters or ())
    found["town tile"] += len(board.town_tiles)
    return found


def _disc(catalog: Catalog, city: str, branchlets: int) -> int:
    """What a disc on a city is worth: on one of the north, for each emptied group of three branchlets."""
    told = catalog.cities.cities[city]
    return told.vp * min(5, branchlets // 3) if told.per else told.vp


def count_points(catalog: Catalog, position: Position, colour: str) -> dict[str, int]:
    """The points of a completely known player, category by category."""
    me = position.players[colour]
    deck = [card for pile in (me.hand, me.draw, me.discard) if pile for card in pile.known]
    breeds = [catalog.cattle.breeds[card.id] for card in deck if card.id in catalog.cattle.breeds]
    buildings = [tile for tile in position.board.buildings.values() if tile and tile.player == colour]
    deliveries, stations = me.deliveries or {}, set(me.stations or ())
    points = {
        "money": (me.dollars or 0) // 5,
        "buildings": sum(catalog.buildings.faces[tile.face].vp for tile in buildings),
        "cities": sum(_disc(catalog, city, len(me.branchlets or ())) * count for city, count in deliveries.items()),
        "stations": sum(catalog.railroad.stations[station].vp for station in stations),
        "hazards": sum(tile.vp or 0 for tile in me.hazards or ()),
        "cattle": sum(
            card.vp if card.vp is not None else max(catalog.cattle.breeds[card.id].copies)
            for card in deck
            if card.id in catalog.cattle.breeds
        ),
        "workers": sum(4 * max(0, count - 4) for count in (me.workers or {}).values()),
        "step-disc": 3 * ("step-right" in (me.cleared or ())),
        "job-market-token": 2 * bool(me.job_market_token),
    }
    for arrow in catalog.cities.arrows.values():
        if all(deliveries.get(end) for end in arrow.between):
            points["cities"] += arrow.vp
    things = Counter({"building": len(buildings), "station": len(stations), "hazard": len(me.hazards or ())}) + Counter(
        {f"outlaw-{kind}": count for kind, count in (me.outlaws or {}).items()}
    )
    things.update(deliveries)
    things["value-3"] = sum(breed.value == 3 for breed in breeds)
    for kind in ("shorthorn", "hereford", "west-highland", "texas-longhorn"):
        things[kind] = sum(breed.id == kind for breed in breeds)
    played = [catalog.objectives.cards[card.id] for card in me.objectives or ()]
    waiting = [catalog.objectives.cards[card.id] for card in deck if card.id in catalog.objectives.cards]
    masters = [catalog.station_masters.tiles[tile] for tile in me.station_masters or ()]
    counts = {
        "certificate": (me.certificates or 0) + sum(tile.permanent for tile in masters),
        "outlaw-pair": min((me.outlaws or {}).get("green", 0), (me.outlaws or {}).get("orange", 0)),
        "hazard": len(me.hazards or ()),
        "worker": sum((me.workers or {}).values()),
        "station": len(stations),
        "building": len(buildings),
        "exchange-token": me.exchange_tokens or 0,
        "area": min(6, len({catalog.towns.towns[town].region for town in me.branchlets or ()})),
    }
    best = None
    # Every fate of every card: 0 failed, 1 fulfilled, 2 left in the deck.
    for fates in product(*([(0, 1)] * len(played) + [(0, 1, 2)] * len(waiting))):
        cards = list(zip([*played, *waiting], fates, strict=True))
        needed = Counter(task for card, fate in cards if fate == 1 for task in card.tasks)
        if any(count > things[task] for task, count in needed.items()):
            continue
        value = sum(card.vp if fate == 1 else card.penalty if fate == 0 else 0 for card, fate in cards)
        counts["objective-card"] = sum(fate != 2 for _, fate in cards)
        for tile in masters:
            if tile.task:
                value += counts[tile.task.per] // tile.task.each * tile.task.vp
        best = value if best is None else max(best, value)
    points["objectives-and-masters"] = best or 0
    return points

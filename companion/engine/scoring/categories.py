"""The categories of the final scoring: a class for each, and for the other pieces that categories count.

A category says which lines it gives, which points can be reached in it, and which pieces people enter for it. Its
figures are those of `scoring.toml`. A layer brings one of its own by `Layer.categories`.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

from companion.engine.core.catalog import Catalog, House, layers_of, load_catalog
from companion.engine.core.category import Category, Held, Points, ScoringGroup, ScoringPiece
from companion.engine.core.components.automas import Automa
from companion.engine.core.components.railroad import City, MasterTask
from companion.engine.core.position import Card, HazardTile, Pile, Player, Position
from companion.engine.scoring.lines import COUNTED, ScoreLine
from companion.engine.scoring.objectives import in_order, shared_out

if TYPE_CHECKING:
    from companion.engine.scoring.table import Tally

PLAYED, IN_DECK = "played", "deck"
"""Where an objective card is."""
_MAX, _MAX_DOLLARS = 99, 999
"""There are not a hundred of anything but dollars."""


class MoneyCategory(Category):
    """1. Dollars."""

    id, keys, typed = "money", ("dollars",), "dollars"

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        yield ScoringPiece("dollars", _MAX_DOLLARS, symbol="dollar")

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        each = tally.figures.each or 1
        if tally.has("dollars"):
            have = tally.player.dollars or 0
            yield tally.line("money", have // each * tally.pays, have=have, each=each)

    def reach(self, catalog: Catalog) -> None:
        return None


class BuildingsCategory(Category):
    """2. Private buildings on the trail."""

    id = "buildings"

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        spaces = {s.id: f"board.buildings.{s.id}" for s in catalog.trail.spaces.values() if s.kind == "building"}
        for face in catalog.buildings.faces:
            yield ScoringPiece(face, words=spaces, part=f"building-{face}")

    def held(self, catalog: Catalog, position: Position, colour: str) -> Held | None:
        tiles = position.board.buildings.items()
        own = {f"board.buildings.{space}": {tile.face: 1} for space, tile in tiles if tile and tile.player == colour}
        spaces = (space.id for space in catalog.trail.spaces.values() if space.kind == "building")
        return own if own or all(space in position.board.buildings for space in spaces) else None

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "building"

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        tally.look_for_buildings()
        for space, face in tally.on_trail():
            points = tally.catalog.buildings.faces[face].vp
            if space in tally.catalog.trail.spaces:
                yield tally.line("building", points, building=face, space=space)
            else:
                yield tally.line("building-somewhere", points, building=face)

    def reach(self, catalog: Catalog) -> Points:
        # Of each number one face may lie on the trail, or none.
        by_number: dict[int, list[int]] = {}
        for face in catalog.buildings.faces.values():
            by_number.setdefault(face.number, [0]).append(face.vp)
        return sums(by_number.values())


class CitiesCategory(Category):
    """3. Discs on cities, and the arrows between two of them."""

    id, keys = "cities", ("deliveries",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for city in catalog.cities.cities.values():
            yield ScoringPiece(city.id, _MAX if city.repeatable else 1, part=f"city-{city.id}")

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind in catalog.cities.cities

    def needs(self, catalog: Catalog, pieces: Sequence[ScoringPiece], automa: Automa | None) -> Iterable[str]:
        worth = automa.worth(catalog.variants) if automa else {}
        cities = (catalog.cities.cities[piece.id] for piece in pieces if piece.id not in worth)
        return (city.per for city in cities if city.per)

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if not tally.has("deliveries"):
            return
        delivered = {city: count for city, count in (tally.player.deliveries or {}).items() if count}
        cities, worth = tally.catalog.cities, tally.automa.worth(tally.catalog.variants) if tally.automa else {}
        for city in cities.cities.values():
            have, vp = delivered.get(city.id, 0), worth.get(city.id, city.vp)
            if have and vp and (city.per is None or city.id in worth):
                yield tally.line("city", vp * have, city=city.id, have=have)
            elif have and vp and city.per and (number := tally.number(city.per)) is not None:
                # Only so many of it count.
                counted = min(number, city.most or 0)
                yield tally.line("city-per", vp * have * counted, city=city.id, have=have, per=f"{city.per}:{counted}")
        for arrow in cities.arrows.values():
            if arrow.vp and all(end in delivered for end in arrow.between):
                yield tally.line("arrow", arrow.vp, city=arrow.between[0], other=arrow.between[1])

    def reach(self, catalog: Catalog) -> Points:
        # Any cities once, the repeatable ones as often as there are discs; arrows count with a disc at both ends.
        cities, discs = catalog.cities.cities.values(), catalog.table.players.discs
        # A city that gives nothing, alone or with another, is as good as none.
        joined = {end for arrow in catalog.cities.arrows.values() if arrow.vp for end in arrow.between}
        repeatable = [city for city in cities if city.repeatable]
        single = [city for city in cities if not city.repeatable and (city.vp or city.id in joined)]
        points: set[int] = set()
        for size in range(len(single) + 1):
            for chosen in combinations(single, size):
                ids = {city.id for city in chosen}
                base = sum(city.vp for city in chosen)
                for ends in _subsets([city.id for city in repeatable]):
                    here = ids | set(ends)
                    arrows = sum(a.vp for a in catalog.cities.arrows.values() if set(a.between) <= here)
                    left = discs - size - len(ends)
                    for values in product(*(_each(city) for city in repeatable if city.id in ends)):
                        points |= {base + arrows + sum(values) + more for more in _repeats(values, left)}
        return frozenset(points)


class StationsCategory(Category):
    """4. Discs on stations."""

    id, keys = "stations", ("stations",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for number in catalog.railroad.stations:
            yield ScoringPiece(str(number), part=f"station-{number}", value=number)

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "station"

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if tally.has("stations"):
            for number in sorted(set(tally.player.stations or ())):
                station = tally.catalog.railroad.stations[number]
                if station.town:
                    yield tally.line("town-station", station.vp, town=station.town)
                else:
                    yield tally.line("station", station.vp, number=number)

    def reach(self, catalog: Catalog) -> Points:
        return sums((0, station.vp) for station in catalog.railroad.stations.values())


class HazardsCategory(Category):
    """5. Hazard tiles."""

    id, keys = "hazards", ("hazards",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        hazards = catalog.tiles.hazards
        for hazard, face in product(hazards.types, hazards.faces.values()):
            name, tile = f"{hazard}-{face.id}", HazardTile(hazard, face.hand, face.vp)
            yield ScoringPiece(name, face.copies, part=f"hazard-{name}", value=tile)

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "hazard"

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if tally.has("hazards"):
            for tile in tally.player.hazards or ():
                if tile.vp is None:
                    tally.miss("hazards")
                    continue
                named = f"{tile.hazard or ''}:{tile.hand or ''}:{tile.vp}"
                yield tally.line("hazard", tile.vp, tiles=(named,))

    def reach(self, catalog: Catalog) -> Points:
        types, faces = len(catalog.tiles.hazards.types), catalog.tiles.hazards.faces.values()
        return sums({face.vp * number for number in range(face.copies * types + 1)} for face in faces)

    def most_together(self, catalog: Catalog) -> int:
        hazards = catalog.tiles.hazards
        return sum(face.vp * face.copies for face in hazards.faces.values()) * len(hazards.types)


class CattleCategory(Category):
    """6. Cattle cards with points, wherever in the deck."""

    # Where in the deck they are makes no difference in the end: one pile for all that are entered.
    id, keys = "cattle", ("discard", "hand", "draw")

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for breed in catalog.cattle.breeds.values():
            for vp in breed.copies:
                if vp:
                    yield ScoringPiece(
                        f"{breed.id}-{vp}", _MAX, part=f"cattle-{breed.id}", vp=vp, value=Card(breed.id, vp)
                    )

    def held(self, catalog: Catalog, position: Position, colour: str) -> Held | None:
        player = position.players[colour]
        cards = [card for card in _deck(player) if card.id in catalog.cattle.breeds]
        points = [_points(catalog, card) for card in cards]
        piles = _piles(player)
        hidden = any(pile is not None and not pile.complete for pile in piles)
        if None in points or hidden or (not cards and all(pile is None or pile.count for pile in piles)):
            return None
        return {"discard": Counter(Card(card.id, vp) for card, vp in zip(cards, points, strict=True) if vp)}

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind in catalog.cattle.breeds or kind.startswith("value-")

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        for card, count in sorted(Counter(tally.deck()).items(), key=lambda entry: (entry[0].id, entry[0].vp or 0)):
            if card.id not in tally.catalog.cattle.breeds:
                continue
            points = _points(tally.catalog, card)
            if points is None:
                tally.miss("hand", "draw", "discard")
            elif points:
                yield tally.line("cattle", points * count, cards=(f"{card.id}:{points}",), have=count)

    def reach(self, catalog: Catalog) -> Points:
        breeds = catalog.cattle.breeds.values()
        return sums(range(0, vp * n + 1, vp) for breed in breeds for vp, n in breed.copies.items() if vp)

    def most_together(self, catalog: Catalog) -> int:
        return sum(vp * n for breed in catalog.cattle.breeds.values() for vp, n in breed.copies.items())


class ObjectivesCategory(Category):
    """7. Objective cards: the best use of those in the area and those still in the deck."""

    id, keys = "objectives", ("objectives",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        # Those in the deck are told by another pile than cattle: it may be that only these are known.
        places = {PLAYED: "objectives", IN_DECK: "draw"}
        for card in catalog.objectives.cards.values():
            part, value = f"objective-{card.id}", Card(card.id)
            if card.copies == 1:
                # A starting card lies in the area from the start.
                words = {PLAYED: places[PLAYED]} if card.starting else places
                yield ScoringPiece(card.id, words=words, part=part, value=value)
            else:
                for place, key in places.items():
                    yield ScoringPiece(f"{card.id}.{place}", card.copies, part=part, key=key, value=value)

    def held(self, catalog: Catalog, position: Position, colour: str) -> Held | None:
        player = position.players[colour]
        in_deck = Counter(card for card in _deck(player) if card.id in catalog.objectives.cards)
        return None if player.objectives is None else {"objectives": Counter(player.objectives), "draw": in_deck}

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "objective-card"

    def needs(self, catalog: Catalog, pieces: Sequence[ScoringPiece], automa: Automa | None) -> Iterable[str]:
        if automa and automa.scoring.every_objective:
            return ()
        cards = (catalog.objectives.cards[piece.value.id] for piece in pieces)
        return (task for card in cards for task in card.tasks)

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if not tally.has("objectives"):
            return
        if tally.automa and tally.automa.scoring.every_objective:
            # Whatever the tasks, and nothing is lost.
            for card in in_order(tally.catalog, (*(tally.player.objectives or ()), *tally.deck()), ()):
                yield tally.line("automa-objective", card.vp, objective=card.id)
            return
        best, cards = tally.assignment(), tally.catalog.objectives.cards
        uses = shared_out([cards[name] for name in best.fulfilled], tally.items())
        for name, used in zip(best.fulfilled, uses, strict=True):
            yield tally.line("objective-met", cards[name].vp, objective=name, uses=used)
        for name in best.failed:
            if not tally.undecided(cards[name]):
                yield tally.line("objective-failed", cards[name].penalty, objective=name)
        for name in best.left_out:
            if not tally.undecided(cards[name]):
                yield tally.line("objective-left-out", 0, objective=name)

    def reach(self, catalog: Catalog) -> Points:
        # Each card pays, costs its penalty, or was never there; of the starting cards a player has one.
        cards = catalog.objectives.cards.values()
        starting = {value for card in cards if card.starting for value in (card.vp, card.penalty)}
        others = [(0, card.vp, card.penalty) for card in cards if not card.starting for _ in range(card.copies)]
        return sums([starting, *others])


class StationMastersCategory(Category):
    """8. Station masters."""

    id, keys = "station-masters", ("station_masters",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for tile in catalog.station_masters.tiles:
            yield ScoringPiece(tile, part=f"station-master-{tile}")

    def needs(self, catalog: Catalog, pieces: Sequence[ScoringPiece], automa: Automa | None) -> Iterable[str]:
        tasks = (catalog.station_masters.tiles[piece.id].task for piece in pieces)
        return (task.per for task in tasks if task)

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if not tally.has("station_masters"):
            return
        for tile in tally.player.station_masters or ():
            task = tally.catalog.station_masters.tiles[tile].task
            if task is None:
                continue
            have = tally.number(task.per)
            if have is not None:
                have = have if task.most is None else min(have, task.most)
                yield tally.line("station-master", have // task.each * task.vp, master=tile, have=have)

    def reach(self, catalog: Catalog) -> Points | None:
        masters = catalog.station_masters
        worth = [{0} if tile.task is None else self._task(catalog, tile.task) for tile in masters.tiles.values()]
        # At most the tiles that are in play, each with as much as can be counted for it.
        by_number: list[set[int]] = [{0}] + [set() for _ in range(masters.in_play + masters.spare)]
        for values in worth:
            if values is None:
                return None
            for number in range(len(by_number) - 1, 0, -1):
                by_number[number] |= {total + value for total in by_number[number - 1] for value in values}
        return frozenset(set().union(*by_number))

    @staticmethod
    def _task(catalog: Catalog, task: MasterTask) -> set[int] | None:
        counted = COUNTED.get(task.per)
        most = task.most if counted is None or counted.most is None else counted.most(catalog)
        return None if most is None else {task.vp * number for number in range(most // task.each + 1)}


class WorkersCategory(Category):
    """9. Workers on the last spaces of their rows."""

    id, keys = "workers", ("workers",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        # The printed ones are always there.
        printed = catalog.player_board.worker_rows.printed
        for worker in catalog.tiles.workers:
            yield ScoringPiece(worker, _MAX, symbol=f"worker-{worker}", base=printed)

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "worker"

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if tally.has("workers"):
            # A house rule may name one space twice: nobody stands there twice.
            spaces = sorted(set(tally.figures.spaces))
            for worker, count in (tally.player.workers or {}).items():
                have = sum(space <= count for space in spaces)
                if have:
                    code, where = "workers", {"first": spaces[0], "last": spaces[-1]}
                    if len(spaces) == 1:
                        code, where = "workers-on-one", {"space": spaces[0]}
                    yield tally.line(code, have * tally.pays, worker=worker, have=have, **where)

    def reach(self, catalog: Catalog) -> Points:
        figures = catalog.scoring.categories[self.id]
        most = len(set(figures.spaces)) * len(catalog.tiles.workers)
        return frozenset((figures.vp or 0) * number for number in range(most + 1))


class _AllOrNothing(Category):
    """The points of the category, or none."""

    def reach(self, catalog: Catalog) -> Points:
        return frozenset({0, catalog.scoring.categories[self.id].vp or 0})


class StepDiscCategory(_AllOrNothing):
    """10. The step disc."""

    id, keys = "step-disc", ("cleared",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for disc in catalog.player_board.discs:
            yield ScoringPiece(disc, part=f"disc-{disc}")

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if tally.has("cleared") and tally.figures.disc in (tally.player.cleared or ()):
            yield tally.line("step-disc", tally.pays)


class JobMarketTokenCategory(_AllOrNothing):
    """11. The job market token."""

    id, keys = "job-market-token", ("job_market_token",)

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        yield ScoringPiece("token", symbol="job-market-token")

    def lines(self, tally: Tally) -> Iterator[ScoreLine]:
        if tally.has("job_market_token") and tally.player.job_market_token:
            yield tally.line("job-market-token", tally.pays)


class OutlawGroup(ScoringGroup):
    """Outlaw tiles, which objective cards and station masters count."""

    id, keys, entered_at = "outlaws", ("outlaws",), "objectives"

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        for outlaw in catalog.tiles.outlaws:
            yield ScoringPiece(outlaw, _MAX, part=f"outlaw-{outlaw}", base=0)

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "outlaw-pair" or kind.removeprefix("outlaw-") in catalog.tiles.outlaws


class CertificateGroup(ScoringGroup):
    """Certificates on the track, which station masters count."""

    id, keys, entered_at = "certificates", ("certificates",), "station-masters"

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        yield ScoringPiece("track", _MAX, symbol="certificate")

    def counts(self, catalog: Catalog, kind: str) -> bool:
        return kind == "certificate"


class NumberGroup(ScoringGroup):
    """How many there are of what categories count, where nobody entered which they are."""

    id = "counts"

    def pieces(self, catalog: Catalog) -> Iterator[ScoringPiece]:
        kinds = {task for card in catalog.objectives.cards.values() for task in card.tasks}
        kinds |= {tile.task.per for tile in catalog.station_masters.tiles.values() if tile.task}
        kinds |= {city.per for city in catalog.cities.cities.values() if city.per}
        for kind in sorted(kinds):
            group = group_that_counts(catalog, kind)
            if group is None or isinstance(group, Category):
                yield ScoringPiece(kind, _MAX)

    def held(self, catalog: Catalog, position: Position, colour: str) -> Held:
        player = position.players[colour]
        counts = {what: one for layer in layers_of(catalog) for what, one in layer.counts.items()}
        numbers = {
            what: one.of(catalog, player) for what, one in counts.items() if getattr(player, one.key) is not None
        }
        if player.exchange_tokens is not None and numbers:
            numbers["exchange-token"] = player.exchange_tokens
        return {"": numbers}


_CATEGORIES: tuple[type[Category], ...] = (
    MoneyCategory,
    BuildingsCategory,
    CitiesCategory,
    StationsCategory,
    HazardsCategory,
    CattleCategory,
    ObjectivesCategory,
    StationMastersCategory,
    WorkersCategory,
    StepDiscCategory,
    JobMarketTokenCategory,
)
_OTHERS: tuple[ScoringGroup, ...] = (OutlawGroup(), CertificateGroup(), NumberGroup())


def categories_of(catalog: Catalog) -> Mapping[str, Category]:
    """The categories in which a game is scored, by id, in the order of the scoring pad."""
    brought = [kind for layer in layers_of(catalog) for kind in layer.categories]
    by_id = {kind.id: kind for kind in (*_CATEGORIES, *brought)}
    return {name: by_id[name]() for name in catalog.scoring.categories}


def typed_pieces() -> Mapping[str, str]:
    """Category -> the one piece that it counts, for those where its number is typed and not tapped."""
    return {category.id: category.typed for category in _CATEGORIES if category.typed}


def piece_groups(catalog: Catalog) -> Mapping[str, ScoringGroup]:
    """All groups of pieces by id: the categories, then what is only counted for them."""
    return {**categories_of(catalog), **{group.id: group for group in _OTHERS}}


def group_that_counts(catalog: Catalog, kind: str) -> ScoringGroup | None:
    """The group whose pieces tell how many there are of a kind. None: it can only be entered as a number."""
    return next((group for group in piece_groups(catalog).values() if group.counts(catalog, kind)), None)


@functools.lru_cache(64)
def reachable(edition: int, variants: tuple[str, ...], house: House = ()) -> Mapping[str, Points | None]:
    """Category -> all points that can be made in it. None: any number from zero, without an upper end.

    The sets are what any pieces could give; they are never too small, so a number outside cannot be right.

    >>> sorted(reachable(2, ())["job-market-token"])
    [0, 2]
    """
    catalog = load_catalog(edition, variants, (), house)
    return {name: category.reach(catalog) for name, category in categories_of(catalog).items()}


def sums(choices: Iterable[Iterable[int]]) -> Points:
    """All sums of one number from each of the choices."""
    result = {0}
    for choice in choices:
        result = {total + value for total in result for value in choice}
    return frozenset(result)


def _each(city: City) -> Iterable[int]:
    """What a disc on a city may be worth."""
    return (city.vp,) if city.per is None else (city.vp * number for number in range((city.most or 0) + 1))


def _subsets(ids: list[str]) -> Iterable[tuple[str, ...]]:
    return (chosen for size in range(len(ids) + 1) for chosen in combinations(ids, size))


@functools.cache
def _repeats(values: tuple[int, ...], most: int) -> Points:
    """Sums of at most `most` numbers out of `values`, each as often as wanted; nothing if that is less than none."""
    if most < 0:
        return frozenset()
    result = {0}
    for _ in range(most):
        result |= {total + value for total in result for value in values}
    return frozenset(result)


def _piles(player: Player) -> tuple[Pile[Card] | None, ...]:
    return player.hand, player.draw, player.discard


def _deck(player: Player) -> list[Card]:
    """The cards of the deck that are known."""
    return [card for pile in _piles(player) if pile is not None for card in pile.known]


def _points(catalog: Catalog, card: Card) -> int | None:
    """The points of a cattle card. None: cards of its breed differ, and it was not said which it is."""
    copies = catalog.cattle.breeds[card.id].copies
    return card.vp if card.vp is not None else next(iter(copies)) if len(copies) == 1 else None

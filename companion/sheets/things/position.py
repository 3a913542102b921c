"""The position that a sheet tells, and the fields that a position fills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion import engine
from companion.engine import Board, Building, Card, Catalog, Game, HazardTile, Pile, Player
from companion.sheets.things.fields import (
    AUTOMA,
    CERTIFICATES,
    COUNTS,
    IN_DECK,
    OUTLAWS,
    PLAYED,
    TYPED,
    ThingField,
    ThingsPlayer,
    depth_field,
    depth_of,
    groups,
    objective_in,
)

_SOMEWHERE = "somewhere"
"""What the made-up name of a space begins with, for a building of which nobody said where it lies."""


def entered(catalog: Catalog, row: ThingsPlayer, group: str) -> bool:
    """Whether the things of a group are known: somebody entered one, or said that the category counts by them.

    A number that is typed is known only once it is: an empty field is no zero.
    """
    if group not in TYPED and depth_of(row, group) == "things":
        return True
    fields = groups(catalog.edition, catalog.variants)[group]
    return any(field.count(row) is not None for field in fields if field.name in row.fields)


def position_of(catalog: Catalog, rows: Sequence[ThingsPlayer], *, on_spaces: bool = False) -> engine.Position:
    """The position that the things on a sheet tell. A category without things stays unknown.

    A building of which nobody said where it lies is put on a space of its own that the trail does not have, or with
    `on_spaces` on the first free one, as far as there are any.
    """
    limits = catalog.table.players
    players = len(rows) if limits.least <= len(rows) <= limits.most else None
    return engine.Position(
        game=Game(edition=catalog.edition, players=players, variants=catalog.variants),
        board=Board(buildings=_on_trail(catalog, rows, on_spaces)),
        players={row.colour: _Entered(catalog, row).player() for row in rows},
    )


def _on_trail(catalog: Catalog, rows: Sequence[ThingsPlayer], on_spaces: bool) -> dict[str, Building | None]:
    placed: dict[str, Building | None] = {}
    waiting: list[Building] = []
    for row in rows:
        for field in groups(catalog.edition, catalog.variants)["buildings"]:
            if not field.count(row):
                continue
            tile, space = Building(row.colour, field.thing), row.fields[field.name]
            if space in field.words and space not in placed:
                placed[space] = tile
            else:
                waiting.append(tile)
    if on_spaces:
        free = [
            space.id for space in catalog.trail.spaces.values() if space.kind == "building" and space.id not in placed
        ]
        return placed | dict(zip(free, waiting, strict=False))
    return placed | {f"{_SOMEWHERE}-{tile.player}-{tile.face}": tile for tile in waiting}


class _Entered:
    """The things of one player, as the engine knows them."""

    def __init__(self, catalog: Catalog, row: ThingsPlayer) -> None:
        self.catalog, self.row = catalog, row

    def fields(self, group: str) -> Iterator[tuple[ThingField, int]]:
        """The fields of a group of which there is at least one thing."""
        for field in groups(self.catalog.edition, self.catalog.variants)[group]:
            count = field.count(self.row)
            if count:
                yield field, count

    def counts(self, group: str) -> dict[str, int] | None:
        """Thing -> how many. None when the group is unknown."""
        if not entered(self.catalog, self.row, group):
            return None
        return {field.thing: count for field, count in self.fields(group)}

    def each(self, group: str) -> list[str] | None:
        """Every thing as often as it is there."""
        counts = self.counts(group)
        return None if counts is None else list(Counter(counts).elements())

    def player(self) -> Player:
        """The player's things. What was not entered is None."""
        dollars, token, stations = self.counts("money"), self.counts("job-market-token"), self.each("stations")
        certificates, outlaws = self.counts(CERTIFICATES), self.counts(OUTLAWS)
        masters, discs = self.each("station-masters"), self.each("step-disc")
        return Player(
            dollars=None if dollars is None else dollars.get("dollars", 0),
            certificates=None if certificates is None else certificates.get("track", 0),
            workers=self.workers(),
            cleared=None if discs is None else tuple(discs),
            deliveries=self.counts("cities"),
            stations=None if stations is None else tuple(map(int, stations)),
            draw=self.in_deck(),
            discard=self.cattle(),
            hazards=self.hazards(),
            outlaws=None if outlaws is None else dict.fromkeys(self.catalog.tiles.outlaws, 0) | outlaws,
            objectives=self.played(),
            station_masters=None if masters is None else tuple(masters),
            job_market_token=None if token is None else bool(token),
        )

    def workers(self) -> dict[str, int] | None:
        """Worker -> how many in the row; the printed ones are always there."""
        counts = self.counts("workers")
        printed = self.catalog.player_board.worker_rows.printed
        return (
            None if counts is None else {worker: counts.get(worker, printed) for worker in self.catalog.tiles.workers}
        )

    def hazards(self) -> tuple[HazardTile, ...] | None:
        """The hazard tiles."""
        tiles, named = self.each("hazards"), _hazard_tiles(self.catalog)
        return None if tiles is None else tuple(named[tile] for tile in tiles)

    def played(self) -> tuple[Card, ...] | None:
        """The cards in the objective area."""
        cards = self.objectives(PLAYED)
        return None if cards is None else tuple(cards)

    def objectives(self, wanted: str) -> list[Card] | None:
        """The objective cards in the area, or in the deck."""
        if not entered(self.catalog, self.row, "objectives"):
            return None
        parted = [objective_in(field, self.row) for field, _ in self.fields("objectives")]
        return [Card(card) for card, where, count in parted if where == wanted for _ in range(count)]

    def cattle(self) -> Pile[Card] | None:
        """The cattle cards with points. Where in the deck they are makes no difference in the end: one pile for all."""
        cards = self.each("cattle")
        if cards is None:
            return None
        found = [Card(breed, int(vp)) for breed, _, vp in (card.rpartition("-") for card in cards)]
        return Pile(len(found), tuple(found))

    def in_deck(self) -> Pile[Card] | None:
        """The objective cards in the deck, in another pile: it may be that only these are known."""
        cards = self.objectives(IN_DECK)
        return Pile(len(cards), tuple(cards)) if cards else None


def fields_of(position: engine.Position, colour: str) -> dict[str, str]:
    """The fields that a position fills for a player. What it does not tell stays empty."""
    rules = engine.ruleset_of(position)
    catalog, player = rules.catalog, position.players[colour]
    named: dict[str, Mapping[str, object] | None] = {
        "money": _one("dollars", player.dollars),
        "buildings": _buildings(position, colour),
        "cities": player.deliveries,
        "stations": _counted(player.stations),
        "hazards": _hazards(catalog, player),
        "cattle": _cattle(catalog, player),
        "objectives": _objectives(catalog, player),
        "station-masters": _counted(player.station_masters),
        "workers": player.workers,
        "step-disc": _counted(player.cleared),
        "job-market-token": _one("token", None if player.job_market_token is None else int(player.job_market_token)),
        OUTLAWS: None if player.outlaws is None else dict.fromkeys(catalog.tiles.outlaws, 0) | dict(player.outlaws),
        CERTIFICATES: _one("track", player.certificates),
        COUNTS: _told_by_number(rules, player),
    }
    fields: dict[str, str] = {AUTOMA: player.automa.id} if player.automa else {}
    for group, things in named.items():
        if things is None:
            continue
        if group in catalog.scoring.categories:
            fields[depth_field(group)] = "things"
        known = {field.thing: field for field in groups(catalog.edition, catalog.variants)[group]}
        wanted = {thing: count for thing, count in things.items() if thing in known and (count or group in TYPED)}
        texts = {known[thing]: str(count) for thing, count in wanted.items()}
        fields |= {field.name: text if field.takes(text) else str(field.most) for field, text in texts.items()}
        if group in (OUTLAWS, CERTIFICATES, COUNTS):
            # These have no depth that would say that the rest is known to be zero.
            fields |= {
                f"things.{group}.{thing}": "0" for thing, count in things.items() if thing in known and not count
            }
    return fields


def _told_by_number(rules: engine.Ruleset, player: Player) -> Mapping[str, object]:
    """What is counted for points and has no things on a sheet, as far as it is known."""
    found = {
        what: one.of(rules.catalog, player)
        for what, one in rules.counts.items()
        if getattr(player, one.key) is not None
    }
    if player.exchange_tokens is not None and found:
        found["exchange-token"] = player.exchange_tokens
    return found


def _one(thing: str, count: int | None) -> Mapping[str, object] | None:
    return None if count is None else {thing: count}


def _counted(things: Sequence[object] | None) -> Mapping[str, object] | None:
    return None if things is None else Counter(map(str, things))


def _buildings(position: engine.Position, colour: str) -> Mapping[str, object] | None:
    on_trail = position.board.buildings
    if not on_trail:
        return None
    return {tile.face: space for space, tile in on_trail.items() if tile and tile.player == colour}


def _hazards(catalog: Catalog, player: Player) -> Mapping[str, object] | None:
    names = {tile: name for name, tile in _hazard_tiles(catalog).items()}
    if player.hazards is None or any(tile not in names for tile in player.hazards):
        return None
    return Counter(names[tile] for tile in player.hazards)


def _hazard_tiles(catalog: Catalog) -> dict[str, HazardTile]:
    """The hazard tiles by the names of their fields."""
    hazards = catalog.tiles.hazards
    return {
        f"{hazard}-{face.id}": HazardTile(hazard, face.hand, face.vp)
        for hazard in hazards.types
        for face in hazards.faces.values()
    }


def _deck(player: Player) -> list[Card]:
    """The cards of the deck that are known."""
    return [card for pile in (player.hand, player.draw, player.discard) if pile is not None for card in pile.known]


def _cattle(catalog: Catalog, player: Player) -> Mapping[str, object] | None:
    """The cattle cards with points that are known, as the score of the position counts them."""
    cards = [(card, catalog.cattle.breeds[card.id]) for card in _deck(player) if card.id in catalog.cattle.breeds]
    if not cards and all(pile is None or pile.count for pile in (player.hand, player.draw, player.discard)):
        return None
    counts: Counter[str] = Counter()
    for card, breed in cards:
        if card.vp is None and len(breed.copies) > 1:
            return None
        points = card.vp if card.vp is not None else next(iter(breed.copies))
        counts.update({f"{breed.id}-{points}": 1} if points else {})
    return counts


def _objectives(catalog: Catalog, player: Player) -> Mapping[str, object] | None:
    if player.objectives is None:
        return None
    cards = [(card.id, PLAYED) for card in player.objectives]
    cards += [(card.id, IN_DECK) for card in _deck(player) if card.id in catalog.objectives.cards]
    several = Counter(f"{card}.{where}" for card, where in cards if catalog.objectives.cards[card].copies > 1)
    return {**several, **{card: where for card, where in cards if catalog.objectives.cards[card].copies == 1}}

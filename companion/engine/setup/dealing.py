"""The start of a game: everything laid out and dealt, before the first player's first turn.

`start` knows where every piece is; `hidden` tells of a position what the people at the table see. The order of a
stack is not part of a position: which card comes next is decided when it is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from companion.engine.core.catalog import Catalog
from companion.engine.core.dealer import Chance
from companion.engine.core.position import (
    OFF_BOARD,
    Board,
    Card,
    Game,
    HazardTile,
    JobMarket,
    Pile,
    Player,
    Position,
    StationSlot,
    Tile,
    Turn,
)
from companion.engine.core.ruleset import load_ruleset

P = TypeVar("P")

Sides = Literal["a", "b", "mixed"] | Mapping[int, str]
"""The side that each building number shows: one for all, each by chance, or number -> side."""

Neutral = Literal["first-game", "random"]
"""Neutral buildings as printed for a first game, or by chance."""

_Trail = tuple[dict[str, HazardTile | None], dict[str, str | None]]


def start(
    players: int | Sequence[str],
    variants: Iterable[str] = (),
    *,
    chance: Chance,
    sides: Sides = "a",
    neutral: Neutral = "random",
    edition: int = 2,
    house: Mapping[str, int] | None = None,
) -> Position:
    """The complete position at the beginning of a game, with the hands dealt and all that is hidden known.

    `players` is their number, or their colours in the order of their seats; `variants` are ids. `sides` chooses the
    sides of the private buildings, `neutral` the spaces of the neutral ones; `house` are the figures that the table
    plays otherwise than they are printed. Raises LookupError when there is no such edition, number of players or
    variant, and for house rules that are not possible; ValueError for colours or sides that do not exist.

    >>> from companion.engine import Chance
    >>> position = start(2, chance=Chance(7))
    >>> list(position.players), position.turn.player, position.players["blue"].hand.count
    (['blue', 'red'], 'blue', 4)
    """
    number = players if isinstance(players, int) else len(players)
    ruleset = load_ruleset(edition, number, tuple(sorted(variants)), (), tuple(sorted((house or {}).items())))
    catalog = ruleset.catalog
    colours = catalog.table.players.colours[:number] if isinstance(players, int) else tuple(players)
    strangers = set(colours) - set(catalog.table.players.colours)
    if strangers or len(set(colours)) < number:
        raise ValueError(f"players must be different colours of the game, not {', '.join(colours)}")
    starting = _objectives(catalog, starting=True)
    position = Position(
        game=Game(edition, number, catalog.variants, _sides(catalog, sides, chance), house=house or None),
        turn=Turn.begun(colours[0], first=True),
        board=_board(catalog, number, neutral, chance),
        players={
            colour: _player(catalog, seat, chance, chance.draw(starting)[0])
            for seat, colour in enumerate(colours, start=1)
        },
    )
    for layer in ruleset.layers:
        position = layer.set_up(ruleset, position, chance)
    return position


def hidden(position: Position, player: str | None = None) -> Position:
    """The position as the people at the table see it: bags, stacks and draw stacks are counts only.

    With `player` (a colour) as this player sees it: the hands of the others are counts as well. Discard piles lie
    open.
    """
    board = position.board
    return replace(
        position,
        board=replace(
            board,
            bags={number: Pile(bag.count) for number, bag in board.bags.items()},
            cattle_stack=_counted(board.cattle_stack),
            objective_stack=_counted(board.objective_stack),
        ),
        players={
            colour: replace(
                one,
                draw=_counted(one.draw),
                hand=one.hand if player in (None, colour) else _counted(one.hand),
            )
            for colour, one in position.players.items()
        },
    )


def _counted(pile: Pile[P] | None) -> Pile[P] | None:
    return pile and Pile(pile.count)


def _pile(pieces: Sequence[P]) -> Pile[P]:
    return Pile(len(pieces), tuple(pieces))


def _sides(catalog: Catalog, sides: Sides, chance: Chance) -> dict[int, str]:
    """The side of every building number, the same for all players."""
    printed: dict[int, list[str]] = {}
    for face in catalog.buildings.faces.values():
        printed.setdefault(face.number, []).append(face.side)
    if sides == "mixed":
        return {number: chance.pick(choices) for number, choices in printed.items()}
    chosen: dict[int, str] = {}
    chosen.update(dict.fromkeys(printed, sides) if isinstance(sides, str) else sides)
    if set(chosen) != set(printed) or any(side not in printed[number] for number, side in chosen.items()):
        raise ValueError(f"every building from {min(printed)} to {max(printed)} needs one of its sides, not {sides!r}")
    return chosen


def _board(catalog: Catalog, players: int, neutral: Neutral, chance: Chance) -> Board:
    masters = list(catalog.station_masters.tiles)
    slots = [number for number, station in catalog.railroad.stations.items() if station.station_master]
    neutral_tiles = _neutral(catalog, neutral, chance)
    bags = _bags(catalog)
    hazards, outlaws = _trail(catalog, bags[catalog.tiles.setup_bag], chance)
    job_market = _job_market(catalog, players, bags, chance)
    foresight = {
        column: tuple(chance.draw(bag, catalog.tiles.foresight.spaces)) for column, bag in sorted(bags.items())
    }
    cattle = _cattle(catalog, "market")
    market = chance.draw(cattle, min(catalog.cattle.market_size[players], len(cattle)))
    objectives = _objectives(catalog, starting=False)
    display = chance.draw(objectives, catalog.objectives.display)
    return Board(
        neutral=neutral_tiles,
        buildings={space.id: None for space in catalog.trail.spaces.values() if space.kind == "building"},
        hazards=hazards,
        outlaws=outlaws,
        job_market=job_market,
        foresight=foresight,
        cattle_market=dict(Counter(market)),
        cattle_stack=_pile(cattle),
        objective_display=tuple(display),
        objective_stack=_pile(objectives),
        station_masters={slot: StationSlot(master=chance.draw(masters)[0]) for slot in slots},
        bags={number: _pile(bag) for number, bag in sorted(bags.items())},
    )


def _neutral(catalog: Catalog, neutral: Neutral, chance: Chance) -> dict[str, str | None]:
    """Neutral space -> building tile."""
    tiles = catalog.buildings.neutral
    if neutral == "first-game":
        return {tile.first_game: tile.id for tile in tiles.values()}
    left = list(tiles)
    return {space.id: chance.draw(left)[0] for space in catalog.trail.spaces.values() if space.kind == "neutral"}


def _bags(catalog: Catalog) -> dict[int, list[Tile]]:
    """All tiles, by the number on their backs."""
    tiles = catalog.tiles
    bags: dict[int, list[Tile]] = {number: [] for number in range(1, tiles.foresight.columns + 1)}
    for hazard in tiles.hazards.types:
        for face in tiles.hazards.faces.values():
            bags[tiles.hazards.bag] += [Tile(hazard=HazardTile(hazard, face.hand, face.vp))] * face.copies
    for outlaw in tiles.outlaws.values():
        for number, copies in outlaw.bags.items():
            bags[number] += [Tile(outlaw=outlaw.id)] * copies
    for worker in tiles.workers.values():
        for number, copies in worker.bags.items():
            bags[number] += [Tile(worker=worker.id)] * copies
    return bags


def _trail(catalog: Catalog, bag: list[Tile], chance: Chance) -> _Trail:
    """The first hazards and outlaws, each on the lowest free space of its kind."""
    spaces = [space for space in catalog.trail.spaces.values() if space.kind in ("hazard", "outlaw")]
    hazards: dict[str, HazardTile | None] = {space.id: None for space in spaces if space.hazard}
    outlaws: dict[str, str | None] = {space.id: None for space in spaces if not space.hazard}
    free: dict[str | None, list[str]] = {}
    for space in sorted(spaces, key=lambda space: space.number or 0):
        free.setdefault(space.hazard, []).append(space.id)
    to_place = catalog.tiles.setup_on_trail
    while to_place:
        (tile,) = chance.draw(bag)
        kind = tile.hazard.hazard if tile.hazard else None
        # In place of a tile that finds no free space, another one is drawn.
        if not free[kind]:
            if catalog.tiles.setup_unplaced == "bag":
                bag.append(tile)
            continue
        space_id = free[kind].pop(0)
        if tile.hazard:
            hazards[space_id] = tile.hazard
        else:
            outlaws[space_id] = tile.outlaw
        to_place -= 1
    return hazards, outlaws


def _job_market(catalog: Catalog, players: int, bags: dict[int, list[Tile]], chance: Chance) -> JobMarket:
    """The first workers, row by row from the left; the token's place stays empty."""
    market = catalog.job_market
    columns = market.columns[players]
    bag = bags[market.setup_bag]
    # By house rules there may be fewer; the foresight display takes some.
    most = max(0, len(bag) - catalog.tiles.foresight.spaces)
    drawn = chance.draw(bag, min(market.setup_workers[players], most))
    filled: list[str | None] = [tile.worker for tile in drawn]
    spaces = filled + [None] * (columns * len(market.rows) - len(filled))
    return JobMarket(
        token_row=market.token_start_row,
        rows={row: tuple(spaces[place * columns :][:columns]) for place, row in enumerate(sorted(market.rows))},
    )


def _cattle(catalog: Catalog, deck: str) -> list[Card]:
    """All cards of a deck of cattle; with their points where cards of the breed differ in them."""
    return [
        Card(breed.id, vp if len(breed.copies) > 1 else None)
        for breed in catalog.cattle.breeds.values()
        if breed.deck == deck
        for vp, copies in breed.copies.items()
        for _ in range(copies)
    ]


def _objectives(catalog: Catalog, *, starting: bool) -> list[Card]:
    cards = [card for card in catalog.objectives.cards.values() if card.starting == starting]
    return [Card(card.id) for card in cards for _ in range(card.copies)]


def _player(catalog: Catalog, number: int, chance: Chance, objective: Card) -> Player:
    """What the player in this seat starts with."""
    seat = catalog.table.seats[number]
    herd = _cattle(catalog, "player")
    # By house rules a deck may have fewer cards.
    hand = chance.draw(herd, min(seat.cards, len(herd)))
    return Player(
        seat=number,
        dollars=seat.money,
        exchange_tokens=seat.exchange_tokens,
        certificates=min(catalog.table.certificates.track),
        herder=OFF_BOARD,
        engine=catalog.railroad.first,
        workers=dict.fromkeys(catalog.tiles.workers, catalog.player_board.worker_rows.printed),
        cleared=(),
        deliveries={},
        stations=(),
        hand=_pile(hand),
        draw=_pile(herd),
        discard=Pile(0),
        placed_out=(),
        hazards=(),
        outlaws={},
        objectives=(objective,),
        station_masters=(),
        job_market_token=False,
    )

"""Where pieces can lie: walks over a position that the checks share. Places are dotted paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core.position import Card, HazardTile, Pile, Player, Position, Tile


def shown_tiles(position: Position) -> Iterator[tuple[str, Tile]]:
    """(place, tile) for every tile of the foresight display, and those known to be in a bag."""
    for column, tiles in position.board.foresight.items():
        for tile in tiles:
            yield f"board.foresight.{column}", tile
    for bag, pile in position.board.bags.items():
        for tile in pile.known:
            yield f"board.bags.{bag}", tile


def hired(player: Player, printed: int) -> dict[str, int]:
    """Worker -> tiles that are sure to be in the row of a player. The `printed` ones are none, and those that an automa
    has extra."""
    if not tells_hired(player):
        return {}
    extra = (player.automa.extra if player.automa else None) or {}
    return {worker: max(0, n - printed - extra.get(worker, 0)) for worker, n in (player.workers or {}).items()}


def tells_hired(player: Player) -> bool:
    """Whether it is known which workers of a player are tiles: of an automa whose extra ones are not, any may be."""
    return player.workers is not None and not (player.automa and player.automa.extra is None)


def workers(position: Position, printed: int) -> Iterator[tuple[str, str, int]]:
    """(place, worker type, number of tiles), everywhere. A player's row starts with `printed` that are no tiles."""
    board = position.board
    for row, spaces in board.job_market.rows.items():
        for worker in spaces:
            if worker:
                yield f"board.job_market.rows.{row}", worker, 1
    for place, tile in shown_tiles(position):
        if tile.worker:
            yield place, tile.worker, 1
    for slot, content in board.station_masters.items():
        if content and content.worker:
            yield f"board.station_masters.{slot}", content.worker, 1
    for colour, player in position.players.items():
        for worker, count in hired(player, printed).items():
            yield f"players.{colour}.workers.{worker}", worker, count


def hazards(position: Position) -> Iterator[tuple[str, HazardTile]]:
    """(place, tile) for every hazard tile."""
    for space, tile in position.board.hazards.items():
        if tile:
            yield f"board.hazards.{space}", tile
    for place, shown in shown_tiles(position):
        if shown.hazard:
            yield place, shown.hazard
    for colour, player in position.players.items():
        for tile in player.hazards or ():
            yield f"players.{colour}.hazards", tile


def outlaws(position: Position) -> Iterator[tuple[str, str, int]]:
    """(place, colour, number) for every outlaw tile."""
    for space, outlaw in position.board.outlaws.items():
        if outlaw:
            yield f"board.outlaws.{space}", outlaw, 1
    for place, tile in shown_tiles(position):
        if tile.outlaw:
            yield place, tile.outlaw, 1
    for colour, player in position.players.items():
        for outlaw, count in (player.outlaws or {}).items():
            yield f"players.{colour}.outlaws.{outlaw}", outlaw, count


def deck_piles(position: Position) -> Iterator[tuple[str, str, Pile[Card]]]:
    """(place, colour, pile) for the hand, the draw stack and the discard pile of every player."""
    for colour, player in position.players.items():
        for name, pile in player.deck.items():
            if pile:
                yield f"players.{colour}.{name}", colour, pile


def cattle_cards(position: Position, breeds: frozenset[str]) -> Iterator[tuple[str, str | None, Card, int]]:
    """(place, colour of the owner or None, card, number) for every known cattle card."""
    for card, count in (position.board.cattle_market or {}).items():
        yield "board.cattle_market", None, card, count
    if position.board.cattle_stack:
        for card, count in Counter(position.board.cattle_stack.known).items():
            yield "board.cattle_stack", None, card, count
    for place, colour, pile in deck_piles(position):
        for card, count in Counter(pile.known).items():
            if card.id in breeds:
                yield place, colour, card, count


def objective_cards(position: Position, objectives: frozenset[str]) -> Iterator[tuple[str, Card]]:
    """(place, card) for every known objective card."""
    for card in position.board.objective_display or ():
        yield "board.objective_display", card
    if position.board.objective_stack:
        for card in position.board.objective_stack.known:
            yield "board.objective_stack", card
    for place, _, pile in deck_piles(position):
        for card in pile.known:
            if card.id in objectives:
                yield place, card
    for colour, player in position.players.items():
        for card in player.objectives or ():
            yield f"players.{colour}.objectives", card

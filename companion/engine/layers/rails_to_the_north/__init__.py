"""Rails to the North: a second map above the board, on which branchlets open towns, cities and stations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.engine.core import Action, Effect, Judgement, Player, Position, Reason, Ruleset, State, of_kind, reason
from companion.engine.core.components.railroad import City
from companion.engine.core.dealer import Chance
from companion.engine.core.layer import Counting, Layer
from companion.engine.layers.rails_to_the_north.check_towns import check
from companion.engine.layers.rails_to_the_north.placing import Branchlet, PlaceBranchlet
from companion.engine.layers.rails_to_the_north.taking import TakeCard, TakeCattle, TakeMaster, TakeTile, bells, regions

NO_BRANCHLET_IN_TOWN = reason("no-branchlet-in-town", "rails/delivery", "city")


class RailsToTheNorth(Layer):
    """Branchlets, town tiles, cities that only a branchlet opens."""

    effects: ClassVar[Mapping[int, type[Effect]]] = {34: PlaceBranchlet, 35: TakeCattle, 36: TakeMaster}
    actions: ClassVar[Mapping[int, type[Action]]] = {37: Branchlet, 38: TakeCard, 39: TakeTile}
    counts: ClassVar[Mapping[str, Counting]] = {
        "bell": Counting("branchlets", bells),
        "area": Counting("branchlets", regions),
    }

    def set_up(self, ruleset: Ruleset, position: Position, chance: Chance) -> Position:
        """Tiles beside the medium towns, the station masters that are left over, and no branchlet on the map."""
        catalog, board = ruleset.catalog, position.board
        tiles = [tile.id for tile in catalog.towns.tiles.values() for _ in range(tile.copies)]
        drawn = zip(catalog.towns.medium, chance.draw(tiles, len(catalog.towns.medium)), strict=True)
        placed = {slot.master for slot in board.station_masters.values() if slot}
        spare = tuple(tile for tile in catalog.station_masters.tiles if tile not in placed)
        return replace(
            position,
            board=replace(board, town_tiles=dict(drawn), spare_masters=spare),
            players={colour: replace(player, branchlets=()) for colour, player in position.players.items()},
        )

    def judge_delivery(self, state: State, judgement: Judgement, city: City) -> None:
        if city.town is None:
            return
        judgement.look("rails/delivery")
        mine = state.me.branchlets
        if mine is None:
            judgement.require_fact(state.path("branchlets"))
        elif city.town not in mine:
            judgement.forbid(NO_BRANCHLET_IN_TOWN, city=city.id, places=(state.path("branchlets"),))

    def may_have_done(self, ruleset: Ruleset, position: Position, player: Player, kind: type[Effect]) -> bool:
        towns, lying = ruleset.catalog.towns, position.board.town_tiles
        reached = towns.medium if player.branchlets is None else player.branchlets
        tiles = {lying.get(town) for town in reached if town in towns.medium}
        return any(
            any(of_kind(choice.does, kind) for choice in tile.does)
            for tile in towns.tiles.values()
            if tile.id in tiles or None in tiles
        )

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return check(ruleset, position)


LAYER = RailsToTheNorth

"""Garth, made by fans: an opponent for whoever plays alone. What he does follows from the cards that he reveals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.engine.core import Action, Effect, Position, Reason, Ruleset, State
from companion.engine.core.dealer import Chance
from companion.engine.core.layer import Layer
from companion.engine.core.position import AutomaState
from companion.engine.core.ruleset import ruleset_of
from companion.engine.layers.garth import check_garth, turn
from companion.engine.layers.garth.moving import GarthMove
from companion.engine.layers.garth.placing import GarthBranchlet, GarthBuild, GarthDeliver, GarthEngine
from companion.engine.layers.garth.taking import GarthAddCattle, GarthBuy, GarthHire, GarthObjective, GarthTake
from companion.engine.layers.garth.turn import GarthsTurn, Reveal, garth


class Garth(Layer):
    """An automa: he comes with a player of a position."""

    effects: ClassVar[Mapping[int, type[Effect]]] = {33: GarthsTurn}
    actions: ClassVar[Mapping[int, type[Action]]] = dict(
        enumerate(
            (
                *(Reveal, GarthMove, GarthHire, GarthTake, GarthAddCattle, GarthBuy, GarthObjective),
                *(GarthBuild, GarthEngine, GarthDeliver),
            ),
            start=27,
        )
    ) | {40: GarthBranchlet}

    def take_seat(self, position: Position, chance: Chance, level: str) -> Position:
        """He sits in the last seat; a tile says what he is specialized in, and goes back into its bag."""
        catalog = ruleset_of(position).catalog
        tiles, me = list(catalog.tiles.workers), garth(catalog)
        set_up = me.levels[level]
        own = chance.pick([tile.worker for tile in position.board.bags[me.bag].known if tile.worker])
        extra = set_up.extra_workers(own, tiles, chance)
        colour, player = max(position.players.items(), key=lambda one: one[1].seat or 0)
        mine = replace(
            player,
            **dict.fromkeys(me.never),
            workers={worker: count + extra[worker] for worker, count in (player.workers or {}).items()},
            automa=AutomaState(self.id, level, own, {worker: count for worker, count in extra.items() if count}, ()),
        )
        first, opponent = min(position.players.items(), key=lambda one: one[1].seat or 0)
        players = {**position.players, first: replace(opponent, dollars=me.dollars), colour: mine}
        return replace(position, players=players)

    def waiting(self, state: State) -> None:
        turn.waiting(state)

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return check_garth.check(ruleset, position)


LAYER = Garth

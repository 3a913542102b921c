"""Garth, made by fans: an opponent for whoever plays alone. What he does follows from the cards that he reveals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.engine.core import Action, Effect, Player, Position, Reason, Ruleset, State, reason, zones
from companion.engine.core.dealer import Chance
from companion.engine.core.layer import Layer
from companion.engine.core.position import AutomaState
from companion.engine.core.reasons import Value
from companion.engine.core.ruleset import ruleset_of
from companion.engine.layers.garth import turn
from companion.engine.layers.garth.moving import GarthMove, steps
from companion.engine.layers.garth.placing import GarthBranchlet, GarthBuild, GarthDeliver, GarthEngine
from companion.engine.layers.garth.taking import GarthAddCattle, GarthBuy, GarthHire, GarthObjective, GarthTake
from companion.engine.layers.garth.turn import GarthsTurn, Reveal, garth

# What cannot be about Garth: what he never has, his buildings, his specialization, his workers.

HAS_NONE = reason("garth-has-none", "solo/garth-set-up", "player")
OTHER_SIDE = reason("garth-other-side", "solo/garth-set-up", "building")
NOT_SPECIALIZED = reason("garth-not-specialized", "solo/garth-turn", "worker", "have", "most")
EXTRA_WORKERS = reason("garth-extra-workers", "solo/garth-set-up", "have", "needs")


def _contradictions(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about him."""
    for colour, player in position.players.items():
        if player.automa is not None and player.automa.id == garth().id:
            yield from _check(ruleset, position, colour, player, player.automa)


def _check(ruleset: Ruleset, position: Position, colour: str, player: Player, automa: AutomaState) -> Iterator[Reason]:
    here = f"players.{colour}"
    # He has neither money nor cards in hand; certificates and the spaces of his discs do nothing for him.
    places = tuple(f"{here}.{key}" for key in garth().never if getattr(player, key) is not None)
    if places:
        yield Reason(HAS_NONE, {"player": colour, "places": places})
    # All his buildings show the same side.
    faces = ruleset.catalog.buildings.faces
    lying = {f"board.buildings.{s}": tile.face for s, tile in position.board.buildings.items() if tile}
    mine = {place: face for place, face in lying.items() if _owner(position, place) == colour}
    mine |= {f"{here}.placed_out": face for face in player.placed_out or () if faces[face].side != garth().side}
    for place, face in mine.items():
        if faces[face].side != garth().side:
            yield Reason(OTHER_SIDE, {"building": face, "places": (place,)})
    yield from _specialized(ruleset, here, player, automa)
    yield from _extra(ruleset, here, automa)


def _owner(position: Position, place: str) -> str | None:
    tile = position.board.buildings[place.removeprefix("board.buildings.")]
    return tile.player if tile else None


def _specialized(ruleset: Ruleset, here: str, player: Player, automa: AutomaState) -> Iterator[Reason]:
    # With every worker that he hires, a kind of which he has more than of his specialization takes its place.
    have, own = player.workers or {}, automa.specialization
    if own is None or not any(zones.hired(player, ruleset.catalog.player_board.worker_rows.printed).values()):
        return
    most = max(have.values())
    if have.get(own, 0) < most:
        params: dict[str, Value] = {"worker": own, "have": have.get(own, 0), "most": most}
        yield Reason(NOT_SPECIALIZED, {**params, "places": (f"{here}.automa", f"{here}.workers")})


def _extra(ruleset: Ruleset, here: str, automa: AutomaState) -> Iterator[Reason]:
    # His level says how many workers he gets besides.
    if automa.extra is None or automa.level is None:
        return
    level, have = garth(ruleset.catalog).levels[automa.level], sum(automa.extra.values())
    needs = level.own + level.random + level.each * len(ruleset.catalog.tiles.workers)
    if have != needs:
        yield Reason(EXTRA_WORKERS, {"have": have, "needs": needs, "places": (f"{here}.automa",)})


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

    def steps(self, state: State) -> tuple[int | None, list[str]]:
        step = state.under_way(GarthsTurn)
        return steps(state, garth(state.catalog).cards[str(step.card)]) if step else (None, [])

    def waiting(self, state: State) -> None:
        turn.waiting(state)

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return _contradictions(ruleset, position)


LAYER = Garth

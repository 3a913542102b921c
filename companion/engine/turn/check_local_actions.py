"""Local actions done in the turn under way.

`turn.used` is about the location where the herder is. Some buildings lend the actions of their neighbours, and
some send the herder on: where one of them can have part in it, less can be said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core import Catalog, Effect, Player, Position, Reason, Ruleset, of_kind, reason
from companion.engine.core.supply import every_building_space
from companion.engine.movement.steps import MoveHerder
from companion.engine.turn.copying import UseAdjacent

USED_TWICE = reason("used-twice", "turn/own-or-neutral", "action", "have")
USED_ELSEWHERE = reason("used-elsewhere", "turn/own-or-neutral", "action")
USED_AND_AUXILIARY = reason("used-and-auxiliary", "turn/own-or-neutral", "action")
USED_NOWHERE = reason("used-nowhere", "turn/own-or-neutral", "building")

_RISK = "risk"


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about local actions and the auxiliary action in place of them."""
    catalog, turn = ruleset.catalog, position.turn
    yield from _nowhere(ruleset, position)
    used = turn.used or ()
    if not used:
        return
    here = building_here(position)
    lenders = {name.partition(".")[0] for name in with_effect(catalog, UseAdjacent)}
    lent = here in lenders or any(_building(action) in lenders for action in (*used, *(turn.buildings_used or ())))

    # Each local action is done once. A neighbour's building may lend its own risk action, and be a lender itself.
    for action, count in Counter(used).items():
        twice_by_loan = _building(action) in lenders or (action == _RISK and (lent or here is None))
        if count > 1 and not twice_by_loan:
            yield Reason(USED_TWICE, {"action": action, "have": count, "places": ("turn.used",)})

    # A local action belongs to the building under the herder, or to one used earlier in the turn; an own one may have
    # been replaced since.
    replaceable = turn.buildings_used is None and here in catalog.buildings.faces
    if here is not None and not lent and not replaceable:
        for building in dict.fromkeys(_building(action) for action in used):
            if building not in (_RISK, here, *(turn.buildings_used or ())):
                action = next(action for action in used if _building(action) == building)
                where = () if turn.buildings_used is None else ("turn.buildings_used",)
                places = ("turn.used", *where, f"players.{turn.player}.herder")
                yield Reason(USED_ELSEWHERE, {"action": action, "places": places})

    # The single auxiliary action is done in place of all local actions. Moving on makes it a new location.
    moves_on = any(action in with_effect(catalog, MoveHerder) for action in used)
    if turn.auxiliary_used and not moves_on and not lent and (here is not None or set(used) != {_RISK}):
        yield Reason(USED_AND_AUXILIARY, {"action": used[0], "places": ("turn.used", "turn.auxiliary_used")})


def _nowhere(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A private building is used on the trail. It can have been replaced since, by its player in this turn.
    if not every_building_space(ruleset, position):
        return
    turn, player = position.turn, position.players.get(position.turn.player or "", Player())
    standing = {tile.face for tile in position.board.buildings.values() if tile} | set(player.placed_out or ())
    used = {_building(action): "turn.used" for action in turn.used or ()}
    used |= dict.fromkeys(turn.buildings_used or (), "turn.buildings_used")
    for building, place in used.items():
        if building in ruleset.catalog.buildings.faces and building not in standing and player.placed_out is not None:
            places = (place, f"players.{turn.player}.placed_out")
            yield Reason(USED_NOWHERE, {"building": building, "places": places})


def _building(action: str) -> str:
    return action.partition(".")[0]


def with_effect(catalog: Catalog, kind: type[Effect]) -> frozenset[str]:
    """The local actions with an effect of a kind."""
    actions = catalog.buildings.local_actions.items()
    return frozenset(name for name, choices in actions if any(of_kind(choice.does, kind) for choice in choices))


def building_here(position: Position) -> str | None:
    """The building whose local actions the player on turn can use here: "" for none, None when not known."""
    board = position.board
    player = position.players.get(position.turn.player or "")
    if player is None or player.herder is None:
        return None
    if player.herder in board.neutral:
        return board.neutral[player.herder] or ""
    if player.herder in board.buildings:
        building = board.buildings[player.herder]
        return building.face if building and building.player == position.turn.player else ""
    return None

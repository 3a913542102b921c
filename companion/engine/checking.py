"""Is this position possible? One module per subject; every impossibility is told, never only the first.

A check says only what follows from what was entered: what is unknown can be anything. "Nothing found" does
not mean that a game can lead there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.engine.buildings import building, check_builders
from companion.engine.cards import check_all_cards, check_cards, check_decks
from companion.engine.cards.check_all_cards import CARDS_MISSING
from companion.engine.core import Position, Reason, Ruleset
from companion.engine.core.catalog import automa_layers
from companion.engine.core.dealer import Drawn, ImpossibleOutcome
from companion.engine.core.position import Pile, Player, alike
from companion.engine.core.state import changed
from companion.engine.core.vocabulary import in_box
from companion.engine.job_market import hiring
from companion.engine.kansas_city import certificates, check_visits, disc_places, foresight
from companion.engine.movement import check_herders
from companion.engine.railroad import engine, station_masters
from companion.engine.trail import check_bags, check_sections, tiles
from companion.engine.trail.check_bags import TILES_MISSING
from companion.engine.turn import (
    check_first_turns,
    check_local_actions,
    check_players,
    check_table,
    check_turn,
    check_under_way,
)

_SUBJECTS = (
    check_table,
    check_players,
    check_turn,
    check_under_way,
    check_local_actions,
    check_first_turns,
    check_herders,
    tiles,
    check_bags,
    foresight,
    check_sections,
    hiring,
    check_visits,
    building,
    check_builders,
    engine,
    disc_places,
    certificates,
    station_masters,
    check_cards,
    check_all_cards,
    check_decks,
)


def check(ruleset: Ruleset, position: Position) -> tuple[Reason, ...]:
    """Everything that cannot or hardly can be, as follows from what was entered, in the order of the subjects.

    >>> from companion.engine import read_position, ruleset_of
    >>> position = read_position('{"players": {"blue": {"workers": {"cowboy": 7}}}}')
    >>> [(reason.code, reason.params["have"]) for reason in check(ruleset_of(position), position)]
    [('worker-row-out-of-range', 7)]
    """
    layers = (*ruleset.layers, *dict.fromkeys(automa_layers(position).values()))
    checks = (*(subject.check for subject in _SUBJECTS), *(layer.check for layer in layers))
    return tuple(ruleset.cite(reason) for check_one in checks for reason in check_one(ruleset, position))


def possible(reasons: Iterable[Reason]) -> bool:
    """Whether a position with these findings is possible; one that is merely unusual is."""
    return all(reason.severity != "impossible" for reason in reasons)


# Where pieces can still be: what the box holds, less what can be seen, as the checks have it. Whether a card may be
# among those of a hand that nobody entered, and whether a piece that somebody tells can have come out of a bag, is
# one question: is the position still possible when it lies there?

_CHECKS = (check_cards, check_all_cards, tiles, check_bags)
"""The checks that say how many of each kind there are, and in which places a kind never lies."""


def may_lie(ruleset: Ruleset, position: Position, place: str, pieces: Iterable[object]) -> bool:
    """Whether these pieces may be among those at a place that are not known.

    What a position contradicts already, it says nothing of.
    """
    pieces = tuple(pieces)
    if not all(in_box(ruleset.catalog, piece) for piece in pieces):
        return False
    return not _contradicts(ruleset, position, place, _lying(position, place, pieces))


_MOST_DRAWN = 100
"""More pieces than anything draws from one zone at once."""


def check_told(ruleset: Ruleset, position: Position, outcomes: Iterable[Drawn]) -> None:
    """Raise ImpossibleOutcome when what is told cannot come from where it is drawn, all of it together.

    What comes out of a zone of which everything is known, the draw itself looks at.
    """
    before, outcomes = position, tuple(outcomes)
    counts = Counter[str]()
    for zone, pieces in outcomes:
        counts[zone] += len(pieces)
        if counts[zone] > _MOST_DRAWN:
            raise ImpossibleOutcome(zone, "drawn-not-there", number=_MOST_DRAWN + 1)
    for zone, pieces in outcomes:
        drawable = _drawable(before, zone, counts[zone])
        left = None if drawable is None else list(drawable)
        for number, piece in enumerate(pieces, start=1):
            impossible = ImpossibleOutcome(zone, "drawn-not-there", number=number)
            if not in_box(ruleset.catalog, piece):
                raise impossible
            match = next((one for one in left or () if alike(one, piece)), None)
            if left is None:
                continue
            if match is not None:
                left.remove(match)
                continue
            position = _lying(position, zone, (piece,))
            if _contradicts(ruleset, before, zone, position):
                raise impossible


def _contradicts(ruleset: Ruleset, position: Position, place: str, lying: Position) -> bool:
    """Whether a position with pieces lying at a place is impossible, where it was not without them."""
    impossible = _impossible(ruleset, lying)
    if _at(position, place) is None:
        # Nobody said how many lie there: what is not seen elsewhere may.
        impossible -= {CARDS_MISSING, TILES_MISSING}
    return bool(impossible) and not impossible <= _impossible(ruleset, position)


def _at(position: Position, place: str) -> Any:
    """The pile, or whatever else holds pieces, at a place; None where nobody entered it."""
    where, key, name = (*place.split("."), "")[:3]
    if where == "players":
        return getattr(position.players.get(key, Player()), name)
    zone = getattr(position.board, key)
    return zone.get(int(name)) if key == "bags" else zone


def _impossible(ruleset: Ruleset, position: Position) -> set[str]:
    """The codes of what cannot be."""
    checks = (*(one.check for one in _CHECKS), *(layer.check for layer in ruleset.layers))
    reasons = (reason for check in checks for reason in check(ruleset, position))
    return {reason.code for reason in reasons if reason.severity == "impossible"}


def _drawable(position: Position, zone: str, count: int) -> tuple[object, ...] | None:
    """What is known to lie where so many are drawn from, and may come; None where that is everything.

    When a draw stack runs out, the discard pile is shuffled, and the hand may have been discarded before.
    """
    where, key, *_ = zone.split(".")
    if where == "players":
        player = position.players.get(key, Player())
        piles = [player.draw or Pile(0)]
        if player.draw and player.draw.complete and (player.discard is None or player.discard.complete):
            return None
        if piles[0].complete or piles[0].count < count:
            piles += [player.discard or Pile(0), player.hand or Pile(0)]
        return tuple(card for pile in piles for card in pile.known)
    bag: Pile[Any] | None = _at(position, zone)
    if bag is not None and bag.complete:
        return None
    return bag.known if bag else ()


def _lying(position: Position, place: str, pieces: tuple[Any, ...]) -> Position:
    """The position with these pieces among those at a place."""
    where, key, name = (*place.split("."), "")[:3]
    if where == "players":
        player = position.players.get(key, Player())
        if name == "draw" and player.draw and player.draw.complete and player.discard:
            name = "discard"
        player = changed(player, **{name: _with(getattr(player, name), pieces)})
        return changed(position, players={**position.players, key: player})
    board = position.board
    zone = _at(position, place)
    value: Any
    if key == "cattle_market":
        value = Counter[object](zone or {}) + Counter[object](pieces)
    elif key == "objective_display":
        value = (*(zone or ()), *pieces)
    elif key == "bags":
        value = {**board.bags, int(name): _with(zone, pieces)}
    else:
        value = _with(zone, pieces)
    return changed(position, board=changed(board, **{key: value}))


def _with(pile: Pile[Any] | None, pieces: tuple[Any, ...]) -> Pile[Any]:
    """A pile with these pieces among its unknown ones, or beside them where it has no unknown ones."""
    if pile is None:
        return Pile(len(pieces), pieces)
    named = (*pile.known, *pieces)
    return Pile(max(pile.count, len(named)), named)

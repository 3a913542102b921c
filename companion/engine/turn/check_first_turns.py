"""The first turn of each player: what it brings, where it is played, and in which order the players have it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, reason, zones
from companion.engine.core.position import OFF_BOARD
from companion.engine.movement.check_herders import herders

THINGS_BEFORE_FIRST_TURN = reason("things-before-first-turn", "turn/first-turn", "player")
FIRST_TURN_ELSEWHERE = reason("first-turn-elsewhere", "turn/first-turn", "player", "space")
FIRST_TURN_MISSED = reason("first-turn-missed", "turn/first-turn", "player", other="player")
FIRST_TURN_OVER = reason("first-turn-over", "turn/first-turn", "player")
FIRST_TURN_ORDER = reason("first-turn-order", "turn/first-turn", "player", "number", "later", other="player")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about first turns."""
    catalog, turn = ruleset.catalog, position.turn
    for colour, space, place in herders(position):
        # The first turn begins with putting the herder onto the trail. Before it, nothing but exchange tokens is used.
        if space == OFF_BOARD:
            early = list(_gained(ruleset, position, colour))
            if turn.player == colour and turn.first_turn is False:
                early.append("turn.first_turn")
            if early:
                yield Reason(THINGS_BEFORE_FIRST_TURN, {"player": colour, "places": (place, *early)})
        # It is played on a neutral building, and nothing in it moves the herder on.
        elif turn.player == colour and turn.first_turn and catalog.trail.spaces[space].kind != "neutral":
            places = (place, "turn.first_turn")
            yield Reason(FIRST_TURN_ELSEWHERE, {"player": colour, "space": space, "places": places})
    yield from _order(catalog, position)


def _gained(ruleset: Ruleset, position: Position, colour: str) -> Iterator[str]:
    """The keys of a player that say what only a turn can bring."""
    catalog, player = ruleset.catalog, position.players[colour]
    rows, mine = catalog.player_board.worker_rows, ruleset.seats_of(player)
    opponents = [catalog.automas[other.automa.id] for other in position.players.values() if other.automa]
    money = {None, *(seat.money for seat in mine), *(opponent.dollars for opponent in opponents)}
    gained = {
        "dollars": player.dollars not in money,
        "exchange_tokens": (player.exchange_tokens or 0) > max(seat.exchange_tokens for seat in mine),
        "certificates": bool(player.certificates),
        "engine": player.engine not in (None, catalog.railroad.first),
        "workers": any(zones.hired(player, rows.printed).values()),
        "cleared": bool(player.cleared),
        "deliveries": any((player.deliveries or {}).values()),
        "stations": bool(player.stations),
        "placed_out": bool(player.placed_out),
        "hazards": bool(player.hazards),
        "outlaws": any((player.outlaws or {}).values()),
        "objectives": any(not catalog.objectives.cards[card.id].starting for card in player.objectives or ()),
        "station_masters": bool(player.station_masters),
        "job_market_token": bool(player.job_market_token),
        "branchlets": bool(player.branchlets),
    }
    yield from (f"players.{colour}.{key}" for key, has_gained in gained.items() if has_gained)
    for name, pile in (("hand", player.hand), ("draw", player.draw), ("discard", player.discard)):
        breeds = [catalog.cattle.breeds.get(card.id) for card in (pile.known if pile else ())]
        if any(breed is None or breed.deck != "player" for breed in breeds):
            yield f"players.{colour}.{name}"
    for space, building in position.board.buildings.items():
        if building and building.player == colour:
            yield f"board.buildings.{space}"


def before_second_turns(position: Position) -> dict[str, str]:
    """Colour -> place that tells it, for everybody whose first turn is still to come or under way."""
    early = {colour: place for colour, space, place in herders(position) if space == OFF_BOARD}
    if position.turn.player and position.turn.first_turn:
        early.setdefault(position.turn.player, "turn.first_turn")
    return early


def _order(catalog: Catalog, position: Position) -> Iterator[Reason]:
    turn, players = position.turn, position.players
    early = before_second_turns(position)
    # Who has begun the first turn.
    begun = {colour: place for colour, space, place in herders(position) if space != OFF_BOARD}
    if turn.player:
        begun.setdefault(turn.player, "turn.player")

    # Nobody has a second turn before everybody has had a first one.
    later = {colour: place for colour in players if (place := _second_turn(catalog, position, colour))}
    if turn.player and turn.first_turn is False:
        later.setdefault(turn.player, "turn.first_turn")
    missed = {colour: place for colour, place in early.items() if any(other != colour for other in later)}
    for colour, place in missed.items():
        other = next(other for other in later if other != colour)
        yield Reason(FIRST_TURN_MISSED, {"player": colour, "other": other, "places": (place, later[other])})
    for colour, place in early.items():
        over = tuple(_over(catalog, position, colour, place)) if colour not in missed else ()
        if over:
            yield Reason(FIRST_TURN_OVER, {"player": colour, "places": (place, *over)})

    # The first turns go by seats.
    for colour, place in early.items():
        seat = players.get(colour, Player()).seat
        for other, evidence in begun.items():
            behind = players.get(other, Player()).seat
            if colour in missed or other == colour or seat is None or behind is None or seat >= behind:
                continue
            seats = (f"players.{colour}.seat", f"players.{other}.seat")
            yield Reason(
                FIRST_TURN_ORDER,
                {
                    "player": colour,
                    "other": other,
                    "number": seat,
                    "later": behind,
                    "places": (place, evidence, *seats),
                },
            )
            break


def _over(catalog: Catalog, position: Position, colour: str, place: str) -> Iterator[str]:
    """What shows that a first turn is over, which is told at a place to be still to come or under way."""
    # It begins with putting the herder onto the trail, and leads neither to Kansas City nor to a delivery. Nobody comes
    # there before everybody has had a first turn.
    turn = position.turn
    player = position.players.get(colour, Player())
    if place == "turn.first_turn":
        on_neutral = (
            player.herder not in (None, OFF_BOARD) and catalog.trail.spaces[str(player.herder)].kind == "neutral"
        )
        if turn.phase == "A" and on_neutral:
            yield "turn.phase"
            yield f"players.{colour}.herder"
        if any((player.deliveries or {}).values()):
            yield f"players.{colour}.deliveries"
    if turn.phase and turn.phase.startswith(("K", "end")):
        yield "turn.phase"
    if turn.final_round:
        yield "turn.final_round"


def _second_turn(catalog: Catalog, position: Position, colour: str) -> str | None:
    """What shows that a player is past the first turn: a delivery, or a herder that has moved on."""
    player = position.players[colour]
    if any((player.deliveries or {}).values()):
        return f"players.{colour}.deliveries"
    if player.herder not in (None, OFF_BOARD) and catalog.trail.spaces[str(player.herder)].kind != "neutral":
        return f"players.{colour}.herder"
    return None

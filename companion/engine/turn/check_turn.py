"""What has happened so far in the turn under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.cards.piles import most_in_hand
from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, State, reason
from companion.engine.core.position import FORESIGHT
from companion.engine.job_market.hiring import closed
from companion.engine.kansas_city.certificates import most_certificates
from companion.engine.kansas_city.disc_places import discs_placed
from companion.engine.turn.check_table import IN_MARKET

COWBOYS_USED_UP = reason("cowboys-used-up", "cattle/buying", "player", "have", "most")
UPGRADED_WITHOUT_DISC = reason("upgraded-without-disc", "kansas-city/discs#where", "player", "number")
BREEDING_VALUE_TOO_HIGH = reason("breeding-value-too-high", "kansas-city/income", "have", "most")
USED_BEFORE_MOVING = reason("used-before-moving", "turn/overview")
USED_IN_KANSAS_CITY = reason("used-in-kansas-city", "kansas-city/overview", "phase")
INCOME_STILL_TO_COME = reason("income-still-to-come", "kansas-city/overview", "phase", "have")
FINAL_ROUND_UNLIKE_TOKEN = reason("final-round-unlike-token", "scoring/game-end")
END_WITHOUT_TOKEN = reason("end-without-token", "scoring/game-end")
TOKEN_HOLDER_AGAIN = reason("token-holder-again", "scoring/game-end", "player", "phase")

_BEFORE_TAKING = ("A", "B", *FORESIGHT[:2])
"""The phases in which the player on turn cannot have taken the job market token in this turn."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about the turn, its phase and the final round."""
    catalog, turn = ruleset.catalog, position.turn
    player = position.players.get(turn.player or "", Player())
    yield from _not_yet(position)
    yield from _final_round(ruleset, position)
    yield from _the_end(ruleset, position)

    # Each cowboy of the player on turn, who must be told for it, is put to use once.
    cowboys = (player.workers or {}).get("cowboy")
    most = catalog.player_board.worker_rows.spaces if cowboys is None else cowboys
    if cowboys is not None and not catalog.table.cowboys_serve_each_action:
        # One who was put to use in this turn may have become a station master since.
        masters = catalog.station_masters.in_play
        most += masters if turn.stations_upgraded is None else len(turn.stations_upgraded)
    if turn.player is not None and turn.cowboys_used is not None and turn.cowboys_used > most:
        places = ("turn.cowboys_used", *(() if cowboys is None else (f"players.{turn.player}.workers.cowboy",)))
        yield Reason(
            COWBOYS_USED_UP,
            {"player": turn.player, "have": turn.cowboys_used, "most": most, "places": places},
        )

    # An upgraded station has a disc of its player. Only when no white-cornered disc is left can it move on.
    if player.stations is not None and not _disc_may_move(catalog, player):
        for station in dict.fromkeys(turn.stations_upgraded or ()):
            if station not in player.stations:
                places = ("turn.stations_upgraded", f"players.{turn.player}.stations")
                yield Reason(UPGRADED_WITHOUT_DISC, {"player": str(turn.player), "number": station, "places": places})

    # The income cannot be higher than the best hand with all certificates.
    most = _most_breeding_value(catalog, player)
    if turn.breeding_value is not None and turn.breeding_value > most:
        yield Reason(
            BREEDING_VALUE_TOO_HIGH, {"have": turn.breeding_value, "most": most, "places": ("turn.breeding_value",)}
        )


def _not_yet(position: Position) -> Iterator[Reason]:
    turn = position.turn
    here = {"used": turn.used, "auxiliary_used": turn.auxiliary_used}
    before = {"buildings_used": turn.buildings_used, "cowboys_used": turn.cowboys_used}
    if turn.phase == "A":
        # In phase A the herder is on its way: no location has been used.
        places = tuple(f"turn.{key}" for key, value in {**here, **before}.items() if value)
        if places:
            yield Reason(USED_BEFORE_MOVING, {"places": ("turn.phase", *places)})
    elif turn.phase and turn.phase.startswith("K"):
        # In Kansas City there are neither local actions nor an auxiliary action in their place.
        places = tuple(f"turn.{key}" for key, value in here.items() if value)
        if places:
            yield Reason(USED_IN_KANSAS_CITY, {"phase": turn.phase, "places": ("turn.phase", *places)})
    # The income is subphase 4.
    if turn.breeding_value is not None and turn.phase in ("A", "B", *FORESIGHT):
        places = ("turn.breeding_value", "turn.phase")
        yield Reason(INCOME_STILL_TO_COME, {"phase": turn.phase, "have": turn.breeding_value, "places": places})


def _final_round(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    turn = position.turn
    places: tuple[str, ...] = ()
    if turn.final_round:
        # The end begins with the token leaving the market for a player.
        places = _token_in_market(ruleset, position)
    elif turn.final_round is False and closed(State(ruleset, position)):
        # After the turn of the player who took it, in Kansas City, everybody's turn is the last.
        tokens = {f"players.{c}.job_market_token": p.job_market_token for c, p in position.players.items()}
        taken = tuple(place for place, has in tokens.items() if has) or (IN_MARKET,)
        player = position.players.get(turn.player or "", Player())
        if turn.player is not None and (player.job_market_token is False or _another_has_it(position)):
            places = (*taken, "turn.player")
        elif turn.phase in _BEFORE_TAKING:
            places = (*taken, "turn.phase")
    if places:
        yield Reason(FINAL_ROUND_UNLIKE_TOKEN, {"places": ("turn.final_round", *places)})


def _another_has_it(position: Position) -> bool:
    return any(player.job_market_token for colour, player in position.players.items() if colour != position.turn.player)


def _token_in_market(ruleset: Ruleset, position: Position) -> tuple[str, ...]:
    """The places that tell that the job market token still lies in the market; none when it does not, or may not."""
    if closed(State(ruleset, position)) is not False:
        return ()
    if position.board.job_market.token_row is not None:
        return (IN_MARKET,)
    return tuple(f"players.{colour}.job_market_token" for colour in position.players)


def _the_end(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    turn = position.turn
    # The game ends after the last turns, which begin when a player takes the job market token.
    if turn.phase == "end":
        places = _token_in_market(ruleset, position)
        places += ("turn.final_round",) if turn.final_round is False else ()
        if places:
            yield Reason(END_WITHOUT_TOKEN, {"places": ("turn.phase", *places)})
    # It is taken in subphase 2 or 3 of Kansas City, in the last turn of its player.
    player = position.players.get(turn.player or "", Player())
    if player.job_market_token and turn.phase in _BEFORE_TAKING:
        places = ("turn.player", "turn.phase", f"players.{turn.player}.job_market_token")
        yield Reason(TOKEN_HOLDER_AGAIN, {"player": str(turn.player), "phase": str(turn.phase), "places": places})


def _disc_may_move(catalog: Catalog, player: Player) -> bool:
    """Whether a disc can have gone from a station to another place: when nothing on the board would do."""
    board = catalog.player_board
    white = [disc for disc in board.sure_discs if board.discs[disc].corner == "white"]
    if player.cleared is not None:
        return set(white) <= set(player.cleared)
    placed = discs_placed(player)
    return placed is None or placed >= len(white)


def _most_breeding_value(catalog: Catalog, player: Player) -> int:
    """The best hand, each type of cattle once, with the most certificates of both kinds."""
    types: Counter[str] = Counter()
    for breed in catalog.cattle.breeds.values():
        types[breed.type] = max(types[breed.type], breed.value)
    hand = sum(sorted(types.values(), reverse=True)[: most_in_hand(catalog, player)])
    masters = catalog.station_masters
    if player.station_masters is not None:
        permanent = sum(masters.tiles[tile].permanent for tile in set(player.station_masters))
    else:
        most = sorted((tile.permanent for tile in masters.tiles.values()), reverse=True)
        permanent = sum(most[: masters.in_play + masters.spare])
    return hand + permanent + most_certificates(catalog, player)

"""What has happened so far in the turn under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.checks import known
from companion.engine.checks.limits import discs_placed, most_certificates, most_in_hand
from companion.engine.components import Catalog
from companion.engine.position import Player, Position
from companion.engine.reasons import Reason
from companion.engine.ruleset import Ruleset


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about the turn, its phase and the final round."""
    catalog, turn = ruleset.catalog, position.turn
    player = position.players.get(turn.player or "", Player())
    yield from _before_moving(position)
    yield from _final_round(ruleset, position)

    # Each cowboy is put to use once.
    cowboys = (player.workers or {}).get("cowboy")
    if turn.cowboys_used is not None and cowboys is not None and turn.cowboys_used > cowboys:
        places = ("turn.cowboys_used", f"players.{turn.player}.workers.cowboy")
        yield Reason(
            "cowboys-used-up",
            {"player": str(turn.player), "have": turn.cowboys_used, "most": cowboys, "places": places},
        )

    # An upgraded station has a disc of its player. Only when no white-cornered disc is left can it move on.
    if player.stations is not None and not _disc_may_move(catalog, player):
        for station in dict.fromkeys(turn.stations_upgraded or ()):
            if station not in player.stations:
                places = ("turn.stations_upgraded", f"players.{turn.player}.stations")
                yield Reason("upgraded-without-disc", {"player": str(turn.player), "number": station, "places": places})

    # The income cannot be higher than the best hand with all certificates.
    most = _most_breeding_value(catalog, player)
    if turn.breeding_value is not None and turn.breeding_value > most:
        yield Reason(
            "breeding-value-too-high", {"have": turn.breeding_value, "most": most, "places": ("turn.breeding_value",)}
        )


def _before_moving(position: Position) -> Iterator[Reason]:
    # In phase A the herder is on its way: no location has been used.
    turn = position.turn
    done = {"used": turn.used, "buildings_used": turn.buildings_used, "auxiliary_used": turn.auxiliary_used}
    places = tuple(f"turn.{key}" for key, value in done.items() if value)
    if turn.phase == "A" and places:
        yield Reason("used-before-moving", {"places": ("turn.phase", *places)})


def _final_round(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    turn, row = position.turn, position.board.job_market.token_row
    holders = [colour for colour, player in position.players.items() if player.job_market_token]
    everybody = known.everybody(ruleset, position, "job_market_token")
    places: list[str] = []
    if turn.final_round:
        # The end begins with the token leaving the market for a player.
        if row is not None:
            places = ["board.job_market.token_row"]
        elif everybody is not None and not holders:
            places = [f"players.{colour}.job_market_token" for colour, _ in everybody]
    elif turn.final_round is False and turn.player is not None:
        # After the turn of the player who took it, everybody's turn is the last.
        places = [f"players.{colour}.job_market_token" for colour in holders if colour != turn.player]
        places += ["turn.player"] if places else []
    if places:
        yield Reason("final-round-unlike-token", {"places": ("turn.final_round", *places)})


def _disc_may_move(catalog: Catalog, player: Player) -> bool:
    """Whether a disc can have gone from a station to another place: when nothing on the board would do."""
    white = [disc.id for disc in catalog.player_board.discs.values() if disc.corner == "white"]
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
        permanent = sum(sorted((tile.permanent for tile in masters.tiles.values()), reverse=True)[: masters.in_play])
    return hand + permanent + most_certificates(catalog, player)

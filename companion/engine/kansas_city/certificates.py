"""The certificate marker, and how far it may go."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.engine.core import Catalog, Effect, Player, Position, Reason, Ruleset, State, reason
from companion.engine.core.effect import Counted
from companion.engine.kansas_city.disc_places import discs_placed
from companion.engine.turn.dollars import times


@dataclass(frozen=True)
class GainCertificates(Effect, name="gain-certificates", section="kansas-city/certificates#gaining", at_once=True):
    """Move the marker up to this many spaces forward (for each of what is counted), never past the limit."""

    steps: int
    per: Counted | None = None

    def happen(self, state: State) -> None:
        forward = times(state, self.steps, self.per)
        state.set_me(certificates=None if forward is None else certificates_after(state, state.me, forward))


@dataclass(frozen=True)
class CertificatesToLimit(
    Effect, name="certificates-to-limit", section="kansas-city/certificates#gaining", at_once=True
):
    """Move the marker forward to the current limit."""

    def happen(self, state: State) -> None:
        track = state.catalog.table.certificates.track
        state.set_me(certificates=certificates_after(state, state.me, len(track)))


def certificate_limit(catalog: Catalog, cleared: Collection[str]) -> int:
    """How far the certificate marker may go: the second space counts only when the first is cleared too."""
    track = catalog.table.certificates
    if "cert-4" not in cleared:
        return track.limit
    return track.limit_with_four_and_six if "cert-6" in cleared else track.limit_with_four


def most_certificates(catalog: Catalog, player: Player) -> int:
    """The highest limit of the certificate marker that fits what is known of a player."""
    if player.cleared is not None:
        return certificate_limit(catalog, player.cleared)
    track = catalog.table.certificates
    limits = (track.limit, track.limit_with_four, track.limit_with_four_and_six)
    placed = discs_placed(player)
    return limits[-1 if placed is None else min(placed, len(limits) - 1)]


def permanent_certificates(state: State, player: Player) -> int | None:
    """What station masters add to every income; None while it is not known which a player has."""
    if player.station_masters is None:
        return None
    tiles = state.catalog.station_masters.tiles
    return sum(tiles[tile].permanent for tile in player.station_masters)


def certificates_after(state: State, player: Player, steps: int) -> int | None:
    """The number beside the marker after so many spaces forward, stopped by the limit."""
    limit = None if player.cleared is None else certificate_limit(state.catalog, player.cleared)
    if player.certificates is None or limit is None:
        return None
    track = state.catalog.table.certificates.track
    # A marker that was entered between two spaces is on its way to the second.
    passed = sum(number <= player.certificates for number in track)
    allowed = [number for number in track[: passed + max(0, steps)] if number <= limit]
    return max(player.certificates, *allowed)


# The certificate marker: on a number of its track, not beyond the limit of its player.

NO_SUCH_CERTIFICATES = reason("no-such-certificates", "kansas-city/certificates", "player", "have")
CERTIFICATES_OVER_LIMIT = reason("certificates-over-limit", "kansas-city/certificates", "player", "have", "most")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about certificates."""
    for colour, player in position.players.items():
        have = player.certificates
        if have is None:
            continue
        place = f"players.{colour}.certificates"
        # The track leaves out a number.
        if have not in ruleset.catalog.table.certificates.track:
            yield Reason(NO_SUCH_CERTIFICATES, {"player": colour, "have": have, "places": (place,)})
            continue
        # The marker never passes the limit, and the limit never falls: no disc comes back.
        most = most_certificates(ruleset.catalog, player)
        if have > most:
            sources = ("cleared",) if player.cleared is not None else ("deliveries", "stations")
            places = (place, *(f"players.{colour}.{key}" for key in sources))
            yield Reason(CERTIFICATES_OVER_LIMIT, {"player": colour, "have": have, "most": most, "places": places})

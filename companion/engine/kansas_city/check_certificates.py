"""The certificate marker: on a number of its track, not beyond the limit of its player."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Position, Reason, Ruleset, reason
from companion.engine.kansas_city.certificates import most_certificates

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

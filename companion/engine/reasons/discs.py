"""What can be wrong with discs and certificates."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

REASONS: Mapping[str, Spec] = {
    "too-many-discs": Spec(
        {"player": "player", "have": "number", "supply": "number", "places": "places"}, "components/discs"
    ),
    "disc-space-cleared-twice": Spec({"player": "player", "places": "places"}, "components/discs"),
    "station-twice": Spec({"player": "player", "number": "number", "places": "places"}, "components/discs"),
    "city-twice": Spec(
        {"player": "player", "city": "city", "have": "number", "places": "places"}, "kansas-city/delivery"
    ),
    "discs-unlike-cleared": Spec(
        {"player": "player", "cleared": "number", "placed": "number", "places": "places"}, "components/discs"
    ),
    "more-discs-than-cleared": Spec(
        {"player": "player", "cleared": "number", "placed": "number", "places": "places"}, "components/discs"
    ),
    "more-cleared-than-discs": Spec(
        {"player": "player", "cleared": "number", "most": "number", "places": "places"}, "components/discs"
    ),
    "dark-discs-on-white": Spec(
        {"player": "player", "have": "number", "cleared": "number", "places": "places"}, "kansas-city/discs"
    ),
    "no-such-certificates": Spec(
        {"player": "player", "have": "number", "places": "places"}, "kansas-city/certificates"
    ),
    "certificates-over-limit": Spec(
        {"player": "player", "have": "number", "most": "number", "places": "places"}, "kansas-city/certificates"
    ),
}

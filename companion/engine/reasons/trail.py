"""What can be wrong with buildings and herders on the trail."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

REASONS: Mapping[str, Spec] = {
    "neutral-building-twice": Spec({"building": "neutral", "places": "places"}, "components/buildings"),
    "building-twice": Spec({"player": "player", "number": "number", "places": "places"}, "components/buildings"),
    "building-sides-differ": Spec({"number": "number", "places": "places"}, "components/buildings"),
}

"""What can be wrong with station master tiles and the workers in their places."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

_SECTION = "components/station-masters"

REASONS: Mapping[str, Spec] = {
    "station-master-space-empty": Spec({"number": "number", "places": "places"}, _SECTION),
    "station-masters-unlike-workers": Spec({"have": "number", "workers": "number", "places": "places"}, _SECTION),
    "station-master-of-nobody": Spec({"have": "number", "most": "number", "places": "places"}, _SECTION),
    "station-master-without-station": Spec(
        {"player": "player", "have": "number", "most": "number", "places": "places"}, _SECTION
    ),
}

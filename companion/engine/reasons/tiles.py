"""What can be wrong with worker, hazard and outlaw tiles."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import COUNT, Spec

REASONS: Mapping[str, Spec] = {
    "too-many-workers": Spec({"worker": "worker", **COUNT}, "components/workers"),
    "too-many-hazards": Spec({"tiles": "hazard-tiles", **COUNT}, "components/hazards"),
    "no-such-hazard": Spec({"tiles": "hazard-tiles", "places": "places"}, "components/hazards"),
    "too-many-outlaws": Spec({"outlaw": "outlaw", **COUNT}, "components/outlaws"),
    "too-many-tiles": Spec({**COUNT}, "components/tiles-and-bags"),
    "worker-row-out-of-range": Spec(
        {
            "player": "player",
            "worker": "worker",
            "have": "number",
            "least": "number",
            "most": "number",
            "places": "places",
        },
        "components/workers",
    ),
}

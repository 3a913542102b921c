"""What can be wrong with worker, hazard and outlaw tiles."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import COUNT, Spec

REASONS: Mapping[str, Spec] = {
    "too-many-workers": Spec({"worker": "worker", **COUNT}, "components/workers"),
    "too-many-hazards": Spec({"tiles": "hazard-tiles", **COUNT}, "components/hazards"),
    "no-such-hazard": Spec({"tiles": "hazard-tiles", "places": "places"}, "components/hazards"),
    "too-many-outlaws": Spec({"outlaw": "outlaw", **COUNT}, "components/outlaws"),
    "too-many-tiles": Spec({"tiles": "tiles", **COUNT}, "components/tiles-and-bags"),
    "tiles-missing": Spec({"tiles": "tiles", **COUNT}, "components/tiles-and-bags"),
    "tile-of-another-bag": Spec(
        {"tiles": "tiles", "number": "number", "places": "places"}, "components/tiles-and-bags"
    ),
    "bag-too-full": Spec(
        {"number": "number", "have": "number", "most": "number", "places": "places"},
        "components/tiles-and-bags",
        "suspicious",
    ),
    "bag-behind-visits": Spec(
        {"number": "number", "have": "number", "visits": "number", "most": "number", "places": "places"},
        "kansas-city/leaving",
    ),
    "bag-ahead-of-visits": Spec(
        {"number": "number", "have": "number", "visits": "number", "least": "number", "places": "places"},
        "kansas-city/leaving",
    ),
    "trail-ahead-of-visits": Spec(
        {"have": "number", "visits": "number", "most": "number", "places": "places"}, "components/tiles-and-bags"
    ),
    "foresight-not-chosen": Spec(
        {"number": "number", "have": "number", "most": "number", "phase": "phase", "places": "places"},
        "kansas-city/foresight",
    ),
    "foresight-short": Spec(
        {"number": "number", "have": "number", "least": "number", "bag": "number", "places": "places"},
        "kansas-city/leaving",
        "suspicious",
    ),
    "hazard-gap": Spec(
        {"hazard": "hazard", "gaps": "number", "have": "number", "places": "places"}, "kansas-city/placing-tiles"
    ),
    "outlaw-gap": Spec({"gaps": "number", "have": "number", "places": "places"}, "kansas-city/placing-tiles"),
    "too-few-on-trail": Spec({"have": "number", "least": "number", "places": "places"}, "components/tiles-and-bags"),
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

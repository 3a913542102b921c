"""What can be wrong with numbers on a scoring pad."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

REASONS: Mapping[str, Spec] = {
    "points-too-low": Spec(
        {"category": "category", "have": "number", "least": "number", "places": "places"}, "scoring/overview"
    ),
    "points-too-high": Spec(
        {"category": "category", "have": "number", "most": "number", "places": "places"}, "scoring/overview"
    ),
    "points-not-made": Spec(
        {"category": "category", "have": "number", "below": "number", "above": "number", "places": "places"},
        "scoring/overview",
    ),
    "points-together": Spec(
        {"category": "category", "have": "number", "most": "number", "places": "places"}, "scoring/overview"
    ),
    "money-beyond-coins": Spec(
        {"category": "category", "have": "number", "dollars": "number", "coins": "number", "places": "places"},
        "scoring/money",
        "suspicious",
    ),
    "token-claimed-twice": Spec({"have": "number", "places": "places"}, "scoring/job-market-token"),
}

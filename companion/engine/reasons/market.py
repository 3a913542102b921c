"""What can be wrong with the job market."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

_SECTION = "components/job-market-token"

REASONS: Mapping[str, Spec] = {
    "token-above-start": Spec({"number": "number", "start": "number", "places": "places"}, _SECTION),
    "market-row-too-long": Spec({"number": "number", "have": "number", "most": "number", "places": "places"}, _SECTION),
    "workers-below-token": Spec({"number": "number", "token": "number", "places": "places"}, _SECTION),
    "token-row-gap": Spec({"number": "number", "places": "places"}, _SECTION),
    "token-row-full": Spec({"number": "number", "have": "number", "places": "places"}, _SECTION),
    "more-hired-than-gaps": Spec({"hired": "number", "gaps": "number", "places": "places"}, _SECTION),
    "more-gaps-than-hired": Spec({"hired": "number", "gaps": "number", "places": "places"}, _SECTION),
    "market-behind-visits": Spec({"have": "number", "visits": "number", "places": "places"}, _SECTION),
    "market-ahead-of-visits": Spec(
        {"have": "number", "visits": "number", "most": "number", "places": "places"}, _SECTION
    ),
}

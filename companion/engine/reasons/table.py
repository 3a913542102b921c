"""What can be wrong with station masters, the job market token and the players."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import COUNT, Spec

REASONS: Mapping[str, Spec] = {
    "station-master-twice": Spec({"master": "station-master", "places": "places"}, "components/station-masters"),
    "too-many-station-masters": Spec({**COUNT}, "components/station-masters"),
    "job-market-token-twice": Spec({"places": "places"}, "components/job-market-token"),
    "job-market-token-nowhere": Spec({"places": "places"}, "scoring/game-end"),
    "end-without-token": Spec({"places": "places"}, "scoring/game-end"),
    "token-holder-again": Spec({"player": "player", "phase": "phase", "places": "places"}, "scoring/game-end"),
    "too-many-players": Spec({"have": "number", "supply": "number", "places": "places"}, "turn/overview"),
    "seat-twice": Spec({"number": "number", "places": "places"}, "turn/overview"),
}

"""What can be wrong with the turn under way, the seats and the number of players."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import COUNT, Spec

REASONS: Mapping[str, Spec] = {
    "seat-too-high": Spec(
        {"player": "player", "number": "number", "supply": "number", "places": "places"}, "turn/overview"
    ),
    "players-missing": Spec({**COUNT}, "turn/overview", "note"),
    "many-exchange-tokens": Spec({**COUNT}, "components/money-and-tokens", "suspicious"),
    "used-before-moving": Spec({"places": "places"}, "turn/overview"),
    "used-twice": Spec({"action": "action", "have": "number", "places": "places"}, "turn/own-or-neutral"),
    "used-elsewhere": Spec({"action": "action", "places": "places"}, "turn/own-or-neutral"),
    "used-and-auxiliary": Spec({"action": "action", "places": "places"}, "turn/own-or-neutral"),
    "cowboys-used-up": Spec(
        {"player": "player", "have": "number", "most": "number", "places": "places"}, "actions/buy-cattle"
    ),
    "upgraded-without-disc": Spec({"player": "player", "number": "number", "places": "places"}, "components/discs"),
    "breeding-value-too-high": Spec({"have": "number", "most": "number", "places": "places"}, "kansas-city/income"),
    "final-round-unlike-token": Spec({"places": "places"}, "scoring/game-end"),
}

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
    "used-in-kansas-city": Spec({"phase": "phase", "places": "places"}, "kansas-city/overview"),
    "used-nowhere": Spec({"building": "building", "places": "places"}, "turn/own-or-neutral"),
    "under-way-in-another-phase": Spec({"effect": "effect", "phase": "phase", "places": "places"}, "turn/overview"),
    "under-way-in-another-subphase": Spec(
        {"effect": "effect", "phase": "phase", "places": "places"}, "kansas-city/overview"
    ),
    "under-way-without-action": Spec({"effect": "effect", "places": "places"}, "turn/own-or-neutral"),
    "engine-unlike-pending": Spec(
        {"player": "player", "needs": "engine", "engine": "engine", "places": "places"}, "railroad/upgrade-station"
    ),
    "income-still-to-come": Spec({"phase": "phase", "have": "number", "places": "places"}, "kansas-city/overview"),
    "delivery-unlike-income": Spec({"have": "number", "needs": "number", "places": "places"}, "kansas-city/delivery"),
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

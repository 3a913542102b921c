"""What can be wrong with cattle and objective cards."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import COUNT, Spec

REASONS: Mapping[str, Spec] = {
    "too-many-market-cards": Spec({"cards": "card", **COUNT}, "components/cattle-cards"),
    "too-many-starting-cards": Spec({"player": "player", "cards": "card", **COUNT}, "components/cattle-cards"),
    "too-many-market-cards-in-all": Spec({**COUNT}, "components/cattle-cards"),
    "too-many-cards-in-all": Spec({**COUNT}, "components/cattle-cards"),
    "too-many-simmental": Spec({**COUNT}, "components/simmental-cards"),
    "cards-missing": Spec({"cards": "card", **COUNT}, "components/cattle-cards"),
    "starting-card-on-the-market": Spec({"cards": "card", "places": "places"}, "components/cattle-cards"),
    "card-of-a-variant": Spec({"cards": "card", "places": "places"}, "setup/cattle-market"),
    "too-many-objectives": Spec({"objective": "objective", **COUNT}, "components/objectives"),
    "too-many-objectives-in-all": Spec({**COUNT}, "components/objectives"),
    "starting-objective-astray": Spec({"places": "places"}, "components/objectives"),
    "starting-objectives-of-a-player": Spec(
        {"player": "player", "have": "number", "places": "places"}, "components/objectives"
    ),
    "cattle-stack-too-high": Spec(
        {"have": "number", "most": "number", "places": "places"}, "kansas-city/cattle-market-refill"
    ),
    "objective-stack-too-high": Spec({"have": "number", "most": "number", "places": "places"}, "components/objectives"),
    "objective-display-short": Spec(
        {"have": "number", "most": "number", "stack": "number", "places": "places"}, "components/objectives"
    ),
    "hand-over-limit": Spec(
        {"player": "player", "have": "number", "limit": "number", "places": "places"}, "turn/draw-cards", "suspicious"
    ),
    "hand-beyond-limit": Spec(
        {"player": "player", "have": "number", "limit": "number", "places": "places"}, "turn/draw-cards"
    ),
    "hand-after-income": Spec({"player": "player", "have": "number", "places": "places"}, "kansas-city/income"),
    "fewer-in-hand-than-drawn": Spec(
        {"player": "player", "have": "number", "least": "number", "places": "places"}, "actions/draw"
    ),
    "grown-before-visit": Spec(
        {"player": "player", "cards": "card", "needs": "number", "have": "number", "places": "places"},
        "kansas-city/simmental-upgrade",
    ),
    "hand-below-limit": Spec(
        {"player": "player", "have": "number", "limit": "number", "places": "places"}, "turn/draw-cards"
    ),
    "deck-emptied": Spec(
        {"player": "player", "have": "number", "limit": "number", "places": "places"}, "turn/reshuffle", "suspicious"
    ),
}

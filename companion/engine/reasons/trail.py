"""What can be wrong with buildings and herders on the trail."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

REASONS: Mapping[str, Spec] = {
    "neutral-building-twice": Spec({"building": "neutral", "places": "places"}, "components/buildings"),
    "building-twice": Spec({"player": "player", "number": "number", "places": "places"}, "components/buildings"),
    "building-sides-differ": Spec({"number": "number", "places": "places"}, "components/buildings"),
    "building-beyond-builders": Spec(
        {"player": "player", "building": "building", "needs": "number", "have": "number", "places": "places"},
        "components/buildings",
    ),
    "replaced-by-nothing": Spec(
        {"player": "player", "building": "building", "needs": "number", "places": "places"}, "components/buildings"
    ),
    "neutral-building-missing": Spec({"space": "space", "places": "places"}, "components/buildings"),
    "herder-off-the-trail": Spec({"player": "player", "space": "space", "places": "places"}, "components/herders"),
    "herder-on-empty-space": Spec({"player": "player", "space": "space", "places": "places"}, "components/herders"),
    "herder-on-emptied-space": Spec(
        {"space": "space", "have": "number", "collected": "number", "places": "places"}, "movement/emptied-space"
    ),
    "start-before-delivery": Spec({"player": "player", "places": "places"}, "components/herders"),
    "at-kansas-city-out-of-turn": Spec({"player": "player", "places": "places"}, "components/herders"),
    "phase-unlike-herder": Spec(
        {"player": "player", "phase": "phase", "space": "space", "places": "places"}, "components/herders"
    ),
    "nobody-in-kansas-city": Spec({"phase": "phase", "places": "places"}, "components/herders"),
    "things-before-first-turn": Spec({"player": "player", "places": "places"}, "turn/first-turn"),
    "first-turn-elsewhere": Spec({"player": "player", "space": "space", "places": "places"}, "turn/first-turn"),
    "first-turn-order": Spec(
        {"player": "player", "other": "player", "number": "number", "later": "number", "places": "places"},
        "turn/first-turn",
    ),
    "first-turn-over": Spec({"player": "player", "places": "places"}, "turn/first-turn"),
    "first-turn-missed": Spec({"player": "player", "other": "player", "places": "places"}, "turn/first-turn"),
}

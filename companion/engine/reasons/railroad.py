"""What can be wrong with engines on the railroad."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.reasons.spec import Spec

REASONS: Mapping[str, Spec] = {
    "engines-on-one-space": Spec({"engine": "engine", "have": "number", "places": "places"}, "railroad/other-engines"),
    "engine-on-last-space": Spec({"player": "player", "engine": "engine", "places": "places"}, "railroad/last-space"),
}

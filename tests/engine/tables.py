"""Tables that whole random games are played at: every edition, expansion and variant, with and without Garth."""

from typing import Any

RAILS = "rails-to-the-north"

TABLES: list[dict[str, Any]] = [
    {"players": 2, "variants": []},
    {"players": 4, "variants": ["simmental"]},
    {"players": 3, "variants": [RAILS]},
    {"players": 2, "variants": [RAILS, "simmental"]},
    {"players": 2, "variants": [], "automa": "garth"},
    {"players": 2, "variants": [RAILS], "automa": "garth"},
    {"players": 3, "variants": [], "edition": 1},
    {"players": 4, "variants": [RAILS], "edition": 1},
]

"""How many letters the share codes of positions have, beside the targets that `docs/position.md` names."""

import json
import statistics
from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine import Chance, Position, encode, hidden, read_position, start
from tests.engine.midgame import midgame

COMPLETE, QUESTION = 700, 80
"""Letters at most: a complete four-player position in the middle of the game, a quick question."""

SEEDS = range(200)
MIDDLE = 60
"""Turns of four players together after which a game is in the middle."""

# What somebody enters to ask one thing.
QUESTIONS: dict[str, dict[str, Any]] = {
    "move and fees": {
        "game": {"players": 4},
        "board": {"buildings": {"A-1": {"player": "red", "face": "4a"}}, "hazards": {"flood-1": {"hand": "green"}}},
        "players": {"blue": {"dollars": 3, "herder": "A", "cleared": ["step-left"]}},
    },
    "income and delivery": {
        "players": {
            "blue": {
                "hand": ["galloway", "pineywoods", "longhorn", "hereford"],
                "certificates": 3,
                "engine": 7,
                "deliveries": {"kansas-city": 1, "bloomington": 1},
            }
        }
    },
    "hire": {
        "board": {"job_market": {"token_row": 4, "rows": {"3": ["cowboy", "builder", "engineer"]}}},
        "players": {"blue": {"dollars": 7, "workers": {"cowboy": 3, "builder": 1, "engineer": 2}}},
    },
    "buy cattle": {
        "board": {"cattle_market": {"longhorn": 2, "shorthorn:4": 1, "hereford:6": 1}},
        "players": {"blue": {"dollars": 12, "workers": {"cowboy": 3, "builder": 1, "engineer": 1}}},
    },
    "engine and station": {
        "board": {"station_masters": {"2": "sm-4"}},
        "players": {
            "blue": {"dollars": 4, "engine": 6, "workers": {"cowboy": 1, "builder": 1, "engineer": 3}, "stations": [1]},
            "red": {"engine": "t7"},
        },
    },
    "build": {
        "game": {"sides": {"5": "a", "9": "b"}},
        "board": {"buildings": {"B-1": {"player": "blue", "face": "5a"}}},
        "players": {"blue": {"dollars": 8, "workers": {"cowboy": 1, "builder": 4, "engineer": 1}}},
    },
    "auxiliary action": {"players": {"blue": {"dollars": 2, "engine": 1, "cleared": ["aux-cert-1", "aux-cert-2"]}}},
    "objectives": {
        "players": {
            "blue": {"objectives": ["start-2", "obj-7", "obj-12"], "stations": [1, 2, 4], "outlaws": {"green": 2}}
        }
    },
    "foresight": {
        "board": {
            "foresight": {"2": [{"worker": "cowboy"}, {"worker": "builder"}]},
            "job_market": {"token_row": 6, "rows": {"6": ["cowboy", "builder", "engineer", None]}},
        }
    },
}


def run() -> Iterator[str]:
    """The lines of the report."""
    for players in (2, 3, 4):
        begun = [start(players, chance=Chance(seed), sides="mixed") for seed in SEEDS]
        yield f"start, {players} players, everything known: {_letters(begun)}"
        yield f"start, {players} players, as the table sees it: {_letters(map(hidden, begun))}"
    for name, variants in (("", ()), (", Simmental", ("simmental",))):
        games = [read_position(json.dumps(midgame(seed, 4, variants, MIDDLE))) for seed in SEEDS]
        yield f"mid-game, 4 players{name}, everything known: {_letters(games)}; target {COMPLETE}"
        yield f"mid-game, 4 players{name}, as the table sees it: {_letters(map(hidden, games))}; target {COMPLETE}"
    asked = {name: len(encode(read_position(json.dumps(plain)))) for name, plain in QUESTIONS.items()}
    longest = max(asked, key=lambda name: asked[name])
    median = statistics.median(asked.values())
    yield f"quick questions: median {median:.0f} letters, most {asked[longest]} ({longest}); target {QUESTION}"


def _letters(positions: Iterable[Position]) -> str:
    lengths = [len(encode(position)) for position in positions]
    return f"median {statistics.median(lengths):.0f} letters, most {max(lengths)}"

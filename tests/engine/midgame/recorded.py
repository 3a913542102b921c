"""Positions of `midgame` that are kept, for whoever needs some as games have them and no new ones each time.

One a line, with its seed, in tests/games/midgame.jsonl. `python -m tests.engine.midgame` writes the file anew: after
the simulator has changed, or a figure of the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from tests.conftest import ROOT
from tests.engine.midgame import Plain, midgame

FILE = ROOT / "tests" / "games" / "midgame.jsonl"
KEPT = 60
TRIED = 500
"""Out of so many seeds come the kept ones."""

# Something that happens in some games, and how it shows.
HAPPENS: dict[str, Callable[[Plain, Plain], bool]] = {
    "before the first turn": lambda plain, _: plain["turn"]["first_turn"],
    "on the way": lambda plain, _: plain["turn"]["phase"] == "A",
    "at a location": lambda plain, _: plain["turn"]["phase"] == "B",
    "in Kansas City": lambda plain, _: plain["turn"]["phase"] == "K5",
    "before new cards": lambda plain, _: plain["turn"]["phase"] == "C",
    "local actions done": lambda plain, _: len(plain["turn"]["used"]) > 1,
    "risk action done": lambda plain, _: "risk" in plain["turn"]["used"],
    "auxiliary action done": lambda plain, _: plain["turn"]["auxiliary_used"],
    "moved on to another building": lambda plain, _: len(plain["turn"]["buildings_used"]) > 1,
    "upgraded in this turn": lambda plain, _: bool(plain["turn"]["stations_upgraded"]),
    "final round": lambda plain, _: plain["turn"]["final_round"],
    "token taken": lambda _, player: player["job_market_token"],
    "delivered": lambda _, player: player["herder"] == "start",
    "far delivery": lambda _, player: any(city in player["deliveries"] for city in ("chicago", "toledo", "new-york")),
    "Kansas City twice": lambda _, player: player["deliveries"].get("kansas-city", 0) > 1,
    "discs on stations": lambda _, player: len(player["stations"]) > 2,
    "engine on a turnout": lambda _, player: isinstance(player["engine"], str),
    "station master": lambda _, player: bool(player["station_masters"]),
    "six workers of a kind": lambda _, player: 6 in player["workers"].values(),
    "certificate limit raised": lambda _, player: player["certificates"] > 3,
    "building replaced": lambda _, player: bool(player["placed_out"]),
    "many buildings": lambda plain, _: sum(lies is not None for lies in plain["board"]["buildings"].values()) > 9,
    "hazards of a kind full": lambda plain, _: all(plain["board"]["hazards"][f"flood-{n}"] for n in range(1, 5)),
    "outlaws full": lambda plain, _: all(plain["board"]["outlaws"].values()),
    "hazards and outlaws collected": lambda _, player: bool(player["hazards"] and player["outlaws"]),
    "objective played": lambda _, player: len(player["objectives"]) > 1,
    "objective in the deck": lambda _, player: any("obj" in card for card in player["hand"] + player["discard"]),
    "exchange tokens": lambda _, player: player["exchange_tokens"] > 2,
    "small deck": lambda _, player: len(player["hand"] + player["draw"] + player["discard"]) < 12,
    "dearest cattle": lambda _, player: any("hereford" in card for card in player["discard"]),
    "no money": lambda _, player: player["dollars"] == 0,
    "hand limit raised": lambda _, player: len(player["hand"]) > 4 and player["herder"] is not None,
    "Simmental grown up": lambda _, player: "simmental-cow" in player["discard"],
    "worker space taken": lambda plain, _: any(isinstance(m, dict) for m in plain["board"]["station_masters"].values()),
}


def made(seed: int) -> Plain:
    """The position of a seed: every number of players, with and without the variant, before and within a turn."""
    return midgame(seed, 2 + seed % 3, ("simmental",) if seed % 2 else (), within=seed % 4 > 0)


def recorded() -> Iterator[tuple[int, Plain]]:
    """The kept positions with their seeds."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        kept = json.loads(line)
        yield kept["seed"], kept["position"]


def record() -> None:
    """Write the file: what shows something that none before it shows, and then the first of the others."""
    shown: set[str] = set()
    telling, others = [], []
    for seed in range(TRIED):
        plain = made(seed)
        shows = {name for name, shows in HAPPENS.items() if any(shows(plain, me) for me in plain["players"].values())}
        (others if shows <= shown else telling).append({"seed": seed, "position": plain})
        shown |= shows
    kept = sorted([*telling, *others[: KEPT - len(telling)]], key=lambda one: one["seed"])
    lines = (json.dumps(one, separators=(",", ":")) + "\n" for one in kept)
    FILE.write_text("".join(lines), encoding="utf-8")

"""Deals the start of a game from the component data, as a plain position: the tests' own set-up."""

from __future__ import annotations

import random
from typing import Any

from companion.engine import load_catalog
from companion.engine.components import Catalog


def deal(seed: int, players: int, variants: list[str]) -> dict[str, Any]:
    """The start of a game after everything has been dealt, completely known but for the draw order."""
    dice = random.Random(seed)
    catalog = load_catalog(2, tuple(variants))
    colours = list(catalog.table.players.colours[:players])
    board, bags = _board(catalog, dice, players)
    board["bags"] = {str(bag): len(tiles) for bag, tiles in bags.items()}
    starting = [card.id for card in catalog.objectives.cards.values() if card.starting]
    dice.shuffle(starting)
    return {
        "schema": 1,
        "game": {
            "edition": 2,
            "players": players,
            "variants": list(variants),
            "sides": {str(number): dice.choice("ab") for number in range(1, 13)},
        },
        "turn": {"player": colours[0], "phase": "A", "first_turn": True, "final_round": False},
        "board": board,
        "players": {
            colour: _player(catalog, dice, seat, starting.pop()) for seat, colour in enumerate(colours, start=1)
        },
    }


def _player(catalog: Catalog, dice: random.Random, seat: int, objective: str) -> dict[str, Any]:
    deck = [card.partition(":")[0] for card in _cattle(catalog, "player")]
    dice.shuffle(deck)
    drawn = catalog.table.seats[seat].cards
    return {
        "seat": seat,
        "dollars": catalog.table.seats[seat].money,
        "exchange_tokens": catalog.table.seats[seat].exchange_tokens,
        "certificates": 0,
        "herder": None,
        "engine": 0,
        "workers": dict.fromkeys(catalog.tiles.workers, 1),
        "cleared": [],
        "deliveries": {},
        "stations": [],
        "hand": deck[:drawn],
        "draw": deck[drawn:],
        "discard": [],
        "placed_out": [],
        "hazards": [],
        "outlaws": {},
        "objectives": [objective],
        "station_masters": [],
        "job_market_token": False,
    }


def _cattle(catalog: Catalog, deck: str) -> list[str]:
    """All cards of a deck, each with its points."""
    breeds = [breed for breed in catalog.cattle.breeds.values() if breed.deck == deck]
    return [f"{breed.id}:{vp}" for breed in breeds for vp, count in breed.copies.items() for _ in range(count)]


Bags = dict[int, list[dict[str, Any]]]


def _board(catalog: Catalog, dice: random.Random, players: int) -> tuple[dict[str, Any], Bags]:
    tiles = catalog.tiles
    bags: Bags = {1: [], 2: [], 3: []}
    for hazard in tiles.hazards.types:
        for face in tiles.hazards.faces.values():
            bags[1] += [{"hazard": hazard, "hand": face.hand, "vp": face.vp} for _ in range(face.copies)]
    for kind, entries in (("outlaw", tiles.outlaws), ("worker", tiles.workers)):
        for entry in entries.values():
            for bag, count in entry.bags.items():
                bags[bag] += [{kind: entry.id} for _ in range(count)]
    for bag in bags.values():
        dice.shuffle(bag)
    hazards, outlaws = _trail(catalog, bags[1])
    columns, first = catalog.job_market.columns[players], catalog.job_market.setup_workers[players]
    drawn = [bags[2].pop()["worker"] for _ in range(first)]
    market = _cattle(catalog, "market")
    dice.shuffle(market)
    size = catalog.cattle.market_size[players]
    shown: dict[str, int] = {}
    for card in market[:size]:
        shown[card] = shown.get(card, 0) + 1
    objectives = [
        card.id for card in catalog.objectives.cards.values() if not card.starting for _ in range(card.copies)
    ]
    dice.shuffle(objectives)
    masters = dice.sample(list(catalog.station_masters.tiles), catalog.station_masters.in_play)
    letters = list(catalog.buildings.neutral)
    dice.shuffle(letters)
    return {
        "neutral": dict(zip(catalog.buildings.neutral, letters, strict=True)),
        "hazards": hazards,
        "outlaws": outlaws,
        "job_market": {
            "token_row": catalog.job_market.token_start_row,
            "rows": {"1": drawn[:columns], "2": [*drawn[columns:], None]},
        },
        "foresight": {str(n): [bags[n].pop() for _ in range(tiles.foresight.spaces)] for n in bags},
        "cattle_market": shown,
        "cattle_stack": len(market) - size,
        "objective_display": objectives[: catalog.objectives.display],
        "objective_stack": len(objectives) - catalog.objectives.display,
        "station_masters": {str(slot): master for slot, master in enumerate(masters, start=1)},
    }, bags


def _trail(catalog: Catalog, bag: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw the tiles of the set-up; a tile that finds no free space goes back into the bag."""
    hazards: dict[str, Any] = {s.id: None for s in catalog.trail.spaces.values() if s.kind == "hazard"}
    outlaws: dict[str, Any] = {s.id: None for s in catalog.trail.spaces.values() if s.kind == "outlaw"}
    placed = 0
    while placed < catalog.tiles.setup_on_trail:
        tile = bag.pop()
        if "outlaw" in tile:
            space = next(name for name, lies in outlaws.items() if lies is None)
            outlaws[space] = tile["outlaw"]
        else:
            free = [name for name, lies in hazards.items() if lies is None and name.startswith(tile["hazard"])]
            if not free:
                bag.insert(0, tile)
                continue
            hazards[free[0]] = {"hand": tile["hand"], "vp": tile["vp"]}
        placed += 1
    return hazards, outlaws

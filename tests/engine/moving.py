"""Moves the pieces of a dealt game as the rules allow, for positions in the middle of a game.

Nobody here plays to win, and money is not counted; every piece only goes where a rule can bring it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from companion.engine import load_catalog

from tests.engine.dealing import deal

Plain = dict[str, Any]


def snapshots(seed: int, players: int, variants: list[str], turns: int) -> Iterator[Plain]:
    """The position at the moments of the next turns when somebody has something to decide.

    It is the same object every time and changes with the next step.
    """
    table = _Table(seed, players, variants)
    for number in range(turns):
        colour = list(table.players)[number % players]
        yield from table.take_turn(colour, first=number < players)
        if table.closed:
            return


class _Table:
    def __init__(self, seed: int, players: int, variants: list[str]) -> None:
        self.dice = random.Random(seed)
        self.catalog = load_catalog(2, tuple(variants))
        self.position = deal(seed, players, variants)
        self.board: Plain = self.position["board"]
        self.players: dict[str, Plain] = self.position["players"]
        self.count = players
        self.columns = self.catalog.job_market.columns[players]
        self.size = self.catalog.cattle.market_size[players]
        self.closed = False
        self._hide()

    def _hide(self) -> None:
        """Work out what lies face down: everything that cannot be seen."""
        breeds = [b for b in self.catalog.cattle.breeds.values() if b.deck == "market"]
        self.cattle = [f"{b.id}:{vp}" for b in breeds for vp, n in b.copies.items() for _ in range(n)]
        for card, count in self.board["cattle_market"].items():
            for _ in range(count):
                self.cattle.remove(card)
        cards = self.catalog.objectives.cards.values()
        self.objectives = [card.id for card in cards if not card.starting for _ in range(card.copies)]
        for card in self.board["objective_display"]:
            self.objectives.remove(card)
        tiles, board = self.catalog.tiles, self.board
        bags: dict[int, list[Plain]] = {1: [], 2: [], 3: []}
        for hazard in tiles.hazards.types:
            for face in tiles.hazards.faces.values():
                bags[1] += [{"hazard": hazard, "hand": face.hand, "vp": face.vp}] * face.copies
        for kind, entries in (("outlaw", tiles.outlaws), ("worker", tiles.workers)):
            for entry in entries.values():
                for bag, count in entry.bags.items():
                    bags[bag] += [{kind: entry.id}] * count
        for space, tile in board["hazards"].items():
            if tile:
                bags[1].remove({"hazard": space.partition("-")[0], **tile})
        for outlaw in filter(None, board["outlaws"].values()):
            bags[1].remove({"outlaw": outlaw})
        for worker in filter(None, itertools.chain(*board["job_market"]["rows"].values())):
            bags[2].remove({"worker": worker})
        for column, shown in board["foresight"].items():
            for tile in shown:
                bags[int(column)].remove(tile)
        for pile in (self.cattle, self.objectives, *bags.values()):
            self.dice.shuffle(pile)
        self.bags = bags

    def _count_piles(self) -> None:
        self.board["bags"] = {str(bag): len(tiles) for bag, tiles in self.bags.items()}
        self.board["cattle_stack"] = len(self.cattle)
        self.board["objective_stack"] = len(self.objectives)

    def take_turn(self, colour: str, *, first: bool) -> Iterator[Plain]:
        player, turn = self.players[colour], self.position["turn"]
        turn.update(player=colour, phase="A", first_turn=first)
        yield self.position
        if first:
            while len(player["hand"]) > self.catalog.table.hand_limit.base:
                self._discard(player)
            player["engine"] = 34 + player["seat"]
        turn["phase"] = "B"
        player["herder"] = "A"
        steps = [
            self._hire,
            self._buy,
            self._more_cattle,
            self._collect,
            self._gain_objective,
            self._play_objective,
            self._remove_card,
            self._upgrade,
            self._discard,
        ]
        for step in self.dice.choices(steps, k=4):
            step(player)
            self._count_piles()
            yield self.position
        if not first and self.dice.random() < 0.7:
            yield from self._visit(player)
        turn["phase"] = "C"
        yield self.position
        self._draw(player)

    def _visit(self, player: Plain) -> Iterator[Plain]:
        turn = self.position["turn"]
        player["herder"] = "kansas-city"
        for column in (1, 2, 3):
            turn["phase"] = f"K{column}"
            shown = self.board["foresight"][str(column)]
            choices = [tile for tile in shown if not (self.closed and "worker" in tile)]
            if choices:
                tile = self.dice.choice(choices)
                shown.remove(tile)
                self._place(tile, player)
            self._count_piles()
            yield self.position
        turn["phase"] = "K4"
        for old, new in (("simmental-calf", "simmental-heifer"), ("simmental-heifer", "simmental-cow")):
            if self.dice.random() < 0.5:
                for card in [card for card in player["hand"] if card.startswith(old)]:
                    player["hand"].remove(card)
                    player["discard"].append(new)
        player["discard"] += player["hand"]
        player["hand"] = []
        yield self.position
        turn["phase"] = "K5"
        self._deliver(player)
        yield self.position
        player["herder"] = "start"
        for column, tiles in self.bags.items():
            shown = self.board["foresight"][str(column)]
            while tiles and len(shown) < self.catalog.tiles.foresight.spaces:
                shown.append(tiles.pop())
        self._count_piles()

    def _place(self, tile: Plain, player: Plain) -> None:
        if "worker" not in tile:
            section = "outlaws" if "outlaw" in tile else "hazards"
            spaces = self.board[section]
            free = [s for s, lies in spaces.items() if lies is None and s.startswith(tile.get("hazard", "outlaw"))]
            if free:
                spaces[free[0]] = tile.get("outlaw") or {"hand": tile["hand"], "vp": tile["vp"]}
            return
        market = self.board["job_market"]
        row = market["rows"][str(market["token_row"])]
        row[row.index(None)] = tile["worker"]
        if None in row:
            return
        if self.catalog.job_market.rows[market["token_row"]].arrow == "yellow":
            while self.cattle and sum(self.board["cattle_market"].values()) < self.size:
                self._show_cattle()
        if market["token_row"] == max(self.catalog.job_market.rows):
            del market["token_row"]
            player["job_market_token"] = self.closed = True
        else:
            market["token_row"] += 1
            market["rows"][str(market["token_row"])] = [None] * self.columns

    def _show_cattle(self) -> None:
        card = self.cattle.pop()
        self.board["cattle_market"][card] = self.board["cattle_market"].get(card, 0) + 1

    def _deliver(self, player: Plain) -> None:
        cities = [c for c in self.catalog.cities.cities.values() if c.repeatable or c.id not in player["deliveries"]]
        city = self.dice.choice(cities)
        if self._clear(player, city.corner) or self._from_station(player):
            player["deliveries"][city.id] = player["deliveries"].get(city.id, 0) + 1

    def _from_station(self, player: Plain) -> bool:
        if player["stations"]:
            player["stations"].remove(self.dice.choice(player["stations"]))
            return True
        return False

    def _clear(self, player: Plain, corner: str) -> bool:
        left = [disc for disc in self.catalog.player_board.discs.values() if disc.id not in player["cleared"]]
        white = [disc for disc in left if disc.corner == "white"]
        # Nobody can be sure to have the money for a disc that costs some.
        payable = [disc for disc in (white if corner == "white" and white else left) if not disc.cost]
        if left and not white and self.dice.random() < 0.5:
            payable = left
        if payable:
            player["cleared"].append(self.dice.choice(payable).id)
        return bool(payable)

    def _upgrade(self, player: Plain) -> None:
        stations = {n: s for n, s in self.catalog.railroad.stations.items() if n not in player["stations"]}
        if not stations:
            return
        number = self.dice.choice(list(stations))
        if not self._clear(player, stations[number].corner) and not self._from_station(player):
            return
        player["stations"].append(number)
        slots, hired = self.board["station_masters"], [w for w, n in player["workers"].items() if n > 1]
        if isinstance(slots.get(str(number)), str) and hired and self.dice.random() < 0.8:
            worker = self.dice.choice(hired)
            player["workers"][worker] -= 1
            player["station_masters"].append(slots[str(number)])
            slots[str(number)] = {"worker": worker}

    def _hire(self, player: Plain) -> None:
        market, limit = self.board["job_market"], self.catalog.player_board.worker_rows.spaces
        rows = [r for n, r in market["rows"].items() if int(n) < market.get("token_row", 99)]
        open_spaces = [(row, i) for row in rows for i, w in enumerate(row) if w and player["workers"][w] < limit]
        if open_spaces:
            row, place = self.dice.choice(open_spaces)
            player["workers"][row[place]] += 1
            row[place] = None

    def _buy(self, player: Plain) -> None:
        market = self.board["cattle_market"]
        if market:
            card = self.dice.choice(list(market))
            market[card] -= 1
            if not market[card]:
                del market[card]
            player["discard"].append(card)

    def _more_cattle(self, _player: Plain) -> None:
        for _ in range(min(len(self.cattle), self.catalog.cattle.more_cards.cards)):
            self._show_cattle()

    def _collect(self, player: Plain) -> None:
        lying = [(kind, space) for kind in ("hazards", "outlaws") for space, tile in self.board[kind].items() if tile]
        if lying:
            kind, space = self.dice.choice(lying)
            tile, self.board[kind][space] = self.board[kind][space], None
            if kind == "hazards":
                player["hazards"].append({"hazard": space.partition("-")[0], **tile})
            else:
                player["outlaws"][tile] = player["outlaws"].get(tile, 0) + 1

    def _gain_objective(self, player: Plain) -> None:
        display = self.board["objective_display"]
        if display:
            player["discard"].append(display.pop(self.dice.randrange(len(display))))
            if self.objectives:
                display.append(self.objectives.pop())

    def _play_objective(self, player: Plain) -> None:
        cards = [card for card in player["hand"] if card in self.catalog.objectives.cards]
        if cards:
            player["hand"].remove(cards[0])
            player["objectives"].append(cards[0])

    def _remove_card(self, player: Plain) -> None:
        if {"aux-remove-1", "aux-remove-2"} & set(player["cleared"]) and player["hand"]:
            player["hand"].pop(self.dice.randrange(len(player["hand"])))

    def _discard(self, player: Plain) -> None:
        if player["hand"]:
            player["discard"].append(player["hand"].pop(self.dice.randrange(len(player["hand"]))))

    def _draw(self, player: Plain) -> None:
        limits = self.catalog.table.hand_limit
        limit = limits.base + limits.per_disc * len({"hand-left", "hand-right"} & set(player["cleared"]))
        while len(player["hand"]) < limit:
            if not player["draw"]:
                self.dice.shuffle(player["discard"])
                player["draw"], player["discard"] = player["discard"], []
            if not player["draw"]:
                return
            player["hand"].append(player["draw"].pop())

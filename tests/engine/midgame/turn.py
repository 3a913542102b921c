"""The course of a turn: on along the trail, the location, Kansas City, new hand cards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from companion.engine.core.effect import LocalAction

from tests.engine.midgame.actions import auxiliary
from tests.engine.midgame.railroad import deliver
from tests.engine.midgame.table import Plain, Table, breed_of, effect, use

LIKED = ("hire", "move-herder", "use-adjacent")
"""What everybody is glad to do."""

SUITS = {"cowboy": "buy-cattle", "builder": "build", "engineer": "engine-forward"}
"""What the workers of a kind are for."""


class Turns(Table):
    """Whole turns, one after the other in the order of the seats."""

    def within(self) -> Plain:
        """The position at some moment of the turn to come, which is played."""
        self.recording = True
        self.play()
        return self.dice.choice(self.moments)

    def last_turn(self) -> bool:
        """Whether the turn to come is the last one of the game: the next player holds the token."""
        after = self.plain["players"][self._next()]
        return bool(after["job_market_token"])

    def _next(self) -> str:
        colours = list(self.plain["players"])
        return colours[(colours.index(self.colour) + 1) % len(colours)]

    def play(self) -> None:
        """The whole turn of the player whose turn it is."""
        self.moved_on = False
        self.used: set[str] = set()
        if self.me["herder"] is None:
            self.discard(self.spare(len(self.me["hand"]) - self.catalog.table.hand_limit.base))
            self.me["herder"] = self.dice.choice(list(self.board["neutral"]))
        else:
            self._before_phase_a()
            self.moment()
            self.walk(self.step_limit())
        self.location()
        self.turn["phase"] = "C"
        self.moment()
        self.draw(max(0, self.hand_limit() - len(self.me["hand"])))
        self._next_turn()

    def _next_turn(self) -> None:
        final = any(player["job_market_token"] for player in self.plain["players"].values())
        self.colour = self._next()
        self.plain["turn"] = {
            "player": self.colour,
            "phase": "A",
            "first_turn": self.me["herder"] is None,
            "final_round": final,
            "used": [],
            "buildings_used": [],
            "auxiliary_used": False,
            "cowboys_used": 0,
            "stations_upgraded": [],
        }

    def _before_phase_a(self) -> None:
        """Exchange tokens and objective cards."""
        if self.me["exchange_tokens"] and self.maybe(0.15):
            self.me["exchange_tokens"] -= 1
            self.draw_then_discard(self.catalog.table.exchange_token.cards)
        for card in [card for card in self.me["hand"] if not self.is_cattle(card)]:
            if card in self.me["hand"] and self.maybe(0.4):
                self.me["hand"].remove(card)
                self.me["objectives"].append(card)
                immediate = self.catalog.objectives.cards[card].immediate
                if immediate and self.maybe(0.9):
                    use(self, immediate)

    # Phase A.

    def step_limit(self) -> int:
        limits, cleared = self.catalog.table.step_limit, self.me["cleared"]
        more = {"step-left": limits.left_disc, "step-right": limits.right_disc}
        return limits.base[self.seats] + sum(add[self.seats] for disc, add in more.items() if disc in cleared)

    def is_location(self, space: str) -> bool:
        board = self.board
        return space == "kansas-city" or bool(
            self.tile_on(space) or board["hazards"].get(space) or board["outlaws"].get(space)
        )

    def walk(self, most: int, *, free: bool = False) -> None:
        """Go on by up to so many locations, paying for the hands on the way; never past Kansas City.

        A free move neither pays nor comes to Kansas City.
        """
        paths = [self.path(steps) for steps in range(1, most + 1) for _ in range(3)]
        path = max(paths, key=self.promise) if self.maybe(0.7) else self.dice.choice(paths)
        for space in path:
            if free and space == "kansas-city":
                break
            self.me["herder"] = space
            if not free:
                self.fees(space)

    def promise(self, path: list[str]) -> int:
        """How much people like the end of a way: they look for actions that suit their workers."""
        end, liked = path[-1], {*LIKED, SUITS[self.favourites[self.colour]]}
        if not (end in self.board["neutral"] or end in self.own_buildings()):
            return 0
        does = [one for action in self.actions_at(end).values() for choice in action for one in choice.does]
        return 1 + sum(one.name in liked for one in does)

    def path(self, steps: int) -> list[str]:
        """The next locations on one of the ways that lead on, fewer when Kansas City comes before."""
        here, path = self.me["herder"], []
        while len(path) < steps and here != "kansas-city":
            here = self.dice.choice(self.catalog.trail.spaces[here].next)
            path += [here] if self.is_location(here) else []
        return path

    def fees(self, space: str) -> None:
        """To the bank or to the owner, as much as there is."""
        tiles, fees = self.catalog.tiles, self.catalog.table.fees
        building, hazard = self.board["buildings"].get(space), self.board["hazards"].get(space)
        owner, hand = None, "none"
        if building and building["player"] != self.colour:
            owner, hand = building["player"], self.catalog.buildings.faces[building["face"]].hand
        elif hazard:
            hand = hazard["hand"]
        elif self.board["outlaws"].get(space):
            hand = tiles.outlaws[self.board["outlaws"][space]].hand
        due = sum(
            fee[self.seats] for kind, fee in (("green", fees.green), ("black", fees.black)) if hand in (kind, "both")
        )
        paid = min(due, self.me["dollars"])
        self.me["dollars"] -= paid
        if owner:
            self.plain["players"][owner]["dollars"] += paid

    # Phase B.

    def location(self) -> None:
        """Use the location: local actions in any order, or one single auxiliary action instead."""
        here = self.me["herder"]
        self.turn.update(phase="B", used=[], auxiliary_used=False)
        if here == "kansas-city":
            self.kansas_city()
            return
        self.moment()
        done = False
        if here in self.board["neutral"] or here in self.own_buildings():
            done = self.use_actions(here)
        if not done and self.maybe(0.9):
            auxiliary(self, None, double=False)
            self.turn["auxiliary_used"] = True
            self.moment()

    def actions_at(self, space: str) -> dict[str, LocalAction]:
        """The local actions there, by the names that positions use."""
        tile, risk = self.tile_on(space), self.catalog.trail.spaces[space].risk
        actions = self.catalog.buildings.local_actions
        named = {name: action for name, action in actions.items() if name.partition(".")[0] == tile}
        return named | ({"risk": (risk,)} if risk else {})

    def use_actions(self, space: str) -> bool:
        """Each of the actions once at most, until the herder moves on. False when none was done."""
        building = self.tile_on(space) or ""
        self.used.add(building)
        actions = list(self.actions_at(space).items())
        self.dice.shuffle(actions)
        done = False
        for name, action in actions:
            if self.moved_on or not self.maybe(0.9):
                continue
            before = dict(self.turn)
            self.turn["used"] = [*self.turn["used"], name]
            self.turn["buildings_used"] = list(dict.fromkeys([*self.turn["buildings_used"], building]))
            if use(self, self.dice.choice(action)):
                done = True
                if not self.moved_on:
                    self.moment()
            else:
                self.turn.update(used=before["used"], buildings_used=before["buildings_used"])
        return done

    # Kansas City.

    def kansas_city(self) -> None:
        """The five subphases, back to the start of the trail, new tiles for the foresight display."""
        for number, column in self.board["foresight"].items():
            self.turn["phase"] = f"K{number}"
            self.moment()
            closed = "token_row" not in self.board["job_market"]
            choices = [tile for tile in column if not (closed and "worker" in tile)]
            if choices:
                chosen = self.dice.choice(choices)
                column.remove(chosen)
                self.place(chosen)
        self.turn["phase"] = "K4"
        self.moment()
        value = self.income()
        self.turn["breeding_value"] = value
        self.gain(value)
        self.grow_simmental()
        self.discard(list(self.me["hand"]))
        self.turn["phase"] = "K5"
        self.moment()
        deliver(self, value, transport=True)
        self.me["herder"] = "start"
        for number, column in self.board["foresight"].items():
            bag = self.board["bags"][number]
            while bag and len(column) < self.catalog.tiles.foresight.spaces:
                column.append(bag.pop(self.dice.randrange(len(bag))))

    def place(self, tile: Plain) -> None:
        """Workers to the job market, others to the lowest free space of their kind, or out of the game."""
        if "worker" in tile:
            self.place_worker(tile["worker"])
            return
        kind = tile.get("hazard")
        spaces = [space for space in self.catalog.trail.spaces.values() if space.number and space.hazard == kind]
        zone = self.board["hazards"] if kind else self.board["outlaws"]
        free = [space.id for space in sorted(spaces, key=lambda space: space.number or 0) if zone[space.id] is None]
        if free:
            zone[free[0]] = {"hand": tile["hand"], "vp": tile["vp"]} if kind else tile["outlaw"]

    def place_worker(self, worker: str) -> None:
        """On the next space of the token's row; on its last one the token moves down."""
        market = self.board["job_market"]
        row = market["token_row"]
        spaces = market["rows"][str(row)]
        spaces[spaces.index(None)] = worker
        if None in spaces:
            return
        arrow = self.catalog.job_market.rows[row].arrow
        if arrow == "green":
            del market["token_row"]
            self.me["job_market_token"] = True
            return
        market["token_row"] = row + 1
        if arrow == "yellow":
            size = self.catalog.cattle.market_size[self.seats]
            self.to_market(max(0, size - sum(self.board["cattle_market"].values())))

    def income(self) -> int:
        """The value of the hand, each type once, with certificates."""
        best: dict[str, int] = {}
        for card in filter(self.is_cattle, self.me["hand"]):
            breed = self.catalog.cattle.breeds[breed_of(card)]
            best[breed.type] = max(best.get(breed.type, 0), breed.value)
        had, track = self.me["certificates"], self.catalog.table.certificates.track
        self.me["certificates"] = self.dice.choice([0, *(number for number in track if number <= had)])
        permanent = sum(self.catalog.station_masters.tiles[tile].permanent for tile in self.me["station_masters"])
        return sum(best.values()) + permanent + had - self.me["certificates"]

    def grow_simmental(self) -> None:
        """Cards in hand leave the game for as many of the next stage on the discard pile."""
        breeds = self.catalog.cattle.breeds.values()
        stages = sorted((breed for breed in breeds if breed.stage), key=lambda breed: breed.stage or 0)
        for young, older in pairwise(stages):
            for card in [card for card in self.me["hand"] if breed_of(card) == young.id]:
                if self.maybe(0.8):
                    self.me["hand"].remove(card)
                    self.me["discard"].append(older.id)


@effect("move-herder")
def move_herder(turns: Turns, does: Any) -> None:
    """On to another location, which is then used; what was left to do here is lost."""
    turns.moved_on = False
    turns.walk(does.most)
    turns.location()
    turns.moved_on = True


@effect("move-herder-free")
def move_herder_free(turns: Turns, does: Any) -> None:
    turns.walk(does.most, free=True)


@effect("use-adjacent")
def use_adjacent(turns: Turns, _: Any) -> None:
    """The local actions of a building one link of the trail away, each building once a turn."""
    spaces, here = turns.catalog.trail.spaces, turns.me["herder"]
    linked = [space.id for space in spaces.values() if space.id in spaces[here].next or here in space.next]
    there = [space for space in linked if turns.tile_on(space) and turns.tile_on(space) not in turns.used]
    if there:
        turns.use_actions(turns.dice.choice(there))

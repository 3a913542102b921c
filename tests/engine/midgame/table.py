"""The pieces on the table, and what happens to them whatever the reason: money, cards, certificates, workers' tiles."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from companion.engine import Chance, load_catalog, start, to_plain
from companion.engine.core.effect import Choice, Effect

Plain = dict[str, Any]

PILES = ("hand", "draw", "discard")


class Table:
    """A position that changes, as plain values with every zone as a list. `me` is whose turn it is."""

    def __init__(self, dice: random.Random, players: int, variants: tuple[str, ...]) -> None:
        self.dice = dice
        self.catalog = load_catalog(2, variants)
        self.seats = players
        self.plain: Plain = to_plain(start(players, variants, chance=Chance(dice.randrange(10**9)), sides="mixed"))
        self.colour: str = self.plain["turn"]["player"]
        # Most people hire one kind of worker above all.
        self.favourites = {colour: dice.choice(list(self.catalog.tiles.workers)) for colour in self.plain["players"]}
        # The format writes an empty zone as its number.
        for player in self.plain["players"].values():
            player.update({name: player[name] or [] for name in PILES})
        # Draws are lucky in some games, so that rich positions come up as well.
        self.luck = max(dice.random(), dice.random())
        self.moved_on = False
        self.moments: list[Plain] = []
        self.recording = False

    def moment(self) -> None:
        """The position stands still here: somebody decides what to do next."""
        if self.recording:
            self.moments.append(deepcopy(self.plain))

    @property
    def turn(self) -> Plain:
        return self.plain["turn"]

    @property
    def board(self) -> Plain:
        return self.plain["board"]

    @property
    def me(self) -> Plain:
        return self.plain["players"][self.colour]

    def maybe(self, likely: float = 0.5) -> bool:
        return self.dice.random() < likely

    # Money.

    def gain(self, dollars: int) -> None:
        self.me["dollars"] += dollars

    def pay(self, dollars: int) -> bool:
        """Pay to the bank, if that much is there."""
        if self.me["dollars"] < dollars:
            return False
        self.me["dollars"] -= dollars
        return True

    # Cards.

    def is_cattle(self, card: str) -> bool:
        return breed_of(card) in self.catalog.cattle.breeds

    def draw(self, count: int) -> int:
        """Draw cards; a draw stack that has run out is the shuffled discard pile from then on."""
        drawn = 0
        while drawn < count:
            if not self.me["draw"]:
                self.me["draw"], self.me["discard"] = self.me["discard"], []
            if not self.me["draw"]:
                break
            stack, hand = self.me["draw"], self.me["hand"]
            chosen = self.dice.choice(stack)
            if self.maybe(self.luck):
                chosen = max(stack, key=lambda card: self.value(card) if card not in hand else 0)
            stack.remove(chosen)
            hand.append(chosen)
            drawn += 1
        return drawn

    def value(self, card: str) -> int:
        """What a card counts for the income; objective cards nothing."""
        return self.catalog.cattle.breeds[breed_of(card)].value if self.is_cattle(card) else 0

    def discard(self, cards: list[str]) -> None:
        for card in cards:
            self.me["hand"].remove(card)
            self.me["discard"].append(card)

    def draw_then_discard(self, most: int) -> None:
        self.discard(self.spare(self.draw(self.dice.randint(0, most))))

    def spare(self, count: int) -> list[str]:
        """So many hand cards that add little to an income: doubles, then cheap ones. Mostly, people do it well."""
        hand = self.dice.sample(self.me["hand"], len(self.me["hand"]))
        if self.maybe(0.2):
            return hand[:count]
        worth = [0 if card in hand[:place] else self.value(card) for place, card in enumerate(hand)]
        return [hand[place] for place in sorted(range(len(hand)), key=worth.__getitem__)[:count]]

    def hand_limit(self) -> int:
        limit = self.catalog.table.hand_limit
        more = sum(disc in self.me["cleared"] for disc in ("hand-left", "hand-right"))
        return min(limit.base + more * limit.per_disc, limit.most)

    def from_stack(self, name: str, count: int) -> list[str]:
        """The next cards of a common stack, as many as it has."""
        stack = self.board[name]
        return [stack.pop(self.dice.randrange(len(stack))) for _ in range(min(count, len(stack)))]

    def to_market(self, count: int) -> None:
        for card in self.from_stack("cattle_stack", count):
            self.board["cattle_market"][card] = self.board["cattle_market"].get(card, 0) + 1

    def gain_objective(self, to: str, *, display_only: bool) -> None:
        display = self.board["objective_display"]
        if display and (display_only or self.maybe(0.7)):
            card = display.pop(self.dice.randrange(len(display)))
            self.me[to].append(card)
            display += self.from_stack("objective_stack", 1)
        elif not display_only:
            self.me[to] += self.from_stack("objective_stack", 1)

    # Certificates.

    def certificate_limit(self) -> int:
        limits, cleared = self.catalog.table.certificates, self.me["cleared"]
        if "cert-4" not in cleared:
            return limits.limit
        return limits.limit_with_four_and_six if "cert-6" in cleared else limits.limit_with_four

    def gain_certificates(self, steps: int) -> None:
        """The marker steps from number to number, up to the limit."""
        track = [number for number in self.catalog.table.certificates.track if number <= self.certificate_limit()]
        self.me["certificates"] = track[min(track.index(self.me["certificates"]) + steps, len(track) - 1)]

    # Discs.

    def take_disc(self, corner: str, *, to_keep: int = 0, or_from_station: bool = False) -> bool:
        """Take a disc for a space with these corners, with so many dollars left in the end; False when there is none.

        A disc from dark corners goes to a white space only when no white one is left. Where a disc must be placed
        and none can be, one from an own station is.
        """
        discs = self.catalog.player_board.discs.values()
        left = [disc for disc in discs if disc.id not in self.me["cleared"]]
        fitting = left if corner == "dark" else [disc for disc in left if disc.corner == "white"] or left
        payable = [disc for disc in fitting if self.me["dollars"] >= disc.cost + (to_keep if disc.cost else 0)]
        if payable:
            dark = [disc for disc in payable if disc.corner == "dark"]
            disc = self.dice.choice(dark if dark and self.maybe() else payable)
            self.me["cleared"].append(disc.id)
            self.me["dollars"] += disc.gain - disc.cost
            return True
        if or_from_station and self.me["stations"]:
            self.me["stations"].remove(self.dice.choice(self.me["stations"]))
            return True
        return False

    # The trail.

    def tile_on(self, space: str) -> str | None:
        """The neutral building or the face of the private building on a space."""
        building = self.board["buildings"].get(space)
        return building["face"] if building else self.board["neutral"].get(space)

    def own_buildings(self) -> dict[str, str]:
        buildings = self.board["buildings"].items()
        return {space: lies["face"] for space, lies in buildings if lies and lies["player"] == self.colour}

    def counted(self, per: str | None) -> int:
        """How many there are of what an effect is counted by."""
        if per is None:
            return 1
        if per in self.me["workers"]:
            return int(self.me["workers"][per])
        spaces, outlaws = self.catalog.trail.spaces, self.me["outlaws"]
        return {
            "woods-building": sum(spaces[space].woods for space in self.own_buildings()),
            "station": len(self.me["stations"]),
            "hazard": len(self.me["hazards"]),
            "outlaw-pair": min(outlaws.get(kind, 0) for kind in self.catalog.tiles.outlaws),
        }[per]


def breed_of(card: str) -> str:
    return card.partition(":")[0]


# What every effect does, by its name; False when it is a requirement that cannot be met.
Does = Callable[[Any, Any], bool | None]
EFFECTS: dict[str, Does] = {}


def effect(name: str) -> Callable[[Does], Does]:
    """Says that a function is what the effect of this name does."""

    def register(function: Does) -> Does:
        EFFECTS[name] = function
        return function

    return register


def use(table: Table, choice: Choice) -> bool:
    """Meet the requirements and take the rewards. False when they cannot be met."""
    before = table.me["dollars"]
    if not all(run(table, one) for one in choice.requires):
        # What can be paid is paid first; nobody pays for what they cannot do.
        table.me["dollars"] = before
        return False
    for one in choice.does:
        run(table, one)
    return True


def run(table: Table, one: Effect) -> bool:
    return EFFECTS[one.name](table, one) is not False

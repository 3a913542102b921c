"""What the players have and may do: seats, limits, fees, the player board."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.core.components.common import Corner, PerPlayers
from companion.engine.core.effect import Choice


@dataclass(frozen=True)
class Players:
    """How many people may play, in which colours, with how many discs each."""

    least: int
    most: int
    colours: tuple[str, ...]
    discs: int


@dataclass(frozen=True)
class Seat:
    """What the player in this seat starts with: dollars, cards drawn, exchange tokens."""

    money: int
    cards: int
    exchange_tokens: int


@dataclass(frozen=True)
class Bank:
    """What lies in the box as the common supply, which counts as endless: coins and their worth."""

    silver_coins: int
    silver_dollars: int
    gold_coins: int
    gold_dollars: int

    @property
    def dollars(self) -> int:
        """All coins together. More takes counters of one's own, so it hardly ever happens."""
        return self.silver_coins * self.silver_dollars + self.gold_coins * self.gold_dollars


@dataclass(frozen=True)
class Fees:
    """Dollars per hand symbol, by the hand's colour."""

    green: PerPlayers
    black: PerPlayers

    @functools.cached_property
    def of(self) -> Mapping[int, Mapping[str, int]]:
        """Number of players -> the hands that a tile shows -> dollars."""
        return {
            n: {"none": 0, "green": green, "black": self.black[n], "both": green + self.black[n]}
            for n, green in self.green.items()
        }


@dataclass(frozen=True)
class StepLimit:
    """Steps of the herder: at least, at most without cleared discs, and what each cleared disc adds."""

    least: int
    base: PerPlayers
    left_disc: PerPlayers
    right_disc: PerPlayers


@dataclass(frozen=True)
class HandLimit:
    """Cards in hand: at the start, per cleared disc, and at most."""

    base: int
    per_disc: int
    most: int


@dataclass(frozen=True)
class Certificates:
    """The numbers on the certificate track, and how far the marker may go."""

    track: tuple[int, ...]
    limit: int
    limit_with_four: int
    limit_with_four_and_six: int


@dataclass(frozen=True)
class ExchangeToken:
    """Cards drawn, and then discarded, with one token; whether it may be used in anybody's turn; how many tokens are in
    the box, which is no limit."""

    cards: int
    in_any_turn: bool
    pieces: int


@dataclass(frozen=True)
class TableRules:
    """What concerns all players alike."""

    players: Players
    seats: Mapping[int, Seat]
    bank: Bank
    fees: Fees
    step_limit: StepLimit
    hand_limit: HandLimit
    certificates: Certificates
    exchange_token: ExchangeToken
    may_pass_phase_b: bool
    cities_pay_extraordinarily: bool
    cowboys_serve_each_action: bool

    @property
    def with_exchange_tokens(self) -> bool:
        """Whether the game has any: those who play it start with one."""
        return any(seat.exchange_tokens for seat in self.seats.values())


@dataclass(frozen=True)
class DiscSpace:
    """A disc space of the player board: corners, and the dollars paid or gained when it is cleared."""

    id: str
    corner: Corner
    cost: int = 0
    gain: int = 0


@dataclass(frozen=True)
class WorkerRows:
    """Spaces in a row of workers, the printed ones included; worker -> space -> what a new worker there allows."""

    spaces: int
    printed: int
    immediate: Mapping[str, Mapping[int, Choice]]


@dataclass(frozen=True)
class AuxiliaryAction:
    """An auxiliary action in both forms, and the disc spaces beside it that carry a disc at the start."""

    id: str
    discs: tuple[str, ...]
    single: Choice
    double: Choice


@dataclass(frozen=True)
class AuxiliaryTable:
    """The auxiliary actions; each has `spaces` disc spaces, of which some start empty."""

    spaces: int
    actions: Mapping[str, AuxiliaryAction]


_FITS = {False: ("white", "dark"), True: ("white",)}


@dataclass(frozen=True)
class PlayerBoard:
    """Disc spaces, worker rows and auxiliary actions of the player board."""

    discs: Mapping[str, DiscSpace]
    worker_rows: WorkerRows
    auxiliary: AuxiliaryTable

    @functools.cached_property
    def sure_discs(self) -> frozenset[str]:
        """Disc spaces of which one with its disc left is enough: a disc that costs nothing can be placed anywhere.

        With such discs on white spaces, one of those fits; with none on any white space, every other one does. Where
        a white one costs dollars, it may be the last of the white ones.
        """
        costly = any(disc.cost and disc.corner == "white" for disc in self.discs.values())
        return frozenset(disc.id for disc in self.discs.values() if not disc.cost and disc.corner in _FITS[costly])

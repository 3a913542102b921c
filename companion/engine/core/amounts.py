"""Dollars as far as they are known: a number, or what they are at least and at most.

A known amount is a plain int. A range knows which facts it depends on; ints and ranges add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Between:
    """A number from `at_least` to `at_most`, which is more; the facts at `missing`, keys of the position, decide.

    >>> 2 + Between(0, 3, ("players.blue.engine",))
    Between(at_least=2, at_most=5, missing=('players.blue.engine',))
    """

    at_least: int
    at_most: int
    missing: tuple[str, ...]

    def __add__(self, other: Amount) -> Between:
        least, most = ends(other)
        missing = tuple(dict.fromkeys((*self.missing, *missing_of(other))))
        return Between(self.at_least + least, self.at_most + most, missing)

    __radd__ = __add__

    def __mul__(self, factor: int) -> Amount:
        return between(self.at_least * factor, self.at_most * factor, self.missing)


Amount = int | Between


def between(least: int, most: int, missing: tuple[str, ...]) -> Amount:
    """A number within these ends: a plain int where they are the same, a range with its facts, each once, elsewhere."""
    return least if least == most else Between(least, most, tuple(dict.fromkeys(missing)))


def ends(amount: Amount) -> tuple[int, int]:
    """(at least, at most): twice the same where the amount is known."""
    return (amount, amount) if isinstance(amount, int) else (amount.at_least, amount.at_most)


def missing_of(amount: Amount) -> tuple[str, ...]:
    """The facts that an amount depends on: none where it is known."""
    return () if isinstance(amount, int) else amount.missing


Payment = tuple[str | None, Amount]
"""Who is paid ("bank", a player's colour, or None for somebody of whom it is not known who), and dollars."""


class Costs(NamedTuple):
    """What something costs: the payments in the order in which they are made, and what they come to.

    `total` is worked out with them: what is paid to one lessens what is left for the next, and not every space can show
    the tile with the highest fee, so the ends of the payments do not add up. Those `together` do for each payee; where
    they are not told, they are the payments.
    """

    payments: tuple[Payment, ...] = ()
    total: Amount = 0
    together: tuple[Payment, ...] = ()

    @property
    def of_each(self) -> dict[str | None, Amount]:
        """What each payee gets in all."""
        paid: dict[str | None, Amount] = {}
        for payee, dollars in self.together or self.payments:
            paid[payee] = paid.get(payee, 0) + dollars
        return paid

    @property
    def missing(self) -> tuple[str, ...]:
        """The facts that decide what is paid to whom, each once."""
        if isinstance(self.total, int) and len({payee for payee, _ in self.payments}) < 2:
            return ()
        amounts = (*(dollars for _, dollars in self.payments), self.total)
        return tuple(dict.fromkeys(path for amount in amounts for path in missing_of(amount)))

    def plus(self, other: Costs) -> Costs:
        """Both, one after the other."""
        together = (self.together or self.payments) + (other.together or other.payments)
        return Costs(self.payments + other.payments, self.total + other.total, together)


FREE = Costs()


def to_bank(dollars: Amount) -> Costs:
    """One payment to the bank; none where no dollars are due."""
    most = dollars if isinstance(dollars, int) else dollars.at_most
    return Costs((("bank", dollars),), dollars) if most > 0 else FREE

"""What judging an action comes to: everything that forbids it, and what must be known to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.engine.reasons import Reason, Value

Answer = Literal["yes", "no", "depends"]

Payment = tuple[str, int]
"""Who is paid ("bank" or a player's colour), and dollars."""


@dataclass(frozen=True)
class Verdict:
    """May it be done? `reasons` forbid it; without one, `missing` are the keys of the position that decide.

    `payments` is what it costs, as far as known, in the order in which it is paid. `sections` are the sections of the
    rules reference that were looked at; of a no, those that state the reasons.
    """

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    missing: tuple[str, ...] = ()
    payments: tuple[Payment, ...] = ()
    sections: tuple[str, ...] = ()


class Inquiry:
    """Collects what speaks against an action. A fact is asked for only where it could change the answer."""

    __slots__ = ("missing", "payments", "reasons", "sections")

    def __init__(self) -> None:
        self.reasons: list[Reason] = []
        self.missing: list[str] = []
        self.payments: list[Payment] = []
        self.sections: list[str] = []

    def refuse(self, code: str, **params: Value) -> None:
        """Note why it may not be done."""
        self.reasons.append(Reason(code, {"places": (), **params}))

    def look(self, *sections: str) -> None:
        """Note where the rules are told that decide it."""
        self.sections += sections

    def ask(self, *paths: str) -> None:
        """Note what must be known."""
        self.missing += paths

    def need(self, have: int | None, needs: int, path: str, code: str, **params: Value) -> None:
        """At least `needs`, of which there are `have` (None: unknown, at `path`)."""
        if have is None:
            if needs > 0:
                self.missing.append(path)
        elif have < needs:
            self.refuse(code, needs=needs, have=have, places=(path,), **params)

    def pay(self, have: int | None, dollars: int, path: str, to: str = "bank") -> None:
        """Dollars that must be paid in full."""
        if dollars > 0:
            self.need(have, dollars, path, "not-enough-dollars")
            self.payments.append((to, dollars))

    @property
    def refused(self) -> bool:
        """Whether something forbids it."""
        return bool(self.reasons)

    def verdict(self) -> Verdict:
        """The answer: no with all reasons, or what it depends on, or yes."""
        payments = tuple(self.payments)
        if self.reasons:
            sections = dict.fromkeys(reason.section for reason in self.reasons)
            return Verdict("no", tuple(self.reasons), (), payments, tuple(sections))
        missing, looked = tuple(dict.fromkeys(self.missing)), tuple(dict.fromkeys(self.sections))
        return Verdict("depends" if missing else "yes", (), missing, payments, looked)

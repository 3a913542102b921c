"""Why a text cannot be read: codes with the names of their parameters. Sentences are made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The keys and list places that lead to something in a JSON value."""


PROBLEMS: Mapping[str, frozenset[str]] = {
    # The text is no JSON.
    "empty": frozenset(),
    "too-long": frozenset({"have", "most"}),
    "too-deep": frozenset({"most"}),
    "too-many-values": frozenset({"most"}),
    "not-json": frozenset({"found"}),
    "more-after-end": frozenset({"found"}),
    "text-not-closed": frozenset({"found"}),
    "half-character": frozenset(),
    "number-too-long": frozenset({"most"}),
    "key-expected": frozenset({"found"}),
    "key-twice": frozenset({"key"}),
    "colon-expected": frozenset({"found"}),
    "comma-expected": frozenset({"found", "end"}),
    "comma-too-many": frozenset({"end"}),
    # The JSON is no position.
    "unknown-schema": frozenset({"found", "known"}),
    "unknown-key": frozenset({"found", "known"}),
    "key-missing": frozenset({"missing"}),
    "unknown-word": frozenset({"found", "known"}),
    "variant-of-other-edition": frozenset({"found", "edition"}),
    "not-a-number": frozenset({"found", "least", "most"}),
    "number-out-of-range": frozenset({"found", "least", "most"}),
    "not-a-flag": frozenset({"found"}),
    "not-a-list": frozenset({"found"}),
    "list-too-long": frozenset({"found", "most"}),
    "not-a-table": frozenset({"found"}),
    "not-a-pile": frozenset({"found"}),
    "more-known-than-there": frozenset({"known", "count"}),
    "not-a-tile": frozenset({"found", "known"}),
    # The share code is none.
    "code-too-long": frozenset({"have", "most"}),
    "code-version": frozenset({"found", "known"}),
    "code-damaged": frozenset(),
    "draw-of-another-version": frozenset(),
    # What was told to be drawn cannot be drawn.
    "drawn-not-there": frozenset({"number"}),
    "drawn-by-nobody": frozenset(),
    "drawn-count": frozenset({"needs", "found"}),
}


@dataclass(frozen=True)
class Problem:
    """A registered code with its parameters, the place in the value, and the line in the text from 1."""

    code: str
    params: Mapping[str, str | int]
    path: Path = ()
    line: int = 1

    def __post_init__(self) -> None:
        if set(self.params) != PROBLEMS[self.code]:
            raise ValueError(f"{self.code} takes {sorted(PROBLEMS[self.code])}, not {sorted(self.params)}")

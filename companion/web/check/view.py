"""What the Check page shows: a verdict, and findings by how bad they are and where they belong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import get_args

from companion import engine
from companion.sentences import answers
from companion.sentences.answers import Checked
from companion.sentences.findings import Finding, key_path, problem_text

_LINES_AROUND = 1
_MAX_EXCERPT_LENGTH = 200
_MAX_ROW_LENGTH = 600
"""Characters of a line that are shown again."""

PLACES_AT_ONCE = 8
"""More places of one finding stay folded up."""


@dataclass(frozen=True)
class Trouble:
    """Something unreadable: its line with those around it, its key, and what would be right.

    What is wrong with a share code has no line.
    """

    line: int | None
    key: str
    text: str
    lines: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class CheckResult:
    """What is to be said about a text: unreadable, impossible, or nothing found. `text` told the position."""

    unreadable: tuple[Trouble, ...] = ()
    more_unreadable: int = 0
    """Troubles that are only counted."""
    checked: Checked | None = None
    text: str = ""

    @property
    def code(self) -> str | None:
        """The share code of the position, when it has one."""
        return self.checked.code if self.checked else None

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The text by lines, as far as it is shown again."""
        rows = self.text.split("\n") if self.checked else ()
        return tuple(row if len(row) <= _MAX_ROW_LENGTH else row[:_MAX_ROW_LENGTH] + "…" for row in rows)

    @cached_property
    def parts(self) -> Mapping[engine.Severity, Mapping[str, list[Finding]]]:
        """Findings by how bad they are, the worst first, then by whom they are about: the board (""), or a player."""
        parts: dict[engine.Severity, dict[str, list[Finding]]] = {}
        for severity in get_args(engine.Severity):
            for finding in sorted(self.checked.findings if self.checked else (), key=_owner):
                if finding.severity == severity:
                    parts.setdefault(severity, {}).setdefault(_owner(finding), []).append(finding)
        return parts

    @property
    def verdict(self) -> str:
        """In one word."""
        if self.unreadable:
            return "unreadable"
        if self.count("impossible"):
            return "impossible"
        return "unusual" if self.count("suspicious") else "nothing-found"

    def places(self, finding: Finding) -> list[tuple[str, int]]:
        """Where a finding points: the reader's words, and the line of the text that tells it."""
        named = zip(finding.where, finding.places, strict=True) if self.checked else ()
        return [(words, self.checked.lines.of_place(place)) for words, place in named if self.checked]

    @property
    def named_lines(self) -> frozenset[int]:
        """The lines that findings point at."""
        found = self.checked.findings if self.checked else ()
        return frozenset(line for finding in found for _, line in self.places(finding))

    def count(self, severity: engine.Severity) -> int:
        """How many findings are this bad."""
        return sum(map(len, self.parts.get(severity, {}).values()))


def answer(text: str, language: str) -> CheckResult:
    """Judge a text that should tell a position."""
    text = text.replace("\r\n", "\n")
    try:
        return CheckResult(checked=answers.check(text, language), text=text)
    except engine.Unreadable as error:
        rows = text.split("\n")
        shown_problems = error.problems[: answers.MAX_PROBLEMS]
        return CheckResult(
            tuple(_trouble(problem, rows, language) for problem in shown_problems),
            more_unreadable=len(error.problems) - len(shown_problems),
        )


def refused_code(error: engine.Unreadable, language: str) -> CheckResult:
    """What is to be said about a share code that tells no position."""
    return CheckResult(tuple(Trouble(None, "", problem_text(problem, language)) for problem in error.problems))


def _owner(finding: Finding) -> str:
    """The one player whose things a finding is about, empty when it concerns the board or several players."""
    owners = {place.split(".")[1] if place.startswith("players.") else "" for place in finding.places}
    return owners.pop() if len(owners) == 1 else ""


def _trouble(problem: engine.Problem, rows: list[str], language: str) -> Trouble:
    first, last = max(1, problem.line - _LINES_AROUND), min(len(rows), problem.line + _LINES_AROUND)
    return Trouble(
        line=problem.line,
        key=key_path(problem),
        text=problem_text(problem, language),
        lines=tuple((number, rows[number - 1][:_MAX_EXCERPT_LENGTH]) for number in range(first, last + 1)),
    )

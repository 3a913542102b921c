"""What the Check page shows: a verdict, and findings by how bad they are and where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
class FindingPlace:
    """Where a finding points: the reader's words, and the line of the text that tells it."""

    words: str
    line: int


@dataclass(frozen=True)
class FindingView:
    """A finding with its places."""

    finding: Finding
    places: tuple[FindingPlace, ...]


@dataclass(frozen=True)
class FindingGroup:
    """Findings about the common board (None) or about one player."""

    player: str | None
    findings: tuple[FindingView, ...]


@dataclass(frozen=True)
class SeverityGroup:
    """Findings that are equally bad."""

    severity: engine.Severity
    groups: tuple[FindingGroup, ...]

    @property
    def findings(self) -> tuple[FindingView, ...]:
        """All of them."""
        return tuple(finding for group in self.groups for finding in group.findings)


@dataclass(frozen=True)
class CheckResult:
    """What is to be said about a text: unreadable, impossible, or nothing found."""

    unreadable: tuple[Trouble, ...] = ()
    more_unreadable: int = 0
    """Troubles that are only counted."""
    parts: tuple[SeverityGroup, ...] = ()
    """The worst first."""
    code: str | None = None
    """The share code of the position, when it has one."""
    rows: tuple[str, ...] = ()
    """The text by lines, as far as it is shown again."""

    @property
    def verdict(self) -> str:
        """In one word."""
        if self.unreadable:
            return "unreadable"
        if self.count("impossible"):
            return "impossible"
        return "unusual" if self.count("suspicious") else "nothing-found"

    @property
    def named_lines(self) -> frozenset[int]:
        """The lines that findings point at."""
        return frozenset(place.line for part in self.parts for finding in part.findings for place in finding.places)

    def count(self, severity: engine.Severity) -> int:
        """How many findings are this bad."""
        return sum(len(part.findings) for part in self.parts if part.severity == severity)


def answer(text: str, language: str) -> CheckResult:
    """Judge a text that should tell a position."""
    text = text.replace("\r\n", "\n")
    try:
        return answer_of(answers.check(text, language), text)
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


def answer_of(checked: Checked, text: str) -> CheckResult:
    """What was found in a position, for the page. `text` told the position."""
    parts = []
    for severity in get_args(engine.Severity):
        alike = [finding for finding in checked.findings if finding.severity == severity]
        if alike:
            parts.append(SeverityGroup(severity, _groups(alike, checked.lines)))
    rows = tuple(row if len(row) <= _MAX_ROW_LENGTH else row[:_MAX_ROW_LENGTH] + "…" for row in text.split("\n"))
    return CheckResult(parts=tuple(parts), code=checked.code, rows=rows)


def _groups(findings: Iterable[Finding], lines: engine.Lines) -> tuple[FindingGroup, ...]:
    groups: dict[str | None, list[FindingView]] = {}
    for finding in findings:
        places = tuple(
            FindingPlace(words, lines.of_place(place))
            for words, place in zip(finding.where, finding.places, strict=True)
        )
        groups.setdefault(_owner(finding), []).append(FindingView(finding, places))
    ordered = sorted(groups, key=lambda player: (player is not None, player or ""))
    return tuple(FindingGroup(player, tuple(groups[player])) for player in ordered)


def _owner(finding: Finding) -> str | None:
    """The one player whose things a finding is about, None when it concerns the board or several players."""
    owners = {place.split(".")[1] if place.startswith("players.") else None for place in finding.places}
    return owners.pop() if len(owners) == 1 else None


def _trouble(problem: engine.Problem, rows: list[str], language: str) -> Trouble:
    first, last = max(1, problem.line - _LINES_AROUND), min(len(rows), problem.line + _LINES_AROUND)
    return Trouble(
        line=problem.line,
        key=key_path(problem),
        text=problem_text(problem, language),
        lines=tuple((number, rows[number - 1][:_MAX_EXCERPT_LENGTH]) for number in range(first, last + 1)),
    )

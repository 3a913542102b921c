"""What the Check page shows: a verdict, and findings grouped by where they belong."""

from __future__ import annotations

from dataclasses import dataclass

from companion import engine
from companion.web import present
from companion.web.present import Finding

_LINES_AROUND = 1


@dataclass(frozen=True)
class Trouble:
    """Something unreadable: its line with those around it, its key, and what would be right."""

    line: int
    key: str
    text: str
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Group:
    """Findings about the common board (None) or about one player."""

    player: str | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Answer:
    """What is to be said about a text: unreadable, impossible, or nothing found."""

    unreadable: tuple[Trouble, ...]
    groups: tuple[Group, ...]

    @property
    def verdict(self) -> str:
        """In one word."""
        if self.unreadable:
            return "unreadable"
        return "impossible" if self.count("impossible") else "nothing-found"

    def count(self, severity: engine.Severity) -> int:
        """How many findings are this bad."""
        return sum(finding.severity == severity for group in self.groups for finding in group.findings)


def answer(text: str, language: str) -> Answer:
    """Judge a text that should tell a position."""
    text = text.replace("\r\n", "\n")
    try:
        position = engine.read_position(text)
    except engine.Unreadable as error:
        rows = text.split("\n")
        return Answer(tuple(_trouble(problem, rows, language) for problem in error.problems), ())
    reasons = engine.check(engine.ruleset_of(position), position)
    groups: dict[str | None, list[Finding]] = {}
    for reason in reasons:
        groups.setdefault(_owner(reason), []).append(present.finding(reason, language))
    ordered = sorted(groups, key=lambda player: (player is not None, player or ""))
    return Answer((), tuple(Group(player, tuple(groups[player])) for player in ordered))


def _owner(reason: engine.Reason) -> str | None:
    """The one player whose things a reason is about, None when it concerns the board or several players."""
    owners = {place.split(".")[1] if place.startswith("players.") else None for place in reason.places}
    return owners.pop() if len(owners) == 1 else None


def _trouble(problem: engine.Problem, rows: list[str], language: str) -> Trouble:
    first, last = max(1, problem.line - _LINES_AROUND), min(len(rows), problem.line + _LINES_AROUND)
    return Trouble(
        line=problem.line,
        key=present.key_path(problem),
        text=present.problem(problem, language),
        lines=tuple((number, rows[number - 1][:200]) for number in range(first, last + 1)),
    )

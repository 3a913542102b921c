"""What the app says about a position and about a query: one answer for pages, the API and the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion import engine
from companion.web import present
from companion.web.parts.telling import telling
from companion.web.present import Finding
from companion.web.reference import Reference
from companion.web.rules.finding import find

USUAL_HITS, MOST_HITS = 10, 100

MOST_PROBLEMS = 100
"""Problems of one text that are told. Nobody makes more slips; who sends something else need not hear them all."""

_LINK = re.compile(r"/position/([^\s/?#]*)")
_CODE = re.compile(r"(?!true\Z|false\Z|null\Z|-?\d+\Z)[A-Za-z0-9_-]+")
_AFTER_A_LINK = ".,;:!?)>]'\"”’…"
"""Signs that people write behind a link, and that are no letters of a code."""


@dataclass(frozen=True)
class Checked:
    """A position and everything that is to be said about it, in one language."""

    position: engine.Position
    lines: engine.Lines
    """Where things stand in the text that told the position."""
    findings: tuple[Finding, ...]
    possible: bool
    code: str | None
    """The share code; None when the position is too long for a link."""

    def as_json(self) -> dict[str, object]:
        """The form that the command and the API give out."""
        findings = [finding.as_json() for finding in self.findings]
        return {"possible": self.possible, "findings": findings, "share": self.code}


def check(text: str, language: str) -> Checked:
    """Judge the position that a JSON text tells. Raises engine.Unreadable."""
    position, lines = engine.read_with_lines(text)
    reasons = engine.check(engine.ruleset_of(position), position)
    return Checked(
        position=position,
        lines=lines,
        findings=tuple(present.finding(reason, language) for reason in reasons),
        possible=engine.possible(reasons),
        code=engine.share_code(position),
    )


def code_in(text: str) -> str | None:
    """The share code that somebody entered, bare or in a link, whether it is a good one or not.

    None when the text is meant as JSON, or as nothing that we know.
    """
    text = text.strip()
    if text.startswith(("{", "[", '"')):
        return None
    link = _LINK.search(text)
    if link:
        return link[1].rstrip(_AFTER_A_LINK).removesuffix(".json")
    # Mail programs break long words into lines.
    word = "".join(text.splitlines())
    return word if _CODE.fullmatch(word) else None


def problems(found: Iterable[engine.Problem], language: str) -> list[dict[str, object]]:
    """Why something cannot be read or done, as the API gives it out."""
    return [
        {
            "code": problem.code,
            "line": problem.line,
            "path": present.key_path(problem),
            "text": present.problem(problem, language),
        }
        for problem in tuple(found)[:MOST_PROBLEMS]
    ]


def search(reference: Reference, language: str, text: str, limit: int) -> dict[str, list[dict[str, object]]]:
    """The sections of the rules that fit a query, and the components that it names, as the command and the API
    give them out."""
    found = find(reference, language, text, limit=limit)
    hits = [
        {
            "section": hit.section.id,
            "title": hit.section.title,
            "score": round(hit.score, 3),
            "snippet": hit.plain_snippet,
        }
        for hit in found.hits
    ]
    words = telling(language)
    components: list[dict[str, object]] = [{"component": part.id, "title": words.title(part)} for part in found.parts]
    return {"hits": hits, "components": components}

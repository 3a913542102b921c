"""Findings of the engine as sentences: the one place where a code, a language and a section come together.

The engine names things by ids; here they get the reader's words. It works without a request, because the
command line tells the same sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion import engine, i18n
from companion.book.library import section_address
from companion.engine import REASONS, Catalog, Value
from companion.sentences.names import Words


@dataclass(frozen=True)
class Finding:
    """A reason as a reader sees it."""

    code: str
    params: Mapping[str, Value]
    places: tuple[str, ...]
    section: str
    severity: engine.Severity
    address: str
    text: str
    where: tuple[str, ...]
    """The places in the reader's words."""

    def as_json(self) -> dict[str, object]:
        """The form that commands and the API give out."""
        return {
            "code": self.code,
            "params": {name: list(v) if isinstance(v, tuple) else v for name, v in self.params.items()},
            "path": self.places[0] if self.places else "",
            "section": self.section,
            "severity": self.severity,
            "text": self.text,
        }


def finding_of(
    reason: engine.Reason,
    language: str,
    catalog: Catalog | None = None,
    people: Mapping[str, str] | None = None,
    edition: int | None = None,
) -> Finding:
    """A reason in a language. `catalog`: what is played, `people`: the players' names by colour, where known."""
    words = Words(language, catalog, people=people, edition=edition)
    kinds = REASONS[reason.code].params
    params = {name: words.in_words(kinds[name], value) for name, value in reason.params.items()}
    return Finding(
        code=reason.code,
        params=reason.params,
        places=reason.places,
        section=reason.section,
        severity=reason.severity,
        address=section_address(language, reason.section),
        text=i18n.capital(words.name("reason", reason.code, **params)),
        where=tuple(words.place(place) for place in reason.places),
    )


def problem_text(trouble: engine.Problem, language: str) -> str:
    """Why a text cannot be read, in a language: what is wrong and what would be right."""
    return i18n.name(language, "problem", trouble.code, **trouble.params)


def key_path(trouble: engine.Problem) -> str:
    """The place of a problem as dotted keys, as in `players.blue.workers`."""
    return ".".join(map(str, trouble.path))

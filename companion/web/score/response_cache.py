"""What was told lately: the four phones at a table ask the same question a moment after each other.

Nothing of it is written to a disk, where it would outlive a sheet that is deleted.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

MAX_ANSWERS = 512
"""Answers that are kept: the newest."""
MAX_BYTES = 8192
"""Of an answer that is kept."""


class CachedResponse(NamedTuple):
    """An answer over HTTP."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class ResponseCache:
    """Answers by their question."""

    def __init__(self) -> None:
        self._answers: dict[str, CachedResponse] = {}
        self._changing = Lock()

    def get(self, question: str) -> CachedResponse | None:
        """The answer that was kept, None when there is none any more."""
        return self._answers.get(question)

    def keep(self, question: str, answer: CachedResponse) -> None:
        """Note an answer, without what is for one reader only. One that is too long is not kept."""
        if len(answer.body) > MAX_BYTES:
            return
        headers = [(name, value) for name, value in answer.headers if name.lower() != "set-cookie"]
        with self._changing:
            self._answers.pop(question, None)
            self._answers[question] = answer._replace(headers=headers)
            if len(self._answers) > MAX_ANSWERS:
                del self._answers[next(iter(self._answers))]

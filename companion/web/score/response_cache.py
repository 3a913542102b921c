"""A cache of responses: the four phones at a table poll for the same changes a moment after each other.

It lies in memory only; on a disk, an answer would outlive a sheet that is deleted.
"""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

MAX_RESPONSES = 512
"""Responses in the cache; the oldest one goes first."""
MAX_BYTES = 8192
"""A response with a longer body is not cached."""


class CachedResponse(NamedTuple):
    """A response over HTTP."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class ResponseCache:
    """Responses by cache key."""

    def __init__(self) -> None:
        self._responses: dict[str, CachedResponse] = {}
        self._lock = Lock()

    def get(self, key: str) -> CachedResponse | None:
        """The cached response, None when there is none any more."""
        return self._responses.get(key)

    def keep(self, key: str, response: CachedResponse) -> None:
        """Cache a response without its cookies, which are for one reader only. One that is too long is not cached."""
        if len(response.body) > MAX_BYTES:
            return
        headers = [(name, value) for name, value in response.headers if name.lower() != "set-cookie"]
        with self._lock:
            self._responses.pop(key, None)
            self._responses[key] = response._replace(headers=headers)
            if len(self._responses) > MAX_RESPONSES:
                del self._responses[next(iter(self._responses))]

"""What was told lately and how far sheets were, in memory that all processes of the server share.

The four phones at a table ask the same question a moment after each other, and each may reach another process. Nothing
of it is written to a disk, where it would outlive a sheet that is deleted.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import struct
import time
from typing import NamedTuple

SLOTS = 512
"""Answers that are kept: the newest of each slot."""
SLOT_BYTES = 8192
SHEETS = 4096
"""Sheets whose revision is kept: the latest of each slot."""
KNOWN_SECONDS = 0.4
"""How long a revision counts that was read from the database. Another server may change the sheet meanwhile, and phones
ask every one and a half seconds: whatever happens is told within two."""
_DIGEST_BYTES = 20
_LENGTH_BYTES = 2


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class Told:
    """Answers by their question. To be made before the server forks its processes.

    An answer lies in the slot that its question leads to, after a digest of both. Nobody waits for anybody: where two
    write at once, or one reads what another is writing, the digest is wrong, and it is as if nothing lay there.
    """

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, SLOTS * SLOT_BYTES)

    def get(self, question: str) -> Answer | None:
        """The answer that was kept, None when there is none any more."""
        start = _slot(question)
        content = start + _DIGEST_BYTES + _LENGTH_BYTES
        length = int.from_bytes(self.memory[content - _LENGTH_BYTES : content], "big")
        packed = self.memory[content : content + length]
        if not packed or self.memory[start : start + _DIGEST_BYTES] != _digest(question, packed):
            return None
        head, _, body = packed.partition(b"\n")
        told = json.loads(head)
        return Answer(told["status"], [(name, value) for name, value in told["headers"]], body)

    def keep(self, question: str, answer: Answer) -> None:
        """Note an answer, without what is for one reader only. One that is too long is not kept."""
        headers = [(name, value) for name, value in answer.headers if name.lower() != "set-cookie"]
        packed = json.dumps({"status": answer.status, "headers": headers}).encode() + b"\n" + answer.body
        if len(packed) > SLOT_BYTES - _DIGEST_BYTES - _LENGTH_BYTES:
            return
        start, length = _slot(question), len(packed).to_bytes(_LENGTH_BYTES, "big")
        whole = _digest(question, packed) + length + packed
        self.memory[start : start + len(whole)] = whole


class Revisions:
    """How far sheets were a moment ago, by key: written and read as safely as `Told`, and made as early."""

    _NOTE = struct.Struct("!Qd")
    """A revision, and when it was known."""
    _SLOT_BYTES = _DIGEST_BYTES + _NOTE.size

    def __init__(self) -> None:
        self.memory = mmap.mmap(-1, SHEETS * self._SLOT_BYTES)

    def known(self, key: str) -> int | None:
        """The revision of a sheet, None when it is not known or no longer sure."""
        start = _number(key) % SHEETS * self._SLOT_BYTES
        note = self.memory[start + _DIGEST_BYTES : start + self._SLOT_BYTES]
        revision, at = self._NOTE.unpack(note)
        if not 0 <= time.monotonic() - at < KNOWN_SECONDS:
            return None
        whole = self.memory[start : start + _DIGEST_BYTES] == _digest(key, note)
        return int(revision) if whole else None

    def note(self, key: str, revision: int, at: float | None = None) -> None:
        """Note a revision that was known at a time on `time.monotonic`, now by default.

        Of two, the later one stays: whoever has read the sheet may be slower than whoever has changed it.
        """
        if revision < (self.known(key) or 0):
            return
        self._put(key, self._NOTE.pack(revision, time.monotonic() if at is None else at))

    def forget(self, key: str) -> None:
        """Whatever has happened to a sheet: it is to be looked up again."""
        self._put(key, bytes(self._NOTE.size))

    def _put(self, key: str, note: bytes) -> None:
        start = _number(key) % SHEETS * self._SLOT_BYTES
        self.memory[start : start + self._SLOT_BYTES] = _digest(key, note) + note


def _number(text: str) -> int:
    """A number that is the same for the same text, and spread evenly."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


def _slot(question: str) -> int:
    """Where the slot of a question begins."""
    return _number(question) % SLOTS * SLOT_BYTES


def _digest(question: str, packed: bytes) -> bytes:
    return hashlib.blake2b(question.encode() + b"\n" + packed, digest_size=_DIGEST_BYTES).digest()

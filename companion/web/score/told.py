"""What was told lately, in memory that all processes of the server share.

The four phones at a table ask the same question a moment after each other, and each may reach another process. Nothing
of it is written to a disk, where it would outlive a sheet that is deleted.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from typing import NamedTuple

SLOTS = 512
"""Answers that are kept: the newest of each slot."""
SLOT_BYTES = 8192
DIGEST_BYTES = 20
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
        content = start + DIGEST_BYTES + _LENGTH_BYTES
        length = int.from_bytes(self.memory[content - _LENGTH_BYTES : content], "big")
        packed = self.memory[content : content + length]
        if not packed or self.memory[start : start + DIGEST_BYTES] != digest(question, packed):
            return None
        head, _, body = packed.partition(b"\n")
        told = json.loads(head)
        return Answer(told["status"], [(name, value) for name, value in told["headers"]], body)

    def keep(self, question: str, answer: Answer) -> None:
        """Note an answer, without what is for one reader only. One that is too long is not kept."""
        headers = [(name, value) for name, value in answer.headers if name.lower() != "set-cookie"]
        packed = json.dumps({"status": answer.status, "headers": headers}).encode() + b"\n" + answer.body
        if len(packed) > SLOT_BYTES - DIGEST_BYTES - _LENGTH_BYTES:
            return
        start, length = _slot(question), len(packed).to_bytes(_LENGTH_BYTES, "big")
        whole = digest(question, packed) + length + packed
        self.memory[start : start + len(whole)] = whole


def number_of(text: str) -> int:
    """A number that is the same for the same text, and spread evenly."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


def _slot(question: str) -> int:
    """Where the slot of a question begins."""
    return number_of(question) % SLOTS * SLOT_BYTES


def digest(question: str, packed: bytes) -> bytes:
    """What tells that nobody has written in between, and that it is about this question."""
    return hashlib.blake2b(question.encode() + b"\n" + packed, digest_size=DIGEST_BYTES).digest()

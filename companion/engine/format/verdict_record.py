"""An answer that is kept: a question with what the engine said to it, as a code that fits into a link.

Such a code is the letter of its version, then bits and a checksum in URL-safe base 64, a dot, and the share code of
the position. The bits are the day, the state of the rules, the answer, a fingerprint of each reason and of all details,
and the action as its line of text: nothing that depends on the order in which the code happens to list things. It is
canonical, and a code of a version is readable for ever; `tests/codes/` keeps some.
"""

from __future__ import annotations

import datetime
import functools
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from companion.engine.core import Action, Position
from companion.engine.core.judgement import Answer, Verdict
from companion.engine.core.reasons import REASONS
from companion.engine.core.ruleset import ruleset_of
from companion.engine.format import Unreadable
from companion.engine.format.actions import action_text, read_action
from companion.engine.format.notation import MAX_LETTERS, decode, in_version, refused, sealed, share_code, unsealed
from companion.engine.format.shapes import BitReader, BitWriter, OutOfBits
from companion.engine.judging import judge

VERSION = "a"

DOT = "."
"""Stands between the answer and the position: no letter of base 64."""

_FIRST_DAY = datetime.date(2025, 1, 1)

_ANSWERS: tuple[Answer, ...] = ("yes", "no", "depends")

_ANSWER_BITS, _PRINT_BITS, _LETTER_BITS = 3, 16, 7

_MAX_REASONS = 200
"""More than there are reasons."""


@dataclass(frozen=True)
class VerdictRecord:
    """A question, and what the engine answered on a day.

    `reasons` and `details` are fingerprints (16 bits): of each reason's code, and of everything else that belongs to
    the answer, that is the reasons' figures, the payments and what it depends on. `rules` is the `rules_version`.
    """

    position: Position
    action: Action
    answer: Answer
    reasons: tuple[int, ...]
    details: int
    rules: int
    day: datetime.date

    @property
    def reason_codes(self) -> tuple[str, ...]:
        """The codes of the reasons, as far as today's engine knows them."""
        by_fingerprint = {fingerprint(code): code for code in REASONS}
        return tuple(by_fingerprint[one] for one in self.reasons if one in by_fingerprint)

    def agrees_with(self, other: VerdictRecord) -> bool:
        """Whether the answers are the same, for the same reasons."""
        return (self.answer, sorted(self.reasons)) == (other.answer, sorted(other.reasons))


def fingerprint(text: str) -> int:
    """A number of 16 bits that stands for a text."""
    return zlib.crc32(text.encode()) & (1 << _PRINT_BITS) - 1


def record_verdict(position: Position, action: Action, day: datetime.date) -> VerdictRecord:
    """What the engine answers to a question now, to be kept; `day` is today.

    Raises ValueError for a day before the first release.
    """
    if day < _FIRST_DAY:
        raise ValueError(f"there was no engine on {day}")
    verdict = judge(ruleset_of(position), position, action)
    reasons = tuple(fingerprint(reason.code) for reason in verdict.reasons)
    return VerdictRecord(position, action, verdict.answer, reasons, _details(verdict), rules_version(), day)


def _details(verdict: Verdict) -> int:
    reasons = [f"{reason.code} {sorted(reason.params.items())}" for reason in verdict.reasons]
    return fingerprint(repr((sorted(reasons), sorted(verdict.missing), verdict.payments)))


def record_code(record: VerdictRecord) -> str | None:
    """The code of a kept answer; None when it would be longer than a link may be."""
    position = share_code(record.position)
    if position is None:
        return None
    code = VERSION + sealed(_packed(record), position) + DOT + position
    return code if len(code) <= MAX_LETTERS else None


def _packed(record: VerdictRecord) -> bytes:
    bits = BitWriter()
    bits.write_count((record.day - _FIRST_DAY).days)
    bits.write(record.rules, BITS)
    bits.write(_ANSWERS.index(record.answer), _ANSWER_BITS)
    bits.write(record.details, _PRINT_BITS)
    _write_all(record.reasons, _PRINT_BITS, bits)
    _write_all(action_text(record.action).encode("ascii"), _LETTER_BITS, bits)
    return bits.to_bytes()


def read_record(code: str) -> VerdictRecord:
    """The kept answer that a code tells. Raises Unreadable."""
    if len(code) > MAX_LETTERS:
        raise refused("code-too-long", have=len(code), most=MAX_LETTERS)
    letters, _, share = in_version(code, VERSION).partition(DOT)
    data = unsealed(letters, share)
    position = decode(share)
    try:
        record = _unpacked(BitReader(data), position)
    except (OutOfBits, OverflowError, Unreadable) as error:
        raise refused("code-damaged") from error
    # Nobody but a forger writes bits that mean the same in another way.
    if record_code(record) != code:
        raise refused("code-damaged")
    return record


def _unpacked(bits: BitReader, position: Position) -> VerdictRecord:
    day = _FIRST_DAY + datetime.timedelta(days=bits.read_count())
    rules, answer, details = bits.read(BITS), bits.read(_ANSWER_BITS), bits.read(_PRINT_BITS)
    if answer >= len(_ANSWERS):
        raise OutOfBits("an answer that is none")
    reasons = _read_all(_PRINT_BITS, bits)
    if len(reasons) > _MAX_REASONS:
        raise OutOfBits("more reasons than there are")
    action = read_action(bytes(_read_all(_LETTER_BITS, bits)).decode("ascii"))
    return VerdictRecord(position, action, _ANSWERS[answer], reasons, details, rules, day)


def _write_all(numbers: Iterable[int], width: int, bits: BitWriter) -> None:
    numbers = tuple(numbers)
    bits.write_count(len(numbers))
    for number in numbers:
        bits.write(number, width)


def _read_all(width: int, bits: BitReader) -> tuple[int, ...]:
    return tuple(bits.read(width) for _ in range(bits.read_count()))


BITS = 24


@functools.cache
def rules_version() -> int:
    """A number of `BITS` bits that changes with every change of the engine's code or data."""
    check = 0
    for path, file in sorted(_files(resources.files("companion.engine"), ""), key=lambda entry: entry[0]):
        check = zlib.crc32(f"{path}\0".encode() + file.read_bytes(), check)
    return check & (1 << BITS) - 1


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        inner = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, inner)
        elif entry.name.endswith((".py", ".toml")):
            yield inner, entry

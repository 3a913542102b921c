"""The share code: a position in few letters that fit into a link.

A code is the letter of its version, then the position's bits and a checksum in URL-safe base 64. It is canonical:
equal positions have equal codes. A code of a version is readable for ever; `tests/codes/` keeps some of each.
"""

from __future__ import annotations

import base64
import binascii
import zlib

from companion.engine.core.position import Position
from companion.engine.core.problems import Problem
from companion.engine.format import Unreadable, position_format, position_text
from companion.engine.format.bits import BitReader, BitWriter, OutOfBits
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.engine.format.shapes import Plain

VERSION = "a"


MAX_LETTERS = 4000
"""A complete position needs a fifth of this."""


_CHECK_BITS = 16


def encode(position: Position) -> str:
    """The share code of a position."""
    bits = BitWriter()
    position_format().pack(position, bits)
    return VERSION + sealed(bits.to_bytes())


def share_code(position: Position) -> str | None:
    """The share code of a position, None when `decode` would refuse it: no link is that long.

    >>> from companion.engine import read_position
    >>> position = read_position('{"game": {"players": 3}}')
    >>> decode(share_code(position)) == position
    True
    """
    code = encode(position)
    return None if len(code) > MAX_LETTERS or len(position_text(position)) > MAX_CHARACTERS else code


def decode(code: str) -> Position:
    """The position that a share code tells. Raises Unreadable."""
    if len(code) > MAX_LETTERS:
        raise refused("code-too-long", have=len(code), most=MAX_LETTERS)
    data = unsealed(in_version(code, VERSION))
    try:
        position = position_format().unpack(BitReader(data))
    except OutOfBits as error:
        raise refused("code-damaged") from error
    # Nobody but a forger writes bits that mean the same in another way, or a text that nobody could paste.
    if encode(position) != code or len(position_text(position)) > MAX_CHARACTERS:
        raise refused("code-damaged")
    return position


def code_schema() -> dict[str, Plain]:
    """Share codes as JSON Schema, which cannot tell that the last letters check the others."""
    letter = "[A-Za-z0-9_-]"
    pattern = f"^{VERSION}(?:{letter}{{4}})+(?:{letter}{{2,3}})?$"
    return {"type": "string", "maxLength": MAX_LETTERS, "pattern": pattern}


def sealed(data: bytes, also: str = "") -> str:
    """Bytes and a checksum of them, and of what stands beside them, as letters for a link."""
    return base64.urlsafe_b64encode(data + _check(data + also.encode())).decode().rstrip("=")


def unsealed(letters: str, also: str = "") -> bytes:
    """The bytes that `sealed` made letters of. Raises Unreadable."""
    try:
        packed = base64.b64decode(letters.encode("ascii") + b"=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error) as error:
        raise refused("code-damaged") from error
    data, check = packed[: -_CHECK_BITS // 8], packed[-_CHECK_BITS // 8 :]
    if check != _check(data + also.encode()):
        raise refused("code-damaged")
    return data


def in_version(code: str, version: str) -> str:
    """What stands behind the letter of its version. Raises Unreadable."""
    if not code.startswith(version):
        raise refused("code-version", found=code[:1], known=version)
    return code[len(version) :]


def refused(code: str, **params: str | int) -> Unreadable:
    """Why a code cannot be read."""
    return Unreadable((Problem(code, params),))


def _check(data: bytes) -> bytes:
    return (zlib.crc32(data) & (1 << _CHECK_BITS) - 1).to_bytes(_CHECK_BITS // 8)

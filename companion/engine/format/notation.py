"""The share code: a position in few letters that fit into a link.

A code is the letter of its version, then the position's bits and a checksum in URL-safe base 64. It is canonical:
equal positions have equal codes, in whatever order their keys and lists were entered. A code of a version is readable
for ever; `tests/codes/` keeps some of each.

The bits of version "a" are those of the format for the second edition with the variants that are thought of anyway. The
bits of every other game are version "b": a header that tells edition and variants, then the format of that game. So a
layer that is added later changes no code of a game without it.
"""

from __future__ import annotations

import base64
import binascii
import functools
import zlib

from companion.engine.core.catalog import assumed, editions, playable_layers, variants
from companion.engine.core.position import MAX_COUNT, Game, Position
from companion.engine.core.reasons import Problem
from companion.engine.core.state import changed
from companion.engine.format import Unreadable, format_of, position_format, position_text
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.engine.format.shapes import BitReader, BitWriter, OutOfBits, Plain
from companion.engine.format.table import CODED_EDITION

VERSION, WITH_HEADER = "a", "b"
VERSIONS = VERSION + WITH_HEADER

MAX_LETTERS = 4000
"""A complete position needs a fifth of this."""

_CHECK_BITS = 16
_MAX_DECODED = 64
"""So many positions stay at hand: every page of a position begins with its code."""


def encode(position: Position) -> str:
    """The share code of a position, however long it is; `share_code` says whether `decode` will take it."""
    return _encoded(position, sorting=True)


def _encoded(position: Position, *, sorting: bool) -> str:
    """The code, with lists that have no order as they are or sorted."""
    bits, game = BitWriter(sorting=sorting), position.game
    if {*(game.variants or ())} <= {*assumed(CODED_EDITION)} and game.edition in (None, CODED_EDITION):
        position_format(CODED_EDITION).pack(position, bits)
        return VERSION + sealed(bits.to_bytes())
    _write_header(game, bits)
    rest = changed(position, game=changed(game, edition=None, variants=None))
    format_of(game).pack(rest, bits)
    return WITH_HEADER + sealed(bits.to_bytes())


def _write_header(game: Game, bits: BitWriter) -> None:
    """Edition and variants, each with a bit that says whether it is known."""
    bits.write(game.edition is not None, 1)
    bits.write_count(game.edition or 0)
    bits.write(game.variants is not None, 1)
    bits.write_count(len(game.variants or ()))
    numbers = [playable_layers()[variant].code for variant in game.variants or ()]
    for number in sorted(numbers) if bits.sorting else numbers:
        bits.write_count(number)


def _read_header(bits: BitReader) -> Game:
    has_edition, edition = bits.read(1), bits.read_count()
    if (edition not in editions()) if has_edition else edition:
        raise OutOfBits("an edition that is not known")
    named, count = bits.read(1), bits.read_count()
    if count > MAX_COUNT:
        raise OutOfBits("more variants than there are")
    by_code = {playable_layers()[name].code: name for name in variants(edition or editions()[-1])}
    numbers = [bits.read_count() for _ in range(count)]
    if not {*numbers} <= by_code.keys():
        raise OutOfBits("a variant that is not known")
    chosen = tuple(by_code[number] for number in numbers) if named else None
    return Game(edition=edition or None, variants=chosen)


def share_code(position: Position) -> str | None:
    """The share code of a position, None when `decode` would refuse it: no link is that long.

    >>> from companion.engine import read_position
    >>> position = read_position('{"game": {"players": 3}}')
    >>> decode(share_code(position)) == position
    True
    """
    code = encode(position)
    return None if len(code) > MAX_LETTERS or len(position_text(position)) > MAX_CHARACTERS else code


@functools.lru_cache(_MAX_DECODED)
def decode(code: str) -> Position:
    """The position that a share code tells. Raises Unreadable."""
    if len(code) > MAX_LETTERS:
        raise refused("code-too-long", have=len(code), most=MAX_LETTERS)
    version = WITH_HEADER if code.startswith(WITH_HEADER) else VERSION
    bits = BitReader(unsealed(in_version(code, VERSIONS)))
    try:
        if version == VERSION:
            position = position_format(CODED_EDITION).unpack(bits)
        else:
            game = _read_header(bits)
            position = format_of(game).unpack(bits)
            known_game = changed(position.game, edition=game.edition, variants=game.variants)
            position = changed(position, game=known_game)
    except OutOfBits as error:
        raise refused("code-damaged") from error
    # Nobody but a forger writes bits that mean the same in another way, or a text that nobody could paste. Older codes
    # have their lists in any order.
    if _encoded(position, sorting=False) != code or len(position_text(position)) > MAX_CHARACTERS:
        raise refused("code-damaged")
    return position


def code_schema() -> dict[str, Plain]:
    """Share codes as JSON Schema, which cannot tell that the last letters check the others."""
    letter = "[A-Za-z0-9_-]"
    pattern = f"^[{VERSIONS}](?:{letter}{{4}})+(?:{letter}{{2,3}})?$"
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


def in_version(code: str, versions: str) -> str:
    """What stands behind the letter of its version, one of these. Raises Unreadable."""
    if not code or code[0] not in versions:
        raise refused("code-version", found=code[:1], known=" / ".join(versions))
    return code[1:]


def refused(code: str, **params: str | int) -> Unreadable:
    """Why a code cannot be read."""
    return Unreadable((Problem(code, params),))


def _check(data: bytes) -> bytes:
    return (zlib.crc32(data) & (1 << _CHECK_BITS) - 1).to_bytes(_CHECK_BITS // 8)

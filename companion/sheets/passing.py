"""A sheet on its way from phone to phone without signal: its log as texts that fit into QR codes, or as one in a file.

    TRAIL1:2/5:4F1C09AB:9D2E7702:KRSXG5A...

The format, which of how many, the sheet, the parcel, and a piece of the parcel: JSON, compressed, in base 32. QR codes
write such letters most densely. Pieces come in any order and as often as they like.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from typing import Any, NamedTuple

FORMAT = "TRAIL1"
MOST_PIECES = 40
"""More codes than these nobody waits for."""
_PIECE = 720
"""Letters of a piece: a code of version 15, which cameras read from a screen at arm's length."""
_MAX_LETTERS = 250_000
_MAX_BYTES = 4_000_000
"""A parcel unpacked: a full log takes less."""
_WORDS = b"".join(
    (
        b'"kind": "start", "told": {"players": ["colour": "name": "kind": "undo", "told": {"of": ',
        b'"kind": "claim", "told": {"seat": "phone": "kind": "choose", "kind": "finish", "told": {"upon": ',
        b'things.money.dollars", {"changes": [{"id": "time": "by": "#", "at": "2026-", "+00:00", ',
        b'"kind": "write", "told": {"cells": [[1, "buildings", null, "',
    )
)
"""What most logs say: it is not sent."""
_CODE = re.compile(r"TRAIL1:(\d{1,2})/(\d{1,2}):([0-9A-F]{8}):([0-9A-F]{8}):([A-Z2-7]+)")
_ANY = re.compile(r"TRAIL\w*:")


class NoParcel(ValueError):
    """Texts that are no parcel for here."""


class NoCode(NoParcel):
    """They are something else, or damaged."""


class OtherFormat(NoParcel):
    """Another version of the app made them."""


class OtherSheet(NoParcel):
    """They are about another sheet."""


class Missing(NoParcel):
    """Not all pieces are there: `pieces` tells which are not, of how many."""

    def __init__(self, pieces: list[int], of: int) -> None:
        super().__init__(f"missing {pieces} of {of}")
        self.pieces, self.of = pieces, of


class Parcel(NamedTuple):
    """The pieces of a sheet, each for a QR code, and all of it for a file."""

    pieces: list[str]
    """Empty when they would be too many."""
    text: str


def pack(key: str, content: Mapping[str, Any]) -> Parcel:
    """The log of the sheet with this key, ready to be passed on."""
    compressor = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_WORDS)
    packed = compressor.compress(json.dumps(content).encode()) + compressor.flush()
    letters = base64.b32encode(packed).decode().rstrip("=")
    pieces = [letters[start : start + _PIECE] for start in range(0, len(letters), _PIECE)]
    head = f"{sheet_of(key)}:{_short(packed)}"
    codes = [f"{FORMAT}:{number}/{len(pieces)}:{head}:{piece}" for number, piece in enumerate(pieces, start=1)]
    return Parcel(codes if len(codes) <= MOST_PIECES else [], f"{FORMAT}:1/1:{head}:{letters}")


def unpack(text: str, key: str | None = None) -> Mapping[str, Any]:
    """What was passed on, from the texts of its codes, a line each; of the sheet with this key, if one is named.

    Of several parcels the one counts that came last. Raises NoParcel.
    """
    if len(text) > _MAX_LETTERS:
        raise NoCode
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    read = [code for line in lines if (code := _CODE.fullmatch(line))]
    if len(read) < len(lines) or not read:
        other = any(_ANY.match(line) and not line.startswith(f"{FORMAT}:") for line in lines)
        raise OtherFormat if other else NoCode
    _, total, sheet, parcel, _ = read[-1].groups()
    if key is not None and sheet != sheet_of(key):
        raise OtherSheet
    pieces = {int(code[1]): code[5] for code in read if code.groups()[1:4] == (total, sheet, parcel)}
    missing = sorted(set(range(1, int(total) + 1)) - pieces.keys())
    if missing:
        raise Missing(missing, int(total))
    content = _opened("".join(pieces[number] for number in range(1, int(total) + 1)), parcel)
    if sheet_of(str(content.get("sheet", {}).get("edit_key"))) != sheet:
        raise NoCode
    return content


def _opened(letters: str, parcel: str) -> Mapping[str, Any]:
    try:
        packed = base64.b32decode(letters + "=" * (-len(letters) % 8))
        decompressor = zlib.decompressobj(wbits=-zlib.MAX_WBITS, zdict=_WORDS)
        unpacked = decompressor.decompress(packed, _MAX_BYTES)
        content = json.loads(unpacked)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise NoCode from None
    if _short(packed) != parcel or not isinstance(content, dict) or not isinstance(content.get("sheet"), dict):
        raise NoCode
    return content


def sheet_of(key: str) -> str:
    """What tells the codes of one sheet from those of another, and does not tell its key."""
    return _short(key.encode())


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:8].upper()

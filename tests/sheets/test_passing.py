"""A parcel is whole whatever way its codes come, and anything else is told apart from it."""

from __future__ import annotations

import base64
import hashlib
import random
import zlib
from typing import Any

import pytest
from companion.sheets import passing
from companion.web.links import qr

from tests.conftest import every

KEY, OTHER = "k" * 24, "o" * 24
CONTENT: dict[str, Any] = {
    "sheet": {"edit_key": KEY, "view_key": OTHER},
    "changes": [
        {"id": f"{number * 7919:x}", "told": {"cells": [[1, "cities", None, "지훈"]]}} for number in range(600)
    ],
}


def test_codes_come_in_any_order_and_as_often_as_they_like() -> None:
    pieces = passing.pack(KEY, CONTENT).pieces
    assert len(pieces) > 3
    read = [*pieces, *pieces[:2]]
    random.Random(7).shuffle(read)
    assert passing.unpack("\r\n".join(read), KEY) == CONTENT
    assert passing.unpack(passing.pack(KEY, CONTENT).text) == CONTENT
    assert all(qr(piece) for piece in pieces)


def test_of_two_parcels_the_one_that_came_last_counts() -> None:
    before = passing.pack(KEY, {**CONTENT, "changes": []}).pieces
    pieces = passing.pack(KEY, CONTENT).pieces
    assert passing.unpack("\n".join([*before, *pieces]), KEY) == CONTENT
    with pytest.raises(passing.Missing):
        passing.unpack("\n".join([*pieces[1:], *before[1:], pieces[1]]), KEY)


def test_what_is_missing_is_told() -> None:
    pieces = passing.pack(KEY, CONTENT).pieces
    with pytest.raises(passing.Missing) as missing:
        passing.unpack("\n".join([pieces[2], pieces[0]]), KEY)
    assert missing.value.pieces == [2, *range(4, len(pieces) + 1)]
    assert missing.value.of == len(pieces)


def test_too_much_for_codes_is_a_file() -> None:
    random_texts = [random.Random(number).randbytes(40).hex() for number in range(2000)]
    parcel = passing.pack(KEY, {**CONTENT, "changes": random_texts})
    assert parcel.pieces == []
    assert passing.unpack(parcel.text, KEY)["changes"] == random_texts


def _sent(packed: bytes) -> str:
    letters = base64.b32encode(packed).decode().rstrip("=")
    sums = [hashlib.sha256(content).hexdigest()[:8].upper() for content in (KEY.encode(), packed)]
    return f"TRAIL1:1/1:{sums[0]}:{sums[1]}:{letters}"


def _raw(content: bytes) -> bytes:
    compressor = zlib.compressobj(9, wbits=-15)
    return compressor.compress(content) + compressor.flush()


TEXT = passing.pack(KEY, CONTENT).text


@every(
    ("text", "error"),
    [
        ("", passing.NoCode),
        ("https://example.org/", passing.NoCode),
        ("TRAIL2:1/1:00000000:00000000:AA", passing.OtherFormat),
        (TEXT.replace(passing.sheet_of(KEY), passing.sheet_of(OTHER), 1), passing.OtherSheet),
        (TEXT[:-2], passing.NoCode),
        (TEXT.replace("1/1", "0/0"), passing.NoCode),
        (TEXT.replace("1/1", "2/1"), passing.Missing),
        (f"{TEXT}\nhello", passing.NoCode),
        ("A" * 300_000, passing.NoCode),
        (_sent(b"no deflate"), passing.NoCode),
        (_sent(_raw(b"{}")), passing.NoCode),
        (_sent(_raw(b"[" * 100_000)), passing.NoCode),
        (_sent(_raw(b'{"sheet": 1}')), passing.NoCode),
        (_sent(_raw(b'{"sheet": {"edit_key": "' + OTHER.encode() + b'"}}')), passing.NoCode),
        # 40 MB of nothing in 40 KB.
        (_sent(_raw(b" " * 40_000_000 + b"{}")), passing.NoCode),
    ],
)
def test_anything_else_is_refused(text: str, error: type[passing.NoParcel]) -> None:
    with pytest.raises(error):
        passing.unpack(text, KEY)


def test_the_letters_are_those_that_codes_write_most_densely() -> None:
    assert set(passing.pack(KEY, CONTENT).text) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

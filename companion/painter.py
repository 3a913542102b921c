"""Pixels of pictures, painted by a process of its own: where it paints, nothing else computes for a second.

`python -m companion.painter WIDTH FONT FAMILY` reads an SVG file and writes a PNG file.
"""

from __future__ import annotations

import subprocess
import sys
from collections import OrderedDict
from pathlib import Path
from threading import BoundedSemaphore, Lock

MAX_KEPT = 16
"""Pictures, of a megabyte or two each."""
_MAX_WAITING = 2
_SECONDS = 30

_kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()
_keeping, _painting, _waiting = Lock(), Lock(), BoundedSemaphore(_MAX_WAITING)


class PainterBusy(RuntimeError):
    """So many pictures wait to be painted that more would keep others waiting."""


def paint(file: str, width: int, font: Path, family: str) -> bytes:
    """The PNG of an SVG file, so many pixels wide, with this font only: the same everywhere.

    One is painted at a time, and kept: the same picture costs nothing twice. Raises Busy.
    """
    cached = _known(file, width)
    if cached:
        return cached
    if not _waiting.acquire(blocking=False):
        raise PainterBusy
    try:
        with _painting:
            return _known(file, width) or _keep(file, width, _painted(file, width, font, family))
    finally:
        _waiting.release()


def _known(file: str, width: int) -> bytes | None:
    with _keeping:
        if (file, width) in _kept:
            _kept.move_to_end((file, width))
        return _kept.get((file, width))


def _keep(file: str, width: int, painted: bytes) -> bytes:
    with _keeping:
        _kept[file, width] = painted
        if len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    return painted


def _painted(file: str, width: int, font: Path, family: str) -> bytes:
    command = [sys.executable, "-m", __spec__.name, str(width), str(font), family]
    done = subprocess.run(command, input=file.encode(), capture_output=True, check=True, timeout=_SECONDS)  # noqa: S603
    return done.stdout


def _main(width: str, font: str, family: str) -> None:
    # Imported here because the app that starts this process does not paint.
    import resvg_py

    painted = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        width=int(width),
        # No fonts of the machine.
        skip_system_fonts=True,
        font_files=[font],
        font_family=family,
        sans_serif_family=family,
    )
    sys.stdout.buffer.write(bytes(painted))


if __name__ == "__main__":
    _main(*sys.argv[1:])

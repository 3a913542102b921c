"""Pixels of pictures, painted by a process of its own: where it paints, nothing else computes for a second.

`python -m companion.painter WIDTH FONT FAMILY` reads an SVG file and writes a PNG file.
"""

from __future__ import annotations

import functools
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore, Lock

MAX_KEPT = 16
"""Pictures, of a megabyte or two each."""
_MAX_WAITING = 2
_SECONDS = 30

_painting, _waiting = Lock(), BoundedSemaphore(_MAX_WAITING)


class PainterBusy(RuntimeError):
    """So many pictures wait to be painted that more would keep others waiting."""


@functools.lru_cache(MAX_KEPT)
def paint(file: str, width: int, font: Path, family: str) -> bytes:
    """The PNG of an SVG file, so many pixels wide, with this font only: the same everywhere.

    One is painted at a time, and kept: the same picture costs nothing twice. Raises PainterBusy.
    """
    if not _waiting.acquire(blocking=False):
        raise PainterBusy
    try:
        with _painting:
            return _painted(file, width, font, family)
    finally:
        _waiting.release()


@functools.lru_cache(_MAX_WAITING)
def _painted(file: str, width: int, font: Path, family: str) -> bytes:
    # Who waited for the very picture that was painted finds it here.
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

"""The symbols that pictures and texts share, one file of SVG."""

from __future__ import annotations

import re
from pathlib import Path


def symbol_ids(static: Path) -> frozenset[str]:
    """The symbols of the sprite."""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (static / "symbols.svg").read_text(encoding="utf-8")))

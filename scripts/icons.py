"""Draw the pictures that stand for the app on the screens of phones, out of `static/icon.svg`."""

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parent.parent / "static"
ICONS = {"any-192": (192, 1), "any-512": (512, 1), "touch-180": (180, 0.8), "maskable-512": (512, 0.66)}
"""Name -> pixels, and how much of them the drawing takes: what phones cut into a shape of theirs needs room around."""


def main() -> None:
    """Draw all of them."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    (STATIC / "icons").mkdir(exist_ok=True)
    for name, (pixels, part) in ICONS.items():
        side = 24 / part
        corner = 12 - side / 2
        wider = re.sub(r'viewBox="[^"]*"', f'viewBox="{corner} {corner} {side} {side}"', icon)
        wider = re.sub(
            r"<rect [^>]*?(?= fill)", f'<rect x="{corner}" y="{corner}" width="{side}" height="{side}"', wider
        )
        painted = resvg_py.svg_to_bytes(svg_string=wider, width=pixels)
        (STATIC / "icons" / f"{name}.png").write_bytes(bytes(painted))


if __name__ == "__main__":
    main()

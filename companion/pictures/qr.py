"""Pictures that are made on the spot."""

from __future__ import annotations

from typing import Literal

_DENSEST = 25
"""The version of a QR code beyond which a phone no longer reads it from another phone's screen."""


def qr(address: str, error: Literal["l", "m"] = "l") -> str | None:
    """An address as SVG for the camera of another phone; None when it is too long for that.

    `error`: how much of the picture may be unreadable, little ("l") or some ("m").
    """
    # Imported here because few pages show one.
    import segno

    try:
        code = segno.make_qr(address, error=error)
    except segno.DataOverflowError:
        return None
    if int(code.version) > _DENSEST:
        return None
    return code.svg_inline(
        scale=5, border=4, dark="#2a2118", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )

"""Marks that several pictures share: points, corners, signed numbers."""

from __future__ import annotations

from companion.pictures.svg import Picture


def signed(value: int) -> str:
    """A number with a real minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def points(picture: Picture, x: float, y: float, vp: int) -> None:
    """Victory points: the number before its wreath. 54 wide, 30 high."""
    picture.text(x + 22, y + 16, signed(vp), 20, "bad" if vp < 0 else "", "end")
    picture.symbol("victory-point", x + 25, y + 2, 28)


def corners(picture: Picture, x: float, y: float, size: float, corner: str) -> None:
    """The space for a disc with its corners: white ones are hollow brackets, dark ones filled."""
    picture.symbol(f"corner-{corner}", x, y, size)

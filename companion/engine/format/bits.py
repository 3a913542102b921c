"""Numbers to bits and back: the alphabet of the share code."""

from __future__ import annotations


class OutOfBits(ValueError):
    """There are fewer bits than were asked for, or numbers that nobody writes."""


class BitWriter:
    """Collects numbers of known width. With `sorting`, lists that have no order are written in one and the same."""

    def __init__(self, *, sorting: bool = False) -> None:
        self.value, self.length, self.sorting = 0, 0, sorting

    def write(self, number: int, width: int) -> None:
        """Add `number` as `width` bits."""
        self.value = self.value << width | number
        self.length += width

    def write_count(self, number: int) -> None:
        """Add a number from zero up, small ones in few bits: groups of three with a bit that says "more"."""
        groups, width = number & 7, 4
        while number := number >> 3:
            groups |= (8 | number & 7) << width
            width += 4
        self.write(groups, width)

    def to_bytes(self) -> bytes:
        """All bits, filled up with zeros to whole bytes."""
        missing = -self.length % 8
        return (self.value << missing).to_bytes((self.length + missing) // 8)


class BitReader:
    """Gives numbers back in the order in which they were written."""

    def __init__(self, data: bytes) -> None:
        self.value, self.left = int.from_bytes(data), len(data) * 8

    def read(self, width: int) -> int:
        """The next `width` bits. Raises OutOfBits."""
        if width > self.left:
            raise OutOfBits("the code ends too early")
        self.left -= width
        return self.value >> self.left & (1 << width) - 1

    def read_count(self) -> int:
        """The next number that `write_count` wrote. Raises OutOfBits."""
        number, more = 0, True
        while more:
            group = self.read(4)
            more, number = bool(group >> 3), number << 3 | group & 7
            if number >= 1 << 24:
                raise OutOfBits("no count in the game is that large")
        return number

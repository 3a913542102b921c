"""What a setting may be: functions that read its text and raise ValueError when it may not."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

MIN_KEY_LETTERS = 16
_WORDS = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


class Allowed(NamedTuple):
    """What a setting may be, told after "give", and how its text is read: a ValueError says that it may not."""

    values: str
    read: Callable[[str], Any]


def number(low: int, high: int) -> Allowed:
    """A whole number in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError
        return int(text)

    return Allowed(f"a number from {low} to {high}", read)


LOG_FORMATS = ("text", "json")


def log_format(text: str) -> str:
    """How logs are written."""
    return LOG_FORMATS[LOG_FORMATS.index(text)]


def yes_or_no(text: str) -> bool:
    """A switch."""
    if text.lower() not in _WORDS:
        raise ValueError
    return _WORDS[text.lower()]


def address(text: str) -> str:
    """The address of a machine, in the way that connections tell it."""
    return str(ipaddress.ip_address(text))


def host(text: str) -> str:
    """Where to listen."""
    if not re.fullmatch(r"[\w.:-]+", text):
        raise ValueError
    return text


def names(text: str) -> list[str]:
    """Names of hosts."""
    # As browsers write them.
    names = [name.strip().lower().removesuffix(".") for name in text.split(",")]
    for name in names:
        label = r"(?!-)[^\W_](?:[^\W_]|-){0,62}(?<!-)"
        if not re.fullmatch(rf"\.?{label}(\.{label})*\.?|\[[0-9a-fA-F:.]+\]", name):
            raise ValueError
        if re.fullmatch(r"[\d.]+", name):
            # What looks like an address is one.
            ipaddress.IPv4Address(name)
    return names


def folder(text: str) -> Path:
    """A folder, which need not be there."""
    path = Path(text).resolve()
    try:
        if not text or (path.exists() and not path.is_dir()):
            raise ValueError
    except OSError as error:
        raise ValueError from error
    return path


def database(text: str) -> str:
    """An address that this app has a driver for."""
    file = text.removeprefix("sqlite:///")
    if file == text:
        if not re.match(r"postgres(ql(\+psycopg)?)?://.", text):
            raise ValueError
    elif not file or file.startswith((":memory:", "file:")):
        # What is only in memory is lost, and each thread would have another one.
        raise ValueError
    return text


def key(text: str) -> str:
    """What is long enough to be no word."""
    if len(text.strip()) < MIN_KEY_LETTERS:
        raise ValueError
    return text

"""What a device was last told by a quick question.

A script writes this cookie: an answer that anybody may keep sets none.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from companion.web.device.cookies import plain

_COOKIE = "asked"
_MAX_LENGTH = 1000
_MAX_FIELDS = 30


def entered() -> list[tuple[str, str]]:
    """Names and values of the fields as they were last entered."""
    try:
        return parse_qsl(plain(_COOKIE, _MAX_LENGTH), max_num_fields=_MAX_FIELDS)
    except ValueError:
        return []

"""The house rules that a device remembers of its table, else those of the server.

Figures and notes are a cookie that scripts may read; how the table reads rules stands in that of the table.
"""

from __future__ import annotations

from dataclasses import replace

from flask import current_app, request
from werkzeug.wrappers import Response

from companion.house_rules import MAX_CODE_LETTERS, HouseRules, rules_of_code
from companion.web.device import cookies, table

_COOKIE = "house"
_OF_SERVER = "~"
"""What the cookie of a phone begins with that was told the rules of the server, which those then are."""


def remembered() -> HouseRules:
    """The house rules of this request's table."""
    of_server: HouseRules = current_app.config["HOUSE_RULES"] or HouseRules()
    code = request.cookies.get(_COOKIE, _OF_SERVER)[: MAX_CODE_LETTERS + 1]
    if code.startswith(_OF_SERVER):
        own = of_server or rules_of_code(code.removeprefix(_OF_SERVER))
    else:
        own = rules_of_code(code)
    readings = table.remembered().readings or (of_server.readings if code.startswith(_OF_SERVER) else {})
    return replace(own, readings=readings)


def remember(response: Response, rules: HouseRules) -> None:
    """Store house rules on the device, without how it reads rules. Raises ValueError where they take too much room."""
    code = replace(rules, readings={}).code
    if len(code) > MAX_CODE_LETTERS:
        raise ValueError("too long for a cookie")
    cookies.keep(response, _COOKIE, code)

"""Words of a message that go with a value in front of them: Korean particles, and forms for one and for several.

A text says all forms, and filling it in picks the right one. A particle stands right behind its value: `%(x)s은(는)`,
`“%(x)s”이(가)`, `%(x)s을(를)`, `%(x)s과(와)`, `%(x)s(으)로`, `%(x)s(이)라고`. Forms that depend on a number stand
somewhere behind it: `%(have)s [card|cards] [is|are] left`.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Mapping
from typing import TypeVar

from companion import languages

T = TypeVar("T", bound=str)

_VALUE = r"%\((?P<value>\w+)\)[sd]"


@functools.cache
def _piece() -> re.Pattern[str]:
    """A value with what depends on it."""
    particles = "|".join(re.escape(particle) for language in languages.known() for particle in language.particles)
    behind = rf"(?P<close>[”’\"')]*)(?P<particle>{particles or '(?!)'})"
    return re.compile(rf"{_VALUE}(?:{behind})?|\[(?P<one>[^][|]*)\|(?P<more>[^][|]*)\]")


def filled(text: T, params: Mapping[str, object]) -> T:
    """A message with its parameters, each form the one that goes with its value. Raises KeyError for a missing one."""
    if _has_forms(str(text)):
        value: object = None

        def chosen(found: re.Match[str]) -> str:
            nonlocal value
            if found["value"] is None:
                return found["one"] if str(value) == "1" else found["more"]
            value = params[found["value"]]
            particle = found["particle"]
            return found[0][: -len(particle)] + _particle(particle, value) if particle else found[0]

        text = type(text)(_piece().sub(chosen, str(text)))
    return text % params  # type: ignore[return-value] # of the same type, like all that text is made of


@functools.cache
def _has_forms(text: str) -> bool:
    return any(found["particle"] or found["one"] is not None for found in _piece().finditer(text))


def _particle(particle: str, value: object) -> str:
    language = next(language for language in languages.known() if particle in language.particles)
    return language.particle(particle, _spoken(value))


def _spoken(value: object) -> str:
    """A value as the particle goes with it: without HTML's tags, and without what stands in brackets at its end."""
    text = re.sub(r"<[^>]*>", "", str(value)) if hasattr(value, "__html__") else str(value)
    text = re.sub(r"(?<=.)\s*\([^()]*\)$", "", text)
    while text and unicodedata.category(text[-1])[0] not in "LN":
        text = text[:-1]
    return text

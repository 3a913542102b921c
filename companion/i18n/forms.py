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

T = TypeVar("T", bound=str)

_PARTICLES: Mapping[str, tuple[str, str]] = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""As it is written -> behind a final consonant, behind a vowel."""

_VALUE = r"%\((?P<value>\w+)\)[sd]"
_PARTICLE = rf"(?P<close>[”’\"')]*)(?P<particle>{'|'.join(map(re.escape, _PARTICLES))})"
_PIECE = re.compile(rf"{_VALUE}(?:{_PARTICLE})?|\[(?P<one>[^][|]*)\|(?P<more>[^][|]*)\]")

_CLOSED: Mapping[str, str] = {**dict.fromkeys("178lLrR", "ㄹ"), **dict.fromkeys("036mMnN", "ㅇ")}
"""Final sounds of digits (0 as in 영, 십, 백, 천) and of the names of Latin letters; the others end with a vowel."""
_FIRST_SYLLABLE, _LAST_SYLLABLE, _FINALS, _FINAL_L = 0xAC00, 0xD7A3, 28, 8
# In a name that somebody typed, a stop behind a vowel closes the syllable: Bob, Jack, Matt.
_CLOSED_WORD = re.compile(r"[a-z]*[aeiouy](?:[bckpt]|ck|pp|tt|ng|[lmn]{1,2})", re.IGNORECASE)


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

        text = type(text)(_PIECE.sub(chosen, str(text)))
    return text % params  # type: ignore[return-value] # of the same type, like all that text is made of


@functools.cache
def _has_forms(text: str) -> bool:
    return any(found["particle"] or found["one"] is not None for found in _PIECE.finditer(text))


def _particle(particle: str, value: object) -> str:
    closed, open_ = _PARTICLES[particle]
    final = final_sound(_spoken(value))
    if final is None:
        return particle
    # ㄹ takes 로, as a vowel does.
    return closed if final and not (final == "ㄹ" and particle == "(으)로") else open_


def _spoken(value: object) -> str:
    """A value as the particle goes with it: without HTML's tags, and without what stands in brackets at its end."""
    text = re.sub(r"<[^>]*>", "", str(value)) if hasattr(value, "__html__") else str(value)
    text = re.sub(r"(?<=.)\s*\([^()]*\)$", "", text)
    while text and unicodedata.category(text[-1])[0] not in "LN":
        text = text[:-1]
    return text


def final_sound(text: str) -> str | None:
    """The consonant that a text ends with when a Korean reads it aloud, "" for a vowel, None where nobody can tell.

    Of the consonants of syllables only ㄹ is told apart; every other one is "ㅇ".
    """
    if not text:
        return None
    last = text[-1]
    if _FIRST_SYLLABLE <= ord(last) <= _LAST_SYLLABLE:
        final = (ord(last) - _FIRST_SYLLABLE) % _FINALS
        return "ㄹ" if final == _FINAL_L else "ㅇ" if final else ""
    if not (last.isascii() and last.isalnum()):
        return None
    word = re.search(r"[A-Za-z]+$", text)
    if word and len(word[0]) > 1 and not word[0].isupper():
        return ("ㄹ" if last in "lL" else "ㅇ") if _CLOSED_WORD.fullmatch(word[0]) else ""
    return _CLOSED.get(last, "")

"""Words as search sees them: one form for one word, whatever was typed.

Index and query go through the same steps, so that a word in the text and the same word typed by a reader
meet: compatible characters are folded, case and accents dropped. Korean glues particles to its nouns
(손을, 손에는); a query word is also tried without its particle.
"""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+")
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_FINALS = 28
"""Hangul syllables come in runs of 28: one without a final consonant, then one for each final."""

_PARTICLES_AND_ENDINGS = """
은 는 이 가 을 를 의 에 로 으로 와 과 도 만 나 이나 랑 이랑 하고 까지 부터 마다 처럼 보다 밖에 조차 마저
에서 에게 한테 께 에는 에도 에만 에서는 에서도 에서만 으로는 로는 으로도 로도 이란 란 이면 면 인가 인가요 인데
이고 고 이며 며 입니다 이다 인 일 때 할때 하면 하나요 할까 되나요 나요 가요 죠 요
"""
# Longest first, so that 에서는 is taken off before 는.
_PARTICLES = sorted(_PARTICLES_AND_ENDINGS.split(), key=len, reverse=True)
_LEAST_STEM = 2
"""A stem keeps at least two syllables: 가로 is a word, not 가 with a particle."""


def fold(text: str) -> str:
    """One form for text that means the same to a reader: NFKC, no accents, no case; Hangul stays composed."""
    decomposed = unicodedata.normalize("NFKD", text)
    stripped = "".join(ch for ch in decomposed if unicodedata.category(ch) != "Mn")
    return unicodedata.normalize("NFC", stripped).casefold()


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def is_hangul(character: str) -> bool:
    """Whether a character is a complete Hangul syllable."""
    return _FIRST_SYLLABLE <= ord(character) <= _LAST_SYLLABLE


def without_particle(word: str) -> str | None:
    """A Korean word without the longest particle at its end, None when there is none to take off."""
    if not all(map(is_hangul, word)):
        return None
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= _LEAST_STEM:
            return word.removesuffix(particle)
    return None


_WORDS_OF_QUESTIONS = """
a an and are at be by can do does for from get go have how i if in into is it many may me much must my of on one
or should so than that the then there this to up was we what when where which who why will with you your
몇 몇개 몇장 어떻게 언제 얼마나 얼마 뭐 뭘 무엇 무엇을 누가 누구 어디 어디서 왜 할 수 있나요 있나 되나 하나 해야 하면
"""
_SMALL_WORDS = frozenset(_WORDS_OF_QUESTIONS.split())
"""Words that say nothing about what is asked for."""


def telling(asked: list[str]) -> list[str]:
    """The words of a query without those of the question, unless there are no others."""
    return [word for word in asked if word not in _SMALL_WORDS] or asked


def covers(asked: list[str], phrase: list[str]) -> float:
    """How much of a phrase a query says: 1 when it says it all, 0 when the query says anything else.

    A query word may be the beginning of a word, or carry a particle.
    """
    forms = [(word, without_particle(word) or word) for word in asked]
    fits = all(any(said.startswith(form) for said in phrase) for form in forms)
    return min(1.0, len(asked) / len(phrase)) if fits and phrase else 0.0


def pairs(text: str) -> list[str]:
    """All neighbouring Hangul syllables of each word: how a part inside a compound is found."""
    return [
        word[place : place + 2]
        for word in words(text)
        for place in range(len(word) - 1)
        if is_hangul(word[place]) and is_hangul(word[place + 1])
    ]


def unfinished(word: str) -> list[str]:
    """What a Korean word that is still being typed may begin with; nothing for other words.

    On the way to 예전 a keyboard shows 옞 and 예저: a final consonant may belong to the next syllable, a
    syllable without one may still get it, and a lone consonant says nothing yet.
    """
    last, before = word[-1], word[:-1]
    if not is_hangul(last):
        lone = "ㄱ" <= last <= "ㅣ" or "\u1100" <= last <= "\u11ff"
        return [before] if lone and before else []
    offset = (ord(last) - _FIRST_SYLLABLE) % _FINALS
    if offset:
        return [before + chr(ord(last) - offset)]
    return [before + chr(ord(last) + final) for final in range(1, _FINALS)]

"""Korean: particles that go with what is in front of them, endings of nouns and verbs, syllables and their letters."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.languages import Language

_FIRST, _LAST = 0xAC00, 0xD7A3
_FINALS, _MEDIALS = 28, 21
"""Syllables come in runs of 28: one without a final consonant, then one for each final. 21 vowels for each initial."""

_PARTICLES = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)": ("이", ""),
}
"""As a message writes it -> behind a final consonant, behind a vowel."""
_CLOSED = {**dict.fromkeys("178lLrR", "ㄹ"), **dict.fromkeys("036mMnN", "ㅇ")}
"""Final sounds of digits (0 as in 영, 십, 백, 천) and of the names of Latin letters; the others end with a vowel."""
_FINAL_L = 8
# In a name that somebody typed, a stop behind a vowel closes the syllable: Bob, Jack, Matt.
_CLOSED_WORD = re.compile(r"[a-z]*[aeiouy](?:[bckpt]|ck|pp|tt|ng|[lmn]{1,2})", re.IGNORECASE)

_ASKING = """
몇 몇개 몇장 몇번 어떻게 언제 얼마나 얼마 뭐 뭘 뭔가요 뭐야 뭐예요 무엇 무엇을 무슨 누가 누구 어디 어디서 어디에
왜 할 수 있나요 있나 있어 있어요 되나 되나요 돼 돼요 되는 하나 하나요 해 해요 해야 하면 하는 거 거야 건가요 것
게 내가 저 좀 그냥 이거 그 때 데 법 더 꼭 다 또 안 못 근데 혹시 그럼 이제 지금 진짜 싶어 싶어요 싶은데
알려줘 뭐지 뭐임 어떻게돼 되지 돼나 가능 가능해 가능한가요 되냐 인지 머 머임 머야 뭐함 뭐해 어케 어떡해 걍 됨
됨요 도대체 대체
"""
_POINTING = """
몇 몇개 몇장 몇번 얼마 얼마나 언제 어디 어디에 어디서 누가 누구 왜 꼭 안 못 다 또 어느 어떤
"""
_BELOW = ("다음", "아래", "이렇게", "이렇습니다", "가지로")
"""What points at what stands below a sentence."""
_FIGURES = """
얼마 가격 비용 값 요금 통행료 점수 승점 개수 최대 최소 몇
"""
_NOUN_ENDINGS = """
은 는 이 가 을 를 의 에 로 으로 와 과 도 만 나 이나 랑 이랑 하고 까지 부터 마다 처럼 보다 밖에 조차 마저 에서
에게 한테 께 에는 에도 에만 에서는 에서도 에서만 으로는 로는 으로도 로도 이란 란 이면 면 인가 인가요 인데 이서
끼리 이라도 라도 이요 이고 고 이며 며 입니다 이다 인 일 때 할때 하면 하나요 할까 되나요 나요 가요 죠 요
"""
_VERB_ENDINGS = """
기 는 은 을 던 나 나요 네 네요 니 냐 까 까요 지 지요 죠 고 며 면 으면 려면 으려면 려고 으려고 러 는데 은데 는지
은지 어 아 어요 아요 어도 아도 도 어야 아야 야 었어 았어 었어요 았어요 었나 았나 었다 았다 어서 아서 습니다 다
요 자 게 는법 는데요 하기 하는 하나 하나요 하면 하고 하지 하려면 하려고 하는데 한다 합니다 했어 했어요 해 해요
해도 해서 해야 할까 할까요 할때 할 되나 되나요 되면 되는 되는데 됐어 돼 돼요 될까 예요 이에요 이야 인가 인가요
이면 으니까 니까 어서요 었는데 았는데 으면요 면요 려는데 을까 을까요 나봐 냐고 던데 고싶어 고싶어요 고싶은데
음 음요 함 됨 임 나여 가여 까여 는거 은거 는건가 는가 을래 던가 다가 다가도
을때 을수 지마 지말고 됐는데 됐나 했는데 했나 했으면 됐으면 었으면 았으면
"""
# Behind what it asks about: 쓸수있나, 써도됨, 내야돼, 들고있어도, 사고싶어, 내는거야. 거 stands behind ㄴ or ㄹ.
_ASKED = re.compile(
    r"수(?:도|는)?(?:있|없)\w*|(?<=[도면야])안?(?:되|돼|됨|됩|될|된|하|해|함|합)\w*|(?<=고)(?:있|싶)\w*|거(?:야|임|지|에요|예요|는|가)?|건가요?"
)
# Longest first, so that 에서는 is taken off before 는.
_NOUNS = sorted(_NOUN_ENDINGS.split(), key=len, reverse=True)
_VERBS = sorted(_VERB_ENDINGS.split(), key=len, reverse=True)
_MIN_STEM = 2
"""A stem keeps at least two syllables: 가로 is a word, not 가 with a particle."""
_IRREGULAR = {"놔": "놓", "놨": "놓", "지": "짓", "써": "쓰", "커": "크"}
_ADNOMINAL = (4, 8)
"""Final consonants with which a verb stands before a noun, ㄴ and ㄹ: 끝낸, 가져갈."""
_GLIDES = {6: 20, 14: 13, 9: 8, 1: 0}
"""Vowels that a stem's vowel makes with its ending (려 from 리, 꿔 from 꾸, 봐 from 보, 해 from 하): the stem's."""
_PAST = 20
"""The final consonant ㅆ: 버렸, 끝났."""


class Korean(Language):
    """Korean, in syllables, with endings that are glued to nouns and verbs."""

    name = "한국어"
    script = "syllables"
    asking = frozenset(_ASKING.split())
    pointing = frozenset(_POINTING.split())
    figures = tuple(_FIGURES.split())
    sums = ("요금", "통행료")
    persons = ("인", "명")
    asides = ("이유", "예")
    forms: Mapping[str, Collection[str]] = MappingProxyType({"nouns": _NOUNS, "verbs": _VERBS, "irregular": _IRREGULAR})
    particles = tuple(_PARTICLES)

    def asks_for_figures(self, word: str) -> bool:
        """얼마예요, 몇장: what asks stands in front, and the rest is glued to it."""
        return word.startswith(self.figures)

    def leads(self, sentence: str) -> bool:
        """With a word that points there, and no colon."""
        return any(word in sentence for word in _BELOW)

    def particle(self, particle: str, spoken: str) -> str:
        """은 behind a final consonant, 는 behind a vowel."""
        closed, open_ = _PARTICLES[particle]
        final = final_sound(spoken)
        if final is None:
            return particle
        # ㄹ takes 로, as a vowel does.
        return closed if final and not (final == "ㄹ" and particle == "(으)로") else open_

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """`:mine` is "내 손", or what the name says: "내가 비운 원형 칸". No noun changes behind a number."""
        if form == "mine" and "mine" not in name:
            return f"내 {name['one']}"
        return super().decline(name, form, number)

    def is_syllable(self, character: str) -> bool:
        """손."""
        return _FIRST <= ord(character) <= _LAST

    def is_initials(self, word: str) -> bool:
        """ㅋㅈㅅ."""
        return all("\u1100" <= character <= "\u1112" for character in word)

    def bare(self, word: str) -> str | None:
        """Particles are glued to their nouns: 손을, 손에는. The longest one is taken off."""
        if self.is_syllable(word[-1]):
            for particle in _NOUNS:
                if word.endswith(particle) and len(word) - len(particle) >= _MIN_STEM:
                    return word.removesuffix(particle)
        return None

    def without_asking(self, word: str) -> str:
        """써도됨 asks about 써도, 들고있어도됨 about 들고."""
        for match in _ASKED.finditer(word) if self.is_syllable(word[-1]) else ():
            before = word[: match.start()]
            thing = match[0][0] in "거건" and (not before or _final(before[-1]) not in _ADNOMINAL)
            if before and match.end() == len(word) and not thing:
                return before
        return word

    def stems(self, word: str) -> frozenset[str]:
        """Of nouns and verbs, so that 뽑아요 meets 뽑기; several, for nobody says which of them a word is."""
        if not all(map(self.is_syllable, word)):
            return frozenset()
        forms = {self.bare(word) or word}
        for ending in _VERBS:
            if word.endswith(ending) and len(word) > len(ending):
                stem = word.removesuffix(ending)
                forms |= {_without_glide(stem), _IRREGULAR.get(stem, word)}
                break
        forms.add(_IRREGULAR.get(word, _without_glide(word)))
        if len(word) > 1 and _final(word[-1]) in _ADNOMINAL:
            forms.add(_without_glide(word[:-1] + _open(word[-1])))
        return frozenset(forms)

    def unfinished(self, word: str) -> list[str] | None:
        """On the way to 예전 a keyboard shows 옞 and 예저.

        A final consonant may belong to the next syllable, a syllable without one may still get it, and a lone
        consonant says nothing yet.
        """
        last, before = word[-1], word[:-1]
        if not self.is_syllable(last):
            lone = "ㄱ" <= last <= "ㅣ" or "\u1100" <= last <= "\u11ff"
            return [before] if lone and before else None
        if _final(last):
            return [before + _open(last)]
        return [before + chr(ord(last) + final) for final in range(1, _FINALS)]


def final_sound(text: str) -> str | None:
    """The consonant that a text ends with when one reads it aloud, "" for a vowel, None where nobody can tell.

    Of the consonants of syllables only ㄹ is told apart; every other one is "ㅇ".
    """
    if not text:
        return None
    last = text[-1]
    if _FIRST <= ord(last) <= _LAST:
        return "ㄹ" if _final(last) == _FINAL_L else "ㅇ" if _final(last) else ""
    if not (last.isascii() and last.isalnum()):
        return None
    word = re.search(r"[A-Za-z]+$", text)
    if word and len(word[0]) > 1 and not word[0].isupper():
        return ("ㄹ" if last in "lL" else "ㅇ") if _CLOSED_WORD.fullmatch(word[0]) else ""
    return _CLOSED.get(last, "")


def _final(syllable: str) -> int:
    """Which final consonant a syllable has, 0 for none."""
    return (ord(syllable) - _FIRST) % _FINALS


def _open(syllable: str) -> str:
    """A syllable without its final consonant."""
    return chr(ord(syllable) - _final(syllable))


def _without_glide(stem: str) -> str:
    """A stem whose last vowel has run into the ending, with its own vowel: 버려 is 버리."""
    initial, rest = divmod(ord(stem[-1]) - _FIRST, _MEDIALS * _FINALS)
    medial, final = divmod(rest, _FINALS)
    if final not in (0, _PAST):
        return stem
    return stem[:-1] + chr(_FIRST + (initial * _MEDIALS + _GLIDES.get(medial, medial)) * _FINALS)


LANGUAGE = Korean()

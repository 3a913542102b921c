"""Words as search sees them: one form for one word, whatever was typed.

Index and query go through the same steps, so that a word in the text and the same word typed by a reader
meet: compatible characters are folded, case and accents dropped. Korean glues particles to its nouns
(손을, 손에는); a query word is also tried without its particle. Verbs and plurals come down to stems, so that
"buying" meets "buys" and 뽑아요 meets 뽑기.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+")
_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
_FINALS = 28
"""Hangul syllables come in runs of 28: one without a final consonant, then one for each final."""

_PARTICLES_AND_ENDINGS = """
은 는 이 가 을 를 의 에 로 으로 와 과 도 만 나 이나 랑 이랑 하고 까지 부터 마다 처럼 보다 밖에 조차 마저 에서
에게 한테 께 에는 에도 에만 에서는 에서도 에서만 으로는 로는 으로도 로도 이란 란 이면 면 인가 인가요 인데 이서
끼리 이라도 라도 이요 이고 고 이며 며 입니다 이다 인 일 때 할때 하면 하나요 할까 되나요 나요 가요 죠 요
"""
# Longest first, so that 에서는 is taken off before 는.
_PARTICLES = sorted(_PARTICLES_AND_ENDINGS.split(), key=len, reverse=True)
_MIN_STEM = 2
"""A stem keeps at least two syllables: 가로 is a word, not 가 with a particle."""


_IN_ONE_FORM = re.compile(f"[\x00-\x7f{chr(_FIRST_SYLLABLE)}-{chr(_LAST_SYLLABLE)}]*")
"""Nearly all texts: nothing in them could be written in another way."""
_KEPT = 16384
"""Words whose forms are kept: most of them come again and again in a text."""


def fold(text: str) -> str:
    """One form for text that means the same to a reader: NFKC, no accents, no case; Hangul stays composed."""
    if _IN_ONE_FORM.fullmatch(text):
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text)
    stripped = "".join(ch for ch in decomposed if unicodedata.category(ch) != "Mn")
    return unicodedata.normalize("NFC", stripped).casefold()


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def is_hangul(character: str) -> bool:
    """Whether a character is a complete Hangul syllable."""
    return _FIRST_SYLLABLE <= ord(character) <= _LAST_SYLLABLE


def is_initials(word: str) -> bool:
    """Whether a folded word is nothing but consonants that begin Hangul syllables: ㅋㅈㅅ."""
    return all("\u1100" <= character <= "\u1112" for character in word)


@functools.lru_cache(_KEPT)
def without_particle(word: str) -> str | None:
    """A Korean word without the longest particle at its end, None when there is none to take off."""
    if not is_hangul(word[-1]):
        return None
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= _MIN_STEM:
            return word.removesuffix(particle)
    return None


_WORDS_OF_QUESTIONS = """
a an and are at be by can could did do does doesn doesnt don dont exactly for from get go got has have here how
i if im in into is isn it its just many may me mean much must my need now of on one ok or our should so than
that the their them then there they this to up us was we what whats when where which who why will with would
you your actually also am been happen happens he his really she still tell try trying want wanted whatever
whether yet 몇 몇개 몇장 몇번 어떻게 언제 얼마나 얼마 뭐 뭘 뭔가요 뭐야 뭐예요 무엇 무엇을 무슨 누가 누구 어디
어디서 어디에 왜 할 수 있나요 있나 있어 있어요 되나 되나요 돼 돼요 되는 하나 하나요 해 해요 해야 하면 하는 거
거야 건가요 것 게 내가 저 좀 그냥 이거 그 때 데 법 더 꼭 다 또 안 못 근데 혹시 그럼 이제 지금 진짜 싶어 싶어요
싶은데 알려줘 뭐지 뭐임 어떻게돼 되지 돼나 가능 가능해 가능한가요 되냐 인지 u r ur wtf pls plz tho idk lol btw gonna
gotta wanna gimme ive dunno anyone hey 머 머임 머야 뭐함 뭐해 어케 어떡해 걍 됨 됨요 도대체 대체
"""
_SMALL_WORDS = frozenset(_WORDS_OF_QUESTIONS.split())
"""Words that say nothing about what is asked for."""


def is_small(word: str) -> bool:
    """Whether a word belongs to asking rather than to what is asked for."""
    return word in _SMALL_WORDS


_POINTERS = """
how many much where when who why must can can't first own my other
몇 몇개 몇장 몇번 얼마 얼마나 언제 어디 어디에 어디서 누가 누구 왜 꼭 안 못 다 또 어느 어떤
"""
_WORDS_THAT_POINT = frozenset(_POINTERS.split())


def points(word: str) -> bool:
    """Whether a word of asking points at the kind of answer: a place, a price, a time."""
    return word in _WORDS_THAT_POINT or any(stem in _WORDS_THAT_POINT for stem in stems(word))


_WORDS_FOR_FIGURES = """
many much cost costs price prices fee fees toll pay limit max maximum min minimum most points pts vp worth number
얼마 가격 비용 값 요금 통행료 점수 승점 개수 최대 최소 몇
"""
_FIGURES_ARE_ASKED = tuple(_WORDS_FOR_FIGURES.split())


def asking_for_figures(asked: Iterable[str]) -> frozenset[str]:
    """The words of a query that ask how much or how many: 얼마예요, 몇장, the price of it."""
    korean = tuple(word for word in _FIGURES_ARE_ASKED if is_hangul(word[0]))
    return frozenset(word for word in asked if word in _FIGURES_ARE_ASKED or word.startswith(korean))


def telling(asked: list[str]) -> list[str]:
    """The words of a query without those of the question, unless there are no others."""
    return [word for word in asked if word not in _SMALL_WORDS] or asked


_ENDINGS = re.compile(r"(?:'s|ings?|ed|es|s)$")
_MIN_LETTERS = 3


_UNLIKE = {
    form: stem
    for stem, forms in {
        "stand": "stood",
        "build": "built",
        "buy": "bought",
        "sell": "sold",
        "pay": "paid",
        "take": "took taken",
        "lose": "lost",
        "go": "went gone",
        "leave": "left",
        "run": "ran",
        "draw": "drew drawn",
        "give": "gave given",
        "choose": "chose chosen",
        "begin": "began begun",
        "win": "won",
        "get": "got gotten",
        "big": "bigger biggest",
        "high": "higher highest",
        "low": "lower lowest",
        "cheap": "cheaper cheapest",
        "move": "movement",
        "cattleman": "cattlemen",
        "craftsman": "craftsmen",
    }.items()
    for form in forms.split()
}
"""English forms that no ending explains."""


def _english_stem(word: str) -> str:
    return _ending_off(_UNLIKE.get(word, word))


def _ending_off(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    if len(stem) < _MIN_LETTERS or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return stem[:-1] + "y" if stem.endswith("i") else stem + "y"
    if stem != word and stem[-1] == stem[-2] and stem[-1] not in "sl":
        stem = stem[:-1]  # stopped, running
    return stem[:-1] if stem.endswith("e") and len(stem) > _MIN_LETTERS else stem


_VERB_ENDINGS = """
기 는 은 을 던 나 나요 네 네요 니 냐 까 까요 지 지요 죠 고 며 면 으면 려면 으려면 려고 으려고 러 는데 은데 는지
은지 어 아 어요 아요 어도 아도 도 어야 아야 야 었어 았어 었어요 았어요 었나 았나 었다 았다 어서 아서 습니다 다
요 자 게 는법 는데요 하기 하는 하나 하나요 하면 하고 하지 하려면 하려고 하는데 한다 합니다 했어 했어요 해 해요
해도 해서 해야 할까 할까요 할때 할 되나 되나요 되면 되는 되는데 됐어 돼 돼요 될까 예요 이에요 이야 인가 인가요
이면 으니까 니까 어서요 었는데 았는데 으면요 면요 려는데 을까 을까요 나봐 냐고 던데 고싶어 고싶어요 고싶은데
음 음요 함 됨 임 나여 가여 까여 는거 은거 는건가 는가 을래 던가 다가 다가도
을때 을수 지마 지말고 됐는데 됐나 했는데 했나 했으면 됐으면 었으면 았으면
"""
_VERBS = sorted(_VERB_ENDINGS.split(), key=len, reverse=True)
_MEDIALS = 21
_ADNOMINAL = (4, 8)
"""Final consonants with which a verb stands before a noun, ㄴ and ㄹ: 끝낸, 가져갈."""
_GLIDES = {6: 20, 14: 13, 9: 8, 1: 0}
"""Vowels that a stem's vowel makes with its ending (려 from 리, 꿔 from 꾸, 봐 from 보, 해 from 하): the stem's."""


def _open(syllable: str) -> str:
    """A syllable without its final consonant."""
    return chr(ord(syllable) - (ord(syllable) - _FIRST_SYLLABLE) % _FINALS)


def _without_glide(stem: str) -> str:
    """A stem whose last vowel has run into the ending, with its own vowel: 버려 is 버리."""
    initial, rest = divmod(ord(stem[-1]) - _FIRST_SYLLABLE, _MEDIALS * _FINALS)
    medial, final = divmod(rest, _FINALS)
    past = 20  # ㅆ: 버렸, 끝났
    if final not in (0, past):
        return stem
    own = _GLIDES.get(medial, medial)
    return stem[:-1] + chr(_FIRST_SYLLABLE + (initial * _MEDIALS + own) * _FINALS)


def _korean_stems(word: str) -> set[str]:
    stems = {without_particle(word) or word}
    for ending in _VERBS:
        if word.endswith(ending) and len(word) > len(ending):
            stems.add(_without_glide(word.removesuffix(ending)))
            stems.add(_IRREGULAR.get(word.removesuffix(ending), word))
            break
    stems.add(_IRREGULAR.get(word, _without_glide(word)))
    if len(word) > 1 and (ord(word[-1]) - _FIRST_SYLLABLE) % _FINALS in _ADNOMINAL:
        stems.add(_without_glide(word[:-1] + _open(word[-1])))
    return stems


_IRREGULAR = {"놔": "놓", "놨": "놓", "지": "짓", "써": "쓰", "커": "크"}


@functools.lru_cache(_KEPT)
def stems(word: str) -> frozenset[str]:
    """What is left of a word without endings; two words that share a stem mean much the same.

    Empty for figures and for codes like 6b, which are not inflected.
    """
    if all(map(is_hangul, word)):
        return frozenset(_korean_stems(word))
    return frozenset((_english_stem(word),)) if word.isalpha() else frozenset()


@functools.lru_cache(_KEPT)
def stem(word: str) -> str:
    """One form for all forms of a word: without its particle, the shortest of its stems."""
    plain = without_particle(word) or word
    return min(stems(plain), key=lambda form: (len(form), form), default=plain)


def letters(word: str) -> str:
    """A word letter by letter: a Hangul syllable is as many letters as it is typed with."""
    return unicodedata.normalize("NFD", word)


def runs(spelt: str) -> set[str]:
    """Runs of three letters of a word that is spelt out; its beginning and its end count as letters."""
    padded = f"\x02\x02{spelt}\x03"
    return {padded[place : place + 3] for place in range(len(padded) - 2)}


def covers(asked: list[str], phrase: list[str]) -> float:
    """How much of a phrase a query says: 1 when it says it all, 0 when the query says anything else.

    A query word may be the beginning of a word, or carry a particle.
    """
    forms = [(word, without_particle(word) or word) for word in asked]
    fits = all(any(said.startswith(form) for said in phrase) for form in forms)
    return min(1.0, len(asked) / len(phrase)) if fits and phrase else 0.0


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

"""Words as search sees them: one form for one word, whatever was typed.

Index and query go through the same steps, so that a word in the text and the same word typed by a reader
meet: compatible characters are folded, case and accents dropped, and what `languages` know of endings and particles is
taken off. A query may be in another language than the text that it is looked up in, so all of them are asked.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from companion import languages

_WORD = re.compile(r"[^\W_]+")
_IN_ONE_FORM = re.compile("[\x00-\x7f가-힣]*")
"""Nearly all texts: nothing in them could be written in another way."""
_ACCENTS = re.compile("[\u0300-\u036f]+")
_LATIN = re.compile("[\x00-\u024f\u0300-\u036f\u2010-\u2044]*")
"""Texts of which the accents are all marks that they have when they are decomposed."""
_KEPT = 16384
"""Words whose forms are kept: most of them come again and again in a text."""


def fold(text: str) -> str:
    """One form for text that means the same to a reader: NFKC, no accents, no case; syllables stay composed."""
    if _IN_ONE_FORM.fullmatch(text):
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text)
    if _LATIN.fullmatch(decomposed):
        return _ACCENTS.sub("", decomposed).casefold()
    stripped = "".join(ch for ch in decomposed if unicodedata.category(ch) != "Mn")
    return unicodedata.normalize("NFC", stripped).casefold()


def words(text: str) -> list[str]:
    """The words of a text, folded."""
    return _WORD.findall(fold(text))


def written(text: str) -> list[str]:
    """The words of a text as they are written, in small letters."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())


@functools.lru_cache(_KEPT)
def in_syllables(word: str) -> bool:
    """Whether a word or a letter of it is written in complete syllables, as Korean is."""
    return any(all(map(language.is_syllable, word)) for language in languages.every())


def is_initials(word: str) -> bool:
    """Whether a folded word is nothing but consonants that begin syllables: ㅋㅈㅅ."""
    return any(language.is_initials(word) for language in languages.every())


@functools.lru_cache(_KEPT)
def without_particle(word: str) -> str | None:
    """A word without the particle at its end, None when there is none to take off."""
    return next(filter(None, (language.bare(word) for language in languages.every())), None)


def is_particle(piece: str) -> bool:
    """Whether a piece of a word is nothing but a particle."""
    return without_particle(f"00{piece}") == "00"


def by_script(word: str) -> list[str]:
    """A word in pieces that are syllables or are not, without particles between them: 인증4에서6 is 인증, 4, 6."""
    pieces = ["".join(run) for _, run in groupby(word, key=in_syllables)]
    return [piece for place, piece in enumerate(pieces) if not place or not is_particle(piece)]


def without_asking(word: str) -> str:
    """A word without what asks and is glued to its end: 써도됨 asks about 써도."""
    for language in languages.every():
        word = language.without_asking(word)
    return word


@functools.cache
def _asking() -> frozenset[str]:
    return frozenset().union(*(language.asking for language in languages.every()))


@functools.cache
def _pointing() -> frozenset[str]:
    return frozenset().union(*(language.pointing for language in languages.every()))


def is_small(word: str) -> bool:
    """Whether a word belongs to asking rather than to what is asked for."""
    return word in _asking()


def points(word: str) -> bool:
    """Whether a word of asking points at the kind of answer: a place, a price, a time."""
    return word in _pointing() or not _pointing().isdisjoint(stems(word))


def asking_for_figures(query_words: Iterable[str]) -> frozenset[str]:
    """The words of a query that ask how much or how many: 얼마예요, 몇장, the price of it."""
    known = languages.every()
    return frozenset(word for word in query_words if any(language.asks_for_figures(word) for language in known))


def is_aside(text: str) -> bool:
    """Whether a paragraph gives a reason or an example of what is said before it."""
    beginning = " ".join((*words(text[:20]), ""))
    return any(beginning.startswith(f"{aside} ") for language in languages.every() for aside in language.asides)


def names_a_sum(word: str) -> bool:
    """Whether a word that may ask for a figure more often names what is paid: the toll, 통행료."""
    return any(word.startswith(tuple(language.sums)) for language in languages.every())


def telling(query_words: list[str]) -> list[str]:
    """The words of a query without those of the question, unless there are no others."""
    return [word for word in query_words if not is_small(word)] or query_words


@functools.lru_cache(_KEPT)
def stems(word: str) -> frozenset[str]:
    """What is left of a word without endings; two words that share a stem mean much the same.

    Empty for figures and for codes like 6b, which are not inflected.
    """
    forms = frozenset[str]().union(*(language.stems(word) for language in languages.every()))
    return forms or (frozenset((word,)) if word.isalpha() else forms)


@functools.lru_cache(_KEPT)
def stem(word: str) -> str:
    """One form for all forms of a word: without its particle, the shortest of its stems."""
    plain = without_particle(word) or word
    return min(stems(plain), key=lambda form: (len(form), form), default=plain)


@functools.lru_cache(_KEPT)
def without_spelt_out(word: str) -> str:
    """A word with the letters for which others may stand, where a keyboard has not got them: gebaeude is gebaude."""
    for language in languages.every():
        for typed, letter in language.spelt_out.items():
            word = word.replace(typed, letter)
    return word


def letters(word: str) -> str:
    """A word letter by letter: a syllable is as many letters as it is typed with."""
    return unicodedata.normalize("NFD", word)


def runs(spelt: str) -> set[str]:
    """Runs of three letters of a word that is spelt out; its beginning and its end count as letters."""
    padded = f"\x02\x02{spelt}\x03"
    return {padded[place : place + 3] for place in range(len(padded) - 2)}


def unfinished(word: str) -> list[str]:
    """What a word that is still being typed may begin with, where a keyboard composes syllables; else nothing."""
    return next(filter(None, (language.unfinished(word) for language in languages.every())), None) or []


MAX_QUERY_LENGTH = 200
"""Characters of a query that are looked at."""

_PIECE = re.compile(
    r"""(?P<minus>(?:(?<=\s)|^)-(?!\d+(?!\S)))?(?:["“”„](?P<phrase>[^"“”„]+)["“”]|(?P<field>\w+):(?P<value>[\w-]+)(?!\S)|(?P<word>\S+))"""
)
_NUMBER = re.compile(r"(?<![0-9])(\d{1,2})(?:([ab])번?(?![a-z0-9])| ([ab])$)", re.IGNORECASE)
"""The number of a building, also where it is written into the words beside it or with a space: 건물7a로, house 7 a."""
_HAS_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Query:
    """A query taken apart: words, exact phrases, what must not be there, and fields that were set."""

    text: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def players(self) -> int:
        """The number of players that it names, 0 when it names none: 3p, 4 players, 2인플, zu dritt."""
        typed = fold(self.text)
        return next(filter(None, (language.players(typed) for language in languages.every())), 0)

    @property
    def narrows(self) -> bool:
        """Whether it says which sections are looked for without any words."""
        return bool(self.fields)


def read_query(text: str, knows: Callable[[str, str], bool] | None = None) -> Query:
    """Take a query apart. `knows(field, value)` says which fields there are; without it there are none."""
    applied: list[str] = []
    query = Query("")
    for piece in _PIECE.finditer(text[:MAX_QUERY_LENGTH]):
        minus, phrase, field, value, word = piece.group("minus", "phrase", "field", "value", "word")
        if field and knows and not minus and knows(field.casefold(), value.casefold()):
            query = replace(query, fields=(*query.fields, (field.casefold(), value.casefold())))
        elif minus and _HAS_WORD.search(phrase or word or ""):
            query = replace(query, without=(*query.without, phrase or word))
        elif phrase and _HAS_WORD.search(phrase):
            query = replace(query, phrases=(*query.phrases, phrase))
        else:
            applied.append(word or f"{field} {value}")
    return replace(query, text=_NUMBER.sub(_apart, " ".join(applied)).strip())


def _apart(number: re.Match[str]) -> str:
    return f" {number[1]}{number[2] or number[3]} "

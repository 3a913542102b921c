"""English: what endings say nothing, and which words only ask."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from companion.languages import Language, irregular

_ASKING = """
a an and are at be by can could did do does doesn doesnt don dont exactly for from get go got has have here how
i if im in into is isn it its just many may me mean much must my need now of on one ok or our should so than
that the their them then there they this to up us was we what whats when where which who why will with would you
your actually also am been happen happens he his really she still tell try trying want wanted whatever whether
yet u r ur wtf pls plz tho idk lol btw gonna gotta wanna gimme ive dunno anyone hey
cant wont isnt im ill youre thats theyre theres whos hows wheres
"""
_POINTING = """
how many much where when who why must can can't first own my other
"""
_FIGURES = """
many much cost costs price prices fee fees toll pay limit max maximum min minimum most points pts vp worth
number
"""
_ENDINGS = re.compile(r"(?:'s|ings?|ed|es|s)$")
_MIN_LETTERS = 3
_UNLIKE = irregular(
    {
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
    }
)
"""Forms that no ending explains."""


class English(Language):
    """English, whose words have few endings."""

    name = "English"
    asking = frozenset(_ASKING.split())
    pointing = frozenset(_POINTING.split())
    figures = frozenset(_FIGURES.split())
    sums = frozenset(("pay", "fee", "fees", "toll"))
    persons = ("p", "players?", "ppl")
    asides = ("why", "example")
    forms: Mapping[str, Collection[str]] = MappingProxyType({"unlike": _UNLIKE})

    def stems(self, word: str) -> frozenset[str]:
        """One stem, so that "buying" meets "buys". Figures and codes like 6b are not inflected."""
        return frozenset((_ending_off(_UNLIKE.get(word, word)),)) if word.isascii() and word.isalpha() else frozenset()

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """`:a` is "a card", "an engineer", `:on` "on space 2", "in Kansas City", `:n` goes with a number: "2 cards"."""
        if form == "on" and "on" not in name:
            return f"on {name['one']}"
        if form == "a" and "a" not in name:
            return f"{'an' if name['one'][0].lower() in 'aeiou' else 'a'} {name['one']}"
        return super().decline(name, form, number)


def _ending_off(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    if len(stem) < _MIN_LETTERS or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return stem[:-1] + "y" if stem.endswith("i") else stem + "y"
    if stem != word and stem[-1] == stem[-2] and stem[-1] not in "sl":
        stem = stem[:-1]  # stopped, running
    return stem[:-1] if stem.endswith("e") and len(stem) > _MIN_LETTERS else stem


LANGUAGE = English()

"""German: articles and cases of names, which have a gender.

A name says its gender (`g`: m, f, n) and, where no rule makes them, its plural (`more`) and its cases: `acc`, `dat` and
`gen` of one, `dat-more`. A message asks with the masculine article, whatever the gender: `%(worker:den)s` is the
accusative: "den Cowboy", "die Karte", "das Feld"; `:einem`, `:keinem` and `:deinem` are the dative. `:der-more` and the
like are the plural, `:n-dem` is the form for a number in the dative: "mit 3 Handwerkern". `:auf` says where something
stands, `:nach` where it goes: "auf dem Bauplatz A-1", "nach Kansas City"; `:vom`, `:zum` and `:beim` melt. What a name
says of a form itself comes first; of what there is only in the plural the gender is `more`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.languages import Language, irregular

_ASKING = """
ich du er sie es wir ihr mir mich dir dich uns euch ihm ihn ihnen mein meine meinen meinem meiner dein deine deinen
deinem deiner sein seine der das dem des ein eine einen einem einer eines kein keine keinen und oder aber denn dann wenn
ob dass weil als wie wieviel wieviele viel viele was wer wen wem wo wohin woher wann warum wieso weshalb welche welcher
welches welchen welchem kann kannst konnen darf darfst durfen muss musst mussen soll sollte ist sind war wird werden
habe hast haben hatte mache machen macht tun tut geht gehts gibt gibts mit von vom fur zu zum zur nach bei beim aus auf
im ins am aufs nicht noch schon jetzt hier dort da auch nur mal ja doch bitte eigentlich genau passiert heisst
wurde konnte durfte
"""
_POINTING = "wie wieviel wieviele viele wo wohin wann wer warum wieso muss kann darf kein keine"
_FIGURES = """
viel viele wieviel wieviele kostet kosten preis preise gebuhr gebuhren maut zahlen limit maximal maximum hochstens
mindestens minimum punkte punkt siegpunkte sp wert anzahl zahl
"""
_VERB = re.compile(
    r"(aus|ein|ab|vor|zuruck|weiter|nach|er)?(?:ge|zu)?"
    r"(bau|kauf|zieh|zahl|leg|nehm|spiel|liefer|nutz|setz|ersetz|stell|misch|werf)(?:e|st|t|et|en|te|ten)"
)
"""Verbs of the table, with what may stand in front of them."""
_UNLIKE = irregular(
    {
        "zieh": "gezogen zog",
        "nehm": "nimm nimmt nimmst genommen",
        "werf": "wirf wirft wirfst geworfen abgeworfen",
        "haus": "hauser hausern",
        "rind": "rinder rindern",
        "feld": "felder feldern",
    }
)
"""Forms that no ending explains."""
_CASES = {"er": "nom", "en": "acc", "em": "dat", "es": "gen", "": "nom"}
_ENDINGS = {
    "nom": {"m": "er", "f": "ie", "n": "as", "more": "ie"},
    "acc": {"m": "en", "f": "ie", "n": "as", "more": "ie"},
    "dat": {"m": "em", "f": "er", "n": "em", "more": "en"},
    "gen": {"m": "es", "f": "er", "n": "es", "more": "er"},
}
"""The endings of "der" by case, of one by gender and of several."""
_PLACES = {"auf": "dem", "nach": "den"}
_MELTED = {"vom": "von", "zum": "zu", "beim": "bei"}
_BARE = {("nom", "m"), ("nom", "n"), ("acc", "n")}
"""Where "ein", "kein" and "dein" have no ending."""


class German(Language):
    """German, with three genders and four cases."""

    name = "Deutsch"
    asking = frozenset(_ASKING.split())
    pointing = frozenset(_POINTING.split())
    figures = frozenset(_FIGURES.split())
    sums = frozenset(("zahl", "gebuhr", "maut"))
    persons = ("spielern?", "personen")
    tables: Mapping[str, int] = MappingProxyType({"zu zweit": 2, "zu dritt": 3, "zu viert": 4})
    asides = ("warum", "beispiel")
    spelt_out: Mapping[str, str] = MappingProxyType({"ae": "a", "oe": "o", "ue": "u"})

    def stems(self, word: str) -> frozenset[str]:
        """ "karten" meets "karte", "gebaut" meets "baue"."""
        if stem := _UNLIKE.get(word):
            return frozenset((stem,))
        if verb := _VERB.fullmatch(word):
            return frozenset(((verb[1] or "") + verb[2],))
        return frozenset((word[:-2],)) if len(word) > 5 and word.endswith(("em", "en")) else frozenset()

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """ "den Cowboy", "einer Karte", "keine Gebäude", "3 Handwerkern", "auf dem Feld"."""
        if form in name:
            return name[form]
        if form in _PLACES:
            return f"auf {self.decline(name, _PLACES[form], number)}"
        if form in _MELTED:
            word = _MELTED[form]
            whole = f"{word} {self.decline(name, 'dem', number)}"
            return whole.replace(f"{word} dem ", f"{form} ", 1).replace("zu der ", "zur ", 1)
        article, _, many = form.partition("-")
        if article == "n":
            case = _CASES[many.removeprefix("d")]
            return _noun(name, case, more=number != "one")
        for stem in ("kein", "dein", "ein", "d"):
            if article.startswith(stem) and article[len(stem) :] in _CASES and "g" in name:
                case = _CASES[article[len(stem) :]]
                return f"{_article(stem, case, 'more' if many else name['g'])} {_noun(name, case, more=bool(many))}"
        return super().decline(name, form, number)


def _article(stem: str, case: str, gender: str) -> str:
    if stem != "d" and (case, gender) in _BARE:
        return stem
    ending = _ENDINGS[case][gender]
    return stem + (ending if stem == "d" else {"ie": "e", "as": "es"}.get(ending, ending))


def _noun(name: Mapping[str, str], case: str, *, more: bool) -> str:
    if more:
        several = name.get("more", name["one"])
        return name.get("dat-more") or (several if several[-1] in "ns" else f"{several}n") if case == "dat" else several
    if case == "gen" and name.get("g") not in ("f", "more"):
        return name.get("gen") or name["one"] + ("es" if name["one"][-1] in "sßxz" else "s")
    return name.get(case) or name["one"]


LANGUAGE = German()

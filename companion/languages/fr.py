"""French: articles of names, which have a gender, what melts into them, and elision.

A name says its gender (`g`: m, f) and its plural (`more`); `h = "aspiré"` keeps its article whole. A message asks with
the masculine article, whatever the gender: `%(worker:le)s` is "le cowboy", "la carte", "l’artisan"; `:un`, `:du`, `:au`
`:ce`, `:aucun` and `:votre` likewise, `:les`, `:des`, `:aux` and `:ces` for several. `:de` has no article: "d’artisan",
"de Bob", "de cowboys" (`:de-more`); `:sur` says where something stands or goes: "sur la case 2", "à Kansas City",
`:jusque` how far: "jusqu’au bâtiment". What a name says of a form itself
comes first; of what there is only in the plural the gender is `more`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from companion.languages import Language, irregular

_ASKING = """
je tu il elle on nous vous ils elles moi toi mon ma mes ton ta tes votre vos le la les un une des du de au ce cette ces
cet ca cela et ou mais si que qui quoi quel quelle quels quelles combien comment quand pourquoi est sont suis etes etait
ai avons avez ont puis peux peut peuvent pouvez pouvoir dois doit doivent devez faut faire fait fais avec pour par
dans sur sous en ne y se sa ses leur leurs donc alors encore deja aussi ici quelqu lequel
laquelle lesquels
"""
_POINTING = "combien quand qui pourquoi comment peut peux dois doit faut quel quelle"
_FIGURES = """
combien coute coutent cout prix peage peages payer limite maximum maximal minimum points point pv valeur nombre
"""
_VERB = re.compile(
    r"(engag|embauch|achet|livr|jou|plac|pos|utilis|pay|pioch|defauss|remplac|amelior|avanc|recul|gagn|retir|deplac|"
    r"depass|recrut|echang|melang)(?:e|es|er|ez|ent|ee|ees|ons|eons|ant|eant|era)"
)
"""Verbs of the table, which all go alike."""
_UNLIKE = irregular(
    {
        "constru": "construire construis construit construisez construite construits",
        "pren": "prendre prends prend prenez pris prise",
        "fin": "finir finit finie finissent",
    }
)
"""Forms that no ending explains."""
_ARTICLES: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "le": ("le", "la", {"m": "l’", "f": "l’"}),
    "un": ("un", "une", {}),
    "du": ("du", "de la", {"m": "de l’", "f": "de l’"}),
    "au": ("au", "à la", {"m": "à l’", "f": "à l’"}),
    "ce": ("ce", "cette", {"m": "cet "}),
    "aucun": ("aucun", "aucune", {}),
    "votre": ("votre", "votre", {}),
}
"""What a message asks for: masculine, feminine, and in front of a vowel where that is another word."""
_SEVERAL = ("les", "des", "aux", "ces")
_ONLY_SEVERAL = {"le": "les", "un": "des", "du": "des", "au": "aux", "ce": "ces", "votre": "vos"}


class French(Language):
    """French, with two genders."""

    name = "Français"
    asking = frozenset(_ASKING.split())
    pointing = frozenset(_POINTING.split())
    figures = frozenset(_FIGURES.split())
    sums = frozenset(("pay", "peage"))
    persons = ("joueurs", "personnes")
    # In front of another word it says something else: "à deux cases d’ici".
    tables: Mapping[str, int] = MappingProxyType({"a deux$": 2, "a trois$": 3, "a quatre$": 4})
    asides = ("pourquoi", "exemple")
    verbs = _VERB
    unlike = _UNLIKE

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """ "l’artisan", "de la carte", "d’ingénieur", "aux gares"."""
        if form in name:
            return name[form]
        noun = name["one"]
        vowel = unicodedata.normalize("NFD", noun[0].lower())[0] in "aeiouyœh" and "h" not in name
        if form == "sur":
            return f"sur {self.decline(name, 'le', number)}"
        if form == "jusque":
            return f"jusqu’{self.decline(name, 'au', number)}"
        if form == "au" and "g" not in name:
            return f"à {noun}"
        if form in ("de", "de-more") or (form == "du" and "g" not in name):
            said = name.get("more", noun) if form == "de-more" else noun
            return f"d’{said}" if vowel else f"de {said}"
        if "g" in name and form in _SEVERAL:
            return f"{form} {name.get('more', noun)}"
        if name.get("g") == "more" and form in _ONLY_SEVERAL:
            return f"{_ONLY_SEVERAL[form]} {noun}"
        if "g" in name and form in _ARTICLES:
            masculine, feminine, elided = _ARTICLES[form]
            whole = feminine if name["g"] == "f" else masculine
            return elided[name["g"]] + noun if vowel and name["g"] in elided else f"{whole} {noun}"
        return super().decline(name, form, number)


LANGUAGE = French()

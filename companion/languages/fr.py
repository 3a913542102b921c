"""French: articles of names, which have a gender, what melts into them, and elision.

A name says its gender (`g`: m, f) and its plural (`more`); `h = "aspiré"` keeps its article whole. A message asks with
the masculine article, whatever the gender: `%(worker:le)s` is "le cowboy", "la carte", "l’artisan"; `:un`, `:du`, `:au`
and `:ce` likewise, `:les`, `:des`, `:aux` and `:ces` for several. `:de` has no article: "d’artisan", "de Bob".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from companion.languages import Language

_ARTICLES: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "le": ("le", "la", {"m": "l’", "f": "l’"}),
    "un": ("un", "une", {}),
    "du": ("du", "de la", {"m": "de l’", "f": "de l’"}),
    "au": ("au", "à la", {"m": "à l’", "f": "à l’"}),
    "ce": ("ce", "cette", {"m": "cet "}),
}
"""What a message asks for: masculine, feminine, and in front of a vowel where that is another word."""
_SEVERAL = ("les", "des", "aux", "ces")


class French(Language):
    """French, with two genders."""

    name = "Français"

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """ "l’artisan", "de la carte", "d’ingénieur", "aux gares"."""
        noun = name["one"]
        vowel = unicodedata.normalize("NFD", noun[0].lower())[0] in "aeiouyœh" and "h" not in name
        if form == "de":
            return f"d’{noun}" if vowel else f"de {noun}"
        if "g" in name and form in _SEVERAL:
            return f"{form} {name.get('more', noun)}"
        if "g" in name and form in _ARTICLES:
            masculine, feminine, elided = _ARTICLES[form]
            whole = feminine if name["g"] == "f" else masculine
            return elided[name["g"]] + noun if vowel and name["g"] in elided else f"{whole} {noun}"
        return super().decline(name, form, number)


LANGUAGE = French()

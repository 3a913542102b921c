"""Spanish: articles of names, which have a gender, and what melts into them.

A name says its gender (`g`: m, f; `more` of what there is only in the plural) and, where no rule makes it, its plural
(`more`). A message asks with the masculine article, whatever the gender: `%(worker:el)s` is "el vaquero", "la carta";
`:un`, `:del`, `:al`, `:este`, `:ningun` and `:tu` likewise, `:los` for several. `:en` says where something stands:
"en la casilla 2", "en Kansas City"; `:hasta` how far. What a name says of a form itself comes first. What has no gender
is a name of its own: "de Ana", "a Chicago". In front of their own sound, "y" is "e" and "o" is "u".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.languages import Language, irregular

_ASKING = """
yo tu el ella nosotros mi mis tus su sus me te se nos os lo los la las un una unos unas del al y pero si que
quien quienes cual cuales cuanto cuanta cuantos cuantas como cuando donde adonde porque es son soy esta estan estoy ser
estar hay ha he han tengo tiene tienes tenemos tienen puedo puede puedes podemos pueden debo debe deben hago hace hacen
hacer con por para en sin sobre desde hasta hacia ya aqui alli muy tambien despues antes eso esto ese este esa
"""
_POINTING = "cuanto cuanta cuantos cuantas cuando donde quien como puedo puede debo cual"
_FIGURES = """
cuanto cuanta cuantos cuantas cuesta cuestan coste costo precio peaje peajes pagar limite maximo minimo puntos punto pv
valor numero
"""
_VERB = re.compile(
    r"(contrat|compr|entreg|rob|descart|pag|us|mejor|avanz|mov|gan|tom|coloc|reemplaz|cobr|retir|retroced|constru|"
    r"intercambi|baraj|jug)"
    r"(?:ar|er|ir|o|as|a|es|e|amos|emos|imos|an|en|ado|ada|ados|ido|ida|ando|iendo|yo|yes|ye|yendo)"
)
"""Verbs of the table."""
_UNLIKE = irregular(
    {
        "jug": "juego juega juegas juegan",
        "mov": "muevo mueve mueves mueven",
        "avanz": "avance avances avancen",
        "coloc": "coloque",
    }
)
"""Forms that no ending explains."""
_ARTICLES: Mapping[str, tuple[str, str, str, str, str]] = {
    "el": ("el", "la", "los", "las", ""),
    "un": ("un", "una", "unos", "unas", ""),
    "del": ("del", "de la", "de los", "de las", "de"),
    "al": ("al", "a la", "a los", "a las", "a"),
    "en": ("en el", "en la", "en los", "en las", "en"),
    "hasta": ("hasta el", "hasta la", "hasta los", "hasta las", "hasta"),
    "este": ("este", "esta", "estos", "estas", ""),
    "ningun": ("ningún", "ninguna", "", "", ""),
    "tu": ("tu", "tu", "tus", "tus", ""),
}
"""What a message asks for: masculine, feminine, several of either, and in front of a name of its own."""
_SOUNDS = (("y", "e", re.compile(r"h?[ií](?![aeiou])")), ("o", "u", re.compile(r"h?[oó]|8|11(?:\d{3})*(?!\d)")))
"""A word, what it is in front of its own sound, and what sounds so: "e Iris" but "y hielo", "u 8" but "o 110"."""
_SEVERAL = {"los": "el", "de-los": "del", "tus": "tu"}


class Spanish(Language):
    """Spanish, with two genders."""

    name = "Español"
    asking = frozenset(_ASKING.split())
    pointing = frozenset(_POINTING.split())
    figures = frozenset(_FIGURES.split())
    sums = frozenset(("pag", "peaje"))
    persons = ("jugadores", "personas")
    # In front of another word it says something else: "a dos casillas".
    tables: Mapping[str, int] = MappingProxyType({"a dos$": 2, "a tres$": 3, "a cuatro$": 4})
    asides = ("por que", "ejemplo")
    verbs = _VERB
    unlike = _UNLIKE

    def before(self, text: str, spoken: str) -> str:
        """ "Ana e Iris", "siete u ocho"."""
        for word, other, sound in _SOUNDS:
            if sound.match(spoken.lower()):
                text = re.sub(rf"\b{word} $", f"{other} ", text)
        return text

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """ "el ingeniero", "de la carta", "al peligro", "tus vaqueros"."""
        if form in name:
            return name[form]
        if form in _SEVERAL:
            return f"{_ARTICLES[_SEVERAL[form]][3 if name.get('g') == 'f' else 2]} {_several(name)}"
        if form in _ARTICLES:
            masculine, feminine, several, _, own = _ARTICLES[form]
            article = {"m": masculine, "f": feminine, "more": several}.get(name.get("g", ""), own)
            return f"{article} {name['one']}".lstrip()
        if form == "more" or (form == "n" and number != "one"):
            return _several(name)
        return name["one"]


def _several(name: Mapping[str, str]) -> str:
    """ "vaqueros", "locomotoras", "constructores"."""
    one = name["one"]
    return name.get("more") or (one if name.get("g", "more") == "more" else one + ("s" if one[-1] in "aeo" else "es"))


LANGUAGE = Spanish()

"""Spanish: articles of names, which have a gender, and what melts into them.

A name says its gender (`g`: m, f; `more` of what there is only in the plural) and, where no rule makes it, its plural
(`more`). A message asks with the masculine article, whatever the gender: `%(worker:el)s` is "el vaquero", "la carta";
`:un`, `:del`, `:al`, `:este`, `:ningun` and `:tu` likewise, `:los` for several. `:en` says where something stands:
"en la casilla 2", "en Kansas City"; `:hasta` how far. What a name says of a form itself comes first. What has no gender
is a name of its own: "de Ana", "a Chicago".
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.languages import Language

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
_SEVERAL = {"los": "el", "de-los": "del", "tus": "tu"}


class Spanish(Language):
    """Spanish, with two genders."""

    name = "Español"

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

"""The words of a message that go with its values: articles, cases and plurals of names, Korean particles.

Filling in a message picks the form that goes with a value:

* `%(worker:a)s` asks a name for one of its forms; the module of the language makes it (`Language.decline`). A number,
  or what somebody typed, stays as it is. `%(have)s %(worker:n)s` asks for the form that goes with the number in front.
* `%(have)s [card|cards] [is|are] left` says a text for each class that CLDR gives whole numbers in the language (one
  and other; one, few and many ...) and picks by the number in front, or by one inside: `[is %(have)s card|are ...]`.
* A Korean particle stands right behind its value, in both forms: `%(x)s은(는)`, `“%(x)s”이(가)`, `%(x)s(으)로`.
* A word of one letter right in front of a value goes with it (`Language.before`): "7 u 8" for `%(x)s o %(y)s`.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from babel import Locale

from companion import languages

T = TypeVar("T", bound=str)

_CLASSES = ("zero", "one", "two", "few", "many", "other")
_WHOLE = range(200)
"""Whole numbers that have every class which a text can be in; French has one more, for round millions."""
_VALUE = r"%\((?P<value>\w+)(?P<form>:[\w-]+)?\)[sd]"


class Noun(str):
    """What a thing is called, with the other forms that its language has of the word.

    It is a text like any other: what a list, a heading or a message shows that asks for no form.
    """

    forms: Mapping[str, str]
    """`one` and, as the language needs them, `more`, a gender, cases: see the module of the language."""

    def __new__(cls, forms: Mapping[str, str]) -> Noun:
        """A name of these forms, of which `name`, or else `one`, is how it stands by itself."""
        name = super().__new__(cls, forms.get("name", forms["one"]))
        name.forms = forms
        return name

    @staticmethod
    def forms_of(name: str) -> dict[str, str]:
        """How a name stands in a text: of one, as the object of a sentence, and of several."""
        forms = name.forms if isinstance(name, Noun) else {"one": name}
        return {form: forms[form] for form in ("one", "acc", "more") if form in forms}

    def __reduce__(self) -> tuple[type[Noun], tuple[Mapping[str, str]]]:
        return Noun, (self.forms,)


def filled(text: T, params: Mapping[str, object], language: str) -> T:
    """A message of a language with its parameters, each form the one that goes with its value.

    Raises KeyError for a parameter that is missing.
    """
    if isinstance(text, Noun):
        return type(text)({key: filled(form, params, language) for key, form in text.forms.items()})
    if _has_forms(str(text)):
        values, number = dict(params), None

        def chosen(match: re.Match[str]) -> str:
            nonlocal number
            if match["texts"]:
                if inside := re.search(_VALUE, match["texts"]):
                    number = params[inside["value"]]
                return _text_for(number, match["texts"].split("|"), language)
            value, form, particle = params[match["value"]], match["form"], match["particle"]
            if form:
                value = values[match["value"] + form] = declined(value, form[1:], number, language)
            elif not isinstance(value, Noun):
                number = value
            worded = match[0][: -len(particle)] + _particle(particle, value) if particle else match[0]
            return languages.of(language).before(worded[:2], _spoken(value)) + worded[2:] if match["front"] else worded

        text = type(text)(_piece().sub(chosen, str(text)))
        params = values
    return text % params  # type: ignore[return-value] # of the same type, like all that text is made of


@functools.cache
def _piece() -> re.Pattern[str]:
    """A value with what depends on it, or the texts of which a number chooses one."""
    particles = "|".join(re.escape(particle) for language in languages.every() for particle in language.particles)
    behind = rf"(?P<close>[”’\"')]*)(?P<particle>{particles or '(?!)'})"
    return re.compile(rf"(?P<front>(?<!\S)[^\W\d] )?{_VALUE}(?:{behind})?|\[(?P<texts>[^][|]*(?:\|[^][|]*)+)\]")


@functools.cache
def _has_forms(text: str) -> bool:
    depends = ("front", "form", "particle", "texts")
    return any(match[part] for match in _piece().finditer(text) for part in depends)


def joined(between: str, things: Iterable[str], language: str) -> str:
    """Things with a text between any two of them, in the form that goes with the second."""
    first, *others = (*things,) or ("",)
    return first + "".join(languages.of(language).before(between, _spoken(thing)) + thing for thing in others)


def declined(value: object, form: str, number: object, language: str) -> object:
    """A value in the form that a message asks for: a name as its language declines it, a number as it is."""
    if isinstance(value, int):
        return value
    forms = value.forms if isinstance(value, Noun) else {"one": str(value)}
    return languages.of(language).decline(forms, form, plural_class(number, language))


def plural_class(number: object, language: str) -> str:
    """The class of a number in a language as CLDR calls it: "one", "few", "other" ...; "other" of what is no number."""
    try:
        return _rules(language)[0](abs(int(str(number).replace("−", "-"))))
    except ValueError:
        return "other"


def _text_for(number: object, texts: list[str], language: str) -> str:
    """The text for a number, of one for each class. Texts that are not as many tell one from several, as in English: a
    language whose nouns do not may still say "one card" and "up to 2 cards" differently."""
    if len(texts) != len(_rules(language)[1]):
        language = "en"
    kind, classes = plural_class(number, language), _rules(language)[1]
    return texts[classes.index(kind) if kind in classes else -1]


@functools.cache
def _rules(language: str) -> tuple[Callable[[int], str], tuple[str, ...]]:
    """How a language classes numbers, and the classes that whole numbers have there."""
    classed: Callable[[int], str] = Locale.parse(language).plural_form
    classes = set(map(classed, _WHOLE))
    return classed, tuple(kind for kind in _CLASSES if kind in classes)


def _particle(particle: str, value: object) -> str:
    language = next(language for language in languages.every() if particle in language.particles)
    return language.particle(particle, _spoken(value))


def _spoken(value: object) -> str:
    """A value as the particle goes with it: without HTML's tags, and without what stands in brackets at its end."""
    text = re.sub(r"<[^>]*>", "", str(value)) if hasattr(value, "__html__") else str(value)
    text = re.sub(r"(?<=.)\s*\([^()]*\)$", "", text)
    while text and unicodedata.category(text[-1])[0] not in "LN":
        text = text[:-1]
    return text


def capital(text: str) -> str:
    """A name as the beginning of a line."""
    return text[:1].upper() + text[1:]

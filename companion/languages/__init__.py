"""What a language needs besides its texts, where it needs anything: one module called like its folder in `content/`.

A language without a module is one of an alphabet, of whose grammar nothing is known: search compares its words as they
are and letter by letter. Whoever reads a word does not know its language, so search asks all of them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType

from companion.paths import folder

_ENDS = '.!?…)"”’'
"""What a sentence ends with that says all it says."""


class Language:
    """A language as search, messages and pages see it; a module overrides what is different in its own."""

    name: str | None = None
    """What the language calls itself; None when only Babel knows."""
    script = "alphabet"
    """How it is written: "alphabet", or "syllables", whose words are broken nowhere but between them."""
    asking: Collection[str] = ()
    """Words that belong to asking rather than to what is asked for."""
    pointing: Collection[str] = ()
    """Words of asking that point at the kind of answer: a place, a price, a time."""
    figures: Collection[str] = ()
    """Words that ask how much or how many."""
    sums: Collection[str] = ()
    """Those among them that more often name what is paid than ask for it."""
    persons: Collection[str] = ("p",)
    """Folded words behind a figure that say how many play: "3 players"."""
    tables: Mapping[str, int] = MappingProxyType({})
    """Folded patterns that say so without a figure: "zu dritt"."""
    asides: Collection[str] = ()
    """Folded words that a paragraph begins with that tells why, or gives an example."""
    forms: Mapping[str, Collection[str]] = MappingProxyType({})
    """Endings and irregular forms that search on phones (`static/js/lookup.js`) knows this language by."""
    verbs: re.Pattern[str] | None = None
    """Folded verbs that people at the table use, whose first group is what all their forms have in common."""
    unlike: Mapping[str, str] = MappingProxyType({})
    """Folded forms that no ending explains -> the stem; see `irregular`."""
    spelt_out: Mapping[str, str] = MappingProxyType({})
    """What stands for a letter where a keyboard has not got it -> that letter, folded: "ae" -> "a"."""
    particles: Collection[str] = ()
    """Words that depend on the value in front of them, as a message writes them; see `particle`."""

    def asks_for_figures(self, word: str) -> bool:
        """Whether a folded word asks how much or how many."""
        return word in self.figures

    def players(self, typed: str) -> int:
        """The number of players that a folded text names, 0 when it names none."""
        for said, number in self._players.items():
            if match := said.search(typed):
                return number or int(match[1])
        return 0

    @functools.cached_property
    def _players(self) -> Mapping[re.Pattern[str], int]:
        said = {rf"([2-4]) ?(?:{'|'.join(self.persons)})": 0, **self.tables}
        return {re.compile(rf"(?<![^\W_])(?:{pattern})(?![a-z])"): number for pattern, number in said.items()}

    def leads(self, sentence: str) -> bool:
        """Whether a sentence leads to what stands below it: with a colon, or by having no end."""
        return bool(sentence) and sentence[-1] not in _ENDS

    def particle(self, particle: str, spoken: str) -> str:
        """The form of one of `particles` behind a text as one says it, as it stands where nobody can tell."""
        return particle

    def before(self, text: str, spoken: str) -> str:
        """A text right in front of another, as it goes with how one says that."""
        return text

    def decline(self, name: Mapping[str, str], form: str, number: str) -> str:
        """A name in the form that a message asks for, as it is where the language has no such form.

        Parameters:
            name: the forms that its table has: `one`, `more`, others by name.
            form: one of them, or one that the language makes of them; `n` is the one for a number.
            number: the class of the number in front: "one", "few", "other" ...
        """
        if form == "n":
            form = number if number in name else "more"
        return name.get(form) or name["one"]

    def is_syllable(self, character: str) -> bool:
        """Whether a character is a complete syllable of this language."""
        return False

    def is_initials(self, word: str) -> bool:
        """Whether a folded word is nothing but first letters of syllables."""
        return False

    def bare(self, word: str) -> str | None:
        """A folded word without the particle at its end, None when there is none to take off."""
        return None

    def without_asking(self, word: str) -> str:
        """A folded word without what asks and is glued to its end."""
        return word

    def stems(self, word: str) -> frozenset[str]:
        """What may be left of a folded word without endings; empty for words of other languages."""
        verb = self.verbs.fullmatch(word) if self.verbs else None
        stem = verb[1] if verb else self.unlike.get(word)
        return frozenset((stem,)) if stem else frozenset()

    def unfinished(self, word: str) -> list[str] | None:
        """What a word that is still being typed may begin with; None where every beginning is typed as it is."""
        return None


def irregular(forms_of: Mapping[str, str]) -> Mapping[str, str]:
    """Forms that no ending explains, each with its stem, out of stem -> forms with spaces between."""
    return {form: stem for stem, forms in forms_of.items() for form in forms.split()}


@functools.cache
def codes() -> tuple[str, ...]:
    """The languages that there are: the names of their folders."""
    return tuple(sorted(entry.name for entry in folder("content").iterdir() if (entry / "names").is_dir()))


@functools.cache
def of(code: str) -> Language:
    """What is known of a language."""
    module = f"{__name__}.{code}"
    language: Language = import_module(module).LANGUAGE if find_spec(module) else Language()
    return language


@functools.cache
def every() -> tuple[Language, ...]:
    """What is known of any language: texts may have come from where there are more languages than here."""
    return tuple(of(module.name) for module in iter_modules(__path__))

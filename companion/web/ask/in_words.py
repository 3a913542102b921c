"""A quick question in somebody's own words: "4 players, 7 dollars, hire a cowboy from row 1".

Which question it is, the search says: the first section that it finds and that a question answers. What is known, the
form of that question says: its labels and options are looked for in the text, numbers beside the word that they count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from companion import engine
from companion.book.search.words import fold, stems
from companion.reference.search import look_for
from companion.web.ask.fields import AskField, Number, Option, Pick, Ticks
from companion.web.ask.form import CHOSEN, VERSION, Form
from companion.web.ask.questions import questions
from companion.web.ask.situation import Choice, Question
from companion.web.ask.words import gettext
from companion.web.language import current
from companion.web.reference import reference

MAX_LENGTH = 120
_TOKEN = re.compile(r"[a-z]+-\d+|\d+[ab](?![a-z])|t\d+(?!\w)|\d+|[^\W\d_]+")
_ROUNDS = 4
"""What was told may lead to further fields, and those to others."""
_BY_NAME = {"old", "out"}
"""Fields about buildings that lie already: whoever names one in a question means to build it."""
_LEAST_FIT = 0.6
"""Two words that belong to a question, or one of its title."""
_NEAR = 4
"""So many words may stand between the name of a row and what lies in it."""


@dataclass
class Understood:
    """What a text asks: the question, the fields of its address, and the words that said nothing."""

    question: Question | None = None
    query: MultiDict[str, str] = field(default_factory=MultiDict)
    left: tuple[str, ...] = ()


def understand(text: str) -> Understood:
    """What a text asks, in the language of the page; no question where none fits."""
    words = _Words(text)
    asked = _question(words)
    if asked is None:
        return Understood(left=tuple(words.all))
    given: MultiDict[str, str] = MultiDict({VERSION: "1"})
    for _ in range(_ROUNDS):
        form = Form(given)
        situation = asked.ask(form)
        for key in [key for key, told in form.fields.items() if told.errors]:
            given.poplist(key)
        found = [(key, value) for key, told in form.fields.items() if key not in given for value in _told(told, words)]
        for key, value in found:
            given.add(key, value)
        if not found:
            break
    chosen = _choice(situation.choices, words)
    if chosen:
        given[CHOSEN] = chosen
    words.use_up(_of_question(asked))
    return Understood(asked, given, tuple(words.left()))


class _Words:
    """The words of a text; what has been understood is used up."""

    def __init__(self, text: str) -> None:
        self.all: Sequence[str] = _TOKEN.findall(fold(text).replace("$", " dollars "))
        self.stems = [stems(word) | {word} for word in self.all]
        self.used: set[int] = set()

    def at(self, phrase: Sequence[str]) -> Iterator[int]:
        """Where the words of a phrase stand one after the other."""
        wanted = [stems(word) | {word} for word in phrase]
        for place in range(len(self.all) - len(wanted) + 1 if wanted else 0):
            if all(self.stems[place + n] & told for n, told in enumerate(wanted)):
                yield place

    def number(self, counted: frozenset[str]) -> int | None:
        """The place of a number beside a word that says what it counts."""
        free = [place for place, word in enumerate(self.all) if word.isdecimal() and place not in self.used]
        for away in (1, -1, 2):
            for place in free:
                if 0 <= place + away < len(self.all) and self.stems[place + away] & counted:
                    self.used |= {place, place + away}
                    return place
        return None

    def use_up(self, told: frozenset[str]) -> None:
        """Words that were understood as a whole, wherever they stand."""
        self.used |= {place for place, known in enumerate(self.stems) if known & told}

    def left(self) -> list[str]:
        """What said nothing: words of one letter and bare grammar aside."""
        return [w for n, w in enumerate(self.all) if n not in self.used and len(w) > 1 and not self.stems[n] & _small()]


def _told(asked: AskField, words: _Words) -> list[str]:
    """What a text says for a field."""
    label = str(asked.label.text)
    if isinstance(asked, Number):
        place = words.number(_counted(asked.name, label))
        return [] if place is None else [words.all[place]]
    if not isinstance(asked, (Pick, Ticks)) or asked.name in _BY_NAME:
        return []
    if any(option.text.isdecimal() for option in asked.options):
        place = words.number(_counted(asked.name, label))
        known = {option.value for option in asked.options}
        if place is not None and words.all[place] in known:
            return [words.all[place]]
    if isinstance(asked, Ticks) and any(character.isdecimal() for character in label):
        return _in_row(asked.options, _TOKEN.findall(fold(label)), words)
    found = [(len(phrase), place, option) for option in asked.options for phrase, place in _mentioned(option, words)]
    chosen: list[str] = []
    for length, place, option in sorted(found, key=lambda one: (-one[0], one[1])):
        if not words.used & {*range(place, place + length)} and (isinstance(asked, Ticks) or not chosen):
            words.used |= {*range(place, place + length)}
            chosen.append(option.value)
    return chosen


def _mentioned(option: Option, words: _Words) -> Iterator[tuple[Sequence[str], int]]:
    for told in dict.fromkeys((option.text, option.value)):
        phrase = _TOKEN.findall(fold(told))
        # A bare number says nothing by itself.
        if not all(word.isdecimal() for word in phrase):
            yield from ((phrase, place) for place in words.at(phrase))


def _in_row(options: Sequence[Option], label: Sequence[str], words: _Words) -> list[str]:
    """What is named near the name of a row: "row 1: cowboy", or in Korean "1행 카우보이"."""
    chosen: list[str] = []
    for phrase in (label, label[::-1]):
        for row in words.at(phrase):
            near = range(max(0, row - _NEAR), min(len(words.all), row + len(phrase) + _NEAR))
            for option in options:
                places = [place for _, place in _mentioned(option, words) if place in near]
                if places and option.value not in chosen:
                    words.used |= {places[0], *range(row, row + len(phrase))}
                    chosen.append(option.value)
    return chosen


def _choice(choices: Sequence[Choice], words: _Words) -> str | None:
    """The one choice that the text names, by its title or by what its last action is about."""
    named: dict[str, int] = {}
    for choice in choices:
        about = [str(value) for value in engine.action_plain(choice.actions[-1]).values()] if choice.actions else []
        for told in (str(choice.title), *about):
            phrase = _TOKEN.findall(fold(told))
            if phrase and not all(word.isdecimal() for word in phrase) and any(words.at(phrase)):
                named[choice.line] = max(named.get(choice.line, 0), len(phrase))
                words.used |= {n for place in words.at(phrase) for n in range(place, place + len(phrase))}
    best = [line for line, length in named.items() if length == max(named.values())]
    return best[0] if len(best) == 1 else None


def _counted(key: str, label: str) -> frozenset[str]:
    """The words that say what a number counts."""
    more = {"n": gettext("player players people"), "d": gettext("dollar dollars money")}
    return _stems_of(f"{label} {more.get(key, '')}") - _small() - _stems_of(gettext("your you"))


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stem for word in _TOKEN.findall(fold(text)) for stem in (*stems(word), word))


def _of_question(asked: Question) -> frozenset[str]:
    """The words by which one asks it."""
    sections = [reference().books[current()].sections[rule] for rule in asked.rules]
    return _stems_of(" ".join((str(asked.title), *(" ".join((s.title, *s.terms)) for s in sections)))) - _small()


def _question(words: _Words) -> Question | None:
    # The words of its title say it, and what the search finds first: each alone may be enough.
    bare = " ".join(word for word in words.all if not word.isdecimal())
    hits = [hit.section.id for hit in look_for(reference(), current(), bare, None).hits]
    said = frozenset(stem for known in words.stems for stem in known) - _small()

    def fits(asked: Question) -> float:
        titled = len(said & (_stems_of(str(asked.title)) - _small()))
        ranks = [hits.index(rule) for rule in asked.rules if rule in hits]
        about = len({word for word in said if len(word) > 1} & _of_question(asked))
        return titled + (2 / (1 + min(ranks)) if ranks and about else 0) + about / 3

    best = max(questions().values(), key=fits)
    return best if fits(best) >= _LEAST_FIT else None


def _small() -> frozenset[str]:
    """Words that say nothing by themselves."""
    return _stems_of(
        gettext("a the i my me can may have with from for to of in on and or is it this what which how much now")
    )

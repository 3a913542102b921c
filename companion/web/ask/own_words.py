"""A quick question in somebody's own words: "4 players, 7 dollars, hire a cowboy from row 1".

Words are read as the search reads them: inflected, glued together, misspelt, or others that mean the same. What says
which question it is, and what is said of its fields beyond their labels, stands under `[said]` in the names of each
language. Each number goes to the field whose words stand nearest, each thing to the first field that knows it.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from companion import i18n
from companion.book.search.vocabulary import Vocabulary
from companion.web.ask.fields import AskField, Number, Pick, Ticks
from companion.web.ask.form import CHOSEN, VERSION, Form
from companion.web.ask.questions import quick_questions
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.ask.tokens import Phrase, Text, tokens
from companion.web.language import current
from companion.web.reference import reference

MAX_LENGTH = 120
_ROUNDS = 4
"""What was told may lead to further fields, and those to others."""
_LEAST_FIT = 0.45
"""A word that few questions share, or two that some do."""
_NEARLY = 0.6
"""Questions that fit so much as well as the best one are all filled in: the one that leaves least unsaid is meant."""
_NEAR = 6
"""So many words may stand between the name of a row and what lies in it."""
_LONGEST = 4
"""A longer text of a button is a sentence."""
_PLAYERS = 0.7
"""What a word for players is worth beside one that counts something else."""
_NAMING = ("said", "worker", "breed", "city", "hazard", "outlaw", "player")
"""Contexts of names whose words are understood."""
_SECTION = 0.3
"""What a name of one of the question's rules is worth beside a word of the question itself."""


@dataclass
class Understood:
    """What a text asks: the question, the fields of its address, and the words that said nothing."""

    question: QuickQuestion | None = None
    query: MultiDict[str, str] = field(default_factory=MultiDict)
    left: tuple[str, ...] = ()


Played = tuple[tuple[str, str], ...]
"""What is played where it is not the usual game: fields and values of an address."""


def understand(text: str, played: Played = ()) -> Understood:
    """What a text asks of a game, in the language of the page; no question where none fits."""
    words = _read(text)
    if not (ranked := _ranked(words)):
        return Understood(left=tuple(words.left()))
    near = [(asked, worth) for asked, worth in ranked if worth >= _NEARLY * ranked[0][1]][:3]
    filled = [(_fill(asked, words.anew(), played), worth) for asked, worth in near]
    return min(filled, key=lambda one: (len(one[0].left), -one[1]))[0]


def offered(text: str) -> QuickQuestion | None:
    """The quick question that a search seems to ask: one that fits, with something about the situation."""
    words = _read(text)
    ranked = _ranked(words) if words.tells_something() else []
    return ranked[0][0] if ranked else None


def _read(text: str) -> Text:
    return Text(text, _vocabulary(current()), _words_of("small"), _words_of("before"))


def _words_of(key: str) -> frozenset[str]:
    return frozenset(word for phrase in _said(current())[key] for word in phrase)


def _ranked(words: Text) -> list[tuple[QuickQuestion, float]]:
    """The questions that a text may ask, the best first."""
    worth: dict[str, float] = {}
    for (question, phrase), weight in _asking(current()).items():
        for place in words.at(phrase):
            worth[question] = worth.get(question, 0.0) + weight
            words.said |= {*range(place, place + len(phrase))}
    best = sorted(worth, key=lambda question: (-worth[question], list(quick_questions()).index(question)))
    return [(quick_questions()[question], worth[question]) for question in best if worth[question] >= _LEAST_FIT]


@functools.cache
def _said(language: str) -> Mapping[str, tuple[Phrase, ...]]:
    """Question, field or option -> phrases for it, with words that are glued together taken apart as in a text."""
    parted = _vocabulary(language).parts
    texts = {key: i18n.name(language, "said", key) for context, key in i18n.all_names(language) if context == "said"}
    return {
        key: tuple(tuple(part for word in tokens(phrase) for part in parted(word)) for phrase in text.split(","))
        for key, text in texts.items()
    }


@functools.cache
def _asking(language: str) -> Mapping[tuple[str, Phrase], float]:
    """Question and phrase -> how much that says: more, the fewer questions have it."""
    worth: dict[tuple[str, Phrase], float] = {}
    for question in quick_questions().values():
        for phrase in map(tokens, _called(question, language)):
            worth[question.id, phrase] = _SECTION * len(phrase)
        for phrase in _said(language)[question.id]:
            worth[question.id, phrase] = float(len(phrase))
    having = Counter(phrase for _, phrase in worth)
    return {(question, phrase): weight / having[phrase] for (question, phrase), weight in worth.items() if phrase}


def _called(question: QuickQuestion, language: str) -> Iterator[str]:
    """What a question and its rules are called."""
    yield str(question.title)
    for rule in question.rules:
        place = reference().books[language].place_of(rule)
        yield from (place.title, *place.part.terms)


@functools.cache
def _vocabulary(language: str) -> Vocabulary:
    """Every word that says something, with those that the search takes for the same."""
    texts = [text for (context, _), text in i18n.all_names(language).items() if context in _NAMING]
    texts += [called for question in quick_questions().values() for called in _called(question, language)]
    known = {word for text in texts for word in tokens(text)}
    return Vocabulary(known, known, reference().asking[language].alike)


def _fill(asked: QuickQuestion, words: Text, played: Played) -> Understood:
    """A question with everything filled in that a text says."""
    given: MultiDict[str, str] = MultiDict([(VERSION, "1"), *played])
    for _ in range(_ROUNDS):
        form = Form(given)
        situation = asked.ask(form)
        for key in [key for key, entry in form.fields.items() if entry.errors]:
            given.poplist(key)
        empty = {key: entry for key, entry in form.fields.items() if key not in given and entry.spoken}
        # What has a number in its name says more than the number by itself: "2 dollars less".
        found = [*_things(asked, empty, words, counted=True)]
        empty = {key: entry for key, entry in empty.items() if key not in dict(found)}
        found += [*_numbers(asked, empty, words), *_things(asked, empty, words), *_single(asked, empty, words)]
        for key, value in found:
            given.add(key, value)
        if not found:
            break
    goals = _goals(situation, words)
    if goals and situation.instead_of and len(goals) > 1:
        given[situation.instead_of] = goals.pop(0)
    if goals:
        given[CHOSEN] = goals[0]
    if "n" not in form.fields:
        _leave_players_aside(words)
    return Understood(asked, given, tuple(words.left()))


def _phrases(asked: QuickQuestion, key: str, label: Phrase) -> Iterable[Phrase]:
    """What is said for a field or an option: its own words, those that it has everywhere, or its label."""
    said = _said(current())
    return said.get(f"{asked.id}.{key}") or said.get(key) or (label,)


def _numbers(asked: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """Numbers for fields: the nearest pair of number and word first."""
    pairs: list[tuple[float, int, str]] = []
    counted: dict[str, list[str]] = {}
    for key, entry in fields.items():
        label = tokens(str(entry.label.text))
        counted[key] = [word for phrase in _phrases(asked, key, label) for word in phrase]
        row = [word for word in label if word.isdecimal()]
        for place in words.numbers():
            if [words.all[place]] == row if row else _takes(entry, words.all[place]):
                beside = [
                    worth
                    for there, worth in words.around(place)
                    if (not row or abs(there - place) == 1) and words.means(there, counted[key])
                ]
                # Everybody has a number of players; what else is counted says more.
                pairs += [(worth * (_PLAYERS if key == "n" else 1), place, key) for worth in beside]
    filled: set[str] = set()
    for _, place, key in sorted(pairs, key=lambda pair: (-pair[0], pair[1])):
        if place in words.used or key in filled:
            continue
        entry, value = fields[key], words.all[place]
        if isinstance(entry, Ticks) and not _takes(entry, value):
            lying = [one for one in _mentions(asked, entry, words) if abs(one[0] - place) <= _NEAR]
            if not lying:
                continue
            at, length, value = min(lying, key=lambda one: abs(one[0] - place))
            words.used |= {*range(at, at + length)}
        filled.add(key)
        words.used.add(place)
        words.said |= {n for n in range(len(words.all)) if words.means(n, counted[key])}
        yield key, value


def _takes(entry: AskField, number: str) -> bool:
    if isinstance(entry, Number):
        return entry.least <= int(number) <= entry.most
    return any(option.value == number for option in entry.options)


def _things(
    asked: QuickQuestion, fields: Mapping[str, AskField], words: Text, *, counted: bool = False
) -> Iterator[tuple[str, str]]:
    """What is named, for the fields that offer it, in their order; or only what has a number in its name."""
    for key, entry in fields.items():
        if not isinstance(entry, (Pick, Ticks)) or any(word.isdecimal() for word in _row_of(entry)):
            continue
        for place, length, value in _mentions(asked, entry, words):
            if counted and not any(word.isdecimal() for word in words.all[place : place + length]):
                continue
            if not words.used & {*range(place, place + length)}:
                words.used |= {*range(place, place + length)}
                yield key, value
                if isinstance(entry, Pick):
                    break


def _single(asked: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """What lies somewhere because it was named, though nobody said how many: one, then."""
    for key, entry in fields.items():
        if isinstance(entry, Number) and entry.named:
            for phrase in _phrases(asked, key, tokens(str(entry.label.text))):
                named = {n for place in words.at(phrase) for n in range(place, place + len(phrase))} - words.said
                words.said |= named
                if named:
                    yield key, str(entry.named)


def _leave_players_aside(words: Text) -> None:
    """Where it makes no difference how many play, their number is understood all the same."""
    said = _said(current())
    players = [word for phrase in said["n"] for word in phrase]
    together = [word for key, phrases in said.items() if key.startswith("n.") for phrase in phrases for word in phrase]
    for place in {*range(len(words.all))} - words.used:
        beside = {there for there in (place - 1, place + 1) if words.means(there, players)}
        if words.means(place, together) or (words.all[place].isdecimal() and beside):
            words.said |= {place, *beside}


def _row_of(entry: AskField) -> Sequence[str]:
    """The label of a field of several that stands for one row: "row 1"."""
    return tokens(str(entry.label.text)) if isinstance(entry, Ticks) else ()


def _mentions(asked: QuickQuestion, entry: AskField, words: Text) -> list[tuple[int, int, str]]:
    """Where options of a field are named, how many words say it, and the value: as they stand in the text."""
    found = []
    for option in entry.options:
        label = tokens(option.text)
        for phrase in _phrases(asked, f"{entry.name}.{option.value}", label[: _LONGEST + 1]):
            # A bare number says nothing by itself, and nobody types a whole sentence.
            if (phrase != label or len(label) <= _LONGEST) and not all(word.isdecimal() for word in phrase):
                orders = (phrase, phrase[::-1]) if phrase[-1].isdecimal() else (phrase,)
                found += [(place, len(phrase), option.value) for one in orders for place in words.at(one)]
    free = [one for one in found if not words.used & {*range(one[0], one[0] + one[1])}]
    starts = _words_of("from")

    def order(one: tuple[int, int, str]) -> tuple[bool, int, int]:
        return entry.places is not None and not words.beside(one[0], one[1], starts), one[0], -one[1]

    return sorted(free, key=order)


def _goals(situation: Situation, words: Text) -> list[str]:
    """The choices that a text names; first the one that another takes the place of: "3a with 7a", "7a over 3a"."""
    found: dict[int, tuple[str, int]] = {}
    for option in situation.goals:
        for phrase in {tokens(option.text), tokens(option.value)}:
            for place in words.at(phrase):
                if not words.used & {*range(place, place + len(phrase))}:
                    found.setdefault(place, (option.value, len(phrase)))
    before, after = _words_of("instead-before"), _words_of("instead-after")

    def order(place: int) -> tuple[bool, int]:
        return not (words.means(place - 1, before) or words.means(place + found[place][1], after)), place

    meant = sorted(found, key=order)[: 2 if situation.instead_of else 1]
    for place in meant:
        words.used |= {*range(place, place + found[place][1])}
    return [found[place][0] for place in meant]

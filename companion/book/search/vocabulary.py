"""The words that an index knows, and which of them a typed word may mean.

A typed word may be the beginning of a word, an inflected form, a compound of several, or misspelt. How close a
known word comes is told as a number: 1 is the word itself. All look-ups touch a bounded number of words.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from companion.book.fields import ContentError, KeyField, read_file, texts_of
from companion.book.search.words import (
    by_script,
    in_syllables,
    is_initials,
    is_particle,
    is_small,
    letters,
    runs,
    stems,
    unfinished,
    without_asking,
    without_particle,
    without_spelt_out,
    words,
)

_STEM, _SHORT_STEM, _SYNONYM, _INSIDE, _INITIALS = 0.9, 0.6, 0.6, 0.6, 0.9
_BEGINNING, _UNFINISHED = 0.8, 0.7
_ONE_SLIP, _ALIKE = 0.6, 0.5
_MIN_BEGINNING = 2
"""One letter begins too many words to mean any."""
_MAX_BEGUN = 40
_MIN_PART, _LONGEST = 4, 40
"""Letters of a part of a word that was run together, as shorter ones stand in any word; and of the whole of it."""
_MIN_LETTERS, _MIN_ALIKE = 4, 6
"""Shorter words have too many neighbours: a slip in them would lead anywhere."""
_ALIKE_ENOUGH = 0.47
_MAX_ALIKE = 3
_MAX_COMPARED = 12

_ENOUGH = 2
"""Words besides what the game is called: with fewer, that is what is asked about."""
_KEPT = 2048
"""Typed words whose meaning is kept: most of them come again."""

Near = dict[str, float]
"""Known word -> how close it comes."""


@dataclass(frozen=True)
class QueryWord:
    """A word of a query and the known words that it may mean."""

    word: str
    near: Near


class Vocabulary:
    """The words of an index; `names` are those of titles and of what things are called. Never changes.

    `synonyms` tells of words that mean the same in this game: train, engine.
    """

    def __init__(self, known_words: Iterable[str], names: Iterable[str], synonyms: Mapping[str, Iterable[str]]) -> None:
        self._words = sorted(set(known_words))
        self.words = frozenset(self._words)
        self._names = frozenset(names)
        self._by_stem: dict[str, list[str]] = {}
        self._by_slip: dict[str, list[str]] = {}
        self._by_run: dict[str, list[str]] = {}
        self._by_pair: dict[str, list[str]] = {}
        for word in self._words:
            for stem in stems(word):
                self._by_stem.setdefault(stem, []).append(word)
            spelt = letters(word)
            if len(spelt) >= _MIN_LETTERS and word.isalpha():
                for slip in _slips(spelt):
                    self._by_slip.setdefault(slip, []).append(word)
            if len(spelt) >= _MIN_ALIKE:
                for run in runs(spelt):
                    self._by_run.setdefault(run, []).append(word)
            for pair in {word[place : place + 2] for place in range(1, len(word) - 1)}:
                if in_syllables(pair):
                    self._by_pair.setdefault(pair, []).append(word)
        self._by_initials: dict[str, list[str]] = {}
        for word in sorted(self._names):
            if in_syllables(word):
                self._by_initials.setdefault("".join(letters(syllable)[0] for syllable in word), []).append(word)
        self._initials = sorted(self._by_initials)
        self._cache: dict[str, tuple[QueryWord, ...]] = {}
        self._synonyms: dict[str, frozenset[str]] = {}
        for word, others in synonyms.items():
            meant = frozenset(known_words for other in others for known_words in self._forms(other))
            for form in {word, *(stem for stem in stems(word) if len(stem) > 1)}:
                self._synonyms[form] = self._synonyms.get(form, frozenset()) | meant

    def spelt(self, word: str) -> str:
        """A typed word as it is written here, where it is known only so: gebaeude, mautgebuehr."""
        plain = without_spelt_out(word)
        if plain == word or is_small(word) or self._same_or_stem(word):
            return word
        return plain if is_small(plain) or self._same_or_stem(plain) or self._run_together(plain) else word

    def read(self, typed: Iterable[str]) -> list[QueryWord]:
        """The words of a query, each once, with what they may mean. Unknown compounds come as their parts."""
        return list({part.word: part for word in typed for part in self._meant(word)}.values())

    def _meant(self, word: str) -> tuple[QueryWord, ...]:
        meant = self._cache.get(word)
        if meant is None:
            if len(self._cache) >= _KEPT:
                self._cache.clear()
            meant = self._cache[word] = tuple(QueryWord(part, self.near(part)) for part in self.parts(word))
        return meant

    def parts(self, word: str) -> list[str]:
        """A typed compound as the known words that it is made of, as it is when it is none: 초록손 is 초록, 손."""
        if word in self._names:
            return [word]
        if is_initials(word):
            return [word] if self._initialled(word) else self._split(word, _MIN_BEGINNING) or [word]
        same = self._same_or_stem(word)
        pieces = [word] if same else by_script(word)
        # Figures stand between words, not between any syllables: 인증4에서6, but 운송1료 is a slip.
        slip = in_syllables(word[0]) and any(
            len(each) == 1 and in_syllables(each) and each not in self.words for each in pieces
        )
        if pieces != [word] and not slip:
            return [part for piece in pieces for part in self.parts(piece)]
        stem = without_particle(word)
        if not in_syllables(word):
            return [word] if same else self._run_together(word) or [word]
        if stem in self._names:
            return [word]
        if same:
            return (stem and self._split(stem, _MIN_BEGINNING)) or self._split(word, _MIN_BEGINNING) or [word]
        if word[0] in self._names and is_particle(word[1:]):
            return [word[0]]
        # A syllable by itself begins too many words, unless the word is not known at all: 흰소, 몇점.
        split = (stem and self._split(stem, 1)) or self._split(word, 1)
        short = without_asking(word)
        if not split and short != word:
            return self.parts(short)
        return split or self._split(word, 1, self._stands_alone) or [word]

    def _same_or_stem(self, word: str) -> bool:
        return word in self.words or any(stem in self._by_stem for stem in stems(word) if len(stem) > 1)

    def _run_together(self, word: str) -> list[str]:
        """The known words that an unknown one is made of, none where it may be one of them with a slip: mautgebuhr."""
        long = 2 * _MIN_PART < len(word) <= _LONGEST
        if not long or self._beginning(word) or _ONE_SLIP in self.misspelt(word).values():
            return []
        return self._split(word, _MIN_PART, lambda part: len(part) >= _MIN_PART and self._same_or_stem(part))

    def _is_name(self, part: str) -> bool:
        return part in self._names or part in self._by_initials

    def _stands_alone(self, part: str) -> bool:
        """Whether part of a compound may be a word by itself: a name, a longer word, what asks."""
        return self._is_name(part) or is_small(part) or (len(part) > 1 and self._same_or_stem(part))

    def _split(self, word: str, least: int, of: Callable[[str], bool] | None = None) -> list[str]:
        """A compound as the shortest possible list of words, none when it is made of anything else."""
        stands = of or self._is_name
        for place in range(len(word) - 1, least - 1, -1):
            head, tail = word[:place], word[place:]
            if stands(head):
                if stands(tail):
                    return [head, tail]
                rest = self._split(tail, least, of) if len(tail) > least else []
                if rest:
                    return [head, *rest]
        return []

    def near(self, word: str) -> Near:
        """The known words that a typed word may mean, none when nothing comes close."""
        return (
            self._initialled(word)
            if is_initials(word)
            else self._sure(word) or self._begun(word) or self.misspelt(word)
        )

    def _initialled(self, word: str) -> Near:
        """Names whose syllables begin with these consonants, else those of which they are the first: ㅋㅈㅅ."""
        if len(word) < _MIN_BEGINNING or len(set(word)) == 1:  # ㅋㅋ is a laugh.
            return {}
        whole = self._by_initials.get(word, ())
        start = bisect_left(self._initials, word)
        begun = takewhile(lambda initials: initials.startswith(word), self._initials[start:])
        return dict.fromkeys(whole, _INITIALS) or {
            name: _INITIALS * len(word) / len(name) for initials in begun for name in self._by_initials[initials]
        }

    def _sure(self, word: str) -> Near:
        near: Near = {}
        for candidate in self._same(word):
            _note(near, candidate, 1.0)
        for stem in stems(word):
            worth = _SHORT_STEM if len(stem) == 1 else _STEM
            for candidate in self._by_stem.get(stem, ()):
                _note(near, candidate, worth)
        for form in {word, *stems(word)}:
            for other in self._synonyms.get(form, ()):
                _note(near, other, _SYNONYM)
        for form in {word, without_particle(word) or word}:
            for candidate in self._beginning(form):
                _note(near, candidate, _BEGINNING * (len(form) / len(candidate)) ** 0.5)
            for candidate in self._inside(form):
                _note(near, candidate, _INSIDE)
        return near

    def _forms(self, word: str) -> set[str]:
        """The known words that are a word, inflected or not."""
        long = (stem for stem in stems(word) if len(stem) > 1)
        return {form for stem in long for form in self._by_stem.get(stem, ())} | ({word} & self.words)

    def _same(self, word: str) -> Iterator[str]:
        for form in (word, without_particle(word)):
            if form in self.words:
                yield form

    def _beginning(self, form: str) -> list[str]:
        """Known words that begin like this, the first of the alphabet; a figure is never the beginning of another."""
        if len(form) < _MIN_BEGINNING or form.isdecimal():
            return []
        start = bisect_left(self._words, form)
        end = bisect_left(self._words, form + "\U0010ffff", lo=start)
        return self._words[start : min(end, start + _MAX_BEGUN)]

    def _inside(self, form: str) -> list[str]:
        """Known Korean compounds that hold this word."""
        return [other for other in self._by_pair.get(form[:2], ()) if form in other] if len(form) > 1 else []

    def _begun(self, word: str) -> Near:
        """Words that a Korean word may become that is still being typed."""
        near: Near = {}
        for form in unfinished(word):
            for candidate in self._beginning(form) if len(form) > 1 else ([form] if form in self.words else []):
                _note(near, candidate, _UNFINISHED * (len(form) / len(candidate)) ** 0.5)
        return near

    def misspelt(self, word: str) -> Near:
        """Known words that differ by one slip of the finger, else those that look most alike."""
        for form in filter(None, (word, without_particle(word))):
            spelt = letters(form)
            if not form.isalpha() or len(spelt) < _MIN_LETTERS:
                continue
            near = {
                candidate: _ONE_SLIP
                for slip in _slips(spelt)
                for candidate in self._by_slip.get(slip, ())
                if _one_slip(spelt, letters(candidate))
            }
            if near:
                return near
        return self._alike(letters(word)) if word.isalpha() else {}

    def _alike(self, spelt: str) -> Near:
        if len(spelt) < _MIN_ALIKE:
            return {}
        wanted_runs = runs(spelt)
        shared = Counter(candidate for run in wanted_runs for candidate in self._by_run.get(run, ()))
        # Ties are broken by the words themselves: the runs come in any order.
        most = sorted(shared.items(), key=lambda entry: (-entry[1], len(entry[0]), entry[0]))[:_MAX_COMPARED]
        likeness = {candidate: 2 * n / (len(wanted_runs) + len(runs(letters(candidate)))) for candidate, n in most}
        best = sorted(likeness, key=lambda candidate: -likeness[candidate])[:_MAX_ALIKE]
        return {candidate: _ALIKE * likeness[candidate] for candidate in best if likeness[candidate] >= _ALIKE_ENOUGH}


def _note(near: Near, word: str, worth: float) -> None:
    if worth > near.get(word, 0.0):
        near[word] = worth


def _slips(spelt: str) -> set[str]:
    """A word, and it with each of its letters left out: words that differ by one slip share one of these."""
    return {spelt, *(spelt[:place] + spelt[place + 1 :] for place in range(len(spelt)))}


def _one_slip(one: str, other: str) -> bool:
    """Whether one letter was missed, added, mistaken, or swapped with its neighbour."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    ends = (one[start:], other[start:])
    mistaken = ends[0][1:] == ends[1][1:]
    missed = ends[0][1:] == ends[1] or ends[0] == ends[1][1:]
    swapped = ends[0][:2] == ends[1][1::-1] and ends[0][2:] == ends[1][2:]
    return mistaken or missed or swapped


_FIELDS = {
    **{key: KeyField("texts") for key in ("alike", "suggested", "former", "current", "names", "itself", "compares")},
    "layers": texts_of(),
}


@dataclass(frozen=True)
class Asking:
    """What `content/<lang>/search.yaml` says."""

    alike: Mapping[str, frozenset[str]]
    """Word -> words that may stand for it."""
    suggested: tuple[str, ...]
    former: frozenset[str]
    """Words of another edition, which the glossary says in words of this one."""
    current: frozenset[str] = frozenset()
    """Words that only this edition has."""
    names: frozenset[str] = frozenset()
    """Words that name one thing."""
    layers: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """What a layer is called, as words, and its id."""
    itself: tuple[tuple[str, ...], ...] = ()
    """What the game is called, as words: nobody looks for it."""
    compares: frozenset[str] = frozenset()
    """Words with which a query asks how the game differs from another."""

    def of_another_edition(self, text: str) -> list[str]:
        """The words of a text that another edition had, as it had them."""
        return list(_among(words(text), self.former))

    def of_this_edition(self, query_words: Sequence[str]) -> bool:
        """Whether words are this edition's, and none another's."""
        return any(_among(query_words, self.current)) and not any(_among(query_words, self.former))

    def names_in(self, query_words: Sequence[str]) -> frozenset[str]:
        """The names among some words."""
        return frozenset(_among(query_words, self.names))

    def layer_in(self, query_words: Sequence[str]) -> tuple[list[str], str | None]:
        """What some words ask and of which layer they ask it, None where they name none or nothing else. What the game
        itself is called goes as well, where enough is left.
        """
        asked = self._without_game(query_words)
        for name, layer in self.layers.items():
            rest = _without(asked, name)
            if rest is not None:
                return (rest, layer) if not all(map(is_small, rest)) else (asked, None)
        return asked, None

    def _without_game(self, query_words: Sequence[str]) -> list[str]:
        if not any(_among(query_words, self.compares | self.former)):
            for name in self.itself:
                rest = _without(query_words, name)
                if rest is not None and sum(not is_small(word) for word in rest) >= _ENOUGH:
                    return rest
        return list(query_words)

    def synonyms(self, more: Mapping[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
        """The words that are alike, together with `more` of them."""
        return {word: self.alike.get(word, frozenset()).union(more.get(word, ())) for word in {*self.alike, *more}}


NOTHING = Asking({}, (), frozenset())
"""Of a language of which nobody has said anything."""


def load_asking(file: Path) -> Asking:
    """Read how people ask in a language. Raises ContentError."""
    values, lines = read_file(file, _FIELDS)
    alike: dict[str, set[str]] = {}
    for line in values["alike"]:
        group = words(line)
        if len(set(group)) < 2:
            raise ContentError(file, lines["alike"], f"{line!r} is not two words or more")
        for word in group:
            alike.setdefault(word, set()).update(other for other in group if other != word)
    former, current, names, compares = (
        frozenset(word for text in values[key] for word in words(text))
        for key in ("former", "current", "names", "compares")
    )
    meant = {word: frozenset(others) for word, others in alike.items()}
    # The longest name first: one may begin with another.
    layers = sorted(
        ((tuple(words(name)), layer) for layer, called in values["layers"].items() for name in called.split(",")),
        key=lambda named: -len(named[0]),
    )
    itself = tuple(sorted((tuple(words(name)) for name in values["itself"]), key=len, reverse=True))
    return Asking(meant, tuple(values["suggested"]), former, current, names, dict(layers), itself, compares)


def _without(query_words: Sequence[str], name: Sequence[str]) -> list[str] | None:
    """Some words without a name that stands among them, None where it does not."""
    for start in range(len(query_words) - len(name) + 1):
        end = start + len(name)
        said = zip(name, query_words[start:end], strict=True)
        if all(word in (typed, without_particle(typed)) for word, typed in said):
            return [*query_words[:start], *query_words[end:]]
    return None


def _among(query_words: Iterable[str], names: Set[str]) -> Iterator[str]:
    """Those of some words that are known, inflected or not, as they are known."""
    forms = ({word, without_particle(word) or word, *stems(word)} & names for word in query_words)
    return (min(form) for form in forms if form)

"""What people say in a language: for questions, fields and what is chosen; and words that lead, count or turn others.

It stands under `[said]` in the names of the language; questions and their rules are also called as they are titled, and
what a question lets one choose speaks for it: 7a is built.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping

from companion import engine, i18n
from companion.book.search.vocabulary import Vocabulary
from companion.book.search.words import fold
from companion.web.ask.question import QuickQuestion
from companion.web.ask.questions import quick_questions
from companion.web.ask.tokens import Phrase, heard_as, tokens
from companion.web.language import current
from companion.web.reference import reference

_THINGS = ("worker", "breed", "city", "hazard", "outlaw")
"""Contexts of names of what fields ask for."""
_NAMING = ("said", *_THINGS, "player")
"""Contexts of names whose words are understood."""
_CHOICE = 0.5
"""What the name of something that a question lets one choose is worth, however many do."""
_SECTION = 0.3
"""What a name of one of the question's rules is worth beside a word of the question itself."""


class Lexicon:
    """The words of one language. Titles of questions are those of the request for which it is made."""

    def __init__(self, language: str) -> None:
        self._language, names = language, i18n.all_names(language)
        texts = [text for (context, _), text in names.items() if context in _NAMING]
        texts += [called for question in quick_questions().values() for called in self._called(question)]
        every_word = {word for text in texts for word in tokens(text)}
        self.vocabulary = Vocabulary(every_word, every_word, reference().asking[language].alike)
        """Every word that says something, with those that the search takes for the same."""
        written = {key: text.split(",") for (context, key), text in names.items() if context == "said"}
        self.phrases: Mapping[str, tuple[Phrase, ...]] = {
            key: tuple(tuple(part for word in tokens(one) for part in self.vocabulary.parts(word)) for one in phrases)
            for key, phrases in written.items()
        }
        """Question, field or option -> phrases for it, with words that are glued together taken apart as in a text."""
        self.words = {key: frozenset(word for one in phrases for word in one) for key, phrases in self.phrases.items()}
        """The same by their single words, wherever those stand."""
        self.endings = {key: tuple(fold(one.strip()) for one in phrases) for key, phrases in written.items()}
        """How words end that stand behind a number or a place."""
        self.turning = frozenset(one.strip() for one in written["turning"])
        """Words that turn what they stand beside into something else, as they are written: French "où" is no "ou"."""
        self.spelt = {word: str(number) for number, one in enumerate(self.phrases["numbers"], 2) for word in one}
        """Numbers as they are spelt -> as they are written with digits."""
        self.ordinals = {word: str(number) for number, one in enumerate(self.phrases["ordinals"], 1) for word in one}
        """What numbers a row before its name -> that number: third, 3rd."""
        self.things = frozenset(
            word for (context, _), text in names.items() if context in _THINGS for word in tokens(text)
        )
        """The words of names of things."""
        self.breeds = {key: tokens(text) for (context, key), text in names.items() if context == "breed"}
        """Every breed, of whatever game, and what it is called."""
        self.weights = self._weights()
        """Question and phrase -> how much that says: more, the fewer questions have it."""
        self.by_first_word: dict[str, list[tuple[int, str, Phrase, float]]] = {}
        """The same by every form in which the first word of the phrase may stand in a text."""
        for place, ((question_id, phrase), weight) in enumerate(self.weights.items()):
            for form in heard_as(phrase[0]):
                self.by_first_word.setdefault(form, []).append((place, question_id, phrase, weight))

    def _called(self, question: QuickQuestion) -> Iterator[str]:
        """What a question and its rules are called."""
        yield str(question.title)
        for rule in question.rules:
            yield from reference().books[self._language].place_of(rule).names

    def _weights(self) -> Mapping[tuple[str, Phrase], float]:
        worth: dict[tuple[str, Phrase], float] = {}
        for question in quick_questions().values():
            for phrase in map(tokens, self._called(question)):
                worth[question.id, phrase] = _SECTION * len(phrase)
            for phrase in self.phrases[question.id]:
                # The name of a thing is one word, however it is written: Black Angus.
                worth[question.id, phrase] = 1.0 if self.things.issuperset(phrase) else float(len(phrase))
        having = Counter(phrase for _, phrase in worth)
        shared = {(question, phrase): one / having[phrase] for (question, phrase), one in worth.items() if phrase}
        choices = ((question, question.goals(engine.load_catalog())) for question in quick_questions().values())
        return {(question.id, tokens(one.text)): _CHOICE for question, each in choices for one in each} | shared


def lexicon() -> Lexicon:
    """That of the language of the page."""
    return _lexicon(current())


@functools.cache
def _lexicon(language: str) -> Lexicon:
    return Lexicon(language)

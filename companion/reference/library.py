"""The rules reference: books, search indexes and glossaries of all languages, loaded once."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion import i18n
from companion.book.disputes import Disputes, load_disputes, load_facts
from companion.book.glossary import Glossary, load_glossary
from companion.book.library import REFERENCE_LANGUAGE, Book, Section, languages, load_book, section_address
from companion.book.moments import Moments, load_moments
from companion.book.render import Sources
from companion.book.search.faq import load_questions
from companion.book.search.index import Index
from companion.book.search.suggestions import Asking, load_asking
from companion.reference import layers


@dataclass(frozen=True)
class Reference:
    """All books, indexes, glossaries and disputes by language, and what their texts refer to."""

    books: Mapping[str, Book]
    indexes: Mapping[str, Index]
    sources: Mapping[str, Sources]
    glossaries: Mapping[str, Glossary]
    moments: Moments
    asking: Mapping[str, Asking]
    disputes: Mapping[str, Disputes]

    def section(self, language: str, name: str) -> Section | None:
        """A section in a language, None when there is no such section."""
        return self.books[language].sections.get(name)


@functools.cache
def load(content: Path, symbols: frozenset[str], sprite: str, searched: tuple[str, ...] | None = None) -> Reference:
    """Read all rule texts, and index those in the languages that are `searched` (None: all). Raises ContentError."""
    sources = {language: _sources(language, symbols, sprite) for language in languages(content)}
    books: dict[str, Book] = {}
    glossaries: dict[str, Glossary] = {}
    for language, referred in sources.items():  # The reference language is the first: the others have its facts.
        book = load_book(content, language, referred, section_address, books.get(REFERENCE_LANGUAGE))
        original = glossaries.get(REFERENCE_LANGUAGE)
        books[language] = book
        glossaries[language] = load_glossary(content, book, referred, section_address, original)
    asking = {language: load_asking(content / language / "search.yaml") for language in books}
    indexes = {
        language: Index(
            book,
            [other for other in books.values() if other is not book],
            frozenset(layers.text_layers()),
            asking[language].synonyms(glossaries[language].synonyms()),
            load_questions(content, book),
        )
        for language, book in books.items()
        if searched is None or language in searched
    }
    moments = load_moments(content / "moments.yaml", next(iter(books.values())))
    facts = load_facts(content / "disputes.yaml")
    disputes = {
        language: load_disputes(content, facts, book, sources[language], section_address)
        for language, book in books.items()
    }
    return Reference(books, indexes, sources, glossaries, moments, asking, disputes)


def _sources(language: str, symbols: frozenset[str], sprite: str) -> Sources:
    def label(context: str, key: str, /, **params: object) -> str:
        return i18n.name(language, context, key, **params)

    return Sources(layers.figures(), symbols, sprite, label)

"""Everything that is worked out from texts and components: read, checked, rendered, indexed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from companion import i18n
from companion.book.asked import load_questions
from companion.book.disputes import load_disputes, load_facts
from companion.book.glossary import Glossary, load_glossary
from companion.book.library import REFERENCE_LANGUAGE, languages, load_book, load_moved, section_address
from companion.book.search.index import Index
from companion.book.search.things import Names
from companion.book.search.vocabulary import load_asking
from companion.book.sections import Book, load_moments
from companion.components import component_words, parts
from companion.made.store import Pieces
from companion.paths import folder
from companion.reference import finding, layers
from companion.reference.examples import examples_of
from companion.reference.kept import ALL

T = TypeVar("T")


def make_all(pack: Callable[[Pieces], bytes]) -> Mapping[str, Pieces | bytes]:
    """All pieces of `kept.py`, a language packed where it is made. Raises ContentError or CatalogError."""
    content = folder("content")
    text_layers = layers.read_text_layers()
    figures = layers.named_figures(text_layers)
    sources = {language: layers.sources_in(language, figures) for language in languages(content)}
    books: dict[str, Book] = {}
    glossaries: dict[str, Glossary] = {}

    def texts(language: str) -> tuple[Book, Glossary]:
        book = load_book(content, language, sources[language], section_address, books.get(REFERENCE_LANGUAGE))
        original = glossaries.get(REFERENCE_LANGUAGE)
        return book, load_glossary(content, book, sources[language], section_address, original)

    first, *others = sources
    # The reference language is the first: the others have its facts.
    for some in ([first], others):
        for language, read in zip(some, _on_all_processors(texts, some), strict=True):
            books[language], glossaries[language] = read
    facts = load_facts(content / "disputes.yaml")

    def of_language(language: str) -> bytes:
        book, asking = books[language], load_asking(content / language / "search.yaml")
        index = Index(
            book,
            [other for other in books.values() if other is not book],
            layers.aside(text_layers),
            asking.synonyms(glossaries[language].synonyms()),
            load_questions(content, book),
            asking,
            layers.earlier(),
        )
        pieces = {
            "book": book,
            "index": index,
            "words": index.words,
            "glossary": glossaries[language],
            "asking": asking,
            "disputes": load_disputes(content, facts, book, sources[language], section_address),
            "examples": {name: each for name, place in book.places.items() if (each := tuple(examples_of(place)))},
            "titles": {part.id: component_words(language).title(part) for part in parts().values()},
        }
        return pack(pieces)

    of_all: Pieces = {
        "moved": load_moved(content / "moved.yaml", books.values()),
        "moments": load_moments(content / "moments.yaml", books[REFERENCE_LANGUAGE]),
        "text layers": text_layers,
        "always shown": layers.read_always_shown(),
        "names": Names(finding.all_names(list(i18n.languages()))),
        "buildings": frozenset(part.id for part in parts().values() if part.kind == "building"),
        "operators": finding.all_words(list(i18n.languages())),
    }
    return {**dict(zip(books, _on_all_processors(of_language, books), strict=True)), ALL: of_all}


_work: list[Callable[[str], Any]] = []
"""What a process that was forked for it has to do. It has what that needs, so that nothing of it is sent."""


def _on_all_processors(work: Callable[[str], T], languages: Collection[str]) -> list[T]:
    """What comes of each language, in their order. A process with threads takes one after the other."""
    if len(languages) <= 1 or threading.active_count() > 1 or not hasattr(os, "fork"):
        return list(map(work, languages))
    # Imported here because Python in a browser, which has one process, has no such modules.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    _work[:] = [work]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        return list(pool.map(_work_on, languages))


def _work_on(language: str) -> Any:
    return _work[0](language)

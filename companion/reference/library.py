"""The rules reference: books, search indexes and glossaries of all languages, each loaded when it is first needed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from companion.book.disputes import Disputes
from companion.book.glossary import Glossary
from companion.book.library import REFERENCE_LANGUAGE
from companion.book.rendered import Sources
from companion.book.sections import Book, Moments, Section
from companion.reference.kept import ALL, store

if TYPE_CHECKING:  # Each comes with what is loaded: a page needs no index, and a search no engine.
    from companion.book.search.index import Index
    from companion.book.search.vocabulary import Asking
    from companion.reference.examples import Example

T = TypeVar("T")


class ByLanguage(Mapping[str, T]):
    """Something of each language, loaded when that language is first asked for."""

    def __init__(self, load: Callable[[str], T]) -> None:
        self._load = load

    def __getitem__(self, language: str) -> T:
        if language not in self:
            raise KeyError(language)
        return self._load(language)

    def __contains__(self, language: object) -> bool:
        return language != ALL and language in store().files

    def __iter__(self) -> Iterator[str]:
        # The reference language first, as everywhere.
        names = (name for name in store().files if name != ALL)
        return iter(sorted(names, key=lambda name: name != REFERENCE_LANGUAGE))

    def __len__(self) -> int:
        return len(store().files) - 1


@dataclass(frozen=True)
class Reference:
    """All books, indexes, glossaries and disputes by language, and what their texts refer to."""

    books: Mapping[str, Book]
    indexes: Mapping[str, Index]
    sources: Mapping[str, Sources]
    glossaries: Mapping[str, Glossary]
    moments: Moments
    moved: Mapping[str, str]
    """Where sections are told now that once stood by themselves."""
    asking: Mapping[str, Asking]
    disputes: Mapping[str, Disputes]
    examples: Mapping[str, Mapping[str, Sequence[Example]]]
    """Those of each place in the book that has any, with the engine's answers."""
    titles: Mapping[str, Mapping[str, str]]
    """What components are called, by id."""

    def section(self, language: str, name: str) -> Section | None:
        """A section in a language, None when there is no such section."""
        return self.books[language].sections.get(name)


def load() -> Reference:
    """The reference as it was made of the texts; made again where one has changed. Raises ContentError."""

    def of_each(piece: str) -> ByLanguage[T]:
        return ByLanguage(lambda language: store().load(language, piece))

    return Reference(
        books=of_each("book"),
        indexes=of_each("index"),
        sources=ByLanguage(_sources),
        glossaries=of_each("glossary"),
        moments=store().load(ALL, "moments"),
        moved=store().load(ALL, "moved"),
        asking=of_each("asking"),
        disputes=of_each("disputes"),
        examples=of_each("examples"),
        titles=of_each("titles"),
    )


@functools.cache
def _sources(language: str) -> Sources:
    # Imported here because texts that were rendered before refer to nothing any more.
    from companion.reference import layers

    return layers.sources_in(language, layers.figures())

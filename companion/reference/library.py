"""The rules reference: books, search indexes and glossaries of all languages, each loaded when it is first needed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from companion.book.disputes import Disputes
from companion.book.glossary import Glossary, Term
from companion.book.library import REFERENCE_LANGUAGE
from companion.book.sections import AnswerPlace, Book, Moments, Section, Sources
from companion.reference import finding
from companion.reference.kept import ALL, store

if TYPE_CHECKING:  # Each comes with what is loaded: a page needs no index, and a search no engine.
    from companion.book.search.index import Hit, Index
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


@dataclass(frozen=True, eq=False)
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
    words: Mapping[str, frozenset[str]]
    """Those that the search of a language knows."""

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
        words=of_each("words"),
    )


@functools.cache
def _sources(language: str) -> Sources:
    # Imported here because texts that were rendered before refer to nothing any more.
    from companion.reference import layers

    return layers.sources_in(language, layers.figures())


# What a query finds: components, terms of the glossary, and sections of the layers that are played.

USUAL_HITS, MAX_HITS = 10, 100
"""Hits that commands and the API give out."""
_MAX_PARTS = 6
_HITS_OF_A_PAGE = 20


@dataclass(frozen=True)
class Results:
    """The answer to a query. `elsewhere`: nothing fits in what is played, these are from what is not."""

    query: str
    terms: Sequence[Term] = ()
    hits: Sequence[Hit] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    """Components that were found, and what they are called."""
    elsewhere: bool = False
    corrected: str | None = None
    """The query with its slips put right, when it was taken to mean that."""
    nearest: Sequence[AnswerPlace] = ()
    """Where nothing fits: what looks most like it."""

    @property
    def anything(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.terms or self.hits or self.parts)

    def as_json(self) -> dict[str, list[dict[str, object]]]:
        """The form that commands and the API give out: sections of the rules, and components that the query names."""
        hits = [
            {
                "section": hit.target,
                "title": hit.section.title,
                "heading": hit.heading,
                "score": round(hit.score, 3),
                "answer": hit.plain_answer,
                "snippet": hit.plain_snippet,
            }
            for hit in self.hits
        ]
        return {"hits": hits, "components": [{"component": part, "title": title} for part, title in self.parts.items()]}


def look_for(
    among: Reference, language: str, query: str, played: Collection[str] | None, players: int | None = None
) -> Results:
    """Search one language, in the layers that are `played` (None: nobody has said), by so many `players`."""
    # Imported here because who says nothing of layers needs no components.
    from companion.reference import layers

    if not query:
        return Results("")
    shown = None if played is None else layers.always_shown() | set(played).intersection(layers.ids())
    results = find(among, language, query, shown, players=players)
    if shown is None or results.hits or results.terms:
        return results
    everywhere = find(among, language, query, players=players)
    hits = everywhere.hits
    return Results(query, everywhere.terms, hits, results.parts, bool(hits), nearest=results.nearest)


def find(
    among: Reference,
    language: str,
    query: str,
    shown: frozenset[str] | None = None,
    limit: int = _HITS_OF_A_PAGE,
    players: int | None = None,
) -> Results:
    """Search one language, in the layers `shown` (None: in all), operators and all."""
    index, glossary = among.indexes[language], among.glossaries[language]
    parsed = finding.read(query)
    buildings = finding.buildings(parsed)
    said = " ".join((parsed.text, *parsed.phrases))
    hits = index.search(parsed, limit, shown, finding.within(parsed, among.moments), players)
    components = buildings or (finding.named(said, _MAX_PARTS) if said else [])
    plain = not (components or parsed.fields or parsed.phrases or parsed.without)
    corrected = index.corrected(query, among.words.values()) if plain else None
    if corrected:
        # "Nuetral building b" is a slip in the name of a component.
        components = finding.named(corrected, _MAX_PARTS)
    parts = {name: among.titles[language][name] for name in components}
    former = among.asking[language].of_another_edition(said)
    named_terms = [*glossary.find(said, shown), *(term for word in former for term in glossary.find(word, shown)[:1])]
    terms = [] if parsed.without else list({term.id: term for term in named_terms}.values())
    if hits or terms or parts:
        return Results(query, terms, hits, parts, corrected=corrected)
    return Results(query, nearest=index.nearest(query, shown))

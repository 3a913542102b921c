"""What two languages tell differently, which only those who write texts can have done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.book.glossary import Glossary
from companion.book.library import REFERENCE_LANGUAGE
from companion.book.sections import Book, Rendered, Section


def parity_problems(books: Sequence[Book]) -> Iterator[str]:
    """What the words of the languages refer to differently: headings, figures, symbols, links, what is ticked off."""
    reference = next(book for book in books if book.language == REFERENCE_LANGUAGE)
    for book in books:
        for name, section in book.sections.items():
            ours, theirs = _referred(section), _referred(reference.sections[name])
            for what, one in ours.items():
                if one != theirs[what]:
                    yield f"{book.language}: {name}: {what} differ: {_difference(one, theirs[what])}"


def _referred(section: Section) -> Mapping[str, object]:
    page = section.page
    return {
        "figures": set(page.figures),
        "symbols": set(page.symbols),
        "links": set(page.links),
        "headings": [anchor for anchor, _ in page.headings],
        "checks": page.checks,
        "boxes": page.boxes,
        "examples": [_named(text) for text in section.remarks],
        "answers": [_named(place.part.answer) for place in section.places],
    }


def _named(text: Rendered | None) -> object:
    return text and (set(text.figures), set(text.symbols), set(text.links))


def _difference(one: object, other: object) -> str:
    if isinstance(one, set) and isinstance(other, set):
        return f"only here {sorted(one - other)}, only there {sorted(other - one)}"
    return f"{one!r} here, {other!r} there"


def glossary_problems(glossaries: Sequence[Glossary]) -> Iterator[str]:
    """What is wrong with the words: figures in one language only, one word for two things."""
    reference = next(glossary for glossary in glossaries if glossary.language == REFERENCE_LANGUAGE)
    for glossary in glossaries:
        for name, term in glossary.terms.items():
            if sorted(term.figures) != sorted(reference.terms[name].figures):
                yield f"{glossary.language}: {name}: figures differ"
        spoken: dict[str, str] = {}
        for term in glossary.terms.values():
            word = term.term.casefold()
            if word in spoken:
                yield f"{glossary.language}: {term.term!r} is {spoken[word]} as well as {term.id}"
            spoken[word] = term.id

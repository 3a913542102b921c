"""Disputes: what people at the table argue about, as positions with a question that the engine answers.

content/disputes.yaml          the facts, the same in every language
    topics: [moving, cards]    in their order
    disputes:                  id, topic, sections, position, ask, answer (as in worked examples)
content/<lang>/disputes.yaml   the words
    topics: {moving: On the trail}
    disputes:                  id, title, wrong and right (the two sides in a line each), because
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.book.examples import read_asked
from companion.book.fields import ContentError, Fields, KeyField, Reader, read_file, read_table, texts_of
from companion.book.search.things import Phrases
from companion.book.search.words import telling, words
from companion.book.sections import Book, Sources, link_problem, section_of

if TYPE_CHECKING:
    import yaml

_FACTS: Fields = {
    "id": KeyField("text"),
    "topic": KeyField("text"),
    "sections": KeyField("texts"),
    "position": KeyField("table"),
    "ask": KeyField("table"),
    "answer": KeyField("table"),
}
_WORDS = ("title", "wrong", "right", "because")


@dataclass(frozen=True)
class DisputeFacts:
    """What a dispute is in every language."""

    id: str
    topic: str
    sections: tuple[str, ...]
    """The rules that decide it, the first above all."""
    position: Mapping[str, Any]
    ask: Mapping[str, Any]
    answer: Mapping[str, Any]


@dataclass(frozen=True)
class Dispute:
    """A dispute in one language. The title is plain text, the rest a line of HTML."""

    facts: DisputeFacts
    title: str
    wrong: str
    right: str
    """The two sides, as somebody would say them."""
    because: str
    """What settles it."""
    figures: tuple[str, ...]
    text: str
    """All words of it, for the search."""

    @property
    def id(self) -> str:
        """The same in every language."""
        return self.facts.id


@dataclass(frozen=True)
class Disputes:
    """All disputes of one language, by id and in their order, and the titles of the topics."""

    language: str
    topics: Mapping[str, str]
    disputes: Mapping[str, Dispute]

    def of_section(self, section: str) -> tuple[Dispute, ...]:
        """Those that a section of the rules decides."""
        return tuple(
            dispute for dispute in self.disputes.values() if section in map(section_of, dispute.facts.sections)
        )

    def find(self, query: str, topic: str = "") -> tuple[Dispute, ...]:
        """Those of a topic ("" for all) that have all the words, in their order; without words, all."""
        terms = telling(words(query))
        covered = self._texts.covered(terms)
        return tuple(
            dispute
            for place, dispute in enumerate(self.disputes.values())
            if topic in ("", dispute.facts.topic) and (not terms or place in covered)
        )

    @functools.cached_property
    def _texts(self) -> Phrases:
        return Phrases(words(dispute.text) for dispute in self.disputes.values())


def load_facts(file: Path) -> tuple[tuple[str, ...], tuple[DisputeFacts, ...]]:
    """The topics in their order, and all disputes. Raises ContentError."""
    values, lines = read_file(
        file,
        {"topics": KeyField("texts"), "disputes": KeyField("entries", reader=_each(_fact))},
    )
    topics, all_facts = tuple(values["topics"]), tuple(values["disputes"])
    for fact in all_facts:
        if fact.topic not in topics:
            raise ContentError(file, lines["disputes"], f"{fact.id}: there is no topic {fact.topic!r}")
    return topics, all_facts


def load_disputes(
    folder: Path,
    facts: tuple[Sequence[str], Sequence[DisputeFacts]],
    book: Book,
    sources: Sources,
    address: Callable[[str, str], str],
) -> Disputes:
    """The words for all disputes in the book's language, below `folder`. Raises ContentError."""
    # Imported here, as in `library.py`.
    from companion.book.render import render

    topics, all_facts = facts
    file = folder / book.language / "disputes.yaml"
    values, lines = read_file(
        file,
        {"topics": texts_of(topics), "disputes": KeyField("entries", reader=_each(_read_words))},
    )
    entries = {entry["id"]: entry for entry in values["disputes"]}
    if [entry["id"] for entry in values["disputes"]] != [fact.id for fact in all_facts]:
        strays = sorted(set(entries) ^ {fact.id for fact in all_facts})
        raise ContentError(file, lines["disputes"], f"not the same disputes in the same order: {', '.join(strays)}")
    disputes = {}
    for fact in all_facts:
        entry = entries[fact.id]
        texts = {key: render(entry[key], sources, lambda target: address(book.language, target)) for key in _WORDS}
        links = (*fact.sections, *(link for text in texts.values() for link in text.links))
        problems = [problem for text in texts.values() for problem in text.problems]
        if problems := problems or [problem for link in links if (problem := link_problem(book, link))]:
            raise ContentError(file, lines["disputes"], f"{fact.id}: {'; '.join(problems)}")
        disputes[fact.id] = Dispute(
            facts=fact,
            title=entry["title"],
            wrong=texts["wrong"].line,
            right=texts["right"].line,
            because=texts["because"].line,
            figures=tuple(name for text in texts.values() for name in text.figures),
            text=" ".join(entry[key] for key in _WORDS),
        )
    return Disputes(book.language, {topic: values["topics"][topic] for topic in topics}, disputes)


def _each(read: Reader) -> Reader:
    def read_all(file: Path, node: yaml.Node, offset: int) -> list[Any]:
        items = [read(file, entry, offset) for entry in node.value]
        names = [one.id if isinstance(one, DisputeFacts) else one["id"] for one in items]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ContentError(file, node.value[place].start_mark.line + 1, f"{name!r} is given twice")
        return items

    return read_all


def _fact(file: Path, node: yaml.Node, offset: int) -> DisputeFacts:
    fields = read_asked(file, node, _FACTS, offset)
    if not fields["sections"]:
        raise ContentError(file, node.start_mark.line + 1, f"{fields['id']}: no section of the rules decides it")
    return DisputeFacts(**{**fields, "sections": tuple(fields["sections"])})


def _read_words(file: Path, node: yaml.Node, offset: int) -> dict[str, Any]:
    values, _ = read_table(file, node, {key: KeyField("text") for key in ("id", *_WORDS)}, offset)
    return values

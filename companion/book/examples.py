"""Worked examples of rule texts: a position, a question that the engine answers, and the answer that it must give.

content/<lang>/examples/<chapter>.yaml    section -> its examples; a translation has their words, in the same order

The kinds of questions and what each holds are fixed here. Whether the answers are right, the tests find out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.book.fields import ContentError, Fields, KeyField, Reader, line_of, plain, read_mapping, read_table

if TYPE_CHECKING:
    import yaml

_TYPE = KeyField("text")
_OPTIONAL_TEXTS = KeyField("texts", required=False)


@dataclass(frozen=True)
class QuestionKind:
    """What a kind of question needs to be asked, and what its answer tells."""

    ask: Fields
    answer: Fields


QUESTIONS: Mapping[str, QuestionKind] = {
    # Can the position be?
    "check": QuestionKind({"type": _TYPE}, {"possible": KeyField("flag"), "findings": KeyField("texts")}),
    # May the action be done, what does it cost, what comes of it? `first` is done before.
    "judge": QuestionKind(
        {"type": _TYPE, "first": _OPTIONAL_TEXTS, "action": KeyField("text")},
        {
            "answer": KeyField("text"),
            "reasons": _OPTIONAL_TEXTS,
            "missing": _OPTIONAL_TEXTS,
            "payments": KeyField("table", required=False),
            "after": KeyField("table", required=False),
        },
    ),
    # What may be done now? `of` keeps to one type of action.
    "options": QuestionKind(
        {"type": _TYPE, "first": _OPTIONAL_TEXTS, "of": KeyField("text", required=False)},
        {"options": KeyField("texts"), "undecided": _OPTIONAL_TEXTS},
    ),
    # How many points does the player make in a category?
    "score": QuestionKind(
        {"type": _TYPE, "player": KeyField("text"), "category": KeyField("text")},
        {"points": KeyField("number")},
    ),
}

NEEDED: Mapping[str, str | None] = {"yes": None, "no": "reasons", "depends": "missing"}
"""What an answer to `judge` says, and what it must say besides."""

EXAMPLE: Fields = {
    "title": KeyField("text"),
    "part": KeyField("text", required=False),
    "position": KeyField("table"),
    "ask": KeyField("table"),
    "answer": KeyField("table"),
    "text": KeyField("text", required=False),
}

Examples = Mapping[str, Sequence[Mapping[str, Any]]]
"""Examples by the id of the section that they belong to."""


def load_examples(folder: Path, sections: Iterable[str], originals: Examples | None = None) -> Examples:
    """Read the examples of these sections in one language; `originals`: those of the reference language, whose facts
    they share. Raises ContentError.
    """
    chapters: dict[str, dict[str, KeyField]] = {}
    for section in sections:
        chapter, _, name = section.partition("/")
        fields = chapters.setdefault(chapter, {})
        if originals is None:
            fields[name] = KeyField("entries", required=False, reader=_read_examples)
        elif originals.get(section):
            fields[name] = KeyField("entries", reader=_in_other_words(originals[section]))
    examples: dict[str, Sequence[Mapping[str, Any]]] = {}
    for chapter, fields in chapters.items():
        file = folder / "examples" / f"{chapter}.yaml"
        text = file.read_text(encoding="utf-8") if file.is_file() else "{}"
        values, _ = read_mapping(file, text, fields)
        examples |= {f"{chapter}/{name}": entries for name, entries in values.items()}
    return examples


def _read_examples(file: Path, node: yaml.Node, offset: int) -> list[dict[str, Any]]:
    return [read_asked(file, entry, EXAMPLE, offset) for entry in node.value]


def _in_other_words(examples: Sequence[Mapping[str, Any]]) -> Reader:
    """What reads the words of these examples in another language, and puts the facts to them."""

    def read(file: Path, node: yaml.Node, offset: int) -> list[dict[str, Any]]:
        if len(node.value) != len(examples):
            problem = f"{len(node.value)} examples here, {len(examples)} in the original"
            raise ContentError(file, line_of(node, offset), problem)
        translated = []
        for example, entry in zip(examples, node.value, strict=True):
            words = {key: KeyField("text") for key in ("title", "text") if key in example}
            translated.append({**example, **read_table(file, entry, words, offset)[0]})
        return translated

    return read


def read_asked(file: Path, node: yaml.Node, fields: Fields, offset: int = 0) -> dict[str, Any]:
    """Read a table with these fields, a question (`ask`) and its `answer` among them. Raises ContentError."""
    values, lines = read_table(file, node, fields, offset)
    nodes = {key.value: value for key, value in node.value}
    kind = plain(nodes["ask"]).get("type")
    if kind not in QUESTIONS:
        raise ContentError(file, lines["ask"], f"'ask' is of type {kind!r} (known: {', '.join(QUESTIONS)})")
    question = QUESTIONS[kind]
    read_table(file, nodes["ask"], question.ask, offset)
    answer, _ = read_table(file, nodes["answer"], question.answer, offset)
    if kind == "judge":
        problem = _judged(answer)
        if problem:
            raise ContentError(file, line_of(nodes["answer"], offset), problem)
    return values


def _judged(answer: Mapping[str, Any]) -> str | None:
    if answer["answer"] not in NEEDED:
        return f"the answer is {answer['answer']!r} (known: {', '.join(NEEDED)})"
    needed = NEEDED[answer["answer"]]
    for key in ("reasons", "missing"):
        if (key == needed) != bool(answer.get(key)):
            return f"the answer {answer['answer']!r} {'needs' if key == needed else 'has no'} {key!r}"
    for key in ("payments", "after"):
        if answer["answer"] == "no" and key in answer:
            return f"the answer 'no' has no {key!r}"
    if not all(type(dollars) is int for dollars in answer.get("payments", {}).values()):
        return "'payments' is a table of payees and dollars"
    return None

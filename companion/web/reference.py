"""The rules reference as pages hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from flask import Flask, current_app
from markupsafe import Markup

from companion.book.library import section_address
from companion.book.sections import Book
from companion.reference.library import Reference, load
from companion.web import language


def init_app(app: Flask) -> None:
    """Make the reference part of the app. Raises ContentError."""
    app.extensions["reference"] = load()
    app.jinja_env.globals |= {"cited": cited, "address_of": address_of, "answer_of": answer_of}


def address_of(target: str) -> str:
    """The address of a section, or of a heading in it, in the reader's language."""
    return section_address(language.current(), target)


def answer_of(target: str) -> Markup:
    """What a place of the rules comes to in one line, "" where nobody has said."""
    answer = book().place_of(target).part.answer
    return Markup(answer.line if answer else "")  # noqa: S704 (rendered by us)


def cited(sections: Iterable[str]) -> list[tuple[str, str]]:
    """Title and address of sections, in the reader's language."""
    rules = book()
    return [(rules.title_of(name), section_address(rules.language, name)) for name in sections]


def reference() -> Reference:
    """The reference of the current app."""
    return cast(Reference, current_app.extensions["reference"])


def book() -> Book:
    """The book in the reader's language."""
    return reference().books[language.current()]

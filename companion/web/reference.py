"""The rules reference as pages hold it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from flask import Flask, current_app

from companion.book.library import Book, section_address
from companion.reference.library import Reference, load
from companion.web import language


def init_app(app: Flask) -> None:
    """Make the reference part of the app. Raises ContentError."""
    app.extensions["reference"] = load()
    app.jinja_env.globals["cited"] = cited


def cited(sections: Iterable[str]) -> list[tuple[str, str]]:
    """Title and address of sections, in the reader's language."""
    rules = book()
    return [(rules.sections[name].title, section_address(rules.language, name)) for name in sections]


def reference() -> Reference:
    """The reference of the current app."""
    return cast(Reference, current_app.extensions["reference"])


def book() -> Book:
    """The book in the reader's language."""
    return reference().books[language.current()]

"""The command that works out beforehand what the app would work out when it is first needed."""

from __future__ import annotations

import sys

import click

from companion import engine
from companion.app import make_pages
from companion.book.fields import ContentError
from companion.made.static import static_files
from companion.reference.kept import store


@click.command()
def make() -> None:
    """Render and index the texts, pack the pages for phones without signal, and compress the static files, where
    something has changed.

    The app does so by itself when it starts; done beforehand, it starts at once.
    """
    try:
        for kept in (store(), static_files().store):
            kept.prepare()
        make_pages()
    except (ContentError, engine.CatalogError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)

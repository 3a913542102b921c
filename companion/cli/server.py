"""The command that runs the web app."""

from __future__ import annotations

import click

from companion import engine, server
from companion.book.fields import ContentError
from companion.cli import setting_options
from companion.settings import ALL, Configuration
from companion.storage.errors import NoDriver, Unusable


@click.command()
@setting_options(*(setting.name for setting in ALL))
def serve(settings: Configuration) -> None:
    """Run the web app."""
    try:
        server.run(settings)
    except (NoDriver, Unusable, ContentError, engine.CatalogError, server.PortTaken, OSError, ValueError) as error:
        # What, and where: whoever starts the app is to read it in one line.
        raise click.ClickException(f"cannot start: {error}") from error

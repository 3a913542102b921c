"""The command that works out beforehand what the app would work out when it is first needed."""

from __future__ import annotations

import sys

import click

from companion import logs, making
from companion.made import pyodide


@click.command()
@click.option("--first", is_flag=True, help="Only what the app needs before it answers.")
@click.option("--without-phone", is_flag=True, help="All but the whole app for phones.")
def make(first: bool, without_phone: bool) -> None:
    """Render and index the texts, compress the static files, pack the pages for phones without signal and the whole
    app for phones, where something has changed. Python for the browser, which that takes, is fetched once.

    The app does so by itself: what it needs before it answers, and then the rest. Done beforehand, it starts at once.
    """
    logs.configure("text")
    if not (first or without_phone):
        try:
            pyodide.fetch()
        except pyodide.NotFetched as error:
            click.echo(error, err=True)
    # The whole app takes as long as everything else, and what takes one processor goes beside the texts.
    beside = making.start_missing("text", making.STATIC)
    phone = None if first or without_phone else making.start_missing("text", making.PHONE)
    try:
        making.make(*making.FIRST, *([] if first else [making.PAGES]))
    except making.NotMade as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    finally:
        failed = [process.wait() for process in (beside, phone) if process]
    if any(failed):
        sys.exit(1)

"""Commands that tell how an installation stands: its settings, and what is wrong with it."""

from __future__ import annotations

import sys
from dataclasses import asdict

import click

from companion.cli import json_option, print_json, setting_options
from companion.settings import ALL, Configuration, Mistaken, table

_NAMES = tuple(setting.name for setting in ALL)


@click.command()
@click.option("--describe", is_flag=True, help="Print what each may be and does, as a table in Markdown.")
@json_option
@setting_options(*_NAMES)
def settings(settings: Configuration, describe: bool, as_json: bool) -> None:
    """Print all settings as they are in force, and where each was set. Secrets are hidden."""
    if describe:
        click.echo(table(), nl=False)
        return
    rows = [(one.setting.name, one.shown, one.source) for one in settings.chosen.values()]
    if as_json:
        print_json({name: {"value": value, "from": source} for name, value, source in rows})
        return
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, source in rows:
        click.echo(f"{name:{widths[0]}}  {value:{widths[1]}}  {source}")


@click.command()
@json_option
@setting_options(*_NAMES, tells=True)
def doctor(settings: Configuration | Mistaken, as_json: bool) -> None:
    """Say what is wrong with this installation, and what to do."""
    # Imported here because it looks at everything that there is.
    from companion.diagnosis import examine

    symptoms = [*examine(settings)]
    if as_json:
        print_json([asdict(one) for one in symptoms])
    else:
        for one in symptoms:
            click.echo(f"{'ok   ' if one.ok else 'WRONG'}  {one.subject}: {one.told}")
    sys.exit(not all(one.ok for one in symptoms))

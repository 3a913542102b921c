"""Commands for whoever runs the app: keep a copy of what is stored, put it back, let go of what nobody misses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from flask import Flask

from companion import paths
from companion.sheets.kept import Ages
from companion.storage import copying, tidying
from companion.storage.database import Database
from companion.storage.errors import NoDriver, Unusable

_DAYS = click.IntRange(0, 100_000)


def _stored(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that say which database is meant, as `companion serve` has them."""
    command = click.option("--database-url", help="Another database than SQLite in the instance folder.")(command)
    return click.option("--instance", type=click.Path(file_okay=False), help="Folder for the database.")(command)


@contextmanager
def _opened(database_url: str | None, instance: str | None) -> Iterator[Database]:
    home = paths.home(instance, Flask("companion", static_folder=None).instance_path)
    home.mkdir(parents=True, exist_ok=True)
    try:
        database = Database(paths.database_address(database_url, home))
        database.upgrade()
        yield database
        database.close()
    except (NoDriver, Unusable, copying.NotEmpty, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@_stored
def backup(file: Path, force: bool, database_url: str | None, instance: str | None) -> None:
    """Copy everything that is stored into FILE, also while the app runs."""
    with _opened(database_url, instance) as database:
        sheets = copying.back_up(database, file, force=force)
    click.echo(f"{file}: {sheets} sheets. Keep the file secret-key with it, by which devices know their history.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Delete what is stored now.")
@_stored
def restore(file: Path, force: bool, database_url: str | None, instance: str | None) -> None:
    """Put a backup FILE back: all of it, or nothing."""
    with _opened(database_url, instance) as database:
        try:
            sheets = copying.restore(database, file, force=force)
        except copying.NotEmpty as error:
            raise click.ClickException(
                f"{error}: name another database, or delete what is there with --force"
            ) from error
    click.echo(f"{sheets} sheets are back.")


@click.command()
@click.option("--dry-run", is_flag=True, help="Only count.")
@click.option("--empty-days", default=Ages.empty, show_default=True, envvar="COMPANION_EMPTY_DAYS", type=_DAYS,
              help="Age of sheets on which nothing was entered; 0: keep them.")  # fmt: skip
@click.option("--forgotten-days", default=Ages.forgotten, show_default=True, envvar="COMPANION_FORGOTTEN_DAYS",
              type=_DAYS, help="Age of sheets in no history and no group; 0: keep them.")  # fmt: skip
@_stored
def tidy(dry_run: bool, empty_days: int, forgotten_days: int, database_url: str | None, instance: str | None) -> None:
    """Delete sheets that nobody misses, as the app does itself once a day."""
    with _opened(database_url, instance) as database:
        done = tidying.tidy(database, Ages(empty_days, forgotten_days), dry_run=dry_run)
    verb = "would go" if dry_run else "are gone"
    click.echo(
        f"{done.empty_sheets} empty sheets, {done.forgotten_sheets} sheets in no history and no group, "
        f"{done.histories} empty histories {verb}."
    )

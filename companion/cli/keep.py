"""Commands for whoever runs the app: keep a copy of what is stored, put it back, let go of what nobody misses."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.cli import setting_options
from companion.settings import Configuration, without_password
from companion.sheets.games import Ages
from companion.storage import REVISION, copying, results
from companion.storage.database import Database
from companion.storage.errors import NoAnswer, NoDriver, Unusable

_stored = setting_options("INSTANCE", "DATABASE_URL", all_needed=False)


@contextmanager
def _named(settings: Configuration) -> Iterator[Database]:
    """The database, named before anything happens to it."""
    click.echo(f"Database: {without_password(settings['DATABASE_URL'])}", err=True)
    try:
        database = Database(settings["DATABASE_URL"])
        yield database
        database.close()
    except NoAnswer as error:
        raise click.ClickException(f"the database is locked, full or gone ({error}): nothing was changed") from error
    except (NoDriver, Unusable, copying.NotEmpty, OSError, ValueError, sqlite3.Error) as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@_stored
def backup(settings: Configuration, file: Path, force: bool) -> None:
    """Copy everything that is stored into FILE, also while the app runs."""
    with _named(settings) as database:
        sheets = copying.back_up(database, file, force=force)
    click.echo(f"{file}: {sheets} sheets. Keep the file secret-key with it, by which devices know their history.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Delete what is stored now; the file of a newer version is put aside.")
@_stored
def restore(settings: Configuration, file: Path, force: bool) -> None:
    """Put a backup FILE back: all of it, or nothing."""
    with _named(settings) as database:
        settings["INSTANCE"].mkdir(parents=True, exist_ok=True)
        try:
            sheets = copying.restore(database, file, force=force)
        except copying.NotEmpty as error:
            raise click.ClickException(
                f"{error}: name another database, or delete what is there with --force"
            ) from error
    click.echo(f"{sheets} sheets are back.")


@click.command()
@click.option("--dry-run", is_flag=True, help="Only count.")
@setting_options("INSTANCE", "DATABASE_URL", "EMPTY_DAYS", "FORGOTTEN_DAYS", all_needed=False)
def tidy(settings: Configuration, dry_run: bool) -> None:
    """Delete sheets that nobody misses, as the app does itself once a day."""
    with _named(settings) as database:
        if not dry_run:
            database.upgrade(new=False)
        elif database.check() != REVISION:
            raise Unusable("the tables are older than this version, which brings them up to date when it starts")
        done = results.tidy(database, Ages(settings["EMPTY_DAYS"], settings["FORGOTTEN_DAYS"]), dry_run=dry_run)
    verb = "would go" if dry_run else "are gone"
    click.echo(
        f"{done.empty_sheets} empty sheets, {done.forgotten_sheets} sheets in no history and no group, "
        f"{done.histories} empty histories {verb}."
    )

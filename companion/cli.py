"""The `companion` command: one function for each subcommand.

All commands read files or `-` (standard input), write results to standard output and messages to standard
error, and exit with 0 (fine), 1 (the answer is negative) or 2 (unusable input).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

import click

from companion import cli_engine, cli_games, cli_keep, engine, i18n
from companion.book import library
from companion.book.fields import ContentError
from companion.paths import folder
from companion.pictures.symbols import symbol_ids
from companion.reference import layers
from companion.reference.library import Reference, load
from companion.reference.search import MAX_HITS, USUAL_HITS, find
from companion.sentences import answers
from companion.storage.database import NoDriver, Unusable

_LANGUAGES = click.Choice(list(i18n.languages()))


def _language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lang", "language", type=_LANGUAGES, default=i18n.DEFAULT_LANGUAGE, help="Language of the answer."
    )(command)


def _json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="great-western-companion")
def main() -> None:
    """Look up the rules, check a position, score a game of Great Western Trail (second edition)."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets phones on this network in.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--database-url", help="Another database than SQLite in the instance folder.")
@click.option("--instance", type=click.Path(file_okay=False), help="Folder for the database and the secret key.")
@click.option("--https", is_flag=True, help="The app stands behind a proxy that speaks HTTPS for it.")
@click.option(
    "--proxy", default="127.0.0.1", show_default=True, help="With --https: the proxy's address, the only one believed."
)
@click.option(
    "--metrics",
    type=click.IntRange(1, 65535),
    metavar="PORT",
    help="Tell Prometheus of requests and the database at http://127.0.0.1:PORT/metrics, for this machine only.",
)
def serve(
    host: str,
    port: int,
    database_url: str | None,
    instance: str | None,
    https: bool,
    proxy: str,
    metrics: int | None,
) -> None:
    """Run the web app."""
    # Imported here because no other command needs a server.
    from companion import server

    config = {"DATABASE_URL": database_url, "INSTANCE": instance, "SESSION_COOKIE_SECURE": https}
    given = {name: value for name, value in config.items() if value}
    try:
        server.run(given, host, port, proxy if https else None, metrics)
    except (NoDriver, Unusable, ContentError, engine.CatalogError, server.PortTaken, OSError, ValueError) as error:
        # What, and where: whoever starts the app is to read it in one line.
        raise click.ClickException(f"cannot start: {error}") from error


@main.command()
@click.argument("position", type=click.File(encoding="utf-8"))
@_language_option
@_json_option
def check(position: IO[str], language: str, as_json: bool) -> None:
    """Tell whether a POSITION (a JSON file, or - for standard input) is possible."""
    checked = cli_engine.read(position, language, lambda text: answers.check(text, language))
    if as_json:
        _print_json(checked.as_json())
    else:
        for finding in checked.findings:
            click.echo(f"{finding.severity}: {finding.code}: {finding.text}")
            click.echo(f"    {'; '.join(finding.places)} [{finding.section}]")
        if checked.possible:
            click.echo(i18n.translations(language).ugettext("No contradiction"))
    sys.exit(0 if checked.possible else 1)


@main.command()
def schema() -> None:
    """Print the JSON Schema of positions; actions are `$defs/action`."""
    schema = engine.position_schema()
    schema["$defs"]["action"] = engine.action_schema()
    click.echo(json.dumps(schema, indent=1))


for _command in (*cli_engine.COMMANDS, cli_games.replay, *cli_keep.COMMANDS):
    main.add_command(_command)


@main.command()
@click.argument("text")
@click.option("--limit", default=USUAL_HITS, show_default=True, type=click.IntRange(1, MAX_HITS))
@_language_option
@_json_option
def search(text: str, limit: int, language: str, as_json: bool) -> None:
    """Search the rules for TEXT, and the components for its name.

    TEXT may have operators: phase:b, building:6b, "these words", -without.
    """
    found = find(_reference(searched=(language,)), language, text, limit=limit).as_json(language)
    if as_json:
        _print_json(found)
    else:
        for component in found["components"]:
            click.echo(f"{component['title']}  [{component['component']}]")
        for hit in found["hits"]:
            click.echo(f"{hit['title']}  [{hit['section']}]\n    {hit['snippet']}")
    sys.exit(0 if any(found.values()) else 1)


@main.command()
@click.argument("part", default="")
@_json_option
def figures(part: str, as_json: bool) -> None:
    """List the figures that rule texts may refer to, or those with PART in their name."""
    chosen = {name: figure for name, figure in layers.figures().items() if part in name}
    if as_json:
        _print_json({name: {" ".join(v) or "base": dict(n) for v, n in f.values.items()} for name, f in chosen.items()})
        return
    for name, figure in chosen.items():
        by_variant = {" ".join(variants) or "base": dict(values) for variants, values in figure.values.items()}
        distinct = {value for values in figure.values.values() for value in values.values()}
        told = distinct.pop() if len(distinct) == 1 else by_variant
        click.echo(f"{name} = {told}{'' if figure.confidence == 'high' else f'  ({figure.confidence} confidence)'}")


@main.command()
@click.option("--stamp", is_flag=True, help="Note in every stale translation that it is up to date now.")
def translations(stamp: bool) -> None:
    """List translated sections that are older than the English text; exit with 1 when there are any."""
    books = _reference(searched=()).books
    stale = list(library.stale_translations(list(books.values())))
    english = books[library.REFERENCE_LANGUAGE].sections
    for section in stale:
        click.echo(f"{section.file}: {section.id} is now {english[section.id].revision}, not {section.translates}")
        if stamp:
            library.stamp(section, english[section.id].revision)
    sys.exit(1 if stale and not stamp else 0)


def _reference(searched: tuple[str, ...]) -> Reference:
    """The rules reference without a web app, with an index of these languages; symbols have no address here."""
    try:
        return load(folder("content"), symbol_ids(folder("static")), "", searched)
    except ContentError as error:
        click.echo(str(error), err=True)
        sys.exit(2)

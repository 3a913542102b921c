"""The `companion` command: each subcommand is a function of a module here, imported when it is asked for.

All commands read files or `-` (standard input), write results to standard output and messages to standard
error, and exit with 0 (fine), 1 (the answer is negative) or 2 (unusable input).
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from typing import Any

import click

_COMMANDS = {
    "serve": "server",
    "make": "make",
    **dict.fromkeys(("search", "figures", "translations"), "rules"),
    **dict.fromkeys(("check", "schema", "options", "judge", "apply", "score"), "positions"),
    **dict.fromkeys(("playout", "replay"), "games"),
    **dict.fromkeys(("backup", "restore", "tidy"), "keep"),
}
"""Command -> its module: nobody who searches waits for the database."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (what click gives)
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"companion.cli.{_COMMANDS[cmd_name]}"), cmd_name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="great-western-companion")
def main() -> None:
    """Look up the rules, check a position, score a game of Great Western Trail (second edition)."""


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--lang`: the language of the answer."""
    return click.option("--lang", "language", type=_Language(), default="en", help="Language of the answer.")(command)


class _Language(click.ParamType):  # type: ignore[type-arg] # older versions have no arguments
    """One of the languages that there are."""

    name = "language"

    def get_metavar(self, *_: object, **__: object) -> str:
        return f"[{'|'.join(_known().choices)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        known: str = _known().convert(value, param, ctx)
        return known


def _known() -> click.Choice[str]:
    # Imported here because most commands say nothing in any language.
    from companion import i18n

    return click.Choice(list(i18n.languages()))


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: what programs read."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def print_json(value: object) -> None:
    """Print one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))

"""The `companion` command: each subcommand is a function of a module here, imported when it is asked for.

All commands read files or `-` (standard input), write results to standard output and messages to standard
error, and exit with 0 (fine), 1 (the answer is negative) or 2 (unusable input).
"""

from __future__ import annotations

import functools
import importlib
import json
import sys
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

import click

_COMMANDS = {
    "serve": "server",
    "make": "make",
    **dict.fromkeys(("search", "figures", "translations"), "rules"),
    **dict.fromkeys(("check", "schema", "options", "judge", "apply", "score", "clock", "odds"), "positions"),
    **dict.fromkeys(("playout", "replay"), "games"),
    **dict.fromkeys(("backup", "restore", "tidy"), "keep"),
    **dict.fromkeys(("settings", "doctor"), "installation"),
    "import": "imports",
}
"""Command -> its module: nobody who searches waits for the database."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (what click gives)
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"companion.cli.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name)
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
        return f"[{'|'.join(_language_choice().choices)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        language: str = _language_choice().convert(value, param, ctx)
        return language


def _language_choice() -> click.Choice[str]:
    # Imported here because most commands say nothing in any language.
    from companion import i18n

    return click.Choice(list(i18n.languages()))


def json_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: what programs read."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def setting_options(*names: str, all_needed: bool = True, tells: bool = False) -> Callable[..., Any]:
    """Options for settings; the command gets what is in force. Mistakes are printed, a line each, and end it with 2.

    Where not `all_needed`, mistakes in others are none of its business. A command that `tells` gets the mistakes.
    """
    # Imported here because most commands work with files only.
    from companion import settings

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def called(**options: Any) -> None:
            given = {name: options.pop(name.lower(), None) for name in names}
            read: settings.Configuration | settings.Mistaken
            try:
                read = settings.read(given, None if all_needed else names)
            except settings.Mistaken as error:
                read = error
            if isinstance(read, settings.Mistaken) and not tells:
                for line in read.lines:
                    click.echo(f"Error: {line}", err=True)
                sys.exit(2)
            command(read, **options)

        for name in reversed(names):
            setting = settings.BY_NAME[name]
            if setting.option:
                help_text = f"{setting.meaning} [{setting.allowed.values}; otherwise {setting.usual}]"
                flag: dict[str, Any] = {"is_flag": True} if isinstance(setting.default, bool) else {"metavar": "..."}
                called = click.option(setting.switch, name.lower(), default=None, help=help_text, **flag)(called)
        return called

    return add


def print_json(value: object) -> None:
    """Print one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False))

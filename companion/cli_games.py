"""The command that plays a recorded game again and tells it."""

from __future__ import annotations

import json
import sys
from typing import IO

import click

from companion import cli_engine, engine, i18n
from companion.engine import read_log
from companion.sentences.actions import action_sentence
from companion.sentences.findings import finding_of
from companion.sentences.names import Words

_LANGUAGES = click.Choice(list(i18n.languages()))


@click.command()
@click.argument("log", type=click.File(encoding="utf-8"))
@click.option("--lang", "language", type=_LANGUAGES, default=i18n.DEFAULT_LANGUAGE, help="Language.")
@click.option("--json", "as_json", is_flag=True, help="Print the last position as one JSON object.")
def replay(log: IO[str], language: str, as_json: bool) -> None:
    """Play a LOG again: tell every action, or print the position it leads to; stop at the first that is not allowed."""
    position, entries = cli_engine.read(log, language, read_log)
    rules, words = engine.ruleset_of(position), Words(language)
    for number, entry in enumerate(entries, start=1):
        who = position.turn.player
        try:
            following = engine.apply(rules, position, entry.action, engine.Told(entry.drawn))
        except engine.IllegalAction as error:
            for reason in error.verdict.reasons:
                click.echo(f"{number}: {reason.code}: {finding_of(reason, language).text}", err=True)
            sys.exit(1)
        except engine.ImpossibleOutcome as error:
            click.echo(f"{number}: {error}", err=True)
            sys.exit(2)
        if not as_json:
            name = words.name("player", who) if who else "–"
            click.echo(f"{number:4} {name}: {action_sentence(entry.action, language)}")
        position = following
    if as_json:
        click.echo(json.dumps({"position": engine.to_plain(position)}, ensure_ascii=False))

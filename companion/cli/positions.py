"""The commands that ask the rules engine about a position: check, schema, options, judge, apply, score, clock, odds."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, TypeVar

import click

from companion import engine, i18n
from companion.cli import json_option, language_option, print_json
from companion.engine import Drawn
from companion.sentences import answers, verdicts
from companion.sentences.actions import action_sentence
from companion.sentences.findings import key_path, problem_text
from companion.sentences.names import Words

T = TypeVar("T")

_position = click.argument("position", type=click.File(encoding="utf-8"))


def unusable(name: str, error: engine.Unreadable, language: str) -> None:
    """Say in one line what cannot be read and where, and exit."""
    first, *others = error.problems
    where = f"{name}:{first.line}: {key_path(first)}".rstrip(": ")
    more = f" (+{len(others)})" if others else ""
    click.echo(f"{where}: {problem_text(first, language)}{more}", err=True)
    sys.exit(2)


def read(file: IO[str], language: str, reader: Callable[[str], T]) -> T:
    """What a file holds; exits with 2 when it cannot be read."""
    try:
        return reader(file.read())
    except UnicodeDecodeError:
        click.echo(f"{file.name}: not UTF-8 text", err=True)
    except engine.Unreadable as error:
        unusable(file.name, error, language)
    sys.exit(2)


def _action(text: str, language: str) -> engine.Action:
    try:
        return engine.read_action(text)
    except engine.Unreadable as error:
        unusable("ACTION", error, language)
    sys.exit(2)


def following(
    position: engine.Position, action: engine.Action, drawn: tuple[Drawn, ...], language: str, at: str = ""
) -> engine.Position:
    """The position after an action. Where there is none, says why, and exits with 1, or with 2 for what was drawn."""
    try:
        return engine.apply(engine.ruleset_of(position), position, action, engine.Scripted(drawn))
    except engine.IllegalAction as error:
        for reason in answers.reasons(error.verdict, language, position.game.edition):
            click.echo(f"{at}{reason['code']}: {reason['text']}", err=True)
        sys.exit(1)
    except engine.ImpossibleOutcome as error:
        why = f"{key_path(error.problem)}: {problem_text(error.problem, language)}"
        click.echo(f"{at or '--outcome: '}{why}", err=True)
        sys.exit(2)


@click.command()
@_position
@language_option
@json_option
def check(position: IO[str], language: str, as_json: bool) -> None:
    """Tell whether a POSITION (a JSON file, or - for standard input) is possible."""
    checked = read(position, language, lambda text: answers.check(text, language))
    if as_json:
        print_json(checked.as_json())
    else:
        for finding in checked.findings:
            click.echo(f"{finding.severity}: {finding.code}: {finding.text}")
            click.echo(f"    {'; '.join(finding.places)} [{finding.section}]")
        if checked.possible:
            click.echo(i18n.translations(language).ugettext("No contradiction"))
    sys.exit(0 if checked.possible else 1)


@click.command()
def schema() -> None:
    """Print the JSON Schema of positions; actions are `$defs/action`."""
    schema = engine.position_schema()
    schema["$defs"]["action"] = engine.action_schema()
    click.echo(json.dumps(schema, indent=1))


@click.command()
@_position
@language_option
@json_option
def options(position: IO[str], language: str, as_json: bool) -> None:
    """List what the player on turn may do in a POSITION."""
    current = read(position, language, engine.read_position)
    every = engine.options(engine.ruleset_of(current), current)
    allowed = [option for option in every if option.verdict.answer == "yes"]
    undecided = [option for option in every if option.verdict.answer == "depends"]
    if as_json:
        print_json(answers.options(every, language, current.game.edition))
    else:
        for option in allowed:
            cost = option.verdict.cost
            suffix = f"  [{verdicts.cost(cost, language)}]" if cost else ""
            sentence = action_sentence(option.action, language, current.game.edition)
            click.echo(f"{engine.action_text(option.action)}\n    {sentence}{suffix}")
        for option in undecided:
            click.echo(f"? {engine.action_text(option.action)}\n    {', '.join(option.verdict.missing)}")
    sys.exit(0 if every else 1)


@click.command()
@_position
@click.argument("action")
@language_option
@json_option
def judge(position: IO[str], action: str, language: str, as_json: bool) -> None:
    """Tell whether an ACTION (JSON, or a line such as "hire row=1 column=2") may be done in a POSITION."""
    judged = answers.Judged(read(position, language, engine.read_position), _action(action, language), language)
    verdict = judged.verdict
    if as_json:
        print_json(judged.as_json())
    else:
        click.echo(judged.answer)
        for reason in judged.reasons:
            click.echo(f"{reason.code}: {reason.text} [{reason.section}]")
        for reading in judged.readings:
            click.echo(f"{reading.text} [{reading.section}]")
        for way in judged.ways_out:
            click.echo(way.sentence)
        for path in verdict.missing:
            click.echo(f"? {path}")
        if verdict.costs.missing:
            click.echo(verdicts.payments_in_full(verdict, language, judged.position.game.edition))
        else:
            for payee, dollars in verdict.payments:
                click.echo(f"${dollars} -> {payee}")
        for ground in judged.grounds:
            for check in ground.checks:
                click.echo(f"+ {check} [{ground.section}]")
        if not judged.refused:
            click.echo(f"[{', '.join(verdict.sections)}]")
    sys.exit(1 if judged.refused else 0)


@click.command()
@_position
@click.argument("action")
@click.option("--outcome", type=click.File(encoding="utf-8"), help="What chance brought: [{from, drawn}, ...].")
@language_option
@json_option
def apply(position: IO[str], action: str, outcome: IO[str] | None, language: str, as_json: bool) -> None:
    """Print the position after an ACTION in a POSITION."""
    current = read(position, language, engine.read_position)
    chosen = _action(action, language)
    drawn: tuple[Drawn, ...] = read(outcome, language, engine.read_drawn) if outcome else ()
    after = following(current, chosen, drawn, language)
    if as_json:
        print_json({"position": engine.to_plain(after)})
    else:
        click.echo(engine.position_text(after))


@click.command()
@_position
@language_option
@json_option
def score(position: IO[str], language: str, as_json: bool) -> None:
    """Score a POSITION as at the end of the game, line by line, and tell who wins."""
    current = read(position, language, engine.read_position)
    answer = answers.score(current, language)
    if as_json:
        print_json(answer)
        return
    words, categories = Words(language), engine.ruleset_of(current).catalog.scoring.categories
    for colour, result in answer["players"].items():
        place = f"{result['place']}. " if result["place"] else ""
        click.echo(f"{place}{words.name('player', colour)}: {result['total']}{'' if result['complete'] else ' …'}")
        for name, (number, points) in zip(categories, result["categories"].items(), strict=True):
            click.echo(f"  {number:>2} {words.name('category', name)}: {'–' if points is None else points}")
            for line in result["lines"]:
                if line["category"] == number:
                    click.echo(f"       {line['points']:3}  {line['text']}")
    click.echo(answer["ranking"]["text"])


@click.command()
@_position
@language_option
@json_option
def clock(position: IO[str], language: str, as_json: bool) -> None:
    """Tell how long the game of a POSITION still lasts: visits to Kansas City, turns and deliveries."""
    answer = answers.clock(read(position, language, engine.read_position), language)
    if as_json:
        print_json(answer)
        return
    for sentence in answer["sentences"]:
        click.echo(sentence)
    for path in answer["missing"]:
        click.echo(f"? {path}")


@click.command()
@_position
@click.option("--draws", default=0, type=click.IntRange(0, engine.MAX_DRAWN), help="Cards drawn until Kansas City.")
@click.option("--spare", default=0, type=click.IntRange(0, engine.MAX_DRAWN), help="Cards drawn and discarded again.")
@language_option
@json_option
def odds(position: IO[str], draws: int, spare: int, language: str, as_json: bool) -> None:
    """Tell how likely the hand of the player on turn in a POSITION is worth how much in Kansas City."""
    if draws + spare > engine.MAX_DRAWN:
        raise click.UsageError(f"--draws and --spare come to {engine.MAX_DRAWN} cards at most")
    answer = answers.odds(read(position, language, engine.read_position), draws, spare)
    if as_json:
        print_json(answer)
        return
    for one in answer["odds"]:
        ends = dict.fromkeys(f"{100 * one[end]:.1f} %" for end in ("at_least", "at_most"))
        click.echo(f"${one['dollars']}: {' – '.join(ends)}")
    for path in answer["missing"]:
        click.echo(f"? {path}")

"""The commands that play games: one at random, or a recorded one again."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from typing import IO

import click

from companion import engine
from companion.cli import json_option, language_option, print_json
from companion.cli.positions import following, read
from companion.engine import read_log
from companion.sentences.actions import action_sentence
from companion.sentences.names import Words


@click.command()
@click.argument("log", type=click.File(encoding="utf-8"))
@language_option
@click.option("--json", "as_json", is_flag=True, help="Print the last position as one JSON object.")
def replay(log: IO[str], language: str, as_json: bool) -> None:
    """Play a LOG again: tell every action, or print the position it leads to; stop at the first that is not allowed."""
    position, entries = read(log, language, read_log)
    words = Words(language)
    for number, entry in enumerate(entries, start=1):
        who = position.turn.player
        after = following(position, entry.action, entry.drawn, language, f"{number}: ")
        if not as_json:
            name = words.name("player", who) if who else "–"
            sentence = action_sentence(entry.action, language, position.game.edition)
            click.echo(f"{number:4} {name}: {sentence}")
        position = after
    if as_json:
        click.echo(json.dumps({"position": engine.to_plain(position)}, ensure_ascii=False))


@click.command()
@click.option("--players", type=click.IntRange(2, 4), help="How many play: 4, or as many as the automa is made for.")
@click.option("--edition", type=int, help="The edition; without this, the newest.")
@click.option("--variants", default="", help="Ids of variants, comma-separated.")
@click.option("--solo", default="", help="The automa that plays in the last seat.")
@click.option("--level", default="", help="How strong the automa is; without this, as weak as possible.")
@click.option("--seed", default=0, show_default=True, type=int)
@click.option("--games", default=1, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--trace", type=click.File("w", encoding="utf-8"), help="A line for each action goes to this file.")
@json_option
def playout(
    players: int | None,
    edition: int | None,
    variants: str,
    solo: str,
    level: str,
    seed: int,
    games: int,
    trace: IO[str] | None,
    as_json: bool,
) -> None:
    """Play whole random games and tell how fast that was."""
    number = edition or engine.editions()[-1]
    _require(str(number), list(map(str, engine.editions())), "edition", "--edition")
    chosen = tuple(dict.fromkeys(name for name in variants.split(",") if name))
    for name in chosen:
        _require(name, engine.variants(number), "variant", "--variants")
    automas = engine.automas()
    if solo:
        _require(solo, automas, "automa", "--solo")
    if level:
        _require(level, automas[solo].levels if solo else (), "level", "--level")
    count = players or (automas[solo].as_for if solo else 4)
    actions, scores = 0, []
    began = time.perf_counter()
    for each in range(seed, seed + games):
        last = None
        for moment in engine.random_game(count, chosen, each, automa=solo, level=level, edition=number):
            actions += 1
            last = moment
            if trace:
                line = {
                    "position": engine.to_plain(moment.position),
                    "options": len(moment.options),
                    "action": engine.action_plain(moment.entry.action),
                }
                trace.write(json.dumps(line, ensure_ascii=False) + "\n")
        if last is not None:
            rules = engine.ruleset_of(last.position)
            end = engine.apply(rules, last.position, last.entry.action, engine.Scripted(last.entry.drawn))
            scores.append({colour: result.total for colour, result in engine.score(rules, end).items()})
    seconds = time.perf_counter() - began
    result = {
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 2),
        "actions_per_game": round(actions / games, 1),
        "scores": scores,
    }
    if as_json:
        print_json(result)
    else:
        click.echo(f"{games} games, {result['actions_per_game']} actions each, {result['games_per_second']} games/s")


def _require(name: str, values: Collection[str], kind: str, option: str) -> None:
    if name not in values:
        raise click.BadParameter(f"{name} is no {kind} (there are: {', '.join(values)})", param_hint=option)

"""Games against an automa, tapped as a page offers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine import Automa, Chance
from companion.web.solo import game as games


class Setup(NamedTuple):
    """What is agreed before a game, and what chance draws."""

    level: str
    board: str
    players: int
    specialization: str
    nonce: str


def setups(automa: Automa) -> Iterator[Setup]:
    """A set-up of every level on every board, with other cards each."""
    for number, level in enumerate(automa.levels):
        for place, board in enumerate(games.boards(automa)):
            own = ("cowboy", "builder", "engineer")[(number + place) % 3]
            chance = Chance(10 * number + place)
            nonce = "".join(chance.pick(games.NONCE) for _ in range(5))
            yield Setup(level, board, 2 + (number + place) % 3, own, nonce)


def taps(game: games.SoloGame) -> tuple[str, ...]:
    """What can be tapped now."""
    if game.waits == "hire":
        return (*game.hireable, games.NOBODY)
    if game.waits == "count":
        return tuple("123456789abc")
    if game.waits == "move":
        return (games.MOVED, *((games.ARRIVED,) if game.revealed > 1 else ()))
    return (games.REVEAL,)


def played(automa: Automa, setup: Setup, turns: int) -> Iterator[games.SoloGame]:
    """A game tap by tap: every third movement ends in Kansas City, whoever comes first is hired."""
    code = games.code_of(automa, *setup)
    while True:
        game = games.read(automa.id, code)
        yield game
        if game.waits == "reveal" and game.revealed == turns:
            return
        choices = taps(game)
        code += choices[-1] if game.waits == "move" and game.revealed % 3 == 0 else choices[0]


def rare(automa: Automa) -> Iterator[games.SoloGame]:
    """What seldom comes: a single cowboy is used before he could buy, a branchlet has nowhere left to go."""
    alone = Setup("easy", games.boards(automa)[0], automa.as_for, "cowboy", "abcdg")
    for game in played(automa, alone, 15):
        if (
            game.card
            and game.waits == "move"
            and "more-cattle" in game.card.does
            and game.him.workers == {**(game.him.workers or {}), "cowboy": 1}
        ):
            yield game
    full = Setup("easy", "rails-to-the-north", automa.as_for, "cowboy", "abcde")
    for game in played(automa, full, 75):
        if game.card and game.waits == "move" and game.card.branchlet and not game.town:
            yield game
            return

"""The house rules of a game: which there are, and which had a say in a verdict."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace

from companion.engine.core.action import Action
from companion.engine.core.catalog import assumed, editions, every_component, load_catalog
from companion.engine.core.components.house import MAX_HOUSE_RULES, HouseFigure, contradictions
from companion.engine.core.judgement import Verdict
from companion.engine.core.position import Game, Position
from companion.engine.core.ruleset import ruleset_of
from companion.engine.format.containers import Record
from companion.engine.format.table import game
from companion.engine.judging import judge


@functools.cache
def game_of_all() -> Record[Game]:
    """The format of what is agreed before a game, with the words of all games."""
    return game(every_component())


def changeable_in(played: Game) -> Mapping[str, HouseFigure]:
    """The figures that a table may change in a game, by name, with what is printed.

    >>> figure = changeable_in(Game())["fee.black"]
    >>> figure.values, figure.least, figure.most
    ((2, 1, 2), 0, 10)
    """
    edition = played.edition or editions()[-1]
    chosen = assumed(edition) if played.variants is None else tuple(sorted(set(played.variants)))
    return load_catalog(edition, chosen).changeable


def house_in(played: Game, figures: Mapping[str, int]) -> dict[str, int]:
    """Those of some house rules that change anything in a game; none where they contradict each other in it.

    >>> house_in(Game(2), {"fee.black": 3, "steps.least": 1, "something": 2})
    {'fee.black': 3}
    """
    allowed = changeable_in(played)
    house = {
        name: value
        for name, value in figures.items()
        if name in allowed and allowed[name].least <= value <= allowed[name].most and {*allowed[name].values} != {value}
    }
    too_many = len(house) > MAX_HOUSE_RULES
    return {} if too_many or any(contradictions(load_catalog().house, allowed, house)) else house


def house_rules_behind(position: Position, action: Action, verdict: Verdict) -> tuple[str, ...]:
    """The house rules of a position without which an action would be judged in another way.

    >>> from companion.engine import judge, read_action, read_position, ruleset_of
    >>> position = read_position('''{"game": {"players": 3, "house": {"job-market.row.1.cost": 3, "fee.green": 4}},
    ...     "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire"}]},
    ...     "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
    ...     "players": {"blue": {"dollars": 4, "workers": {"cowboy": 1}}}}''')
    >>> action = read_action("hire row=1 column=1")
    >>> verdict = judge(ruleset_of(position), position, action)
    >>> verdict.answer, house_rules_behind(position, action, verdict)
    ('yes', ('job-market.row.1.cost',))
    """
    house, said = position.game.house or {}, verdict[:4]

    def without(*names: str) -> bool:
        """Whether it is judged the same without these."""
        left = {name: value for name, value in house.items() if name not in names}
        other = replace(position, game=replace(position.game, house=left or None))
        try:
            return judge(ruleset_of(other), other, action)[:4] == said
        except LookupError:
            # The others contradict what is printed: they hold together only.
            return False

    if not house or without(*house):
        return ()
    # Where each of several would do, all of them have a say.
    return tuple(name for name in house if not without(name)) or tuple(house)

"""Engine: which spaces can it reach past the others, and at which stations may it stop?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Effect, Player, Position, Turn, actions, effects
from companion.sentences.names import words_of
from companion.web.ask.fields import FieldOption
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, judged
from companion.web.language import current, gettext, name, ngettext

MAX_SPACES = 12
"""No action of the game moves an engine further."""


def ask(form: Form) -> Situation:
    """Every space within reach, the furthest first."""
    game, catalog = form.game(), form.catalog
    players, colour = form.tell("n"), form.colour(lead=bool(form.given.get("engine")))
    way = form.pick(
        "go",
        gettext("The engine goes"),
        [
            FieldOption("forward", gettext("forward, up to"), "forward"),
            FieldOption("backward", gettext("back, exactly"), "backward"),
        ],
        facts=("turn.pending",),
        reads=lambda _: gettext("Backward") if form.given.get("go") == "backward" else gettext("Forward"),
        lead=True,
    )
    spaces = form.number(
        "by",
        gettext("Spaces"),
        least=1,
        most=MAX_SPACES,
        tapped=6,
        tries=("1", "2", "3", "4"),
        facts=("turn.pending",),
        lead=True,
        reads=lambda told: ngettext("One space", "%(num)d spaces", int(told) if told.isdecimal() else 0),
    )
    mine = form.tell("engine", colour)
    form.group(gettext("The other engines"))
    others = [other for other in catalog.table.players.colours if other != colour]
    places = {other: _other(form, other) for other in others}
    known = {other: place for other, place in places.items() if place is not None}
    if players is not None:
        known = dict(list(known.items())[: players - 1])
    position = Position(
        game=replace(game, players=players),
        turn=Turn(player=colour, phase="B", pending=(_movement(way, spaces),) if spaces else ()),
        players={colour: Player(engine=mine), **{other: Player(engine=place) for other, place in known.items()}},
    )
    missing = () if spaces and way else ("turn.pending",)
    choices = tuple(_choices(position)) if not missing and mine is not None else ()
    if not choices and not missing and spaces and mine is not None:
        choices = (_nowhere(position, mine, way, spaces),)
    return Situation(
        position=position,
        choices=choices,
        missing=missing or (() if mine is not None else (f"players.{colour}.engine",)),
        yes=ngettext("The engine can go to one space.", "The engine can go to %(num)d spaces.", allowed(choices)),
        no=gettext("The engine cannot move like this."),
        parts=("railroad",),
        picked={place: choice.name for choice in choices for place in choice.marks},
    )


def _other(form: Form, colour: str) -> Any:
    player = name("player", colour)
    form.row(player, f"player-{colour}")
    return form.tell(
        "engine",
        colour,
        key=f"engine-{colour}",
        label=player,
        facts=(f"players.{colour}.engine", "players"),
        reads=lambda told: gettext("%(player)s stands on %(space)s", player=player, space=told),
    )


def _movement(way: str | None, spaces: int) -> Effect:
    return effects.EngineBackward(spaces) if way == "backward" else effects.EngineForward(most=spaces)


def _choices(position: Position) -> Iterator[Candidate]:
    rules, words = engine.ruleset_of(position), words_of(current())
    order = [str(stop) for stop in _along(rules.catalog.railroad.last, rules.catalog.railroad.turnouts)]
    for option in engine.options(rules, position):
        if isinstance(option.action, actions.Engine):
            after = engine.apply(rules, position, option.action)
            place = order.index(str(option.action.to))
            yield Candidate(
                actions=(option.action,),
                title=words.engine(str(option.action.to)),
                verdict=option.verdict,
                facts=tuple(_then(after)),
                symbol="engine",
                marks={f"railroad:{option.action.to}": "chosen"},
                rank=(-place,),
            )


def _nowhere(position: Position, mine: int | str, way: str | None, spaces: int) -> Candidate:
    """The movement that comes to mind when there is none: as many spaces as it says."""
    railroad = engine.ruleset_of(position).catalog.railroad
    at = railroad.turnouts[mine][0] if isinstance(mine, str) else mine
    to = max(railroad.first, min(railroad.last, at + (-spaces if way == "backward" else spaces)))
    done = (actions.Engine(to),)
    return Candidate(done, words_of(current()).engine(str(to)), judged(position, done), symbol="engine")


def _along(last: int, turnouts: Mapping[str, tuple[int, int]]) -> Iterator[int | str]:
    """All stops in their order along the railroad."""
    between = {before: turnout for turnout, (before, _) in turnouts.items()}
    for number in range(last + 1):
        yield number
        if number in between:
            yield between[number]


def _then(after: engine.Position) -> Iterator[Fact]:
    """What stopping there allows or demands."""
    stations = engine.ruleset_of(after).catalog.railroad.stations
    for step in after.turn.pending or ():
        if isinstance(step, effects.UpgradeStation):
            station = stations[step.station]
            yield Fact(gettext("Upgrade station %(number)d", number=step.station), dollars(station.cost), "station")
            yield Fact(gettext("Points"), str(station.vp), "victory-point")
        if isinstance(step, effects.TurnBack):
            yield Fact(gettext("Afterwards"), gettext("back at least one space"), "backward")


QUESTION = QuickQuestion(
    id="engine",
    phase="B",
    order=30,
    symbol="engine",
    title=lazy_gettext("Engine"),
    about=lazy_gettext("Which spaces it reaches past other engines, and the stations on the way"),
    rules=(
        "railroad/move-forward",
        "railroad/move-back",
        "railroad/move-forward#other-engines",
        "railroad/track#turnouts",
    ),
    example="go=forward&by=3&engine=4&n=2&engine-red=6",
    ask=ask,
)

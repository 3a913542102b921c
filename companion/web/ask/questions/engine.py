"""Engine: which spaces can it reach past the others, and at which stations may it stop?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Position, actions, effects
from companion.sentences.names import words_of
from companion.web.ask.actions import Candidate, Fact, dollars
from companion.web.ask.fields import ENTRIES, AskField, FieldOption
from companion.web.ask.form import Asked, Form, FormGroup, FormRow
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.language import current, gettext, name, ngettext

MAX_SPACES = 12
"""No action of the game moves an engine further."""


def _others(form: Form) -> Iterator[Asked]:
    """Where those stand who play; while nobody has said how many do, all that were told of."""
    left = len(form.catalog.table.players.colours) if form["n"] is None else form["n"] - 1
    for colour in form.catalog.table.players.colours:
        if colour != form.colour:
            player, path = name("player", colour), f"players.{colour}.engine"
            yield FormRow(player, f"player-{colour}")
            yield ENTRIES["engine"].but(
                key=f"engine-{colour}",
                label=player,
                path=path,
                facts=(path, "players"),
                reads=lambda told, player=player: gettext("%(player)s stands on %(space)s", player=player, space=told),
            )
            left -= path in form.sets
            if left < 0:
                form.sets.pop(path, None)


def _sets(form: Form) -> Mapping[str, Any]:
    moves = {"effect": "engine-backward", "spaces": form["by"]}
    if form["go"] != "backward":
        moves = {"effect": "engine-forward", "most": form["by"]}
    return {"turn.phase": "B", "turn.pending": [moves] if form["by"] else []}


def _plan(form: Form, position: Position) -> Situation:
    """Every space within reach, the furthest first."""
    if None in (form["go"], form["by"], form["engine"]):
        return Situation(position)
    return Situation(position, tuple(_choices(position)) or (_nowhere(form, position),))


def _choices(position: Position) -> Iterator[Candidate]:
    rules, words = engine.ruleset_of(position), words_of(current())
    for option in engine.options(rules, position):
        if isinstance(option.action, actions.Engine):
            after = engine.apply(rules, position, option.action)
            to = option.action.to
            # A turnout lies between two spaces.
            place = rules.catalog.railroad.turnouts[to][0] + 0.5 if isinstance(to, str) else to
            yield Candidate(
                actions=(option.action,),
                title=words.engine(str(to)),
                verdict=option.verdict,
                facts=tuple(_then(after)),
                symbol="engine",
                marks={f"railroad:{to}": "chosen"},
                tap=f"railroad:{to}",
                rank=(-place,),
            )


def _nowhere(form: Form, position: Position) -> Candidate:
    """The movement that comes to mind when there is none: as many spaces as it says."""
    railroad, mine = form.catalog.railroad, form["engine"]
    at = railroad.turnouts[mine][0] if isinstance(mine, str) else mine
    to = max(railroad.first, min(railroad.last, at + (-form["by"] if form["go"] == "backward" else form["by"])))
    done = actions.Engine(to)
    verdict = engine.judge(engine.ruleset_of(position), position, done)
    return Candidate((done,), words_of(current()).engine(str(to)), verdict, symbol="engine")


def _then(after: Position) -> Iterator[Fact]:
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
    asks=(
        "n",
        ENTRIES["me"].but(lead=lambda form: bool(form.given.get("engine"))),
        AskField(
            "go",
            lazy_gettext("The engine goes"),
            lambda _catalog: [
                FieldOption("forward", gettext("forward, up to"), "forward"),
                FieldOption("backward", gettext("back, exactly"), "backward"),
            ],
            ("turn.pending",),
            lead=True,
            question=lazy_gettext("Does the engine go forward or back?"),
            reads=lambda told: gettext("Backward") if told == gettext("back, exactly") else gettext("Forward"),
        ),
        AskField(
            "by",
            lazy_gettext("Spaces"),
            (),
            ("turn.pending",),
            least=1,
            most=MAX_SPACES,
            tapped=6,
            question=lazy_gettext("How many spaces does it go?"),
            tries=("1", "2", "3", "4"),
            lead=True,
            reads=lambda told: ngettext("One space", "%(num)d spaces", int(told) if told.isdecimal() else 0),
        ),
        "engine",
        FormGroup(lazy_gettext("The other engines")),
        _others,
    ),
    sets=_sets,
    needs=(("go", "by"), ("engine",)),
    plan=_plan,
    yes=lambda n: ngettext("The engine can go to one space.", "The engine can go to %(num)d spaces.", n),
    no=lazy_gettext("The engine cannot move like this."),
    parts=("railroad",),
)

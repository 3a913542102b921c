"""Engine: which spaces can it reach past the others, and at which stations may it stop?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Position, Verdict, actions, effects
from companion.sentences.names import words_of
from companion.web.ask.fields import ENTRIES, AskField, FieldOption, counting, dollars
from companion.web.ask.question import Asked, Fact, Form, FormGroup, FormRow, QuickQuestion
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
                reads=lazy_gettext("%(player)s stands on %(space)s"),
                names={"player": player},
            )
            left -= path in form.sets
            if left < 0:
                form.sets.pop(path, None)


def _sets(form: Form) -> Mapping[str, Any]:
    moves = {"effect": "engine-backward", "spaces": form["by"]}
    if form["go"] != "backward":
        moves = {"effect": "engine-forward", "most": form["by"]}
    return {"turn.phase": "B", "turn.pending": [moves] if form["by"] else []}


def _stops(form: Form) -> Mapping[str, Collection[Any]]:
    """Every space within reach; without any, the one that comes to mind: as many spaces away as the action says."""
    position, railroad, mine = form.position(_sets(form)), form.catalog.railroad, form["engine"]
    options = engine.options(engine.ruleset_of(position), position)
    at = railroad.turnouts[mine][0] if isinstance(mine, str) else mine
    away = max(railroad.first, min(railroad.last, at + (-form["by"] if form["go"] == "backward" else form["by"])))
    return {"to": [one.action.to for one in options if isinstance(one.action, actions.Engine)] or [away]}


def _look(_form: Form, action: actions.Engine, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    shown = {"title": words_of(current()).engine(str(action.to)), "symbol": "engine"}
    if verdict.answer == "no":
        return shown
    rules, place = engine.ruleset_of(position), f"railroad:{action.to}"
    # A turnout lies between two spaces.
    far = rules.catalog.railroad.turnouts[action.to][0] + 0.5 if isinstance(action.to, str) else action.to
    facts = tuple(_then(engine.apply(rules, position, action)))
    return {**shown, "facts": facts, "marks": {place: "chosen"}, "tap": place, "rank": (-far,)}


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
    unranked=True,
    symbol="engine",
    title=lazy_gettext("Engine"),
    summary=lazy_gettext("Which spaces it reaches past other engines, and the stations on the way"),
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
                FieldOption("forward", gettext("forward, up to"), "forward", says=gettext("Forward")),
                FieldOption("backward", gettext("back, exactly"), "backward", says=gettext("Backward")),
            ],
            ("turn.pending",),
            lead=True,
            question=lazy_gettext("Does the engine go forward or back?"),
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
            reads=counting("One space", "%(num)d spaces"),
        ),
        "engine",
        FormGroup(lazy_gettext("The other engines")),
        _others,
    ),
    sets=_sets,
    needs=(("go", "by"), ("engine",)),
    among=_stops,
    look=_look,
    yes=lambda n: ngettext("The engine can go to one space.", "The engine can go to %(num)d spaces.", n),
    no=lazy_gettext("The engine cannot move like this."),
    parts=("railroad",),
)

"""Move and fees: where can I go, by which way, what does it cost, and to whom?"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import Catalog, Position, State, actions, is_location, step_limit
from companion.sentences.names import words_of
from companion.web.ask.fields import ENTRIES, AskField, FieldOption, named
from companion.web.ask.question import (
    CHOSEN,
    Asked,
    Candidate,
    Fact,
    Form,
    FormGroup,
    FormRow,
    QuickQuestion,
    Situation,
    paid,
)
from companion.web.ask.trail import ahead, place_of, regions, short
from companion.web.language import current, gettext, name, ngettext

EMPTY = "empty"
HANDS = ("none", "green", "black", "both")
_OWNED, _ON = lazy_gettext("%(player)s has built on %(space)s"), lazy_gettext("%(what)s on %(space)s")


def standing(catalog: Catalog, *, ends: bool = False) -> list[FieldOption]:
    """Every space of the trail where a herder may stand at the beginning of a turn; or where every way `ends`."""
    spaces = catalog.trail.spaces.values()
    return [FieldOption(space.id, short(space.id, catalog.edition)) for space in spaces if ends != bool(space.next)]


def _reachable(catalog: Catalog) -> list[FieldOption]:
    """Every space to which a way leads."""
    ahead = {after for space in catalog.trail.spaces.values() for after in space.next}
    return [one for one in (*standing(catalog), *standing(catalog, ends=True)) if one.value in ahead]


def _step_discs(_catalog: Catalog) -> list[FieldOption]:
    left, right = "step-left", "step-right"
    cleared = (
        ("none", (), gettext("neither"), gettext("You have cleared no step space")),
        ("left", (left,), gettext("left"), gettext("You have cleared the left step space")),
        ("right", (right,), gettext("right"), gettext("You have cleared the right step space")),
        ("both", (left, right), gettext("both"), gettext("You have cleared both step spaces")),
    )
    return [FieldOption(value, word, sets={"players.{me}.cleared": list(discs)}, says=says)
            for value, discs, word, says in cleared]  # fmt: skip


def _trail(form: Form) -> Iterator[Asked]:
    """What lies on the trail ahead, region by region and space by space."""
    if not form["at"]:
        return
    alone = form.position({"turn.phase": "A"})
    _, most, _ = step_limit(State(engine.ruleset_of(alone), alone))
    colours = sorted(form.catalog.table.players.colours, key=lambda one: one != form.colour)
    options = {
        "building": named("player", colours, "player-{}"),
        "hazard": _hands(dict.fromkeys(face.hand for face in form.catalog.tiles.hazards.faces.values())),
        "outlaw": named("outlaw", form.catalog.tiles.outlaws, "outlaw-{}", form.catalog),
    }
    for title, kind, spaces in regions(form.catalog, ahead(form.catalog, form["at"], most)):
        hint = gettext("Only owner and hand matter here. The picture shows some building with that hand.")
        yield FormGroup(title, hint if kind == "building" else "", folded=True)
        for space in spaces:
            called = short(space, form.catalog.edition)
            nothing = FieldOption(EMPTY, gettext("empty"), says=gettext("%(space)s is empty", space=called))
            yield FormRow(called)
            path = f"board.{kind}s.{space}"
            yield AskField(f"o-{space}", called, [nothing, *options[kind]], (path,), likely=EMPTY,
                           reads=_OWNED if kind == "building" else _ON, names={"space": called})  # fmt: skip
            lies = form[f"o-{space}"]
            if lies == EMPTY or (lies is None and form["rest"]):
                form.sets[path] = None
            elif lies and kind == "building":
                yield from _building(form, space, path, lies)
            elif lies:
                form.sets[path] = lies if kind == "outlaw" else {"hand": lies}


def _building(form: Form, space: str, path: str, owner: str) -> Iterator[Asked]:
    """The hand of a building. A building is known by its face: any with that hand costs the same."""
    hand: Any = "none"
    if owner != form.colour:
        called = short(space, form.catalog.edition)
        label = gettext("Hand on %(space)s", space=called)
        yield AskField(f"h-{space}", label, _hands(HANDS), (path,), reads=_ON, names={"space": called})
        hand = form[f"h-{space}"]
    if hand is not None:
        lying = [one for path, one in form.sets.items() if path.startswith("board.buildings.") and one]
        taken = {tile["face"][:-1] for tile in lying if tile["player"] == owner}
        fitting = [face.id for face in form.catalog.buildings.faces.values() if face.hand == hand]
        face = next((face for face in fitting if face[:-1] not in taken), fitting[0])
        form.sets[path] = {"player": owner, "face": face}


def _hands(hands: Iterable[str]) -> list[FieldOption]:
    symbols = {"green": "hand-green", "black": "hand-black"}
    return [FieldOption(hand, name("hand", hand), symbols.get(hand, "")) for hand in hands]


def _plan(form: Form, position: Position) -> Situation:
    """The best way to every place: the cheapest of those that are sure, or else of those that depend; and the shortest
    to each place that is too far.
    """
    rules = engine.ruleset_of(position)
    state = State(rules, position)
    places = frozenset([space for space in state.catalog.trail.spaces if is_location(state, space)])
    judge = functools.partial(engine.considered, rules, position, "move")
    best: Mapping[Any, engine.Verdict] = judge(way=engine.best_ways(state))
    verdicts = {move: verdict for move, verdict in best.items() if verdict.answer != "no"}
    reached = {move.way[-1] for move in verdicts}
    far = (way for space, way in engine.shortest_ways(state).items() if space in places - reached)
    verdicts |= judge(way=[*far])
    # Who names a place where nobody can stop, or that lies behind, is told so.
    asked = form.given.get(CHOSEN)
    if asked in state.catalog.trail.spaces and all(move.way[-1] != asked for move in verdicts):
        verdicts |= judge(way=[(asked,)])
    return Situation(position, tuple([_choice(form, state, places, *one) for one in verdicts.items()]))


def _choice(
    form: Form, state: State, places: Collection[str], move: actions.Move, verdict: engine.Verdict
) -> Candidate:
    stops, edition = [space for space in move.way[:-1] if space in places], form.catalog.edition
    # What was not entered may be a place as well.
    perhaps, least = sum(is_location(state, space) is None for space in move.way[:-1]), len(stops) + 1
    steps = gettext("%(least)s to %(most)s", least=least, most=least + perhaps) if perhaps else str(least)
    return Candidate(
        actions=(move,),
        title=words_of(current(), edition).space(move.way[-1]),
        goal=move.way[-1],
        verdict=verdict,
        facts=(Fact(gettext("Steps"), steps, "herder"),),
        note=gettext("via %(spaces)s", spaces=", ".join(short(stop, edition) for stop in stops)) if stops else "",
        marks={place_of(space): "way" for space in (form["at"], *move.way)},
        tap=place_of(move.way[-1]),
        rank=(paid(verdict), list(form.catalog.trail.spaces).index(move.way[-1])),
    )


QUESTION = QuickQuestion(
    phase="A",
    order=10,
    symbol="herder",
    title=lazy_gettext("Move and fees"),
    summary=lazy_gettext("Where you can go and which way, what it costs and whom you pay"),
    rules=("movement/steps", "movement/step-limit", "movement/hand-fees"),
    example="n=3&me=blue&at=A&o-A-1=red&h-A-1=green&do=A-1",
    asks=(
        "n",
        ENTRIES["me"].but(lead=lambda form: bool(form.given.get("at"))),
        "d",
        AskField(
            "at",
            lazy_gettext("Your herder stands on"),
            standing,
            path="players.{me}.herder",
            parts=("trail",),
            place=place_of,
            lead=True,
            reads=lazy_gettext("Your herder stands on %(space)s"),
        ),
        AskField("steps", lazy_gettext("Step spaces cleared"), _step_discs, ("players.{me}.cleared",), likely="none"),
        AskField(
            "rest",
            lazy_gettext("Spaces that you do not enter"),
            lambda _catalog: [
                FieldOption(EMPTY, gettext("are empty"), says=gettext("Spaces that you do not enter are empty"))
            ],
            tries=(),
            lead=lambda form: bool(form["at"]),
        ),
        _trail,
    ),
    sets={"turn.phase": "A"},
    needs=(("at",),),
    plan=_plan,
    yes=lambda n: ngettext("You can reach one place.", "You can reach %(num)d places.", n),
    no=lazy_gettext("There is nowhere to go."),
    depends=lambda form: gettext("Where do you want to go?") if form["at"] else gettext("Where is your herder?"),
    parts=("trail",),
    marks=lambda form, _: {place_of(form["at"]): "chosen"} if form["at"] else {},
    choose_first=True,
    goals=_reachable,
)

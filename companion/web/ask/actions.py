"""How an action is shown as a choice: title, figures, what it sets off, what sorts it. One place for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import engine
from companion.components.effects import EffectWords
from companion.engine import Position, Verdict, actions, effects
from companion.i18n import capital
from companion.sentences.actions import action_sentence
from companion.web.ask.form import Form
from companion.web.language import current, gettext, name


@dataclass(frozen=True)
class Fact:
    """A figure beside an answer: what it is, and how much."""

    label: str
    value: str
    symbol: str = ""


@dataclass(frozen=True)
class Candidate:
    """Something that may perhaps be done, in the reader's words, with the engine's verdict on it.

    `actions` are done one after the other; the verdict is on all of them. `rank` sorts the best first among those
    that are equally possible. `note` is said below the title.
    """

    actions: tuple[engine.Action, ...]
    title: str
    verdict: engine.Verdict
    facts: tuple[Fact, ...] = ()
    note: str = ""
    symbol: str = ""
    rank: tuple[Any, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that this choice is about, with the kind of mark."""
    position: engine.Position | None = None
    """Where it was judged, if more is known there than in the position of the question."""

    goal: str = ""
    """What it leads to, where another line may turn out to be the best one once more is known."""
    tap: str = ""
    """The place of the picture where a tap asks about it."""

    @property
    def line(self) -> str:
        """The actions as text."""
        return ";".join(engine.action_text(action) for action in self.actions)

    @property
    def name(self) -> str:
        """What an address calls it."""
        return self.goal or self.line


Look = Callable[[Form, Any, Verdict, Position], Mapping[str, Any] | None]
"""An action of a question, its verdict and where it was judged -> the fields of its `Candidate`. None: it comes to
nothing."""


def paid(verdict: engine.Verdict) -> tuple[int, int]:
    """Dollars that a verdict asks for, at most and at least: what is sure to be cheaper comes first."""
    least, most = engine.ends(verdict.cost)
    return most, least


def dollars(amount: int) -> str:
    """Money as the pages write it."""
    return gettext("$%(amount)d", amount=amount)


def sentence_of(_form: Form, action: engine.Action, _verdict: Verdict, position: Position) -> Mapping[str, Any]:
    """An action by its sentence alone."""
    return {"title": action_sentence(action, current(), position.game.edition).rstrip(".")}


def discs_onto(corner: str) -> str:
    """Which discs a place with corners of this colour takes."""
    if corner == "white":
        return gettext("white: discs from white spaces first")
    return gettext("dark: a disc from any space")


def _auxiliary(form: Form, action: actions.DoAuxiliary, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    all_actions = form.catalog.player_board.auxiliary.actions
    auxiliary = all_actions[action.action]
    return {
        **sentence_of(form, action, verdict, position),
        "note": EffectWords(current()).sentence(auxiliary.double if action.double else auxiliary.single),
        "symbol": "auxiliary",
        "rank": ([*all_actions].index(action.action), action.double),
    }


def _play(form: Form, action: actions.Play, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    objective, facts = form.catalog.objectives.cards[action.card], []
    if objective.immediate:
        facts.append(
            Fact(gettext("At once, if you like"), EffectWords(current()).sentence(objective.immediate), "forward")
        )
    facts.append(Fact(gettext("At the end, when fulfilled"), str(objective.vp), "victory-point"))
    facts.append(Fact(gettext("If not fulfilled"), str(objective.penalty).replace("-", "−"), "victory-point"))
    return {**sentence_of(form, action, verdict, position), "facts": tuple(facts), "symbol": "objective"}


def _exchange(form: Form, action: actions.Exchange, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    """How many cards come and go; fewer when the deck has no more."""
    facts: tuple[Fact, ...] = ()
    if verdict.answer == "yes":
        before = position.players[action.player or str(position.turn.player)]
        pending = _after(position, action).turn.pending or ()
        came = next((step.count for step in reversed(pending) if isinstance(step, effects.DiscardCards)), 0)
        facts = (
            Fact(gettext("You draw"), str(came), "card"),
            Fact(gettext("Then you discard"), str(came), "draw-discard"),
        )
        if before.draw is not None and came > before.draw.count:
            facts += (Fact(gettext("On the way"), gettext("shuffle the discard pile"), "ui-redo"),)
    return {
        **sentence_of(form, action, verdict, position),
        "facts": facts,
        "symbol": "exchange-token",
        "rank": (-action.count,),
    }


def _build(form: Form, action: actions.PlaceBuilding, verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    face = form.catalog.buildings.faces[action.face]
    facts = [
        Fact(gettext("Builders needed"), str(face.builders), "worker-builder"),
        Fact(gettext("Points"), str(face.vp), "victory-point"),
    ]
    if face.hand != "none":
        facts.append(Fact(gettext("Others pay"), name("hand", face.hand)))
    words = EffectWords(current())
    return {
        "title": gettext("Building %(face)s", face=face.id),
        "goal": face.id,
        "facts": tuple(facts),
        "note": "; ".join(words.choice(choice) for action_there in face.actions for choice in action_there),
        "symbol": "building-own",
        "rank": (-face.vp, paid(verdict), face.number, face.side),
    }


def _disc(form: Form, action: actions.Disc, _verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    catalog = form.catalog
    discs = catalog.player_board.discs
    if action.of in discs:
        disc = discs[action.of]
        gain = (Fact(gettext("You gain"), dollars(disc.gain), "dollar"),) if disc.gain else ()
        return {"title": capital(name("disc", disc.id)), "facts": gain, "symbol": f"corner-{disc.corner}",
                "rank": (disc.cost - disc.gain, [*discs].index(disc.id))}  # fmt: skip
    number = int(action.of.removeprefix(actions.FROM_STATION))
    title = gettext("From station %(number)d", number=number)
    return {"title": title, "symbol": "station", "rank": (len(discs), catalog.railroad.stations[number].vp)}


def _upgrade(form: Form, action: actions.Upgrade, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    station = form.catalog.railroad.stations[action.station]
    facts = [
        Fact(gettext("Cost"), dollars(station.cost), "dollar"),
        Fact(gettext("Points"), str(station.vp), "victory-point"),
        Fact(gettext("Disc"), discs_onto(station.corner), f"corner-{station.corner}"),
    ]
    if verdict.answer == "yes" and any(isinstance(step, effects.Appoint) for step in _with_a_disc(position, action)):
        facts.append(Fact(gettext("Then"), gettext("you may appoint a worker"), "station-master"))
    return {
        **sentence_of(form, action, verdict, position),
        "facts": tuple(facts),
        "symbol": "station",
        "rank": (-station.vp, station.cost),
    }


def _with_a_disc(position: Position, action: actions.Upgrade) -> tuple[object, ...]:
    """What waits after the station was upgraded and the first disc that may be was placed."""
    after = _after(position, action)
    for option in engine.options(engine.ruleset_of(position), after):
        if option.action.type == "disc":
            return _after(after, option.action).turn.pending or ()
    return after.turn.pending or ()


def _after(position: Position, action: engine.Action) -> Position:
    return engine.apply(engine.ruleset_of(position), position, action)


LOOKS: Mapping[str, Look] = {
    "auxiliary": _auxiliary,
    "play": _play,
    "exchange": _exchange,
    "build": _build,
    "disc": _disc,
    "upgrade": _upgrade,
}

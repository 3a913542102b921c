"""Move and fees: where can I go, by which way, what does it cost, and to whom?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import (
    Board,
    Building,
    Catalog,
    HazardTile,
    Player,
    Position,
    State,
    Turn,
    actions,
    is_location,
    step_limit,
)
from companion.sentences.names import words_of
from companion.web.ask.fields import FieldOption, TapTargets
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, paid
from companion.web.ask.trail import Region, ahead, place_of, regions, short, shortest_ways
from companion.web.language import current, gettext, name, ngettext

EMPTY = "empty"
HANDS = ("none", "green", "black", "both")


def ask(form: Form) -> Situation:
    """Every place within reach, by its cheapest way."""
    game, catalog = form.game(), form.catalog
    players, colour = form.tell("n"), form.colour(lead=bool(form.given.get("at")))
    money = form.tell("d", colour)
    space = form.pick("at", gettext("Your herder stands on"), _standing(catalog), lead=True,
                      facts=(f"players.{colour}.herder",),
                      places=TapTargets(("trail",), {place_of(o.value): o.value for o in _standing(catalog)}),
                      )  # fmt: skip
    cleared = form.pick("steps", gettext("Step spaces cleared"), _step_discs(), likely="none",
                        facts=(f"players.{colour}.cleared",))  # fmt: skip
    rest = form.pick(
        "rest",
        gettext("Spaces that you do not enter"),
        [FieldOption(EMPTY, gettext("are empty"))],
        tries=(),
        lead=bool(space),
    )
    me = Player(dollars=money, herder=space, cleared=_cleared(cleared))
    alone = Position(game=replace(game, players=players), turn=Turn(player=colour, phase="A"), players={colour: me})
    _, most, _ = step_limit(State(engine.ruleset_of(alone), alone))
    board = _Trail(form, catalog, colour, empty=rest == EMPTY)
    if space:
        for region in regions(catalog, ahead(catalog, space, most)):
            board.enter(region)
    position = replace(alone, board=Board(buildings=board.buildings, hazards=board.hazards, outlaws=board.outlaws))
    choices = tuple(_choices(position)) if space else ()
    return Situation(
        position=position,
        choices=choices,
        missing=() if space else (f"players.{colour}.herder",),
        yes=ngettext("You can reach one place.", "You can reach %(num)d places.", allowed(choices)),
        no=gettext("There is nowhere to go."),
        depends=gettext("Where do you want to go?") if space else gettext("Where is your herder?"),
        parts=("trail",),
        marks={place_of(space): "chosen"} if space else {},
        choose_first=True,
        goals=(*_standing(catalog), *_end(catalog)),
        picked={place_of(choice.goal): choice.name for choice in choices},
    )


def _standing(catalog: Catalog) -> list[FieldOption]:
    """Every space of the trail where a herder may stand at the beginning of a turn."""
    spaces = catalog.trail.spaces.values()
    return [FieldOption(space.id, short(space.id)) for space in spaces if space.next]


def _end(catalog: Catalog) -> list[FieldOption]:
    """Where every way leads, and nobody stands at the beginning of a turn."""
    return [FieldOption(space.id, short(space.id)) for space in catalog.trail.spaces.values() if not space.next]


def _step_discs() -> list[FieldOption]:
    return [
        FieldOption("none", gettext("neither")),
        FieldOption("left", gettext("left")),
        FieldOption("right", gettext("right")),
        FieldOption("both", gettext("both")),
    ]


def _cleared(chosen: str | None) -> tuple[str, ...] | None:
    if chosen is None:
        return None
    return tuple(f"step-{side}" for side in ("left", "right") if chosen in (side, "both"))


class _Trail:
    """What lies on the trail ahead, asked space by space."""

    def __init__(self, form: Form, catalog: Catalog, colour: str, *, empty: bool) -> None:
        self._form, self._catalog, self._colour, self._empty = form, catalog, colour, empty
        colours = catalog.table.players.colours
        others = [other for other in colours if other != colour]
        self._owners = [FieldOption(c, name("player", c), f"player-{c}") for c in (colour, *others)]
        self._nothing = FieldOption(EMPTY, gettext("empty"))
        self.buildings: dict[str, Building | None] = {}
        self.hazards: dict[str, HazardTile | None] = {}
        self.outlaws: dict[str, str | None] = {}

    def enter(self, region: Region) -> None:
        """Ask what lies in a region."""
        hint = gettext("Only owner and hand matter here. The picture shows some building with that hand.")
        self._form.group(region.title, hint=hint if region.kind == "building" else "", folded=True)
        for space in region.spaces:
            self._form.row(short(space))
            {"building": self._building, "hazard": self._hazard, "outlaw": self._outlaw}[region.kind](space)

    def _building(self, space: str) -> None:
        owner = self._form.pick(
            f"o-{space}",
            short(space),
            [self._nothing, *self._owners],
            facts=(f"board.buildings.{space}",),
            likely=EMPTY,
        )
        if owner is None or owner == EMPTY:
            if owner or self._empty:
                self.buildings[space] = None
            return
        hand: str | None = "none"
        if owner != self._colour:
            hands = [FieldOption(hand, name("hand", hand), _hand_symbol(hand)) for hand in HANDS]
            hand = self._form.pick(
                f"h-{space}", gettext("Hand on %(space)s", space=short(space)), hands,
                facts=(f"board.buildings.{space}",),
            )  # fmt: skip
        # A building is known by its face: any with that hand costs the same.
        faces = self._catalog.buildings.faces
        if hand is not None:
            taken = {tile.face[:-1] for tile in self.buildings.values() if tile and tile.player == owner}
            fitting = [face.id for face in faces.values() if face.hand == hand]
            self.buildings[space] = Building(owner, next((f for f in fitting if f[:-1] not in taken), fitting[0]))

    def _hazard(self, space: str) -> None:
        hands = dict.fromkeys(face.hand for face in self._catalog.tiles.hazards.faces.values())
        options = [self._nothing, *(FieldOption(hand, name("hand", hand), _hand_symbol(hand)) for hand in hands)]
        chosen = self._form.pick(f"o-{space}", short(space), options, likely=EMPTY, facts=(f"board.hazards.{space}",))
        if chosen or self._empty:
            kind = self._catalog.trail.spaces[space].hazard
            self.hazards[space] = HazardTile(hazard=kind, hand=chosen) if chosen not in (None, EMPTY) else None

    def _outlaw(self, space: str) -> None:
        kinds = self._catalog.tiles.outlaws
        options = [self._nothing, *(FieldOption(kind, name("outlaw", kind), f"outlaw-{kind}") for kind in kinds)]
        chosen = self._form.pick(f"o-{space}", short(space), options, likely=EMPTY, facts=(f"board.outlaws.{space}",))
        if chosen or self._empty:
            self.outlaws[space] = chosen if chosen != EMPTY else None


def _hand_symbol(hand: str) -> str:
    return {"green": "hand-green", "black": "hand-black"}.get(hand, "")


def _choices(position: Position) -> Iterator[Candidate]:
    """The best way to every place: the cheapest of those that are sure, or else of those that depend; and the shortest
    to each place that is too far.
    """
    state = State(engine.ruleset_of(position), position)
    reached = set()
    for move, verdict in _judged(position, engine.best_ways(state)):
        if verdict.answer != "no":
            reached.add(move.way[-1])
            yield _choice(state, move, verdict)
    far = [way for space, way in shortest_ways(state, str(state.me.herder)).items() if space not in reached]
    for move, verdict in _judged(position, far):
        yield _choice(state, move, verdict)


def _judged(position: Position, ways: Iterable[tuple[str, ...]]) -> Iterator[tuple[actions.Move, engine.Verdict]]:
    found = engine.considered(engine.ruleset_of(position), position, "move", way=tuple(ways))
    return ((action, verdict) for action, verdict in found.items() if isinstance(action, actions.Move))


def _choice(state: State, move: actions.Move, verdict: engine.Verdict) -> Candidate:
    stops = [space for space in move.way[:-1] if is_location(state, space)]
    return Candidate(
        actions=(move,),
        title=words_of(current()).space(move.way[-1]),
        goal=move.way[-1],
        verdict=verdict,
        facts=(Fact(gettext("Steps"), str(len(stops) + 1), "herder"),),
        note=gettext("via %(spaces)s", spaces=", ".join(map(short, stops))) if stops else "",
        marks={place_of(space): "way" for space in (str(state.me.herder), *move.way)},
        rank=(paid(verdict), list(state.catalog.trail.spaces).index(move.way[-1])),
    )


QUESTION = QuickQuestion(
    id="move",
    phase="A",
    order=10,
    symbol="herder",
    title=lazy_gettext("Move and fees"),
    about=lazy_gettext("Where you can go and which way, what it costs and whom you pay"),
    rules=("movement/steps", "movement/step-limit", "movement/hand-fees"),
    example="n=3&me=blue&at=A&o-A-1=red&h-A-1=green&do=A-1",
    ask=ask,
)

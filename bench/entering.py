"""How long it takes to enter a complete four-player position from the middle of a game: taps, and seconds by a model.

The steps are those of somebody who knows the page: part by part, one thing picked and put wherever it lies. A step is
taken by the editor itself, so what is counted leads to the position; `tests/e2e/test_editor.py` takes the same steps in
a browser. Seconds are a keystroke-level model, not a stopwatch: `TAP` for a tap, `LOOK` more when another thing or part
is looked for first, `NUMBER` for a number that is typed.
"""

import itertools
import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion import engine
from companion.web.editor import step
from companion.web.editor.fields import Heap
from companion.web.editor.palettes import groups, row_to_fill
from companion.web.editor.position_fields import GAME, MARKET, RAILROAD, TRAIL, fields
from companion.web.editor.query import EditorQuery
from tests.engine.midgame import midgame

TAP, LOOK, NUMBER = 1.1, 1.35, 2.5
"""Seconds: a tap; looking for the next thing (the mental operator of the model); typing a number, focus included."""

LIMIT = 300
"""Seconds that a complete position may take."""
_LIMIT = engine.load_catalog().table.hand_limit
SEEDS, MIDDLE = range(30), 60

Kind = Literal["start", "tab", "group", "pick", "tap", "fill", "open", "rows", "put", "press", "type"]
_LOOKED_FOR: frozenset[Kind] = frozenset({"start", "tab", "group", "pick", "fill", "open", "rows"})
"""Steps before which people look for something else than before."""


@dataclass(frozen=True)
class Step:
    """One thing that somebody does: where (a place, a field, a name), and what is put there."""

    kind: Kind
    where: str
    what: str = ""

    @property
    def seconds(self) -> float:
        """How long it takes somebody who knows what comes next."""
        return NUMBER if self.kind == "type" else TAP

    @property
    def seconds_looking(self) -> float:
        """How long it takes somebody who looks for every thing and part first."""
        return self.seconds + (LOOK if self.kind in _LOOKED_FOR else 0)


@dataclass
class Entering:
    """Somebody at the page, and all that was done so far."""

    position: engine.Position
    query: EditorQuery = field(default_factory=lambda: EditorQuery(show=GAME))
    steps: list[Step] = field(default_factory=list)

    def tab(self, region: str) -> None:
        """Show a part of the board."""
        self.query = EditorQuery(show=region)
        self.steps.append(Step("tab", region))

    def pick(self, thing: str) -> None:
        """Have a thing in hand: open its group, which picks the first of it, and pick it."""
        if self.query.pick == thing:
            return
        every = groups(self.position, self.query.show)
        group = next((group for group in every if thing in group.things), None)
        if group and self.query.group != group.name:
            self.query = self.query.view(group=group.name, pick=group.things[0])
            self.steps.append(Step("group", group.name))
        if self.query.pick != thing:
            self.query = self.query.view(pick=thing)
            self.steps.append(Step("pick", thing))

    def do(self, taken: Step, **asked: str) -> None:
        """Take a step that changes the position."""
        self.position, self.query = step(self.position, self.query.view(**asked))
        self.steps.append(taken)

    def tap(self, place: str, thing: str = "") -> None:
        """Tap a place of the picture with a thing in hand."""
        if thing:
            self.pick(thing)
        self.do(Step("tap", place), at=place)

    def rows(self, group: str, rows: list[list[str]]) -> None:
        """Fill rows one after another from the left."""
        if self.query.group != group:
            first = next(one for one in groups(self.position, self.query.show) if one.name == group).things[0]
            self.query = self.query.view(group=group, pick=first)
            self.steps.append(Step("group", group))
        self.open_rows(group)
        for thing in itertools.chain.from_iterable(rows):
            self.do(Step("put", thing), at=self.query.open, pick=thing)
        if self.query.open:
            self.query = self.query.view(open="")
            self.steps.append(Step("rows", group))

    def open_rows(self, group: str) -> None:
        """Begin with the first row."""
        every = groups(self.position, self.query.show)
        row = row_to_fill(self.position, next(one for one in every if one.name == group))
        self.query = self.query.view(open=row)
        self.steps.append(Step("rows", group))

    def fill(self, name: str) -> None:
        """Press the button of a filling."""
        self.do(Step("fill", name), fill=name)

    def open(self, path: str) -> None:
        """Unfold a field."""
        if self.query.open != path:
            self.query = self.query.view(open=path)
            self.steps.append(Step("open", path))

    def press(self, path: str, thing: str) -> None:
        """Press a button of a field."""
        self.do(Step("press", path, thing), at=path, do=thing)

    def number(self, path: str, value: int) -> None:
        """Enter a number: a press or two when it is small, else typed."""
        if 0 < value <= 2:
            for _ in range(value):
                self.press(path, "+1")
        else:
            self.do(Step("type", path, str(value)), at=path, do=str(value))

    def several(self, path: str, things: list[str]) -> None:
        """Put several things into a folded field."""
        for thing in things:
            self.open(path)
            self.press(path, thing)


def target(seed: int, players: int = 4, turns: int = MIDDLE) -> engine.Position:
    """A position as the player on turn sees it: bags, stacks and the hands of the others are counts."""
    told = engine.read_position(engine.laid_out(midgame(seed, players, turns=turns), 3))
    return engine.hidden(told, told.turn.player)


def entering(wanted: engine.Position) -> Entering:
    """Enter a whole position, step by step."""
    plain = engine.to_plain(wanted)
    colours = sorted(plain["players"], key=lambda colour: plain["players"][colour]["seat"])
    seats = {colour: {"seat": number} for number, colour in enumerate(colours, start=1)}
    table = {"game": {name: plain["game"][name] for name in ("edition", "players", "variants")}, "players": seats}
    one = Entering(engine.read_position(engine.laid_out(table, 3)))
    one.steps.append(Step("start", "empty"))
    _game(one, plain)
    _trail(one, plain)
    _market(one, plain)
    _railroad(one, plain)
    for colour in colours:
        _player(one, plain["players"][colour], colour)
    one.fill("all-usual")
    return one


def _game(one: Entering, plain: Mapping[str, Any]) -> None:
    one.tab(GAME)
    one.fill("not-first")
    sides = plain["game"]["sides"]
    most = statistics.mode(sides.values())
    one.fill(f"sides-{most}")
    for number, side in sides.items():
        if side != most:
            one.press(f"game.sides.{number}", side)
    one.press("turn.player", plain["turn"]["player"])


def _thing(path: str, value: Any) -> str:
    """What is to be put into a field so that it holds a value."""
    things: Mapping[str, Any] = fields()[path].things  # type: ignore[attr-defined]
    return next(thing for thing, told in things.items() if told == value)


def _trail(one: Entering, plain: Mapping[str, Any]) -> None:
    one.tab(TRAIL)
    lying = [
        (_thing(f"board.{table}.{space}", value), f"board.{table}.{space}")
        for table in ("hazards", "outlaws", "buildings", "neutral")
        for space, value in plain["board"][table].items()
        if value is not None
    ]
    for thing, place in sorted(lying, key=lambda entry: _order(one, entry[0])):
        one.tap(place, thing)
    for colour in _colours_of(one, "herder"):
        herder = plain["players"][colour]["herder"]
        one.tap(_trail_place(herder), f"herder:{colour}")
    one.fill("others-empty")


def _order(one: Entering, thing: str) -> tuple[int, int]:
    """Things in the order in which the page offers them."""
    for number, group in enumerate(groups(one.position, one.query.show)):
        if thing in group.things:
            return number, group.things.index(thing)
    raise LookupError(thing)


def _colours_of(one: Entering, figure: str) -> list[str]:
    """The players in the order in which the page offers their figures."""
    things = [thing for group in groups(one.position, one.query.show) for thing in group.things]
    return [thing.partition(":")[2] for thing in things if thing.startswith(f"{figure}:")]


def _trail_place(space: str) -> str:
    for table in ("neutral", "buildings", "hazards", "outlaws"):
        if f"board.{table}.{space}" in fields():
            return f"board.{table}.{space}"
    return f"trail:{space}"


def _market(one: Entering, plain: Mapping[str, Any]) -> None:
    board = plain["board"]
    one.tab(MARKET)
    rows = [[f"worker:{one}" if one else "empty" for one in cells] for cells in board["job_market"]["rows"].values()]
    while rows and set(rows[-1]) == {"empty"}:
        rows.pop()
    one.rows("workers", rows)
    one.tap(f"board.job_market.rows.{board['job_market']['token_row']}", "token")
    one.fill("others-empty")
    one.rows("tiles", [[_thing("board.foresight.1", tile) for tile in tiles] for tiles in board["foresight"].values()])
    one.several("board.cattle_market", [f"{card}+1" for card, n in board["cattle_market"].items() for _ in range(n)])
    one.several("board.objective_display", [f"objective:{card}" for card in board["objective_display"]])
    for path in ("cattle_stack", "objective_stack"):
        one.number(f"board.{path}", board[path])
    for column, count in board["bags"].items():
        one.number(f"board.bags.{column}", count)


def _railroad(one: Entering, plain: Mapping[str, Any]) -> None:
    one.tab(RAILROAD)
    for colour in _colours_of(one, "engine"):
        one.tap(f"railroad:{plain['players'][colour]['engine']}", f"engine:{colour}")
    for colour, player in plain["players"].items():
        discs = [f"station:{station}" for station in player["stations"]]
        discs += [f"city:{city}" for city, count in player["deliveries"].items() for _ in range(count)]
        for place in discs:
            one.tap(place, f"disc:{colour}")
    for number, slot in plain["board"]["station_masters"].items():
        one.tap(f"board.station_masters.{number}", _thing(f"board.station_masters.{number}", slot))


def _player(one: Entering, player: Mapping[str, Any], colour: str) -> None:
    at = f"players.{colour}"
    one.tab(colour)
    for worker, count in player["workers"].items():
        for _ in range(count - 1):
            one.tap(f"{at}.workers.{worker}")
    for disc in player["cleared"]:
        one.tap(f"{at}.cleared:{disc}")
    for name in ("dollars", "exchange_tokens", "certificates"):
        if player[name]:
            one.number(f"{at}.{name}", player[name])
    full = one.position.players[colour].cleared or ()
    usual = min(_LIMIT.most, _LIMIT.base + _LIMIT.per_disc * sum(disc.startswith("hand-") for disc in full))
    for name in ("hand", "draw", "discard"):
        pile = player[name]
        if (name == "hand" and pile == usual) or (name == "discard" and not pile):
            continue
        if isinstance(pile, int):
            one.number(f"{at}.{name}", pile)
        else:
            one.several(f"{at}.{name}", [_thing(f"{at}.{name}", card) for card in pile])
    for name in ("placed_out", "hazards", "objectives", "station_masters"):
        one.several(f"{at}.{name}", [_thing(f"{at}.{name}", value) for value in player[name]])
    for outlaw in [outlaw for outlaw, count in player["outlaws"].items() for _ in range(count)]:
        one.press(f"{at}.outlaws", f"{outlaw}+1")
    if player["job_market_token"]:
        one.press(f"{at}.job_market_token", "yes")


def alike(position: engine.Position) -> Any:
    """A position as plain values, without the order of what lies in no order and without counts of nothing."""
    plain = engine.to_plain(position)
    for path, one in fields().items():
        *above, last = one.keys
        table = plain
        for key in above:
            table = table.get(key, {})
        value = table.get(last)
        if isinstance(one, Heap) and isinstance(value, list):
            table[last] = sorted(map(str, value))
        elif path.endswith((".outlaws", ".deliveries")) and isinstance(value, dict):
            table[last] = {name: count for name, count in value.items() if count}
        elif path.startswith("players.") and isinstance(value, list):
            table[last] = sorted(map(str, value))
        elif isinstance(value, list) and not value and isinstance(one, Heap) and one.pile:
            table[last] = 0
    return plain


def run() -> Iterator[str]:
    """The lines of the report."""
    done = [entering(target(seed)) for seed in SEEDS]
    taps = [sum(step.kind != "type" for step in one.steps) for one in done]
    numbers = [sum(step.kind == "type" for step in one.steps) for one in done]
    seconds = [sum(step.seconds for step in one.steps) for one in done]
    looking = [sum(step.seconds_looking for step in one.steps) for one in done]
    yield f"{len(done)} complete four-player positions, {MIDDLE} turns into the game, entered on an empty board"
    yield f"model: {TAP} s a tap, {NUMBER} s a typed number; looking: {LOOK} s more before another thing or part"
    for name, told in (("taps", taps), ("typed numbers", numbers), ("seconds", seconds), ("seconds, looking", looking)):
        yield f"{name}: median {statistics.median(told):.0f}, at most {max(told):.0f}"
    yield f"target: {LIMIT} s"

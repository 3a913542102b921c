"""How long it takes to enter a complete four-player position from the middle of a game: taps, and seconds by a model.

The steps are those of somebody who knows the page: part by part, one thing picked and put wherever it lies. A step is
taken by the editor itself, so what is counted leads to the position; `tests/e2e/test_editor.py` takes the same steps in
a browser. Seconds are a keystroke-level model, not a stopwatch: `TAP` for a tap, `LOOK` more when another thing or part
is looked for first, `NUMBER` for a number that is typed, and for a list a tap into its field and `KEY` for each key.
What lies there is tapped or typed, whichever takes less time.
"""

import functools
import itertools
import json
import operator
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import quote, unquote_plus, urlencode, urljoin

from companion import engine
from companion.app import create_app
from companion.engine.play import random_game
from companion.web.editor import step
from companion.web.editor.editing import MARKET, RAILROAD, TRAIL, fields
from companion.web.editor.palettes import EditorQuery, PieceGroup, groups, row_to_fill, settled
from companion.web.editor.starts import in_progress, later
from companion.web.editor.view import is_open
from companion.web.entry import MOST_OPENED, NUMBERS, TILES, shortest
from flask.testing import FlaskClient
from tests.engine.midgame import midgame
from tests.web.html import Page
from werkzeug.datastructures import MultiDict

TAP, LOOK, NUMBER, KEY = 1.1, 1.35, 2.5, 0.45
"""Seconds: a tap; looking for the next thing (the mental operator of the model); typing a number, focus included.

A key of a list is what the number has left for two digits and the return; sentences on phones take 0.33 s a key.
"""

LIMITS = ((170, 125), (150, 120))
"""Seconds and taps that a complete position may take: from nothing, and from the set-up that the table has drawn."""
_LIMIT = engine.load_catalog().table.hand_limit
SEEDS, MIDDLE = range(30), 60

Kind = Literal["answer", "start", "tab", "group", "pick", "tap", "fill", "open", "put", "press", "type", "list"]
_LOOKED_FOR: frozenset[Kind] = frozenset({"answer", "start", "tab", "group", "pick", "fill", "open", "list"})
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
        return NUMBER if self.kind == "type" else TAP + KEY * self.keys

    @property
    def keys(self) -> int:
        """How many keys a list takes, with the return behind it."""
        return len(self.what) + 1 if self.kind == "list" else 0

    @property
    def seconds_looking(self) -> float:
        """How long it takes somebody who looks for every thing and part first."""
        return self.seconds + (LOOK if self.kind in _LOOKED_FOR else 0)


@dataclass
class Entering:
    """Somebody at the page, and all that was done so far."""

    position: engine.Position
    query: EditorQuery = field(default_factory=EditorQuery)
    steps: list[Step] = field(default_factory=list)

    @property
    def group(self) -> PieceGroup | None:
        """The group that is open."""
        return settled(self.position, self.query)[1]

    @property
    def hand(self) -> str:
        """What is in hand."""
        return settled(self.position, self.query)[0].pick

    def tab(self, region: str) -> None:
        """Show a part of the board."""
        self.query = EditorQuery(show=region)
        self.steps.append(Step("tab", region))

    def open_group(self, name: str) -> None:
        """Open a group: the first of it is in hand, or what its first row is to hold is asked for."""
        if self.group and self.group.name == name:
            return
        group = next(group for group in groups(self.position, self.query.show) if group.name == name)
        self.query = self.query.view(group=name, pick=group.things[0], open=row_to_fill(self.position, group))
        self.steps.append(Step("group", name))

    def pick(self, thing: str) -> None:
        """Have a thing in hand."""
        if self.hand == thing:
            return
        if not self.group or thing not in self.group.things:
            every = groups(self.position, self.query.show)
            self.open_group(next(group.name for group in every if thing in group.things))
        if self.hand != thing:
            self.query = self.query.view(pick=thing)
            self.steps.append(Step("pick", thing))

    def do(self, taken: Step, **asked: str) -> None:
        """Take a step that changes the position."""
        self.position, self.query = step(self.position, self.query.view(**asked), "en")
        self.steps.append(taken)

    def tap(self, place: str, thing: str = "") -> None:
        """Tap a place of the picture, with a thing in hand where one is told."""
        if thing:
            self.pick(thing)
        self.do(Step("tap", place), at=place, pick=self.hand)

    def rows(self, group: str, rows: list[list[str]]) -> None:
        """Fill rows one after another."""
        self.open_group(group)
        for thing in itertools.chain.from_iterable(rows):
            row = settled(self.position, self.query)[0].open
            self.do(Step("put", thing), at=row, pick=thing, group=group, open=row)

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
        """Enter a number: a tap on it where the page shows it, else typed."""
        name = path.rpartition(".")[2]
        if value <= NUMBERS.get(name, MOST_OPENED if self.query.open == path else -1):
            self.press(path, str(value))
        elif 0 < value <= 2:
            for _ in range(value):
                self.press(path, "+1")
        else:
            self.do(Step("type", path, str(value)), at=path, do=str(value))

    def listed(
        self,
        path: str,
        things: Iterable[str | None],
    ) -> None:
        """Type what lies there, each thing with as few letters as tell it."""
        of = fields().get(path) or next(one for name, one in fields().items() if name.startswith(f"{path}."))
        short = shortest(of, "en")
        if path in fields():
            counted = Counter(filter(None, things)).items()
            text = ",".join(f"{count if count > 1 else ''}{short[thing]}" for thing, count in counted)
        else:
            text = "".join(short[thing] if thing else "-" for thing in things)
        self.do(Step("list", path, text), at=path, listed=text)

    def quicker(self, path: str, things: Sequence[str]) -> None:
        """Cards: by tapping, or by typing where that is quicker; objective cards are always tapped."""
        typed, tapped = copy_of(self), copy_of(self)
        cards = [thing for thing in things if not thing.startswith("objective:")]
        if cards:
            typed.listed(path, cards)
            typed.kinds(path, [thing for thing in things if thing.startswith("objective:")])
        tapped.kinds(path, things)
        quicker = min((typed, tapped) if cards else (tapped,), key=lambda one: sum(step.seconds for step in one.steps))
        self.position, self.query, self.steps = quicker.position, quicker.query, quicker.steps

    def kinds(self, path: str, things: Iterable[str]) -> None:
        """So many of each thing: up to three are a tap, and so is each further one, or each of what nobody has many."""
        folded = fields()[path].kind == "pile" and any(thing.startswith("objective:") for thing in things)
        if things and (folded or not is_open(self.position, fields()[path])):
            self.open(path)
        for thing, count in Counter(things).items():
            at_once = 0 if thing.partition(":")[0] in TILES else min(count, 3)
            if at_once:
                self.press(path, f"{thing}={at_once}")
            for _ in range(at_once, count):
                self.press(path, thing)


def copy_of(one: Entering) -> Entering:
    """The same, to try what takes how long."""
    return replace(one, steps=[*one.steps])


def target(seed: int, players: int = 4, turns: int = MIDDLE) -> engine.Position:
    """A position as the player on turn sees it: bags, stacks and the hands of the others are counts."""
    told = engine.read_position(engine.laid_out(midgame(seed, players, turns=turns), 3))
    return engine.hidden(told, told.turn.player)


def set_up(seed: int, players: int = 4) -> engine.Position:
    """The set-up with which the game of a target began."""
    return engine.hidden(next(iter(random_game(players, (), seed))).position)


def entering(wanted: engine.Position, drawn: engine.Position | None = None) -> Entering:
    """Enter a whole position, step by step; from the set-up that was drawn for the table, where it has one."""
    plain = engine.to_plain(wanted)
    colours = sorted(plain["players"], key=lambda colour: plain["players"][colour]["seat"])
    one = _begun_with(drawn, plain["turn"]["player"]) if drawn else _begun(plain, colours)
    _trail(one, plain)
    _market(one, plain)
    _railroad(one, plain)
    for colour in colours:
        _player(one, plain["players"][colour], colour)
    one.fill("all")
    return one


def _begun(plain: Mapping[str, Any], colours: list[str]) -> Entering:
    """The answers on the page where it begins; who plays is known from the table of the device."""
    sides, turn = plain["game"]["sides"], plain["turn"]["player"]
    most = statistics.mode(sides.values())
    others = [number for number, side in sides.items() if side != most]
    given = [("turn", turn), *([("sides", most)] if most != "a" else []), *(("other", number) for number in others)]
    asked = MultiDict([*given, ("sides", most)])
    one = Entering(in_progress(asked, tuple(colours), tuple(plain["game"]["variants"]), 2))
    one.steps += [*(Step("answer", name, what) for name, what in given), Step("start", "empty")]
    return one


def _begun_with(drawn: engine.Position, turn: str) -> Entering:
    """The page offers the set-up of the table; whose turn it is remains to be told."""
    begun = later(drawn, MultiDict({"turn": turn}))
    return Entering(begun, steps=[Step("answer", "turn", turn), Step("start", "empty")])


def _thing(path: str, value: Any) -> str:
    """What is to be put into a field so that it holds a value."""
    things: Mapping[str, Any] = fields()[path].things  # type: ignore[attr-defined]
    return next(thing for thing, told in things.items() if told == value)


def _trail(one: Entering, plain: Mapping[str, Any]) -> None:
    for table in ("neutral", "hazards", "outlaws"):
        path, lying = f"board.{table}", plain["board"][table]
        things = [value and _thing(f"{path}.{space}", value) for space, value in lying.items()]
        while not things[-1]:
            things.pop()
        if not (table == "neutral" and len(one.position.board.neutral) == len(lying)):
            one.listed(path, things)
    lying = [
        (_thing(f"board.buildings.{space}", value), f"board.buildings.{space}")
        for space, value in plain["board"]["buildings"].items()
        if value is not None
    ]
    lying += [(f"herder:{colour}", _trail_place(player["herder"])) for colour, player in plain["players"].items()]
    order = [name for group in groups(one.position, TRAIL) for name in group.things]
    first = {name: place for place, name in enumerate(order)}
    for thing, place in sorted(lying, key=lambda entry: first[entry[0]]):
        one.tap(place, thing)


def _trail_place(space: str) -> str:
    for table in ("neutral", "buildings", "hazards", "outlaws"):
        if f"board.{table}.{space}" in fields():
            return f"board.{table}.{space}"
    return f"trail:{space}"


def _market(one: Entering, plain: Mapping[str, Any]) -> None:
    board = plain["board"]
    one.tab(MARKET)
    rows = board["job_market"]["rows"]
    last = max(int(row) for row, cells in rows.items() if any(cells))
    cells = [worker for row in range(1, last + 1) for worker in rows[str(row)]]
    while not cells[-1]:
        cells.pop()
    one.listed("board.job_market.rows", [worker and f"worker:{worker}" for worker in cells])
    one.tap(f"board.job_market.rows.{board['job_market']['token_row']}")
    one.rows("tiles", [[_thing("board.foresight.1", tile) for tile in tiles] for tiles in board["foresight"].values()])
    one.quicker("board.cattle_market", [*Counter(board["cattle_market"]).elements()])
    one.kinds("board.objective_display", [f"objective:{card}" for card in board["objective_display"]])
    for path in ("cattle_stack", "objective_stack"):
        one.number(f"board.{path}", board[path])
    for column, count in board["bags"].items():
        if one.position.board.bags.get(int(column)) != engine.Pile(count):
            one.number(f"board.bags.{column}", count)


def _railroad(one: Entering, plain: Mapping[str, Any]) -> None:
    one.tab(RAILROAD)
    masters = plain["board"]["station_masters"]
    if one.position.board.station_masters:
        before = engine.to_plain(one.position)["board"]["station_masters"]
        for number, slot in masters.items():
            if slot != before[number]:
                path = f"board.station_masters.{number}"
                one.tap(path, _thing(path, slot))
    else:
        one.rows("masters", [[_thing(f"board.station_masters.{number}", slot) for number, slot in masters.items()]])
    discs = dict[str, list[str]]()
    for colour, player in plain["players"].items():
        one.tap(f"railroad:{player['engine']}", f"engine:{colour}")
        lying = [f"station:{station}" for station in player["stations"]]
        lying += [f"city:{city}" for city, count in player["deliveries"].items() for _ in range(count)]
        discs[colour] = sorted(lying)
    # What everybody has is put at one go; where all but one have theirs, and no more may lie, that one is taken away.
    everybody = functools.reduce(operator.and_, map(Counter, discs.values()))
    limits = fields()[f"players.{next(iter(discs))}.deliveries"].limits
    for place in {place for lying in discs.values() for place in lying}:
        if limits.get(place.removeprefix("city:")) == 1 and sum(place in lying for lying in discs.values()) == 3:
            everybody[place] = 1
    for place in everybody.elements():
        one.tap(place, "discs")
    for colour, lying in discs.items():
        for place in sorted({*lying, *everybody}):
            for _ in range(abs(lying.count(place) - everybody[place])):
                one.tap(place, f"disc:{colour}")


def _player(one: Entering, player: Mapping[str, Any], colour: str) -> None:
    at = f"players.{colour}"
    one.tab(colour)
    for worker, count in player["workers"].items():
        if count > 1:
            one.tap(f"{at}.workers.{worker}:{count}")
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
            one.quicker(f"{at}.{name}", [_thing(f"{at}.{name}", card) for card in pile])
    known = [card.id for card in one.position.players[colour].objectives or ()]
    one.kinds(f"{at}.objectives", [f"objective:{card}" for card in player["objectives"] if card not in known])
    one.kinds(f"{at}.hazards", [_thing(f"{at}.hazards", value) for value in player["hazards"]])
    one.kinds(f"{at}.outlaws", Counter({outlaw: count for outlaw, count in player["outlaws"].items() if count}))
    for name in ("placed_out", "station_masters"):
        for value in player[name]:
            if not is_open(one.position, fields()[f"{at}.{name}"]):
                one.open(f"{at}.{name}")
            one.press(f"{at}.{name}", _thing(f"{at}.{name}", value))
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
        if one.kind in ("many", "pile") and isinstance(value, list):
            table[last] = sorted(map(str, value))
        elif path.endswith((".outlaws", ".deliveries")) and isinstance(value, dict):
            table[last] = {name: count for name, count in value.items() if count}
        elif path.startswith("players.") and isinstance(value, list):
            table[last] = sorted(map(str, value))
        elif isinstance(value, list) and not value and one.kind == "pile":
            table[last] = 0
    return plain


@dataclass(frozen=True)
class EdgeCase:
    """A question at the table: what is asked, the taps from an empty board, and what the answer says.

    The first tap begins: blue's turn, three players, side a, neutral buildings as for a first game; all that is set
    already. A tap is on a place of the board (`@`), a thing or an answer (its address has that) or a word; a number is
    typed (`#`).
    """

    asked: str
    taps: tuple[str, ...]
    answer: str


MOST_TAPS = 8
"""So many taps, the first one and typed numbers included, may an edge case take."""
EDGE_CASES = (
    EdgeCase(
        "from C to E, and what does it cost?",
        ("pick=herder:blue", "@board.neutral.C", "What may I do?", "@board.neutral.E", "thing=empty"),
        "neutral space D → building space D-1 → neutral space E.",
    ),
    EdgeCase(
        "hire the engineer of row 3 with 8 dollars, token in row 5?",
        ("What may I do?", "Markets", "@board.job_market.rows.3:1", "thing=5", "#8", "worker:engineer", "engineer=3"),
        "You pay $7",
    ),
    EdgeCase(
        "engine from 4 to 7, past red on 5, with two engineers?",
        ("What may I do?", "Railroad", "@railroad:7", "thing=4", "thing=5", "thing=0", "thing=engineer=2"),
        "space 7 of the railroad.",
    ),
    EdgeCase(
        "build 3a on A-1 with 4 dollars?",
        ("What may I do?", "@board.buildings.A-1", "type=build", "face=3a", "thing=empty", "#4"),
        "You pay $2",
    ),
    EdgeCase(
        "remove the flood on space 1 with 7 dollars?",
        ("What may I do?", "@board.hazards.flood-1", "type=hazard", "hazard:green:3", "#7"),
        "You pay $7",
    ),
)


class AtTheBoard:
    """Somebody without scripts, who follows links."""

    BEGINNING = "/en/check/board/?start=empty&turn=blue&sides=a&neutral=first-game"

    def __init__(self, client: FlaskClient) -> None:
        self.client, self.taps = client, 0
        client.set_cookie("table", quote(json.dumps({"players": 3})))
        self.open(self.BEGINNING)

    def open(self, address: str) -> None:
        """A tap that leads there."""
        self.answer = self.client.get(address, follow_redirects=True)
        self.page, self.taps = Page(self.answer), self.taps + 1

    def tap(self, on: str) -> None:
        """A tap as an edge case names it."""
        if on.startswith("#"):
            form = self.page.one("form", class_="answers-typed")
            fields = {str(one.get("name")): str(one.get("value")) for one in form.iter("input")}
            self.open(f"{form.get('action')}?{urlencode({**fields, 'thing': on[1:]})}")
            return
        links = (one for one in self.page.root.iter() if one.get("href") and str(one.tag).endswith("a"))
        link = next(
            one
            for one in links
            if one.get("data-place") == on[1:]
            or re.search(rf"{re.escape(on)}(?![\w.-])", unquote_plus(str(one.get("href"))))
            or on in self.page.words(one)
        )
        self.open(urljoin(self.answer.request.full_path, str(link.get("href"))))

    @property
    def verdict(self) -> str:
        """What is answered."""
        return self.page.words(self.page.one("div", class_="verdict"))


COUNTED: Mapping[str, Callable[[Entering], float]] = {
    "taps": lambda one: sum(step.kind != "type" for step in one.steps),
    "keys": lambda one: sum(step.keys for step in one.steps),
    "typed numbers": lambda one: sum(step.kind == "type" for step in one.steps),
    "seconds": lambda one: sum(step.seconds for step in one.steps),
    "seconds, looking": lambda one: sum(step.seconds_looking for step in one.steps),
}
"""What is counted of a position that was entered."""


def run() -> Iterator[str]:
    """The lines of the report."""
    client = create_app({"TESTING": True}).test_client()
    for case in EDGE_CASES:
        visitor = AtTheBoard(client)
        for on in case.taps:
            visitor.tap(on)
        yield f"{case.asked} {visitor.taps} taps. {visitor.verdict}"
    yield f"target: {MOST_TAPS} taps"
    yield f"{len(SEEDS)} complete four-player positions, {MIDDLE} turns into the game, begun as a game in progress"
    yield f"model: {TAP} s a tap, {NUMBER} s a typed number; looking: {LOOK} s more before another thing or part"
    begun = {"from nothing": [None for _ in SEEDS], "from the set-up of the table": [set_up(seed) for seed in SEEDS]}
    for (how, drawn), limits in zip(begun.items(), LIMITS, strict=True):
        yield f"{how}: target: %d s, %d taps" % limits
        done = [entering(target(seed), one) for seed, one in zip(SEEDS, drawn, strict=True)]
        for name, counted in COUNTED.items():
            told = [counted(one) for one in done]
            yield f"{name}: median {statistics.median(told):.0f}, at most {max(told):.0f}"

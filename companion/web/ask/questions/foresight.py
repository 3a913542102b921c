"""Foresight and job market: where does the tile go, what does it set off, does the game end?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import (
    FORESIGHT,
    Board,
    Catalog,
    HazardTile,
    JobMarket,
    Player,
    Position,
    State,
    Tile,
    Turn,
    actions,
    may_choose,
)
from companion.sentences.names import words_of
from companion.web.ask.entries import token_rows
from companion.web.ask.fields import FieldOption, numbers
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, judged
from companion.web.ask.trail import place_of, short
from companion.web.language import current, gettext, name, ngettext

HAZARD, OUTLAW, WORKER = "hazard", "outlaw", "worker"
CLOSED = "closed"


def ask(form: Form) -> Situation:
    """The tiles of the column, each with where it goes."""
    game, catalog, colour = form.game(), form.catalog, form.colour(shown=False)
    players = form.tell("n")
    # What may be chosen is the same in every column.
    columns = numbers(range(1, len(FORESIGHT) + 1))
    column = form.pick("column", gettext("Foresight column"), columns, usual="1", facts=("turn.phase",), lead=True)
    number = int(column or 1)
    kinds = [form.pick(f"t{place}", gettext("Tile %(number)d", number=place), _kinds(catalog),
                       facts=(f"board.foresight.{number}",), lead=True)
             for place in range(1, catalog.tiles.foresight.spaces + 1)]  # fmt: skip
    tiles = tuple(_tile(kind) for kind in kinds if kind)
    form.group(gettext("What is on the board?"))
    hazards = {tile.hazard.hazard for tile in tiles if tile.hazard}
    lying = _Lying(form, catalog, players)
    for hazard in catalog.tiles.hazards.types:
        if hazard in hazards:
            lying.hazards_of(hazard)
    if any(tile.outlaw for tile in tiles):
        lying.outlaws_there()
    if any(tile.worker for tile in tiles):
        lying.workers_there()
    position = Position(
        game=replace(game, players=players),
        turn=Turn(player=colour, phase=FORESIGHT[number - 1], pending=()),
        board=Board(
            foresight={number: tiles} if tiles else {},
            hazards=lying.hazards,
            outlaws=lying.outlaws,
            job_market=lying.market,
        ),
        players={colour: Player()},
    )
    missing = () if tiles else (f"board.foresight.{number}",)
    state = State(engine.ruleset_of(position), position)
    # A column in which nothing may be chosen is passed over.
    passed = bool(tiles) and all(may_choose(state, tile) is False for tile in tiles)
    choices = tuple(_choices(position, tiles, kinds)) if tiles and not passed else ()
    return Situation(
        position=position,
        choices=choices,
        missing=missing,
        yes=ngettext("You can choose one tile.", "You can choose any of %(num)d tiles.", allowed(choices)),
        no=gettext("There is nothing to choose here: a player has the token, so no more workers can be chosen."),
        parts=("job-market",) if any(tile.worker for tile in tiles) else ("trail",),
        marks={place: "way" for choice in choices for place in choice.marks},
    )


def _kinds(catalog: Catalog) -> list[FieldOption]:
    tiles = catalog.tiles
    return [
        *(FieldOption(f"{WORKER}-{kind}", name("worker", kind), f"worker-{kind}") for kind in tiles.workers),
        *(FieldOption(f"{HAZARD}-{kind}", name("hazard", kind), f"hazard-{kind}") for kind in tiles.hazards.types),
        *(FieldOption(f"{OUTLAW}-{kind}", name("outlaw", kind), f"outlaw-{kind}") for kind in tiles.outlaws),
    ]


def _tile(kind: str) -> Tile:
    what, _, which = kind.partition("-")
    if what == HAZARD:
        return Tile(hazard=HazardTile(hazard=which))
    return Tile(outlaw=which) if what == OUTLAW else Tile(worker=which)


class _Lying:
    """What lies already where the tiles may go."""

    def __init__(self, form: Form, catalog: Catalog, players: int | None) -> None:
        self._form, self._catalog, self._players = form, catalog, players
        self.hazards: dict[str, HazardTile | None] = {}
        self.outlaws: dict[str, str | None] = {}
        self.market = JobMarket()

    def hazards_of(self, hazard: str) -> None:
        """Ask which spaces of a kind of hazard carry a tile."""
        title = gettext("%(hazard)s: spaces with a tile", hazard=name("hazard", hazard))
        ticked = self._ticked(f"l-{hazard}", title, "hazard", hazard)
        if ticked is not None:
            self.hazards |= {space: HazardTile(hazard=hazard) if full else None for space, full in ticked.items()}

    def outlaws_there(self) -> None:
        """Ask which outlaw spaces carry a tile; of which colour makes no difference."""
        kind = next(iter(self._catalog.tiles.outlaws))
        ticked = self._ticked("l-outlaw", gettext("Outlaws: spaces with a tile"), "outlaw", None)
        if ticked is not None:
            self.outlaws = {space: kind if full else None for space, full in ticked.items()}

    def _ticked(self, key: str, title: str, kind: str, hazard: str | None) -> dict[str, bool] | None:
        spaces = [
            space for space in self._catalog.trail.spaces.values() if (space.kind, space.hazard) == (kind, hazard)
        ]
        options = [
            FieldOption(space.id, str(space.number)) for space in sorted(spaces, key=lambda space: space.number or 0)
        ]
        ticked = self._form.ticks(
            key, title, options, none=gettext("none"), lead=True,
            facts=tuple(f"board.{kind}s.{space.id}" for space in spaces),
            tries=("none", *(option.value for option in options[:1])),
        )  # fmt: skip
        return None if ticked is None else {space.id: space.id in ticked for space in spaces}

    def workers_there(self) -> None:
        """Ask for the row of the token, and how many workers lie in it."""
        closed = FieldOption(CLOSED, gettext("a player has it"))
        token = self._form.tell("token", options=lambda catalog: [*token_rows(catalog), closed])
        if token is None:
            return
        if token == CLOSED:
            # Behind the last row: the token has left the market.
            self.market = JobMarket(max(self._catalog.job_market.rows) + 1)
            return
        columns = self._catalog.job_market.columns
        most = (columns[self._players] if self._players else max(columns.values())) - 1
        count = self._form.number(
            "row", gettext("Workers in that row"), most=most, lead=True, facts=(f"board.job_market.rows.{token}",),
            tries=[str(n) for n in range(most + 1)],
        )  # fmt: skip
        worker = next(iter(self._catalog.tiles.workers))
        self.market = JobMarket(token, {} if count is None else {token: (worker,) * count})


def _choices(position: Position, tiles: tuple[Tile, ...], kinds: list[str | None]) -> Iterator[Candidate]:
    words = words_of(current())
    named = [kind for kind in kinds if kind]
    for number, (tile, kind) in enumerate(zip(tiles, named, strict=True), start=1):
        action = actions.Foresight(number)
        verdict = judged(position, (action,))
        what, _, which = kind.partition("-")
        after = engine.apply(engine.ruleset_of(position), position, action) if verdict.answer == "yes" else None
        facts = tuple(_worker(position, after) if tile.worker else _trail(position, after)) if after else ()
        yield Candidate(
            actions=(action,),
            title=words.name(what, which),
            verdict=verdict,
            facts=facts,
            symbol=f"{what}-{which}",
            marks=_marks(position, after) if after else {},
            rank=(number,),
        )


def _new(before: Position, after: Position) -> list[str]:
    """Spaces of the trail on which something lies only afterwards."""
    old, new = before.board, after.board
    pairs = ((old.hazards, new.hazards), (old.outlaws, new.outlaws))
    return [space for was, now in pairs for space, tile in now.items() if tile and not was.get(space)]


def _marks(before: Position, after: Position) -> dict[str, str]:
    return {place_of(space): "way" for space in _new(before, after)}


def _trail(before: Position, after: Position) -> Iterator[Fact]:
    """Where a hazard or an outlaw goes: nowhere when all its spaces are full."""
    label, placed = gettext("Goes to"), _new(before, after)
    known = len(after.board.hazards) + len(after.board.outlaws)
    if placed:
        yield Fact(label, short(placed[0]), "forward")
    elif known and known == len(before.board.hazards) + len(before.board.outlaws):
        yield Fact(label, gettext("the box: every space is full"), "remove-card")
    else:
        yield Fact(label, gettext("the lowest empty space"), "forward")


def _worker(before: Position, after: Position) -> Iterator[Fact]:
    """The row that a worker goes to, and what the token sets off."""
    market = before.board.job_market
    if market.token_row is None:
        return
    yield Fact(gettext("Goes to"), gettext("row %(row)d", row=market.token_row), "forward")
    if market.token_row not in market.rows:
        yield Fact(gettext("The row fills up"), gettext("depends on how many lie there"), "ui-unknown")
        return
    if after.board.job_market.token_row == market.token_row:
        yield Fact(gettext("The token"), gettext("stays in its row"), "job-market-token")
        return
    arrow = engine.ruleset_of(before).catalog.job_market.rows[market.token_row].arrow
    if arrow == "green":
        yield Fact(gettext("The token"), gettext("goes to you, with its points: the game ends"), "job-market-token")
        yield Fact(gettext("Still to come"), gettext("one more turn for everybody else"), "arrow-green")
        return
    row = after.board.job_market.token_row
    yield Fact(gettext("The token"), gettext("moves to row %(row)d", row=row or 0), "job-market-token")
    if arrow == "yellow":
        yield Fact(gettext("At once"), gettext("the cattle market is filled up"), "arrow-yellow")


QUESTION = QuickQuestion(
    id="foresight",
    phase="K",
    order=10,
    symbol="foresight",
    title=lazy_gettext("Foresight and job market"),
    about=lazy_gettext("Where the tile goes, what it triggers, and whether the game ends"),
    rules=("kansas-city/foresight", "trail/placing-tiles", "kansas-city/job-market", "kansas-city/market-closed"),
    example="n=3&t1=worker-cowboy&token=3&row=2",
    ask=ask,
)

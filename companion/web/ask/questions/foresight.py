"""Foresight and job market: where does the tile go, what does it set off, does the game end?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.engine import FORESIGHT, Catalog, Position, State, Tile, actions, may_choose
from companion.sentences.names import words_of
from companion.web.ask.fields import (
    ENTRIES,
    NONE_OR_FIRST,
    RUNS_ON,
    AskField,
    FieldOption,
    counting,
    named,
    numbers,
    singular,
    token_rows,
)
from companion.web.ask.question import Asked, Candidate, Fact, Form, FormGroup, QuickQuestion, Sets, Situation
from companion.web.ask.trail import place_of, short
from companion.web.language import current, gettext, name, ngettext

HAZARD, OUTLAW, WORKER = "hazard", "outlaw", "worker"
CLOSED = "closed"


def _number(form: Form) -> int:
    return int(form["column"] or 1)


def _column(form: Form) -> Iterator[Asked]:
    kinds, path = _kinds(form.catalog), f"board.foresight.{_number(form)}"
    for place in range(1, form.catalog.tiles.foresight.spaces + 1):
        yield AskField(f"t{place}", gettext("Tile %(number)d", number=place), kinds, (path,), lead=True,
                       reads=gettext("%(label)s is %(entry)s"))  # fmt: skip


def _named(form: Form) -> list[str]:
    """The tiles of the column that somebody told."""
    places = range(1, form.catalog.tiles.foresight.spaces + 1)
    return [kind for place in places if (kind := form[f"t{place}"])]


def _kinds(catalog: Catalog) -> list[FieldOption]:
    tiles = catalog.tiles
    kinds = {WORKER: tiles.workers, HAZARD: tiles.hazards.types, OUTLAW: tiles.outlaws}
    each = (named(what, them, f"{what}-{{}}", catalog, f"{what}-{{}}", singular) for what, them in kinds.items())
    return [*chain.from_iterable(each)]


def _lying(form: Form) -> Iterator[Asked]:
    """What lies already where the tiles may go."""
    named = _named(form)
    for hazard in form.catalog.tiles.hazards.types:
        if f"{HAZARD}-{hazard}" in named:
            yield from _ticked(form, f"l-{hazard}", name("hazard", hazard), (HAZARD, hazard), {})
    if any(kind.startswith(OUTLAW) for kind in named):
        # Of which colour makes no difference.
        colour = next(iter(form.catalog.tiles.outlaws))
        outlaws = words_of(current(), form.catalog.edition).name("pick-group", "outlaws")
        yield from _ticked(form, "l-outlaw", outlaws, (OUTLAW, None), colour)
    if any(kind.startswith(WORKER) for kind in named):
        yield from market_row(form)


def _ticked(form: Form, key: str, region: str, kind: tuple[str, str | None], tile: Any) -> Iterator[Asked]:
    """Which spaces of a kind carry a tile."""
    spaces = [space for space in form.catalog.trail.spaces.values() if (space.kind, space.hazard) == kind]
    paths = {space.id: f"board.{kind[0]}s.{space.id}" for space in spaces}
    options = [FieldOption(space.id, str(space.number)) for space in sorted(spaces, key=lambda one: one.number or 0)]
    title = gettext("%(hazard)s: spaces with a tile", hazard=region)
    yield AskField(key, title, options, tuple(paths.values()), kind="once", none=gettext("none"), lead=True,
                   tries=NONE_OR_FIRST, reads_none=gettext("No space of %(hazard)s has a tile", hazard=region),
                   reads=lazy_gettext("Tiles lie on %(hazard)s %(spaces)s"), names={"hazard": region})  # fmt: skip
    if form[key] is not None:
        form.sets |= {path: tile if space in form[key] else None for space, path in paths.items()}


def market_row(form: Form) -> Iterator[Asked]:
    """The row of the token, and how many workers lie in it."""
    closed = FieldOption(CLOSED, gettext("a player has it"), says=gettext("A player has the token"))
    yield ENTRIES["token"].but(
        options=lambda catalog: [*token_rows(catalog), closed], puts=lambda row: None if row == CLOSED else row
    )
    token, market = form["token"], form.catalog.job_market
    if token not in (None, CLOSED):
        most = (market.columns[form["n"]] if form["n"] else max(market.columns.values())) - 1
        worker, tries = next(iter(form.catalog.tiles.workers)), [str(n) for n in range(most + 1)]
        yield AskField("row", gettext("Workers in that row"), path=f"board.job_market.rows.{token}", kind="number",
                       most=most, lead=True, tries=tries,
                       puts=lambda lying: [worker] * lying + [None] * (most + 1 - lying if form["n"] else 0),
                       reads=counting("One worker lies in that row", "%(num)d workers lie in that row"))  # fmt: skip


def _sets(form: Form) -> Sets:
    tiles = [{what: which} for what, _, which in (kind.partition("-") for kind in _named(form))]
    column = {f"board.foresight.{_number(form)}": tiles} if tiles else {}
    return {"turn.phase": FORESIGHT[_number(form) - 1], "turn.pending": [], **column}


def _plan(form: Form, position: Position) -> Situation:
    """The tiles of the column, each with where it goes."""
    named, state = _named(form), State(engine.ruleset_of(position), position)
    tiles = position.board.foresight.get(_number(form), ())
    # A column in which nothing may be chosen is passed over.
    passed = all(may_choose(state, tile) is False for tile in tiles)
    choices = () if passed else tuple(_choices(position, tiles, named))
    return Situation(
        position,
        choices,
        parts=("job-market",) if any(tile.worker for tile in tiles) else (),
        marks={place: "way" for choice in choices for place in choice.marks},
    )


def _choices(position: Position, tiles: Sequence[Tile], named: Sequence[str]) -> Iterator[Candidate]:
    words, rules = words_of(current(), position.game.edition), engine.ruleset_of(position)
    for number, (tile, kind) in enumerate(zip(tiles, named, strict=True), start=1):
        action = actions.Foresight(number)
        verdict = engine.judge(rules, position, action)
        what, _, which = kind.partition("-")
        after = engine.apply(rules, position, action) if verdict.answer == "yes" else None
        facts = tuple(_worker(position) if tile.worker else _trail(position, after, tile)) if after else ()
        yield Candidate(
            actions=(action,),
            title=singular(words.name(what, which)),
            verdict=verdict,
            facts=facts,
            symbol=f"{what}-{which}",
            marks={place_of(space): "way" for space in _new(position, after)} if after else {},
            rank=(number,),
        )


def _new(before: Position, after: Position) -> list[str]:
    """Spaces of the trail on which something lies only afterwards."""
    old, new = before.board, after.board
    pairs = ((old.hazards, new.hazards), (old.outlaws, new.outlaws))
    return [space for was, now in pairs for space, tile in now.items() if tile and not was.get(space)]


def _trail(before: Position, after: Position, tile: Tile) -> Iterator[Fact]:
    """Where a hazard or an outlaw goes: nowhere when all its spaces are full."""
    label, placed = gettext("Goes to"), _new(before, after)
    lying = before.board.outlaws if tile.outlaw else before.board.hazards
    kind = (OUTLAW, None) if tile.outlaw else (HAZARD, tile.hazard and tile.hazard.hazard)
    spaces = engine.ruleset_of(before).catalog.trail.spaces.values()
    if placed:
        yield Fact(label, short(placed[0], after.game.edition), "forward")
    elif all(lying.get(space.id) for space in spaces if (space.kind, space.hazard) == kind):
        yield Fact(label, gettext("the box: every space is full"), "remove-card")
    else:
        yield Fact(label, gettext("the lowest empty space"), "forward")


def _worker(before: Position) -> Iterator[Fact]:
    """The row that a worker goes to, and what the token sets off."""
    market, data = before.board.job_market, engine.ruleset_of(before).catalog.job_market
    if market.token_row is None:
        return
    yield Fact(gettext("Goes to"), gettext("row %(row)d", row=market.token_row), "forward")
    if market.token_row not in market.rows:
        yield Fact(gettext("The row fills up"), gettext("depends on how many lie there"), "ui-unknown")
        return
    lying = len([worker for worker in market.rows[market.token_row] if worker])
    columns = [data.columns[before.game.players]] if before.game.players else [*data.columns.values()]
    # Where nobody said how many play: no row can have been full before.
    fills = {lying + 1 == most for most in columns if lying < most}
    if len(fills) > 1:
        yield Fact(gettext("The row fills up"), gettext("depends on how many of you play"), "ui-unknown")
        return
    if True not in fills:
        yield Fact(gettext("The token"), gettext("stays in its row"), "job-market-token")
        return
    arrow = data.rows[market.token_row].arrow
    if arrow == "green":
        yield Fact(gettext("The token"), gettext("goes to you, with its points: the game ends"), "job-market-token")
        yield Fact(gettext("Still to come"), gettext("one more turn for everybody else"), "arrow-green")
        return
    moved = gettext("moves to row %(row)d", row=market.token_row + 1)
    yield Fact(gettext("The token"), moved, "job-market-token")
    if arrow == "yellow":
        yield Fact(gettext("At once"), gettext("the cattle market is filled up"), "arrow-yellow")


QUESTION = QuickQuestion(
    phase="K",
    order=10,
    unranked=True,
    symbol="foresight",
    title=lazy_gettext("Foresight and job market"),
    summary=lazy_gettext("Where the tile goes, what it triggers, and whether the game ends"),
    rules=("kansas-city/foresight", "trail/placing-tiles", "kansas-city/job-market", "kansas-city/market-closed"),
    example="n=3&t1=worker-cowboy&token=3&row=2",
    asks=(
        "n",
        # What may be chosen is the same in every column.
        AskField("column", lazy_gettext("Foresight column"), lambda _catalog: numbers(range(1, len(FORESIGHT) + 1)),
                 ("turn.phase",), usual="1", lead=True, reads=RUNS_ON),
        _column,
        FormGroup(lazy_gettext("What is on the board?")),
        _lying,
    ),
    sets=_sets,
    needs=lambda form, _: () if _named(form) else (("t1",),),
    plan=_plan,
    parts=("trail",),
    yes=lambda n: ngettext("You can choose one tile.", "You can choose any of %(num)d tiles.", n),
    no=lazy_gettext("There is nothing to choose here: a player has the token, so no more workers can be chosen."),
)  # fmt: skip

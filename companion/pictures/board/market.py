"""What lies beside the board's edges: job market, cattle market, foresight with the bags, objective display."""

from __future__ import annotations

from typing import Any

from companion.components.workers import draw_worker
from companion.drawing import Box, Glyph, Sign
from companion.engine import Pile
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

_EDGE, _GAP = 8, 8
_RIGHT = WIDE - _EDGE
_ROOM = WIDE - 2 * _EDGE
_ROW = 50
_COST = 64
_TILE = 48
_CARD = (66.0, 88.0)
_PILE = 52


def draw(canvas: Canvas) -> float:
    """Draw everything at the origin; the height of all."""
    y = _job_market(canvas, _EDGE)
    y = _foresight(canvas, y)
    y = _cattle(canvas, y)
    return _objectives(canvas, y)


def _job_market(canvas: Canvas, y: float) -> float:
    """The rows from the top, each with its cost, where the token may stand, and its workers, space by space."""
    scene, market = canvas.scene, canvas.scene.position.board.job_market
    figures = scene.catalog.job_market
    _token(canvas, y)
    y += 56
    for number, row in figures.rows.items():
        workers, path = market.rows.get(number), f"board.job_market.rows.{number}"
        here = number == market.token_row
        with canvas.layer(f"ground:{path}"):
            canvas.rect(_EDGE + 1, y + 1, _ROOM - 2, 46, "here" if here else "slot", 6)
        with canvas.place(
            path, (_EDGE, y, _COST, 48), *scene.each(workers or None, lambda worker: scene.title("worker", worker))
        ):
            cost: list[Glyph] = [str(row.cost), Sign("dollar")]
            canvas.row(cost, (_EDGE + 3, y + 4, _COST - 6, 22), 20)
            if here:
                canvas.symbol("job-market-token", _EDGE + _COST / 2 - 10, y + 25, 20)
            elif row.arrow in ("yellow", "green"):
                canvas.symbol(f"arrow-{row.arrow}", _EDGE + _COST / 2 - 9, y + 26, 18)
            else:
                canvas.text(_EDGE + _COST / 2, y + 36, number, 11, "soft")
        spaces = max(scene.ruleset.per_players(figures.columns) or max(figures.columns.values()), len(workers or ()))
        step = (_ROOM - _COST - 3) / spaces
        for place in range(spaces):
            entered = workers is not None and place < len(workers)
            worker = workers[place] if workers and entered else None
            what = scene.title("worker", worker) if entered else scene.unknown
            where = f"{scene.words.place(path)}, {place + 1}"
            x = _EDGE + _COST + place * step
            with canvas.place(f"{path}:{place + 1}", (x, y, step, 48), what, where=where):
                _worker(canvas, worker, entered, (x + (step - 40) / 2, y + 4, 40, 40))
        y += _ROW
    return y + _GAP


def _token(canvas: Canvas, y: float) -> None:
    """Where the token stands: in a row, with a player, or out of the game."""
    scene, path = canvas.scene, "board.job_market.token_row"
    row = scene.position.board.job_market.token_row
    token = row if row in scene.catalog.job_market.rows else None
    taken = next((colour for colour, player in scene.position.players.items() if player.job_market_token), None)
    gone = row is not None and token is None
    what = scene.colour(taken) if taken else scene.words.name("pick", "closed") if gone else scene.unknown
    if token is not None:
        what = scene.words.place(f"board.job_market.rows.{token}")
    with canvas.place(path, (_EDGE, y, _ROOM, 48), what):
        canvas.rect(_EDGE + 1, y + 1, _ROOM - 2, 46, "slot", 8)
        canvas.symbol("worker", _EDGE + 8, y + 10, 28)
        canvas.text(_EDGE + 44, y + 24, scene.name("picture", "job-market"), 15, "", "start")
        canvas.symbol("job-market-token", _RIGHT - 92, y + 10, 28)
        where_to = f"→ {token}" if token is not None else "→" if taken or gone else "?"
        canvas.text(_RIGHT - 56, y + 24, where_to, 17, "", "start")
        if taken and token is None:
            canvas.symbol(f"player-{taken}", _RIGHT - 34, y + 13, 22)


def _worker(canvas: Canvas, worker: str | None, entered: bool, box: Box) -> None:
    x, y, width, height = box
    if worker:
        draw_worker(canvas, worker, box)
    elif entered:
        canvas.rect(x + width / 2 - 3, y + height / 2 - 3, 6, 6, "none", 3)
    else:
        canvas.unknown(box, 15)


def _foresight(canvas: Canvas, y: float) -> float:
    """The columns of the foresight display, each above the bag that fills it."""
    scene, figures = canvas.scene, canvas.scene.catalog.tiles.foresight
    wide = (_ROOM - _GAP * (figures.columns - 1)) / figures.columns
    for column in range(1, figures.columns + 1):
        x = _EDGE + (column - 1) * (wide + _GAP)
        tiles = scene.position.board.foresight.get(column)
        box = (x, y, wide, _TILE + 8)
        with canvas.place(f"board.foresight.{column}", box, *scene.each(tiles, scene.tile)):
            canvas.rect(x + 1, y + 1, wide - 2, _TILE + 6, "slot", 8)
            spaces = max(figures.spaces, len(tiles or ()))
            step = (wide - 8) / spaces
            for place in range(spaces):
                cell = (x + 4 + place * step, y + 4, min(step - 1, _TILE), _TILE)
                if tiles is None:
                    canvas.unknown(cell)
                elif place < len(tiles):
                    tokens.tile(canvas, tiles[place], cell)
        _bag(canvas, column, (x, y + _TILE + 12, wide, 48))
    return y + _TILE + _PILE + 12 + _GAP


def _bag(canvas: Canvas, number: int, box: Box) -> None:
    x, y, width, height = box
    bag = canvas.scene.position.board.bags.get(number)
    with canvas.place(f"board.bags.{number}", box, canvas.scene.pile(bag)):
        middle = x + width / 2
        canvas.path(
            f"M{middle - 7} {y + 10}C{middle - 40} {y + 18} {middle - 40} {y + height - 3} {middle - 22} "
            f"{y + height - 3}H{middle + 22}C{middle + 40} {y + height - 3} {middle + 40} {y + 18} {middle + 7} "
            f"{y + 10}L{middle + 11} {y + 2}H{middle - 11}z",
            "bag" if bag else "unknown",
        )
        canvas.circle(x + 13, y + 15, 9, "plate")
        canvas.text(x + 13, y + 15, number, 12, "on-plate")
        canvas.text(middle, y + 30, _count(bag), 16, "" if bag else "soft")


def _count(pile: Pile[Any] | None) -> str:
    return "?" if pile is None else str(pile.count)


def _stack(canvas: Canvas, path: str, pile: Pile[Any] | None, symbol: str, box: Box) -> None:
    """A face-down stack with its size."""
    x, y, width, height = box
    with canvas.place(path, box, canvas.scene.pile(pile)):
        css = "back" if pile else "unknown"
        canvas.rect(x + 4, y + 1, width - 6, height - 5, css, 5)
        canvas.rect(x + 1, y + 4, width - 6, height - 5, css, 5)
        canvas.symbol(symbol, x + width / 2 - 14, y + height / 2 - 20, 24)
        canvas.text(x + width / 2 - 2, y + height / 2 + 14, _count(pile), 16, "" if pile else "soft")


def _cattle(canvas: Canvas, y: float) -> float:
    """The stack, and the market by breeds with how many of each."""
    board = canvas.scene.position.board
    left = _EDGE + _PILE + _GAP
    height = max(_PILE, tokens.height(len(board.cattle_market or ()), _RIGHT - left))
    _stack(canvas, "board.cattle_stack", board.cattle_stack, "cattle-market", (_EDGE, y, _PILE, height))
    box = (left, y, _RIGHT - left, height)
    with canvas.place("board.cattle_market", box, canvas.scene.many(board.cattle_market)):
        tokens.spread(canvas, tokens.kinds(canvas, board.cattle_market), box)
    return y + height + 2 * _GAP


def _objectives(canvas: Canvas, y: float) -> float:
    """The stack, and the objective cards on display."""
    scene, board = canvas.scene, canvas.scene.position.board
    (wide, high), left = _CARD, _EDGE + _PILE + _GAP
    _stack(canvas, "board.objective_stack", board.objective_stack, "objective", (_EDGE, y, _PILE, high))
    shown = board.objective_display
    with canvas.place("board.objective_display", (left, y, _RIGHT - left, high), *scene.each(shown, scene.card)):
        for place in range(scene.catalog.objectives.display):
            box = (left + place * (wide + 4.5), y, wide, high)
            if shown is None:
                canvas.unknown(box)
            elif place < len(shown):
                tokens.objective(canvas, shown[place], box)
            else:
                canvas.slot(box)
    return y + high + _GAP

"""What lies beside the board's edges: job market, cattle market, foresight with the bags, objective display."""

from __future__ import annotations

from typing import Any

from companion.components.workers import draw_worker
from companion.drawing import Box, Glyph, Sign
from companion.engine import Pile
from companion.pictures.board import cards, tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

_EDGE = 8
_GAP = 8
_ROW = 50
_COST = 64
_TILE = 48
_CARD = (66, 88)
_PILE = 52


def draw(canvas: Canvas) -> float:
    """Draw everything at the origin; the height of all."""
    with canvas.region("market", canvas.scene.name("picture", "market")):
        total = _measure(canvas)
        canvas.rect(0, 0, WIDE, total, "ground", 12)
        y = _job_market(canvas, _EDGE)
        y = _foresight(canvas, y)
        y = _cattle(canvas, y)
        _objectives(canvas, y)
    return total


def _cattle_height(canvas: Canvas) -> float:
    market = canvas.scene.position.board.cattle_market
    return max(_PILE, cards.height(len(market or ()), _market_width()))


def _market_width() -> float:
    return WIDE - 2 * _EDGE - _PILE - _GAP


def _measure(canvas: Canvas) -> float:
    rows = (
        len(canvas.scene.catalog.job_market.rows) * _ROW + 56,
        _TILE + _PILE + 12,
        _cattle_height(canvas) + _GAP,
        _CARD[1],
    )
    return _EDGE + sum(rows) + _GAP * len(rows)


def _job_market(canvas: Canvas, y: float) -> float:
    """The rows from the top, each with its cost, where the token may stand, and its workers, space by space."""
    scene, market = canvas.scene, canvas.scene.position.board.job_market
    figures = scene.catalog.job_market
    columns = scene.ruleset.per_players(figures.columns) or max(figures.columns.values())
    wide = float(WIDE - 2 * _EDGE)
    token = market.token_row if market.token_row in figures.rows else None
    taken = next((colour for colour, player in scene.position.players.items() if player.job_market_token), None)
    occupant = scene.colour(taken) if taken else scene.unknown
    gone = market.token_row is not None and token is None
    if gone and not taken:
        occupant = scene.words.name("pick", "closed")
    if token is not None:
        occupant = scene.words.place(f"board.job_market.rows.{token}")
    where = scene.words.place("board.job_market.token_row")
    with canvas.place("board.job_market.token_row", (_EDGE, y, WIDE - 2 * _EDGE, 48), scene.label(where, occupant)):
        canvas.rect(_EDGE + 1, y + 1, WIDE - 2 * _EDGE - 2, 46, "slot", 8)
        canvas.symbol("worker", _EDGE + 8, y + 10, 28)
        canvas.text(_EDGE + 44, y + 24, scene.name("picture", "job-market"), 15, "", "start")
        where_to = f"→ {token}" if token is not None else "→" if taken or gone else "?"
        canvas.symbol("job-market-token", WIDE - _EDGE - 92, y + 10, 28)
        canvas.text(WIDE - _EDGE - 56, y + 24, where_to, 17, "", "start")
        if taken and token is None:
            canvas.symbol(f"player-{taken}", WIDE - _EDGE - 34, y + 13, 22)
    y += 56
    for number, row in figures.rows.items():
        workers = market.rows.get(number)
        names = [scene.worker(worker) if worker else scene.empty for worker in workers or ()]
        path = f"board.job_market.rows.{number}"
        label = scene.label(scene.words.place(path), *(names or [scene.unknown]))
        with canvas.layer(f"ground:{path}"):
            canvas.rect(_EDGE + 1, y + 1, wide - 2, 46, "here" if number == token else "slot", 6)
        with canvas.place(path, (_EDGE, y, _COST, 48.0), label):
            cost: list[Glyph] = [str(row.cost), Sign("dollar")]
            canvas.row(cost, (_EDGE + 3, y + 4, _COST - 6, 22), 20)
            if number == token:
                canvas.symbol("job-market-token", _EDGE + _COST / 2 - 10, y + 25, 20)
            elif row.arrow in ("yellow", "green"):
                canvas.symbol(f"arrow-{row.arrow}", _EDGE + _COST / 2 - 9, y + 26, 18)
            else:
                canvas.text(_EDGE + _COST / 2, y + 36, number, 11, "soft")
        step = (wide - _COST - 3) / max(columns, len(workers or ()))
        for place in range(max(columns, len(workers or ()))):
            cell = (_EDGE + _COST + place * step, y, step, 48.0)
            worker = workers[place] if workers and place < len(workers) else None
            known = workers is not None and place < len(workers)
            occupant = scene.worker(worker) if worker else scene.empty if known else scene.unknown
            with canvas.place(
                f"{path}:{place + 1}", cell, scene.label(f"{scene.words.place(path)}, {place + 1}", occupant)
            ):
                _cell(canvas, worker, known, (cell[0] + (step - 40) / 2, y + 4, 40, 40))
        y += _ROW
    return y + _GAP


def _cell(canvas: Canvas, worker: str | None, known: bool, box: Box) -> None:
    x, y, width, height = box
    if worker:
        draw_worker(canvas, worker, box)
    elif known:
        canvas.rect(x + width / 2 - 3, y + height / 2 - 3, 6, 6, "none", 3)
    else:
        canvas.unknown(box, 15)


def _foresight(canvas: Canvas, y: float) -> float:
    """The columns of the foresight display, each above the bag that fills it."""
    scene, board, figures = canvas.scene, canvas.scene.position.board, canvas.scene.catalog.tiles.foresight
    wide = (WIDE - 2 * _EDGE - _GAP * (figures.columns - 1)) / figures.columns
    for column in range(1, figures.columns + 1):
        x = _EDGE + (column - 1) * (wide + _GAP)
        tiles = board.foresight.get(column)
        names = [scene.tile(tile) for tile in tiles or ()] or [scene.unknown if tiles is None else scene.empty]
        box = (x, y, wide, _TILE + 8.0)
        label = scene.label(scene.words.place(f"board.foresight.{column}"), *names)
        with canvas.place(f"board.foresight.{column}", box, label):
            canvas.rect(x + 1, y + 1, wide - 2, _TILE + 6, "slot", 8)
            step = (wide - 8) / max(figures.spaces, len(tiles or ()))
            for place in range(max(figures.spaces, len(tiles or ()))):
                cell = (x + 4 + place * step, y + 4, min(step - 1, _TILE), float(_TILE))
                if tiles is None:
                    canvas.unknown(cell)
                elif place < len(tiles):
                    tokens.tile(canvas, tiles[place], cell)
        _bag(canvas, column, (x, y + _TILE + 12, wide, 48))
    return y + _TILE + _PILE + 12 + _GAP


def _bag(canvas: Canvas, number: int, box: Box) -> None:
    x, y, width, height = box
    scene, bag = canvas.scene, canvas.scene.position.board.bags.get(number)
    label = scene.label(scene.words.place(f"board.bags.{number}"), scene.pile(bag))
    with canvas.place(f"board.bags.{number}", box, label):
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
    scene = canvas.scene
    with canvas.place(path, box, scene.label(scene.words.place(path), scene.pile(pile))):
        css = "back" if pile else "unknown"
        canvas.rect(x + 4, y + 1, width - 6, height - 5, css, 5)
        canvas.rect(x + 1, y + 4, width - 6, height - 5, css, 5)
        canvas.symbol(symbol, x + width / 2 - 14, y + height / 2 - 20, 24)
        canvas.text(x + width / 2 - 2, y + height / 2 + 14, _count(pile), 16, "" if pile else "soft")


def _cattle(canvas: Canvas, y: float) -> float:
    """The stack, and the market by breeds with how many of each."""
    scene, board = canvas.scene, canvas.scene.position.board
    height, market, path = _cattle_height(canvas), board.cattle_market, "board.cattle_market"
    _stack(canvas, "board.cattle_stack", board.cattle_stack, "cattle-market", (_EDGE, y, _PILE, height))
    box = (_EDGE + _PILE + _GAP, y, _market_width(), height)
    label = scene.label(scene.words.place(path), scene.many(market))
    with canvas.place(path, box, label):
        cards.spread(canvas, cards.kinds(canvas, market), box)
    return y + height + 2 * _GAP


def _objectives(canvas: Canvas, y: float) -> None:
    """The stack, and the objective cards on display."""
    scene, board = canvas.scene, canvas.scene.position.board
    wide, high = _CARD
    _stack(canvas, "board.objective_stack", board.objective_stack, "objective", (_EDGE, y, _PILE, high))
    shown, path = board.objective_display, "board.objective_display"
    names = [scene.card(card) for card in shown or ()] or [scene.unknown if shown is None else scene.empty]
    left = _EDGE + _PILE + _GAP
    with canvas.place(path, (left, y, WIDE - _EDGE - left, high), scene.label(scene.words.place(path), *names)):
        for place in range(scene.catalog.objectives.display):
            box = (left + place * (wide + 4.5), y, float(wide), float(high))
            if shown is None:
                canvas.unknown(box)
            elif place < len(shown):
                cards.objective(canvas, shown[place], box)
            else:
                canvas.slot(box)

"""A player's own board: money and tokens, workers, disc spaces with what they open; below it, all belongings."""

from __future__ import annotations

from companion.components.discs import SMALL, AuxiliaryPart, DiscPart
from companion.components.effects import HEIGHT, draw_strip
from companion.components.workers import draw_worker
from companion.drawing import Box, Glyph, Sign
from companion.engine import OFF_BOARD
from companion.pictures.board import tokens
from companion.pictures.board.belongings import EDGE, GAP, ROOM, Panel
from companion.pictures.board.belongings import draw as draw_belongings
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

_HEAD = 48.0
_CELL = 52.0
_WORKER = 48.0


def draw(canvas: Canvas, colour: str, *, belongings: bool = True) -> float:
    """Draw a player's board at the origin, perhaps with all belongings below; its height."""
    panel = Panel(canvas, colour)
    _head(panel)
    _few(panel)
    for kind in canvas.scene.catalog.tiles.workers:
        _workers(panel, kind)
    _discs(panel)
    _auxiliary(panel)
    if belongings:
        draw_belongings(panel)
    return panel.y + EDGE - GAP


def _head(panel: Panel) -> None:
    seat, canvas, y = panel.player.seat, panel.canvas, panel.y
    with canvas.place(panel.path("seat"), (EDGE, y, ROOM, _HEAD), panel.scene.in_words(seat)):
        canvas.symbol(f"player-{panel.colour}", EDGE + 4, y + 9, 30)
        canvas.text(EDGE + 44, y + 24, panel.scene.colour(panel.colour), 20, "", "start")
        seat_text = panel.scene.name("picture", "seat", which="?" if seat is None else seat)
        if panel.scene.position.turn.player == panel.colour:
            seat_text = f"→ {panel.scene.name('picture', 'on-turn')} · {seat_text}"
        canvas.text(WIDE - EDGE - 4, y + 24, seat_text, 14, "soft", "end")
    panel.y += _HEAD + GAP


def _few(panel: Panel) -> None:
    """What is told with a number or a word: a row of cells."""
    player, canvas, scene = panel.player, panel.canvas, panel.scene
    counts: dict[str, tuple[str, tuple[Glyph, ...], str]] = {
        thing: (symbol, _glyphs(number), scene.in_words(number))
        for thing, symbol, number in (
            ("dollars", "dollar", player.dollars),
            ("certificates", "certificate", player.certificates),
            ("exchange_tokens", "exchange-token", player.exchange_tokens),
        )
    }
    counts["herder"] = "herder", _herder(panel), scene.in_words(player.herder, scene.space)
    counts["engine"] = "engine", _engine(panel), scene.in_words(player.engine, lambda at: scene.words.engine(str(at)))
    token = None if player.job_market_token is None else int(player.job_market_token)
    counts["job_market_token"] = "job-market-token", _glyphs(token), scene.in_words(token)
    wide = ROOM / len(counts)
    for place, (thing, (symbol, value, words)) in enumerate(counts.items()):
        x, y = EDGE + place * wide + 1, panel.y
        with canvas.place(panel.path(thing), (x, y, wide - 2, _CELL), words):
            canvas.rect(x, y + 1, wide - 2, _CELL - 2, "slot" if value else "unknown", 6)
            canvas.symbol(symbol, x + wide / 2 - 12, y + 4, 22)
            if value:
                canvas.row(value, (x + 2, y + 28, wide - 6, 20), 22)
            else:
                canvas.text(x + wide / 2 - 1, y + 38, "?", 16, "soft")
    panel.y += _CELL + GAP


def _glyphs(value: object) -> tuple[Glyph, ...]:
    return () if value is None else (str(value),)


def _herder(panel: Panel) -> tuple[Glyph, ...]:
    """Where the herder stands, as short as a cell asks for; the trail shows it too."""
    where = panel.player.herder
    if where is None:
        return ()
    if where == OFF_BOARD:
        return ("–",)
    space = panel.scene.catalog.trail.spaces[where]
    section, _, number = where.rpartition("-")
    if space.number or space.risk:
        hazard = section.removesuffix("-risk")
        on_hazard = hazard in panel.scene.catalog.tiles.hazards.types
        return (Sign(f"hazard-{hazard}" if on_hazard else "outlaw-any"), f"!{number}" if space.risk else number)
    ends: dict[str, Glyph] = {"start": "→", "kansas-city": Sign("kansas-city")}
    return (ends.get(space.kind, where),)


def _engine(panel: Panel) -> tuple[Glyph, ...]:
    """The space of the engine; a turnout by the number of its station."""
    where = panel.player.engine
    if isinstance(where, str):
        return (Sign("turnout"), str(panel.scene.catalog.railroad.station_of[where]))
    return _glyphs(where)


def _workers(panel: Panel, kind: str) -> None:
    """A row of workers: the printed one, those hired, and what the next ones allow."""
    scene, canvas, y = panel.scene, panel.canvas, panel.y
    rows = scene.catalog.player_board.worker_rows
    head = _WORKER
    side = (ROOM - head) / rows.spaces
    number = None if panel.player.workers is None else panel.player.workers.get(kind, 0)
    path = f"{panel.path('workers')}.{kind}"
    canvas.rect(EDGE + 1, y + 1, ROOM - 2, _WORKER - 2, "slot", 6)
    with canvas.place(path, (EDGE, y, head, _WORKER), panel.scene.in_words(number)):
        canvas.symbol(f"worker-{kind}", EDGE + 4, y + 14, 20)
        canvas.text(EDGE + 33, y + 24, "?" if number is None else number, 16, "soft" if number is None else "")
    for space in range(1, rows.spaces + 1):
        x = EDGE + head + (space - 1) * side
        with canvas.place(f"{path}:{space}", (x, y, side, _WORKER), str(space), where=scene.words.place(path)):
            _worker(panel, kind, space, number, (x + 2, y + 5, side - 4, _WORKER - 10))
            if space == rows.spaces and (number or 0) > space:
                # More workers than spaces cannot be, but what was entered is shown.
                _worker(panel, kind, space, number, (x + 5, y + 8, side - 4, _WORKER - 10))
    panel.y += _WORKER + GAP


def _worker(panel: Panel, kind: str, space: int, number: int | None, box: Box) -> None:
    rows, (x, y, width, height) = panel.scene.catalog.player_board.worker_rows, box
    immediate = rows.immediate.get(kind, {}).get(space)
    if space <= rows.printed or (number is not None and space <= number):
        draw_worker(panel.canvas, kind, box, "printed" if space <= rows.printed else "tile")
    elif number is None:
        panel.canvas.unknown(box, 14)
    elif immediate:
        small = HEIGHT * SMALL
        draw_strip(panel.canvas, (immediate,), (x + 1, y + (height - small) / 2, width - 2, small))
    else:
        panel.canvas.circle(x + width / 2, y + height / 2, 3, "none")


def _disc(panel: Panel, name: str, box: Box) -> None:
    """The disc on a disc space, if there is one."""
    canvas, scene, (x, y, width, _) = panel.canvas, panel.scene, box
    cleared = None if panel.player.cleared is None else name in panel.player.cleared
    state = scene.unknown if cleared is None else scene.name("picture", "cleared" if cleared else "covered")
    what = {"player": scene.colour(panel.colour), "what": scene.name("disc", name)}
    where = scene.name("place", "players.disc", **what)
    with canvas.place(f"{panel.path('cleared')}:{name}", box, state, where=where):
        middle = x + width / 2
        if cleared is False:
            tokens.disc(canvas, panel.colour, middle - 11, y + 13, 22)
        elif cleared is None:
            canvas.circle(middle, y + 24, 10, "unknown")
            canvas.text(middle, y + 24, "?", 13, "soft")


def _discs(panel: Panel) -> None:
    """The disc spaces that stand for themselves, with what clearing them brings."""
    own = [space for space in DiscPart.entries(panel.scene.catalog) if space.opens != "aux"]
    wide, high = ROOM / len(own), 72.0
    for place, space in enumerate(own):
        x = EDGE + place * wide
        panel.canvas.rect(x + 1, panel.y + 1, wide - 2, high - 2, "slot", 6)
        space.draw(panel.canvas, (x, panel.y, wide, high))
        _disc(panel, space.key, (x + 1, panel.y, wide - 2, high))
    panel.y += high + GAP


def _auxiliary(panel: Panel) -> None:
    """The auxiliary actions with their disc spaces, two in a row."""
    wide = (ROOM - GAP) / 2
    for place, action in enumerate(AuxiliaryPart.entries(panel.scene.catalog)):
        if place and place % 2 == 0:
            panel.y += _CELL + GAP
        box = (EDGE + place % 2 * (wide + GAP), panel.y, wide, _CELL)
        action.draw(panel.canvas, box)
        for name, here in action.spaces(box).items():
            _disc(panel, name, here)
    panel.y += _CELL + GAP

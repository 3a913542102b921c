"""Where entering a position begins: an empty table, a set-up, the last position, a link, a text, an example."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any, cast

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion import engine
from companion.engine import DrawnSetUp, Neutral, Sides
from companion.house_rules import laid_out
from companion.integers import whole
from companion.reference.examples import examples, named_example
from companion.sentences import answers
from companion.web import check, language
from companion.web.device import house, table
from companion.web.editor.editing import TRAIL, TooLong, code_of, read_plain, with_values
from companion.web.reference import book, reference
from companion.web.sanitise import fit

MAX_SEED = 999_999
MAX_NAME_LENGTH = 80
_OTHER_SIDE = {"a": "b", "b": "a"}
_DRAWN = ("hazards", "outlaws", "foresight", "cattle_market", "objective_display", "station_masters", "town_tiles",
          "spare_masters")  # fmt: skip
"""What is drawn before every game and laid out on the board, besides neutral buildings and workers."""


Told = MultiDict[str, str]
"""What an address says."""


def index() -> ResponseReturnValue:
    """Choose where to begin; with `start`, begin there."""
    how = request.args.get("start", "")
    if how == "empty":
        drawn = _drawn(request.args.get("setup", ""))
        begun = later(drawn, request.args) if drawn else in_progress(request.args, _colours(), _variants(), _edition())
        return _open(_as_table_reads(begun))
    if how == "setup":
        return _open(_as_table_reads(_set_up(request.args)))
    example = request.args.get("example", "")[:MAX_NAME_LENGTH]
    if example and (text := named_example(book(), reference().moved, example)) is not None:
        return _open(engine.read_position(text))
    return _page()


def entered() -> ResponseReturnValue:
    """Begin with a text, a code or a link. What cannot be read stays, with why."""
    text = fit(request.form.get("position", ""))
    code = answers.code_in(text)
    try:
        position = engine.read_position(text) if code is None else engine.decode(code)
        return _open(position)
    except engine.Unreadable as error:
        result = (
            check.answer(text, language.current()) if code is None else check.refused_code(error, language.current())
        )
    except TooLong:
        result = None
    return _page(text, result, too_long=result is None), 422


def in_progress(
    entered_facts: Told, colours: tuple[str, ...], agreed: tuple[str, ...], edition: int
) -> engine.Position:
    """A game under way, of which nothing lies on the board yet: who plays, whose turn begins, what was agreed.

    Whatever the address does not say stays unknown.
    """
    plain: dict[str, Any] = {
        "game": {"edition": edition, "players": len(colours), "variants": list(agreed)},
        "players": {colour: {"seat": seat} for seat, colour in enumerate(colours, start=1)},
    }
    position = _with_turn(read_plain(plain), entered_facts)
    values: dict[tuple[str, ...], Any] = {}
    buildings = engine.ruleset_of(position).catalog.buildings
    sides = {str(face.number): entered_facts.get("sides", "") for face in buildings.faces.values()}
    if entered_facts.get("sides") in _OTHER_SIDE:
        others = entered_facts.getlist("other")
        values |= {("game", "sides", n): _OTHER_SIDE[side] if n in others else side for n, side in sides.items()}
    if entered_facts.get("neutral") == "first-game":
        values |= {("board", "neutral", str(tile.first_game)): tile.id for tile in buildings.neutral.values()}
    return with_values(position, values)


def later(drawn: engine.Position, entered_facts: Told) -> engine.Position:
    """A game under way that began with this set-up: what stays as it was laid out, or goes one by one, is known.

    That is the game with its sides, the seats, the starting objectives, the neutral buildings, the station masters and
    the town tiles.
    """
    plain = engine.to_plain(drawn)
    board = {
        name: plain["board"][name] for name in ("neutral", "station_masters", "town_tiles") if plain["board"].get(name)
    }
    players = {
        colour: {name: player[name] for name in ("seat", "objectives") if name in player}
        for colour, player in plain["players"].items()
    }
    return _with_turn(read_plain({"game": plain["game"], "board": board, "players": players}), entered_facts)


def _with_turn(position: engine.Position, entered_facts: Told) -> engine.Position:
    """The position as the turn of somebody begins, where the address tells whose."""
    if entered_facts.get("turn") not in position.players:
        return position
    return replace(position, turn=engine.Turn.begun(entered_facts["turn"], first=False))


def _drawn(code: str) -> engine.Position | None:
    """The set-up of a code, None where none belongs to it."""
    try:
        return laid_out(code, house.remembered()) if code else None
    except engine.Unreadable:
        return None


def _set_up(arguments: Told) -> engine.Position:
    """The table before the first turn; anything odd in an address is taken as the most usual answer. Without a seed all
    that was random is unknown and waits to be entered.
    """
    sides = cast(Sides, arguments.get("sides") if arguments.get("sides") in DrawnSetUp.SIDES else "a")
    neutral = cast(Neutral, arguments.get("neutral") if arguments.get("neutral") in DrawnSetUp.NEUTRAL else "random")
    seed, edition, variants = whole(arguments.get("seed", ""), 0, MAX_SEED), _edition(), _variants()
    laid = engine.hidden(
        engine.start(
            _colours(),
            variants,
            chance=engine.Chance(secrets.randbelow(MAX_SEED) if seed is None else seed),
            sides=sides,
            neutral=neutral,
            edition=edition,
            house=house.remembered().for_game(engine.Game(edition, variants=variants)),
        )
    )
    if arguments.get("drawn") == "seed":
        return laid
    plain = engine.to_plain(laid)
    board = plain["board"]
    for name in (*_DRAWN, *(("neutral",) if neutral == "random" else ())):
        board.pop(name, None)
    # Workers fill the first rows; of the others it is known that nothing lies there.
    rows = board["job_market"]["rows"]
    board["job_market"]["rows"] = {row: cells for row, cells in rows.items() if not any(cells)}
    if sides == "mixed":
        plain["game"].pop("sides", None)
    for player in plain["players"].values():
        player["hand"] = len(player["hand"]) if isinstance(player["hand"], list) else player["hand"]
        player.pop("objectives", None)
    return read_plain(plain)


def _as_table_reads(position: engine.Position) -> engine.Position:
    """The position with the rules that the table of this device reads in its own way."""
    readings = table.remembered().readings_for(position.game)
    game = replace(position.game, readings=readings) if readings else position.game
    return replace(position, game=house.remembered().in_game(game))


def _colours() -> tuple[str, ...]:
    """The players in the order of their seats: as many as the address says, in the colours of this device's table."""
    limits = engine.load_catalog().table.players
    settings = table.remembered()
    players = request.args.get("players", "")
    numbers = {str(number): number for number in range(limits.least, limits.most + 1)}
    number = numbers.get(players) or settings.players or limits.most
    return tuple(person["colour"] for person in table.people_and_free_colours(settings))[:number]


def _edition() -> int:
    by_number = {str(edition): edition for edition in engine.editions()}
    usual = table.remembered().edition
    return by_number.get(request.args.get("edition", str(usual)), engine.editions()[-1])


def _variants() -> tuple[str, ...]:
    """Those that are played, as far as there are prints of them for the edition."""
    agreed = request.args.getlist("variants") if "players" in request.args else table.remembered().variants
    return tuple(name for name in engine.variants(_edition()) if name in agreed)


def _open(position: engine.Position) -> ResponseReturnValue:
    return redirect(url_for("editor.board", code=code_of(position), show=TRAIL), 303)


def _page(text: str = "", result: check.CheckResult | None = None, *, too_long: bool = False) -> str:
    limits, settings = engine.load_catalog().table.players, table.remembered()
    code = request.args.get("setup", settings.setup)
    drawn = _drawn(code)
    seated = [*drawn.players] if drawn else []
    return render_template(
        "editor/index.html",
        numbers=range(limits.least, limits.most + 1),
        setup=code if drawn else "",
        players=len(seated) or settings.players or limits.most,
        people=sorted(table.people_and_free_colours(settings), key=lambda one: one["colour"] not in seated),
        tiles=sorted({face.number for face in engine.load_catalog().buildings.faces.values()}),
        variants={
            variant: [edition for edition in engine.editions() if variant not in engine.variants(edition)]
            for variant in engine.variants(engine.editions()[-1])
        },
        chosen=settings.variants,
        editions=engine.editions()[::-1],
        edition=_edition(),
        examples=examples(book()),
        text=text,
        answer=result,
        too_long=too_long,
        most_seed=MAX_SEED,
    )

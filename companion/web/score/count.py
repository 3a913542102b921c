"""The pages of pieces: one category of one player, the sheet as a position, a position as a new sheet."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2_fragments.flask import render_block

from companion import engine
from companion.book.library import section_address
from companion.book.sections import around
from companion.engine import IN_DECK, PLAYED, Catalog, ScoreLine
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words
from companion.sentences.scores import line_sentence
from companion.sheets import counting, sums
from companion.sheets.changes import Cells
from companion.sheets.counting import Count
from companion.sheets.pieces import (
    AUTOMA,
    COUNTS,
    DEPTHS,
    TYPED,
    Depth,
    PieceField,
    SheetPieces,
    asked_of,
    depth_field,
    depth_of,
    piece_field,
    pieces_of,
)
from companion.sheets.states import Cell, PlayerRow, SheetState, TooMuch
from companion.web import language
from companion.web.device import identity, table
from companion.web.language import name
from companion.web.limits import NEW_SHEETS, limited
from companion.web.links import htmx
from companion.web.sanitise import one_line
from companion.web.score import fields, together
from companion.web.score.forms import SeatsForm
from companion.web.score.view import blueprint, of_open_sheet, sheets, writable

# What the page of a category shows: the pieces of one player, what they give and why, and the ways on.

_DOLLAR_STEPS = (-5, -1, 1, 5)


class Press(NamedTuple):
    """A button: the field it writes, what the page shows there, what it writes, and whether that is so already."""

    field: str
    seen: str
    text: str
    on: bool = False
    label: str = ""
    word: str = ""
    """What says that the piece is there, where there are several such words."""

    @property
    def value(self) -> str:
        """What the form sends."""
        return f"write|{self.field}|{self.seen}|{self.text}"


class PieceView:
    """A piece that can be entered. `ticks` say that it is there; a count has `steps` around it instead."""

    def __init__(self, pieces: SheetPieces, player: PlayerRow, field: PieceField, language: str) -> None:
        self.field, self.most = field.name, field.piece.most
        self.stored = player.fields.get(field.name, "")
        self.look, self.where = fields.look(pieces, field, language), fields.where(field, language)
        self.count = field.count(player)
        # Workers printed on the player board are there before the first one is entered.
        self.base = (field.piece.base or 0) if self.count is None else self.count
        if field.group in pieces.catalog.scoring.categories and pieces.entered(player, field.group):
            self.count = self.base
        self.typed = field.name in TYPED.values()
        """Whether the number may also be typed."""
        self.ticks, self.steps = list[Press](), list[Press]()
        if field.group == "objectives" and field.piece.words:
            for word in (word for word in (PLAYED, IN_DECK) if word in field.piece.words):
                on, label = self.stored == word, Words(language).name("objective-place", word)
                self.ticks.append(Press(self.field, self.stored, "" if on else word, on, label, word))
        elif self.most == 1:
            self.ticks.append(Press(self.field, self.stored, "" if self.count else "1", bool(self.count)))
        else:
            for step in _DOLLAR_STEPS if self.typed else (-1, 1):
                count = max(0, min(self.most, self.base + step))
                self.steps.append(Press(self.field, self.stored, str(count), label=str(step)))

    @property
    def present(self) -> bool:
        """Whether there is one."""
        return bool(self.count)


class GroupView(NamedTuple):
    """Pieces that stand together. `shape`: how much room each needs."""

    title: str
    shape: str
    pieces: tuple[PieceView, ...]
    folded: bool = False
    """Whether they stand behind their title, since they give no points."""


def _shape(them: Sequence[PieceField]) -> str:
    """How much room each of some pieces needs: what is drawn wide, what is looked at, what is counted.

    `named`: the picture tells the name, or all that there is to know.
    """
    if len(them) == 1:
        return "one"
    part = them[0].piece.part
    shapes = {"building": "tile named", "objective": "tile named", "cattle": "tick named", "station": "pair"}
    return shapes.get(part.partition("-")[0], "tick") if part else "count"


class Calculator:
    """A category of a player, ready to be shown. `unreadable`: by field, what stays as it was typed."""

    def __init__(
        self, sheet: SheetState, player: PlayerRow, category: str, language: str, unreadable: Mapping[str, str]
    ) -> None:
        self.sheet, self.player, self.category, self.language = sheet, player, category, language
        self.pieces = pieces_of(sheet)
        self.catalog = self.pieces.catalog
        self.figures = self.catalog.scoring.categories[category]
        self.count: Count = counting.counts(sheet)[player.seat, category]
        self.stored = player.fields.get(category, "")
        """The number as it was typed."""
        self.unreadable, self.error = unreadable, bool(unreadable)
        self.text = unreadable.get(category, self.stored)
        """What stands in its field: also what could not be read."""
        self.said = player.fields.get(depth_field(category), "")
        """What somebody has said of how it counts; empty when nobody has."""
        self.typed = category in TYPED
        """Whether what it counts is typed as a number, not tapped."""
        self.rule = section_address(language, f"scoring/overview#{category}")
        self.key = sheet.edit_key or sheet.view_key

    @property
    def shown(self) -> Depth:
        """What is offered to enter: its pieces, or its number."""
        if self.typed:
            return "things" if asked_of(self.player.fields, self.category) != self.category else "number"
        if self.error:
            return self.count.depth
        return self.count.depth if self.said else identity.prefers()

    @property
    def choices(self) -> list[Press]:
        """The two depths."""
        return [Press(depth_field(self.category), self.said, depth, self.shown == depth) for depth in DEPTHS]

    @cached_property
    def groups(self) -> list[GroupView]:
        """The pieces of the category."""
        every, pays, heading = self.pieces.fields[self.category], self.figures.disc, "other-discs"
        if pays is not None:
            # One disc gives points; the others only tell the position.
            behind = {field.name for field in every if field.piece.id != pays}
        else:
            # Of a building all play the same side. What is tapped here stays where it is.
            rows = [row for row in self.sheet.players if row.seat != self.player.seat]
            out = self.pieces.other_sides(rows, _sides() if self.category == "buildings" else {})
            behind, heading = out - self.player.fields.keys(), "other-sides"
        shown = self._group([field for field in every if field.name not in behind])
        rest = [field for field in every if field.name in behind]
        title = Words(self.language).name("asked", heading)
        return [shown, self._group(rest, title)._replace(folded=True)] if rest else [shown]

    @cached_property
    def needed(self) -> list[GroupView]:
        """What objective cards and station masters count that is entered nowhere else."""
        by_group: dict[str, list[PieceField]] = {}
        for kind in counting.needed(self.pieces, self.player, self.category):
            source = self.pieces.source(kind)
            if source != COUNTS and source not in self.catalog.scoring.categories:
                by_group[source] = list(self.pieces.fields[source])
            elif not self.pieces.entered(self.player, source):
                by_group.setdefault(COUNTS, []).extend(f for f in self.pieces.fields[COUNTS] if f.piece.id == kind)
        words = Words(self.language)
        return [self._group(them, words.name("asked", name), "count") for name, them in by_group.items()]

    def _group(self, them: Sequence[PieceField], heading: str = "", shape: str = "") -> GroupView:
        views = (PieceView(self.pieces, self.player, field, self.language) for field in them)
        return GroupView(heading, shape or _shape(them), tuple(views))

    @property
    def none(self) -> Press | None:
        """The button that says that there are none. It stays where it is, so that nothing moves below a thumb."""
        if self.typed or (self.count.typed is not None and not self.count.entered):
            return None
        on = self.count.entered and not self.some
        return Press(depth_field(self.category), self.said, "" if on else "things", on)

    @property
    def some(self) -> bool:
        """Whether there is one of the pieces that give points."""
        return any(piece.present for group in self.groups if not group.folded for piece in group.pieces)

    @property
    def one(self) -> bool:
        """Whether there is a single piece to say yes or no to."""
        return [len(group.pieces) for group in self.groups if not group.folded] == [1]

    @cached_property
    def lines(self) -> list[tuple[int, str, str, str | None]]:
        """What the pieces give, one by one: points, what they are for, the address of the rule, how sure that is."""
        return [
            (
                line.points,
                line_sentence(line, self.language, self.catalog),
                section_address(self.language, line.section),
                _confidence(self.catalog, line),
            )
            for line in self.count.lines
        ]

    @cached_property
    def findings(self) -> list[Finding]:
        """What cannot be right about the category."""
        people = {player.colour: player.name for player in self.sheet.players}
        doubts = (doubt for doubt in counting.findings(self.sheet) if (self.player.seat, self.category) in doubt.cells)
        return [finding_of(doubt.reason, self.language, self.catalog, people) for doubt in doubts]

    @property
    def rivals(self) -> Iterable[tuple[str, str, list[tuple[str | None, str]]]]:
        """Fields, what they are called, and what several phones entered there at the same time, and who."""
        for field, rivals in self.player.rivals.items():
            if field == self.category or field.partition(".")[2].startswith(self.category):
                signed = [(one.text, identity.who(self.sheet, one.signed)) for one in rivals]
                yield field, fields.title(self.sheet, field), signed

    @property
    def before(self) -> str | None:
        """The category before."""
        return around(self.catalog.scoring.categories, self.category)[0]

    @property
    def after(self) -> tuple[PlayerRow, str] | None:
        """The next category, and after the last one the next player, unless this is a player's own phone."""
        order, player = list(self.catalog.scoring.categories), self.player
        if following := around(order, self.category)[1]:
            return player, following
        if identity.mine(self.sheet).seat == player.seat:
            return None
        return next(((other, order[0]) for other in self.sheet.players if other.seat > player.seat), None)


def _sides() -> Mapping[int, str]:
    """Number of a building -> the side that the table of this device drew; nothing where it drew none."""
    code = table.remembered().setup
    try:
        return (engine.read_draw(code).position.game.sides or {}) if code else {}
    except engine.Unreadable:
        return {}


def _confidence(catalog: Catalog, line: ScoreLine) -> str | None:
    """How sure the points of a line are, where that is worth telling: if hardly, and if a layer brought them."""
    component = _component(catalog, line)
    if component is None or component.confidence == "high":
        return None
    printed = component == _component(engine.load_catalog(catalog.edition), line)
    return None if component.confidence == "medium" and printed else str(component.confidence)


def _component(catalog: Catalog, line: ScoreLine) -> Any:
    """The component that a line counts, None if the catalogue has no such component, or it is told without doubt."""
    params = line.params
    if line.code == "town-station":
        return next((s for s in catalog.railroad.stations.values() if s.town == params["town"]), None)
    if line.code == "arrow":
        ends = {params["city"], params["other"]}
        return next((arrow for arrow in catalog.cities.arrows.values() if set(arrow.between) == ends), None)
    if "cards" in params and isinstance(params["cards"], tuple):
        return catalog.cattle.breeds.get(params["cards"][0].partition(":")[0])
    tables: Mapping[str, Mapping[Any, Any]] = {
        "city": catalog.cities.cities,
        "building": catalog.buildings.faces,
        "objective": catalog.objectives.cards,
        "master": catalog.station_masters.tiles,
    }
    return next((table.get(params[key]) for key, table in tables.items() if key in params), None)


@blueprint.route("/<key>/<int:seat>/<category>", methods=["GET", "POST"])
@of_open_sheet
def count(key: str, seat: int, category: str) -> ResponseReturnValue:
    """A category of a player, by number or by pieces; takes what is pressed and typed."""
    if htmx and request.method != "POST" and sheets().now(key).revision == request.args.get("since", type=int):
        return "", 204
    state = sheets().read(key)
    player = _player(state, seat, category)
    if request.method != "POST":
        return _answer(state, player, category)
    if not state.writable:
        abort(404)
    button = request.form.get("do", "")
    try:
        cells = _cells(state, player, category, button)
    except sums.NotPoints:
        texts = {field: request.form[sent] for sent, field in _numbers(category) if sent in request.form}
        typed = {field: one_line(text)[: sums.MAX_LENGTH] for field, text in texts.items()}
        return _answer(state, player, category, unreadable=typed)
    by = identity.signature()
    try:
        sheets().write(
            key, cells, by, allowed=lambda seat, field: fields.has_field(fields.catalog_of(state), seat, field)
        )
    except (KeyError, TooMuch):
        abort(400)
    message = together.take_back(state, by)[1] if button == "undo" else ""
    verb, _, rest = button.partition("|")
    if verb == "choose":
        field, _, text = rest.partition("|")
        sheets().choose(key, (seat, field), text or None, by)
    if htmx:
        state = sheets().read(key)
        return _answer(state, _player(state, seat, category), category, message)
    if message:
        flash(message)
    return redirect(url_for("score.count", key=key, seat=seat, category=category), 303)


def _answer(
    state: SheetState, player: PlayerRow, category: str, message: str = "", unreadable: Mapping[str, str] | None = None
) -> ResponseReturnValue:
    view = Calculator(state, player, category, language.current(), unreadable or {})
    render = functools.partial(render_block, block_name="calculator") if htmx else render_template
    return render("score/count.html", view=view, message=message), 200 if unreadable is None else 422


def _player(state: SheetState, seat: int, category: str) -> PlayerRow:
    row = next((player for player in state.players if player.seat == seat), None)
    if row is None or category not in fields.catalog_of(state).scoring.categories:
        abort(404)
    return row


def _numbers(category: str) -> Iterator[tuple[str, str]]:
    """What is typed as a number: how the form calls it, and the field."""
    yield "number", category
    yield from ((field, field) for field in TYPED.values())


def _cells(state: SheetState, player: PlayerRow, category: str, button: str) -> Cells:
    """What is to be written: the button that was pressed, and what was typed. Raises NotPoints."""
    cells: dict[Cell, tuple[str | None, str | None]] = {}
    verb, _, rest = button.partition("|")
    parts = rest.split("|")
    if verb == "write" and len(parts) == 3:
        field, seen, text = parts
        identity.prefer(field, text)
        if not pieces_of(state).storable(field, text):
            abort(400)
        cells[player.seat, field] = (seen or None, text or None)
    for sent, field in _numbers(category):
        if sent in request.form and (player.seat, field) not in cells:
            text_now = fields.read(fields.catalog_of(state), player.seat, field, request.form[sent])
            cells[player.seat, field] = (request.form.get(f"was-{sent}") or None, text_now)
    for field in TYPED.values():
        cell, typed = (player.seat, field), request.form.get(field, "")
        if cell in cells and button.startswith(f"write|{field}|") and typed != request.form.get(f"was-{field}", ""):
            # A step goes on from what was typed and is not left.
            now = fields.read(fields.catalog_of(state), *cell, typed)
            stood, stands, before = (sums.points(one or "0") for one in (*cells[cell], now))
            cells[cell] = (cells[cell][0], str(min(sums.MAX_COUNT, max(0, before + stands - stood))))
    changed = {cell: change for cell, change in cells.items() if change[0] != change[1]}
    entered = any(field.startswith(piece_field(category, "")) for _, field in changed)
    if entered and depth_of(player.fields, category) != "things":
        # Whoever enters pieces wants them to count.
        changed[player.seat, depth_field(category)] = (player.fields.get(depth_field(category)), "things")
    return changed


@blueprint.route("/<key>/automa", methods=["GET", "POST"])
@of_open_sheet
def automa(key: str) -> ResponseReturnValue:
    """Say for which player an automa plays: it scores otherwise."""
    state = writable(key)
    by_id = engine.automas()
    if request.method == "POST":
        seat, _, chosen = request.form.get("plays", "").partition("|")
        player = next((player for player in state.players if str(player.seat) == seat), None)
        if player is None or (chosen and chosen not in by_id):
            abort(400)
        change = (player.fields.get(AUTOMA), chosen or None)
        sheets().write(key, {(player.seat, AUTOMA): change}, identity.signature())
        return redirect(url_for("score.automa", key=key), 303)
    return render_template("score/automa.html", sheet=state, key=key, automas=list(by_id), field=AUTOMA)


@blueprint.route("/<key>/position")
def position(key: str) -> ResponseReturnValue:
    """Open what is on the sheet as a position."""
    state = sheets().read(key)
    if not set(state.variants) <= set(engine.variants(state.edition)):
        abort(404)
    entered = pieces_of(state).position(state.players, on_spaces=True)
    return redirect(url_for("check.position", code=engine.encode(entered)), 303)


@blueprint.route("/from/<code>", methods=["GET", "POST"])
@limited(NEW_SHEETS)
def from_position(code: str) -> ResponseReturnValue:
    """Score a position on a new sheet. Raises Unreadable."""
    decoded = engine.decode(code)
    if not decoded.players:
        return redirect(url_for("score.index"), 303)
    colours = sorted(decoded.players, key=lambda colour: decoded.players[colour].seat or len(decoded.players))
    form = SeatsForm(data={"people": _people(decoded.players, colours)})
    if len(form.people) == len(colours) and form.validate_on_submit():
        pieces = pieces_of(engine.ruleset_of(decoded).catalog)
        played = engine.Game(pieces.catalog.edition, variants=decoded.game.variants or ())
        rules = engine.house_in(played, decoded.game.house or {})
        sheet = sheets().create(form.players(), pieces.catalog.edition, decoded.game.variants or (), rules)
        # Before the first move nobody has anything that will count in the end.
        begins = all(player.herder == engine.OFF_BOARD for player in decoded.players.values())
        for row, colour in zip(sheet.players, colours, strict=True):
            # Variants that nobody named are not played on the sheet, nor are their cards.
            filled = {
                (row.seat, field): (None, text)
                for field, text in pieces.of_player(decoded, colour).items()
                if pieces_of(sheet).storable(field, text) and (not begins or field == AUTOMA)
            }
            sheets().write(str(sheet.edit_key), filled, identity.signature())
        return redirect(url_for("score.sheet", key=sheet.edit_key), 303)
    return render_template("score/from_position.html", form=form, code=code), 422 if form.is_submitted() else 200


def _people(players: Mapping[str, engine.Player], colours: list[str]) -> list[dict[str, str]]:
    """Names for the players of a position: those of the table who have the same colours, and of an automa its own."""
    names = {person.colour: person.name for person in table.remembered().people}
    names |= {colour: name("automa", one.automa.id) for colour, one in players.items() if one.automa}
    return [{"name": names.get(colour, ""), "colour": colour} for colour in colours]

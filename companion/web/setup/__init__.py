"""Before the game: its set-up drawn and ticked off, and an aid that tells only what lies on this table.

Nothing is stored: a set-up is an address, made of the code that draws it, or of the share code of a position that was
laid out by hand.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, cast
from urllib.parse import parse_qs

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion import components, engine
from companion.components import component_words
from companion.engine import DrawnSetUp, House, Position, Tile
from companion.house_rules import HouseRules, laid_out
from companion.integers import whole
from companion.paths import folder
from companion.pictures.board import board_picture, regions_of
from companion.sentences import verdicts
from companion.sentences.findings import problem_text
from companion.sentences.names import Words
from companion.web import language
from companion.web.assets import sprite
from companion.web.device import house, table
from companion.web.editor.editing import fields
from companion.web.limits import JUDGING, limited
from companion.web.links import absolute
from companion.web.parts import rule_text

# What lies on a table: piece by piece beside the steps of the set-up list, and as pictures.

LIST = "aids/set-up"
"""The section that tells the steps of the set-up, which are told nowhere else."""

_STEP = re.compile(r'<(li|h2)\b([^>]*\bid="([a-z0-9-]+)"[^>]*)>(.*?)</\1>\s*', re.DOTALL)
_CHIP = re.compile(r'<span class="chip" data-players="(\d)">.*?<span class="chip-value">(.*?)</span></span>', re.DOTALL)


LaidPiece = tuple[str, str, Markup, str | None, int]
"""A component as it lies on the table: where, what, its picture, its page if it has one, and how many."""


class Laid:
    """The components that lie on a table, by the steps that lay them there."""

    def __init__(self, position: Position, language: str, people: Mapping[str, str] | None = None) -> None:
        self.position, self.board, self.language = position, position.board, language
        self.catalog = engine.ruleset_of(position).catalog
        self.words = Words(language, self.catalog, people=people, edition=position.game.edition)

    def piece(self, where: str, part: str, times: int = 1) -> Iterator[LaidPiece]:
        """A component by its id; nothing where the game has no such component."""
        if component := components.parts_of(self.catalog).get(part):
            title, picture = _shown(self.catalog.edition, self.catalog.variants, part, self.language)
            yield where, title, picture, components.page_of(component), times

    def components(self) -> Iterator[tuple[str, str, str]]:
        """Step of the list, place, id of the component that lies there, "" where none does."""
        board, place, market = self.board, self.words.place, self.board.job_market
        for number, side in sorted((self.position.game.sides or {}).items()):
            yield "sides", "", f"building-{number}{side}"
        for space, neutral in board.neutral.items():
            yield "neutral", space, f"neutral-{neutral}" if neutral else ""
        for station, slot in board.station_masters.items():
            master = f"station-master-{slot.master}" if slot and slot.master else ""
            yield "masters", place(f"board.station_masters.{station}"), master
        for town, tile in (board.town_tiles or {}).items():
            yield "rails-board", self.words.name("town", town), tile or ""
        for space, hazard in board.hazards.items():
            yield "trail", place(f"board.hazards.{space}"), self._tile(Tile(hazard=hazard)) if hazard else ""
        for space, outlaw in board.outlaws.items():
            yield "trail", place(f"board.outlaws.{space}"), f"outlaw-{outlaw}" if outlaw else ""
        for row, cells in market.rows.items() if market else ():
            for worker in cells:
                yield "workers", place(f"job_market.rows.{row}"), f"worker-{worker}" if worker else ""
        for column, tiles in board.foresight.items():
            for seen in tiles or ():
                yield "foresight", place(f"board.foresight.{column}"), self._tile(seen) if seen else ""
        for card, count in (board.cattle_market or {}).items():
            yield from [("cattle", "", f"cattle-{card.id}")] * count
        for card in board.objective_display or ():
            yield "objectives", "", f"objective-{card.id}"
        for colour, player in self.position.players.items():
            for card in player.objectives or ():
                yield "starting", self.words.player(colour), f"objective-{card.id}"

    def _tile(self, tile: Tile) -> str:
        if (hazard := tile.hazard) is None:
            return f"worker-{tile.worker}" if tile.worker else f"outlaw-{tile.outlaw}"
        faces = self.catalog.tiles.hazards.faces.values()
        fitting = (one.id for one in faces if (one.hand, one.vp) == (hazard.hand, hazard.vp))
        return f"hazard-{hazard.hazard}-{next(fitting, None)}"

    def _seats(self) -> Iterator[tuple[str, LaidPiece]]:
        """Who sits where, with what there is to begin with."""
        symbol = Markup('<svg class="symbol" aria-hidden="true"><use href="{}#player-{}"/></svg>')
        for colour, player in self.position.players.items():
            title = self.words.player(colour)
            # A position that was laid out by hand need not say what anybody begins with.
            if player.dollars is not None and player.hand is not None:
                given = {"dollars": player.dollars, "cards": player.hand.count}
                title = self.words.name("laid", "seat", player=title, **given)
            yield f"seat-{player.seat}", ("", title, symbol.format(sprite(), colour), None, 1)

    def by_step(self) -> dict[str, list[LaidPiece]]:
        """What each step of the list lays out; alike pieces on one place are told once."""
        counted = Counter(one for one in self.components() if one[2])
        steps: dict[str, list[LaidPiece]] = {}
        for (step, where, part), times in counted.items():
            steps.setdefault(step, []).extend(self.piece(where, part, times))
        for step, piece in self._seats():
            steps.setdefault(step, []).append(piece)
        return steps


AidLine = tuple[str, tuple[str, ...], tuple[Markup, ...]]
"""What is printed on a thing or where it lies, its hands, and what it does in words."""


def aid_lines(position: Position, language: str) -> dict[str, list[AidLine]]:
    """What lies on this table in words, kind by kind, and the figures of this game."""
    laid, words = Laid(position, language), component_words(language, position.game.edition)
    parts = components.parts_of(laid.catalog)
    lying = [(where, parts[part]) for _, where, part in laid.components() if part in parts]
    lying += [("", part) for part in parts.values() if part.kind == "aux"]
    lines: dict[str, list[AidLine]] = {}
    for kind in _ON_THE_AID:
        for where, part in lying:
            if part.kind == kind:
                hands = tuple(colour for colour in ("green", "black") if part.hand in (colour, "both"))
                more = [words.end(part)] if kind == "station-master" else []
                more += [words.remark(part)] if not part.deeds else []
                texts = [rule_text(text, language, laid.catalog) for text in more if text]
                key = part.key.removeprefix("aux-") if kind in ("building", "aux", "neutral") else where
                line = key, hands, (Markup.escape(words.short(part)), *texts)
                lines.setdefault(words.kind(kind), []).append(line)
    players = players_of(position)
    figures = [rule_text(words.name("aid-figure", key, players=players), language, laid.catalog) for key in _FIGURES]
    lines[words.name("aid-figure", "title")] = [("", (), (text,)) for text in figures]
    return lines


_ON_THE_AID = ("building", "aux", "neutral", "station-master", "town-tile")
_FIGURES = ("steps", "fees", "hand", "certificates", "market")

_LAID: Mapping[str, tuple[str, str]] = {
    "sides": ("sides", "game.sides"),
    "neutral": ("neutral", "board.neutral"),
    "masters": ("masters", "board.station_masters"),
    "trail": ("tiles", "board.hazards"),
    "workers": ("", "board.job_market"),
    "foresight": ("", "board.foresight"),
    "cattle": ("cattle", "board.cattle_market"),
    "objectives": ("objectives", "board.objective_display"),
    "rails-board": ("towns", "board.town_tiles"),
    "starting-player": ("seats", "game"),
}
"""Step of the list -> the part of a draw that it lays out, and the field of the position where that lies."""


@functools.lru_cache(1024)
def _shown(edition: int, variants: tuple[str, ...], part: str, language: str) -> tuple[str, Markup]:
    component = components.parts_of(engine.load_catalog(edition, variants))[part]
    title = component_words(language, edition).title(component)
    return title, component.picture(sprite(), title).markup("")


@functools.lru_cache(64)
def _list(language: str, edition: int, variants: tuple[str, ...], house: House) -> Markup:
    """The section with the figures of one game in the place of those of all."""
    text = (folder("content") / language / f"{LIST}.md").read_text(encoding="utf-8")
    return rule_text(text.split("\n---\n", 1)[1], language, engine.load_catalog(edition, variants, (), house))


def for_players(html: str, players: int) -> Markup:
    """A rendered text with every figure for this number of players only."""
    text = _CHIP.sub(lambda chip: f'<span class="figure">{chip[2]}</span>' if int(chip[1]) == players else "", html)
    return Markup(text)  # noqa: S704 (rendered by us)


def coded(code: str, rules: HouseRules) -> str:
    """A code that tells a set-up with its house rules: what it draws laid out, where it is played otherwise."""
    position = laid_out(code, rules)
    return engine.encode(position) if position.game.house else code


def players_of(position: Position) -> int:
    """How many play: as the position says, else as many as it tells of, else as many as can."""
    limits = engine.ruleset_of(position).catalog.table.players
    number = position.game.players or len(position.players)
    return number if limits.least <= number <= limits.most else limits.most


def steps(position: Position, language: str, people: Mapping[str, str]) -> list[dict[str, Any]]:
    """The set-up list as this game needs it: its steps only, its number of players in every figure.

    A line is rule text, with what was drawn for it, which is a `part` of the draw, and the region of the board where it
    is set by hand. A heading has no `id`.
    """
    laid, players = Laid(position, language, people).by_step(), players_of(position)
    ruleset = engine.ruleset_of(position)
    layers = {layer.id for layer in ruleset.layers}
    lines = []
    for tag, attributes, name, text in _STEP.findall(
        _list(language, ruleset.catalog.edition, ruleset.catalog.variants, ruleset.catalog.played_otherwise)
    ):
        when = dict(re.findall(r'data-(\w+)="([^"]*)"', attributes))
        played = when.get("layer") in (None, *layers) and when.get("edition") in (None, str(position.game.edition))
        if played and str(players) in when.get("for", str(players)):
            part, path = _LAID.get(name, ("", ""))
            region = (
                next((one.region for one in fields(position).values() if one.path.startswith(path)), "") if path else ""
            )
            line = {"id": name if tag == "li" else "", "html": for_players(text, players)}
            lines.append({**line, "pieces": laid.get(name, ()), "part": part, "region": region})
    return lines


def regions(position: Position, language: str) -> list[tuple[str, Markup]]:
    """The common board as pictures, region by region."""
    names = [region for region in regions_of(position) if ":" not in region]
    return [(name, board_picture(position, language, parts=[name], sprite=sprite())) for name in names]


blueprint = Blueprint("setup", __name__, url_prefix="/<language:language>/table")


@blueprint.route("/setup/")
def index() -> ResponseReturnValue:
    """Say what is played, or enter a code; `players` or `code` in the address lead on to a set-up."""
    link, _, query = "".join(request.args.get("code", "").split()).partition("?")
    if code := link.rpartition("/")[2]:
        # A whole link says what its table plays otherwise, and so does one that says nothing of it.
        rules = parse_qs(query).get("house", [_of_table() if code == link else None])[0]
        return redirect(url_for("setup.draw", code=code, house=rules), 303)
    if "players" in request.args:
        return _drawn(_agreed(secrets.randbelow(DrawnSetUp.MAX_SEED + 1)), _of_table())
    return _page()


@blueprint.route("/setup/<code>")
@limited(JUDGING)
def draw(code: str) -> ResponseReturnValue:
    """A set-up as a picture and as a list to tick off; `again` draws a part of it again."""
    position = laid_out(code, _house_rules())
    drawn = engine.read_draw(code) if code.startswith(DrawnSetUp.VERSION) else None
    parts = drawn.parts if drawn else ()
    if drawn and request.args.get("again") in parts:
        return _drawn(drawn.drawn_again(request.args["again"]), _house_query().get("house"))
    return render_template(
        "setup/draw.html",
        code=code,
        # What is ticked stays when a part is drawn again.
        ticks=replace(drawn, again={}).code if drawn else code,
        address=absolute("setup.draw", code=code, **_house_query()),
        house=_house_query(),
        teach=coded(code, _house_rules()),
        house_rules=verdicts.house_rules(position.game, language.current()),
        share_code=engine.encode(position),
        parts=parts,
        players=players_of(position),
        catalog=engine.ruleset_of(position).catalog,
        regions=regions(position, language.current()),
        steps=steps(position, language.current(), _people()),
    )


@blueprint.route("/aid/")
def aids() -> ResponseReturnValue:
    """What an aid tells depends on what lies on the table."""
    return redirect(url_for("setup.index"), 303)


@blueprint.route("/aid/<code>")
@limited(JUDGING)
def aid(code: str) -> ResponseReturnValue:
    """What lies on this table, in words: a page on a phone, a card for each player on paper."""
    position = laid_out(code, _house_rules())
    return render_template(
        "setup/aid.html",
        code=code,
        house=_house_query(),
        house_rules=verdicts.house_rules(position.game, language.current()),
        players=players_of(position),
        catalog=engine.ruleset_of(position).catalog,
        groups=aid_lines(position, language.current()),
    )


def _drawn(draw: DrawnSetUp, rules: str | None) -> ResponseReturnValue:
    """Lead to a set-up that was drawn here, with these house rules: it is what this table plays."""
    response = redirect(url_for("setup.draw", code=draw.code, house=rules), 303)
    table.note_game(response, len(draw.colours), draw.edition, draw.variants, setup=draw.code)
    return response


@blueprint.errorhandler(engine.Unreadable)
def refuse(error: engine.Unreadable) -> ResponseReturnValue:
    """Say what is wrong with a code, above the form for another one."""
    return _page(" ".join(problem_text(problem, language.current()) for problem in error.problems)), 422


def _of_table() -> str | None:
    """The figures of this table's house rules, as the address of a set-up tells them to other phones."""
    return ",".join(house.remembered().words) or None


def _house_query() -> dict[str, str]:
    """What the address says of house rules, for those of the same set-up."""
    return {"house": ",".join(figures)} if (figures := _house_rules().words) else {}


def _house_rules() -> HouseRules:
    return HouseRules.of_words(request.args.get("house", "")[:2000].split(","))


def _agreed(seed: int) -> DrawnSetUp:
    """What the form says; anything odd is taken as the most usual answer."""
    args, settings = request.args, table.remembered()
    limits = engine.load_catalog().table.players
    number = whole(args["players"], limits.least, limits.most) or limits.most
    edition = whole(args.get("edition", ""), 1, 9)
    edition = edition if edition in engine.editions() else engine.editions()[-1]
    colours = [person["colour"] for person in table.people_and_free_colours(settings)][:number]
    return DrawnSetUp(
        tuple(colour for colour in limits.colours if colour in colours),
        edition,
        tuple(name for name in engine.variants(edition) if name in args.getlist("variants")),
        cast(Literal["a", "b", "mixed"], args["sides"] if args.get("sides") in DrawnSetUp.SIDES else "mixed"),
        cast(engine.Neutral, args["neutral"] if args.get("neutral") in DrawnSetUp.NEUTRAL else "random"),
        seed,
    )


def _people() -> dict[str, str]:
    return {person.colour: person.name for person in table.remembered().people if person.name}


def _page(problem: str = "") -> str:
    limits, settings = engine.load_catalog().table.players, table.remembered()
    return render_template(
        "setup/index.html",
        problem=problem,
        numbers=range(limits.least, limits.most + 1),
        players=settings.players or limits.most,
        editions=engine.editions()[::-1],
        edition=settings.edition if settings.edition in engine.editions() else engine.editions()[-1],
        variants=engine.variants(engine.editions()[-1]),
        chosen=settings.variants,
        sides=DrawnSetUp.SIDES[::-1],
        neutral=DrawnSetUp.NEUTRAL,
    )

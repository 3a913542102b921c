"""The board answers: where something may be done is lit, and a tap on a place says what, at what cost, or why not.

`engine.options` and `engine.considered` know the rules; here is only where on the board an action is, and in what order
and words it is read.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from companion import engine
from companion.engine import action_plain, actions
from companion.pictures.board import Note, board_picture
from companion.pictures.board.trail import path_of
from companion.sentences import verdicts
from companion.sentences.answers import Judged
from companion.sentences.names import Words
from companion.web.assets import sprite
from companion.web.editor.editing import MARKET, PIECE_PLACES, RAILROAD, TRAIL, brought, edit, field_of, region_of
from companion.web.editor.view import parts_of, place_in_words
from companion.web.entry import EMPTY, NONE, PieceChoice, choice

MAX_LIKELY = 18
"""So many answers to an open question are a tap each; the others are entered on the board."""

TYPES = ("move", "use", "auxiliary", "hire", "buy", "engine", "build", "deliver")
"""What people look for most; the other types follow in the engine's order."""
_WHERE: Mapping[str, tuple[str, str]] = {
    "build": ("board.buildings.", "space"),
    "hazard": ("board.hazards.", "space"),
    "bounty": ("board.outlaws.", "space"),
    "place": ("board.neutral.", "space"),
    "deliver": ("city:", "city"),
    "upgrade": ("station:", "station"),
    "engine": ("railroad:", "to"),
    "branchlet": ("town:", "town"),
    "buy": ("board.cattle_market", ""),
    "take-cattle": ("board.cattle_market", ""),
    "objective": ("board.objective_display", ""),
    "foresight": ("board.foresight.", ""),
    "disc": ("players.{me}.cleared:", "of"),
    "play": ("players.{me}.hand", ""),
    "discard": ("players.{me}.hand", ""),
    "remove": ("players.{me}.hand", ""),
}
"""Kind of action -> the places of the pictures where it is, and the field that tells which of them."""
_ROW = "board.job_market.rows."
_CHANGES = re.compile(r"mark-(?:chosen|way|ask)|way-edge")
"""Marks that a place has only while it is asked about."""
_Verdicts = dict[engine.Action, engine.Verdict]


@functools.cache
def types() -> tuple[str, ...]:
    """All types of action, those that people look for most first."""
    return tuple(dict.fromkeys((*TYPES, *actions.vocabulary())))


def types_of(position: engine.Position) -> tuple[str, ...]:
    """The types of action that there are in a game: none of a variant or an automa that nobody plays."""
    automas = {player.automa.id for player in position.players.values() if player.automa}
    played = actions.vocabulary(frozenset({*engine.ruleset_of(position).catalog.variants, *automas}))
    return tuple(name for name in types() if name in played)


def way_to(position: engine.Position, space: str) -> actions.Move:
    """Moving the herder to a space by the best way there; of one that is too far, by the shortest."""
    player, rules = position.players.get(position.turn.player or ""), engine.ruleset_of(position)
    # From nowhere there is no way; then the answer is about going there straight.
    if player is None or player.herder not in rules.catalog.trail.spaces:
        return actions.Move((space,))
    state = engine.State(rules, position)
    ways = {**engine.shortest_ways(state), **{way[-1]: way for way in engine.best_ways(state)}}
    return actions.Move(ways.get(space, (space,)))


@dataclass(frozen=True)
class OpenQuestion:
    """A fact that an answer depends on: in words, the part of the board and the field where it is entered.

    `at` is the place that was asked about, `action` what the answer is about, where there is such.
    """

    words: str
    region: str
    field: engine.Described | None
    position: engine.Position
    language: str
    at: str = ""
    action: engine.Action | None = None

    @property
    def path(self) -> str:
        """The field, empty where there is none."""
        return self.field.path if self.field else ""

    @property
    def typed(self) -> bool:
        """Whether it is a number to type."""
        return self.field is not None and self.field.kind in ("number", "pile")

    @cached_property
    def likely(self) -> tuple[PieceChoice, ...]:
        """Answers that a tap gives: nothing first, as usual; of buildings one for each owner and hand; of a row what
        lies on the space that was asked about; of workers how many of those that matter."""
        field = self.field
        if field is None:
            return ()
        things = list(field.things)
        if field.kind in ("row", "gaps"):
            column = self.at.removeprefix(f"{self.path}:") if self.at.startswith(f"{self.path}:") else ""
            return tuple(
                replace(self._choice(thing), thing=f"{column}={thing}") for thing in (*things, EMPTY) if column
            )
        if field.kind == "counts" and field.least:
            matter = [thing for thing in things if self._matters(field, thing)] or things
            return tuple(
                replace(self._choice(thing), thing=f"{thing}={count}", count=count)
                for thing in matter
                for count in range(field.least, field.limits.get(thing, field.most) + 1)
            )[:MAX_LIKELY]
        if field.kind not in ("one", "once"):
            return ()
        if self.path.startswith("board.buildings."):
            things = _one_for_each_hand(self.position, things)
        if field.kind == "once":
            things = [NONE, *things]
        elif len(things) > MAX_LIKELY and self.action is not None:
            # A figure that may stand anywhere mostly stands where it can be done from, and near.
            far = {thing: self._how_far(self.action, thing) for thing in things}
            things = sorted(
                [thing for thing in things if far[thing] is not None] or things, key=lambda thing: far[thing] or 0
            )
        elif field.nothing:
            things = [EMPTY, *things]
        return tuple(map(self._choice, things[:MAX_LIKELY]))

    def _choice(self, thing: str) -> PieceChoice:
        return choice(thing, self.language, self.field, edition=self.position.game.edition)

    def _how_far(self, action: engine.Action, thing: str) -> int | None:
        """How many spaces the way of an action has if a thing lies there, None if it is refused then."""
        position = edit(self.position, self.path, thing)
        if isinstance(action, actions.Move):
            action = way_to(position, action.way[-1])
        verdict = engine.judge(engine.ruleset_of(position), position, action)
        return None if verdict.answer == "no" else len(getattr(action, "way", ()))

    def _matters(self, field: engine.Described, thing: str) -> bool:
        """Whether the answer is another one when somebody has many of a thing than with the least that there can be."""
        if self.action is None:
            return True
        ends = (field.least, field.limits.get(thing, field.most))
        least, most = (edit(self.position, field.path, f"{thing}={count}") for count in ends)
        rules = engine.ruleset_of(self.position)
        return engine.judge(rules, least, self.action) != engine.judge(rules, most, self.action)


class AskedBoard:
    """A position whose places are asked about."""

    def __init__(self, position: engine.Position, language: str) -> None:
        self.position, self.language, self.words = position, language, Words(language, edition=position.game.edition)
        self.rules = engine.ruleset_of(position)
        self.me = position.turn.player or ""
        player = position.players.get(self.me)
        self.herder = (player.herder if player else None) or ""
        self.answers = functools.cache(lambda place: bool(self.space_at(place) or self.kinds_at(place)))
        """Whether there is anything to ask about a place."""

    def begun(self, at: str) -> AskedBoard:
        """The board of a question about a place: where nobody said whose turn it is, a herder that is tapped says so,
        and in which phase."""
        turn, players = self.position.turn, self.position.players
        here = [colour for colour, one in players.items() if one.herder and self.space(one.herder) == at]
        if turn.player is None:
            candidates = here if len(here) == 1 else list(players) if len(players) == 1 else []
            turn = replace(turn, player=candidates[0]) if candidates else turn
        if turn.phase is None and turn.player in here:
            turn = replace(turn, phase="A")
        if turn == self.position.turn:
            return self
        return board_of(engine.encode(replace(self.position, turn=turn)), self.language)

    @cached_property
    def code(self) -> str:
        """The share code."""
        return engine.encode(self.position)

    @cached_property
    def options(self) -> tuple[engine.Option, ...]:
        """What may be done."""
        return engine.options(self.rules, self.position)

    def where(self, action: engine.Action) -> str:
        """The place of an action in the pictures, empty where it has none."""
        plain = action_plain(action)
        if plain.get("way"):
            return self.space(plain["way"][-1])
        if action.type == "hire":
            return f"{_ROW}{plain['row']}:{plain['column']}"
        if action.type == "use":
            return self.space(self.herder)
        if str(plain.get("of", "")).startswith(actions.FROM_STATION):
            return f"station:{plain['of'].removeprefix(actions.FROM_STATION)}"
        prefix, field = _WHERE.get(action.type, ("", ""))
        prefix = prefix.format(me=self.me)
        if action.type == "foresight":
            return f"{prefix}{(self.position.turn.phase or '')[-1:]}"
        return f"{prefix}{plain[field]}" if field else prefix

    def space(self, space: str) -> str:
        """The place of a space of the trail."""
        details = self.rules.catalog.trail.spaces.get(space)
        return path_of(details) if details else ""

    def considered(self, among: Mapping[str, Mapping[str, list[Any]]]) -> _Verdicts:
        """Actions of some kinds, refused ones too, each as far as it tells what is asked for."""
        by_kind = (engine.considered(self.rules, self.position, kind, **fields) for kind, fields in among.items())
        return {action: verdict for one in by_kind for action, verdict in one.items()}

    def space_at(self, place: str) -> str:
        """The space of the trail that is drawn as a place, if one is."""
        return next((space for space in self.rules.catalog.trail.spaces if self.space(space) == place), "")

    def kinds_at(self, place: str) -> dict[str, dict[str, list[Any]]]:
        """The kinds of action that a place is for, each with what it must tell to be about this place."""
        if place.startswith(_ROW):
            row, _, column = place.removeprefix(_ROW).partition(":")
            return {"hire": {"row": [int(row)], **({"column": [int(column)]} if column else {})}}
        kinds: dict[str, dict[str, list[Any]]] = {}
        for kind in types_of(self.position):
            if kind == "place" and self.herder in self.rules.catalog.trail.spaces:
                continue
            prefix, field = _WHERE.get(kind, ("", ""))
            prefix = prefix.format(me=self.me)
            if field and place.startswith(prefix):
                things = next(one for one in engine.described_action(kind) if one.path == field).things
                word = place.removeprefix(prefix)
                value = things.get(word, int(word) if word.isdecimal() else None)
                kinds |= {kind: {field: [value]}} if value is not None else {}
            elif place == prefix:
                kinds[kind] = {}
        return kinds

    def judged(self, action: engine.Action, verdict: engine.Verdict) -> Judged:
        """An action with its verdict; of a move, where it ends and what it passes."""
        title = ""
        if isinstance(action, actions.Move) and action.way:
            passed = [space for space in action.way[:-1] if self._lies(space)]
            title = self.words.space(action.way[-1])
            if passed:
                over = self.words.each(map(self.words.space, passed))
                title = self.words.name("verdict", "move-over", space=title, over=over)
        return Judged(self.position, action, self.language, verdict, title=title)

    def _lies(self, space: str) -> bool:
        board = self.position.board
        return bool(board.neutral.get(space) or board.buildings.get(space) or board.hazards.get(space)
                    or board.outlaws.get(space))  # fmt: skip

    def note(self, verdict: engine.Verdict) -> Note:
        """What a place says of the action there: the price, to whom, and both in words."""
        least, most = engine.ends(verdict.cost)
        price = f"${most}" if least == most else f"≤${most}"
        payees = {payee for payee, dollars in verdict.payments if engine.ends(dollars)[1]}
        payee = payees.pop() if len(payees) == 1 else None
        symbol = f"player-{payee}" if payee in self.position.players else ""
        paid = verdicts.payments(verdict, self.language) if verdict.payments else ""
        # Where little is known yet, prices would be a crowd of "perhaps"; the words have them.
        shown = most and (verdict.answer == "yes" or least == most)
        return Note(price if shown else "", symbol, paid)


@functools.lru_cache(8)
def board_of(code: str, language: str) -> AskedBoard:
    """The position of a share code, about which several things are mostly asked in a row. Raises Unreadable."""
    return AskedBoard(engine.decode(code), language)


class BoardAnswer:
    """What may be done, as a board, and the answer about a place, an action or a type of action.

    `at` is the place that was tapped, `kind` the type of action that is asked about, `action` the one that is judged.
    `address` makes the address of this page with another place. `shown` is what a phone with scripts shows already:
    only what changes there is told then, not the `whole` page. Without scripts it is None.

    `regions` are the parts of the board, with how many places of each something may be done on; `pictures` those of the
    part that is shown, `places` what stands in them otherwise than at rest, for scripts to put there. `kinds` are lines
    by type of action: what may be done, in the order of the turn, each with its strictest duty. `place` is what was
    asked about, in words, `here` what may be done there, `refused` what may not be now, where that is about what would
    be otherwise: in the position with the code `judged_in`; `also` are other kinds of action that are done there.
    `judged` is the one action that the answer is about, with
    the `questions` on which it depends.
    """

    def __init__(
        self,
        board: AskedBoard,
        address: Callable[[str], str],
        *,
        at: str = "",
        show: str = "",
        kind: str = "",
        action: engine.Action | None = None,
        shown: str | None = None,
    ) -> None:
        position, language, options = board.position, board.language, board.options
        at = at if at and board.answers(at) else ""
        asked_in, judged, refused = _question_board(board, options, at, kind, action)
        where = at or (asked_in.where(action) if action is not None else "")
        best = next(iter(judged), None)
        if len(judged) > 1 and not (
            {one.type for one in judged} == {"move"} and {*map(asked_in.where, judged)} == {at}
        ):
            best = None
        self.code, self.types = board.code, types_of(position)
        self.judged_in = asked_in.code
        self.judged = Judged(asked_in.position, best, language, judged.pop(best)) if best is not None else None
        one, questions = self.judged, dict[str, OpenQuestion]()
        missing = [*one.verdict.missing, *(() if one.refused else one.verdict.costs.missing)] if one else ()
        for asks in open_questions(asked_in.position, missing, language, at, one.action if one else None):
            if asks.path:
                questions.setdefault(asks.path, asks)
        # How many somebody has is known last: what else is told says of which things it matters.
        self.questions = tuple(
            sorted(questions.values(), key=lambda one: bool(one.field and one.field.kind == "counts"))
        )
        self.here, self.refused = _alike(asked_in, judged), _alike(board, refused)
        self.place = place_in_words(position, where, language) if where else ""
        types = {one.type for one in (best, *judged, *refused) if one is not None}
        self.also = tuple(one for one in board.kinds_at(at) if one not in types and one != kind) if at else ()
        lit = _lit(board, options)
        counted = [_part(place, position) for place in lit]
        parts = (TRAIL, MARKET, RAILROAD, *brought(position), *([board.me] if board.me else ()))
        self.regions = tuple((part, counted.count(part)) for part in parts)
        if show not in parts:
            show = _part(where, position) if where else next(iter(counted), TRAIL)
        self.show, self.whole = show, shown != f"{self.code} {show}"
        self.kinds = _kinds(board, options) if self.whole else {}
        at_rest = _marks(board, lit, "", None, ())
        marks = _marks(board, lit, where, best, self.questions)
        # What a phone says of its page that shows this; empty where no change of it can be told.
        self.shown = f"{self.code} {show}" if shown is not None or marks == at_rest else ""
        self.pictures, self.places = list[Markup](), list[str]()
        draw = functools.partial(
            board_picture,
            position,
            language,
            link=lambda place: address(place) if board.answers(place) else None,
            notes={place: board.note(verdict) for place, verdict in lit.items()},
            sprite=sprite(),
        )
        for part in parts_of(show, position) if self.whole or marks != at_rest else ():
            marked = draw(parts=(part,), marks=marks)
            self.places += [svg for svg in marked.places.values() if shown is not None and _CHANGES.search(svg)]
            rests = shown is None or marks == at_rest
            self.pictures += [marked if rests else draw(parts=(part,), marks=at_rest)] if self.whole else []

    @property
    def usual(self) -> tuple[str, ...]:
        """The spaces that are asked for and mostly are empty."""
        return tuple(one.path for one in self.questions if any(thing.thing == EMPTY for thing in one.likely))


def _question_board(
    board: AskedBoard, options: Iterable[engine.Option], at: str, kind: str, action: engine.Action | None
) -> tuple[AskedBoard, _Verdicts, _Verdicts]:
    """What is asked about, the best first, and where: if nothing allows it now, as if something did; and what else is
    refused now.
    """
    if kind not in types_of(board.position):
        kind = ""
    if action is not None:
        return board, {action: engine.judge(board.rules, board.position, action)}, {}
    may = {
        one.action: one.verdict
        for one in options
        if (not at or board.where(one.action) == at) and (not kind or one.action.type == kind)
    }
    if kind == "move" or (at and not kind and not may and at == board.space(board.herder)):
        may = _best_ways({one.action: one.verdict for one in options if one.action.type == "move"})
    if may or not (at or kind):
        return board, _best_first(may if at or kind else {}), {}
    among = board.kinds_at(at) if at else {kind: {}}
    if at and kind in among:
        among = {kind: among[kind]}
    considered = board.considered(among).items()
    # What nothing allows now is told apart.
    judged = {one: v for one, v in considered if not any(reason.code == "not-under-way" for reason in v.reasons)}
    space = board.space_at(at)
    if space and space != board.herder and kind not in among:
        move = way_to(board.position, space)
        judged[move] = engine.judge(board.rules, board.position, move)
    if all(verdict.answer == "no" for verdict in judged.values()):
        for name, fields in among.items():
            supposed = _allowing(board, name)
            if supposed is not None and (others := supposed.considered({name: fields})):
                return supposed, _best_first(others), judged
    return board, _best_first(judged), {}


def _best_first(judged: Mapping[engine.Action, engine.Verdict]) -> _Verdicts:
    return dict(sorted(judged.items(), key=lambda item: (_rank(item[1]), len(getattr(item[0], "way", ())))))


def _best_ways(moves: Mapping[engine.Action, engine.Verdict]) -> _Verdicts:
    """To each place the best way."""
    best: dict[str, engine.Action] = {}
    for move in _best_first(moves):
        best.setdefault(action_plain(move)["way"][-1], move)
    return {move: moves[move] for move in best.values()}


def _marks(
    board: AskedBoard,
    lit: Mapping[str, engine.Verdict],
    where: str,
    action: engine.Action | None,
    questions: Iterable[OpenQuestion],
) -> dict[str, str]:
    """What is lit; the place that was asked about, the way there, and what must be known first."""
    marks, paths = {where: "chosen"} if where else {}, [one.path for one in questions]
    marks |= {path: "ask" for path in paths if path != where}
    if isinstance(action, actions.Move):
        marks.pop(where, None)
        way = [board.space(one) for one in (board.herder, *action.way)]
        marks |= {place: "way-ask" if place in paths else "way" for place in way}
    return {**marks, **{place: "may" if verdict.answer == "yes" else "maybe" for place, verdict in lit.items()
                        if place not in marks}}  # fmt: skip


def _lit(board: AskedBoard, options: Iterable[engine.Option]) -> dict[str, engine.Verdict]:
    """Place -> the verdict on the best that may be done there."""
    lit: dict[str, engine.Verdict] = {}
    for option in options:
        place = board.where(option.action)
        if place and (place not in lit or _rank(option.verdict) < _rank(lit[place])):
            lit[place] = option.verdict
    return lit


def _rank(verdict: engine.Verdict) -> tuple[int, int, int]:
    least, most = engine.ends(verdict.cost)
    return ("yes", "depends", "no").index(verdict.answer), most, least


def _kinds(board: AskedBoard, options: Iterable[engine.Option]) -> Mapping[str, tuple[list[Judged], engine.Duty]]:
    """What may be done by type, with the strictest duty to do one of it: what must be done first, then in the engine's
    order; to each place the best way.
    """
    duties = ("must", "choice", "may")
    moves = _best_ways({one.action: one.verdict for one in options if one.action.type == "move"})
    every = {one.action: one.verdict for one in options if one.action.type != "move" or one.action in moves}
    kinds = {
        name: (lines, min((one.duty for one in options if one.action.type == name), key=duties.index))
        for name, lines in _alike(board, every).items()
    }
    return dict(sorted(kinds.items(), key=lambda one: duties.index(one[1][1])))


def _alike(board: AskedBoard, judged: Mapping[engine.Action, engine.Verdict]) -> Mapping[str, list[Judged]]:
    """What was asked about by type of action."""
    alike: dict[str, list[Judged]] = {}
    for action, verdict in sorted(judged.items(), key=lambda item: _rank(item[1])):
        alike.setdefault(action.type, []).append(board.judged(action, verdict))
    return alike


def _allowing(board: AskedBoard, kind: str) -> AskedBoard | None:
    """The position in which something allows an action: what the first building that does lets one do is under way."""
    offers = actions.vocabulary()[kind].offered_by
    printed = (building.actions for building in board.rules.catalog.buildings.neutral.values())
    every = [step for local in printed for choices in local for one in choices for step in one.does]
    step = next((step for step in every if isinstance(step, offers)), None)
    for offer in offers if step is None else ():
        if all(field.default is not dataclasses.MISSING for field in dataclasses.fields(offer)):
            step = offer()
            break
    if step is None:
        return None
    return AskedBoard(
        replace(board.position, turn=replace(board.position.turn, phase="B", pending=(step,))), board.language
    )


def place_of(position: engine.Position, action: engine.Action, language: str) -> tuple[str, str]:
    """The place of an action in the pictures, and the part of the board that shows it; empty where it has none."""
    place = AskedBoard(position, language).where(action)
    return place, _part(place, position) if place else ""


def _part(place: str, position: engine.Position) -> str:
    """The part of the board on which a place is drawn."""
    kind = place.partition(":")[0]
    if stands := PIECE_PLACES.get(kind):
        return stands.region or next(iter(brought(position)), TRAIL)
    return region_of(kind, position)


def open_questions(
    position: engine.Position, paths: Iterable[str], language: str, at: str = "", action: engine.Action | None = None
) -> tuple[OpenQuestion, ...]:
    """Places of the position as questions, each once; `at` and `action` as in a question."""
    words = Words(language, edition=position.game.edition)
    questions: dict[tuple[str, str, str], OpenQuestion] = {}
    for path in paths:
        region, field = region_of(path, position), field_of(path, position)
        one = OpenQuestion(words.place(path), region, field, position, language, at, action)
        questions.setdefault((one.words, one.region, one.path), one)
    return tuple(questions.values())


def _one_for_each_hand(position: engine.Position, things: Iterable[str]) -> list[str]:
    """Of the buildings of those who play, one for each owner and hand: what else they do costs nobody anything."""
    faces = engine.ruleset_of(position).catalog.buildings.faces
    lying = {f"building:{one.player}:{one.face}"[:-1] for one in position.board.buildings.values() if one}
    me, chosen = position.turn.player, dict[tuple[str, str], str]()
    for thing in things:
        _, colour, face = thing.split(":")
        if face in faces and thing[:-1] not in lying and colour in (position.players or {colour}):
            chosen.setdefault((colour, "" if colour == me else faces[face].hand), thing)
    return list(chosen.values())

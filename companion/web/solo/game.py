"""A game against an automa, as its address tells it: how it was set up, and what was tapped since.

The code is the set-up (level, edition or expansion, players, specialization), five letters that chance drew, and a
letter for every tap. Which card comes next, which workers chance gave and which tile or card it chooses follow from
those five letters, so that an address always shows the same, and taking back a tap brings no other card. What he does
the engine says, of a position in which nothing is known but himself.
"""

from __future__ import annotations

import copy
import functools
import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion import engine, i18n
from companion.engine import Automa, AutomaCard, Chance, Position

# What an automa's card says, in words with the figures of its game.

Name = Callable[..., str]
"""What something is called in a language and an edition: `name("worker", "builder")`."""


def page(game: SoloGame, language: str) -> dict[str, object]:
    """What the page of a game says: what the card does, the branchlet before that, the city where he delivers or will
    next; and what chance says in Kansas City: which tile of each foresight column, from the top, and which cards of the
    objective display. It calls things by the `name` that the edition of the game has for them.
    """
    name = functools.partial(i18n.name_in, language, game.catalog.edition)
    foresight, display = game.catalog.tiles.foresight, game.catalog.objectives.display
    chance = game.chance("visit", game.revealed)
    return {
        "name": name,
        "deeds": () if game.card is None or game.idle else tuple(_deeds(game, game.card, name)),
        "branchlet": _branchlet(game, name),
        "city": name("city", game.delivered[-1] if game.arrived else game.next_city),
        "tiles": [chance.pick(range(1, foresight.spaces + 1)) for _ in range(foresight.columns)],
        "display": [chance.pick(range(1, display + 1)) for _ in range(game.objectives if game.arrived else 0)],
    }


def _branchlet(game: SoloGame, name: Name) -> str:
    """Where the card places a branchlet before it does anything else."""
    if not game.places_branchlet:
        return ""
    if not game.town:
        return name("automa-deed", "no-branchlet")
    stations = game.catalog.railroad.stations.values()
    deed = "branchlet-station" if any(station.town == game.town for station in stations) else "branchlet"
    return name("automa-deed", deed, town=name("town", game.town))


def _deeds(game: SoloGame, card: AutomaCard, name: Name) -> Iterable[str]:
    workers, more = game.him.workers or {}, game.catalog.cattle.more_cards
    cowboys = workers["cowboy"] - more.cowboys * ("more-cattle" in card.does)
    own: dict[str, object] = {"own": name("worker", str(game.state.specialization))}
    figures: dict[str, dict[str, object]] = {
        "hire-own": own,
        "hire-cheapest": own,
        "engine": {"spaces": workers["engineer"]},
        "build": {"builders": workers["builder"]},
        "more-cattle": {"cards": more.cards},
        "cattle": {"cowboys": cowboys, "dollars": game.automa.most_dollars},
        "objective": {"place": game.chance("card", game.revealed).pick(range(1, game.catalog.objectives.display + 1))},
    }
    hires = False
    for deed in card.does:
        # With whom he hires, the figure changes.
        key = f"{deed}-after-hiring" if hires and game.waits != "reveal" else deed
        sentence = "no-cowboy" if key == "cattle" and not cowboys else key
        yield name("automa-deed", sentence, **figures.get(sentence, {}))
        hires |= deed.startswith("hire")


def in_general(automa: Automa, card: AutomaCard, edition: int | None, language: str) -> tuple[str, ...]:
    """What a card says whatever the game: its steps, what it does, what it asks for; as an edition calls things."""
    name = functools.partial(i18n.name_in, language, edition)
    steps = name("solo", f"steps-{card.counts}", least=automa.least_steps) if card.counts else ""
    only = name("solo", "only", worker=name("worker", card.only)) if card.only else ""
    return (*filter(None, (steps, only)), *(name("automa-short", deed) for deed in card.does))


def board_name(board: str, language: str) -> str:
    """What an edition or an expansion is called."""
    layer = engine.playable_layers()[board]
    return i18n.name(language, "edition", str(layer.edition)) if layer.edition else i18n.name(language, "layer", board)


REVEAL, MOVED, ARRIVED, NOBODY = "r", "m", "k", "n"
"""The next card is revealed; the herder has moved; it has come to Kansas City; nobody could be hired."""

NONCE = "abcdefghijkmnpqrstuvwxyz"
_DIGITS = "123456789abc"
"""Steps as many as buildings: there are no more than a dozen."""
_SETUP, _LETTERS = re.compile(rf"([0-9])([0-9])([2-4])([0-9])[{NONCE}]{{5}}"), 9
MAX_TAPS = 400
"""More than any game has."""


class NoGame(ValueError):
    """A code that tells no game."""


@dataclass
class SoloGame:
    """A game as far as it has come: nothing stands in its `position` but him, in his `colour`. It `waits` for a tap:
    "reveal", "count" (buildings), "move", "hire".

    Of the card that lies open: its `steps`; whether he is `idle`, as it asks for another specialization; the `town`
    where it has him place a branchlet; whether he has `arrived` in Kansas City, where he gains so many `objectives`.
    """

    code: str
    automa: Automa
    catalog: engine.Catalog
    colour: str
    position: Position
    delivered: tuple[str, ...] = ()
    revealed: int = 0
    steps: int | None = None
    idle: bool = False
    town: str = ""
    arrived: bool = False
    objectives: int = 0
    waits: str = "reveal"

    def chance(self, *what: object) -> Chance:
        """What chance brings in this game, the same every time it is asked."""
        return _chance(self.code, *what)

    @property
    def him(self) -> engine.Player:
        """What he has."""
        return self.position.players[self.colour]

    @property
    def state(self) -> engine.AutomaState:
        """What he is specialized in, and which of his cards were revealed."""
        return self.him.automa or engine.AutomaState(self.automa.id)

    @property
    def card(self) -> AutomaCard | None:
        """The card that lies open."""
        return self.automa.cards[self.state.used[-1]] if self.state.used else None

    @property
    def next_city(self) -> str:
        """Where he delivers next."""
        return self._choice(self._at("K4"), "city")

    @property
    def hireable(self) -> Mapping[str, str]:
        """Tap -> the kind of worker that he may have hired."""
        kinds = enumerate(self.him.workers or ())
        return {str(place): kind for place, kind in kinds if self._choice(self._offering(kind), "row")}

    @property
    def to_score(self) -> Position:
        """What is known of him, to be scored."""
        return Position(game=self.position.game, players=self._with(herder=None).players)

    @property
    def places_branchlet(self) -> bool:
        """Whether the card has him place one, if he can."""
        return bool(self.card and self.card.branchlet and self.catalog.towns.towns)

    def _with(self, **changes: Any) -> Position:
        """The position with something else of him."""
        return replace(self.position, players={**self.position.players, self.colour: replace(self.him, **changes)})

    def _at(self, phase: str) -> Position:
        """A phase of his turn begins."""
        return replace(self.position, turn=engine.Turn(self.colour, phase), board=engine.Board())

    def _offering(self, kind: str) -> Position:
        """A worker of a kind is the only one whom he could hire."""
        return replace(self.position, board=engine.Board(job_market=engine.JobMarket(2, {1: (kind,)})))

    def _choice(self, position: Position, of: str) -> str:
        """What he chooses in a position, whatever is not known; "" for nothing."""
        options = engine.options(engine.ruleset_of(position), position)
        sure = (option.action for option in options if option.verdict.answer == "yes")
        return next((str(getattr(action, of)) for action in sure if hasattr(action, of)), "")

    def _do(self, position: Position, action: str) -> Position:
        return engine.apply(engine.ruleset_of(position), position, engine.read_action(action))

    def _moved(self, tap: str) -> Position:
        """His herder has moved to a space of the trail: to the first one, which stands for any, or to Kansas City."""
        space = "kansas-city" if tap == ARRIVED else self.automa.first_space
        return self._do(self.position, f"{self.automa.id}-move way={space}")

    def tap(self, tap: str) -> None:
        """Go on with a tap. Raises NoGame, and IllegalAction when it is not what he does."""
        if self.waits == "reveal" and tap == REVEAL:
            self._reveal()
        elif self.waits == "count" and tap in _DIGITS:
            self.steps, self.waits = _DIGITS.index(tap) + 1, "move"
        elif self.waits == "move" and tap in (MOVED, ARRIVED):
            self.position = self._moved(tap)
            if self.town:
                self.position = self._do(self.position, f"{self.automa.id}-branchlet town={self.town}")
            if tap == ARRIVED:
                self._deliver()
            hires = self.card and not self.idle and any(deed.startswith("hire") for deed in self.card.does)
            self.waits = "hire" if hires else "reveal"
        elif self.waits == "hire" and tap in (NOBODY, *self.hireable):
            if tap != NOBODY:
                offering = self._offering(self.hireable[tap])
                self.position = self._do(offering, f"{self.automa.id}-hire row=1 column=1")
            self.waits = "reveal"
        else:
            raise NoGame(self.code + tap)
        self.code += tap

    def _reveal(self) -> None:
        rounds, place = divmod(self.revealed, len(self.automa.cards))
        stack = list(self.automa.cards)
        card = self.chance("cards", rounds).draw(stack, len(stack))[place]
        self.position = self._do(self._at("A"), f"reveal card={card}")
        rules = engine.ruleset_of(self.position)
        self.steps, missing = engine.automa_layer(self.automa.id).steps(engine.State(rules, self.position))
        self.waits = "count" if missing and self.revealed else "move"
        self.revealed += 1
        moved = self._moved(MOVED)
        self.idle, self.arrived = not moved.turn.pending, False
        self.town = self._choice(moved, "town") if self.places_branchlet else ""

    def _deliver(self) -> None:
        city = self.next_city
        after = self._do(self._at("K4"), f"{self.automa.id}-deliver city={city}")
        self.objectives = sum(getattr(step, "owed", None) or 0 for step in after.turn.pending or ())
        self.position = self._with(deliveries=after.players[self.colour].deliveries, herder="start")
        self.arrived = True
        self.delivered += (city,)


def boards(automa: Automa) -> tuple[str, ...]:
    """The editions and expansions that an automa plays, by their layers."""
    return tuple(next(iter(automa.levels.values())).first)


def code_of(automa: Automa, level: str, board: str, players: int, specialization: str, nonce: str) -> str:
    """The code of a game that begins."""
    own = list(engine.load_catalog().tiles.workers).index(specialization)
    return f"{list(automa.levels).index(level)}{boards(automa).index(board)}{players}{own}{nonce}"


def read(automa: str, code: str, house: Mapping[str, int] | None = None) -> SoloGame:
    """The game that a code tells, with the house rules of the table. Raises NoGame."""
    if automa not in engine.automas() or len(code) > MAX_TAPS:
        raise NoGame(code)
    rules = tuple((house or {}).items())
    try:
        # Tap by tap: from its end, the longest game would be read deeper than Python goes.
        for end in range(_LETTERS, len(code)):
            _read(automa, code[:end], rules)
        return _read(automa, code, rules)
    except (IndexError, engine.IllegalAction) as error:
        raise NoGame(code) from error


@functools.lru_cache(maxsize=1000)
def _read(automa: str, code: str, house: engine.House) -> SoloGame:
    """The same. What the game was before its last tap is still known from the page before."""
    if len(code) > _LETTERS:
        game = copy.copy(_read(automa, code[:-1], house))
        game.tap(code[-1])
        return game
    match = _SETUP.fullmatch(code)
    if match is None:
        raise NoGame(code)
    level, board, seat, own = map(int, match.groups())
    me, kinds = engine.automas()[automa], list(engine.load_catalog().tiles.workers)
    layer = engine.playable_layers()[boards(me)[board]]
    edition, variants = layer.edition or engine.editions()[-1], () if layer.edition else (layer.id,)
    agreed = engine.Game(edition, seat, variants, house=dict(house) or None)
    catalog = engine.ruleset_of(Position(game=agreed)).catalog
    strength, printed = list(catalog.automas[automa].levels.values())[level], catalog.player_board.worker_rows.printed
    extra = strength.extra_workers(kinds[own], kinds, _chance(code, "extra"))
    colours = catalog.table.players.colours[:seat]
    players = {colour: engine.Player(number) for number, colour in enumerate(colours, 1)}
    players[colours[-1]] = engine.Player(
        seat,
        herder=engine.OFF_BOARD,
        workers={kind: printed + more for kind, more in extra.items()},
        deliveries={},
        branchlets=() if catalog.towns.towns else None,
        automa=engine.AutomaState(automa, strength.id, kinds[own], extra, ()),
    )
    return SoloGame(code, catalog.automas[automa], catalog, colours[-1], Position(game=agreed, players=players))


def _chance(code: str, *what: object) -> Chance:
    return Chance(zlib.crc32(":".join((code[_LETTERS - 5 : _LETTERS], *map(str, what))).encode()))

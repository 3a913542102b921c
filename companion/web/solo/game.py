"""A game against an automa, as its address tells it: how it was set up, and what was tapped since.

The code is the set-up (level, edition or expansion, players, specialization), five letters that chance drew, and a
letter for every tap. Which card comes next, which workers chance gave and which tile or card it chooses follow from
those five letters, so that an address always shows the same, and taking back a tap brings no other card. Where he
delivers and where he places a branchlet the engine tells, which plays him by the same rules.
"""

from __future__ import annotations

import functools
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion import engine, i18n
from companion.engine import Automa, AutomaCard, Chance, Position

# What an automa's card says, in words with the figures of its game.


def page(game: SoloGame, language: str) -> dict[str, object]:
    """What the page of a game says: what the card does, the branchlet before that, the city where he delivers or will
    next; and what chance says in Kansas City: which tile of each foresight column, from the top, and which cards of the
    objective display.
    """
    catalog = board_catalog(game.setup.board)
    deeds = () if game.card is None or game.idle else tuple(_deeds(game, game.card.does, language))
    columns, spaces = catalog.tiles.foresight.columns, range(1, catalog.tiles.foresight.spaces + 1)
    chance = game.chance("visit", game.revealed)
    brought = arrow_cards(game) if game.arrived else 0
    city = game.delivered[-1] if game.arrived else game.next_city
    return {
        "deeds": deeds,
        "branchlet": _branchlet(game, language),
        "city": i18n.name(language, "city", city),
        "tiles": [chance.pick(spaces) for _ in range(columns)],
        "display": [chance.pick(range(1, catalog.objectives.display + 1)) for _ in range(brought)],
    }


def _branchlet(game: SoloGame, language: str) -> str:
    """Where the card places a branchlet before it does anything else."""
    if game.card is None or not (game.card.branchlet and game.with_branchlets):
        return ""
    if not game.town:
        return i18n.name(language, "automa-deed", "no-branchlet")
    stations = board_catalog(game.setup.board).railroad.stations.values()
    deed = "branchlet-station" if any(station.town == game.town for station in stations) else "branchlet"
    return i18n.name(language, "automa-deed", deed, town=i18n.name(language, "town", game.town))


def _deeds(game: SoloGame, deeds: Sequence[str], language: str) -> Iterable[str]:
    catalog, automa = board_catalog(game.setup.board), game.automa
    cowboys = game.workers["cowboy"]
    figures: dict[str, dict[str, object]] = {
        "hire-own": {"own": i18n.name(language, "worker", game.specialization)},
        "hire-cheapest": {"own": i18n.name(language, "worker", game.specialization)},
        "engine": {"spaces": game.workers["engineer"]},
        "build": {"builders": game.workers["builder"]},
        "more-cattle": {"cards": catalog.cattle.more_cards.cards},
        "cattle": {"dollars": automa.most_dollars},
        "objective": {"place": game.chance("card", game.revealed).pick(range(1, catalog.objectives.display + 1))},
    }
    for number, deed in enumerate(deeds):
        if deed == "more-cattle":
            cowboys -= catalog.cattle.more_cards.cowboys
        more = {"cowboys": cowboys} if deed == "cattle" else {}
        if game.waits != "reveal" and any(one.startswith("hire") for one in deeds[:number]):
            # With whom he hires, the figure changes.
            yield i18n.name(language, "automa-deed", f"{deed}-after-hiring")
        elif deed == "cattle" and not cowboys:
            yield i18n.name(language, "automa-deed", "no-cowboy")
        else:
            yield i18n.name(language, "automa-deed", deed, **figures.get(deed, {}), **more)


def in_general(automa: Automa, card: AutomaCard, language: str) -> tuple[str, ...]:
    """What a card says whatever the game: its steps, what it does, what it asks for."""
    steps = i18n.name(language, "solo", f"steps-{card.counts}", least=automa.least_steps) if card.counts else ""
    deeds = tuple(i18n.name(language, "automa-short", deed) for deed in card.does)
    only = (i18n.name(language, "solo", "only", worker=i18n.name(language, "worker", card.only)),) if card.only else ()
    return (*([steps] if steps else ()), *only, *deeds)


def board_name(board: str, language: str) -> str:
    """What an edition or an expansion is called."""
    layer = engine.playable_layers().get(board)
    if layer is not None and layer.edition is not None:
        return i18n.name(language, "edition", str(layer.edition))
    return i18n.name(language, "layer", board)


REVEAL, MOVED, ARRIVED, NOBODY = "r", "m", "k", "n"
"""The next card is revealed; the herder has moved; it has come to Kansas City; nobody could be hired."""

_NONCE = "abcdefghijkmnpqrstuvwxyz"
_DIGITS = "123456789abc"
"""Steps as many as buildings: there are no more than a dozen."""
_SETUP = re.compile(rf"([0-9])([0-9])([2-4])([0-9])([{_NONCE}]{{5}})([0-9a-z]*)")
_ACTING, _DELIVERY = "B", "K4"
"""Where in a turn he places branchlets, and where he delivers."""
MAX_TAPS = 400
"""More than any game has."""


class NoGame(ValueError):
    """A code that tells no game."""


@dataclass(frozen=True)
class Setup:
    """What was agreed: the level, the edition or expansion by its layer, players, the first specialization."""

    level: str
    board: str
    players: int
    specialization: str
    nonce: str


@dataclass
class SoloGame:
    """A game as far as it has come. `waits` for a tap: "reveal", "count" (buildings), "move", "hire"."""

    automa: Automa
    setup: Setup
    taps: str
    workers: dict[str, int] = field(default_factory=dict)
    specialization: str = ""
    delivered: list[str] = field(default_factory=list)
    branchlets: list[str] = field(default_factory=list)
    town: str = ""
    """Where the card that lies open has him place a branchlet."""
    revealed: int = 0
    card: AutomaCard | None = None
    steps: int = 0
    arrived: bool = False
    to_hire: list[str] = field(default_factory=list)
    waits: str = "reveal"

    @property
    def code(self) -> str:
        """The end of its address."""
        return code_of(self.automa, self.setup) + self.taps

    def chance(self, *what: object) -> Chance:
        """What chance brings in this game, the same every time it is asked."""
        return Chance(zlib.crc32(":".join((self.setup.nonce, *map(str, what))).encode()))

    @property
    def used(self) -> tuple[AutomaCard, ...]:
        """The cards revealed since they were shuffled, in their order."""
        whole = len(self.automa.cards)
        rounds, place = divmod(max(self.revealed - 1, 0), whole)
        return tuple(self._shuffled(rounds)[: place + bool(self.revealed)])

    @property
    def left(self) -> int:
        """How many cards are left in the stack."""
        return len(self.automa.cards) - len(self.used)

    def _shuffled(self, number: int) -> list[AutomaCard]:
        cards = list(self.automa.cards.values())
        return self.chance("cards", number).draw(cards, len(cards))

    @property
    def idle(self) -> bool:
        """Whether the card asks for another specialization, and so brings nothing but its steps."""
        return bool(self.card and self.card.only not in (None, self.specialization))

    @property
    def next_city(self) -> str:
        """Where he delivers next."""
        return self._choice("city", {"phase": _DELIVERY})

    @property
    def with_branchlets(self) -> bool:
        """Whether some of his cards place one."""
        return self.setup.board == self.automa.branchlets

    @property
    def position(self) -> Position:
        """What is known of him, to be scored: he sits in the last seat."""
        return engine.read_position(self._text())

    def _text(self, **turn: object) -> str:
        """What is known of him, as a text."""
        catalog = board_catalog(self.setup.board)
        layer = engine.playable_layers()[self.setup.board]
        *others, his = catalog.table.players.colours[: self.setup.players]
        him: dict[str, object] = {
            "seat": self.setup.players,
            "workers": self.workers,
            "deliveries": Counter(self.delivered),
            "automa": {"id": self.automa.id, "level": self.setup.level, "specialization": self.specialization},
        }
        if self.with_branchlets:
            him["branchlets"] = self.branchlets
        plain: dict[str, object] = {
            "game": {"edition": layer.edition or catalog.edition, "variants": [] if layer.edition else [layer.id]},
            "players": {colour: {"seat": seat} for seat, colour in enumerate(others, 1)} | {his: him},
        }
        return json.dumps(plain | ({"turn": {"player": his, **turn}} if turn else {}))

    def _choice(self, of: str, turn: Mapping[str, object]) -> str:
        """What the engine has him choose at a moment of his turn; "" for nothing."""
        return _chosen(of, self._text(**turn))

    def town_of(self, card: AutomaCard) -> str:
        """Where a card has him place a branchlet; "" for nowhere."""
        if not (self.with_branchlets and card.branchlet):
            return ""
        step = {"effect": self.automa.id, "card": card.id, "done": 0}
        return self._choice("town", {"phase": _ACTING, "pending": [step]})

    def tapped(self, tap: str) -> str:
        """The code after one more tap."""
        return self.code + tap


@functools.lru_cache(maxsize=1000)
def _chosen(of: str, position: str) -> str:
    """What is chosen in a position; "" for nothing. Each page of a game plays it again from its first card."""
    read = engine.read_position(position)
    actions = [engine.action_plain(one.action) for one in engine.options(engine.ruleset_of(read), read)]
    return next((str(action[of]) for action in actions if of in action), "")


def boards(automa: Automa) -> tuple[str, ...]:
    """The editions and expansions that an automa plays, by their layers."""
    return tuple(next(iter(automa.levels.values())).first)


@functools.cache
def board_catalog(board: str) -> engine.Catalog:
    """The components of an edition or expansion."""
    edition = engine.editions()[-1]
    layer = engine.playable_layers().get(board)
    return engine.load_catalog(edition, () if layer and layer.edition == edition else (board,))


def code_of(automa: Automa, setup: Setup) -> str:
    """The code of a game that begins."""
    places: Sequence[Sequence[str]] = (list(automa.levels), boards(automa))
    kinds = list(_printed())
    level, board = (known.index(one) for known, one in zip(places, (setup.level, setup.board), strict=True))
    return f"{level}{board}{setup.players}{kinds.index(setup.specialization)}{setup.nonce}"


def draw_nonce(number: int) -> str:
    """Five letters from a number that chance drew."""
    chance = Chance(number)
    return "".join(chance.pick(_NONCE) for _ in range(5))


def _printed() -> Mapping[str, int]:
    catalog = engine.load_catalog()
    return dict.fromkeys(catalog.tiles.workers, catalog.player_board.worker_rows.printed)


def read(automa: Automa, code: str) -> SoloGame:
    """The game that a code tells. Raises NoGame."""
    match = _SETUP.fullmatch(code) if len(code) <= MAX_TAPS else None
    if match is None:
        raise NoGame(code)
    level, board, players, own, nonce, taps = match.groups()
    kinds = list(_printed())
    try:
        setup = Setup(list(automa.levels)[int(level)], boards(automa)[int(board)], int(players), kinds[int(own)], nonce)
    except IndexError as error:
        raise NoGame(code) from error
    game = SoloGame(automa, setup, taps, dict(_printed()), setup.specialization)
    extra = automa.levels[setup.level].extra_workers(setup.specialization, kinds, game.chance("extra"))
    for kind, count in extra.items():
        game.workers[kind] += count
    for tap in taps:
        _tap(game, tap)
    return game


def _tap(game: SoloGame, tap: str) -> None:
    if game.waits == "reveal" and tap == REVEAL:
        game.revealed += 1
        game.card, game.arrived, game.to_hire = game.used[-1], False, []
        game.waits = "count" if game.card.counts == "buildings" and game.revealed > 1 else "move"
        game.steps, game.town = _steps(game, game.card), game.town_of(game.card)
    elif game.waits == "count" and tap in _DIGITS:
        game.steps, game.waits = _DIGITS.index(tap) + 1, "move"
    elif game.waits == "move" and tap in (MOVED, ARRIVED) and (tap == MOVED or game.revealed > 1):
        if game.town:
            game.branchlets.append(game.town)
        game.arrived = tap == ARRIVED
        if game.arrived:
            game.delivered.append(game.next_city)
        deeds = () if game.idle or game.card is None else game.card.does
        game.to_hire = [deed for deed in deeds if deed.startswith("hire")]
        game.waits = "hire" if game.to_hire else "reveal"
    elif game.waits == "hire" and tap in (NOBODY, *hireable(game)):
        if tap != NOBODY:
            _hire(game, list(game.workers)[int(tap)])
        game.to_hire.pop()
        game.waits = "reveal"
    else:
        raise NoGame(game.code)


def hireable(game: SoloGame) -> Mapping[str, str]:
    """Tap -> the kind of worker that he may have hired."""
    most = engine.load_catalog().player_board.worker_rows.spaces
    only = "engineer" if game.to_hire == ["hire-engineer"] else None
    kinds = enumerate(game.workers.items())
    return {str(place): kind for place, (kind, have) in kinds if have < most and only in (None, kind)}


def _hire(game: SoloGame, kind: str) -> None:
    game.workers[kind] += 1
    # A kind of which he now has more takes the place of his specialization.
    if game.workers[kind] > game.workers[game.specialization]:
        game.specialization = kind


def _steps(game: SoloGame, card: AutomaCard) -> int:
    """The steps of a card; none yet where buildings have to be counted."""
    if card.steps:
        return card.steps[game.setup.players]
    if card.counts == "buildings":
        return 0
    kind = "cowboy" if card.counts == "cowboys" else game.specialization
    return max(game.automa.least_steps, game.workers[kind])


def arrow_cards(game: SoloGame) -> int:
    """How many objective cards his last delivery brings, by the arrows between its city and another one of his."""
    cities = game.delivered
    if not cities or cities[-1] in cities[:-1]:
        return 0
    arrows = board_catalog(game.setup.board).cities.arrows.values()
    between = [arrow for arrow in arrows if cities[-1] in arrow.between and set(arrow.between) <= set(cities)]
    return sum(isinstance(effect, engine.effects.GainObjective) for arrow in between for effect in arrow.does)

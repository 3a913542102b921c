"""Every name that a catalogue must have in every language, worked out from the engine and the symbols.

A message of this kind is a code in a context. What a text may refer to is told with it: `%(player)s`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import get_args

from companion import engine
from companion.book.moments import MOMENTS
from companion.engine import COPIED_RISK, LINES, OFF_BOARD, PHASES, REASONS, RISK, Game, Player, Turn
from companion.paths import folder
from companion.pictures.board.scene import PICTURE_NAMES
from companion.pictures.symbols import symbol_ids
from companion.reference import facets, facts, layers, operators
from companion.reference import names as telling
from companion.sentences import effects
from companion.sentences.actions import action_params
from companion.sentences.names import WHOLE_TABLES
from companion.sentences.verdicts import VERDICTS
from companion.web.editor import vocabulary as editor
from companion.web.score.calculator import naming

Name = tuple[str, str, frozenset[str], bool]
"""Context, key, parameters, and whether a text must use all of them."""

_FILLED: Mapping[str, Mapping[str, str]] = {
    "players": {"count": "n", "short": "n"},
    "repair": {
        **dict.fromkeys(("more", "perhaps-more"), "count what"),
        **dict.fromkeys(("first", "perhaps", "instead"), "action"),
    },
    "action": {"choice": "action which", "local": "building which", "worker": "worker which"},
    "outcome": dict.fromkeys(("won", "won-now", "shared", "shared-now"), "players total"),
    "railroad": {"turnout": "station", "space": "which"},
    "objective": {"card": "tasks"},
    "card": {"with-points": "card vp"},
    "hazard-tile": {"face": "hazard hand vp"},
    "place": {
        **dict.fromkeys(("board.neutral", "board.buildings", "board.foresight", "board.station_masters"), "which"),
        **dict.fromkeys(("board.bags", "job_market.rows"), "which"),
        "board.hazards": "which hazard",
        "board.risk": "which where",
        "players": "",
        "players.thing": "player what",
        "players.mine": "what",
    },
}
"""Context -> key -> the parameters that every text uses."""


def names() -> Iterator[Name]:
    """All names."""
    edition = engine.editions()[-1]
    catalog = engine.load_catalog(edition, engine.variants(edition))
    simple = {
        "edition": map(str, layers.editions()),
        "variant": ["base", *engine.variants(edition)],
        "player": catalog.table.players.colours,
        "worker": catalog.tiles.workers,
        "hazard": [*catalog.tiles.hazards.types, "any"],
        "outlaw": catalog.tiles.outlaws,
        "hand": ["green", "black", "any"],
        "breed": catalog.cattle.breeds,
        "city": catalog.cities.cities,
        "category": catalog.scoring.categories,
        "task": sorted({task for card in catalog.objectives.cards.values() for task in card.tasks}),
        "thing": [field.name for field in fields(Player)],
        "symbol": sorted(name for name in symbol_ids(folder("static")) if not name.startswith(("ui-", "logo"))),
        "figure": ["unsure"],
        "confidence": ["medium", "low"],
        "severity": [severity for severity in get_args(engine.Severity) if severity != "impossible"],
        "list": ["or", "then", "and", "and-last"],
        "disc": catalog.player_board.discs,
        "outcome": ["unknown"],
        "card": ["objective"],
        "phase": PHASES,
        "space": [*(s.id for s in catalog.trail.spaces.values() if s.kind in ("start", "kansas-city")), OFF_BOARD],
        "effect-name": engine.effects.pending_vocabulary(),
        "card-kind": [kind for kind in typing.get_args(engine.effects.CardKind) if kind not in catalog.cattle.breeds],
        "layer": layers.known(),
        "moment": MOMENTS,
        "source": ["rulebook-2e-en", "rulebook-2e-ko", "rails-to-the-north-2e", "first-edition", "solo"],
    }
    for context, keys in simple.items():
        for key in keys:
            yield context, key, frozenset(), True
    for context, sentences in _FILLED.items():
        for key, words in sentences.items():
            yield context, key, frozenset(words.split()), True
    for context, told in (("act", action_params()), ("verdict", VERDICTS), ("picture", PICTURE_NAMES)):
        for key, params in told.items():
            yield context, key, params, True
    for code, line in LINES.items():
        yield "score-line", code, frozenset(line.params), True
    for action in (RISK, COPIED_RISK):
        yield "action", action, frozenset({"building", "which"}), False
    for tile in catalog.station_masters.tiles.values():
        filled = {"permanent"} | ({"vp", "each"} if tile.task else set())
        yield "station-master", tile.id, frozenset(filled), False
    yield from _places()
    for source in (effects, telling, facts, facets, operators, editor, naming):
        yield from source.names()
    for code, spec in REASONS.items():
        # Where the pieces lie is listed below the sentence, not in it.
        yield "reason", code, frozenset(spec.params) - {"places"}, True
    for code, params in engine.PROBLEMS.items():
        yield "problem", code, params, True


def _places() -> Iterator[Name]:
    yield "place", "board.outlaws", frozenset({"which", "hazard"}), False
    for key in ("cattle_market", "cattle_stack", "objective_display", "objective_stack"):
        yield "place", f"board.{key}", frozenset({"which"}), False
    for table in WHOLE_TABLES:
        yield "place", f"{table}.all", frozenset(), True
    yield "place", "job_market.token_row", frozenset({"which"}), False
    for field in fields(Game):
        yield "place", f"game.{field.name}", frozenset({"which"}), field.name == "sides"
    for field in fields(Turn):
        yield "place", f"turn.{field.name}", frozenset({"which"}), False

"""What an automa's card says, in words with the figures of its game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion import engine, i18n
from companion.engine import Automa, AutomaCard
from companion.web.solo.game import SoloGame, arrow_cards, board_catalog


@dataclass(frozen=True)
class SoloPage:
    """What the page of a game says: what the card does, the branchlet before that, the city where he delivers or will
    next, what chance says in Kansas City.

    `tiles`: which tile of each foresight column, from the top; `display`: which cards of the objective display.
    """

    deeds: tuple[str, ...]
    branchlet: str
    city: str
    tiles: tuple[int, ...]
    display: tuple[int, ...]


def page(game: SoloGame, language: str) -> SoloPage:
    """What there is to say in a game."""
    catalog = board_catalog(game.setup.board)
    deeds = () if game.card is None or game.idle else tuple(_deeds(game, game.card.does, language))
    columns, spaces = catalog.tiles.foresight.columns, range(1, catalog.tiles.foresight.spaces + 1)
    chance = game.chance("visit", game.revealed)
    brought = arrow_cards(game) if game.arrived else 0
    city = game.delivered[-1] if game.arrived else game.next_city
    return SoloPage(
        deeds,
        _branchlet(game, language),
        i18n.name(language, "city", city),
        tuple(chance.pick(spaces) for _ in range(columns)),
        tuple(chance.pick(range(1, catalog.objectives.display + 1)) for _ in range(brought)),
    )


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

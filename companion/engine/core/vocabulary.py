"""What the fields of actions and effects are, and the words that they take."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable, Collection, Mapping
from typing import Annotated

from companion.engine.core.catalog import Catalog, automas, editions, load_catalog
from companion.engine.core.position import COPIED_RISK, RISK, Card, Tile

if typing.TYPE_CHECKING:
    from companion.engine.core.action import Action

FROM_STATION = "station."
"""A disc taken from an own station is named by it: "station.4"."""


def _discs(catalog: Catalog) -> Collection[str]:
    return [*catalog.player_board.discs, *(f"{FROM_STATION}{number}" for number in catalog.railroad.stations)]


_DEPICTED = ("any-cattle", "pair", "value-3", "objective", "value-2")


def _card_kinds(catalog: Catalog) -> Collection[str]:
    """The starting breeds, what is depicted besides, and the market breeds that a building depicts."""
    breeds = catalog.cattle.breeds
    wanted = (
        str(getattr(effect, "card", ""))
        for actions in catalog.buildings.local_actions.values()
        for choice in actions
        for effect in choice.requires
    )
    starting = [breed.id for breed in breeds.values() if breed.deck == "player"]
    return dict.fromkeys((*starting, *_DEPICTED, *(card for card in wanted if card in breeds)))


def _card_names(catalog: Catalog) -> Collection[str]:
    """Every breed, as it is and with its points, and every objective card."""
    breeds = catalog.cattle.breeds.values()
    pointed = (f"{breed.id}:{vp}" for breed in breeds for vp in breed.copies)
    return dict.fromkeys((*catalog.cattle.breeds, *pointed, *catalog.objectives.cards))


WORDS: Mapping[str, Callable[[Catalog], Collection[str]]] = {
    "space": lambda catalog: catalog.trail.spaces,
    "objective": lambda catalog: catalog.objectives.cards,
    "card": _card_names,
    "card-kind": _card_kinds,
    "face": lambda catalog: catalog.buildings.faces,
    "worker": lambda catalog: catalog.tiles.workers,
    "city": lambda catalog: catalog.cities.cities,
    "town": lambda catalog: catalog.towns.towns,
    "master": lambda catalog: catalog.station_masters.tiles,
    "offer": lambda catalog: catalog.cattle.prices,
    "local-action": lambda c: [RISK, *c.buildings.local_actions, COPIED_RISK, *c.immediate_actions],
    "immediate": lambda catalog: catalog.immediate_actions,
    "auxiliary": lambda catalog: catalog.player_board.auxiliary.actions,
    "disc": _discs,
    "automa-card": lambda _: [card for automa in automas().values() for card in automa.cards],
    "player": lambda catalog: catalog.table.players.colours,
}
"""What a field is -> the words that it takes."""


@functools.cache
def _worded(kind: type[Action]) -> Mapping[str, str]:
    """Field -> what it is, for the fields that take words or the numbers of stations."""
    hints = typing.get_type_hints(kind, include_extras=True)
    arguments = {field.name: typing.get_args(hints[field.name]) for field in dataclasses.fields(kind)}
    # A list says what its entries are: cards are a tuple of the names of cards.
    metadata = {name: typing.get_args(of[0])[1:] if of[1:] == (...,) else of[1:] for name, of in arguments.items()}
    named = {name: inner[0] for name, inner in metadata.items() if inner and isinstance(inner[0], str)}
    if "offer" in named.values():
        # No game lacks an offer, or cards for it, without a reason of its own.
        return {}
    # A way is made of spaces.
    named = {name: "space" if what == "way" else what for name, what in named.items()}
    return {name: what for name, what in named.items() if what in {*WORDS, "station"}}


def at_home(catalog: Catalog, action: Action) -> tuple[str, str, str] | None:
    """A city or a card of another edition that an action names: which of both, its name, and what it is in this one."""
    here = load_catalog(catalog.edition, ())
    cards = (getattr(action, "card", ""), *getattr(action, "cards", ()))
    for there in (load_catalog(edition, ()) for edition in editions() if edition != catalog.edition):
        cities = dict(zip(there.cities.cities, here.cities.cities, strict=True))
        breeds = dict(zip(there.cattle.breeds, here.cattle.breeds, strict=True))
        for kind, ours, named in (("city", cities, (getattr(action, "city", ""),)), ("card", breeds, cards)):
            for one in (str(name).partition(":")[0] for name in named):
                if one in ours and one not in ours.values():
                    return kind, one, ours[one]
    return None


def in_box(catalog: Catalog, piece: object) -> bool:
    """Whether a card that moves between stacks and hands, or a tile of the bags, is in the box of a game."""
    if isinstance(piece, Card):
        breed, objective = catalog.cattle.breeds.get(piece.id), catalog.objectives.cards.get(piece.id)
        if breed is not None:
            return piece.vp is None or piece.vp in breed.copies
        return objective is not None and not objective.starting
    if isinstance(piece, Tile) and piece.hazard:
        return piece.hazard.hazard in catalog.tiles.hazards.types
    if isinstance(piece, Tile):
        return piece.outlaw in catalog.tiles.outlaws if piece.outlaw else piece.worker in catalog.tiles.workers
    raise TypeError(f"{piece!r} is neither card nor tile")


def belongs(catalog: Catalog, action: Action) -> bool:
    """Whether everything that an action names is in the game: words are read with those of all games."""
    worded = _worded(type(action))  # type: ignore[arg-type] # classes are hashable
    for name, what in worded.items():
        value = getattr(action, name)
        ids = catalog.railroad.stations if what == "station" else WORDS[what](catalog)
        if not all(map(ids.__contains__, value if isinstance(value, tuple) else (value,))):
            return False
    return True


SpaceId = Annotated[str, "space"]
"""A space of the trail."""
Way = Annotated[tuple[SpaceId, ...], "way"]
"""Every space that the herder enters, in order."""
CardName = Annotated[str, "card"]
"""A card by its name in positions: "criollo", "shorthorn:4", "obj-3"."""
CardKind = Annotated[str, "card-kind"]
"""What a discard depicts: a breed, any one cattle card, two of one type, cards of a value, an objective card."""
ObjectiveId = Annotated[str, "objective"]
FaceId = Annotated[str, "face"]
"""A side of a private building: "3a"."""
WorkerId = Annotated[str, "worker"]
CityId = Annotated[str, "city"]
TownId = Annotated[str, "town"]
MasterId = Annotated[str, "master"]
"""A station master tile."""
OfferId = Annotated[str, "offer"]
"""An offer of the cattle market: cowboys, dollars, cards."""
LocalActionName = Annotated[str, "local-action"]
"""A local action ("A.2", "risk"), or a thing with an immediate action ("engineer.4", "sm-1", "obj-3")."""
ImmediateName = Annotated[str, "immediate"]
"""A thing with an immediate action."""
AuxiliaryId = Annotated[str, "auxiliary"]
DiscSource = Annotated[str, "disc"]
"""A disc space of the player board ("step-left"), or an own station ("station.4")."""
Colour = Annotated[str, "player"]
AutomaCardId = Annotated[str, "automa-card"]
"""A card of an automa."""
Stop = Annotated[int | str, "stop"]
"""A space of the railroad: a number, or the turnout of a station such as "t7"."""
Count = Annotated[int, "count"]
"""From one; `Count` of a row of things says which, from the left."""
RowNumber = Annotated[int, "row"]
ColumnNumber = Annotated[int, "column"]
StationNumber = Annotated[int, "station"]
Marker = Annotated[int, "marker"]
"""A space of the certificate track, by its number."""

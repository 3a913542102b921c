"""What a field of an action or an effect is: its text line, JSON, schema and share code follow from it.

To a type checker each is a plain `str` or `int`.
"""

from __future__ import annotations

from typing import Annotated

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

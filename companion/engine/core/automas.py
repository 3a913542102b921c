"""The automas that there are: a layer each, which comes with a player of a position."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from companion.engine.core.catalog import all_layers, read_layer
from companion.engine.core.components.automas import Automa
from companion.engine.core.layer import Layer
from companion.engine.core.position import Position
from companion.engine.core.tables import build


@functools.cache
def automas() -> Mapping[str, Automa]:
    """The opponents that nobody plays, by the layer that brings each."""
    return {
        layer.id: build(Automa, read_layer(layer.id)[1]["automa"], f"{layer.id}/automa.toml", layer.id)
        for layer in all_layers()
        if layer.automa
    }


def automa_layer(name: str) -> Layer:
    """The layer of an automa."""
    return next(layer for layer in all_layers() if layer.id == name)


def automa_layers(position: Position) -> Mapping[str, Layer]:
    """The layers of the automas that play in a position, by the colour of each."""
    players = position.players.items()
    return {colour: automa_layer(player.automa.id) for colour, player in players if player.automa is not None}

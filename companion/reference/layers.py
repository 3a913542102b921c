"""Which layers there are, those that the engine plays and those that are told in words, and their figures."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from typing import cast

from companion import engine
from companion.book.layers import Kind, TextLayer, load_text_layers
from companion.book.render import Figure
from companion.paths import folder


@functools.cache
def text_layers() -> Mapping[str, TextLayer]:
    """The layers that are told in words only, by id. Raises ContentError."""
    limits = engine.load_catalog(engine.editions()[-1]).table.players
    return load_text_layers(folder("content") / "layers", range(limits.least, limits.most + 1))


def of_kind(*kinds: Kind) -> tuple[str, ...]:
    """The ids of the text layers of these kinds."""
    return tuple(layer.id for layer in text_layers().values() if layer.kind in kinds)


def known() -> tuple[str, ...]:
    """All layers that a section may belong to."""
    return (*engine.playable_layers(), *text_layers())


def editions() -> tuple[int, ...]:
    """All editions that the rules tell of, the newest first."""
    told = [layer.edition for layer in text_layers().values() if layer.edition is not None]
    return tuple(sorted({*engine.editions(), *told}, reverse=True))


@functools.cache
def figures() -> Mapping[str, Figure]:
    """All figures that texts may refer to, by name: those of the components and those of the text layers."""
    told: dict[str, Figure] = dict(cast(Mapping[str, Figure], engine.figures()))
    for layer in text_layers().values():
        told.update(cast(Mapping[str, Figure], layer.figures))
    return told


def always_shown() -> frozenset[str]:
    """The layers that everything else builds on."""
    return frozenset(layer.id for layer in engine.playable_layers().values() if layer.edition is not None)


def chosen(edition: int | None, picked: Collection[str]) -> tuple[str, ...]:
    """The layers that a table plays besides the base: the `picked` ones, and what its edition adds."""
    return tuple(
        name
        for name in known()
        if name in picked or (name in text_layers() and edition is not None and text_layers()[name].edition == edition)
    )

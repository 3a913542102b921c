"""Which layers there are, those that the engine plays and those that are told in words, and what texts refer to."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import cast

from companion import engine, i18n
from companion.book.layers import Kind, TextLayer, load_text_layers
from companion.book.sections import KnownFigure, Sources
from companion.made.static import sprite_address
from companion.paths import folder
from companion.reference.kept import ALL, store


@functools.cache
def text_layers() -> Mapping[str, TextLayer]:
    """The layers that are told in words only, by id."""
    layers: Mapping[str, TextLayer] = store().load(ALL, "text layers")
    return layers


def read_text_layers() -> Mapping[str, TextLayer]:
    """The same as their files tell it now. Raises ContentError."""
    limits = engine.load_catalog(engine.editions()[-1]).table.players
    return load_text_layers(folder("content") / "layers", range(limits.least, limits.most + 1), components)


def components(layer: str, path: str) -> Mapping[str, int | Mapping[int, int]]:
    """The figures at a path through the components of a layer, by what `*` stands for. Raises LookupError."""
    automas = engine.automas()
    here = automas[layer] if layer in automas else engine.load_catalog(engine.editions()[-1], (layer,))
    return dict(engine.figures_at(here, path))


def of_kind(*kinds: Kind) -> tuple[str, ...]:
    """The ids of the text layers of these kinds."""
    return tuple(layer.id for layer in text_layers().values() if layer.kind in kinds)


def ids() -> tuple[str, ...]:
    """All layers that a section may belong to."""
    return (*engine.playable_layers(), *text_layers())


def editions() -> tuple[int, ...]:
    """All editions that the rules tell of, the newest first."""
    return engine.editions()[::-1]


@functools.cache
def figures() -> Mapping[str, KnownFigure]:
    """All figures that texts may refer to, by name: those of the components and those of the text layers."""
    return named_figures(text_layers())


def named_figures(layers: Mapping[str, TextLayer]) -> Mapping[str, KnownFigure]:
    """The figures of the components and of these layers."""
    figures_by_name: dict[str, KnownFigure] = dict(cast(Mapping[str, KnownFigure], engine.figures()))
    for layer in layers.values():
        figures_by_name.update(cast(Mapping[str, KnownFigure], layer.figures))
    return figures_by_name


def aside(texts: Collection[str]) -> frozenset[str]:
    """The layers that nobody means who has not said so: those told in words only, and those that are not assumed."""
    playable = engine.playable_layers().values()
    return frozenset(texts) | {layer.id for layer in playable if not layer.assumed}


def earlier() -> frozenset[str]:
    """The layers of editions before the newest."""
    newest = engine.editions()[-1]
    return frozenset(layer.id for layer in engine.playable_layers().values() if layer.edition not in (None, newest))


def always_shown() -> frozenset[str]:
    """The layers that everything else builds on."""
    shown: frozenset[str] = store().load(ALL, "always shown")
    return shown


def read_always_shown() -> frozenset[str]:
    """The same as the components tell it now."""
    return frozenset(layer.id for layer in engine.playable_layers().values() if layer.extends is None)


def chosen(edition: int | None, picked: Collection[str]) -> tuple[str, ...]:
    """The layers that a table plays besides the base: the `picked` ones, and what its edition adds."""
    added = {layer.id for layer in engine.playable_layers().values() if layer.extends and layer.edition is not None}
    of_edition = {name for name in added if engine.playable_layers()[name].edition == edition}
    return tuple(name for name in ids() if name in {*picked} - added or name in of_edition)


def symbol_ids(static: Path) -> frozenset[str]:
    """The symbols of the sprite, which pictures and texts share."""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (static / "symbols.svg").read_text(encoding="utf-8")))


def sources_in(language: str, figures: Mapping[str, KnownFigure]) -> Sources:
    """What texts in a language refer to."""
    static = folder("static")

    def label(context: str, key: str, /, **params: object) -> str:
        return i18n.name(language, context, key, **params)

    return Sources(figures, symbol_ids(static), sprite_address(static), label)

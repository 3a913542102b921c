"""Which layers there are, those that the engine plays and those that are told in words, and their figures."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from companion import engine
from companion.book.layers import Kind, TextLayer, load_text_layers
from companion.book.rendered import Figure
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


def components(layer: str, path: str) -> Mapping[str, int]:
    """The figures at a path through the components of a layer, such as `cities.cities.*.value`, by what `*` stands for.

    A table counts as many as it has entries. What pays `vp` for each of something pays `most` points at the most, where
    the components say how many are paid for. Raises LookupError.
    """
    catalog = engine.load_catalog(engine.editions()[-1], (layer,))
    return dict(_figures_at(catalog, path.split("."), ""))


def _figures_at(here: object, path: Sequence[str], star: str) -> Iterator[tuple[str, int]]:
    if not path:
        value = len(here) if isinstance(here, Mapping) else here
        if type(value) is not int:
            raise LookupError(f"{here!r} is no figure")
        yield star, value
        return
    first, *rest = path
    inner = _inner(here)
    if first == "*":
        for key, value in inner.items():
            yield from _figures_at(value, rest, key)
    elif first in inner:
        yield from _figures_at(inner[first], rest, star)
    else:
        raise LookupError(f"there is no {first!r} (known: {', '.join(inner)})")


def _inner(here: object) -> Mapping[str, Any]:
    if isinstance(here, Mapping):
        return {str(key): value for key, value in here.items()}
    if not dataclasses.is_dataclass(here):
        return {}
    fields = {field.name: getattr(here, field.name) for field in dataclasses.fields(here)}
    if fields.get("most") and "vp" in fields:
        fields["most"] *= fields["vp"]
    return fields


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
    return named_figures(text_layers())


def named_figures(layers: Mapping[str, TextLayer]) -> Mapping[str, Figure]:
    """The figures of the components and of these layers."""
    told: dict[str, Figure] = dict(cast(Mapping[str, Figure], engine.figures()))
    for layer in layers.values():
        told.update(cast(Mapping[str, Figure], layer.figures))
    return told


def always_shown() -> frozenset[str]:
    """The layers that everything else builds on."""
    shown: frozenset[str] = store().load(ALL, "always shown")
    return shown


def read_always_shown() -> frozenset[str]:
    """The same as the components tell it now."""
    return frozenset(layer.id for layer in engine.playable_layers().values() if layer.edition is not None)


def chosen(edition: int | None, picked: Collection[str]) -> tuple[str, ...]:
    """The layers that a table plays besides the base: the `picked` ones, and what its edition adds."""
    return tuple(
        name
        for name in known()
        if name in picked or (name in text_layers() and edition is not None and text_layers()[name].edition == edition)
    )

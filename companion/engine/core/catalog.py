"""Reading the components: TOML layers, composed and checked, become one immutable `Catalog`.

A layer is a folder under `layers/`, with `_` for `-`. The base layer of an edition states everything; a layer that
`extends` it only says what it adds, replaces or removes, file by file:

    [add.prices.any-for-2]           a new entry; an error when the id exists already
    ...
    [replace]                        new values for what exists; an error when it does not
    market_size = {...}
    [remove]                         entries that this layer takes out of the game
    breeds = ["criollo"]
"""

from __future__ import annotations

import copy
import functools
import importlib
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from importlib import resources
from typing import get_type_hints

from companion.engine.core.components.board import Buildings, JobMarket, Tiles, Trail
from companion.engine.core.components.cards import Cattle, Objectives
from companion.engine.core.components.players import PlayerBoard, Table
from companion.engine.core.components.railroad import Cities, Railroad, StationMasters
from companion.engine.core.components.scoring import Scoring
from companion.engine.core.effect import LocalAction
from companion.engine.core.layer import Layer
from companion.engine.core.tables import CatalogError, build

_Table = dict[str, object]


@dataclass(frozen=True)
class Catalog:
    """All components of an edition with the chosen variants. Immutable."""

    edition: int
    variants: tuple[str, ...]
    table: Table
    trail: Trail
    buildings: Buildings
    tiles: Tiles
    job_market: JobMarket
    cattle: Cattle
    player_board: PlayerBoard
    railroad: Railroad
    cities: Cities
    station_masters: StationMasters
    objectives: Objectives
    scoring: Scoring

    @functools.cached_property
    def immediate_actions(self) -> Mapping[str, LocalAction]:
        """Everything with an immediate action: spaces of worker rows, station masters, objective cards; what it is."""
        found: dict[str, LocalAction] = {}
        for worker, spaces in self.player_board.worker_rows.immediate.items():
            found |= {f"{worker}.{space}": (choice,) for space, choice in spaces.items()}
        found |= {tile.id: tile.immediate for tile in self.station_masters.tiles.values() if tile.immediate}
        return found | {c.id: (c.immediate,) for c in self.objectives.cards.values() if c.immediate}


_Files = dict[str, _Table]
_LAYERS = resources.files("companion.engine") / "layers"


def _read_layer(name: str) -> tuple[Layer, _Files]:
    folder = _LAYERS / name.replace("-", "_")
    files: _Files = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            where = f"{name}/{entry.name}"
            try:
                files[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise CatalogError(where, "", str(error)) from error
    if "layer" not in files:
        raise CatalogError(f"{name}/layer.toml", "", "missing")
    package = importlib.import_module(f"companion.engine.layers.{folder.name}")
    kind: type[Layer] = getattr(package, "LAYER", Layer)
    return build(kind, files.pop("layer"), f"{name}/layer.toml"), files


@functools.cache
def _all_layers() -> Mapping[str, Layer]:
    folders = sorted(entry.name for entry in _LAYERS.iterdir() if entry.is_dir() and (entry / "layer.toml").is_file())
    names = [name.replace("_", "-") for name in folders]
    return {name: _read_layer(name)[0] for name in names}


@functools.cache
def playable_layers() -> Mapping[str, Layer]:
    """All layers that a game can be played with, by id."""
    return {name: layer for name, layer in _all_layers().items() if not layer.scores_only}


@functools.cache
def scoring_layers(edition: int) -> tuple[str, ...]:
    """The layers that only say what is scored otherwise than in an edition. Raises LookupError."""
    base = _base(edition)
    return tuple(layer.id for layer in _all_layers().values() if layer.scores_only and layer.extends == base)


def layers_of(catalog: Catalog) -> tuple[Layer, ...]:
    """The layers that a catalog is composed of, the edition first."""
    return tuple(_all_layers()[name] for name in (_base(catalog.edition), *catalog.variants))


def all_layers() -> Iterable[Layer]:
    """Every layer that there is, those that only score included."""
    return _all_layers().values()


def excluded(chosen: Collection[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of chosen layers that cannot be taken together."""
    known = _all_layers()
    return tuple((name, other) for name in chosen if name in known for other in known[name].without if other in chosen)


def editions() -> tuple[int, ...]:
    """The editions of the game whose components are known."""
    return tuple(sorted(layer.edition for layer in playable_layers().values() if layer.edition is not None))


def _base(edition: int) -> str:
    """The layer that an edition begins with. Raises LookupError."""
    for layer in playable_layers().values():
        if layer.edition == edition:
            return layer.id
    raise LookupError(f"edition {edition} is not known")


def variants(edition: int) -> tuple[str, ...]:
    """The variants that can be played with an edition. Raises LookupError."""
    base = _base(edition)
    return tuple(layer.id for layer in playable_layers().values() if layer.extends == base)


def _is_figures(value: object) -> bool:
    """Whether a table is one figure by number (of players, of points): such a table is one value."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(key.isdecimal() and not isinstance(inner, dict) for key, inner in value.items())
    )


def _add(target: _Table, new: _Table, file: str, path: str) -> None:
    """Put what does not exist yet into tables that do."""
    for name, value in new.items():
        here, old = f"{path}.{name}", target.get(name)
        if name not in target:
            target[name] = value
        elif isinstance(value, dict) and isinstance(old, dict) and not _is_figures(old):
            _add(old, value, file, here)
        else:
            raise CatalogError(file, here, "exists already (use replace)")


def _replace(target: _Table, new: _Table, file: str, path: str) -> None:
    """Put other values in place of values that exist."""
    for name, value in new.items():
        here, old = f"{path}.{name}", target.get(name)
        if name not in target:
            raise CatalogError(file, here, "nothing to replace (use add)")
        if isinstance(value, dict) and isinstance(old, dict) and not _is_figures(old):
            _replace(old, value, file, here)
        else:
            target[name] = value


def _remove(target: _Table, gone: _Table, file: str) -> None:
    for name, ids in gone.items():
        table = target.get(name)
        if not isinstance(table, dict):
            raise CatalogError(file, f"remove.{name}", "the layer below has no such table")
        if not isinstance(ids, list):
            raise CatalogError(file, f"remove.{name}", "is not a list of ids")
        for entry in ids:
            if entry not in table:
                raise CatalogError(file, f"remove.{name}", f"there is no {entry!r}")
            del table[entry]


def compose(base: _Files, layer: _Files, name: str) -> _Files:
    """The tables of `base` with the changes that `layer` (called `name`) makes. Raises CatalogError."""
    result = copy.deepcopy(base)
    steps = {"add", "replace", "remove"}
    for stem, changes in layer.items():
        file = f"{name}/{stem}.toml"
        if stem not in result:
            raise CatalogError(file, "", "the layer below has no such file")
        for step, inner in changes.items():
            if step not in steps:
                raise CatalogError(file, step, f"unknown key (known: {', '.join(sorted(steps))})")
            if not isinstance(inner, dict):
                raise CatalogError(file, step, "is not a table")
            if step == "add":
                _add(result[stem], inner, file, "add")
            elif step == "replace":
                _replace(result[stem], inner, file, "replace")
            else:
                _remove(result[stem], inner, file)
    return result


def build_catalog(edition: int, chosen: tuple[str, ...], files: _Files, name: str) -> Catalog:
    """Turn composed tables into a `Catalog`. `name` of the layers is for messages. Raises CatalogError."""
    hints = get_type_hints(Catalog)
    parts = [field.name for field in fields(Catalog) if field.name not in ("edition", "variants")]
    stems = {part: part.replace("_", "-") for part in parts}
    for stem in files:
        if stem not in stems.values():
            raise CatalogError(f"{name}/{stem}.toml", "", "unknown file")
    built: dict[str, object] = {}
    for part, stem in stems.items():
        if stem not in files:
            raise CatalogError(f"{name}/{stem}.toml", "", "missing")
        built[part] = build(hints[part], files[stem], f"{name}/{stem}.toml")
    return Catalog(edition=edition, variants=chosen, **built)  # type: ignore[arg-type]


@functools.cache
def load_catalog(edition: int = 2, chosen: tuple[str, ...] = ()) -> Catalog:
    """The components of `edition` with the `chosen` variants and scoring layers (ids, sorted).

    Raises CatalogError, LookupError.
    """
    base = _base(edition)
    _, files = _read_layer(base)
    name = base
    for variant in chosen:
        if variant not in (*variants(edition), *scoring_layers(edition)):
            raise LookupError(f"variant {variant!r} is not known")
        files = compose(files, _read_layer(variant)[1], variant)
        name = f"{name}+{variant}"
    return build_catalog(edition, chosen, files, name)

"""Reading the components: TOML layers, composed and checked, become one immutable `Catalog`.

A layer is a folder under `layers/`, with `_` for `-`. The base layer of an edition states everything; a layer that
`extends` it only says what it adds, replaces or removes, file by file:

    [add.prices.any-for-2]           a new entry; an error when the id exists already
    ...
    [replace]                        new values for what exists; an error when it does not
    market_size = {...}
    [remove]                         entries that this layer takes out of the game
    breeds = ["criollo"]
    [take.second-edition]            entries that another layer has: they are there once, also when several take them
    tiles = ["sm-6"]

An edition may extend another one: its file `renamed.toml` tells which ids it has in place of the other's, in all files.
A variant that was also printed for an edition that follows from its own names its own things in its own way there: what
it removes and replaces has that edition's ids, what it adds those of the `renamed.toml` of that print.
"""

from __future__ import annotations

import copy
import functools
import importlib
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from dataclasses import replace as replace_fields
from importlib import resources
from typing import get_type_hints

from companion.engine.core.components.automas import Automa
from companion.engine.core.components.board import Buildings, JobMarketRules, Tiles, Trail
from companion.engine.core.components.cards import Cattle, Objectives
from companion.engine.core.components.house import FigureRules, HouseFigure, changeable, contradictions, with_figure
from companion.engine.core.components.players import PlayerBoard, TableRules
from companion.engine.core.components.railroad import Cities, Railroad, StationMasters
from companion.engine.core.components.scoring import Readings, Scoring
from companion.engine.core.components.towns import Towns
from companion.engine.core.effect import LocalAction
from companion.engine.core.layer import Layer
from companion.engine.core.position import Position
from companion.engine.core.tables import CatalogError, build, table_of

# Tables of components put together: what a layer adds, replaces, takes away or renames. Raises CatalogError.

Table = dict[str, object]


def _is_one_value(value: object) -> bool:
    """Whether a table is an effect, or one figure by number (of players, of points)."""
    if not isinstance(value, dict) or not value:
        return False
    return "effect" in value or all(key.isdecimal() and not isinstance(inner, dict) for key, inner in value.items())


def add(target: Table, new: Table, file: str, path: str, *, united: bool = False) -> None:
    """Put what does not exist yet into tables that do; what does is kept where they are `united`, else an error."""
    for name, value in new.items():
        here, old = f"{path}.{name}", target.get(name)
        if name not in target:
            target[name] = value
        elif isinstance(value, dict) and isinstance(old, dict) and not _is_one_value(old):
            add(old, value, file, here, united=united)
        elif not united:
            raise CatalogError(file, here, "exists already (use replace)")


def replace(target: Table, new: Table, file: str, path: str) -> None:
    """Put other values in place of values that exist."""
    for name, value in new.items():
        here, old = f"{path}.{name}", target.get(name)
        if name not in target:
            raise CatalogError(file, here, "nothing to replace (use add)")
        if isinstance(value, dict) and isinstance(old, dict) and not _is_one_value(old):
            replace(old, value, file, here)
        else:
            target[name] = value


def remove(target: Table, gone: Table, file: str) -> None:
    """Take entries out of tables, by their ids."""
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


def take(target: Table, source: Table, wanted: Table, file: str) -> None:
    """Put entries of other tables into tables, by their ids; what is there already stays."""
    for name, ids in wanted.items():
        mine, theirs = target.setdefault(name, {}), source.get(name)
        if not isinstance(mine, dict) or not isinstance(theirs, dict) or not isinstance(ids, list):
            raise CatalogError(file, f"take.{name}", "is not a list of ids of a table")
        for entry in ids:
            if entry not in theirs:
                raise CatalogError(file, f"take.{name}", f"there is no {entry!r}")
            mine.setdefault(entry, copy.deepcopy(theirs[entry]))


def renamed(value: object, names: Mapping[str, object]) -> object:
    """The same value with other ids, wherever they stand."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


Chosen = tuple[tuple[str, str], ...]
"""What a table chose, by what there is to choose, sorted."""
House = tuple[tuple[str, int], ...]
"""The figures that a table plays otherwise than they are printed, by name, sorted."""


@dataclass(frozen=True)
class Catalog:
    """All components of an edition with the chosen variants. Immutable."""

    edition: int
    variants: tuple[str, ...]
    table: TableRules
    trail: Trail
    buildings: Buildings
    tiles: Tiles
    job_market: JobMarketRules
    cattle: Cattle
    player_board: PlayerBoard
    railroad: Railroad
    cities: Cities
    station_masters: StationMasters
    objectives: Objectives
    scoring: Scoring
    towns: Towns = field(default_factory=Towns)
    readings: Readings = field(default_factory=Readings)
    house: FigureRules = field(default_factory=FigureRules)
    automas: Mapping[str, Automa] = field(default_factory=lambda: _every_automa())
    """The opponents that nobody plays, which may join any game."""
    played_otherwise: House = ()
    """The figures that are otherwise than printed here, by a house rule."""
    beside: tuple[int, ...] = ()
    """Editions of which a table may change figures, too, where words are asked for and not a game."""

    @functools.cached_property
    def changeable(self) -> Mapping[str, HouseFigure]:
        """The figures that a table may change by a house rule, by name, as they are here."""
        figures = dict(changeable(self.house, self))
        for edition in self.beside:
            figures |= {name: one for name, one in every_component(edition).changeable.items() if name not in figures}
        return figures

    @functools.cached_property
    def printed(self) -> Catalog:
        """The components without house rules."""
        return load_catalog(self.edition, self.variants) if self.played_otherwise else self

    @functools.cached_property
    def immediate_actions(self) -> Mapping[str, LocalAction]:
        """Everything with an immediate action: spaces of worker rows, station masters, objective cards, tiles of towns;
        what it is."""
        actions: dict[str, LocalAction] = {}
        for worker, spaces in self.player_board.worker_rows.immediate.items():
            actions |= {f"{worker}.{space}": (choice,) for space, choice in spaces.items()}
        actions |= {tile.id: tile.immediate for tile in self.station_masters.tiles.values() if tile.immediate}
        actions |= {c.id: (c.immediate,) for c in self.objectives.cards.values() if c.immediate}
        return actions | {tile.id: tile.does for tile in self.towns.tiles.values()}


_Files = dict[str, Table]
_LAYERS = resources.files("companion.engine") / "layers"


def read_layer(name: str) -> tuple[Layer, _Files]:
    """A layer, and its tables by file. Raises CatalogError."""
    files = _tables_in(name)
    if "layer" not in files:
        raise CatalogError(f"{name}/layer.toml", "", "missing")
    files.pop(_FIGURES, None)
    package = importlib.import_module(f"companion.engine.layers.{name.replace('-', '_')}")
    kind: type[Layer] = getattr(package, "LAYER", Layer)
    return build(kind, files.pop("layer"), f"{name}/layer.toml"), files


def _tables_in(name: str) -> _Files:
    """The tables of a layer, or of a print of it (`layer/edition`), by file, to be changed. Raises CatalogError."""
    return copy.deepcopy(_read_tables(name))


@functools.cache
def _read_tables(name: str) -> _Files:
    """The same, read once: every game with another choice of layers is composed of them anew."""
    files: _Files = {}
    folder = _LAYERS.joinpath(*name.replace("-", "_").split("/"))
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            try:
                files[entry.name.removesuffix(".toml")] = tomllib.loads(entry.read_text(encoding="utf-8"))
            except tomllib.TOMLDecodeError as error:
                raise CatalogError(f"{name}/{entry.name}", "", str(error)) from error
    return files


# The file in which a layer lists figures by names of its own, which adds nothing to the components; and the one of an
# edition that tells which ids it has in place of those of the edition that it extends.
_FIGURES, _RENAMED = "figures", "renamed"


def figures_of(layer: str) -> Table:
    """How sure -> name -> a number, or where among the components it stands."""
    file = _LAYERS / layer.replace("-", "_") / f"{_FIGURES}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@functools.cache
def _all_layers() -> Mapping[str, Layer]:
    folders = sorted(entry.name for entry in _LAYERS.iterdir() if entry.is_dir() and (entry / "layer.toml").is_file())
    names = [name.replace("_", "-") for name in folders]
    return {name: read_layer(name)[0] for name in names}


@functools.cache
def playable_layers() -> Mapping[str, Layer]:
    """All layers that a game can be played with, by id."""
    return {name: layer for name, layer in _all_layers().items() if not (layer.scores_only or layer.automa)}


@functools.cache
def scoring_layers(edition: int) -> tuple[str, ...]:
    """The layers that a sheet of an edition may be scored with besides variants: what only scores, and the editions
    that follow from this one. Raises LookupError."""
    base = _base(edition)
    above = (layer for layer in _all_layers().values() if layer.extends == base)
    return tuple(layer.id for layer in above if layer.scores_only or layer.edition is not None)


def layers_of(catalog: Catalog) -> tuple[Layer, ...]:
    """The layers that a catalog is composed of, the edition first."""
    return tuple(_all_layers()[name] for name in (_base(catalog.edition), *catalog.variants))


def all_layers() -> Iterable[Layer]:
    """Every layer that there is, those that only score included."""
    return _all_layers().values()


def excluded(chosen: Collection[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of chosen layers that cannot be taken together."""
    layers = _all_layers()
    return tuple(
        (name, other) for name in chosen if name in layers for other in layers[name].without if other in chosen
    )


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
    above = (layer for layer in playable_layers().values() if base in (layer.extends, *layer.prints))
    return tuple(layer.id for layer in above if layer.edition is None)


def assumed(edition: int) -> tuple[str, ...]:
    """The variants that may be played while nobody said which are. Raises LookupError."""
    return tuple(name for name in variants(edition) if playable_layers()[name].assumed)


_NOT_OF_FILES = ("edition", "variants", "automas", "played_otherwise", "beside")
_OPTIONAL = frozenset(part.name for part in fields(Catalog) if part.default_factory is not MISSING)
"""The files that an edition may do without."""


def compose(base: _Files, layer: _Files, name: str) -> _Files:
    """The tables of `base` with the changes that `layer` (called `name`) makes. Raises CatalogError."""
    names = layer.get(_RENAMED, {})
    result = {stem: table_of(renamed(table, names), f"{name}/{_RENAMED}.toml", "") for stem, table in base.items()}
    result = copy.deepcopy(result)
    for stem, changes in layer.items():
        if stem == _RENAMED:
            continue
        file = f"{name}/{stem}.toml"
        if stem in _OPTIONAL:
            result.setdefault(stem, {})
        if stem not in result:
            raise CatalogError(file, "", "the layer below has no such file")
        for step, inner in changes.items():
            entries = table_of(inner, file, step)
            match step:
                case "add":
                    add(result[stem], entries, file, step)
                case "replace":
                    replace(result[stem], entries, file, step)
                case "remove":
                    remove(result[stem], entries, file)
                case "take":
                    for other, ids in entries.items():
                        take(result[stem], _own(other)[stem], table_of(ids, file, f"take.{other}"), file)
                case _:
                    raise CatalogError(file, step, "unknown key (known: add, remove, replace, take)")
    return result


def build_catalog(edition: int, chosen: tuple[str, ...], files: _Files, name: str) -> Catalog:
    """Turn composed tables into a `Catalog`. `name` of the layers is for messages. Raises CatalogError."""
    hints = get_type_hints(Catalog)
    parts = [field.name for field in fields(Catalog) if field.name not in _NOT_OF_FILES]
    stems = {part: part.replace("_", "-") for part in parts}
    for stem in files:
        if stem not in stems.values():
            raise CatalogError(f"{name}/{stem}.toml", "", "unknown file")
    built: dict[str, object] = {}
    for part, stem in stems.items():
        if stem in _OPTIONAL and stem not in files:
            continue
        if stem not in files:
            raise CatalogError(f"{name}/{stem}.toml", "", "missing")
        built[part] = build(hints[part], files[stem], f"{name}/{stem}.toml")
    return Catalog(edition=edition, variants=chosen, **built)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=100)
def load_catalog(edition: int = 2, chosen: tuple[str, ...] = (), readings: Chosen = (), house: House = ()) -> Catalog:
    """The components of `edition` with the `chosen` variants and scoring layers (ids, sorted), as a table reads rules,
    with the figures of its house rules.

    Raises CatalogError, LookupError.
    """
    if house:
        return _with_house(load_catalog(edition, chosen, readings), house)
    if readings:
        return _read_as(load_catalog(edition, chosen), readings)
    name = _base(edition)
    files = _whole(name)
    base = name
    for variant in chosen:
        if variant not in (*variants(edition), *scoring_layers(edition)):
            raise LookupError(f"variant {variant!r} is not known")
        other = _all_layers()[variant].edition
        if other is not None:
            base = variant
        for layer in (variant, *(scoring_layers(other) if other is not None else ())):
            for changes in _changes(layer, base):
                files = compose(files, changes, layer)
        name = f"{name}+{variant}"
    return build_catalog(edition, chosen, files, name)


def _read_as(catalog: Catalog, readings: Chosen) -> Catalog:
    """The components with the figures that other readings come to. Raises LookupError."""
    for name, choice in readings:
        reading = catalog.readings.readings.get(name)
        if reading is None or choice not in reading.choices:
            raise LookupError(f"the reading {name} = {choice} is not known")
        catalog = with_figure(catalog, tuple(reading.figure.split(".")), reading.choices[choice])
    return catalog


def _with_house(catalog: Catalog, house: House) -> Catalog:
    """The components with the figures of house rules. Raises LookupError."""
    printed, changed = catalog.changeable, catalog
    for name, value in house:
        figure = printed.get(name)
        if figure is None or not figure.least <= value <= figure.most:
            raise LookupError(f"the house rule {name} = {value} is not possible")
        changed = with_figure(changed, figure.path, figure.to(value))
    if any(contradictions(catalog.house, printed, dict(house))):
        raise LookupError("the house rules contradict each other")
    return replace_fields(changed, played_otherwise=house)


def _changes(variant: str, base: str) -> list[_Files]:
    """What a layer changes in the edition `base`, one after the other: always, and in the print for that edition."""
    layer, files = read_layer(variant)
    if base not in layer.prints:
        return [files]
    print_ = _tables_in(f"{variant}/{base}")
    theirs, own = read_layer(base)[1].get(_RENAMED, {}), print_.pop(_RENAMED, {})
    always = {
        stem: {step: renamed(inner, own if step == "add" else theirs) for step, inner in changes.items()}
        for stem, changes in files.items()
    }
    return [always, print_]


def _own(name: str) -> _Files:
    """The tables of what a layer brings."""
    layer, files = read_layer(name)
    if layer.edition is not None:
        return _whole(name)
    return {stem: table_of(changes.get("add", {}), f"{name}/{stem}.toml", "add") for stem, changes in files.items()}


def _whole(edition: str) -> _Files:
    """The tables of an edition, by its layer, with those of the edition that it extends."""
    layer, files = read_layer(edition)
    return compose(_whole(layer.extends), files, edition) if layer.extends else files


@functools.cache
def every_component(edition: int | None = None) -> Catalog:
    """What any edition and variant brings (or one edition with its variants), side by side: for words and pictures, not
    for a game. Of what several have by one name, it is the newest edition's.
    """
    base = _base(edition) if edition else ""
    names = (base, *variants(edition)) if edition else playable_layers()
    chosen = (playable_layers()[name] for name in names)
    layers = sorted(chosen, key=lambda layer: (-(layer.edition or 0), layer.code, layer.id))
    files: _Files = {}
    for layer in layers:
        for tables in [_whole(layer.id)] if layer.edition is not None else _changes(layer.id, base):
            if layer.edition is None:
                more = {stem: {step: table.get(step, {}) for step in ("add", "take")} for stem, table in tables.items()}
                tables = compose({stem: {} for stem in more}, more, layer.id)
            for stem, table in copy.deepcopy(tables).items():
                add(files.setdefault(stem, {}), table, layer.id, stem, united=True)
    named = edition or editions()[-1]
    catalog = build_catalog(named, variants(named), files, "every layer")
    return catalog if edition else replace_fields(catalog, beside=editions()[::-1])


def _every_automa() -> Mapping[str, Automa]:
    return automas()


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

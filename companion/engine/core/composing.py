"""Tables of components put together: what a layer adds, replaces, takes away or renames. Raises CatalogError."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from companion.engine.core.tables import CatalogError

Table = dict[str, object]


def _is_one_value(value: object) -> bool:
    """Whether a table is an effect, or one figure by number (of players, of points)."""
    if not isinstance(value, dict) or not value:
        return False
    return "effect" in value or all(key.isdecimal() and not isinstance(inner, dict) for key, inner in value.items())


def add(target: Table, new: Table, file: str, path: str) -> None:
    """Put what does not exist yet into tables that do."""
    for name, value in new.items():
        here, old = f"{path}.{name}", target.get(name)
        if name not in target:
            target[name] = value
        elif isinstance(value, dict) and isinstance(old, dict) and not _is_one_value(old):
            add(old, value, file, here)
        else:
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


def unite(target: Table, new: Table) -> None:
    """Put what does not exist yet into tables that do, and keep what does."""
    for name, value in new.items():
        old = target.setdefault(name, value)
        if old is not value and isinstance(old, dict) and isinstance(value, dict) and not _is_one_value(old):
            unite(old, value)

"""What an effect is: one of a closed list of things that components do, with its parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.engine.tables import CatalogError, build, table_of

Counted = Literal["cowboy", "builder", "engineer", "woods-building", "station", "hazard", "outlaw-pair"]
"""What an amount may depend on: own workers of a type (the printed one included), own buildings on woods
spaces, stations with an own disc, collected hazards, pairs of a green and an orange outlaw collected."""


@dataclass(frozen=True)
class Effect:
    """Something that a component does. Every kind has a module; data files name it by `name`.

    `section` is the section of the rules reference that tells the rule.
    """

    name: ClassVar[str] = ""
    section: ClassVar[str] = ""

    @classmethod
    def from_table(cls, value: object, file: str, key: str) -> Effect:
        """Read `{ effect = "...", ... }`. Raises CatalogError."""
        table = dict(table_of(value, file, key))
        name = table.pop("effect", None)
        kinds = {kind.name: kind for kind in cls.__subclasses__() if kind.name}
        if name not in kinds:
            raise CatalogError(file, f"{key}.effect", f"{name!r} is not one of {', '.join(sorted(kinds))}")
        return build(kinds[name], table, file, key)


@dataclass(frozen=True)
class Choice:
    """A way to use an action: meet all requirements, then take the rewards in their order."""

    does: tuple[Effect, ...]
    requires: tuple[Effect, ...] = ()


LocalAction = tuple[Choice, ...]
"""A local action: one of its choices (a white slash between them) may be done."""

"""What is still to be done in a turn, in the position format: effects, written as in the component data."""

from __future__ import annotations

from companion.engine.core import Catalog
from companion.engine.core.catalog import layers_of
from companion.engine.effects import pending_vocabulary
from companion.engine.format.containers import Tagged
from companion.engine.format.fields import record_of


def pending_shape(catalog: Catalog) -> Tagged:
    """`{"effect": "hire", "extra": 2}`: an effect by name, with its parameters."""
    kinds = pending_vocabulary(tuple(layer.id for layer in layers_of(catalog)))
    records = {name: record_of(catalog, kind) for name, kind in kinds.items()}
    return Tagged("effect", records, lambda effect: str(effect.name), "effect")

"""What is still to be done in a turn, in the position format: effects, written as in the component data."""

from __future__ import annotations

from companion.engine.core import Catalog, Effect
from companion.engine.core.catalog import layers_of
from companion.engine.core.problems import Path
from companion.engine.effects import pending_vocabulary
from companion.engine.format.bits import BitReader, BitWriter
from companion.engine.format.fields import record_of
from companion.engine.format.shapes import Plain, Reading, Shape, Word, shown


class PendingShape(Shape[Effect]):
    """`{"effect": "hire", "extra": 2}`: an effect by name, with its parameters."""

    def __init__(self, catalog: Catalog) -> None:
        self.kinds = pending_vocabulary(tuple(layer.id for layer in layers_of(catalog)))
        self.name = Word(self.kinds)
        self.records = {name: record_of(catalog, kind) for name, kind in self.kinds.items()}

    def read(self, value: Plain, path: Path, reading: Reading) -> Effect | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        if "effect" not in value:
            reading.problem("key-missing", path, missing="effect")
            return None
        name = self.name.read(value["effect"], (*path, "effect"), reading)
        inner = {key: inner_value for key, inner_value in value.items() if key != "effect"}
        return None if name is None else self.records[name].read(inner, path, reading)

    def plain(self, value: Effect) -> Plain:
        return {"effect": value.name, **self.records[value.name].plain(value)}

    def schema(self) -> dict[str, Plain]:
        kinds = []
        for name, record in self.records.items():
            inner = record.schema()
            inner["properties"] = {"effect": {"const": name}, **inner["properties"]}
            inner["required"] = ["effect", *inner.get("required", [])]
            kinds.append(inner)
        return {"anyOf": kinds}

    def pack(self, value: Effect, bits: BitWriter) -> None:
        self.name.pack(value.name, bits)
        self.records[value.name].pack(value, bits)

    def unpack(self, bits: BitReader) -> Effect:
        return self.records[self.name.unpack(bits)].unpack(bits)

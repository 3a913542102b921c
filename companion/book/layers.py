"""Text layers: parts of the game that the rules tell of, but whose components the engine does not know (yet).

content/layers/<id>.yaml   one layer: what kind it is, and its figures with how sure they are

    kind: expansion        edition, expansion or solo
    edition: 1             with kind edition: which one
    prefix: first          the names of its figures begin with it
    components: first-edition   where the engine scores with the layer: its id there
    figures:
      high:
        first.discs: table.players.discs
      medium:
        first.city.*.value: cities.cities.*.value
        first.market: {2: 9, 3: 12, 4: 15}

A figure is a number, one for each number of players, or where it stands in the engine's components: a path, in which
`*` stands for every id; `components` may also be an automa. A layer that the engine learns altogether loses its file
here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

from companion.book.fields import ContentError, KeyField, read_file

Kind = Literal["edition", "expansion", "solo"]
KINDS: tuple[Kind, ...] = ("edition", "expansion", "solo")
CONFIDENCE = ("high", "medium", "low")

Components = Callable[[str, str], Mapping[str, int | Mapping[int, int]]]
"""Layer of the engine, path through its components -> what `*` stands for in it ("" without one) -> figure.
Raises LookupError."""

_FIELDS: Mapping[str, KeyField] = {
    "kind": KeyField("text"),
    "edition": KeyField("number", required=False),
    "prefix": KeyField("text"),
    "components": KeyField("text", required=False),
    "figures": KeyField("table"),
}


@dataclass(frozen=True)
class TextFigure:
    """A figure of a text layer. It does not depend on variants: its values stand under ()."""

    name: str
    values: Mapping[tuple[str, ...], Mapping[int, int]]
    confidence: str
    listed: str
    """The name that the layer lists it by, perhaps together with others: `first.city.*.value`."""


@dataclass(frozen=True)
class TextLayer:
    """A layer that is told in words only. `edition` is None unless the layer is an edition."""

    id: str
    kind: Kind
    edition: int | None
    figures: Mapping[str, TextFigure]


def load_text_layers(folder: Path, players: Sequence[int], components: Components) -> Mapping[str, TextLayer]:
    """Read all layers below `folder`, by id. `players` are the numbers of players that figures are told for.

    Raises ContentError.
    """
    return {file.stem: _load(file, players, components) for file in sorted(folder.glob("*.yaml"))}


def _load(file: Path, players: Sequence[int], components: Components) -> TextLayer:
    values, lines = read_file(file, _FIELDS)
    kind, edition = values["kind"], values.get("edition")
    if kind not in KINDS:
        raise ContentError(file, lines["kind"], f"{kind!r} is not one of {', '.join(KINDS)}")
    if (edition is not None) != (kind == "edition"):
        raise ContentError(file, lines["kind"], "an edition has a number, and nothing else has")
    figures: dict[str, TextFigure] = {}

    def lookup(path: str) -> Mapping[str, int | Mapping[int, int]]:
        if "components" not in values:
            raise LookupError("'components' does not say which layer of the engine has it")
        return components(values["components"], path)

    for figure in _figures(file, lines["figures"], values["figures"], players, lookup):
        if not figure.name.startswith(f"{values['prefix']}."):
            raise ContentError(file, lines["figures"], f"{figure.name!r} does not begin with {values['prefix']!r}")
        if figure.name in figures:
            raise ContentError(file, lines["figures"], f"{figure.name!r} is given twice")
        figures[figure.name] = figure
    return TextLayer(file.stem, cast(Kind, kind), edition, MappingProxyType(figures))


def _figures(
    file: Path,
    line: int,
    table: Mapping[Any, Any],
    players: Sequence[int],
    lookup: Callable[[str], Mapping[str, int | Mapping[int, int]]],
) -> Iterator[TextFigure]:
    for confidence, entries in table.items():
        if confidence not in CONFIDENCE or not isinstance(entries, dict):
            raise ContentError(file, line, f"{confidence!r} is not one of {', '.join(CONFIDENCE)} with figures below")
        for name, entry in entries.items():
            numbers: Mapping[str, Any] = {name: entry}
            if isinstance(entry, str):
                if not name.count("*") == entry.count("*") <= 1:
                    raise ContentError(file, line, f"{name!r} and {entry!r} do not both have one '*' or none")
                try:
                    numbers = {name.replace("*", key): value for key, value in lookup(entry).items()}
                except LookupError as error:
                    raise ContentError(file, line, f"{name!r}: {error.args[0]}") from error
            for full, number in numbers.items():
                by_players: dict[Any, Any] = (
                    dict(number) if isinstance(number, Mapping) else dict.fromkeys(players, number)
                )
                if list(by_players) != list(players) or not all(type(value) is int for value in by_players.values()):
                    raise ContentError(file, line, f"{full!r} is neither a whole number nor one for each of {players}")
                yield TextFigure(full, {(): MappingProxyType(by_players)}, confidence, name)

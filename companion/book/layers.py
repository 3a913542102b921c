"""Text layers: parts of the game that the rules tell of, but whose components the engine does not know (yet).

content/layers/<id>.yaml   one layer: what kind it is, and its figures with how sure they are

    kind: expansion        edition, expansion or solo
    edition: 1             with kind edition: which one
    prefix: rails          the names of its figures begin with it
    figures:
      high:
        rails.discs: 15
      medium:
        rails.market: {2: 9, 3: 12, 4: 15}

A layer that the engine learns loses its file here: its figures then come from the components.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, cast

from companion.book.fields import ContentError, Field, read_mapping

Kind = Literal["edition", "expansion", "solo"]
KINDS: tuple[Kind, ...] = ("edition", "expansion", "solo")
CONFIDENCE = ("high", "medium", "low")

_FIELDS: Mapping[str, Field] = {
    "kind": Field("text"),
    "edition": Field("number", required=False),
    "prefix": Field("text"),
    "figures": Field("table"),
}


@dataclass(frozen=True)
class TextFigure:
    """A figure of a text layer. It does not depend on variants: its values stand under ()."""

    name: str
    values: Mapping[tuple[str, ...], Mapping[int, int]]
    confidence: str


@dataclass(frozen=True)
class TextLayer:
    """A layer that is told in words only. `edition` is None unless the layer is an edition."""

    id: str
    kind: Kind
    edition: int | None
    figures: Mapping[str, TextFigure]


def load_text_layers(folder: Path, players: Sequence[int]) -> Mapping[str, TextLayer]:
    """Read all layers below `folder`, by id. `players` are the numbers of players that figures are told for.

    Raises ContentError.
    """
    return {file.stem: _load(file, players) for file in sorted(folder.glob("*.yaml"))}


def _load(file: Path, players: Sequence[int]) -> TextLayer:
    values, lines = read_mapping(file, file.read_text(encoding="utf-8"), _FIELDS)
    kind, edition = values["kind"], values.get("edition")
    if kind not in KINDS:
        raise ContentError(file, lines["kind"], f"{kind!r} is not one of {', '.join(KINDS)}")
    if (edition is not None) != (kind == "edition"):
        raise ContentError(file, lines["kind"], "an edition has a number, and nothing else has")
    figures: dict[str, TextFigure] = {}
    for figure in _figures(file, lines["figures"], values["figures"], players):
        if not figure.name.startswith(f"{values['prefix']}."):
            raise ContentError(file, lines["figures"], f"{figure.name!r} does not begin with {values['prefix']!r}")
        if figure.name in figures:
            raise ContentError(file, lines["figures"], f"{figure.name!r} is given twice")
        figures[figure.name] = figure
    return TextLayer(file.stem, cast(Kind, kind), edition, MappingProxyType(figures))


def _figures(file: Path, line: int, table: Mapping[Any, Any], players: Sequence[int]) -> Iterator[TextFigure]:
    for confidence, entries in table.items():
        if confidence not in CONFIDENCE or not isinstance(entries, dict):
            raise ContentError(file, line, f"{confidence!r} is not one of {', '.join(CONFIDENCE)} with figures below")
        for name, told in entries.items():
            by_players: dict[Any, Any] = told if isinstance(told, dict) else dict.fromkeys(players, told)
            if list(by_players) != list(players) or not all(type(value) is int for value in by_players.values()):
                raise ContentError(file, line, f"{name!r} is neither a whole number nor one for each of {players}")
            yield TextFigure(name, {(): MappingProxyType(by_players)}, confidence)

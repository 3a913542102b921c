"""The pieces on a sheet: fields of a player of the position format, of which each piece is entered by itself.

So two phones can enter different pieces of one category without getting in each other's way. How a piece is spelled
where it is stored, exchanged, sent by a form and written into files is told here alone, and stays: phones with an
older app write into the same sheets. `things.<group>.<piece>` says how many of a piece there are or where it is,
`depth.<category>` whether a category counts by its pieces or by its number, and a field that is named like a category
holds the number that was typed. What a piece is in a position, its category tells (`ScoringPiece`), and what kind of
field that is, the format (`described_player`).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from companion import engine
from companion.engine import Automa, Board, Building, Game, House, Pile, Player, Position, ScoringPiece
from companion.integers import whole
from companion.sheets import sums

Depth = Literal["number", "things"]
DEPTHS: tuple[Depth, ...] = ("number", "things")

COUNTS = "counts"
"""The group of how many there are of pieces of which nobody entered which they are."""
AUTOMA = "player.automa"
"""The field that says which automa plays for a player."""
_BUILDINGS = "buildings"
"""The group of what lies on the trail, and not with a player."""
_MAX_DIGITS = 3
_SOMEWHERE = "somewhere"
"""What the made-up name of a space begins with, for a building of which nobody said where it lies."""


class Played(Protocol):
    """What is played: a sheet, or the catalogue of its components."""

    @property
    def edition(self) -> int:
        """The edition."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants."""

    @property
    def played_otherwise(self) -> House:
        """The house rules."""


class PieceOwner(Protocol):
    """A player of a sheet, as far as pieces are concerned."""

    @property
    def seat(self) -> int:
        """The number of the player, from one."""

    @property
    def colour(self) -> str:
        """The player's colour, which no other player has."""

    @property
    def fields(self) -> Mapping[str, str]:
        """What was entered, by name of field."""


def piece_field(group: str, piece: str) -> str:
    """The name of the field of a piece."""
    return f"things.{group}.{piece}"


def depth_field(category: str) -> str:
    """The name of the field that says how a category counts."""
    return f"depth.{category}"


def is_piece(field: str) -> bool:
    """Whether a field is named like that of a piece."""
    return field.startswith("things.")


TYPED: Mapping[str, str] = {name: piece_field(name, piece) for name, piece in engine.typed_pieces().items()}
"""Category -> the field of the one piece that it counts, which is typed as a number and not tapped."""


@dataclass(frozen=True)
class PieceField:
    """Where a piece of a group is entered."""

    group: str
    piece: ScoringPiece

    @functools.cached_property
    def name(self) -> str:
        """The name of the field."""
        return piece_field(self.group, self.piece.id)

    def takes(self, text: str) -> bool:
        """Whether a text can be stored in it."""
        return text in self.piece.words or (len(text) <= _MAX_DIGITS and whole(text, 0, self.piece.most) is not None)

    def count(self, row: PieceOwner) -> int | None:
        """How many there are. None: nothing was entered, or nothing that can be read."""
        text = row.fields.get(self.name)
        return None if text is None or not self.takes(text) else 1 if text in self.piece.words else int(text)

    def place(self, row: PieceOwner, default: str) -> str:
        """Where in a position it is told."""
        return self.piece.words.get(row.fields[self.name], self.piece.key or default)


class SheetPieces:
    """The pieces of what is played. To be had by `pieces_of`."""

    def __init__(self, edition: int, variants: tuple[str, ...], house: House = ()) -> None:
        self.catalog = engine.load_catalog(edition, variants, (), house)
        self.groups = engine.piece_groups(self.catalog)
        """Those of each category by its id, then the other groups."""
        self.fields = {
            name: tuple(PieceField(name, piece) for piece in group.pieces(self.catalog))
            for name, group in self.groups.items()
        }
        self._by_name = {field.name: field for fields in self.fields.values() for field in fields}

    @functools.cached_property
    def kinds(self) -> Mapping[str, str]:
        """Key of a player in a position -> what kind of field it is."""
        return {key: field.kind for key, field in engine.described_player(self.catalog).items()}

    def field(self, name: str) -> PieceField | None:
        """The field with a name, None when there is none."""
        return self._by_name.get(name)

    def storable(self, name: str, text: str) -> bool:
        """Whether a text may be stored in a field of pieces or depth. An empty text takes out what was entered."""
        kind, _, category = name.partition(".")
        if kind == "depth":
            return category in self.catalog.scoring.categories and text in ("", *DEPTHS)
        if name == AUTOMA:
            return not text or text in engine.automas()
        field = self.field(name)
        return field is not None and (not text or field.takes(text))

    def source(self, kind: str) -> str:
        """The group that tells how many there are of something that categories count; `COUNTS` if only a number."""
        group = engine.group_that_counts(self.catalog, kind)
        return group.id if group else COUNTS

    def held(self, row: PieceOwner, group: str) -> list[PieceField]:
        """The pieces of a group that a player has."""
        return [field for field in self.fields[group] if field.count(row)]

    def other_sides(self, rows: Sequence[PieceOwner], sides: Mapping[int, str]) -> set[str]:
        """The fields of buildings that are not in play: those of these sides are, and what somebody has."""
        faces = {field.name: self.catalog.buildings.faces[field.piece.id] for field in self.fields[_BUILDINGS]}
        held = (faces[field.name] for row in rows for field in self.held(row, _BUILDINGS))
        played = {**sides, **{face.number: face.side for face in held}}
        return {name for name, face in faces.items() if played.get(face.number, face.side) != face.side}

    def entered(self, row: PieceOwner, group: str) -> bool:
        """Whether the pieces of a group are known: somebody entered one, or said that the category counts by them.

        A number that is typed is known only once it is: an empty field is no zero. A mere count tells no pieces.
        """
        if group == COUNTS:
            return False
        if group not in TYPED and depth_of(row.fields, group) == "things":
            return True
        return any(field.count(row) is not None for field in self.fields[group] if field.name in row.fields)

    def position(self, rows: Sequence[PieceOwner], *, on_spaces: bool = False) -> Position:
        """The position that the pieces on a sheet tell. A category without pieces stays unknown.

        A building of which nobody said where it lies is put on a space of its own that the trail does not have, and
        nothing lies on the other spaces; or with `on_spaces` on the first free one, as far as there are any.
        """
        limits = self.catalog.table.players
        players = len(rows) if limits.least <= len(rows) <= limits.most else None
        return Position(
            game=Game(
                self.catalog.edition,
                players,
                self.catalog.variants,
                house=dict(self.catalog.played_otherwise) or None,
            ),
            board=Board(buildings=self._on_trail(rows, on_spaces)),
            players={row.colour: self._player(row) for row in rows},
        )

    def _on_trail(self, rows: Sequence[PieceOwner], on_spaces: bool) -> dict[str, Building | None]:
        placed: dict[str, Building | None] = {}
        waiting: list[Building] = []
        for row in rows:
            for field in self.held(row, _BUILDINGS):
                tile, space = Building(row.colour, field.piece.id), row.fields[field.name]
                if space in field.piece.words and space not in placed:
                    placed[space] = tile
                else:
                    waiting.append(tile)
        spaces = [space.id for space in self.catalog.trail.spaces.values() if space.kind == "building"]
        if not on_spaces:
            somewhere = {f"{_SOMEWHERE}-{tile.player}-{tile.face}": tile for tile in waiting}
            return dict.fromkeys(spaces) | placed | somewhere
        return placed | dict(zip((space for space in spaces if space not in placed), waiting, strict=False))

    def _player(self, row: PieceOwner) -> Player:
        """The pieces of one player, as a position has them. What was not entered is None."""
        values: dict[str, Any] = {}
        for name, group in self.groups.items():
            if not group.keys or not self.entered(row, name):
                continue
            texts: dict[str, list[tuple[Any, int]]] = {group.keys[0]: []}
            for field in self.held(row, name):
                texts.setdefault(field.place(row, group.keys[0]), []).append((field.piece.entry, field.count(row) or 0))
            base = {f.piece.entry: f.piece.base for f in self.fields[name] if f.piece.base is not None}
            values |= {key: _value(self.kinds[key], pieces, base) for key, pieces in texts.items()}
        return Player(**values)

    def of_player(self, position: Position, colour: str) -> dict[str, str]:
        """The fields that a position fills for a player. What it does not tell stays empty."""
        player = position.players[colour]
        fields: dict[str, str] = {AUTOMA: player.automa.id} if player.automa else {}
        for name, group in self.groups.items():
            held, is_category = group.held(self.catalog, position, colour), name in self.catalog.scoring.categories
            if held is None or not self._are_pieces(name, held):
                continue
            if is_category:
                fields[depth_field(name)] = "things"
            for field in self.fields[name]:
                piece, key = field.piece, field.piece.key or next(iter(group.keys), "")
                word = next((word for word, at in piece.words.items() if held.get(at, {}).get(piece.entry)), None)
                count = held.get(key, {}).get(piece.entry, None if is_category else piece.base)
                # Of a category it is known that there is nothing else; the other groups have to say so.
                if word or count or (count is not None and (name in TYPED or not is_category)):
                    text = word or str(count)
                    fields[field.name] = text if field.takes(text) else str(piece.most)
        return fields

    def _are_pieces(self, group: str, held: engine.Held) -> bool:
        """Whether everything that somebody has can be entered."""
        entries = {field.piece.entry for field in self.fields[group]}
        return all(entry in entries for counts in held.values() for entry in counts)


def _value(kind: str, pieces: Sequence[tuple[Any, int]], base: Mapping[Any, int]) -> Any:
    """Pieces as a field of this kind holds them."""
    if kind == "counts":
        return {**base, **dict(pieces)}
    if kind in ("number", "one"):
        count = sum(count for _, count in pieces)
        return count if kind == "number" else bool(count)
    entries = tuple(entry for entry, count in pieces for _ in range(count))
    return Pile(len(entries), entries) if kind == "pile" else entries


def pieces_of(played: Played) -> SheetPieces:
    """The pieces of what is played."""
    return _pieces(played.edition, tuple(sorted(played.variants)), played.played_otherwise)


_pieces = functools.lru_cache(64)(SheetPieces)


def depth_of(fields: Mapping[str, str], category: str) -> Depth:
    """How a category counts: as somebody said; else by its number, or by a piece that was typed in its place."""
    said = fields.get(depth_field(category))
    if said is None:
        return "things" if TYPED.get(category) in fields and category not in fields else "number"
    return "things" if said == "things" else "number"


def asked_of(fields: Mapping[str, str], category: str) -> str:
    """The field in which a category is typed: that of its piece where it has one, unless points are wanted."""
    if depth_field(category) not in fields and category not in fields:
        return TYPED.get(category, category)
    return TYPED.get(category, category) if depth_of(fields, category) == "things" else category


def typed_points(fields: Mapping[str, str], category: str) -> int | None:
    """The number that was typed for a category, None when there is none."""
    text = fields.get(category, "")
    try:
        return sums.points(text) if text else None
    except sums.NotPoints:
        return None


def automa_of(row: PieceOwner) -> Automa | None:
    """The automa that plays for a player, None if somebody plays."""
    return engine.automas().get(row.fields.get(AUTOMA, ""))

"""The fields of a sheet: which there are, and how what is typed into them is read.

A field without a dot is a category and holds points. In the form of a page, field `f` of seat 2 is `p2-f`, and what
the page had shown there is `was-p2-f`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from flask_babel import gettext
from markupsafe import Markup

from companion import engine
from companion.components import Part, component_words, parts_of
from companion.engine import IN_DECK, PLAYED, Catalog
from companion.sentences.names import Words
from companion.sheets import about, sums
from companion.sheets.changes import JOINED
from companion.sheets.pieces import COUNTS, TYPED, PieceField, SheetPieces, pieces_of
from companion.sheets.states import Cell, SheetState
from companion.sheets.sums import NotPoints
from companion.web import assets, language
from companion.web.language import name
from companion.web.sanitise import one_line


def catalog_of(sheet: SheetState) -> Catalog:
    """The components that a sheet is scored by."""
    return engine.load_catalog(sheet.edition, sheet.variants, (), sheet.played_otherwise)


def has_field(catalog: Catalog, _seat: int, field: str) -> bool:
    """Whether a seat has such a field."""
    return field in catalog.scoring.categories or pieces_of(catalog).storable(field, "")


def is_number(field: str) -> bool:
    """Whether numbers and sums are typed in a field: points, or how many there are of a piece."""
    return "." not in field or field in TYPED.values()


def read(catalog: Catalog, seat: int, field: str, typed: str) -> str | None:
    """What is to be stored for what was typed, None for nothing. Raises NotPoints; KeyError for unknown fields."""
    if not has_field(catalog, seat, field):
        raise KeyError((seat, field))
    text = sums.tidy(one_line(typed)) if is_number(field) else typed or None
    if text is None or "." not in field:
        return text
    if is_number(field):
        text = str(sums.points(text))
    if not pieces_of(catalog).storable(field, text):
        raise NotPoints(typed)
    return text


class Look(NamedTuple):
    """How people recognise a piece on the table: a component, or a symbol; and what it is called."""

    title: str
    part: Part | None = None
    symbol: str | None = None

    @property
    def picture(self) -> Markup | None:
        """The picture of the component."""
        return self.part.picture(assets.sprite(), self.title).markup() if self.part else None


def look(pieces: SheetPieces, field: PieceField, language: str) -> Look:
    """How the piece of a field looks."""
    catalog, piece = pieces.catalog, field.piece
    words = Words(language, catalog, edition=catalog.edition)
    if piece.part:
        part = parts_of(catalog)[piece.part]
        name = component_words(language, catalog.edition).title(part)
        if not piece.vp:
            return Look(name, part)
        # Cards of a breed look as they do on the table: each with its own points.
        card = replace(part, thing=replace(part.thing, copies={piece.vp: part.thing.copies[piece.vp]}))
        return Look(words.name("card", "with-points", card=name, vp=piece.vp), card)
    if field.group != COUNTS:
        alone = len(pieces.fields[field.group]) == 1
        named = words.name("counted-thing", field.group) if alone else words.name("symbol", piece.symbol)
        return Look(named, symbol=piece.symbol)
    # Of these only the number matters.
    if piece.id in catalog.cities.cities:
        return Look(words.name("how-many", "city", city=words.name("city", piece.id)))
    if piece.id in catalog.cattle.breeds:
        return Look(words.name("how-many", "breed", breed=words.name("breed", piece.id)))
    head, _, value = piece.id.partition("-")
    return Look(words.name("how-many", head, value=value) if value.isdecimal() else words.name("how-many", piece.id))


def where(field: PieceField, language: str) -> str:
    """Where the objective cards of a field are, when it counts those of one place."""
    place = field.piece.id.rpartition(".")[2]
    return Words(language).name("objective-place", place) if place in (PLAYED, IN_DECK) else ""


def piece_title(pieces: SheetPieces, field: PieceField, language: str) -> str:
    """What the field of a piece is called where it stands alone: its piece, and for objective cards where they are."""
    text, place = look(pieces, field, language).title, where(field, language)
    return f"{text} ({place})" if place else text


def title(sheet: SheetState, field: str) -> str:
    """What a field is called, in the reader's language: a category, or a piece that is counted for one."""
    kind, dot, category = field.partition(".")
    if field in about.FIELDS:
        titles = {about.LOCATION: gettext("Place"), about.MINUTES: gettext("Minutes"), about.NOTE: gettext("Note")}
        return str(titles[field])
    if kind == "player":
        return str(gettext("Player")) if field == JOINED else name("automa", "plays")
    if not dot or kind == "depth":
        return name("category", category or field)
    played = pieces_of(sheet)
    piece = played.field(field)
    return piece_title(played, piece, language.current()) if piece else field


def worded(field: str, text: str | None) -> str | None:
    """What stands in a field, in the reader's language."""
    kind, _, rest = field.partition(".")
    if text is None:
        return None
    if kind == "depth":
        if field.partition(".")[2] in TYPED:
            return str(gettext("Points") if text == "number" else gettext("Dollars"))
        return str(gettext("Enter points") if text == "number" else gettext("Count pieces"))
    if kind == "player":
        return text.partition(" ")[2] if field == JOINED else name("automa", text)
    return name("objective-place", text) if rest.startswith("objectives.") and not text.isdecimal() else text


def name_of(seat: int, field: str) -> str:
    """The name of a field in the form of a page."""
    return f"p{seat}-{field}"


def cell_of(name: str) -> Cell | None:
    """The seat and field that a name in a form is about, None when it is about none."""
    head, dash, field = name.partition("-")
    if not dash or len(head) != 2 or head[0] != "p" or head[1] not in "0123456789":
        return None
    return int(head[1]), field

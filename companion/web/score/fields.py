"""The fields of a sheet: which there are, and how what is typed into them is read.

A field without a dot is a category and holds points. In the form of a page, field `f` of seat 2 is `p2-f`, and what
the page had shown there is `was-p2-f`.
"""

from __future__ import annotations

from flask_babel import gettext

from companion import engine
from companion.engine import Catalog
from companion.sheets import about, sums, things
from companion.sheets.states import Cell, SheetHead
from companion.sheets.sums import NotPoints
from companion.web import language
from companion.web.language import name
from companion.web.sanitise import one_line
from companion.web.score.calculator import naming

__all__ = ["NotPoints", "catalog_of", "cell_of", "is_number", "known", "name_of", "read", "title", "told"]


def catalog_of(sheet: SheetHead) -> Catalog:
    """The components that a sheet is scored by."""
    return engine.load_catalog(sheet.edition, sheet.variants)


def known(catalog: Catalog, _seat: int, field: str) -> bool:
    """Whether a seat has such a field."""
    return field in catalog.scoring.categories or things.storable(catalog.edition, catalog.variants, field, "")


def is_number(field: str) -> bool:
    """Whether numbers and sums are typed in a field: points, or how many there are of a thing."""
    return "." not in field or field in things.TYPED.values()


def read(catalog: Catalog, seat: int, field: str, typed: str) -> str | None:
    """What is to be stored for what was typed, None for nothing. Raises NotPoints; KeyError for unknown fields."""
    if not known(catalog, seat, field):
        raise KeyError((seat, field))
    text = sums.tidy(one_line(typed)) if is_number(field) else typed or None
    if text is None or "." not in field:
        return text
    if is_number(field):
        text = str(sums.points(text))
    if not things.storable(catalog.edition, catalog.variants, field, text):
        raise NotPoints(typed)
    return text


def title(sheet: SheetHead, field: str) -> str:
    """What a field is called, in the reader's language: a category, or a thing that is counted for one."""
    kind, dot, category = field.partition(".")
    if field in about.FIELDS:
        titles = {about.LOCATION: gettext("Place"), about.MINUTES: gettext("Minutes"), about.NOTE: gettext("Note")}
        return str(titles[field])
    if kind == "player":
        return name("automa", "plays")
    if not dot or kind == "depth":
        return name("category", category or field)
    thing = things.field_of(sheet.edition, sheet.variants, field)
    return naming.title(catalog_of(sheet), thing, language.current()) if thing else field


def told(field: str, text: str | None) -> str | None:
    """What stands in a field, in the reader's language."""
    kind, _, rest = field.partition(".")
    if text is None:
        return None
    if kind == "depth":
        if field.partition(".")[2] in things.TYPED:
            return str(gettext("Points") if text == "number" else gettext("Dollars"))
        return str(gettext("Enter points") if text == "number" else gettext("Count pieces"))
    if kind == "player":
        return name("automa", text)
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

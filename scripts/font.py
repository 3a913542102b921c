"""Make the font of the downloaded pictures anew: the letters of our texts, out of NanumGothic Bold.

python scripts/font.py /usr/share/fonts/truetype/nanum/NanumGothicBold.ttf

Needed when a test says that the pictures show a letter that the font lacks. The licence asks for another name.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from companion import i18n
from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "static" / "vendor" / "notebook-gothic-bold.ttf"
SIGNS = "−×–→…·’‘“”∞°"
NAMES = {
    1: "Notebook Gothic",
    2: "Bold",
    3: "Notebook Gothic Bold",
    4: "Notebook Gothic Bold",
    6: "NotebookGothic-Bold",
}


def letters() -> set[str]:
    """Everything that a name, a message or a rule holds in some language."""
    found = set(map(chr, range(0x20, 0x7F))) | set(SIGNS)
    for language in i18n.languages():
        found.update(*i18n.all_names(language).values())
        for message in i18n.read_catalog(language):
            found |= set(message.string if isinstance(message.string, str) else "".join(message.string))
        for file in (i18n.CONTENT / language).rglob("*.md"):
            found |= set(file.read_text(encoding="utf-8"))
    return {letter for letter in found if letter >= " "}


def _compose(font: TTFont) -> None:
    """Put together what the font has the parts of only: capital letters with two dots, and quotation marks below."""
    named, shapes, widths = font.getBestCmap(), font["glyf"], font["hmtx"]
    dots, comma = named[ord("¨")], named[ord(",")]
    raised = shapes[named[ord("Ü")]].yMax - shapes[dots].yMax
    for letter in "ÄÖ":
        below = named[ord(unicodedata.normalize("NFD", letter)[0])]
        middle = (widths[below][0] - widths[dots][0]) // 2
        _add(font, letter, widths[below][0], [(below, 0, 0), (dots, middle, raised)])
    apart = shapes[comma].xMax - shapes[comma].xMin + widths[comma][0] // 6
    _add(font, "„", widths[comma][0] + apart, [(comma, 0, 0), (comma, apart, 0)])


def _add(font: TTFont, letter: str, width: int, parts: list[tuple[str, int, int]]) -> None:
    """A letter made of glyphs, each with how far it is moved to the right and up."""
    pen = TTGlyphPen(font.getGlyphSet())
    for name, right, up in parts:
        pen.addComponent(name, (1, 0, 0, 1, right, up))
    name = f"uni{ord(letter):04X}"
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = (width, 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(letter)] = name


def make(source: Path) -> None:
    """Write the font."""
    font = TTFont(source, recalcTimestamp=False)
    _compose(font)
    options = subset.Options()
    options.drop_tables += ["TSI0", "TSI1", "TSI2", "TSI3", "TSI5", "VDMX", "hdmx", "LTSH"]
    options.hinting, options.layout_features, options.name_IDs = False, ["kern"], [0, *NAMES, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(letters()))
    subsetter.subset(font)
    for table in font["cmap"].tables:
        # It has no minus sign; a dash is as wide as its plus.
        if table.isUnicode():
            table.cmap.setdefault(ord("−"), table.cmap[ord("–")])
    for record in font["name"].names:
        record.string = NAMES.get(record.nameID, record.toUnicode())
    font.save(TARGET)


if __name__ == "__main__":
    make(Path(sys.argv[1]))

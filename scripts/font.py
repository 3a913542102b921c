"""Make the font of the downloaded pictures anew: the letters of our messages, out of NanumGothic Bold.

python scripts/font.py /usr/share/fonts/truetype/nanum/NanumGothicBold.ttf

Needed when a test says that the pictures show a letter that the font lacks. The licence asks for another name.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion import i18n
from fontTools import subset
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
    """Everything that a name or a message holds in some language."""
    found = set(map(chr, range(0x20, 0x7F))) | set(SIGNS)
    for language in i18n.languages():
        found.update(*i18n.all_names(language).values())
        for message in i18n.read_catalog(language):
            found |= set(message.string if isinstance(message.string, str) else "".join(message.string))
    return {letter for letter in found if letter >= " "}


def make(source: Path) -> None:
    """Write the font."""
    font = TTFont(source, recalcTimestamp=False)
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

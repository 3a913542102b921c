"""What a text says piece by piece: its sentences, the entries of its lists, the rows of its tables with their headers.

Whoever shows a part of a text shows whole pieces. A piece that tells figures by numbers of players can be told for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from xml.etree import ElementTree

from companion import languages

Element = ElementTree.Element
Text = Mapping[int, str]
"""A text by number of players; 0 is for everybody, and stands for those that would read the same."""

_PLAYERS = (2, 3, 4)
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bSt\.)(?<!\be\.g\.)[\"'”’)]*\s+(?=[^\sa-z])")
_NUMBERS = re.compile(r"[\d, /–-]+")
_NOTHING = ("", "–")
_ANY, _NUMBER = "…", "%"
"""What a phrase for a column has for what stands in a cell, and for the number that it begins with."""
_COUNTED = re.compile(r"(?:de )?[−+]?\d+(?:(?: ?[+/–~] ?| (?:to|bis|à|a) |, )\d+)*(?!\w)")


@dataclass(frozen=True)
class Block:
    """A paragraph ("p"), a list or a table: its pieces, what leads to them, and the passage that it stands in."""

    kind: str
    passage: int
    pieces: tuple[Text, ...]
    lead: Text


def blocks(
    root: Element, text: Callable[[Element, int], str], columns: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Block]:
    """The blocks of a text. `text(element, players)` tells an element in words, with players 0 for everybody;
    `columns` tells what stands under the heading of a column as a part of a sentence.
    """
    passage = 0
    lead: Text = {}
    for block in root:
        if re.fullmatch("h[1-6]", block.tag):
            passage, lead = passage + 1, {}
            continue
        if block.tag == "table":
            parsed = Block("table", passage, tuple(_rows(block, text, columns)), lead or _title(block, text))
        elif block.tag in ("ul", "ol"):
            parsed = Block("list", passage, tuple(_by_players(partial(text, item)) for item in block), lead)
        else:
            parsed = Block("p", passage, _sentences(_by_players(partial(text, block))), {})
        yield parsed
        lead = _leading(parsed) if parsed.kind != "table" else {}


def _leading(block: Block) -> Text:
    """The sentence at the end of a block that leads to what comes next, nothing when there is none."""
    last = _sentences(block.pieces[-1])[-1] if block.pieces else {0: ""}
    return last if any(language.leads(last[0]) for language in languages.every()) else {}


def _sentences(by_players: Text) -> tuple[Text, ...]:
    split = {n: _SENTENCE.split(each) for n, each in by_players.items()}
    return tuple({n: each[place] for n, each in split.items() if place < len(each)} for place in range(len(split[0])))


def _title(table: Element, text: Callable[[Element, int], str]) -> Text:
    """What stands above the names of the rows where nothing stands above what they say: what the table is about."""
    first, *others = (text(cell, 0) for cell in next(table.iter("tr")) if cell.tag in ("th", "td"))
    return {0: f"{first}:"} if first and not any(others) else {}


def _by_players(text_for: Callable[[int], str]) -> Text:
    everybody = text_for(0)
    return {0: everybody} | {n: each for n in _PLAYERS if (each := text_for(n)) != everybody}


def _rows(table: Element, text: Callable[[Element, int], str], columns: Mapping[str, str]) -> Iterator[Text]:
    head, *rows = ([cell for cell in row if cell.tag in ("th", "td")] for row in table.iter("tr"))
    for_whom = [_who(cell) for cell in head]
    first = ""

    def row_of(cells: list[Element], n: int) -> str:
        texts = [_cell(cell, text, n) for cell in cells]
        headers = [_cell(cell, text, n) for cell in head]
        row_name = 0 if for_whom[0] else 1
        name = "".join(texts[:row_name]) or first * row_name
        if row_name and _NUMBERS.fullmatch(name):
            name = f"{headers[0]} {name}".strip()
        if n and _who(cells[0]) not in (0, n):
            return ""
        shown = [
            place
            for place in range(row_name, len(texts))
            if texts[place] not in _NOTHING and for_whom[place] in (0, n or for_whom[place])
        ]
        whose = next((headers[place] for place in shown if n and for_whom[place] == n), "")
        values = [
            _in_sentence(headers, place, texts[place], columns) if headers[place] != whose else texts[place]
            for place in shown
        ]
        between = "; " if any("," in value for value in values) else ", "
        return ": ".join(filter(None, (", ".join(filter(None, (whose, name))), between.join(values))))

    for cells in rows:
        yield _by_players(partial(row_of, cells))
        first = _cell(cells[0], text, 0) or first


def _in_sentence(headers: list[str], place: int, value: str, columns: Mapping[str, str]) -> str:
    """What stands in a cell as a part of a sentence: 6 under "Dollars" is 6 dollars."""
    header = headers[place]
    if header.isdecimal():
        return f"{value} ({headers[0]} {header})"
    several, _, one = columns.get(header, f"{header} {_ANY}").partition(" | ")
    number = _COUNTED.match(value)
    if _NUMBER not in several:
        return several.replace(_ANY, value).strip()
    if not number:
        return value
    return (one if one and number[0] == "1" else several).replace(_NUMBER, number[0]) + value[number.end() :]


def _who(cell: Element) -> int:
    """The number of players that a cell is headed with, 0 when it is none."""
    who = next((span for span in cell.iter("span") if span.get("class") == "who-plays"), None)
    return 0 if who is None else int(who.get("data-players", 0))


def _cell(cell: Element, text: Callable[[Element, int], str], n: int) -> str:
    """The words of a cell; where it has nothing but symbols, what they are called."""
    return text(cell, n) or ", ".join(symbol.get("aria-label", "") for symbol in cell.iter("svg"))


def mend_tables(root: Element) -> None:
    """Have tables read right: an empty corner is no heading, and wide ones scroll on their own, never the page."""
    for head in root.iter("th"):
        # The corner above row names is no heading of anything.
        if not len(head) and not (head.text or "").strip():
            head.tag = "td"
    for place, block in enumerate(root):
        if block.tag == "table":
            # With a keyboard, once it has the focus.
            root[place] = frame = ElementTree.Element("div", {"class": "scrolls", "tabindex": "0"})
            frame.append(block)


def figure_for(element: Element, players: int) -> str:
    """What a figure is for a number of players, \"\" when it does not say."""
    values: dict[str, None] = {}
    for span in element.iter("span"):
        kind = span.get("class", "").partition(" ")[0]
        if kind == "figure":
            values[span.text or ""] = None
        elif kind == "chip" and span.get("data-players") == str(players):
            values[span[-1].text or ""] = None
    return "/".join(values)

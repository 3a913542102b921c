"""Rule texts to HTML: Markdown with figures by name, symbols, and links between sections.

`{{fee.green}}`        a figure, for every number of players and variant for which it differs
`{{fee.green@3}}`      the figure with three players
`{{abs:arrow.x.vp}}`   the figure without its sign
`{{players:3}}`        "3 players", in the reader's language
`:hand-green:`         a symbol of the sprite
`[text](movement/steps#fork)`   a link to a section, or to a heading in it
`- [ ] Shuffle.`       something to tick off (see `checks.py`)
`## Title {#id .fold}` a part that lies folded until one opens it, for what nobody needs who only reads the rule
`## Title {#id .reading}` a box: what the rules leave open, and how we read it
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions.attr_list import AttrListExtension
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from companion.book.pieces import blocks, figure_for, mend_tables
from companion.book.sections import Rendered, Sources

# List entries that are ticked off. - [ ] Put the covering tile in. [Step limit](movement/step-limit) {#covering-tile
# data-for="2 3"} becomes a check box with its text as the label; a link at the end stands beside it, not in it. The
# id is the same in every language. `data-for` tells the numbers of players, `data-layer` the layer, `data-edition` the
# edition that an entry is for.

_BOX = "[ ]"


class CheckBoxes(Treeprocessor):
    """Turns entries that begin with `[ ]` into check boxes, and notes them in `checks`."""

    def __init__(self, checks: list[tuple[str, ...]], problems: list[str]) -> None:
        super().__init__()
        self.checks, self.problems = checks, problems

    def run(self, root: ElementTree.Element) -> None:
        """Rewrite the tree in place."""
        for entry in root.iter("li"):
            text = entry.text or ""
            if text.startswith(_BOX):
                self._turn(entry, text.removeprefix(_BOX).lstrip())

    def _turn(self, entry: ElementTree.Element, text: str) -> None:
        name = entry.get("id", "")
        if not name:
            self.problems.append(f"the entry {text[:30]!r} has no id: write {{#...}} in a line below it")
        self.checks.append((name, *(entry.get(f"data-{when}", "") for when in ("for", "layer", "edition"))))
        children = list(entry)
        link = None
        if children and children[-1].tag == "a" and not (children[-1].tail or "").strip():
            link = children.pop()
            link.tail = None
        for child in list(entry):
            entry.remove(child)
        entry.text = None
        entry.set("class", "check")
        label = ElementTree.SubElement(entry, "label")
        ElementTree.SubElement(label, "input", {"type": "checkbox", "name": name})
        words = ElementTree.SubElement(label, "span")
        words.text = text
        words.extend(children)
        if link is not None:
            link.set("class", "check-rule")
            entry.append(link)


FIGURE = r"\{\{(?:(?P<word>abs|players):)?(?P<name>[a-z0-9.-]+)(?:@(?P<players>\d))?\}\}"
SYMBOL = r":(?P<symbol>[a-z][a-z0-9-]*[a-z0-9]):"
_MINUS = "−"
_STARTS, _CUT = ("h2", "h3", "details", "aside"), "cut"
"""What a part begins with, and what is written before it, to take the HTML apart again."""


def signed(value: int) -> str:
    """A number as readers expect it: with a real minus sign."""
    return f"{_MINUS}{-value}" if value < 0 else str(value)


def _span(css: str, text: str = "", **attributes: str) -> ElementTree.Element:
    element = ElementTree.Element("span", {"class": css, **attributes} if css else attributes)
    # Atomic: what we put in is not Markdown and is not read as such.
    element.text = AtomicString(text)
    return element


Bare = dict[ElementTree.Element, str]
"""What elements that show more than a text are in plain text."""


class _Pattern(InlineProcessor):
    """Puts an element in the place of what is written."""

    written = ""

    def __init__(self, sources: Sources, out: Rendered, bare: Bare) -> None:
        super().__init__(self.written)
        self.sources, self.out, self.bare = sources, out, bare

    def handleMatch(  # type: ignore[override]  # noqa: N802 (the name is Markdown's)
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[ElementTree.Element, int, int]:
        return self.element(m), m.start(0), m.end(0)

    @abstractmethod
    def element(self, match: re.Match[str]) -> ElementTree.Element:
        """What is put in."""


class _Figures(_Pattern):
    written = FIGURE

    def element(self, match: re.Match[str]) -> ElementTree.Element:
        label, name = self.sources.label, match["name"]
        self.out.figures.append(match[0][2:-2])
        if match["word"] == "players":
            return _span("who-plays", label("players", "count", n=int(name)), **{"data-players": name})
        figure = self.sources.figures.get(name)
        if figure is None:
            self.out.problems.append(f"there is no figure {name!r}")
            return _span("figure")
        values = {
            variants: {n: abs(value) if match["word"] else value for n, value in by_players.items()}
            for variants, by_players in figure.values.items()
        }
        if match["players"]:
            count = int(match["players"])
            values = {variants: {count: by_players[count]} for variants, by_players in values.items()}
        element = self._by_variants(values)
        every = dict.fromkeys(value for by_players in values.values() for value in by_players.values())
        self.bare[element] = "/".join(map(signed, every))
        if match["players"]:
            # In a table with a column for each number of players, the table's own column stands out.
            element.set("data-players", match["players"])
        if figure.confidence == "low":
            element.set("class", f"{element.get('class')} unsure")
            element.set("title", label("figure", "unsure"))
        return element

    def _by_variants(self, values: Mapping[tuple[str, ...], Mapping[int, int]]) -> ElementTree.Element:
        distinct = {tuple(by_players.items()) for by_players in values.values()}
        if len(distinct) == 1:
            return self._by_players(next(iter(values.values())))
        outer = _span("by-variant")
        for variants, by_players in values.items():
            name = " ".join(variants) or "base"
            inner = _span("variant", **{"data-variants": name})
            inner.append(_span("variant-name", self.sources.label("variant", name)))
            inner.append(self._by_players(by_players))
            outer.append(inner)
        return outer

    def _by_players(self, by_players: Mapping[int, int]) -> ElementTree.Element:
        if len(set(by_players.values())) == 1:
            return _span("figure", signed(next(iter(by_players.values()))))
        outer = _span("by-players")
        for count, value in by_players.items():
            chip = _span("chip", **{"data-players": str(count)})
            who = _span("chip-who")
            who.append(_span("", self.sources.label("players", "short", n=count), **{"aria-hidden": "true"}))
            who.append(_span("sr-only", self.sources.label("players", "count", n=count) + ": "))
            chip.append(who)
            chip.append(_span("chip-value", signed(value)))
            outer.append(chip)
        return outer


class _Symbols(_Pattern):
    written = SYMBOL

    def element(self, match: re.Match[str]) -> ElementTree.Element:
        name = match["symbol"]
        if name not in self.sources.symbols:
            self.out.problems.append(f"there is no symbol {name!r}")
        self.out.symbols.append(name)
        svg = ElementTree.Element(
            "svg", {"class": "symbol", "role": "img", "aria-label": self.sources.label("symbol", name)}
        )
        ElementTree.SubElement(svg, "use", {"href": f"{self.sources.sprite}#{name}"})
        value = self.sources.figures.get(f"breed.{name.removeprefix('cattle-')}.value")
        if value:
            # The card's breeding value is a figure too: it is written onto the symbol, not drawn into it.
            svg.set("viewBox", "0 0 24 24")
            text = ElementTree.SubElement(svg, "text", {"x": "17", "y": "20.2"})
            text.text = AtomicString(str(next(iter(next(iter(value.values.values())).values()))))
        self.bare[svg] = ""
        return svg


class _Structure(Treeprocessor):
    """Collects headings and passages, and turns links to sections into addresses."""

    def __init__(
        self,
        out: Rendered,
        address: Callable[[str], str],
        bare: Bare,
        label: Callable[..., str],
        columns: Mapping[str, str],
    ) -> None:
        super().__init__()
        self.out, self.address, self.bare, self.label, self.columns = out, address, bare, label, columns

    def run(self, root: ElementTree.Element) -> None:
        # What stands close to the word before it: French has a space in front of a colon.
        self.closely = ".,)" if self.label("list", "colon")[:1].isspace() else ".,;:!?)"
        self.bare_for = [self.bare] + [
            {inner: _marked(inner, figure_for(inner, players) or text) for inner, text in self.bare.items()}
            for players in range(1, 5)
        ]
        self.out.blocks = list(blocks(root, self.text_for, self.columns))
        anchor, heading, level = "", "", 0
        parts: list[str] = []
        for block in root:
            if re.fullmatch("h[1-6]", block.tag):
                self.out.passages.append((anchor, heading, " ".join(parts)))
                self.out.levels.append(level)
                anchor, heading, parts = block.get("id", ""), _text(block, self.bare), []
                level = int(block.tag[1])
                self.out.headings.append((anchor, heading))
                if not anchor:
                    self.out.problems.append(f"the heading {heading!r} has no id: write {{#...}} behind it")
                if block.tag not in ("h2", "h3"):
                    self.out.problems.append(f"the heading {heading!r} is neither ## nor ###")
            else:
                parts.append(_text(block, self.bare))
        self.out.passages.append((anchor, heading, " ".join(parts)))
        self.out.levels.append(level)
        for link in root.iter("a"):
            target = link.get("href", "")
            self.out.links.append(target)
            link.set("href", self.address(target))
        mend_tables(root)
        self._contain(root)
        for place, block in reversed(list(enumerate(root))):
            if block.tag in _STARTS:
                root.insert(place, ElementTree.Comment(_CUT))

    def _contain(self, root: ElementTree.Element) -> None:
        """Put each part whose heading says so into something that opens, or into a box."""
        around = {"fold": _folded, "reading": self._boxed}
        heads = {block: block.tag for block in root if block.tag in ("h2", "h3")}
        for heading in [block for block in heads if block.get("class") in around][::-1]:
            place = list(root).index(heading)
            following = list(root)[place + 1 :]
            end = next((n for n, block in enumerate(following) if heads.get(block, "p") <= heading.tag), len(following))
            outer = around[heading.attrib.pop("class")](heading)
            outer.extend(following[:end])
            heads[outer] = heading.tag
            root[place : place + 1 + end] = [outer]

    def _boxed(self, heading: ElementTree.Element) -> ElementTree.Element:
        name = heading.get("id", "")
        self.out.boxes.append(name)
        box = ElementTree.Element("aside", {"class": "reading", "aria-labelledby": name})
        badge = _span("badge ruling", self.label("ruling", "badge"))
        ElementTree.SubElement(box, "p", {"class": "badges"}).append(badge)
        box.append(heading)
        return box

    def text_for(self, element: ElementTree.Element, players: int) -> str:
        """The words of a block for a number of players, without the links beside what is ticked off."""
        beside = dict.fromkeys((link for link in element.iter("a") if link.get("class") == "check-rule"), "")
        text = _for_players(_text(element, self.bare_for[players] | beside), players)
        return re.sub(rf" (?=[{self.closely}])", "", text)


_BETWEEN = r"(?:, |,? \w+ )"
_FIGURE = "\x02([^\x03]*)\x03"
_EACH = re.compile(_BETWEEN.join([_FIGURE] * 3))
_PLAYERS = re.compile(r"(?<!\d)2, 3(?:,| \w+) 4(?!\d)")


def _marked(figure: ElementTree.Element, text: str) -> str:
    """The text of a figure, between two marks where it holds for one number of players."""
    return f"\x02{text}\x03" if figure.get("data-players") else text


def _for_players(text: str, players: int) -> str:
    """A text without its marks. Of figures for 2, 3, 4 players one after the other only the one for `players` stays,
    0 for all of them.
    """
    if players > 1:
        text, lists = _EACH.subn(lambda each: each[players - 1], text)
        text = _PLAYERS.sub(str(players), text) if lists else text
    return re.sub("[\x02\x03]", "", text)


def _folded(heading: ElementTree.Element) -> ElementTree.Element:
    details = ElementTree.Element("details", {"class": "fold"})
    ElementTree.SubElement(details, "summary").append(heading)
    return details


_BLOCKS = {"p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "blockquote", "div"}


def _text(element: ElementTree.Element, bare: Bare) -> str:
    """The words of a block. Blocks inside it stand apart, words inside a line do not."""

    def pieces(inner: ElementTree.Element) -> Iterator[str]:
        if inner in bare:
            yield bare[inner]
            return
        apart = " " if inner.tag in _BLOCKS else ""
        yield apart + (inner.text or "")
        for child in inner:
            yield from pieces(child)
            yield child.tail or ""
        yield apart

    # A space that holds two words together, as French has in front of a colon, stays.
    return re.sub(r"[ \t\r\n]+", " ", "".join(pieces(element))).strip(" ")


def render(
    text: str, sources: Sources, address: Callable[[str], str], columns: Mapping[str, str] = MappingProxyType({})
) -> Rendered:
    """Render one text. `address` gives the page address for a section id, with or without `#heading`; `columns` tells
    how cells of tables read in a sentence.

    Problems (unknown figures, symbols, headings without id) are collected, not raised.
    """
    out, bare = Rendered(), Bare()
    # Notes below numbered steps are a list of their own, no further steps.
    extensions = [TableExtension(), AttrListExtension(), SaneListExtension()]
    markdown = Markdown(extensions=extensions, output_format="html")
    # Raw HTML has no place in rule texts: it is shown as text, never passed through.
    markdown.preprocessors.deregister("html_block")
    markdown.inlinePatterns.deregister("html")
    markdown.inlinePatterns.register(_Figures(sources, out, bare), "figure", 185)
    markdown.inlinePatterns.register(_Symbols(sources, out, bare), "symbol", 184)
    markdown.treeprocessors.register(_Structure(out, address, bare, sources.label, columns), "structure", 5)
    markdown.treeprocessors.register(CheckBoxes(out.checks, out.problems), "checks", 6)
    out.pieces = [piece.strip() for piece in markdown.convert(text).split(f"<!--{_CUT}-->")]
    return out

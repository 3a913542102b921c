"""Sections of an imported rulebook as HTML and as passages to search: hostile text, so little more than words stays.

HTML is never read as such, tags and attributes that are not named here go, links lead within the rulebook or to a web
address that says so, and what takes too long to take apart is shown as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from xml.etree import ElementTree

from markdown import Markdown
from markdown.extensions.sane_lists import SaneListExtension
from markdown.extensions.tables import TableExtension
from markdown.treeprocessors import Treeprocessor

from companion.book.pieces import blocks, mend_tables
from companion.book.sections import Rendered

_BLOCKS = frozenset(
    ("p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "blockquote", "pre", "hr", "div")
)
_INLINE = frozenset(("em", "strong", "code", "br", "a", "span"))
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_WEB = re.compile(r"https?://[\w.-]+(?::\d+)?(?:[/?#][^\s\"'<>\\]*)?")
_MOST_WORK = 50_000
"""Brackets of a paragraph, times its letters: the library looks for the end of each of them as far as that goes."""

Address = Callable[[str], str]
"""Where a link to an anchor of the rulebook leads, "" for nowhere."""


class _Bare(Treeprocessor):
    def __init__(self, out: Rendered, address: Address) -> None:
        super().__init__()
        self.out, self.address = out, address

    def run(self, root: ElementTree.Element) -> None:
        for element in root.iter():
            self._strip(element)
        self.out.blocks = list(blocks(root, lambda element, _: _words(element)))
        self.out.passages, self.out.levels = [("", "", " ".join(map(_words, root)))], [0]
        mend_tables(root)

    def _strip(self, element: ElementTree.Element) -> None:
        attributes = dict(element.attrib)
        element.attrib.clear()
        if element.tag == "ol" and re.fullmatch(r"\d{1,4}", attributes.get("start", "")):
            element.set("start", attributes["start"])
        elif element.tag == "a":
            target = attributes.get("href", "")
            address = self.address(target[1:]) if target.startswith("#") else ""
            if _WEB.fullmatch(target):
                element.attrib.update(href=target, rel="external nofollow noreferrer")
            elif address:
                element.set("href", address)
            else:
                element.tag = "span"
        elif element.tag in _HEADINGS:
            # Below a section there are no headings: those of a quotation are lines.
            element.tag = "p"
        elif element.tag not in _BLOCKS | _INLINE:
            element.tag = "span"
            element.text = attributes.get("alt", element.text)


def _words(element: ElementTree.Element) -> str:
    """The words of a block. Blocks inside it stand apart, words inside a line do not."""
    pieces = [element.text or ""]
    for child in element:
        apart = " " if child.tag in _BLOCKS or child.tag == "br" else ""
        pieces += [apart, _words(child), apart, child.tail or ""]
    return " ".join(unescape("".join(pieces)).split())


def render(text: str, address: Address) -> Rendered:
    """Render the text of a section. Raises RecursionError for what stands inside each other too deep."""
    out = Rendered()
    markdown = Markdown(extensions=[TableExtension(), SaneListExtension()], output_format="html")
    markdown.preprocessors.deregister("html_block")
    for name in ("html", "entity", "automail"):
        markdown.inlinePatterns.deregister(name)
    # The last one: nothing is put in after it has looked.
    markdown.treeprocessors.register(_Bare(out, address), "bare", -1)
    paragraphs = re.split(r"(\n\s*\n)", text)
    out.pieces = [markdown.convert("".join(map(_in_time, paragraphs)))]
    return out


def _in_time(paragraph: str) -> str:
    slow = paragraph.count("[") * len(paragraph) > _MOST_WORK
    return re.sub(r"\\*\[", "&#91;", paragraph) if slow else paragraph

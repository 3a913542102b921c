"""A page as the tests see it: read strictly, and searched by simple paths.

Every page is read by `html.parser`, which is quick, and must be well-formed in a stricter sense than HTML asks for:
each element is closed, and in its place. `conforms` asks html5lib, which knows the whole standard and takes long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

import html5lib
from html5lib.html5parser import ParseError
from werkzeug.test import TestResponse

_SVG = "{http://www.w3.org/2000/svg}"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_BLOCKS = {
    *("address", "article", "aside", "blockquote", "details", "dialog", "div", "dl", "dt", "dd", "fieldset"),
    *("figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main"),
    *("menu", "nav", "ol", "p", "pre", "section", "summary", "table", "ul"),
}
_NEVER_WITHIN_ITSELF = {"a", "button", "form", "label", "p", "select", "option", "h1", "h2", "h3"}
_NAME = re.compile(r"[a-z][\w:-]*", re.ASCII)


class Malformed(AssertionError):
    """What was sent is no well-formed HTML."""


class _Reader(HTMLParser):
    """Builds the tree of a page. Raises Malformed."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = TreeBuilder()
        self.tree.start("page", {})
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs, closed=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs, closed=True)

    def _start(self, tag: str, attrs: list[tuple[str, str | None]], *, closed: bool) -> None:
        drawn = tag == "svg" or "svg" in self.open
        named = {name: value or "" for name, value in attrs}
        if len(named) < len(attrs) or not all(map(_NAME.fullmatch, named)):
            self._refuse(f"attributes of <{tag}>: {attrs}")
        if not drawn and (
            (closed and tag not in _VOID)
            or (tag in _BLOCKS and "p" in self.open)
            or (tag in _NEVER_WITHIN_ITSELF and tag in self.open)
        ):
            self._refuse(f"<{tag}> does not belong there")
        name = _SVG + tag if drawn else tag
        self.tree.start(name, named)
        if closed or (tag in _VOID and not drawn):
            self.tree.end(name)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self._refuse(f"</{tag}> closes nothing")
        drawn = "svg" in self.open
        self.open.pop()
        self.tree.end(_SVG + tag if drawn else tag)

    def handle_data(self, data: str) -> None:
        self.tree.data(data)

    def read(self, text: str) -> Element:
        """The tree of a page or of a part of one, below a root of its own."""
        self.feed(text)
        self.close()
        if self.open:
            self._refuse("not closed")
        self.tree.end("page")
        return self.tree.close()

    def _refuse(self, why: str) -> None:
        raise Malformed(f"line {self.getpos()[0]}, within {' '.join(self.open)}: {why}")


class Page:
    """A response that is well-formed HTML."""

    def __init__(self, response: TestResponse) -> None:
        assert response.mimetype == "text/html"
        self.text = response.get_data(as_text=True)
        self.root = _Reader().read(self.text)

    def conforms(self) -> None:
        """Whether the standard has nothing against it. Raises Malformed."""
        parser = html5lib.HTMLParser(strict=True)
        fragment = not self.text.lstrip().startswith("<!doctype")
        try:
            (parser.parseFragment if fragment else parser.parse)(self.text)
        except ParseError as error:
            raise Malformed(str(error)) from error

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """All elements with this tag and these attributes (`class_` for class; one of several is enough)."""
        return list(self._all(tag, attributes))

    def _all(self, tag: str, attributes: dict[str, str]) -> Iterator[Element]:
        for element in self.root.iter(tag):
            for name, value in attributes.items():
                found = element.get(name.rstrip("_").replace("_", "-"), "")
                if value != found and not (name == "class_" and value in found.split()):
                    break
            else:
                yield element

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(tag, **attributes)
        return element

    @staticmethod
    def words(element: Element) -> str:
        """The text of an element, white space folded."""
        return " ".join("".join(element.itertext()).split())

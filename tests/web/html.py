"""A page as the tests see it: read strictly, and searched by simple paths.

Every page must be well-formed in a stricter sense than HTML asks for: each element is closed, and in its place. A few
patterns read one in a third of the time of `html.parser`. `conforms` asks html5lib, which knows the whole standard.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from html import unescape
from typing import NoReturn
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
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+)))?""")
_TOKEN = re.compile(
    r"""([^<]+)|</([a-z][\w:-]*)>|<([a-z][\w:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--.*?-->|<!doctype html>""",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)

_SIGNS = {"#": "id", ".": "class"}
_MORE = re.compile(r"([#.]|\[)([\w-]+)(?:=([^\]]*))?")


class Malformed(AssertionError):
    """What was sent is no well-formed HTML."""


@functools.lru_cache(10_000)
def _attributes(told: str) -> dict[str, str] | None:
    """What stands within a tag behind its name; None where that is wrong."""
    listed = [(name.lower(), unescape(a or b or c)) for name, a, b, c in _ATTRIBUTE.findall(told)]
    named = dict(listed)
    return named if len(named) == len(listed) and all(map(_NAME.fullmatch, named)) else None


def _read(text: str) -> Element:
    """The tree of a page or of a part of one, below a root of its own. Raises Malformed."""
    tree, within, place = TreeBuilder(), list[str](), 0
    tree.start("page", {})

    def refuse(why: str) -> NoReturn:
        raise Malformed(f"line {text.count(chr(10), 0, place) + 1}, within {' '.join(within)}: {why}")

    while place < len(text):
        token = _TOKEN.match(text, place)
        if not token:
            refuse(f"no tag: {text[place : place + 80]}")
        data, end, tag, told = token.groups()
        drawn = tag == "svg" or "svg" in within
        if data:
            tree.data(unescape(data))
        elif end:
            if not within or within.pop() != end:
                refuse(f"</{end}> closes nothing")
            tree.end(_SVG + end if drawn else end)
        elif tag:
            attributes, closed = _attributes(told), told.endswith("/")
            if attributes is None:
                refuse(f"attributes of <{tag}>: {told}")
            if not drawn and (
                (closed and tag not in _VOID)
                or (tag in _BLOCKS and "p" in within)
                or (tag in _NEVER_WITHIN_ITSELF and tag in within)
            ):
                refuse(f"<{tag}> does not belong there")
            name = _SVG + tag if drawn else tag
            tree.start(name, {**attributes})
            if closed or (tag in _VOID and not drawn):
                tree.end(name)
            else:
                within.append(tag)
        place = token.end()
    if within:
        refuse("not closed")
    tree.end("page")
    return tree.close()


class Page:
    """A response that is well-formed HTML."""

    def __init__(self, response: TestResponse) -> None:
        assert response.mimetype == "text/html"
        self.text = response.get_data(as_text=True)
        self.root = _read(self.text)

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

    def chosen(self, selector: str) -> list[Element]:
        """What a selector chooses: tags with `#id`, `.class`, `[name]` or `[name=value]`, each within the last."""
        found = [self.root]
        for tag, more in re.findall(r"(\w+)(\S*)", selector):
            wanted = [
                (_SIGNS.get(sign, name), name if sign in _SIGNS else value) for sign, name, value in _MORE.findall(more)
            ]
            inside = {id(one): one for within in found for one in within.iter(tag) if one is not within}
            found = [
                one
                for one in inside.values()
                if all(name in one.attrib and value in ("", one.get(name), *one.get(name, "").split())
                       for name, value in wanted)
            ]  # fmt: skip
        return found

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        (element,) = self.all(tag, **attributes)
        return element

    def texts(self, selector: str) -> list[str | None]:
        """The words of all that a selector chooses; with @ behind it, an attribute of each."""
        selector, _, attribute = selector.partition("@")
        return [one.get(attribute) if attribute else self.words(one) for one in self.chosen(selector)]

    @staticmethod
    def words(element: Element) -> str:
        """The text of an element, white space folded."""
        return " ".join("".join(element.itertext()).split())

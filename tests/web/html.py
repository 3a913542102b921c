"""A page as the tests see it: parsed strictly, and searched by simple paths."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import html5lib
from werkzeug.test import TestResponse


class Page:
    """A response that is well-formed HTML."""

    def __init__(self, response: TestResponse) -> None:
        assert response.mimetype == "text/html"
        self.text = response.get_data(as_text=True)
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        fragment = not self.text.lstrip().startswith("<!doctype")
        self.root: Element = (parser.parseFragment if fragment else parser.parse)(self.text)

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

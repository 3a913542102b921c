"""The looks that a page has, and one visit that finds what is wrong with it in one of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.conftest import LANGUAGES

PHONE: ViewportSize = {"width": 360, "height": 740}
USUAL: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}

AXE: str = Axe().axe_script
VISIT = (Path(__file__).parent / "visit.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
EVERYTHING: dict[str, Any] = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
}
# How a page is built is the same in every look; what depends on colours and sizes is not.
LOOKS_ONLY: dict[str, Any] = {
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"],
    },
}


@dataclass(frozen=True)
class Look:
    """How a page is seen; in some looks its structure is looked at too."""

    size: str
    language: str
    scheme: str
    structure: bool = False
    some: bool = False
    """Of every six pages one is seen."""

    def __str__(self) -> str:
        return f"{self.size}-{self.language}-{self.scheme}{'-sample' * self.some}"

    @property
    def in_turn(self) -> str | None:
        """The language that is seen by turns with others (see tests/conftest.py)."""
        return self.language if self.some else None

    def sample(self, pages: Iterable[str]) -> list[str]:
        """The pages that are seen in this look."""
        return list(pages)[:: 6 if self.some else 1]


ENGLISH, *OTHERS = LANGUAGES
PHONES = (Look("phone", ENGLISH, "light", structure=True), *(Look("phone", language, "dark") for language in OTHERS))
"""Every language, both colours."""
ON_A_PHONE = (PHONES[0], *(pytest.param(look, marks=pytest.mark.thorough) for look in PHONES[1:]))
"""For pages of few kinds: in the first look, and in the other languages in `make thorough`."""
SELDOM = (
    *ON_A_PHONE,
    *(
        pytest.param(look, marks=pytest.mark.thorough)
        for look in (Look("desktop", ENGLISH, "dark"), *(Look("desktop", language, "light") for language in OTHERS))
    ),
)
"""Size, language, colours: every page in the first look, and a sixth of them once more on a desk in the dark, since a
browser takes its time; all of them in all looks in `make thorough`."""
LOOKS = (*SELDOM, *(replace(look, some=True) for look in PHONES[1:]))
"""A sixth of the pages also in another language, by turns."""


class Visitor:
    """Somebody who sees pages in one look and finds fault with all of them."""

    def __init__(self, page: Page, look: Look) -> None:
        self.page = page
        self.look = look
        self.visits = 0

    def visit(self, path: str, status: int = 200) -> None:
        """Open a page, which `path` names within the language of the look, and check it."""
        response = self.page.goto(f"/{self.look.language}/{path}")
        assert response
        assert (path, response.status) == (path, status)
        self.check()
        if self.look.structure and self.visits % 6 == 0:
            self.page.emulate_media(color_scheme="dark")
            self.page.set_viewport_size(DESKTOP)
            self._check("desktop", LOOKS_ONLY)
            self.page.set_viewport_size(PHONE)
            self.page.emulate_media(color_scheme=self.look.scheme)
        self.visits += 1

    def check(self) -> None:
        """Accessibility, width, large letters, the size of what is touched, motion, all at once."""
        self._check(self.look.size, EVERYTHING if self.look.structure else LOOKS_ONLY)

    def _check(self, size: str, rules: dict[str, Any]) -> None:
        options = {"width": SIZES[size]["width"], "touch": size == "phone", "rules": rules}
        wrong = self.page.evaluate(VISIT, options)
        assert not wrong, "\n".join([self.page.url, size, *wrong])

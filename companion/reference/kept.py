"""What the reference is made of texts and components: made once, see `making.py`, and loaded when it is needed.

A file for each language holds its book, index, glossary, disputes, and what components are called; `all` holds what is
the same in every language.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from companion.made.store import Pieces, Store
from companion.paths import folder

ALL = "all"
_CODE = (
    "book",
    "components",
    "drawing.py",
    "engine",
    "i18n",
    "integers.py",
    "languages",
    "made",
    "paths.py",
    "reference",
    "sentences",
)
"""The parts of the app that have a say in what comes out, with the data among them."""


@functools.cache
def store() -> Store:
    """Where it is kept."""
    package, content = Path(__file__).parents[1], folder("content")
    sources = {"content": content, "symbols": folder("static") / "symbols.svg"}
    sources |= {name: package / name for name in _CODE}
    markdown = find_spec("markdown")
    if markdown and markdown.origin:
        # Another Markdown may render otherwise; its version stands there.
        sources["markdown"] = Path(markdown.origin).parent / "__meta__.py"
    languages = sorted(entry.parent.name for entry in content.glob("*/chapters.yaml"))
    return Store(sources, (ALL, *languages), _make, title="rules, components and search")


def _make() -> Mapping[str, Pieces | bytes]:
    # Imported here because nobody needs what makes it unless something has changed.
    from companion.reference.making import make_all

    return make_all(store().packed)

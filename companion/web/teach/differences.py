"""What is new for who knows another game.

Facts stand in `content/teach.toml`, words in `content/<lang>/teach/differences.toml`. A line that is told by one text
has its figures from the components of both games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from markupsafe import Markup

from companion import engine
from companion.engine import Catalog
from companion.paths import folder
from companion.web.parts import rule_text
from companion.web.reference import address_of

NEW_FIRST = "second-edition"
"""Who knows the second edition reads the columns the other way round."""
KNOWN = ("first-edition", NEW_FIRST)
"""What somebody may know; of a variant, the usual game is known."""


def games(of: str) -> tuple[Catalog, Catalog]:
    """The two games that a list compares."""
    newest = engine.editions()[-1]
    if of == "first-edition":
        return engine.load_catalog(engine.editions()[0]), engine.load_catalog(newest)
    return engine.load_catalog(newest), engine.load_catalog(newest, (of,))


def lists() -> tuple[str, ...]:
    """What can be asked about: what one knows, or what comes to it."""
    return (
        *KNOWN,
        *(name for name in engine.variants(engine.editions()[-1]) if any(one["of"] == name for one in _facts())),
    )


def differences(layer: str, language: str) -> Iterator[tuple[str, Markup, Markup, str]]:
    """The lines of a list, in their order: what each is about, what one knows, what is new, where the rules tell it."""
    of = "first-edition" if layer in KNOWN else layer
    words = tomllib.loads((folder("content") / language / "teach" / "differences.toml").read_text(encoding="utf-8"))
    for fact in _facts():
        if fact["of"] == of:
            said = words[fact["id"]]
            texts = (said["text"], said["text"]) if "text" in said else (said["one"], said["other"])
            one, other = (rule_text(text, language, game) for text, game in zip(texts, games(of), strict=True))
            yield said["about"], *((other, one) if layer == NEW_FIRST else (one, other)), address_of(fact["section"])


def _facts() -> list[dict[str, str]]:
    every: list[dict[str, str]] = tomllib.loads((folder("content") / "teach.toml").read_text(encoding="utf-8"))[
        "difference"
    ]
    return every

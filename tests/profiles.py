"""How much property tests try: a little in `make test`, a lot in `make thorough`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings


def register() -> None:
    """Make both known and load the quick one; `--hypothesis-profile=thorough` loads the other one after this."""
    # How fast something is, is measured in bench/ and never decided by a clock in a test.
    #
    # Quick runs try the same examples every time, and remember none: a change that breaks something is red at once, and
    # nobody else's. Thorough runs search, and print what repeats a find.
    settings.register_profile("quick", deadline=None, max_examples=6, derandomize=True, database=None)
    settings.register_profile("thorough", deadline=None, max_examples=100, derandomize=False, print_blob=True)
    settings.load_profile("quick")


def examples(thorough: int, **more: Any) -> settings:
    """Settings of a property test with so many examples in `make thorough`, a sixteenth in `make test`."""
    share = settings.default.max_examples / settings.get_profile("thorough").max_examples
    return settings(max_examples=max(2, round(thorough * share)), **more)

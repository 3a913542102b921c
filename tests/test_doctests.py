"""What a docstring shows as an example is what happens."""

import doctest
import importlib.util
import pkgutil
from pathlib import Path

import companion


def test_every_example_in_a_docstring_is_true() -> None:
    shown = failed = 0
    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        spec = importlib.util.find_spec(found.name)
        if spec and spec.origin and ">>> " in Path(spec.origin).read_text(encoding="utf-8"):
            result = doctest.testmod(importlib.import_module(found.name))
            shown, failed = shown + result.attempted, failed + result.failed
    assert failed == 0
    assert shown > 20, "examples were not found"

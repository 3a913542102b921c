"""The railroad: which spaces an engine counts."""

import pytest
from companion.engine import load_catalog
from companion.engine.core.vocabulary import Stop
from companion.engine.railroad.engine import numbered_between


@pytest.mark.parametrize(
    ("start", "end", "taken", "counted"),
    [
        (3, 1, [], 2),
        # A space with another engine is jumped over and not counted ...
        (3, 1, [2], 1),
        # ... but the starting space holds any number of them.
        (2, 0, [0], 2),
        (2, 0, [0, 1], 1),
    ],
)
def test_spaces_that_are_counted_on_the_way_back(start: Stop, end: Stop, taken: list[Stop], counted: int) -> None:
    assert numbered_between(load_catalog(), start, end, taken) == counted

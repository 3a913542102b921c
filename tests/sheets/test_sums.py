"""Points as people type them."""

import pytest
from companion.sheets.sums import MAX_COUNT, MAX_LENGTH, NotPoints, points, tidy

from tests.conftest import every


@every(
    ("typed", "stored", "value"),
    [
        ("0", "0", 0),
        ("12", "12", 12),
        ("-6", "-6", -6),
        ("−6", "-6", -6),
        ("–6", "-6", -6),
        ("- 6", "-6", -6),
        ("+4", "4", 4),
        ("１２", "12", 12),
        ("007", "7", 7),
        ("3+6+2", "3+6+2", 11),
        (" 3 +  6 ", "3 + 6", 9),
        ("3 − 10", "3 - 10", -7),
        ("-2+2*3", "-2+2*3", 4),
        ("4×3", "4*3", 12),
        ("2*3*4-1", "2*3*4-1", 23),
        ("+".join(["1"] * (MAX_LENGTH // 2)), "+".join(["1"] * (MAX_LENGTH // 2)), MAX_LENGTH // 2),
        (str(MAX_COUNT), str(MAX_COUNT), MAX_COUNT),
    ],
)
def test_what_is_stored_and_what_it_comes_to(typed: str, stored: str, value: int) -> None:
    assert tidy(typed) == stored
    assert points(stored) == value


@pytest.mark.parametrize("typed", ["", "  ", "\t"])
def test_nothing_is_not_zero(typed: str) -> None:
    assert tidy(typed) is None


@every(
    "typed",
    [
        "a", "1.5", "1,5", "--1", "1000", "٣", "1 2", "-", "½", "1e3", "3+", "*3", "3**2", "3+-2", "(3)", "3/2",
        "999+1", "999*999*999", "-999-1", "+".join(["1"] * MAX_LENGTH), "1" * 5000, "3\x00", "__import__",
    ],
)  # fmt: skip
def test_what_is_no_points(typed: str) -> None:
    with pytest.raises(NotPoints):
        tidy(typed)

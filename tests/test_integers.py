"""Whole numbers from strangers, and the bounds of some."""

from companion.integers import whole

from tests.conftest import every

NONE = ["", " ", "x", "-1", "+1", "1.0", "1_0", " 1", "1\n", "٣", "²", "None", "9" * 10, "9" * 5000]
NUMBERS = [("0", 0), ("007", 7), ("42", 42), ("9" * 9, 999_999_999), *((text, None) for text in NONE)]


@every(("text", "number"), NUMBERS)
def test_what_is_a_number(text: str, number: int | None) -> None:
    assert whole(text) == number


def test_bounds_are_taken_too() -> None:
    assert [whole(text, 2, 4) for text in "1245"] == [None, 2, 4, None]

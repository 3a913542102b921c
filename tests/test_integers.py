import pytest
from companion.integers import whole

from tests.conftest import every

NONE = ["", " ", "x", "-1", "+1", "1.0", "1_0", " 1", "1\n", "٣", "²", "None", "9" * 10, "9" * 5000]


@every("text", NONE)
def test_what_is_no_number(text: str) -> None:
    assert whole(text) is None


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("42", 42), ("9" * 9, 999_999_999)])
def test_numbers(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(("text", "number"), [("1", None), ("2", 2), ("4", 4), ("5", None)])
def test_bounds_are_taken_too(text: str, number: int | None) -> None:
    assert whole(text, 2, 4) == number

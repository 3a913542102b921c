"""Finding things by their names."""

from companion.book.search.things import Names

from tests.conftest import every

NAMES = Names(
    {
        "building-3a": ["Building 3a", "3a", "건물 3a"],
        "building-3b": ["Building 3b", "3b", "건물 3b"],
        "station-3": ["Station 3", "3번 기차역"],
        "st-louis": ["St. Louis", "세인트루이스"],
        "arrow": ["Fulton – St. Louis"],
    }
)


@every(
    ("query", "found"),
    [
        ("3a", ["building-3a"]),
        ("3A", ["building-3a"]),
        ("a building 3b", ["building-3b"]),
        ("3b building", ["building-3b"]),
        ("buil 3", ["building-3a", "building-3b"]),
        ("건물 3a", ["building-3a"]),
        ("기차역에 3번", ["station-3"]),
        ("세인트루이스에서", ["st-louis"]),
        ("st louis", ["st-louis", "arrow"]),
        ("louis st.", ["st-louis", "arrow"]),
        ("building 4", []),
        ("xyzzy", []),
        ("", []),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13", []),
    ],
)
def test_find(query: str, found: list[str]) -> None:
    assert [hit.id for hit in NAMES.find(query)] == found


def test_the_whole_name_counts_most() -> None:
    scores = {hit.id: hit.score for hit in NAMES.find("st louis")}
    assert scores["st-louis"] == 1
    assert scores["arrow"] < 1


def test_limit() -> None:
    assert len(NAMES.find("3", limit=2)) == 2

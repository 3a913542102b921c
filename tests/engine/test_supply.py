"""Pieces against supply, compared with trying everything."""

from itertools import product

from companion.engine.core.supply import Piece, missing, shortages
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples

KINDS = "abc"
SUPPLY = st.fixed_dictionaries({kind: st.integers(0, 2) for kind in KINDS})
PIECES = st.lists(st.tuples(st.frozensets(st.sampled_from(KINDS), min_size=1), st.integers(1, 2)), max_size=4)


def fits(supply: dict[str, int], pieces: list[Piece[str]]) -> bool:
    """Whether some way of saying which piece is which kind works."""
    single = [piece.kinds for piece in pieces for _ in range(piece.count)]
    return any(all(choice.count(kind) <= supply[kind] for kind in KINDS) for choice in product(*single))


@examples(400)
@given(SUPPLY, PIECES)
def test_a_shortage_is_found_exactly_when_there_is_one(
    supply: dict[str, int], told: list[tuple[frozenset[str], int]]
) -> None:
    pieces = [Piece(f"place-{number}", kinds, count) for number, (kinds, count) in enumerate(told)]
    found = list(shortages(supply, pieces))
    assert bool(found) != fits(supply, pieces)
    for shortage in found:
        inside = [piece for piece in pieces if piece.kinds <= shortage.kinds]
        assert shortage.have == sum(piece.count for piece in inside)
        assert shortage.supply == sum(supply[kind] for kind in shortage.kinds)
        assert shortage.have > shortage.supply
        assert set(shortage.places) == {piece.place for piece in inside}


def test_what_is_known_best_explains_a_shortage() -> None:
    pieces = [Piece("x", frozenset("a")), Piece("y", frozenset("ab")), Piece("z", frozenset("a"))]
    (shortage,) = shortages({"a": 1, "b": 5}, pieces)
    assert shortage.kinds == frozenset("a")
    assert shortage.places == ("x", "z")


def test_a_large_count_costs_no_more_than_a_small_one() -> None:
    (shortage,) = shortages({"a": 3, "b": 3}, [Piece("x", frozenset("ab"), 10**6)])
    assert (shortage.have, shortage.supply) == (10**6, 6)


def test_a_piece_makes_room_for_another() -> None:
    """The second piece can only be an a, so the first one, which was taken for an a, has to be a b."""
    for first in ("ab", "ba"):
        pieces = [Piece("x", frozenset(first)), Piece("y", frozenset("ac")), Piece("z", frozenset("bc"))]
        assert list(shortages({"a": 1, "b": 2, "c": 0}, pieces)) == []
        assert len(list(shortages({"a": 1, "b": 1, "c": 0}, pieces))) == 1


ROOMS = st.lists(st.tuples(st.frozensets(st.sampled_from(KINDS), min_size=1), st.integers(0, 2)), max_size=4)


def has_room(supply: dict[str, int], rooms: list[Piece[str]]) -> bool:
    """Whether some way of saying what lies in which room places everything."""
    single = [room.kinds | {None} for room in rooms for _ in range(room.count)]
    return any(all(choice.count(kind) >= supply[kind] for kind in KINDS) for choice in product(*single))


@examples(400)
@given(SUPPLY, ROOMS)
def test_what_is_missing_is_found_exactly_when_there_is_too_little_room(
    supply: dict[str, int], told: list[tuple[frozenset[str], int]]
) -> None:
    rooms = [Piece(f"place-{number}", kinds, count) for number, (kinds, count) in enumerate(told)]
    found = list(missing(supply, rooms))
    assert bool(found) != has_room(supply, rooms)
    for short in found:
        for_them = [room for room in rooms if room.kinds & short.kinds]
        assert short.supply == sum(supply[kind] for kind in short.kinds)
        assert short.have == sum(room.count for room in for_them)
        assert short.have < short.supply
        assert set(short.places) == {room.place for room in for_them}

"""The log of a sheet: whatever order changes arrive in, and however often, they come to the same."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from companion.sheets import changes
from companion.sheets.log import START, Change, Log, fold
from companion.sheets.states import ChangedSince, Name, Typed
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MONEY = (1, "money")


class Phone:
    """A device with a copy of the log of its own."""

    def __init__(self, name: str, log: Sequence[Change] = ()) -> None:
        self.name, self.made = name, 0
        self.known = list(log) or [
            Change(0, START, 0, "", NOON, "start", {"players": [["Anna", "blue"], ["Ben", "red"]]})
        ]
        self._folded = 0, Log()

    @property
    def log(self) -> Log:
        """What is known, folded when there is more of it than before."""
        if self._folded[0] != len(self.known):
            self._folded = len(self.known), fold(self.known)
        return self._folded[1]

    def add(self, kind: str, told: dict[str, Any] | None) -> Change | None:
        if told is None:
            return None
        self.made += 1
        number, name = len(self.known), f"{self.name}-{self.made}"
        change = Change(number, name, self.log.time + 1, self.name, NOON, kind, told)
        changes.check_room(self.log, [change])
        self.known.append(change)
        return change

    def hears(self, others: Sequence[Change]) -> None:
        """Take what others made; it may arrive twice."""
        ids = {change.id for change in self.known}
        for change in others:
            if change.id not in ids:
                ids.add(change.id)
                self.known.append(change._replace(number=len(self.known)))

    def types(self, text: str | None, cell: tuple[int, str] = MONEY) -> None:
        stands = self.log.values.get(cell)
        told = changes.writing(self.log, {cell: (stands.text if stands else None, text)}, self.name)
        self.add("write", told)

    def chooses(self, text: str | None, cell: tuple[int, str] = MONEY) -> None:
        self.add("choose", changes.choosing(self.log, cell, text))

    def seats(self, name: str, colour: str) -> None:
        """Add a player, as long as there is a seat."""
        if len(changes.seated(self.log)) < 4:
            _, cells = changes.renaming(self.log, {}, [Name(name, colour)])
            self.add("write", {"cells": cells})

    def undoes(self) -> None:
        try:
            done = changes.undoable(self.log, {self.name})
        except ChangedSince:
            return
        self.add("undo", done and {"of": done.change.id})

    def redoes(self) -> None:
        done = changes.redoable(self.log, {self.name})
        self.add("redo", done and {"of": done.change.id})

    def finishes(self) -> None:
        self.add("finish", {"upon": self.log.entered})


def meet(*phones: Phone) -> None:
    """All of them exchange what they have."""
    for one in phones:
        for other in phones:
            one.hears(other.known)


def comes_to(log: Log) -> dict[str, object]:
    """Everything that a log tells, but for the order in which it arrived."""
    return vars(log) | {
        "finish": log.finish and log.finish.id,
        "seated": changes.seated(log),
        "changes": list(log.changes),
        "done": [(name, done.cells) for name, done in log.done.items()],
        "history": [step.fields for step in log.history()],
    }


def text(log: Log, cell: tuple[int, str] = MONEY) -> list[str | None]:
    """What stands in a field, first what counts."""
    return [typed.text for typed in log.values[cell].all]


@st.composite
def games(draw: st.DrawFn) -> list[Phone]:
    """Three phones at one sheet, which now and then hear of each other."""
    first = Phone("a")
    phones = [first, Phone("b", first.known), Phone("c", first.known)]
    cells = st.sampled_from([MONEY, (2, "money"), (1, "things.x.y")])
    texts = st.sampled_from([None, "1", "2", "1+1", "3"])
    for _ in range(draw(st.integers(0, 25))):
        phone = draw(st.sampled_from(phones))
        kinds = ["type", "type", "type", "choose", "undo", "redo", "claim", "name", "join", "end", "meet"]
        match draw(st.sampled_from(kinds)):
            case "type":
                phone.types(draw(texts), draw(cells))
            case "choose":
                phone.chooses(draw(texts), draw(cells))
            case "undo":
                phone.undoes()
            case "redo":
                phone.redoes()
            case "claim":
                phone.add(
                    "claim", {"seat": draw(st.integers(1, 2)), "phone": draw(st.sampled_from([None, "#a", "#b"]))}
                )
            case "name":
                phone.add("people", {"players": [[draw(st.sampled_from(["Ann", "Eve"])), "blue"], ["Ben", "red"]]})
            case "join":
                phone.seats(draw(st.sampled_from(["Clara", "Dora"])), draw(st.sampled_from(["yellow", "white"])))
            case "end":
                phone.finishes() if phone.log.finish is None else phone.add("reopen", {})
            case "meet":
                meet(phone, draw(st.sampled_from(phones)))
    return phones


@given(games(), st.randoms(use_true_random=False))
@examples(500)
def test_changes_come_to_the_same_in_any_order_and_however_often(phones: list[Phone], chance: random.Random) -> None:
    for phone in phones:
        assert comes_to(grown(phone.known)) == comes_to(phone.log), "one by one as well"
    everything = [change for phone in phones for change in phone.known]
    expected = comes_to(fold(everything))
    for _ in range(3):
        arriving = [*everything, *chance.sample(everything, len(everything) // 2)]
        chance.shuffle(arriving)
        assert comes_to(fold(arriving)) == expected
    meet(*phones)
    meet(*phones)
    assert [comes_to(phone.log) for phone in phones] == [expected] * 3
    for done in changes.after(phones[0].log, 0):
        phones[0].add("undo", {"of": done.change.id})
    assert phones[0].log.values == {}, "everything can be taken back"
    assert changes.after(phones[0].log, 0) == []


def grown(known: Sequence[Change]) -> Log:
    """A log to which changes are added in their order, as far as it need not be folded anew."""
    log = Log()
    for change in sorted(known, key=lambda change: (change.time, change.id)):
        if change.kind in ("undo", "redo"):
            log = fold([*log.changes.values(), change])
        else:
            log.take(change)
    return log


@pytest.fixture
def two() -> tuple[Phone, Phone]:
    """Two phones at one sheet on which 5 stands."""
    anna = Phone("Anna")
    anna.types("5")
    return anna, Phone("Ben", anna.known)


def seated(phone: Phone) -> list[tuple[int, str, str]]:
    return [(seat, player.name, player.colour) for seat, player in changes.seated(phone.log).items()]


def test_two_join_on_two_phones_and_both_have_a_seat(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    anna.seats("Clara", "white")
    anna.types("4", (4, "money"))
    ben.seats("Dora", "yellow")
    ben.types("6", (3, "money"))
    meet(anna, ben)
    assert (
        seated(anna)
        == seated(ben)
        == [(1, "Anna", "blue"), (2, "Ben", "red"), (3, "Dora", "yellow"), (4, "Clara", "white")]
    )
    assert (text(anna.log, (3, "money")), text(anna.log, (4, "money"))) == (["6"], ["4"])


def test_one_colour_given_away_twice_is_asked_about(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    anna.seats("Clara", "white")
    ben.seats("Dora", "white")
    meet(anna, ben)
    assert sorted(map(str, text(anna.log, (4, changes.JOINED)))) == ["white Clara", "white Dora"]
    ben.chooses("white Dora", (4, changes.JOINED))
    assert seated(ben)[2:] == [(4, "Dora", "white")]


def test_who_joins_in_a_colour_that_somebody_took_meanwhile_has_one_that_is_free(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    anna.seats("Clara", "white")
    ben.add("people", {"players": [["Anna", "blue"], ["Ben", "white"]]})
    meet(anna, ben)
    assert seated(anna)[1:] == [(2, "Ben", "white"), (4, "Clara", "red")]


def test_joining_is_taken_back_and_done_again(two: tuple[Phone, Phone]) -> None:
    anna, _ = two
    anna.seats("Clara", "white")
    anna.undoes()
    assert seated(anna)[2:] == []
    anna.redoes()
    assert seated(anna)[2:] == [(4, "Clara", "white")]


def test_who_chooses_settles_what_was_there_to_choose_from(two: tuple[Phone, Phone]) -> None:
    """What a third phone brings later was not among it, and is asked about again."""
    anna, ben = two
    late = Phone("Clara", anna.known)
    late.types("9")
    anna.types("8")
    anna.types("7")
    ben.types("6")
    meet(anna, ben)
    assert text(anna.log) == text(ben.log)
    assert set(text(anna.log)) == {"7", "6"}, "what was typed without knowing stands beside"
    ben.chooses("6")
    assert text(ben.log) == ["6"]
    meet(ben, late)
    meet(anna, ben)
    assert (text(anna.log)[0], set(text(anna.log))) == ("6", {"6", "9"})
    assert comes_to(anna.log) == comes_to(late.log)


def test_what_is_chosen_stands_even_when_it_is_taken_back_elsewhere(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    anna.types("7")
    ben.types("6")
    ben.hears(anna.known)
    ben.chooses("7")
    anna.undoes()
    meet(anna, ben)
    assert anna.log.values[MONEY].all == (Typed("7", "Ben"),)


def test_taking_back_what_somebody_has_typed_over_elsewhere_is_a_conflict(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    ben.types("6")
    anna.undoes()
    meet(anna, ben)
    assert text(anna.log) == text(ben.log) == [None, "6"]


def test_a_sheet_is_finished_upon_what_its_finisher_knew(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    ben.types("6", (2, "money"))
    anna.finishes()
    assert anna.log.finish
    meet(anna, ben)
    assert anna.log.finish is None, "nobody wins by what one of them did not see"
    anna.finishes()
    meet(anna, ben)
    assert ben.log.finish
    ben.add("claim", {"seat": 2, "phone": "#b"})
    ben.add("people", {"players": [["Ann", "blue"], ["Ben", "red"]]})
    assert ben.log.finish, "whose phone it is changes no result"
    ben.add("reopen", {})
    meet(anna, ben)
    assert anna.log.finish is None


def test_what_came_before_the_finish_and_was_not_seen_counts_too(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    ben.types("6", (2, "money"))
    anna.types("5")
    anna.types("7")
    anna.finishes()
    meet(anna, ben)
    assert [phone.log.finish for phone in two] == [None, None]


def test_of_two_who_finish_the_same_both_have_finished(two: tuple[Phone, Phone]) -> None:
    anna, ben = two
    anna.finishes()
    ben.finishes()
    meet(anna, ben)
    assert anna.log.finish
    assert ben.log.finish
    assert anna.log.finish.id == ben.log.finish.id


def test_who_owns_a_phone_is_known_also_after_it_was_given_back(two: tuple[Phone, Phone]) -> None:
    anna, _ = two
    anna.add("claim", {"seat": 1, "phone": "#a"})
    anna.add("claim", {"seat": 2, "phone": "#a"})
    assert (anna.log.phones, anna.log.owners) == ({2: "#a"}, {"#a": 2})
    anna.add("claim", {"seat": 2, "phone": None})
    assert (anna.log.phones, anna.log.owners) == ({}, {"#a": 2})

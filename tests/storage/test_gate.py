"""So many at once, and nobody waits for those that hang."""

import threading
import time
from collections.abc import Iterator

import pytest
from companion.storage import gate as module
from companion.storage.gate import DatabaseBusy, Gate


class Inside(threading.Thread):
    """Somebody who goes in and stays until told to leave."""

    def __init__(self, gate: Gate) -> None:
        super().__init__(daemon=True)
        self.gate, self.there, self.leave, self.refused = gate, threading.Event(), threading.Event(), False
        self.start()

    def run(self) -> None:
        try:
            with self.gate.passed():
                self.there.set()
                self.leave.wait()
        except DatabaseBusy:
            self.refused = True
            self.there.set()

    def go(self) -> None:
        self.leave.set()
        self.join(10)


@pytest.fixture
def two() -> Iterator[list[Inside]]:
    """Two, who fill a gate."""
    gate = Gate(2)
    there = [Inside(gate), Inside(gate)]
    assert all(one.there.wait(10) for one in there)
    yield there
    for one in there:
        one.go()


def test_others_wait_until_one_leaves(two: list[Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 60.0)
    monkeypatch.setattr(module, "_MAX_SECONDS", 60.0)
    third = Inside(two[0].gate)
    assert not third.there.wait(0.1)
    two[0].go()
    assert third.there.wait(10)
    assert not third.refused
    third.go()


def test_nobody_waits_for_those_that_hang(two: list[Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.05)
    time.sleep(0.05)
    for _ in range(3):
        with pytest.raises(DatabaseBusy), two[0].gate.passed():
            pass
    two[0].go()
    with two[0].gate.passed():
        # One of those inside hangs; the other has come just now, so it is worth waiting for it.
        monkeypatch.setattr(module, "PATIENCE_SECONDS", 60.0)
        third = Inside(two[0].gate)
        assert not third.there.wait(0.1)
    assert third.there.wait(10)
    third.go()


def test_nobody_waits_for_ever(two: list[Inside], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 60.0)
    monkeypatch.setattr(module, "_MAX_SECONDS", 0.05)
    with pytest.raises(DatabaseBusy), two[0].gate.passed():
        pass


def test_who_is_inside_may_go_in_again() -> None:
    gate = Gate(1)
    with gate.passed(), gate.passed():
        pass
    with gate.passed():
        pass


def test_who_fails_inside_leaves() -> None:
    gate = Gate(1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), gate.passed():
            raise ZeroDivisionError

"""So many at once, and nobody waits for those that hang."""

import threading
from collections.abc import Iterator

import pytest
from companion.storage import database as module
from companion.storage.database import _MAX_SECONDS, PATIENCE_SECONDS, DatabaseBusy, Gate


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


class Queue(threading.Condition):
    """Where threads wait outside, and the clock that they look at: it moves when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.in_vain = False
        """Whether nobody leaves while somebody waits, so that only time passes."""
        self.used = threading.Event()

    def monotonic(self) -> float:
        return self.now

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout
        # Whoever has seen this gets the lock only once this thread waits.
        self.used.set()
        if self.in_vain:
            self.now += timeout
            return False
        assert super().wait(20), "nobody leaves"
        return True


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    queue = Queue()
    monkeypatch.setattr(module, "time", queue)
    return queue


@pytest.fixture
def two(queue: Queue) -> Iterator[list[Inside]]:
    """Two, who fill a gate."""
    gate = Gate(2)
    gate._changed = queue
    there = [Inside(gate), Inside(gate)]
    assert all(one.there.wait(10) for one in there)
    yield there
    for one in there:
        one.go()


def test_others_wait_until_one_leaves(two: list[Inside], queue: Queue) -> None:
    third = Inside(two[0].gate)
    assert queue.used.wait(10)
    assert not third.there.is_set()
    two[0].go()
    assert third.there.wait(10)
    assert not third.refused
    third.go()


def test_nobody_waits_for_those_that_hang(two: list[Inside], queue: Queue) -> None:
    queue.now += PATIENCE_SECONDS
    for _ in range(3):
        with pytest.raises(DatabaseBusy), two[0].gate.passed():
            pass
    assert not queue.used.is_set()
    two[0].go()
    with two[0].gate.passed():
        # One of those inside hangs; the other has come just now, so it is worth waiting for it.
        third = Inside(two[0].gate)
        assert queue.used.wait(10)
        assert not third.there.is_set()
    assert third.there.wait(10)
    assert not third.refused
    third.go()


def test_nobody_waits_for_ever(two: list[Inside], queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where things go on."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 2 * _MAX_SECONDS)
    queue.in_vain = True
    with pytest.raises(DatabaseBusy), two[0].gate.passed():
        pass
    assert queue.now == _MAX_SECONDS


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

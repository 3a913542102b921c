"""What the app works out beforehand, in parts: what it needs before it answers, and what phones ask for.

`python -m companion.making NICENESS FORMAT PART ...` makes parts in a process of its own, with logs in this format.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator

from companion import engine, logs
from companion.app import create_app
from companion.book.fields import ContentError
from companion.made.static import static_files
from companion.made.store import FOLDER, Store
from companion.reference import kept
from companion.web.offline import packs, whole

STATIC = "static"
FIRST = ("texts", STATIC)
"""The parts that the first page needs."""
PAGES, PHONE = "pages", "phone"
"""The parts that phones ask for: every page of the rules, and the whole app."""
LESS_URGENT = 10
"""Of a process that leaves the processor to whoever answers people. With the least urgency that there is, it took
twelve minutes in place of two beside four busy processes, and whoever wanted what it made waited for it.
"""


class NotMade(Exception):
    """Texts or components are wrong."""


def stores(part: str) -> Iterable[Store]:
    """Where a part is kept."""
    match part:
        case "texts":
            return (kept.store(),)
        case "static":
            return (static_files().store,)
        case "pages":
            return (packs.store(),)
        case _:
            # Each once, and the app last: the texts that go into it are made meanwhile.
            return (
                sorted({*whole.stores().values()}, key=lambda store: store is whole.stores()[whole.APP])
                if whole.available()
                else ()
            )


def missing(*parts: str) -> list[str]:
    """Those of the parts that are not up to date."""
    return [part for part in parts if not all(store.fresh() for store in stores(part))]


def make(*parts: str) -> None:
    """Make these parts where something has changed. Raises NotMade."""
    for part in parts:
        with _alone(part), contextlib.ExitStack() as app:
            if not missing(part):
                continue
            try:
                if part == PAGES:
                    # They are what an app answers.
                    nobodys = app.enter_context(tempfile.TemporaryDirectory())
                    app.enter_context(create_app({"INSTANCE": nobodys}).app_context())
                for store in stores(part):
                    if part == PHONE and store is whole.stores()[whole.APP]:
                        # Whoever makes the texts that go into it is waited for: else they are made twice.
                        make("texts")
                    store.prepare()
            except (ContentError, engine.CatalogError) as error:
                raise NotMade(str(error)) from error


@contextlib.contextmanager
def _alone(part: str) -> Iterator[None]:
    """Whoever else makes this part is waited for: then it is there."""
    try:
        FOLDER.mkdir(exist_ok=True)
        lock = (FOLDER / f"{part}.lock").open("a")
    except OSError:
        # Who cannot write here makes it in memory.
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def start_missing(log_format: str, *parts: str, niceness: int = 0) -> subprocess.Popen[bytes] | None:
    """Make those of the parts that are not up to date in a process of its own; None where there are none.

    None also where they could not be kept: then whoever asks for them makes them.
    """
    parts = tuple(missing(*parts))
    if not parts or not os.access(FOLDER, os.W_OK):
        return None
    command = [sys.executable, "-m", __spec__.name, str(niceness), log_format, *parts]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603


def _main(niceness: str, log_format: str, *parts: str) -> None:
    logs.configure(log_format)
    for number in (signal.SIGINT, signal.SIGTERM):
        # What is half written goes away with it.
        signal.signal(number, lambda *_: sys.exit(1))
    os.nice(int(niceness))
    make(*parts)


if __name__ == "__main__":
    _main(*sys.argv[1:])

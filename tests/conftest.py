"""What the tests share: an app with a database of its own, and a browser's view of it."""

from __future__ import annotations

import functools
import gc
import inspect
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from companion import i18n
from companion.app import create_app
from companion.book.search.index import Index
from companion.book.sections import Book
from companion.i18n import names
from companion.reference.library import Reference
from companion.storage.database import Database
from companion.storage.sheets import Sheets
from companion.web.database import opened
from flask import Flask
from flask.testing import FlaskClient
from xdist.scheduler import LoadScopeScheduling

from tests import profiles
from tests.postgres import Postgres
from tests.web.described import DescribedClient

profiles.register()

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
SELDOM = 100_000
"""So many objects more than before are looked through for what nobody holds. Texts, rules and pages stay to the end,
and going through them all again and again takes a tenth of the time."""


def pytest_sessionfinish() -> None:
    """What nobody holds is looked through once, and not again and again while the process ends."""
    gc.collect()
    gc.freeze()


def pytest_configure() -> None:
    """A name that is missing is an error, and what tests write is kept in memory where there is room for it.

    Nobody cuts the power there, and disks are slow to say that they have it.
    """
    names.strict = True
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None


LONGEST = ("test_pip_install", "test_every_page", "test_pages")
"""Tests of a quarter of a minute and more. They go first, so that nobody waits for one of them in the end."""
LAST = "test_yours"
"""The last file. Its tests are given out one by one, so that all processes come to an end at the same time."""
PHONE, RULES = "the whole app on a phone", "the rules on a phone"
TOGETHER = {
    **dict.fromkeys(("test_keeping", "test_never_locked_out", "test_sheets_on_phone", "test_whole_app"), PHONE),
    **dict.fromkeys(("test_offline", "test_search_without_signal"), RULES),
    **{name: name for name in ("test_afterwards", "test_yours")},
}
"""Browser tests that share what takes long to set up: one process runs the files of one name."""


def shared_by(nodeid: str) -> str:
    """What a test shares with those that the same process runs: what its file sets up, or nothing that takes long."""
    file, _, name = nodeid.partition("::")
    if "/e2e/" in file:
        return TOGETHER.get(Path(file).stem, nodeid)
    if "/storage/" in file:
        return "a server of PostgreSQL"
    return nodeid if name.startswith(LONGEST) or Path(file).stem == LAST else file


class Scheduling(LoadScopeScheduling):
    """Gives a process all tests that share something.

    The groups of xdist 3.8 are for pytest before 9.2: with this one they are lost, and no line says so.
    """

    def _split_scope(self, nodeid: str) -> str:
        return shared_by(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:
    """Whichever way of sharing tests among processes was asked for."""
    return Scheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What rests, and in which order the others go: what takes longest first."""
    for item in _resting(items):
        item.add_marker(pytest.mark.thorough)
    for item in items:
        for fixture, group in (("keeper", PHONE), ("phone_of", RULES)):
            assert fixture not in getattr(item, "fixturenames", ()) or shared_by(item.nodeid) == group, item.nodeid
    # Below this folder lie hundreds of short ones, which fill whatever time is left in the end.
    items.sort(
        key=lambda item: (
            shared_by(item.nodeid) != PHONE,
            not item.name.startswith(LONGEST),
            item.path.parent != ROOT / "tests",
        )
    )


def _resting(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """What rests until `make thorough` of what is tried in every language: all but English and one other, by turns."""
    tried: dict[tuple[str, str], dict[str, list[pytest.Item]]] = {}
    for item in items:
        for name, param in getattr(getattr(item, "callspec", None), "params", {}).items():
            value = getattr(param, "in_turn", param)
            if isinstance(value, str) and value in LANGUAGES:
                test = f"{item.path.name} {item.name.partition('[')[0]}"
                tried.setdefault((test, name), {}).setdefault(value, []).append(item)
    for (test, _), by_language in tried.items():
        if by_language.keys() >= {*OTHER_LANGUAGES}:
            turn = OTHER_LANGUAGES[crc32(test.encode()) % len(OTHER_LANGUAGES)]
            yield from (item for language in {*OTHER_LANGUAGES} - {turn} for item in by_language[language])


ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = tuple(i18n.languages())
ENGLISH, *OTHER_LANGUAGES = LANGUAGES
EACH_LANGUAGE = (ENGLISH, *(pytest.param(one, marks=pytest.mark.thorough) for one in OTHER_LANGUAGES))
"""What is tried in one language in `make test`, and in all of them in `make thorough`."""


def message(language: str, text: str) -> str:
    """A message of the pages in a language."""
    return i18n.translations(language).ugettext(text)


def is_told(target: str, language: str = "en") -> bool:
    """Whether there is the section, and the heading in it, that something is said to be told under."""
    name, _, heading = target.partition("#")
    file = ROOT / "content" / language / f"{name}.md"
    return file.is_file() and f"{{#{heading}" in f"{{#{file.read_text(encoding='utf-8')}"


def every(names: str | tuple[str, ...], cases: Iterable[Any], ids: Any = None) -> Callable[[Any], Any]:
    """Cases as of `pytest.mark.parametrize`, for those that take less than a test of their own costs.

    All are tried in one test, which names each that fails and shows where it did. They share the fixtures.
    """
    own = [names] if isinstance(names, str) else list(names)
    rows = [(case,) if isinstance(names, str) else tuple(case) for case in cases]
    titles = None if ids is None or callable(ids) else [*ids]

    def title(number: int) -> str:
        """What a case is called, as pytest would name a test of its own."""
        return str(titles[number]) if titles else "-".join(str((ids or repr)(value)) for value in rows[number])

    def collected(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            wrong = []
            for number, row in enumerate(rows):
                try:
                    test(**fixtures, **dict(zip(own, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case of {title(number)[:200]}")
                    wrong.append(error)
            if wrong:
                raise BaseExceptionGroup(f"{len(wrong)} of {len(rows)} cases", wrong)

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in own]
        run.__signature__ = signature.replace(parameters=others)
        return run

    return collected


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One app for all tests: it holds no state but its database, and sheets do not see each other."""
    app = create_app(
        {
            "TESTING": True,
            "SECRET_KEY": "for tests only, for sure",
            "INSTANCE": str(tmp_path_factory.mktemp("instance")),
            "WTF_CSRF_ENABLED": False,
            "RATELIMIT_ENABLED": False,
            "PROPAGATE_EXCEPTIONS": False,
        }
    )
    app.test_client_class = DescribedClient
    opened(app)
    return app


@pytest.fixture(scope="session")
def reference(app: Flask) -> Reference:
    """The rules of all languages, as the app has them."""
    found: Reference = app.extensions["reference"]
    return found


@pytest.fixture(scope="session")
def books(reference: Reference) -> list[Book]:
    """The sections of every language."""
    return list(reference.books.values())


@pytest.fixture(scope="session")
def indexes(reference: Reference) -> Mapping[str, Index]:
    """What the search of each language looks through."""
    return reference.indexes


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A device that has never been here before."""
    return app.test_client()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that nobody kills, so that it need not wait for the disk."""
    server = Postgres(durable=False)
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new empty database, of every kind that the app can use."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    server: Postgres = request.getfixturevalue("postgres")
    address = server.database()
    yield address
    server.drop(address)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with empty tables, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "template.db"
    _migrate(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def migrated_database(postgres: Postgres) -> str:
    """A PostgreSQL database with empty tables, to be copied."""
    address = postgres.database()
    _migrate(address)
    return address


def _migrate(address: str) -> None:
    database = Database(address)
    database.upgrade()
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """A new database with empty tables, of every kind that the app can use: a copy of one that was migrated."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("migrated_file"), tmp_path / "test.db")
        database = Database(f"sqlite:///{file}")
        yield database
        database.close()
        return
    server: Postgres = request.getfixturevalue("postgres")
    address = server.database(template=request.getfixturevalue("migrated_database"))
    database = Database(address)
    yield database
    database.close()
    server.drop(address)


@pytest.fixture
def sheets(database: Database) -> Sheets:
    """The score sheets of an empty database."""
    return Sheets(database)

"""Message catalogues: every message in every language, with the same parameters."""

import importlib.util
from types import ModuleType

import pytest
from babel.messages.catalog import Message
from companion import i18n

from tests.conftest import LANGUAGES, ROOT


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "scripts" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_languages() -> None:
    assert i18n.languages() == {"en": "English", "ko": "한국어"}
    assert tuple(i18n.languages()) == LANGUAGES


def test_every_message_is_there_in_every_language(tool: ModuleType) -> None:
    assert list(tool.problems()) == []


@pytest.mark.parametrize(
    ("message", "params", "problem"),
    [
        (Message("Save", ""), None, "not translated"),
        (Message("Undo: %(player)s", "되돌리기: %(name)s"), None, "uses ['name'] of ['player']"),
        (Message("Undo: %(player)s", "되돌리기"), None, "uses [] of ['player']"),
        (Message("x", "%(have)s", context="reason"), (frozenset({"have", "supply"}), True), "uses ['have'] of"),
        (Message("Save", "저장", flags={"fuzzy"}), None, "marked as fuzzy"),
    ],
)
def test_what_is_wrong_is_told(
    tool: ModuleType, message: Message, params: tuple[frozenset[str], bool] | None, problem: str
) -> None:
    (told,) = tool.problems_of("ko", message, params)
    assert problem in told


def test_names() -> None:
    assert i18n.name("ko", "worker", "cowboy") == "카우보이"
    assert i18n.name("en", "players", "count", n=3) == "3 players"

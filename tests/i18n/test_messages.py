"""Message catalogues: every message in every language, with the same parameters."""

import importlib.util
import re
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


# language, what no message says, what it says
OTHERWISE = [
    ("ko", "포지션", "상황"),
    ("ko", "구입", "구매"),
    ("ko", "까닭", "이유"),
    ("ko", "다투는 일", "논쟁"),
    ("ko", r"위험 행동", "위험 보상 행동"),
    ("ko", r"밝은 칸|어두운 칸|밝음|어두움", "흰색 칸, 검은색 칸"),
    ("ko", "가운데 골라", "지을 수 있는 건물: 1개"),
    ("en", "slips of the finger", "typos"),
    ("en", r"\b[Aa]new\b", "over"),
    ("en", "It was noted", "We've logged it"),
    ("en", "One thing decides", "Tell me"),
    ("en", r"light (disc )?space|dark: any", "white and black spaces"),
]


@pytest.mark.parametrize(("language", "never", "instead"), OTHERWISE, ids=[never for _, never, _ in OTHERWISE])
def test_one_word_for_one_thing(language: str, never: str, instead: str) -> None:
    """What reads as translated, or is another word for a thing that has one, is in no message."""
    messages = [message for message in i18n.read_catalog(language) if message.id]
    texts = {f"{message.context or ''}/{message.id}": f"{message.string}" for message in messages}
    if language == i18n.DEFAULT_LANGUAGE:
        texts |= {key: f"{text} {key}" for key, text in texts.items() if key.startswith("/")}
    assert [key for key, text in texts.items() if re.search(never, text)] == [], f"say {instead}"


def test_names() -> None:
    assert i18n.name("ko", "worker", "cowboy") == "카우보이"
    assert i18n.name("en", "players", "count", n=3) == "3 players"

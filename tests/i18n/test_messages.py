"""Message catalogues: every message in every language, with the same parameters."""

import importlib.util
import re
from types import ModuleType

import pytest
from babel.messages.catalog import Message
from companion import i18n

from tests.conftest import LANGUAGES, ROOT, every
from tests.situations import read_yaml


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "scripts" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_languages() -> None:
    assert i18n.languages() == {
        "en": "English",
        "de": "Deutsch",
        "es": "Español",
        "fr": "Français",
        "ko": "한국어",
    }


def test_every_message_is_there_in_every_language(tool: ModuleType) -> None:
    assert list(tool.problems()) == []


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        (Message("Save", ""), "not translated"),
        (Message("Undo: %(player)s", "되돌리기: %(name)s"), "uses ['name'] of ['player']"),
        (Message("Undo: %(player)s", "되돌리기"), "uses [] of ['player']"),
        (Message("Save", "저장", flags={"fuzzy"}), "marked as fuzzy"),
    ],
)
def test_what_is_wrong_is_told(tool: ModuleType, message: Message, problem: str) -> None:
    (told,) = tool.problems_of("ko", message)
    assert problem in told


def test_names_that_are_not_the_same_in_every_language(tool: ModuleType) -> None:
    english = {("worker", "cowboy"): "cowboy", ("town", "memphis"): "Memphis", ("players", "count"): "%(n)s players"}
    korean = {("worker", "cowboy"): "카우보이", ("worker", "builder"): "건축가", ("players", "count"): "%(number)s명"}
    extra, missing, other = tool.problems_of_names("ko", english, korean)
    assert re.fullmatch(r".*/content/ko/names/players[.]toml:\d+: no such name in English: worker/builder", extra)
    assert re.fullmatch(r"ko: town/memphis: no such name; English has it in .*/en/names/spaces[.]toml:\d+", missing)
    assert re.fullmatch(r".*/players[.]toml:\d+: players/count uses \['number'\], in English \['n'\]", other)


def test_there_is_no_english_catalogue() -> None:
    """The id is the text, in the plural too."""
    assert not i18n.po_file("en").exists()
    english, korean = i18n.translations("en"), i18n.translations("ko")
    assert [english.ungettext("%(num)d game", "%(num)d games", n) for n in (0, 1, 2)] == [
        *("%(num)d games", "%(num)d game", "%(num)d games")
    ]
    assert (english.ugettext("Save"), korean.ugettext("Save")) == ("Save", "저장")


@every(("language", "never", "instead"), read_yaml(ROOT / "tests/book/statements.yaml")["messages"])
def test_one_word_for_one_thing(language: str, never: str, instead: str) -> None:
    """What reads as translated, or is another word for a thing that has one, is in no message."""
    # English messages are their ids, which every catalogue has.
    messages = {message.id: message.string for message in i18n.read_catalog("ko") if message.id}
    texts = {f"{key}": f"{key if language == 'en' else text}" for key, text in messages.items()}
    texts |= {"/".join(key): text for key, text in i18n.all_names(language).items()}
    assert [key for key, text in texts.items() if re.search(never, text)] == [], f"say {instead}"


HALF = re.compile(r"\(으\)|은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(이\)라|\[[^\]]*\||%\(|  ")


@pytest.mark.parametrize("language", LANGUAGES)
@every("value", ["Anna", "Ben", "서영", "크리올로", "7a", 0, 1, 2, 5])
def test_messages_can_be_said_with_any_value(language: str, value: object) -> None:
    """Every message of the pages with names and numbers of every kind: no half of a form is left in it."""
    wrong = []
    for message in i18n.read_catalog("ko"):
        told = message.id if language == "en" else message.string
        for text in told if isinstance(told, list | tuple) else (told,):
            values = {
                name: value if kind == "s" or isinstance(value, int) else 3
                for name, kind in re.findall(r"%\((\w+)(?::[\w-]+)?\)([sd])", text)
            }
            if values and (half := HALF.search(i18n.filled(text, values, language))):
                wrong.append((text, half[0]))
    assert wrong == []

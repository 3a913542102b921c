"""Words that go with a value in front of them: Korean particles as one says them, forms for one and for several."""

import re
from typing import Any

from companion import i18n
from companion.i18n import filled, joined
from companion.i18n.forms import Noun
from companion.languages.ko import final_sound
from markupsafe import Markup

from tests.conftest import ROOT, every
from tests.situations import read_yaml

FORMS = read_yaml(ROOT / "tests/i18n/forms.yaml")


@every(("language", "case"), [(language, case) for language, told in FORMS.items() for case in told["said"]])
def test_values_go_with_their_message(language: str, case: tuple[str, dict[str, Any], str]) -> None:
    text, values, said = case
    names = FORMS[language].get("names", {})
    filled_in = {key: Noun(names[value]) if value in names else value for key, value in values.items()}
    assert filled(text, filled_in, language) == said


def test_lists_in_spanish() -> None:
    assert joined(" y ", ["Ana", "Iris"], "es") == "Ana e Iris"
    assert joined(" y ", ["Ana", Noun({"one": "impresión", "el": "la impresión"})], "es") == "Ana e impresión"
    assert joined(" o ", ["79", "80"], "es") == "79 u 80"
    assert joined(" o ", ["100", "110"], "es") == "100 o 110"


@every(
    ("text", "sound"),
    [
        *(("역", "ㅇ"), ("칠", "ㄹ"), ("차", ""), ("40", "ㅇ"), ("L", "ㄹ"), ("N", "ㅇ"), ("W", "")),
        *(("Paul", "ㄹ"), ("Jack", "ㅇ"), ("Matt", "ㅇ"), ("Mark", ""), ("Peter", ""), ("Anna", ""), ("", None)),
    ],
)
def test_final_sounds(text: str, sound: str | None) -> None:
    assert final_sound(text) == sound


def test_what_somebody_typed_stays_as_it_is() -> None:
    typed = "은(는) [one|more] %(x)s"
    assert filled("“%(x)s”은(는) 100%%", {"x": typed}, "ko") == f"“{typed}”는 100%"
    page = filled(Markup("<b>%(name)s</b>: %(name)s을(를)"), {"name": "<Kim>"}, "ko")
    assert page == Markup("<b>&lt;Kim&gt;</b>: &lt;Kim&gt;을")
    assert filled(Markup("%(link)s이(가)"), {"link": Markup("<a>규칙</a>")}, "ko") == Markup("<a>규칙</a>이")


def test_no_korean_text_guesses_a_particle() -> None:
    """Behind a value both forms are written."""
    guessed = re.compile(r"%\(\w+\)[sd][”’\"')]*(?:이라[는고]|으로|[은는이가을를과와로])(?![가-힣(])")
    messages = [message.string for message in i18n.read_catalog("ko") if message.id]
    texts = [text for told in messages for text in (told if isinstance(told, list | tuple) else [told])]
    assert [text for text in (*texts, *i18n.all_names("ko").values()) if guessed.search(text)] == []

"""Every reason as a sentence that one can say aloud, whatever the figures and names are: plurals and particles."""

import re

import pytest
from companion import engine
from companion.reference import samples
from companion.sentences.findings import finding_of

from tests.conftest import LANGUAGES, every

_COUNTED = (
    "card|certificate|character|choice|cowboy|builder|disc(?! space)|dollar|engine|letter|point|space|step|tile"
    "|time|token|worker"
)
_ONE = re.compile(rf"\b1 (?:are|were|have|lie|stand|belong|(?:{_COUNTED})s|entries)\b")
_SEVERAL = re.compile(rf"\b[025] (?:{_COUNTED}|entry|has one|[iw]s left|[iw]s told)\b")
_UNRESOLVED = re.compile(r"\(으\)|은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(이\)|\[[^\]]*\|")


@every("code", engine.REASONS)
def test_reasons_can_be_said_aloud(code: str) -> None:
    for reason in samples.reasons(code):
        for language in LANGUAGES:
            text = finding_of(reason, language).text
            assert not _UNRESOLVED.search(text), text
            assert not re.search(r"%\(|None|  |[.] [.]|[.][.]", text), text
            if language == "en":
                assert not _ONE.search(text), text
                assert not _SEVERAL.search(text), text
                assert not text[0].islower(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_games_and_components_can_be_said_aloud(language: str) -> None:
    """What `companion translations --sentences` lists for whoever translates: no half of a form is left in it."""
    told = list(samples.sentences(language))
    kinds = {what.split()[0] for what, _ in told}
    assert kinds == {"reason", "problem", "score-line", "effect", "action", "verdict", "repair", "outcome"}
    for what, text in told:
        assert not _UNRESOLVED.search(text), (what, text)
        assert not re.search(r"%\(|None|  |[.] [.]", text), (what, text)
        if language == "en":
            assert not re.search(r"\ba [aeiou]\w|\ban [^aeiou\W]|\b(the|a|an|of|on|in) \1\b", text), (what, text)
            assert not _ONE.search(text), (what, text)
            assert not (what.startswith("problem") and _SEVERAL.search(text)), text

"""Every reason as a sentence that one can say aloud, whatever the figures and names are: plurals and particles."""

import re
import typing
from collections.abc import Iterator, Mapping

import pytest
from companion import engine, i18n
from companion.engine.core.components.automas import Deed
from companion.engine.core.reasons import REASONS, Kind, Reason, Value
from companion.sentences.findings import finding_of

from tests.conftest import LANGUAGES

COUNTS = (0, 1, 2, 5)

# Of each kind of parameter some values, which end with different sounds in Korean, with letters and with digits.
VALUES: Mapping[Kind, tuple[Value, ...]] = {
    "player": ("red", "white"),
    "worker": ("cowboy", "engineer"),
    "hazard": ("flood", "rockfall"),
    "hazard-tiles": (("flood:green:2",), (":black:", "rockfall::")),
    "outlaw": ("green",),
    "tiles": (("worker:cowboy",), ("hazard:flood", "outlaw:green")),
    "card": (("criollo",), ("longhorn:2", "objective")),
    "chosen-cards": (("criollo",), ("criollo", "galloway", "obj-3")),
    "building": ("2a", "10b"),
    "neutral": ("A", "F"),
    "objective": ("obj-3",),
    "station-master": ("sm-4", "sm-8"),
    "city": ("chicago", "kansas-city"),
    "category": ("cattle",),
    "space": ("A", "A-1", "flood-2", "drought-risk-1", "kansas-city", "start", "off-board"),
    "engine": ("7", "t4"),
    "phase": ("B", "K2"),
    "action": ("A.2", "risk", "copied-risk", "engineer.4", "sm-1", "obj-3"),
    "effect": ("hire", "place-disc", "immediate"),
    "card-kind": ("pair", "galloway", "objective"),
    "counted": ("engineer", "outlaw-pair"),
    "town": ("memphis", "red-center"),
    "town-tile": ("town-hire",),
    "automa-deed": ("reveal", "move", "deliver", "nothing", *typing.get_args(Deed)),
    "places": ((),),
}


def with_values(code: str) -> Iterator[Reason]:
    """A reason with each count, and with all values of its other parameters."""
    kinds = REASONS[code].params
    most = max(len(VALUES[kind]) for kind in kinds.values() if kind != "number")
    for count in COUNTS:
        for turn in range(most):
            params: dict[str, Value] = {}
            for name, kind in kinds.items():
                params[name] = count if kind == "number" else VALUES[kind][turn % len(VALUES[kind])]
            yield Reason(code, params)


_COUNTED = (
    "card|certificate|character|choice|cowboy|builder|disc(?! space)|dollar|engine|letter|point|space|step|tile|time|token|worker"
)
_ONE = re.compile(rf"\b1 (?:are|were|have|lie|stand|belong|(?:{_COUNTED})s|entries)\b")
_SEVERAL = re.compile(rf"\b[025] (?:{_COUNTED}|entry|has one|[iw]s left|[iw]s told)\b")
_UNRESOLVED = re.compile(r"\(으\)|은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(이\)|\[[^\]]*\|")


@pytest.mark.parametrize("code", REASONS)
def test_reasons_can_be_said_aloud(code: str) -> None:
    for reason in with_values(code):
        for language in LANGUAGES:
            text = finding_of(reason, language).text
            assert not _UNRESOLVED.search(text), text
            assert not re.search(r"%\(|None|  |[.] [.]|[.][.]", text), text
            if language == "en":
                assert not _ONE.search(text), text
                assert not _SEVERAL.search(text), text
                assert not text[0].islower(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_can_be_said_aloud(language: str) -> None:
    for code, names in engine.PROBLEMS.items():
        for count in COUNTS:
            text = i18n.name(language, "problem", code, **dict.fromkeys(names, count))
            assert not any(wrong.search(text) for wrong in (_UNRESOLVED, _ONE, _SEVERAL)), text

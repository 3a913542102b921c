"""The house rules of a table: figures, rules read in another way, and notes; as a text that people pass on.

[figures]
"hand-limit.base" = 5

[readings]
pass-phase-b = "forbidden"

[notes]
"cattle/buying" = "Whoever buys three cards at once may look at the next one."
"""

from __future__ import annotations

import base64
import binascii
import functools
import itertools
import json
import re
import tomllib
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion import engine, i18n
from companion.sentences.findings import problem_text

MAX_NOTES, MAX_NOTE_LENGTH = 12, 300
MAX_CODE_LETTERS = 3000
"""What fits into a cookie."""
_MAX_TEXT = 20_000
_PARTS = ("figures", "readings", "notes")
_KEY = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")


@dataclass(frozen=True)
class HouseRules:
    """What a table plays otherwise than it is printed. A note stands on top of a section of the rules."""

    figures: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.figures or self.readings or self.notes)

    def __str__(self) -> str:
        return " ".join(f"{key}={value}" for key, value in {**self.figures, **self.readings, **self.notes}.items())

    @classmethod
    def of_words(cls, words: Iterable[str]) -> HouseRules:
        """Figures as addresses have them: `fee.green.3`. What is none is left out."""
        parted = [word.rpartition(".") for word in itertools.islice(words, engine.MAX_HOUSE_RULES)]
        return cls({name: int(value) for name, _, value in parted if re.fullmatch(r"-?\d{1,3}", value, re.ASCII)})

    @property
    def words(self) -> tuple[str, ...]:
        """The figures as addresses have them."""
        return tuple(f"{name}.{value}" for name, value in self.figures.items())

    def for_game(self, game: engine.Game) -> Mapping[str, int]:
        """The figures that a game has."""
        return engine.house_in(game, self.figures) if self.figures else {}

    def in_game(self, game: engine.Game) -> engine.Game:
        """The game with those of its figures that are played otherwise."""
        house = self.for_game(game)
        return replace(game, house=house) if house else game

    @property
    def text(self) -> str:
        """What `read_rules` reads."""
        tables = (
            f"[{part}]\n" + "".join(f"{_quoted(key)} = {_value(value)}\n" for key, value in sorted(table.items()))
            for part in _PARTS
            if (table := getattr(self, part))
        )
        return "\n".join(tables)

    @property
    def code(self) -> str:
        """The text in the letters of a link."""
        return base64.urlsafe_b64encode(zlib.compress(self.text.encode(), 9)).decode().rstrip("=")


def laid_out(code: str, rules: HouseRules | None = None) -> engine.Position:
    """The position of a set-up: what a code draws with the house rules of a table, or what was laid out by hand.

    Raises Unreadable.
    """
    if not code.startswith(engine.DrawnSetUp.VERSION):
        return engine.decode(code)
    drawn = engine.read_draw(code)
    house = (rules or HouseRules()).for_game(engine.Game(drawn.edition, variants=drawn.variants))
    return replace(drawn, house=house).position


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _value(value: int | str) -> str:
    return str(value) if isinstance(value, int) else _quoted(value)


class RuleProblem(NamedTuple):
    """What is wrong in a text: the line, the key it is about, and what would be right."""

    line: int
    key: str
    message: str


class WrongRules(ValueError):
    """House rules that cannot be. `problems` has everything that is wrong, in the order of the text."""

    def __init__(self, problems: list[RuleProblem]) -> None:
        super().__init__("; ".join(f"line {one.line}: {one.message}" for one in problems))
        self.problems = problems


def read_rules(text: str, language: str, sections: Collection[str] | None = None) -> HouseRules:
    """The house rules that a text tells. Raises WrongRules.

    `sections` are those that may have notes.

    >>> read_rules('[figures]\\n"fee.green" = 3', "en").figures
    {'fee.green': 3}
    >>> read_rules('[figures]\\n"fee.green" = 30', "en")
    Traceback (most recent call last):
    ...
    companion.house_rules.WrongRules: line 2: fee.green: 30 should be a number from 0 to 10.
    """
    rules, problems = _read(text, language, sections)
    if problems:
        raise WrongRules(sorted(problems))
    return rules


@functools.lru_cache(64)
def rules_of_code(code: str) -> HouseRules:
    """The house rules of a code; of a damaged one, those that can be read."""
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        text = zlib.decompressobj().decompress(packed, _MAX_TEXT).decode()
    except (ValueError, binascii.Error, zlib.error):
        return HouseRules()
    return _read(text, i18n.DEFAULT_LANGUAGE, None)[0]


def _read(text: str, language: str, sections: Collection[str] | None) -> tuple[HouseRules, list[RuleProblem]]:
    problems: list[RuleProblem] = []

    def wrong(key: str, code: str, **params: object) -> None:
        message = i18n.name(language, "house-problem", code, **params)
        problems.append(RuleProblem(_line_of(key, text), key, f"{key}: {message}" if key else message))

    if len(text) > _MAX_TEXT:
        wrong("", "too-long", most=_MAX_TEXT)
        return HouseRules(), problems
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        line = re.search(r"at line (\d+)", str(error))
        message = i18n.name(language, "house-problem", "not-toml")
        return HouseRules(), [RuleProblem(int(line[1]) if line else text.count("\n") + 1, "", message)]
    for part in tables:
        if part not in _PARTS:
            wrong(part, "no-part", known=", ".join(f"[{one}]" for one in _PARTS))
        elif not isinstance(tables[part], dict):
            wrong(part, "no-table")
    parts = {part: tables[part] for part in _PARTS if isinstance(tables.get(part), dict)}
    game, refused = _read_game(parts.get("figures", {}), parts.get("readings", {}))
    for problem in refused:
        key = str(problem.path[-1])
        problems.append(RuleProblem(_line_of(key, text), key, f"{key}: {problem_text(problem, language)}"))
    notes: dict[str, str] = {}
    for section, note in parts.get("notes", {}).items():
        if sections is not None and section not in sections:
            wrong(section, "no-section", known=engine.nearest(section, sections))
        elif not isinstance(note, str) or not note.strip() or len(note) > MAX_NOTE_LENGTH:
            wrong(section, "no-note", most=MAX_NOTE_LENGTH)
        elif len(notes) == MAX_NOTES:
            wrong(section, "too-many-notes", most=MAX_NOTES)
        else:
            notes[section] = " ".join(note.split())
    return HouseRules(game.house or {}, game.readings or {}, notes), problems


def _read_game(figures: Mapping[str, Any], readings: Mapping[str, Any]) -> tuple[engine.Game, list[engine.Problem]]:
    """Figures and readings as a game has them, of any edition and variant, and what cannot be."""
    reading = engine.Reading()
    game = engine.game_of_all().read({"house": {**figures}, "readings": {**readings}}, (), reading)
    return game, reading.problems


def _line_of(key: str, text: str) -> int:
    """The line of a text that begins with a key, or the first one."""
    return next((number for number, name in _keys(text) if name == key), 1)


def _keys(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if key := _KEY.match(line):
            yield number, next(filter(None, key.groups()), "")
        elif heading := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            yield number, heading[1]

"""What somebody asks of the rules: a position, perhaps an action in it and what chance brought, in one JSON text."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.engine.core import Action, Position
from companion.engine.core.dealer import Drawn
from companion.engine.format import position_from
from companion.engine.format.actions import action_from
from companion.engine.format.jsontext import Unreadable, read_json
from companion.engine.format.log import drawn_from
from companion.engine.format.notation import decode
from companion.engine.format.shapes import Plain, Reading, nearest, shown


@dataclass(frozen=True)
class Question:
    """A position, the action that is asked about, and what was drawn in doing it."""

    position: Position
    action: Action | None = None
    drawn: tuple[Drawn, ...] = ()

    @property
    def the_action(self) -> Action:
        """The action of a question that has one. Raises ValueError."""
        if self.action is None:
            raise ValueError("a question without an action")
        return self.action


def read_question(text: str, required: Collection[str], optional: Collection[str] = ()) -> Question:
    """Read `{"position": ..., "action": ..., "outcome": ...}` of which some keys are required and some allowed.

    A position is an object or a share code, an action an object or a line of text. Raises Unreadable; the paths of
    its problems begin with the key that they are about.
    """
    document = read_json(text)
    value, reading = document.value, Reading(document.lines)
    if not isinstance(value, dict):
        reading.problem("not-a-table", (), found=shown(value))
        value = reading.result(None)
    missing = [key for key in required if key not in value]
    if missing:
        reading.problem("key-missing", (), missing=", ".join(missing))
    keys = (*required, *optional)
    for key in value:
        if key not in keys:
            reading.problem("unknown-key", (key,), found=shown(key), known=nearest(key, keys))
    position = _position(value["position"], reading) if "position" in value else None
    action = action_from(value["action"], reading, ("action",)) if "action" in keys and "action" in value else None
    has_outcome = "outcome" in keys and "outcome" in value
    drawn = drawn_from(value["outcome"], reading, ("outcome",)) if has_outcome else ()
    return Question(reading.result(position), action, drawn)


def _position(value: Plain, reading: Reading) -> Position | None:
    if not isinstance(value, str):
        return position_from(value, reading, ("position",))
    try:
        return decode(value)
    except Unreadable as error:
        line = reading.lines.of(("position",))
        reading.problems += [replace(problem, path=("position",), line=line) for problem in error.problems]
        return None

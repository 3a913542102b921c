"""What an address of the editor asks for behind the question mark: what is shown, what was picked, what is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from operator import itemgetter
from urllib.parse import urlencode

from companion import engine
from companion.web.editor.position_fields import REGIONS, TRAIL, regions

MAX_LENGTH, MAX_LISTED = 80, 400
"""No word in such an address has more letters, and no list that was typed."""


@dataclass(frozen=True)
class EditorQuery:
    """What the page shows, and the step that was asked for, if one was."""

    show: str = TRAIL
    pick: str = ""
    group: str = ""
    open: str = ""
    """The field whose things are unfolded."""
    at: str = ""
    """A place that was tapped, or a field that is changed."""
    do: str = ""
    """What is put into that field; empty for a tap, which takes the pick."""
    listed: str = ""
    """What is put there as somebody types or dictates it, all of it at once."""
    fill: str = ""
    """A filling of the region."""

    @property
    def is_step(self) -> bool:
        """Whether the position changes."""
        return bool(self.at or self.fill)

    def view(self, **changes: str) -> EditorQuery:
        """What is shown, without the step."""
        return replace(self, **{"at": "", "do": "", "listed": "", "fill": "", **changes})

    def address(self, **changes: str) -> str:
        """This as the end of an address."""
        return "?" + urlencode([*filter(itemgetter(1), {**vars(self), **changes}.items())], safe=":")


_NAMES = tuple(field.name for field in fields_of(EditorQuery))


def read_query(arguments: Mapping[str, str], position: engine.Position) -> EditorQuery:
    """What an address asks for; words that cannot be meant are left out."""
    most = dict.fromkeys(_NAMES, MAX_LENGTH) | {"listed": MAX_LISTED}
    words = {name: arguments[name] for name in _NAMES if 0 < len(arguments.get(name, "")) <= most[name]}
    if words.get("show") not in (*REGIONS, *regions(position)):
        words["show"] = TRAIL
    return EditorQuery(**words)

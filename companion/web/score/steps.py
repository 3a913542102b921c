"""Steps of a sheet's history in words: who changed what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import ngettext

from companion.sheets.states import LogStep, SheetState
from companion.web.device import identity
from companion.web.score import fields


@dataclass(frozen=True)
class ChangeView:
    """What a step did to one field. `player` is empty for what belongs to the whole table."""

    player: str
    title: str
    before: str | None
    after: str | None
    rivals: tuple[str | None, ...]
    """What other phones had typed there, which still stood beside it afterwards."""


@dataclass(frozen=True)
class StepView:
    """A step of the history."""

    revision: int
    kind: str
    by: str
    via: str
    """Who brought it for another phone."""
    at: datetime
    undone: bool
    changes: tuple[ChangeView, ...]

    @property
    def first(self) -> ChangeView:
        """The change that stands for the step where there is little room."""
        return self.changes[0]

    @property
    def in_short(self) -> str:
        """What the step did, where there is little room."""
        change = self.first
        text = f"{change.player}, {change.title}" if change.player else change.title
        text += f" {_shown(change.before)} → {_shown(change.after)}"
        if self.more:
            text += " " + ngettext("and %(num)d more", "and %(num)d more", self.more)
        return text

    @property
    def more(self) -> int:
        """How many changes there are besides the first."""
        return len(self.changes) - 1


def _shown(text: str | None) -> str:
    return "–" if text is None else text.replace("-", "−")


def step_view(sheet: SheetState, step: LogStep | None) -> StepView | None:
    """A step for the page, None for none, and for one whose changes are forgotten."""
    if step is None or not step.fields:
        return None
    names = {player.seat: player.name for player in sheet.players}
    return StepView(
        revision=step.revision,
        kind=step.kind,
        by=identity.who(sheet, step.by),
        via=identity.who(sheet, step.via),
        at=step.at,
        undone=step.undone,
        changes=tuple(
            ChangeView(
                player=names.get(change.seat, ""),
                title=fields.title(sheet, change.field),
                before=fields.told(change.field, change.before.text),
                after=fields.told(change.field, change.after.text),
                rivals=tuple(fields.told(change.field, rival.text) for rival in change.after.rivals),
            )
            for change in step.fields
        ),
    )

"""Lessons: several phones show the step of teaching that one of them has come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select, update

from companion.storage.database import Database
from companion.storage.tables import lessons, new_keys, opened_by

KEPT = timedelta(hours=12)
"""A lesson in which nobody has gone on for so long is over."""
MOST = 500
"""Lessons that are kept at a time; of more, the oldest go."""


class NoSuchLesson(LookupError):
    """No lesson has this key, or it is over."""


@dataclass(frozen=True)
class Lesson:
    """A lesson: the code of its set-up, the step that is taught, and the keys for leading and for following."""

    code: str
    step: str
    edit_key: str
    view_key: str


class Lessons:
    """All lessons in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def begin(self, code: str, step: str, now: datetime | None = None) -> Lesson:
        """Begin one, and forget those that are over."""
        now = now or datetime.now(UTC)
        lesson = Lesson(code, step, **new_keys())
        latest = select(lessons.c.id).order_by(lessons.c.changed_at.desc(), lessons.c.id.desc()).limit(MOST - 1)
        with self.database.write() as connection:
            over = (lessons.c.changed_at < now - KEPT) | lessons.c.id.not_in(latest)
            connection.execute(delete(lessons).where(over))
            connection.execute(insert(lessons).values(**vars(lesson), changed_at=now))
        return lesson

    def lesson(self, key: str, now: datetime | None = None) -> Lesson:
        """The lesson that a key leads or follows. Raises NoSuchLesson."""
        since = (now or datetime.now(UTC)) - KEPT
        wanted = select(lessons).where(opened_by(lessons, key), lessons.c.changed_at >= since)
        with self.database.read(single=True) as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise NoSuchLesson
        return Lesson(row.code, row.step, row.edit_key, row.view_key)

    def go_to(self, key: str, step: str, now: datetime | None = None) -> None:
        """Show another step to everybody. Raises NoSuchLesson, also for a key that follows only."""
        now = now or datetime.now(UTC)
        mine = (lessons.c.edit_key == key) & (lessons.c.changed_at >= now - KEPT)
        with self.database.write() as connection:
            if not connection.execute(update(lessons).where(mine).values(step=step, changed_at=now)).rowcount:
                raise NoSuchLesson

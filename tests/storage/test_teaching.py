"""Lessons: the step on several phones, for a while."""

from datetime import UTC, datetime, timedelta

import pytest
from companion.storage import teaching
from companion.storage.database import Database
from companion.storage.teaching import KEPT, Lessons, NoSuchLesson

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_who_leads_goes_on_and_who_follows_sees_it(database: Database) -> None:
    lessons = Lessons(database)
    laid_out = "a" * 5000
    made = lessons.begin(laid_out, "wins", NOW)
    lessons.go_to(made.edit_key, "trail", NOW)
    assert lessons.lesson(made.view_key, NOW) == lessons.lesson(made.edit_key, NOW)
    assert (lessons.lesson(made.view_key, NOW).code, lessons.lesson(made.view_key, NOW).step) == (laid_out, "trail")
    for key in (made.view_key, "nobody"):
        with pytest.raises(NoSuchLesson):
            lessons.go_to(key, "fees", NOW)


def test_a_lesson_is_over_after_a_while_and_there_are_never_too_many(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "MOST", 3)
    lessons = Lessons(database)
    made = [lessons.begin("dcode", "wins", NOW + timedelta(minutes=minute)) for minute in range(5)]
    for one in made[:2]:
        with pytest.raises(NoSuchLesson):
            lessons.lesson(one.view_key, NOW)
    assert lessons.lesson(made[2].view_key, NOW).code == "dcode"
    late = NOW + KEPT + timedelta(minutes=10)
    with pytest.raises(NoSuchLesson):
        lessons.lesson(made[4].view_key, late)
    with pytest.raises(NoSuchLesson):
        lessons.go_to(made[4].edit_key, "trail", late)

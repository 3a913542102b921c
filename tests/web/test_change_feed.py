"""What the phones at a table are told about changes: once made, told again from memory, and never to the wrong one."""

import contextlib
import time
from collections.abc import Callable, Sequence
from types import MethodType

import pytest
from companion.storage.sheets import Name, NoSuchSheet, Sheets, SheetState
from companion.web import score
from companion.web.score import revisions as revisions_module
from companion.web.score.response_cache import MAX_BYTES, MAX_RESPONSES, CachedResponse, ResponseCache
from companion.web.score.revisions import MAX_REVISIONS, Revisions, Watch
from flask.testing import FlaskClient

LONG = 600.0
"""Seconds."""
HTMX = {"HX-Request": "true"}
ANSWER = CachedResponse("200 OK", [("Content-Type", "text/html")], "totals\n다섯".encode())


@pytest.fixture
def told() -> ResponseCache:
    return ResponseCache()


def test_an_answer_is_kept_for_its_question_only(told: ResponseCache) -> None:
    assert told.get("since 1") is None
    told.keep("since 1", ANSWER)
    assert (told.get("since 1"), told.get("since 2")) == (ANSWER, None)
    told.keep("since 1", newer := ANSWER._replace(body=b""))
    assert told.get("since 1") == newer


def test_what_is_for_one_reader_is_not_kept(told: ResponseCache) -> None:
    told.keep("question", ANSWER._replace(headers=[*ANSWER.headers, ("Set-Cookie", "session=mine")]))
    assert told.get("question") == ANSWER


def test_what_is_too_long_is_not_kept(told: ResponseCache) -> None:
    told.keep("question", ANSWER._replace(body=bytes(MAX_BYTES + 1)))
    assert told.get("question") is None


def test_the_newest_answers_are_kept(told: ResponseCache) -> None:
    for number in range(MAX_RESPONSES + 1):
        told.keep(str(number), ANSWER)
    assert [told.get(str(number)) is None for number in (0, 1, MAX_RESPONSES)] == [True, False, False]


@pytest.fixture(autouse=True)
def known_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, what is known stays known for as long as a test takes."""
    monkeypatch.setattr(revisions_module, "KNOWN_SECONDS", LONG)


@pytest.fixture
def revisions() -> Revisions:
    return Revisions()


def test_how_far_a_sheet_is_is_known_for_a_moment(revisions: Revisions) -> None:
    now = time.monotonic()
    assert revisions.known("a") is None
    revisions.note("a", 3)
    assert (revisions.known("a"), revisions.known("b")) == (3, None)
    revisions.note("a", 4, now - LONG)
    assert revisions.known("a") is None


def test_who_read_before_a_change_does_not_undo_what_is_known_since(revisions: Revisions) -> None:
    revisions.note("a", 4)
    revisions.note("a", 3, time.monotonic())
    assert revisions.known("a") == 4
    revisions.forget("a")
    assert revisions.known("a") is None


def test_the_latest_notes_are_kept(revisions: Revisions) -> None:
    for number in range(MAX_REVISIONS + 1):
        revisions.note(str(number), 1)
    assert [revisions.known(str(number)) for number in (0, 1, MAX_REVISIONS)] == [None, 1, 1]


def test_what_was_read_before_somebody_did_something_does_not_count(revisions: Revisions) -> None:
    before = time.monotonic()
    revisions.note("a", 3)
    revisions.forget("a")
    revisions.note("a", 3, before)
    assert revisions.known("a") is None
    revisions.note("a", 4)
    assert revisions.known("a") == 4


class Counting(Sheets):
    """Notes what the database is asked."""

    def __init__(self, sheets: Sheets) -> None:
        super().__init__(sheets.database)
        self.asked: list[list[str]] = []

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        self.asked.append(sorted(keys))
        return super().revisions(keys)


@pytest.fixture
def counting(sheets: Sheets) -> Counting:
    return Counting(sheets)


@pytest.fixture
def keys(sheets: Sheets) -> list[str]:
    return sorted(str(sheets.create([Name("Anna", "blue")], 2, []).edit_key) for _ in range(5))


def unknown(watch: Watch) -> None:
    """All that was known was known too long ago."""
    watch.revisions = Revisions()


def test_sheets_that_somebody_asked_for_lately_are_asked_for_together(counting: Counting, keys: list[str]) -> None:
    watch = Watch(counting)
    assert [watch.revision(key) for key in keys] == [0] * 5
    counting.asked.clear()
    unknown(watch)
    counting.write(keys[1], {(1, "money"): (None, "5")})
    assert [watch.revision(key) for key in keys] == [0, 1, 0, 0, 0]
    assert counting.asked == [keys]


def test_sheets_that_nobody_asks_for_any_more_are_left_alone(
    counting: Counting, keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(counting)
    for key in keys:
        watch.revision(key)
    unknown(watch)
    monkeypatch.setattr(revisions_module, "LATELY_SECONDS", 0)
    watch.revision(keys[2])
    assert counting.asked[-1] == [keys[2]]


def test_while_one_asks_for_all_others_ask_for_themselves(counting: Counting, keys: list[str]) -> None:
    """Nobody waits for somebody else's question, and nothing is asked twice at the same time."""
    watch = Watch(counting)
    for key in keys:
        watch.revision(key)
    unknown(watch)
    counting.asked.clear()

    def meanwhile(asked: Sequence[str]) -> dict[str, int]:
        counting.revisions = MethodType(Counting.revisions, counting)  # type: ignore[method-assign]
        other = next(key for key in keys if key != asked[0])
        assert watch.revision(other) == 0
        return counting.revisions(asked)

    counting.revisions = meanwhile  # type: ignore[method-assign]
    assert watch.revision(keys[0]) == 0
    assert counting.asked == [[keys[1]], keys]


def test_no_question_is_longer_than_the_longest(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revisions_module, "MAX_SHEETS", 3)
    watch = Watch(counting)
    keys = [str(counting.create([Name("Anna", "blue")], 2, []).edit_key) for _ in range(6)]
    for _ in range(2):
        unknown(watch)
        assert [watch.revision(key) for key in keys] == [0] * 6
    assert max(len(asked) for asked in counting.asked) == 3


def test_a_sheet_that_is_not_there_is_of_no_interest(counting: Counting, keys: list[str]) -> None:
    watch = Watch(counting)
    for key in ("none", keys[0], "nothing"):
        with contextlib.suppress(NoSuchSheet):
            watch.revision(key)
    unknown(watch)
    watch.revision(keys[1])
    assert counting.asked[-1] == keys[:2]


@pytest.fixture
def address(sheet: SheetState) -> str:
    return f"/en/score/{sheet.edit_key}"


@pytest.fixture
def asleep(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on the app can no longer tell of changes: whatever is still told comes from memory."""

    def cannot(*_arguments: object) -> str:
        raise AssertionError("the app was asked")

    return lambda: monkeypatch.setattr(score, "_update", cannot)


def type_in(client: FlaskClient, address: str, since: int = 0, **fields: str) -> str:
    answer = client.post(address, data={"since": since, **fields}, headers=HTMX)
    assert answer.status_code == 200
    return answer.text


def test_an_entry_is_told_to_the_others_as_to_its_writer(
    client: FlaskClient, another: FlaskClient, address: str, asleep: Callable[[], None]
) -> None:
    told = type_in(client, address, **{"p1-money": "12"})
    asleep()
    answer = another.get(f"{address}/changes?since=0", headers=HTMX)
    assert (answer.status_code, answer.text) == (200, told)
    assert 'value="12"' in answer.text
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_what_the_app_told_once_it_is_not_asked_again(
    client: FlaskClient,
    another: FlaskClient,
    sheets: Sheets,
    sheet: SheetState,
    address: str,
    asleep: Callable[[], None],
) -> None:
    sheets.write(str(sheet.edit_key), {(1, "money"): (None, "5")})
    first = client.get(f"{address}/changes?since=0", headers=HTMX)
    asleep()
    assert another.get(f"{address}/changes?since=0", headers=HTMX).data == first.data


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on nobody can look up how far a sheet is."""

    def cannot(*_arguments: object) -> int:
        raise AssertionError("the database was asked")

    return lambda: monkeypatch.setattr(Sheets, "revisions", cannot)


def test_nothing_new_is_told_from_memory(
    client: FlaskClient, another: FlaskClient, address: str, no_database: Callable[[], None]
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    no_database()
    answer = another.get(f"{address}/changes?since=1", headers=HTMX)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (204, "private, no-store")
    assert another.get(f"{address}/changes?since=0", headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    ("below", "form"),
    [
        ("", {"do": "undo"}),
        ("/claim", {"seat": "1"}),
        ("/players", {"people-0-name": "Cleo", "people-0-colour": "blue"}),
        ("/1/money", {"number": "9", "was-number": "12"}),
    ],
)
def test_whatever_somebody_does_is_told_at_once(
    client: FlaskClient, another: FlaskClient, address: str, below: str, form: dict[str, str]
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert another.get(f"{address}/changes?since=1", headers=HTMX).status_code == 204
    if below == "/players":
        form = {**form, "people-1-name": "Ben", "people-1-colour": "red"}
    assert client.post(address + below, data=form).status_code in (200, 303)
    assert another.get(f"{address}/changes?since=1", headers=HTMX).status_code == 200


def test_what_another_server_did_is_told_a_moment_later(
    client: FlaskClient, sheets: Sheets, sheet: SheetState, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get(f"{address}/changes?since=0", headers=HTMX).status_code == 204
    sheets.write(str(sheet.edit_key), {(1, "money"): (None, "5")})
    monkeypatch.setattr(revisions_module, "KNOWN_SECONDS", 0)
    assert client.get(f"{address}/changes?since=0", headers=HTMX).status_code == 200


def test_another_revision_language_or_column_is_another_question(
    client: FlaskClient, address: str, asleep: Callable[[], None]
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    korean = client.get(f"{address}/changes?since=0".replace("/en/", "/ko/"), headers=HTMX).text
    assert "위" in korean
    assert "place 1" not in korean
    column = client.get(f"{address}/changes?since=0&player=2", headers=HTMX).text
    assert 'id="cell-p1-money"' not in column
    type_in(client, address, since=1, **{"p2-money": "3"})
    newer = client.get(f"{address}/changes?since=0", headers=HTMX).text
    assert ('id="cell-p1-money"' in newer, 'id="cell-p2-money"' in newer) == (True, True)
    asleep()
    assert client.get(f"{address}/changes?since=0&player=1", headers=HTMX).status_code == 500


def test_who_may_only_look_is_told_without_fields(client: FlaskClient, sheet: SheetState, address: str) -> None:
    assert "<input" in type_in(client, address, **{"p1-money": "12"})
    seen = client.get(f"/en/score/{sheet.view_key}/changes?since=0", headers=HTMX).text
    assert 'name="p1-money"' not in seen
    assert str(sheet.edit_key) not in seen


def test_what_concerns_the_writer_alone_is_not_told_to_others(
    client: FlaskClient, another: FlaskClient, address: str
) -> None:
    """A text that is no number, and what undo took back."""
    wrong = client.post(address, data={"since": 0, "p1-money": "many", "p2-money": "4"}, headers=HTMX)
    assert (wrong.status_code, "many" in wrong.text) == (422, True)
    told = another.get(f"{address}/changes?since=0", headers=HTMX).text
    assert ("many" in told, 'value="4"' in told) == (False, True)
    disputed = another.post(address, data={"since": 1, "p2-money": "9", "was-p2-money": ""}, headers=HTMX)
    assert "Choose what counts" in disputed.text
    told = client.get(f"{address}/changes?since=1", headers=HTMX).text
    assert "Choose what counts" in told
    assert "Undone:" in another.post(address, data={"since": 2, "do": "undo"}, headers=HTMX).text
    told = client.get(f"{address}/changes?since=2", headers=HTMX).text
    assert ("Undone:" in told, 'id="tools"' in told) == (False, False)


@pytest.mark.parametrize(("query", "form"), [("", {"player": "2"}), ("?player=2&player=1", {})])
def test_a_column_is_told_to_those_who_asked_for_it(
    client: FlaskClient, another: FlaskClient, address: str, query: str, form: dict[str, str]
) -> None:
    client.post(address + query, data={"since": 0, "p1-money": "12", **form}, headers=HTMX)
    for player in ("", "&player=1"):
        assert 'value="12"' in another.get(f"{address}/changes?since=0{player}", headers=HTMX).text


def test_a_finished_or_deleted_sheet_is_no_longer_told_of(
    client: FlaskClient, another: FlaskClient, address: str
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert client.post(f"{address}/finish").status_code == 303
    answer = another.get(f"{address}/changes?since=0", headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, f"{address}/reveal")
    assert client.post(f"{address}/delete", data={"sure": "yes"}).status_code == 303
    assert another.get(f"{address}/changes?since=0", headers=HTMX).status_code == 404


@pytest.mark.parametrize(
    "query", ["", "since=", "since=-1", "since=00", "since=x", "since=9" * 9, "a&" * 9, "since=%FF"]
)
def test_odd_questions_get_an_answer(client: FlaskClient, address: str, query: str) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert client.get(f"{address}/changes?{query}", headers=HTMX).status_code == 200


@pytest.mark.parametrize("length", ["x", "-1", "9" * 12, str(2**20)])
def test_a_body_that_is_too_long_or_tells_no_length_is_the_apps_business(
    client: FlaskClient, address: str, length: str
) -> None:
    answer = client.post(address, data=b"p1-money=3", headers={**HTMX, "Content-Length": length})
    assert answer.status_code in (200, 400, 413)
    assert client.get(f"{address}/changes?since=0", headers=HTMX).status_code == 204

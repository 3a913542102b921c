"""One sheet on several phones: whose phone is whose, who changed what, and writes that arrive twice."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from companion.sheets.states import Name
from companion.web.device import identity

from tests.conftest import every
from tests.web.html import Page
from tests.web.phones import HTMX, Phone, people


def columns(phone: Phone, query: str = "") -> set[str]:
    """The seats whose fields are on a page."""
    return {str(name)[:2] for name in phone.page(query).texts("input.points@name")}


def claim(phone: Phone, seat: str) -> None:
    phone.get()
    response = phone.send({"seat": seat}, "/claim")
    assert (response.status_code, response.location) == (303, phone.at())


# Whose phone


def test_a_device_is_asked_whose_it_is_until_it_knows(phone: Phone) -> None:
    asked = ["Anna", "Ben", "I'm scoring for everyone"]
    assert phone.page().texts("button[name=seat]") == asked
    claim(phone, "everybody")
    assert phone.page().texts("button[name=seat]") == ["Change"]
    assert columns(phone) == {"p1", "p2"}
    claim(phone, "")
    assert phone.page().texts("button[name=seat]") == asked


def test_the_own_column_comes_first_on_an_own_phone(phone: Phone, other: Phone) -> None:
    claim(phone, "2")
    assert columns(phone) == {"p2"}
    assert columns(phone, "?player=all") == {"p1", "p2"}
    assert columns(phone, "?player=1") == {"p1"}
    page = phone.page()
    assert "This is Ben’s phone." in page.text
    assert page.texts("p.alone a@href")[0] == phone.at("?player=all")
    assert columns(other) == {"p1", "p2"}, "on this device only"


def test_others_see_who_has_an_own_phone(phone: Phone, other: Phone, looking: Phone) -> None:
    claim(phone, "2")
    assert other.news(0).status_code == 200, "within two seconds"
    for key in (phone.key, looking.key):
        page = Phone(other.client, phone.sheets, key).page()
        standings = page.one("ol", class_="standings")
        own = [page.words(li) for li in standings if li.find(".//*[@aria-label='own phone']") is not None]
        assert [words.split()[0] for words in own] == ["Ben"]


def test_another_phone_may_take_a_player_over(phone: Phone, other: Phone) -> None:
    claim(phone, "2")
    claim(other, "2")
    assert (columns(other), columns(phone)) == ({"p2"}, {"p1", "p2"})


def test_no_device_learns_the_name_of_another(phone: Phone, other: Phone) -> None:
    claim(phone, "2")
    with phone.client.session_transaction() as session:
        secret = session["device"]
    assert phone.sheets.read(phone.key).players[1].phone == identity.signature_of(secret)
    for below in ("", "/log", "/players", "/share", "/changes?since=0"):
        assert secret not in other.get(below).text


@every(
    ("below", "form"),
    [
        *(("/claim", {"seat": seat}) for seat in ("3", "0", "x", "１", "-1")),
        *(("/log", {"to": to}) for to in ("", "x", "-1", "1" * 30, "٣")),
    ],
)
def test_only_players_are_claimed_and_only_steps_taken_back(phone: Phone, below: str, form: Mapping[str, str]) -> None:
    assert phone.send(form, below).status_code == 400


def test_the_view_link_tells_all_and_changes_nothing(phone: Phone, looking: Phone) -> None:
    phone.send({"p1-money": "1"})
    phone.send({"p1-money": "2", "was-p1-money": "1"})
    page = looking.page("/log")
    assert (len(page.texts("li.step")), page.texts("button[name=to]")) == (2, [])
    assert phone.key not in page.text
    assert looking.page().texts("button[name=seat]") == []
    for below, form in (("/claim", {"seat": "1"}), ("/log", {"to": "0"})):
        assert looking.send(form, below).status_code == 404, below


def test_the_own_name_and_colour_are_remembered(phone: Phone) -> None:
    claim(phone, "2")
    page = Page(phone.client.get("/en/score/"))
    assert page.texts("input[name=people-0-name]@value") == ["Ben"]
    colours = page.texts("input[type=radio][checked]@value")
    assert colours[0] == "red"
    assert len(set(colours)) == len(colours)
    another = phone.sheets.create([Name("Clara", "white"), Name("Ben", "yellow")], 2, [])
    assert Phone(phone.client, phone.sheets, another.edit_key).page().texts("button.likely") == ["Ben"]
    phone.send(people("Anna blue", "Benno white"), "/players")
    assert Page(phone.client.get("/en/score/")).texts("input[name=people-0-name]@value") == ["Benno"]


# Writing


def test_a_write_whose_answer_was_lost_is_not_done_twice(phone: Phone) -> None:
    form = {"p1-money": "7", "write": "0123456789abcdef"}
    phone.asks(form)
    phone.sheets.write(phone.key, {(1, "money"): ("7", "9")})
    phone.asks(form)
    assert (phone.points[0], phone.sheets.read(phone.key).players[0].rivals) == ({"money": 9}, {})


@every("name", ["short", "x" * 41, "with space", "한글한글한글한글"])
def test_other_names_of_writes_are_left_alone(phone: Phone, name: str) -> None:
    for seen, entered in ((phone.points[0].get("money", ""), "7"), ("7", "8")):
        phone.send({"p1-money": entered, "was-p1-money": str(seen), "write": name})
    assert phone.points[0] == {"money": 8}


def test_an_offline_phone_comes_back(phone: Phone, other: Phone) -> None:
    """It had typed over what it saw hours ago; whatever else was typed meanwhile stays beside it."""
    claim(phone, "1")
    claim(other, "2")
    phone.send({"p1-money": "3", "p2-money": "4"})
    phone.send({"p1-money": "5", "was-p1-money": "3"})
    seen = {"was-p1-money": "3", "was-p2-money": "4"}
    response = other.asks({"p1-money": "6", "p2-money": "9", **seen, "write": "late-write-1"})
    for page in (Page(response), phone.page()):
        conflict = page.words(page.one("div", id="conflicts"))
        assert conflict == "Two entries disagree Anna, Money: which one counts? 5 Anna 6 Ben", "on every phone"
    one, two = players = phone.sheets.read(phone.key).players
    assert [typed.text for typed in one.rivals["money"]] == ["5", "6"]
    assert {typed.by for typed in one.rivals["money"]} == {player.phone for player in players}
    assert (phone.points[1], two.rivals) == ({"money": 9}, {})


@every("do", ["choose:1:money:7", "choose:9:money:7", "choose:x", "choose:1:nothing:7", "redo", "undo"])
def test_buttons_for_what_is_not_there_do_nothing(phone: Phone, do: str) -> None:
    assert phone.send({"do": do}).status_code == 303
    assert phone.sheets.read(phone.key).revision == 0


# What other phones are told


def test_an_entry_is_told_to_the_others_as_to_its_writer(phone: Phone, other: Phone) -> None:
    assert other.news(0).status_code == 204, "nothing is new yet"
    written = phone.asks({"since": 0, "p1-money": "12"})
    assert written.status_code == 200
    answer = other.news(0)
    assert (answer.status_code, answer.text) == (200, written.text)
    assert 'value="12"' in answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert other.news(1).status_code == 204


def test_each_is_told_of_changes_in_its_own_view(phone: Phone, other: Phone, looking: Phone) -> None:
    """In the language and column of the reader, without fields for who may only look.

    Answers are shared among phones that ask alike, and by no others.
    """
    phone.asks({"p1-money": "5", "p2-money": "7"})
    ways = ((phone, ""), (phone, "", "ko"), (looking, ""), (phone, "&player=1"), (phone, "&player=2"))
    told = []
    for asking, *way in ways:
        told.append(asking.news(0, *way).text)
        assert Phone(other.client, phone.sheets, asking.key).news(0, *way).text == told[-1]
    assert len(set(told)) == len(ways)
    english, korean, looked, _, second = told
    assert phone.news(0, "&missing=").text == english
    assert ("위" in korean, "place 1" in korean) == (True, False)
    assert ('name="p1-money"' in english, 'id="cell-p1-money"' in english) == (True, True)
    assert ('name="p1-money"' in looked, 'id="cell-p1-money"' in looked) == (False, True)
    assert phone.key not in looked
    assert 'id="cell-p1-money"' not in second
    phone.asks({"p1-money": "6", "was-p1-money": "5"})
    assert other.news(0).text != english


def test_what_concerns_the_writer_alone_is_not_told_to_others(phone: Phone, other: Phone) -> None:
    """A text that is no number, and what undo undid."""
    wrong = phone.asks({"since": 0, "p1-money": "many", "p2-money": "4"})
    assert (wrong.status_code, "many" in wrong.text) == (422, True)
    told = other.news(0).text
    assert ("many" in told, 'value="4"' in told) == (False, True)
    disputed = other.asks({"since": 1, "p2-money": "9"}).text
    assert ["Choose which one counts" in text for text in (disputed, phone.news(1).text)] == [True, True]
    assert "Undone:" in other.asks({"since": 2, "do": "undo"}).text
    told = phone.news(2).text
    assert ("Undone:" in told, 'id="tools"' in told) == (False, False)


def test_a_finished_or_deleted_sheet_is_no_longer_told_of(phone: Phone, other: Phone) -> None:
    phone.send({"p1-money": "12"})
    assert phone.send({}, "/finish").status_code == 303
    answer = other.news(0)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, phone.at("/reveal"))
    assert phone.send({"sure": "yes"}, "/delete").status_code == 303
    assert other.news(0).status_code == 404


@every("query", ["", "since=", "since=-1", "since=00", "since=x", "since=9" * 9, "a&" * 9, "since=%FF"])
def test_odd_questions_get_an_answer(phone: Phone, query: str) -> None:
    phone.asks({"p1-money": "12"})
    assert phone.get(f"/changes?{query}", headers=HTMX).status_code == 200


@every("length", ["x", "-1", "9" * 12, str(2**20)])
def test_a_body_that_is_too_long_or_tells_no_length_is_the_apps_business(phone: Phone, length: str) -> None:
    headers = {**HTMX, "Content-Length": length}
    answer = phone.client.post(phone.at(), data=b"p1-money=3", headers=headers)
    assert answer.status_code in (200, 400, 413)
    assert phone.news(0).status_code == 204


@pytest.mark.parametrize(
    ("below", "form"),
    [
        ("", {"do": "undo"}),
        ("/claim", {"seat": "1"}),
        ("/players", people("Cleo blue", "Ben red")),
        ("/1/money", {"number": "9", "was-number": "12"}),
    ],
)
def test_whatever_somebody_does_is_told_at_once(phone: Phone, other: Phone, below: str, form: dict[str, Any]) -> None:
    phone.asks({"p1-money": "12"})
    assert other.news(1).status_code == 204
    assert phone.send(form, below).status_code in (200, 303)
    assert other.news(1).status_code == 200


def test_two_phones_of_one_player_take_back_each_its_own(phone: Phone, other: Phone) -> None:
    claim(phone, "1")
    phone.send({"p1-money": "7"})
    claim(other, "1")
    other.send({"p2-money": "4"})
    phone.send({"do": "undo"})
    assert phone.points == [{}, {"money": 4}]
    steps = [str(words).split()[0] for words in phone.page("/log").texts("li.step")]
    assert steps == ["Anna"] * 3, "whoever had claimed a phone last"


def test_what_an_older_version_signed_by_name_is_still_the_own(phone: Phone, other: Phone) -> None:
    phone.sheets.write(phone.key, {(1, "money"): (None, "7")}, "Anna")
    for undoing, seat, left in ((other, "2", {"money": 7}), (phone, "1", {})):
        claim(undoing, seat)
        undoing.send({"do": "undo"})
        assert phone.points[0] == left


# Who changed what


def test_the_log(phone: Phone, other: Phone) -> None:
    assert "Nothing has been entered yet." in phone.get("/log").text
    claim(phone, "1")
    phone.send({"p1-money": "7", "p1-cities": "-6"})
    other.send({"p2-money": "4"})
    other.send({"do": "undo"})
    claim(other, "2")
    undid, typed, first = map(str, phone.page("/log").texts("li.step"))
    assert re.match(r"Ben undid .* Ben, Money: – → 4$", undid), "by the name that was claimed later"
    assert re.match(r"Ben typed .* Ben, Money: – → 4 Was undone\.$", typed)
    assert re.match(r"Anna typed .* Anna, Cities: – → −6 Anna, Money: – → 7 Undo$", first), first


def test_the_log_tells_what_several_phones_typed(phone: Phone) -> None:
    for entry, by in (("12", "Anna"), ("14", "Ben")):
        phone.sheets.write(phone.key, {(1, "money"): (None, entry)}, by)
    page = phone.page("/log")
    assert page.texts("span.change")[0] == "12 → 12 / 14"
    assert str(page.texts("li.step")[0]).startswith("Ben typed")


def test_one_change_is_taken_back_by_name(phone: Phone, other: Phone) -> None:
    """Whoever made it; not from under what was typed there since."""
    other.send({"seat": "2"}, "/claim")
    other.send({"p2-money": "9"})
    phone.send({"p1-money": "7"})
    own, others = phone.page("/log").all("button", name="step")
    assert others.get("aria-label") == "Undo: Ben, Money – → 9"
    for told in ("Undone: Ben, Money – → 9", "There was nothing to undo."):
        phone.send({"step": others.get("value")}, "/log")
        assert told in phone.get("/log").text
        assert phone.points == [{"money": 7}, {}]
    other.send({"p1-money": "8", "was-p1-money": "7"})
    phone.send({"step": own.get("value")}, "/log")
    assert "Ben has changed this since. Undo that first." in phone.get("/log").text
    assert phone.points[0] == {"money": 8}


def test_taking_back_to_a_step(phone: Phone) -> None:
    for seen, entered in zip(("", "1", "2", "3"), "1234", strict=True):
        phone.send({"p1-money": entered, "was-p1-money": seen})
    assert phone.page("/log").texts("button[name=to]@value") == ["3", "2", "1"], "the last step is where the sheet is"
    assert phone.send({"to": "2"}, "/log").location == phone.at("/log")
    assert "2 changes were undone." in phone.get("/log").text
    assert phone.points[0] == {"money": 2}

"""The Score pages."""

import re
from collections.abc import Mapping

import pytest
from companion.i18n import name
from companion.sheets import changes
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from flask.testing import FlaskClient

from tests.conftest import every
from tests.web.html import Page
from tests.web.phones import CATEGORIES, HTMX, Phone, people

NEW = "/en/score/"
COLOURS = people(" blue", " red", " yellow", " white")
ZERO = {f"p{seat}-{category}": "0" for seat in (1, 2) for category in CATEGORIES}


def test_making_a_sheet(client: FlaskClient, another: FlaskClient) -> None:
    form = people("Anna red", " blue", "지훈 white")
    response = client.post(NEW, data={**form, "variants": "simmental"})
    assert response.status_code == 303
    assert re.fullmatch("/en/score/[A-Za-z0-9_-]{24}", response.location)
    page = Page(client.get(response.location))
    assert page.texts("table.pad thead th") == ["Category: Points", "Anna", "지훈"]
    assert len(page.texts("input.points")) == 2 * 11
    assert response.location in Page(client.get(NEW)).texts("a@href"), "this device remembers it"
    assert response.location not in another.get(NEW).text


@every(
    ("form", "message", "focus"),
    [
        (people("  red"), "Enter at least one name.", []),
        (people("A red", "B red"), "same colour", []),
        ({"people-0-name": "A"}, "Choose a colour.", []),
        (people("Anna red", f"{'x' * 41} blue"), "longer than 40", ["people-1-name"]),
    ],
)
def test_a_sheet_that_cannot_be_made(client: FlaskClient, form: dict[str, str], message: str, focus: list[str]) -> None:
    response = client.post(NEW, data=form)
    assert response.status_code == 422
    page = Page(response)
    assert message in " ".join(map(str, page.texts("p.field-error")))
    assert page.texts("input[name=people-0-name]@value") == [form["people-0-name"].strip()]
    assert not focus or page.texts("input[autofocus]@name") == focus


def seated(page: Page) -> list[str]:
    """Name and colour of every row of the form."""
    name, colour = "input[name=people-{}-name]@value", "input[name=people-{}-colour][checked]@value"
    rows = range(len(page.texts("div.person")))
    return [f"{page.texts(name.format(row))[0]} {page.texts(colour.format(row))[0]}" for row in rows]


def test_known_people_take_a_seat_and_leave_it(client: FlaskClient, another: FlaskClient, sheets: Sheets) -> None:
    """Without scripts; in their colours, unless somebody named has them."""
    assert Page(client.get(NEW)).texts("button[name=person]") == []
    for names in ((("Cem", "red"), ("Dora", "blue")), (("Anna", "white"), ("cem", "blue"))):
        client.get(f"/en/score/{sheets.create([Name(*name) for name in names], 2, []).edit_key}")
    page = Page(client.get(NEW))
    assert page.texts("button[name=person]@value") == ["Anna", "cem", "Dora"]
    for person in ("Anna", "cem", "Dora"):
        response = client.post(NEW, data={**people(*seated(page)), "person": person})
        assert response.status_code == 200
        page = Page(response)
    assert seated(page) == ["Anna white", "cem blue", "Dora yellow", " red"]
    assert page.texts("button[name=person]@aria-pressed") == ["true"] * 3
    again = {**people(*seated(page)), "person": "Anna"}
    assert seated(Page(client.post(NEW, data=again)))[0] == " white"
    assert another.post(NEW, data=again).status_code == 303, "not known there: a plain start"


def test_the_same_name_twice_is_asked_about(client: FlaskClient) -> None:
    form = people("Anna red", "anna  blue")
    response = client.post(NEW, data=form)
    assert response.status_code == 422
    page = Page(response)
    error = page.one("p", id="people-error")
    assert page.words(error) == "Two players are called Anna. Statistics count them as one person."
    assert error.get("role") == "alert"
    assert error.get("autofocus") is not None, "where one looks"
    again = page.one("button", name="same_names").get("value")
    assert client.post(NEW, data={**form, "same_names": again}).status_code == 303


def test_saving_without_scripts(phone: Phone) -> None:
    assert phone.send({"p1-money": "7", "p2-cities": "-6", "p2-money": ""}).status_code == 303
    assert phone.points == [{"money": 7}, {"cities": -6}]
    page = phone.page()
    assert page.texts("span.total") == ["7", "−6"]
    assert page.texts("span.rank") == ["1st", "2nd"]
    assert page.texts("span.open") == ["10 to go"] * 2


def test_only_what_was_typed_is_written(phone: Phone) -> None:
    """A page that shows old numbers does not bring them back: only fields that were changed are written."""
    phone.send({"p1-money": "7", "p2-money": "4"})
    phone.send({"p1-money": "9", "was-p1-money": "7"})
    phone.send({"p1-money": "7", "was-p1-money": "7", "p2-money": "5", "was-p2-money": "4"})
    assert phone.points == [{"money": 9}, {"money": 5}]


def test_what_two_phones_typed_is_shown_to_choose_from(phone: Phone) -> None:
    phone.sheets.write(phone.key, {(1, "money"): (None, "9")}, "Anna")
    phone.send({"p1-money": "7"})
    page = phone.page()
    (told,) = page.texts("section[aria-labelledby=conflicts-title]")
    assert str(told).startswith("Two entries disagree Anna, Money:")
    assert page.texts("div#conflicts button") == ["9 Anna", "7 This phone"]
    assert page.texts("div#conflicts button@value") == ["choose:1:money:9", "choose:1:money:7"]
    assert phone.page("/finish").texts("div#conflicts button") == ["9 Anna", "7 This phone"]
    assert phone.points[0] == {"money": 9}
    phone.send({"do": "choose:1:money:7"})
    assert phone.points[0] == {"money": 7}
    assert phone.page().texts("button.pick[name=do]") == []


def test_sums_stay_as_they_were_typed(phone: Phone) -> None:
    phone.send({"p1-cattle": " 3 + 6+2 ", "p2-cattle": "００7"})
    assert phone.fields == [{"cattle": "3 + 6+2"}, {"cattle": "7"}]
    page = phone.page()
    assert page.texts("input[name=p1-cattle]@value") == ["3 + 6+2"]
    assert page.texts("span.comes-to") == ["= 11"]
    assert page.texts("span.total") == ["11", "7"]


@every(
    ("field", "typed", "short", "long"),
    [
        ("cattle", "1o", "Not a number", "Anna, Cattle: “1o” isn't a number."),
        *(("things.money.dollars", typed, "0 to 999", "Type dollars from 0 to 999") for typed in ("-7", "1000", "5x")),
    ],
)
def test_what_cannot_be_read_stays_in_its_field_and_the_others_are_stored(
    phone: Phone, field: str, typed: str, short: str, long: str
) -> None:
    response = phone.send({f"p1-{field}": typed, "p2-money": "7"})
    assert response.status_code == 422
    page = Page(response)
    entry = page.one("input", name=f"p1-{field}")
    assert (entry.get("value"), entry.get("aria-invalid")) == (typed, "true")
    assert page.texts(f"p#{entry.get('aria-describedby')}") == [short]
    assert [str(words).split()[0] for words in page.texts("li.marked")] == ["Anna"]
    assert long in page.words(page.one("p", class_="bad"))
    assert phone.points == [{}, {"money": 7}]


@pytest.mark.parametrize(
    ("do", "typed", "stored"),
    [
        ("add:1:money:1", "", 1),
        ("add:1:money:-1", "3", 2),
        ("add:1:workers:4", "4", 8),
        ("flip:1:cities", "6", -6),
        ("flip:1:cities", "", None),
        ("set:1:step-disc:3", "", 3),
        ("set:1:step-disc:3", "3", None),
        ("add:9:money:1", "", None),
        ("add:1:nothing:1", "", None),
        ("add:1:money:x", "", None),
        ("dance", "", None),
        ("add:1:money:999", "999", 999),
    ],
)
def test_buttons_without_scripts(phone: Phone, do: str, typed: str, stored: int | None) -> None:
    category = next((one for one in CATEGORIES if one in do), "money")
    phone.send({f"p1-{category}": typed, "do": do})
    assert phone.points[0].get(category) == stored


def test_dollars_go_up_and_down_and_not_below_zero(phone: Phone) -> None:
    seen = ""
    for steps, left in ((1, "1"), (1, "2"), (-1, "1"), (-1, "0"), (-1, "0")):
        fields = {"p1-things.money.dollars": seen, "was-p1-things.money.dollars": seen}
        phone.send({**fields, "do": f"add:1:things.money.dollars:{steps}"})
        seen = phone.fields[0]["things.money.dollars"]
        assert seen == left


def pressed(phone: Phone, button: str) -> str:
    """What the tools tell after undo or redo."""
    page = Page(phone.asks({"do": button}))
    return page.words(page.one("p", class_="tools-told"))


def test_undo_and_redo(phone: Phone, other: Phone) -> None:
    phone.send({"p1-money": "7"})
    phone.send({"p1-money": "8", "was-p1-money": "7"})
    assert pressed(phone, "undo") == "Undone: Anna, Money 7 → 8"
    assert phone.points[0] == {"money": 7}
    assert phone.page().texts("button.redo@value") == ["redo"]
    assert pressed(phone, "redo") == "Redone: Anna, Money 7 → 8"
    assert phone.points[0] == {"money": 8}
    assert phone.page().texts("button.redo") == []
    # Nothing is done again over what somebody has typed there since.
    pressed(phone, "undo")
    other.send({"p2-cattle": "5"})
    assert phone.page().texts("button.redo@value") == ["redo"]
    other.send({"p1-money": "9", "was-p1-money": "7"})
    assert phone.page().texts("button.redo") == []


def test_undo_whose_answer_was_lost_takes_back_no_more(phone: Phone) -> None:
    phone.send({"p1-money": "7"})
    phone.send({"p1-money": "8", "was-p1-money": "7"})
    for page in ("", "/1/money"):
        knows = phone.page(page).one("input", name="since").get("value")
        for _ in range(2):
            phone.send({"do": "undo", "since": knows}, page)
    assert phone.points[0] == {}, "one step from the pad, one from the page for counting"
    assert phone.page("/log").texts("p.soft") == 2 * ["Was undone."]


def test_undo_is_of_this_device_alone(phone: Phone, other: Phone) -> None:
    phone.send({"p1-money": "7"})
    other.send({"p2-cattle": "5"})
    assert pressed(other, "undo") == "Undone: Ben, Cattle – → 5"
    assert pressed(other, "undo").startswith("There is no change from this")
    assert phone.points == [{"money": 7}, {}]
    other.send({"p1-money": "9", "was-p1-money": "7"})
    other.send({"seat": "2"}, "/claim")
    assert pressed(phone, "undo").startswith("Ben has changed this since.")
    assert phone.points[0] == {"money": 9}
    other.send({"do": "undo"})
    assert phone.points[0] == {"money": 7}, "typed before the phone was Ben's"


def test_impossible_values_are_pointed_out_and_kept(phone: Phone) -> None:
    tokens = {"p1-job-market-token": "2", "p2-job-market-token": "2"}
    phone.send({"p1-workers": "7", "p1-stations": "50", "p2-hazards": "-1", **tokens})
    page = phone.page()
    doubts = page.words(page.one("section", class_="doubts"))
    assert "Anna: 7 points for workers are not possible; the nearest are 4 and 8." in doubts
    assert "Anna: 50 points for stations are too many; the most possible is 44." in doubts
    assert "Ben: −1 point for hazards is too few; the least possible is 0." in doubts
    assert "Anna, Ben: 2 players count the job market token. There is one." in doubts
    assert len(page.texts("div.doubtful")) == 5
    assert phone.points[0]["workers"] == 7


# Money


def test_money_asks_for_dollars_and_shows_the_points_they_make(phone: Phone) -> None:
    phone.send({"p1-things.money.dollars": "40+7", "p2-things.money.dollars": "4"})
    page = phone.page()
    assert page.texts("input[name=p1-things.money.dollars]@value") == ["47"]
    assert page.texts("input[name=p1-things.money.dollars]@aria-label") == ["Anna: Money, dollars"]
    assert page.texts("div#cell-p1-money") + page.texts("div#cell-p2-money") == ["9 points", "0 points"]
    assert page.texts("span.total") == ["9", "0"]
    phone.send({"p1-things.money.dollars": "", "was-p1-things.money.dollars": "47"})
    assert phone.page().texts("span.total") == ["–", "0"], "empty is not zero"
    korean = phone.client.post(phone.at(language="ko"), data={"p1-things.money.dollars": "49"}, headers=HTMX)
    assert "9점" in korean.text


def test_money_of_sheets_from_before_stays_points(phone: Phone) -> None:
    phone.sheets.write(phone.key, {(1, "money"): (None, "9")})
    page = phone.page()
    assert page.texts("input[name=p1-money]@value") == ["9"]
    assert page.texts("input[name=p1-money]@aria-label") == ["Anna: Money, points"]
    assert page.texts("div#cell-p1-money") == ["points"]
    assert page.texts("span.total")[0] == "9"
    assert page.texts("input[name=p2-things.money.dollars]@value") == [""]


def test_points_can_be_typed_in_place_of_dollars(phone: Phone) -> None:
    """Nobody's points change with it."""
    phone.send({"p1-things.money.dollars": "47"})
    assert phone.page().texts("button.unit@value") == ["unit:money:number"]
    told = phone.asks({"do": "unit:money:number", "since": "1"}).text
    assert all(part in told for part in ('id="unit-money"', 'id="cell-p1-money"', 'id="cell-p2-money"'))
    page = phone.page()
    assert page.texts("input[name=p1-money]@value") + page.texts("input[name=p2-money]@value") == ["9", ""]
    assert page.texts("div#cell-p1-money") == ["points"]
    assert page.texts("span.total") == ["9", "–"]
    phone.send({"p2-money": "3"})
    phone.send({"do": "unit:money:things"})
    page = phone.page()
    assert page.texts("input[name=p1-things.money.dollars]@value") == ["47"]
    assert page.texts("input[name=p2-money]@value") == ["3"], "which dollars made them nobody knows"
    assert page.texts("span.total") == ["9", "3"]


@pytest.mark.parametrize(
    ("field", "typed", "short"),
    [
        ("money", "999", "please check"),
        ("things.money.dollars", "999", "199 points please check"),
        ("money", "-7", "points at least 0"),
        ("step-disc", "5", "at most 3"),
        ("workers", "-6", "at least 0"),
        ("workers", "7", "4 or 8"),
    ],
)
def test_an_impossible_value_decides_nothing_unremarked(phone: Phone, field: str, typed: str, short: str) -> None:
    """It is marked at its field, at the total, beside the winner, before the end, and in every form of the result."""
    category = "money" if "money" in field else field
    others = {field: zero for field, zero in ZERO.items() if field != f"p1-{category}"}
    phone.send({**others, f"p1-{field}": typed})
    page = phone.page()
    assert str(page.texts(f"div#cell-p1-{category}")[0]).endswith(short)
    assert [str(words).split()[0] for words in page.texts("li.marked")] == ["Anna"]
    assert "something can't be right" in page.words(page.one("p", class_="winner"))
    told = f"Something can't be right: please check Anna ({name('en', 'category', category)})."
    for part in ("/finish", "/result"):
        page = phone.page(part)
        assert "Anna:" in page.words(page.one("section", aria_labelledby="doubts-title")), part
    assert told in phone.get("/reveal?shown=11").text.replace("&#39;", "'")
    assert told in phone.get("/result.txt").text
    assert "please check" in phone.get("/result.svg").text


def test_warnings_speak_of_people_by_name(phone: Phone) -> None:
    cells = {(1, "things.workers.cowboy"): (None, "7"), (1, "depth.workers"): (None, "things")}
    phone.sheets.write(phone.key, cells)
    for below in ("", "/1/workers"):
        page = phone.page(below)
        doubts = page.words(page.one("section", class_="doubts"))
        assert ("Anna" in doubts, "lue" in doubts) == (True, False), doubts


def test_the_keypad_has_what_is_needed(phone: Phone) -> None:
    """Digits, and a key for the sign where points may be lost; digits and a plus, for sums, where they may not."""
    page = phone.page()
    modes = dict(zip(page.texts("input.points@name"), page.texts("input.points@inputmode"), strict=True))
    signed = [(seat, category) for seat in (1, 2) for category in ("cities", "objectives")]
    assert {field for field, mode in modes.items() if mode == "numeric"} == {
        f"p{s}-{category}" for s, category in signed
    }
    assert {*page.texts("button.flip@value")} == {f"flip:{seat}:{category}" for seat, category in signed}
    assert set(modes.values()) == {"numeric", "tel"}


@every(
    ("language", "players", "points", "headline"),
    [
        ("en", 2, {"p1-money": "5", "p2-cattle": "5"}, "Anna and Ben share the victory with 5 points."),
        ("ko", 2, {"p1-money": "6", "p2-cattle": "5"}, "Anna 님이 6점으로 승리했습니다."),
        ("en", 1, {}, "Anna scores 0."),
    ],
)
def test_who_has_won_is_said_once_all_is_there(
    client: FlaskClient, sheets: Sheets, language: str, players: int, points: Mapping[str, str], headline: str
) -> None:
    names = [Name("Anna", "blue"), Name("Ben", "red")][:players]
    phone = Phone(client, sheets, sheets.create(names, 2, []).edit_key)
    phone.send({**ZERO, **points})
    assert phone.page(language=language).texts("p.winner") == [headline]


def test_one_players_column(phone: Phone) -> None:
    page = phone.page("?player=2")
    assert all(str(name).startswith("p2-") for name in page.texts("input.points@name"))
    for part, count in (("button.step", 2 * 9), ("button.pick[name=do]", 4), ("button.flip", 2)):
        assert len(page.texts(part)) == count, part


def test_the_view_link_shows_and_does_not_write(phone: Phone, looking: Phone) -> None:
    phone.send({"p1-cities": "-6"})
    page = looking.page()
    assert phone.key not in page.text, "the view page must not tell the edit key"
    assert page.texts("input.points") == []
    assert page.texts("span.points")[2 * 2] == "−6"
    assert looking.send({"p1-money": "7"}).status_code == 404
    assert looking.get("/players").status_code == 404


def test_sharing(phone: Phone, looking: Phone) -> None:
    """Whoever may only look passes on no more than that."""
    for sharing, links in ((phone, [phone, looking]), (looking, [looking])):
        page = sharing.page("/share")
        assert page.texts("input.link@value") == [f"http://localhost{one.at()}" for one in links]
        assert len(page.texts("div.qr")) == len(links)
    assert phone.key not in page.text


def test_renaming(phone: Phone) -> None:
    assert phone.send(people("Ann white", "Ben red"), "/players").status_code == 303
    players = phone.sheets.read(phone.key).players
    assert [(player.name, player.colour) for player in players] == [("Ann", "white"), ("Ben", "red")]
    response = phone.send(people("Ann white", " red"), "/players")
    assert response.status_code == 422
    assert "Every player needs a name." in response.text


@pytest.mark.parametrize(("others", "mine", "after"), [
    ({"people-0-name": "Anna B"}, {"people-1-name": "Ben C"}, ["Anna B blue", "Ben C red"]),
    ({"people-0-name": "Anna B"}, {"people-0-name": "Anne"}, ["Anne blue", "Ben red"]),
    ({"people-0-colour": "white"}, {"people-1-name": "Ben C"}, ["Anna white", "Ben C red"]),
    ({"people-0-colour": "white"}, {"people-1-colour": "white"}, ["Anna blue", "Ben white"]),
])  # fmt: skip
def test_names_that_another_phone_has_changed_meanwhile_stay(
    phone: Phone, others: dict[str, str], mine: dict[str, str], after: list[str]
) -> None:
    boxes = phone.page("/players").all("input")
    form = {
        str(box.get("name")): box.get("value") or ""
        for box in boxes
        if box.get("type") != "radio" or box.get("checked") is not None
    }
    for change in (others, mine):
        assert phone.send({**form, **change}, "/players").status_code == 303
    assert [f"{player.name} {player.colour}" for player in phone.sheets.read(phone.key).players] == after


def test_players_join(phone: Phone) -> None:
    page = phone.page("/players")
    boxes = [box for box in page.all("input") if box.get("type") != "radio" or box.get("checked") is not None]
    form = {str(box.get("name")): box.get("value") or "" for box in boxes}
    assert (form["seats"], form["people-2-name"], form["people-2-colour"]) == ("12", "", "yellow")
    joins = {**form, "people-2-name": "Dora", "people-2-colour": "white", "people-3-colour": "yellow"}
    assert phone.send(joins, "/players").status_code == 303
    assert [(player.seat, player.name) for player in phone.sheets.read(phone.key).players][2:] == [(4, "Dora")]
    assert phone.send({"p4-money": "7", "p3-money": "8"}).status_code == 303
    assert phone.points[2] == {"money": 7}
    assert phone.page().texts("input[name=p4-money]@value") == ["7"]
    assert "Dora, Player: – → Dora" in str(phone.page("/log").texts("ol.steps"))
    # Somebody else opened the form before Dora joined.
    for joining, status in (("Emil", 303), ("Frida", 422)):
        response = phone.send({**form, "people-2-name": joining}, "/players")
        assert response.status_code == status
    assert "took the last seat" in response.text
    assert [player.name for player in phone.sheets.read(phone.key).players][2:] == ["Emil", "Dora"]
    assert phone.send({"seats": "12", **people("A blue")}, "/players").status_code == 422


@every(
    ("form", "status"),
    [
        ({"people-0-name": "Anna", "enter": "1"}, 422),
        ({"people-0-name": "Anna"}, 303),
        ({"people-0-name": "Anna", "people-1-name": "Ben", "enter": "1"}, 303),
    ],
)
def test_return_makes_no_sheet_for_one(client: FlaskClient, form: Mapping[str, str], status: int) -> None:
    assert client.post(NEW, data={**COLOURS, **form}).status_code == status


def test_htmx_gets_what_changed(phone: Phone) -> None:
    """Of everybody in the same category: what two have that there is once is doubted at both."""
    phone.sheets.write(phone.key, {(2, "hazards"): (None, "5")})
    page = Page(phone.asks({"p1-money": "7", "since": "0"}))
    swapped = [element.get("id") for element in page.root.iter() if element.get("hx-swap-oob")]
    cells = [f"cell-p{seat}-{category}" for seat in (1, 2) for category in ("hazards", "money")]
    assert swapped == ["standings", "conflicts", "notes", "since", *cells]
    assert page.one("input", name="since").get("value") == "2"


def test_no_name_turns_what_stands_beside_it(client: FlaskClient) -> None:
    turning = "\u202e\u202a\u2066\u2069"
    page = client.post(NEW, data=people(f"An{turning}na blue"), follow_redirects=True)
    assert "Anna" in page.text
    assert not {*turning} & {*page.text}


def test_a_full_sheet_says_so(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    phone.send({"p1-money": "3"})
    monkeypatch.setattr(changes, "MAX_CHANGES", 2)
    for below, form in (("", {"p1-money": "5", "was-p1-money": "3"}), ("/claim", {"seat": "1"})):
        answer = phone.send(form, below)
        assert (answer.status_code, "takes no more changes" in answer.text) == (409, True)
    assert phone.send({}, "/finish").status_code == 303
    assert "3" in phone.get("/result").text


@every(
    ("query", "sentence"),
    [
        ("token=12&row=1", "The next visit to Kansas City fills the job market"),
        ("token=12", "1 to 2 more visits to Kansas City fill the job market."),
        ("token=11&row=0", "Everybody has 1 more turn at least and 4 more deliveries at most."),
        ("token=2&row=0", "11 to 14 more visits to Kansas City fill the job market."),
        # What is no row of the token, or no number of workers, counts as not told.
        ("token=12&row=2", "1 to 2 more visits"),
        ("token=99", ""),
        ("token=x&row=-1", ""),
    ],
)
def test_the_clock_under_the_sheet(phone: Phone, query: str, sentence: str) -> None:
    response = phone.get(f"?{query}")
    assert response.status_code == 200
    assert sentence in response.text
    assert ("more visit" in response.text or "next visit" in response.text) == bool(sentence)


def test_an_automa_plays_again(phone: Phone) -> None:
    phone.send({"plays": "2|garth"}, "/automa")
    phone.send({}, "/finish")
    new = phone.send({}, "/rematch").location.rpartition("/")[2]
    assert [dict(player.fields) for player in phone.sheets.read(new).players] == [{}, {"player.automa": "garth"}]


def test_undo_after_one_of_the_list_takes_back_the_own_step(phone: Phone, other: Phone) -> None:
    phone.send({"p1-money": "7"})
    other.send({"p2-cattle": "5"})
    phone.send({"step": "2"}, "/log")
    assert "Undone: Anna, Money – → 7" in phone.asks({"since": 2, "do": "undo"}).text
    assert phone.points == [{}, {}]

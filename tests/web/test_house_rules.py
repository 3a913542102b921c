"""House rules: set on a page, passed on as a text or a link, and gone by wherever something is told or judged."""

from __future__ import annotations

import base64
import csv
import hashlib
import html
import io
import json
import re
import zlib
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from companion import settings
from companion.app import create_app
from companion.cli import main
from companion.engine import REASONS, decode, every_component
from companion.house_rules import (
    MAX_CODE_LETTERS,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    HouseRules,
    WrongRules,
    read_rules,
    rules_of_code,
)
from companion.sheets import counting
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web.score.transfer import from_csv, from_json
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.conftest import every
from tests.engine.test_house import house_rules
from tests.profiles import examples
from tests.web.html import Page
from tests.web.phones import Phone, people

PAGE = "/en/table/house-rules/"
FIGURES = {"job-market.row.1.cost": 4, "seat.1.money": 9, "score.money.each": 4}
"""Hiring in row one costs 4 in place of 6; the first player begins with 9 dollars in place of 6; 4 are a point."""
OURS = {"note-new": "Ours", "section-new": "cattle/buying"}
"""A note of a table."""


def saved(client: FlaskClient, **more: str) -> str:
    """Set the three, and more, on a device; the text of all that is set there."""
    assert client.post(PAGE, data={"save": "1", **FIGURES, **more}).status_code == 303
    return text_to_paste(client)


def text_to_paste(client: FlaskClient) -> str:
    return client.get(f"{PAGE}rules.txt").text


def link_to_take(page: Page) -> str:
    """Where a page leads whoever wants its house rules."""
    return next(str(link) for link in page.texts("a@href") if "take=" in str(link))


def text_of(response: TestResponse) -> str:
    return html.unescape(response.text)


def in_force(client: FlaskClient) -> str:
    text = text_of(client.get(PAGE))
    return text[text.index('id="in-force"') : text.index("<form")]


def begun(client: FlaskClient) -> Phone:
    """A new sheet, on which somebody has twelve dollars."""
    address = client.post("/en/score/", data=people("Ann blue", "Ben red")).location
    phone = Phone(client, Sheets(database.opened(client.application)), address.rpartition("/")[2])
    phone.send({"p1-things.money.dollars": "12"})
    return phone


def test_what_is_saved_stands_beside_what_is_printed(client: FlaskClient) -> None:
    saved(client)
    page = Page(client.get(PAGE))
    assert "Cost of hiring in row 1: 4 instead of 6" in in_force(client)
    assert page.texts("input[name=job-market.row.1.cost]@value") == ["4"]
    assert page.texts("input[name=job-market.row.2.cost]@value") == [""]
    assert "인력 시장 1행의 고용 비용: 6 대신 4" in client.get("/ko/table/house-rules/").text


def test_lists_of_house_rules_do_not_say_whose_each_of_them_is(client: FlaskClient, another: FlaskClient) -> None:
    """Least of all on the phone to which they are offered."""
    saved(client)
    offer = Page(another.get(link_to_take(Page(client.get(PAGE)))))
    for told in (in_force(client), offer.words(offer.one("form", class_="house-offer"))):
        assert "Cost of hiring in row 1: 4 instead of 6" in told
        assert "Your house rule" not in told


def test_the_table_says_how_many_there_are(client: FlaskClient) -> None:
    assert Page(client.get("/en/table")).texts(f"a[href={PAGE}]") == ["House rules"]
    saved(client, **OURS)
    assert Page(client.get("/en/table")).texts(f"a[href={PAGE}]") == [f"{len(FIGURES) + 1} house rules"]


def test_a_section_leads_to_its_figures_and_to_a_note_on_it(client: FlaskClient) -> None:
    (link,) = Page(client.get("/en/rules/movement/hand-fees")).texts("a[rel=nofollow]@href")
    page = Page(client.get(str(link)))
    (group,) = page.texts("details[open]")
    assert str(group).startswith("On the page that you came from 2 Fee for a green hand")
    assert page.texts("option[selected]@value") == ["movement/hand-fees"]


def test_a_table_with_three_of_them_plays_by_them(client: FlaskClient, another: FlaskClient) -> None:
    """Judged and set up; each page says by which house rule."""
    saved(client)
    asked = "&".join(f"house={name}.{value}" for name, value in FIGURES.items())
    for dollars, answer in ((3, "You need $1 more."), (4, "You can hire one worker.")):
        # The quick question, as the link of its form has it.
        text = client.get(f"/en/check/hire/?v=1&n=3&{asked}&d={dollars}&r1=cowboy").text
        assert answer in text
    assert "Your house rule. Cost of hiring in row 1: 4 instead of 6." in text
    assert "house=job-market.row.1.cost.4" in client.get("/en/check/hire/").text

    drawn = client.get("/en/table/setup/?players=3").location
    text = client.get(drawn).text
    assert "Dollars to begin with, seat 1: 9 instead of 6" in text
    (code,) = set(re.findall(r"/score/from/([\w-]+)", text))
    assert {one.seat: one.dollars for one in decode(code).players.values()} == {1: 9, 2: 7, 3: 8}
    # Another phone that opens the link has the same set-up, without house rules of its own.
    assert "9 instead of 6" in another.get(drawn).text


def test_a_second_phone_on_the_sheet_sees_them_and_counts_by_them(client: FlaskClient, another: FlaskClient) -> None:
    saved(client)
    phone = begun(client)
    assert "How many make points in the category Money: 4 instead of 5" in another.get(phone.at()).text
    state = phone.sheets.read(phone.key)
    assert dict(state.played_otherwise) == FIGURES
    assert counting.counts(state)[1, "money"].points == 3
    # What is changed under Table later belongs to later sheets.
    client.post(PAGE, data={"save": "1"})
    assert "4 instead of 5" in phone.get().text
    told = client.post(phone.at("/exchange"), json={"changes": []}).json or {}
    assert told["changes"][0]["told"]["house"] == FIGURES


def test_who_joins_a_table_plays_by_its_rules(client: FlaskClient, another: FlaskClient) -> None:
    saved(client, **OURS)
    link = re.findall(r'"(http[^"]*/table/take\?[^"]*)"', text_of(client.get("/en/table/join")))[0]
    another.post(PAGE, data={"save": "1", "fee.green": "3", "note-new": "Theirs", "section-new": "cattle/cards"})
    assert "3 house rules" in text_of(another.get(link))
    assert another.post(link).status_code == 303
    told = text_to_paste(another)
    # Notes stay on the device that wrote them.
    assert [one in told for one in ('"seat.1.money" = 9', "Theirs", "fee.green", "Ours")] == [True, True, False, False]
    # What is none, is none of this table's either.
    assert another.post("/en/table/take?players=3&house=fee.green.99&house=x.1").status_code == 303
    assert "[figures]" not in text_to_paste(another)


def test_a_page_says_so_without_scripts_for_whoever_has_them_and_is_kept_for_nobody(
    client: FlaskClient, another: FlaskClient
) -> None:
    """The figure by the name of an edition that prints it elsewhere, and one that follows from it, included."""
    saved(client, **{"auxiliary.aux-6.single.pay": "3", "worker.cowboy.bag-2": "12", "local.5a.1.gain-dollars": "5"})
    pages = {
        "rules/turn/auxiliary-actions": "Auxiliary action 6, single: paying: 3 instead of 1.",
        "rules/rails/auxiliary": "Auxiliary action 6, single: paying: 3 instead of 1.",
        "rules/components/overview": "Tiles in bag 2: Cowboys: 12 instead of 11.",
        "reference/building-5a": "Building 5a, action 1: gaining dollars: 5 instead of 7.",
    }
    for place, sentence in pages.items():
        mine, other = client.get(f"/en/{place}"), another.get(f"/en/{place}")
        assert f"Your house rule. {sentence}" in text_of(mine), place
        assert mine.headers["Cache-Control"] == "private, no-store"
        assert "Your house rule" not in text_of(other)
        assert other.headers["Cache-Control"].startswith("public")
    assert client.get("/en/rules/cattle/buying").headers["Cache-Control"].startswith("public")


@every(
    ("about", "open_groups"),
    [
        ("", [("Changed", 3)]),
        ("movement/hand-fees", [("Changed", 3), ("On", 2)]),
        ("reference/building-1b", [("Changed", 3), ("On", 5)]),
    ],
)
def test_what_is_changed_stands_on_top_then_what_the_page_that_one_came_from_tells(
    client: FlaskClient, about: str, open_groups: list[tuple[str, int]]
) -> None:
    saved(client)
    groups = Page(client.get(f"{PAGE}?about={about}")).chosen("details.house-group[open]")
    assert [(Page.words(group[0]).split()[0], len(group) - 1) for group in groups] == open_groups


def test_garths_figures_hold_where_his_cards_are_drawn(client: FlaskClient, another: FlaskClient) -> None:
    saved(client, **{"solo.card.7.steps": "5", "solo.garth.money": "9", "solo.card.least-steps": "3"})
    text = text_of(client.get("/en/solo/garth/cards"))
    assert "Garth's card 7: steps: 5 instead of 2." in text
    assert "as many as his cowboys, at least 3" in text
    begun = client.get("/en/solo/garth/new?level=easy&players=2&board=second-edition").location
    assert "you begin, with 9 dollars" in text_of(client.get(begun))
    code = re.findall(r"/score/from/([\w-]+)", client.get(f"{begun}rm").text)[0]
    assert decode(code).game.house == {"solo.card.7.steps": 5, "solo.garth.money": 9, "solo.card.least-steps": 3}
    assert "you begin, with 6 dollars" in text_of(another.get(begun))


def test_a_verdict_says_which_of_them_had_a_say(client: FlaskClient) -> None:
    position = {
        "game": {"players": 3, "house": FIGURES},
        "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire"}]},
        "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}},
        "players": {"blue": {"dollars": 4, "workers": {"cowboy": 1}}},
    }
    judged = client.post("/api/v1/judge", json={"position": position, "action": "hire row=1 column=1"}).json or {}
    assert judged["answer"] == "yes"
    told = [{"text": "Your house rule. Cost of hiring in row 1: 4 instead of 6.", "section": "job-market/hire"}]
    assert judged["readings"] == told


@every(
    ("entered", "message"),
    [
        ({"fee.green": "two"}, "Enter a whole number from 0 to 10, or nothing."),
        ({"fee.green": "11"}, "11 should be a number from 0 to 10."),
        ({"fee.green": "9" * 5000}, "Enter a whole number from 0 to 10, or nothing."),
        ({"hand-limit.base": "8"}, "“Hand limit” would be 8, above “Hand limit with all discs cleared”, which is 6."),
        ({"note-new": "what we do"}, "Choose the section that the note is about."),
        ({"note-new": "x" * 400, "section-new": "cattle/buying"}, f"A note has at most {MAX_NOTE_LENGTH} characters."),
        ({"note-new": "x", "section-new": "cattle/nothing"}, "Choose the section that the note is about."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_saved(
    client: FlaskClient, entered: dict[str, str], message: str
) -> None:
    before = saved(client)
    response = client.post(PAGE, data={"save": "1", "steps.base": "5", **entered})
    assert response.status_code == 422
    page = Page(response)
    assert [one for one in page.texts("p.field-error") if str(one).startswith(message)], page.texts("p.field-error")
    assert page.texts("input[name=steps.base]@value") == ["5"]
    assert text_to_paste(client) == before


def test_more_rules_than_there_may_be_and_too_much_for_a_device_are_refused(client: FlaskClient) -> None:
    many = {f"city.{city}.dollars": "7" for city in every_component().cities.cities}
    many |= {f"station.{n}.cost": "9" for n in range(1, 11)}
    sections = ["cattle/buying", "cattle/cards", "cards/draw-cards", "job-market/hire", "movement/step-limit"]
    sections += ["movement/hand-fees", "buildings/build", "buildings/tiles", "railroad/track", "objectives/play"]

    def mixed(section: str) -> str:
        """What no packing makes shorter."""
        return "".join(chr(0x4E00 + zlib.crc32(f"{section}{n}".encode()) % 20000) for n in range(MAX_NOTE_LENGTH))

    long = {f"note:{section}": mixed(section) for section in sections}
    for fields, message in ((many, "at most 30 fit"), (long, "take too much room")):
        response = client.post(PAGE, data={"save": "1", **fields})
        assert response.status_code == 422
        assert any(message in str(one) for one in Page(response).texts("p.field-error")), message


def test_a_note_stands_on_its_section_as_it_was_typed(client: FlaskClient) -> None:
    note = {"note-new": "<script>alert(1)</script>  다섯 장", "section-new": "cattle/buying"}
    saved(client, **{"city.chicago.vp": "3", "face.3a.vp": "9"}, **note)
    assert "<script>alert(1)" not in client.get(PAGE).text
    told = (client.get(f"{PAGE}pages.json").json or {})["sections"]
    assert told["cattle/buying"] == ["Your note: <script>alert(1)</script> 다섯 장"]
    assert "Your house rule. Cost of hiring in row 1: 4 instead of 6." in told["job-market/hire"]
    # So do components that have the figure printed.
    assert {"reference/city-chicago", "reference/building-3a"} <= told.keys()
    # Emptied, it goes.
    client.post(PAGE, data={"save": "1", "note:cattle/buying": " "})
    assert client.get(f"{PAGE}pages.json").json == {"sections": {}, "title": "House rules"}


def test_they_are_passed_on_as_a_text_and_as_a_link(client: FlaskClient, another: FlaskClient) -> None:
    text = saved(client, readings="pass-phase-b.forbidden", **OURS)
    link = link_to_take(Page(client.get(PAGE)))
    offered = another.get(link).text
    assert "Take over these house rules?" in offered
    assert "4 instead of 6" in offered
    assert text_to_paste(another) == ""
    assert "no rules" in another.get(f"{PAGE}?take=xxxx").text
    assert another.post(PAGE, data={"take": "1", "text": text}).status_code == 303
    assert text_to_paste(another) == text


@every(
    ("text", "line", "message"),
    [
        ("[figures]\nfee.green = = 3", 2, "This line cannot be read."),
        ('[figures]\n"fee.green" = 3\n\n[rules]\n', 4, "There is no such part."),
        ("figures = 3", 1, "Rules belong on lines"),
        ('[figures]\n"fee.green" = 3\n"fee.black" = "3"', 3, "“3” should be a whole number from 0 to 10."),
        ('[readings]\npass-phase-b = "perhaps"', 2, "“perhaps” is not known here."),
        ('[notes]\n"cattle/nothing" = "x"', 2, "The rules have no such section."),
        ('[notes]\n"cattle/buying" = 3', 2, "A note is a text"),
        ("x" * 30000, 1, "The text has more than 20000"),
        ("a = " + "[" * 9000, 1, "This line cannot be read."),
    ],
)
def test_a_text_that_cannot_be_is_refused_with_its_line_and_stays(
    client: FlaskClient, text: str, line: int, message: str
) -> None:
    with pytest.raises(WrongRules) as wrong:
        read_rules(text, "en", {"cattle/buying"})
    assert (wrong.value.problems[0].line, message in wrong.value.problems[0].message) == (line, True)
    response = client.post(PAGE, data={"take": "1", "text": text})
    shown = text_of(response)
    assert (response.status_code, f"Line {line}:" in shown, text[:200] in shown) == (422, True, True)


@given(house_rules(), st.dictionaries(st.sampled_from(["cattle/buying", "a/b"]), st.text(min_size=1, max_size=80)))
@examples(40)
def test_every_text_and_code_reads_back(figures: dict[str, int], notes: dict[str, str]) -> None:
    notes = {section: " ".join(note.split()) for section, note in notes.items() if note.split()}
    rules = HouseRules(figures, {"pass-phase-b": "forbidden"}, notes)
    assert read_rules(rules.text, "en") == rules
    assert rules_of_code(rules.code) == rules


@given(st.text())
@examples(60)
def test_a_code_that_is_none_is_no_rules(text: str) -> None:
    assert isinstance(rules_of_code(text), HouseRules)


def test_a_cookie_that_grows_when_it_is_opened_is_cut(client: FlaskClient) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"#" * 5_000_000, 9)).decode().rstrip("=")
    assert rules_of_code(bomb) == HouseRules()
    client.set_cookie("house", "x" * 3500)
    assert client.get(PAGE).status_code == 200


def test_a_server_has_rules_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('[figures]\n"hand-limit.base" = 5\n', encoding="utf-8")
    config = {"TESTING": True, "SECRET_KEY": "for tests only, for sure", "WTF_CSRF_ENABLED": False}
    config["INSTANCE"] = tmp_path
    client = create_app(config).test_client()
    assert "Hand limit: 5 instead of 4" in client.get(PAGE).text
    assert '<meta name="house"' in client.get("/en/rules/cards/draw-cards").text
    # A table may say otherwise.
    client.post(PAGE, data={"save": "1"})
    assert "Hand limit: 5 instead of 4" not in client.get(PAGE).text


@every(
    ("text", "line", "message"),
    [
        ('[figures]\n"fee.green" = 30', 2, "fee.green: 30 should be a number from 0 to 10."),
        ("[figures\n", 1, "This line cannot be read."),
        ('[notes]\n"cattle/nothing" = "x"', 2, "The rules have no such section."),
    ],
)
def test_a_file_that_cannot_be_is_said_at_the_start(tmp_path: Path, text: str, line: int, message: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(settings.Mistaken) as wrong:
        settings.read({"INSTANCE": tmp_path})
    assert wrong.value.lines[0].startswith(f"{file}, line {line}: ")
    assert message in wrong.value.lines[0]
    result = CliRunner().invoke(main, ["serve", "--instance", str(tmp_path), "--port", "0"])
    assert result.exit_code == 2
    assert message in result.output


def test_no_file_that_is_no_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(settings.Mistaken, match="no text in UTF-8"):
        settings.read({"INSTANCE": tmp_path})


def test_a_position_from_the_board_has_them(client: FlaskClient, another: FlaskClient) -> None:
    saved(client)
    board = client.get("/en/check/board/?start=setup&players=2&drawn=seed&seed=3").location
    code = board.partition("/check/board/")[2].partition("?")[0]
    position = decode(code)
    assert dict(position.game.house or {}) == FIGURES
    assert max(one.dollars or 0 for one in position.players.values()) == 9
    for page in (board, f"/en/check/board/{code}/options", f"/en/check/board/{code}/score", f"/en/position/{code}"):
        assert "Cost of hiring in row 1: 4 instead of 6" in another.get(page).text, page
    assert json.loads(client.get(f"/en/position/{code}.json").text)["game"]["house"]


def test_a_file_of_games_brings_them_along(client: FlaskClient, another: FlaskClient) -> None:
    saved(client)
    file = begun(client).get("/game.json").text
    assert json.loads(file)["games"][0]["fields"] == {f"house.{name}": str(n) for name, n in FIGURES.items()}
    with client.application.test_request_context("/en/"):
        (game,) = from_json(file).games
    assert dict(game.played_otherwise) == FIGURES
    file_sent = {"file": (io.BytesIO(file.encode()), "games.json")}
    assert another.post("/en/score/history/import", data=file_sent).status_code == 303
    key = re.findall(r'href="/en/score/([\w-]{20,})[/"?]', another.get("/en/score/history").text)[0]
    state = Sheets(database.opened(client.application)).read(key)
    assert dict(state.played_otherwise) == FIGURES
    assert counting.counts(state)[1, "money"].points == 3
    assert not [name for name in state.fields if name.startswith("house.")]


def test_a_group_keeps_house_rules_and_hands_them_to_whoever_plays_in_it(
    client: FlaskClient, another: FlaskClient
) -> None:
    mine = saved(client, readings="pass-phase-b.forbidden", **OURS)
    group = client.post("/en/score/groups", data={"name": "Saturday"}).location.removesuffix("/add")
    assert client.post(f"{group}/house-rules").status_code == 303
    page = Page(another.get(group))
    assert "Cost of hiring in row 1: 4 instead of 6" in page.words(page.root)
    (offered,) = Page(another.get(link_to_take(page))).texts("input[name=text]@value")
    assert another.post(PAGE, data={"take": "1", "text": str(offered)}).status_code == 303
    assert text_to_paste(another) == mine
    # Who may only look changes nothing; who has none any more takes them away.
    links = re.findall(r"/en/score/group/[\w-]+", text_of(client.get(f"{group}/share")))
    looking = next(one for one in links if not one.startswith(group))
    assert another.post(f"{looking}/house-rules").status_code == 404
    client.post(PAGE, data={"save": "1"})
    client.post(f"{group}/house-rules")
    assert "House rules of this group" not in client.get(group).text


def test_games_with_house_rules_say_so_and_can_be_left_out(client: FlaskClient) -> None:
    begun(client).send({}, "/finish")
    saved(client)
    phone = begun(client)
    phone.send({}, "/finish")

    def say_so(asked: str = "") -> list[bool]:
        listed = Page(client.get(f"/en/score/history{asked}")).texts("li.played-game")
        return ["3 house rules" in str(one) for one in listed]

    assert [say_so(), say_so("?house=with"), say_so("?house=without")] == [[True, False], [True], [False]]
    assert len(say_so("?house=perhaps")) == 2
    table = client.get("/en/score/history/games.csv").text
    told = "job-market.row.1.cost=4 score.money.each=4 seat.1.money=9"
    assert [row["house"] for row in csv.DictReader(io.StringIO(table.removeprefix("\ufeff")))] == ["", "", told, told]
    with client.application.test_request_context("/en/"):
        read = from_csv(table)
        wrong = from_csv(table.replace("seat.1.money=9", "seat.9.money=9"))
    assert [dict(game.played_otherwise) for game in read.games] == [{}, FIGURES]
    assert {(one.column, one.text) for one in wrong.problems} == {
        ("house", "“seat.9.money=9” is no house rule. Write it like fee.green=3.")
    }
    (play,) = re.findall(r'createPlay\.html\?data=([^"]+)', phone.get("/result").text)
    assert json.loads(unquote(play))["comments"].splitlines() == [
        "Your house rule. Cost of hiring in row 1: 4 instead of 6.",
        "Your house rule. How many make points in the category Money: 4 instead of 5.",
        "Your house rule. Dollars to begin with, seat 1: 9 instead of 6.",
    ]


def test_teaching_tells_them(client: FlaskClient) -> None:
    """The step on what the road costs, from Table and from a set-up drawn with them."""
    saved(client, **{"fee.green": "5"})
    drawn = Page(client.get("/en/table/setup/?players=3", follow_redirects=True))
    ways = [str(link) for link in drawn.texts("a@href") if "/teach/" in str(link)]
    assert ways
    for address in ("/en/teach/", *ways):
        page = Page(client.get(address))
        assert page.all("details", class_="of-house")
        begin = str(page.one("a", class_="main").get("href"))
        step = Page(client.get(begin.replace("/wins", "/fees")))
        assert "5 for a green hand" in step.words(step.one("p", class_="teach-say"))


def test_a_tab_that_was_opened_before_loses_nothing(client: FlaskClient) -> None:
    """It is told, and replaces what another one has saved only when it saves again."""
    (was,) = Page(client.get(PAGE)).texts("input[name=was]@value")
    before = saved(client, **OURS)
    late = {"save": "1", "fee.green": "3"}
    refused = client.post(PAGE, data={**late, "was": was})
    assert (refused.status_code, text_to_paste(client)) == (422, before)
    (now,) = Page(refused).texts("input[name=was]@value")
    assert client.post(PAGE, data={**late, "was": now}).status_code == 303


def test_joining_a_table_whose_rules_do_not_fit_beside_the_notes_says_so(client: FlaskClient) -> None:
    notes: dict[str, str] = {}
    for section in sorted({reason.section for reason in REASONS.values() if "#" not in reason.section})[:MAX_NOTES]:
        text = base64.b32encode(hashlib.shake_256(section.encode()).digest(MAX_NOTE_LENGTH)).decode()[:MAX_NOTE_LENGTH]
        while text and len(HouseRules({}, {}, {**notes, section: text}).code) > MAX_CODE_LETTERS:
            text = text[:-10]
        notes |= {section: text} if text else {}
    data = {f"note:{section}": text for section, text in notes.items()}
    assert client.post(PAGE, data={"save": "1", **data}).status_code == 303
    figures = [("house", f"city.{city}.dollars.7") for city in every_component().cities.cities]
    answer = client.post("/en/table/take", query_string=[("players", "3"), *figures])
    assert (answer.status_code, answer.location) == (303, PAGE)
    assert "Shorten the notes" in client.get(PAGE).text

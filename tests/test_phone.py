"""The app as a phone runs it, in the Python of the tests: the same answers, and every change told to be stored."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from companion.phone import Phone, made
from companion.web.offline import archive
from flask import Flask
from flask.testing import FlaskClient

ORIGIN = "http://localhost"


class Given:
    """What JavaScript hands over."""

    def __init__(self, value: object) -> None:
        self.value = value

    def to_py(self) -> object:
        return self.value

    def to_bytes(self) -> object:
        return self.value


def opened(home: Path) -> Phone:
    phone = Phone(str(home), ORIGIN)
    phone.open()
    return phone


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    return opened(tmp_path)


def ask(phone: Phone, method: str, address: str, body: str = "", cookie: str = "") -> dict:
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    return phone.answer(method, address, Given(headers), Given(body.encode()))


NEW = "players=2&edition=2&people-0-name=Ana&people-0-colour=blue&people-1-name=Ben&people-1-colour=red"


def new_sheet(phone: Phone) -> tuple[str, dict]:
    answer = ask(phone, "POST", "/en/score/", NEW)
    assert answer["status"] in (302, 303), answer["content"].decode()
    location = next(value for name, value in answer["headers"] if name == "Location")
    return location.removeprefix(ORIGIN).split("?")[0], answer


def test_what_was_stored_is_opened_where_no_file_of_the_app_is(
    phone: Phone, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As after a start from a picture."""
    address, answer = new_sheet(phone)
    home = tmp_path_factory.mktemp("pictured")
    pictured = Phone(str(home), ORIGIN)
    pictured.hold_still("en")
    assert not list(home.iterdir())
    for name, content in answer["files"]:
        (home / name).write_bytes(content)
    pictured.open()
    assert pictured.aside() == []
    assert "Ana" in ask(pictured, "GET", address)["content"].decode()


def test_a_page_is_the_servers_but_for_the_mark(phone: Phone, client: FlaskClient) -> None:
    address = "/ko/rules/movement/hand-fees"
    own, served = ask(phone, "GET", address)["content"].decode(), client.get(address).text
    assert "data-on-phone" in own
    article = slice(own.index("<article"), own.index("</article>"))
    assert own[article] in served


def test_what_has_changed_is_told_once(phone: Phone) -> None:
    _, answer = new_sheet(phone)
    assert {"companion.db", "cookies.json"} <= {name for name, _ in answer["files"]}
    phone.stored()
    ask(phone, "GET", "/en/rules/")
    phone.stored()
    assert ask(phone, "GET", "/en/rules/")["files"] == []


def test_getting_ready_for_a_verdict_notes_nothing(phone: Phone) -> None:
    ask(phone, "GET", "/en/rules/")
    phone.stored()
    phone.get_ready("ko")
    assert ask(phone, "GET", "/en/rules/")["files"] == []


def noted(files: list[list[object]], name: str) -> Any:
    (told,) = [content for one, content in files if one == name]
    assert isinstance(told, bytes)
    return json.loads(told)


def unsent(files: list[list[object]]) -> list[str]:
    return list(noted(files, "unsent"))


def test_what_could_not_be_stored_has_not_happened(phone: Phone) -> None:
    address, _ = new_sheet(phone)
    phone.stored()
    entry = "write=abcdefghijkl&since=0&p1-cities=7&was-p1-cities="
    ask(phone, "POST", address, entry)
    phone.undo()
    assert 'value="7"' not in ask(phone, "GET", address)["content"].decode()
    # The page sends it again under the same name, and it is stored then.
    assert "companion.db" in {name for name, _ in ask(phone, "POST", address, entry)["files"]}
    assert 'value="7"' in ask(phone, "GET", address)["content"].decode()


def test_a_first_sheet_that_could_not_be_stored_is_not_there(phone: Phone) -> None:
    address, _ = new_sheet(phone)
    phone.undo()
    assert ask(phone, "GET", address)["status"] == 404
    assert new_sheet(phone)[1]["files"]


def test_every_way_of_making_a_sheet_is_noted_as_unsent(phone: Phone) -> None:
    address, made = new_sheet(phone)
    key = address.rsplit("/", 1)[1]
    assert unsent(made["files"]) == [key]
    assert phone.messages("en", key)["messages"][0][0] == "/en/score/exchange"
    assert unsent(phone.sent(key, phone.messages("en", key)["revision"])) == []
    again = ask(phone, "POST", f"{address}/rematch")
    assert again["status"] == 303
    (other,) = unsent(again["files"])
    assert phone.messages("en", other)["messages"][0][0] == "/en/score/exchange"


def test_what_is_entered_while_the_server_is_told_is_told_later(phone: Phone) -> None:
    address, _ = new_sheet(phone)
    key = address.rsplit("/", 1)[1]
    told = phone.messages("en", key)
    ask(phone, "POST", address, "write=abcdefghijkl&since=0&p1-cities=7&was-p1-cities=")
    assert unsent(phone.sent(key, told["revision"])) == [key]


def test_entries_are_signed_as_by_the_server(phone: Phone, client: FlaskClient) -> None:
    device = client.get("/offline/device").json["device"]
    assert phone.know(device)
    address, _ = new_sheet(phone)
    ask(phone, "POST", address, "write=abcdefghijkl&since=0&p1-cities=7&was-p1-cities=")
    ((_, body),) = phone.messages("en", address.rsplit("/", 1)[1])["messages"]
    written = [change for change in json.loads(body)["changes"] if change["kind"] == "write"]
    assert [change["by"] for change in written] == [device]


def test_what_was_stored_is_there_the_next_time(phone: Phone, tmp_path_factory: pytest.TempPathFactory) -> None:
    address, answer = new_sheet(phone)
    home = tmp_path_factory.mktemp("again")
    for name, content in answer["files"]:
        (home / name).write_bytes(content)
    again = opened(home)
    assert "Ana" in ask(again, "GET", address)["content"].decode()
    assert "Ana" in ask(again, "GET", "/en/score/")["content"].decode()


def test_a_cookie_that_scripts_see_is_theirs(phone: Phone) -> None:
    answer = ask(phone, "POST", "/en/table", "players=3&edition=2&language=en")
    (cookie,) = answer["cookies"]
    assert cookie["name"] == "table"
    assert cookie["expires"] > 1e12
    shown = ask(phone, "GET", "/en/table", cookie=f"table={cookie['value']}")["content"].decode()
    assert "checked" in next(line for line in shown.splitlines() if 'name="players"' in line and 'value="3"' in line)


def test_a_sheet_goes_to_the_server_and_comes_back(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    address, _ = new_sheet(phone)
    key = address.rsplit("/", 1)[1]
    assert client.get(address).status_code == 404
    told = phone.messages("en", key)
    for path, body in told["messages"]:
        assert client.post(path, data=body, content_type="application/json").status_code == 200
    assert client.get(address).status_code == 200
    there = client.post(f"/en/score/{key}/exchange", json={"known": -1, "changes": []}).text
    phone.sent(key, told["revision"])
    assert unsent(phone.take("en", key, there)) == []
    # A phone that has never seen it gets all of it.
    other = opened(tmp_path_factory.mktemp("other"))
    assert other.take("en", key, there)
    # It is offered there to go on with.
    assert key in ask(other, "GET", "/en/score/")["content"].decode()
    assert json.loads(other.messages("en", key)["messages"][0][1])["changes"] == json.loads(there)["changes"]


def test_the_archive_has_what_the_app_needs() -> None:
    own = dict(archive.own())
    assert {
        "companion/phone.py",
        "companion/__init__.py",
        "templates/base.html",
        "content/moved.yaml",
        "content/en/chapters.yaml",
    } <= own.keys()
    assert not [name for name in own if "__pycache__" in name or "__made__" in name]
    packed = archive.packed(iter(own.items()))
    head, _, rest = packed.partition(b"\n")
    assert [[name, len(content)] for name, content in own.items()] == json.loads(head)
    assert len(rest) == sum(map(len, own.values()))


SPEAKS = """
import sys
from importlib import metadata

home, form, *left_out = sys.argv[1:]
here = [one for one in metadata.distributions() if one.name.lower() in left_out]
files = [file for one in here for file in one.files or () if file.suffix == ".py"]
sys.modules |= dict.fromkeys(file.parts[0].removesuffix(".py") for file in files)
import companion.phone

phone = companion.phone.Phone(home, "http://phone.test")
phone.open()
phone.warm_up()
client = phone._app.test_client()
for address in ("/de/rules/search?q=Rinderkarte", "/en/rules/", "/fr/rules/"):
    page = client.get(address)
    print(page.status_code, page.text.count('<link rel="alternate"'), "Rinderkarte</mark>" in page.text)
new = client.post("/de/score/", data=form, content_type="application/x-www-form-urlencoded")
key = new.location.split("/")[3].split("?")[0]
print(*[address for address, _ in phone.messages("fr", key)["messages"]], *phone.waiting("fr", key)["lines"])
"""
"""What a phone does, where nothing can be imported that does not come along."""


def test_the_app_speaks_the_languages_that_came_along(tmp_path: Path) -> None:
    """English and the reader's; nothing is worked out anew, which would be noted."""
    python = ".".join(map(str, sys.version_info[:3]))
    for language in ("en", "de"):
        for name, content in (*archive.own(language), *archive.worked_out(python, language)):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content)
    kept = {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "companion" / "__made__").iterdir()}
    (home := tmp_path / "home").mkdir()
    command = [sys.executable, "-c", SPEAKS, str(home), NEW, *archive.LEFT_OUT]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    told = ["200 2 True", "200 2 False", "404 2 False", "/en/score/exchange"]
    assert done.stdout.splitlines() == told, done.stderr[-2000:]
    now = {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "companion" / "__made__").iterdir()}
    assert kept.items() <= now.items()
    assert {name.partition(".")[0] for name in now.keys() - kept.keys()} <= {"static"}


def test_what_was_worked_out_is_one_file(tmp_path: Path) -> None:
    for name in ("a/__pycache__/b.pyc", "a/b.py", "a/__made__/c.made"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    head, _, rest = made(str(tmp_path)).partition(b"\n")
    names = [name for name, _ in json.loads(head)]
    assert sorted(names) == ["a/__made__/c.made", "a/__pycache__/b.pyc"]
    assert rest == "".join(names).encode()


# What is damaged, refused, or lost by the server


ENTRY = "write=abcdefghijkl&since=0&p1-cities=7&was-p1-cities="


def stored_after_a_game(phone: Phone, server: FlaskClient, home: Path) -> str:
    """The address of a sheet that was made here and brought to the server; what was stored lies in a folder."""
    address, _ = new_sheet(phone)
    key = address.rsplit("/", 1)[1]
    phone.know(server.get("/offline/device").json["device"])
    told = phone.messages("en", key)
    for path, body in told["messages"]:
        answer = server.post(path, data=body.encode(), content_type="application/json")
        phone.meet(answer.json["server"])
    for name, content in phone.sent(key, told["revision"]):
        (home / name).write_bytes(content)
    return address


def malformed(content: bytes) -> bytes:
    """A database of which a page in the middle was lost."""
    return content[:8192] + b"\xff" * 4096 + content[12288:]


def of_a_newer_version(content: bytes, folder: Path) -> bytes:
    file = folder / "newer.db"
    file.write_bytes(content)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    return file.read_bytes()


FILES = ("secret-key", "companion.db", "cookies.json", "sent.json", "device", "server")
WAYS = {
    "empty": lambda _content: b"",
    "no text": lambda _content: b"\xff\xfe\x00" * 50,
    "another text": lambda _content: b"[[1], {}]",
    "half": lambda content: content[: len(content) // 2],
    "malformed": malformed,
}


@pytest.fixture(scope="module")
def after_a_game(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """What is stored after a game, to be copied, and the address of its sheet."""
    home = tmp_path_factory.mktemp("home")
    return home, stored_after_a_game(opened(tmp_path_factory.mktemp("phone")), app.test_client(), home)


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[] if way in ("half", "malformed") else pytest.mark.thorough) for way in WAYS]
)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_put_aside_and_the_app_starts(
    after_a_game: tuple[Path, str], tmp_path: Path, name: str, way: str
) -> None:
    stored, address = after_a_game
    home = Path(shutil.copytree(stored, tmp_path / "home"))
    before = (home / name).read_bytes()
    damaged = WAYS[way](before)
    (home / name).write_bytes(damaged)
    again = opened(home)
    if (way, name) == ("half", "server"):
        # It is still a name.
        assert again.aside() == []
        return
    assert again.aside() == [[f"aside {name}", damaged], [name, None]]
    assert ask(again, "GET", address)["status"] == (404 if name == "companion.db" else 200)
    again.stored()
    made, answer = new_sheet(again)
    assert ask(again, "GET", made)["status"] == 200
    # What is not known to be there is sent; of the database that was lost nothing is said.
    known = {address.rsplit("/", 1)[1], made.rsplit("/", 1)[1]}
    assert set(unsent(answer["files"])) <= known
    assert (address.rsplit("/", 1)[1] in unsent(answer["files"])) == (name in ("sent.json", "server"))


def test_a_database_of_a_newer_version_is_put_aside(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    stored_after_a_game(phone, client, home)
    file = home / "companion.db"
    file.write_bytes(of_a_newer_version(file.read_bytes(), tmp_path_factory.mktemp("newer")))
    assert [name for name, _ in opened(home).aside()] == ["aside companion.db", "companion.db"]


def test_what_versions_before_noted_is_read(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = tmp_path_factory.mktemp("home")
    address = stored_after_a_game(phone, client, home)
    key = address.rsplit("/", 1)[1]
    (home / "sent.json").write_text(json.dumps({key: json.loads((home / "sent.json").read_bytes())[key][0]}))
    (home / "server").unlink()
    again = opened(home)
    assert again.aside() == []
    assert unsent(again.meet("the-one-that-is-there")) == [], "that a server has a name is no other server"


def test_what_the_server_refuses_stays_with_its_reason_and_can_be_thrown_away(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    address = stored_after_a_game(phone, client, tmp_path_factory.mktemp("home"))
    key = address.rsplit("/", 1)[1]
    assert phone.waiting("en", key) == {"lines": [], "refused": ""}
    ask(phone, "POST", address, ENTRY)
    assert phone.waiting("en", key) == {"lines": ["Ana, Cities – → 7"], "refused": ""}
    files = phone.sent(key, phone.messages("en", key)["revision"], "sheet-full")
    assert (unsent(files), noted(files, "refused")) == ([], {key: "sheet-full"})
    # What others enter on the server comes all the same, and it is told on.
    client.post(f"/en/score/{key}", data={"p2-cities": "3", "was-p2-cities": ""})
    there = client.post(f"/en/score/{key}/exchange", json={}).text
    files = phone.take("en", key, there)
    assert (unsent(files), noted(files, "refused")) == ([], {key: "sheet-full"})
    assert phone.waiting("ko", key)["lines"] == ["Ana, 도시 – → 7"]
    # Another entry is another attempt.
    assert unsent(ask(phone, "POST", address, "write=mnopqrstuvwx&since=0&p1-cattle=2&was-p1-cattle=")["files"]) == [
        key
    ]
    phone.sent(key, phone.messages("en", key)["revision"], "sheet-full")
    assert len(phone.waiting("en", key)["lines"]) == 2
    files = phone.drop(key)
    assert (unsent(files), noted(files, "refused")) == ([], {})
    assert unsent(phone.take("en", key, there)) == []
    page = ask(phone, "GET", address)["content"].decode()
    assert ('value="3"' in page, 'value="7"' in page) == (True, False)


def test_another_database_is_sent_everything_and_brought_what_it_does_not_know(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    address = stored_after_a_game(phone, client, tmp_path_factory.mktemp("home"))
    key = address.rsplit("/", 1)[1]
    assert phone.brings("en", key) == "", "there, a sheet that is gone was deleted"
    assert unsent(phone.meet("another-one")) == [key]
    assert phone.brings("en", key) == "/en/score/exchange"
    assert unsent(phone.sent(key, phone.messages("en", key)["revision"])) == []


def test_a_log_that_the_server_has_lost_is_sent_to_it_anew(
    phone: Phone, client: FlaskClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    address = stored_after_a_game(phone, client, tmp_path_factory.mktemp("home"))
    key = address.rsplit("/", 1)[1]
    there = client.post(f"/en/score/{key}/exchange", json={}).json or {}
    assert unsent(phone.take("en", key, json.dumps(there | {"anew": True}))) == [key]


def test_house_rules_are_set_and_gone_by_without_signal(phone: Phone) -> None:
    """Those of the server come in the cookie that a page of it has left, where the table has none of its own."""
    page = "/en/table/house-rules/"
    answer = ask(phone, "POST", page, "save=1&job-market.row.1.cost=4")
    cookies = {cookie["name"]: cookie["value"] for cookie in answer["cookies"]}
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    assert b"4 instead of 6" in ask(phone, "GET", page, cookie=kept)["content"]
    assert b"4 instead of 6" in ask(phone, "GET", f"{page}pages.json", cookie=kept)["content"]
    told = ask(phone, "GET", page, cookie=f"house=~{cookies['house']}")
    assert b"4 instead of 6" in told["content"]

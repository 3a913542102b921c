"""The app as a phone runs it, in the Python of the tests: the same answers, and every change told to be stored."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from companion.phone import Phone, Reply, compiled_files
from companion.web import assets
from companion.web.offline import archive
from flask import Flask
from flask.testing import FlaskClient

from tests.commands import python

ORIGIN = "http://localhost"


class Given:
    """What JavaScript hands over."""

    def __init__(self, value: object) -> None:
        self.value = value

    def to_py(self) -> object:
        return self.value

    def to_bytes(self) -> object:
        return self.value


def switched_on(home: Path) -> Phone:
    phone = Phone(str(home), ORIGIN)
    # Its templates as they were compiled for the server: that would take most of the time.
    phone._app.jinja_env.bytecode_cache = assets._CompiledTemplates()
    return phone


def opened(home: Path) -> Phone:
    phone = switched_on(home)
    phone.open()
    return phone


@pytest.fixture
def phone(tmp_path_factory: pytest.TempPathFactory) -> Phone:
    return opened(tmp_path_factory.mktemp("phone"))


def put(files: list[list[Any]], home: Path) -> None:
    """Store what is to be stored."""
    for name, content in files:
        (home / name).write_bytes(content)


def ask(phone: Phone, method: str, address: str, body: str = "", cookie: str = "") -> Reply:
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    return phone.answer(method, address, Given(headers), Given(body.encode()))


def page(phone: Phone, address: str, cookie: str = "") -> str:
    return ask(phone, "GET", address, cookie=cookie)["content"].decode()


NEW = "players=2&edition=2&people-0-name=Ana&people-0-colour=blue&people-1-name=Ben&people-1-colour=red"


ENTRY = "write=abcdefghijkl&since=0&p1-cities=7&was-p1-cities="


class Made(NamedTuple):
    """A sheet that was made on the phone."""

    address: str
    files: list[list[Any]]

    @property
    def key(self) -> str:
        return self.address.rsplit("/", 1)[1]


def new_sheet(phone: Phone) -> Made:
    answer = ask(phone, "POST", "/en/score/", NEW)
    assert answer["status"] in (302, 303), answer["content"].decode()
    location = next(value for name, value in answer["headers"] if name == "Location")
    return Made(location.removeprefix(ORIGIN).split("?")[0], answer["files"])


def test_what_was_stored_is_opened_where_no_file_of_the_app_is(
    phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a start from a picture, for which all that is asked for first was shown, a sheet among it."""
    made = new_sheet(phone)
    pictured = switched_on(tmp_path)
    ask_app, answers = pictured._ask, list[tuple[str, int]]()

    def ask_noted(address: str, **more: Any) -> tuple[bytes, int, Any]:
        content, status, headers = ask_app(address, **more)
        answers.append((address, status))
        return content, status, headers

    monkeypatch.setattr(pictured, "_ask", ask_noted)
    pictured.hold_still("en")
    (sheet,) = [address for address, _ in answers if re.fullmatch(r"/en/score/[\w-]{24}", address)]
    assert (f"{sheet}/exchange", 200) in answers
    assert [(address, status) for address, status in answers if status not in (200, 303)] == []
    assert not list(tmp_path.iterdir())
    put(made.files, tmp_path)
    pictured.open()
    assert pictured.aside() == []
    assert "Ana" in page(pictured, made.address)
    assert "Ana" in page(pictured, "/en/score/")


def test_a_page_is_the_servers_but_for_the_mark(phone: Phone, client: FlaskClient) -> None:
    address = "/ko/rules/movement/hand-fees"
    own, served = page(phone, address), client.get(address).text
    assert "data-on-phone" in own
    article = slice(own.index("<article"), own.index("</article>"))
    assert own[article] in served


def test_what_has_changed_is_told_once(phone: Phone) -> None:
    assert {"companion.db", "cookies.json"} <= {name for name, _ in new_sheet(phone).files}
    phone.stored()
    ask(phone, "GET", "/en/rules/")
    phone.stored()
    phone.get_ready("ko")
    assert ask(phone, "GET", "/en/rules/")["files"] == [], "nor does getting ready for a verdict note anything"


def noted(files: list[list[object]], name: str) -> Any:
    (told,) = [content for one, content in files if one == name]
    assert isinstance(told, bytes)
    return json.loads(told)


def unsent(files: list[list[object]]) -> list[str]:
    return list(noted(files, "unsent"))


def test_what_could_not_be_stored_has_not_happened(phone: Phone) -> None:
    first = new_sheet(phone).address
    phone.undo()
    assert ask(phone, "GET", first)["status"] == 404, "not even the first sheet"
    address, files = new_sheet(phone)
    assert files
    phone.stored()
    ask(phone, "POST", address, ENTRY)
    phone.undo()
    assert 'value="7"' not in page(phone, address)
    # The page sends it again under the same name, and it is stored then.
    assert "companion.db" in {name for name, _ in ask(phone, "POST", address, ENTRY)["files"]}
    assert 'value="7"' in page(phone, address)


def test_every_way_of_making_a_sheet_is_noted_as_unsent(phone: Phone) -> None:
    made = new_sheet(phone)
    assert unsent(made.files) == [made.key]
    told = phone.messages("en", made.key)
    assert told["messages"][0][0] == "/en/score/exchange"
    assert unsent(phone.sent(made.key, told["revision"])) == []
    again = ask(phone, "POST", f"{made.address}/rematch")
    assert again["status"] == 303
    (other,) = unsent(again["files"])
    assert phone.messages("en", other)["messages"][0][0] == "/en/score/exchange"


def test_what_is_entered_while_the_server_is_told_is_told_later(phone: Phone, client: FlaskClient) -> None:
    """Signed as by the server."""
    device = client.get("/offline/device").json["device"]
    assert phone.know(device)
    made = new_sheet(phone)
    told = phone.messages("en", made.key)
    ask(phone, "POST", made.address, ENTRY)
    assert unsent(phone.sent(made.key, told["revision"])) == [made.key]
    ((_, body),) = phone.messages("en", made.key)["messages"]
    assert [change["by"] for change in json.loads(body)["changes"] if change["kind"] == "write"] == [device]


def test_a_cookie_that_scripts_see_is_theirs(phone: Phone) -> None:
    answer = ask(phone, "POST", "/en/table", "players=3&edition=2&language=en")
    (cookie,) = answer["cookies"]
    assert cookie["name"] == "table"
    assert cookie["expires"] > 1e12
    shown = page(phone, "/en/table", f"table={cookie['value']}").splitlines()
    assert "checked" in next(line for line in shown if 'name="players"' in line and 'value="3"' in line)


def test_a_sheet_goes_to_the_server_and_comes_back(phone: Phone, client: FlaskClient, tmp_path: Path) -> None:
    made = new_sheet(phone)
    key = made.key
    assert client.get(made.address).status_code == 404
    told = phone.messages("en", key)
    for path, body in told["messages"]:
        assert client.post(path, data=body, content_type="application/json").status_code == 200
    assert client.get(made.address).status_code == 200
    there = client.post(f"/en/score/{key}/exchange", json={"known": -1, "changes": []}).text
    phone.sent(key, told["revision"])
    assert unsent(phone.take("en", key, there)) == []
    # A phone that has never seen it gets all of it.
    other = opened(tmp_path)
    assert other.take("en", key, there)
    # It is offered there to go on with.
    assert key in page(other, "/en/score/")
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
    version = ".".join(map(str, sys.version_info[:3]))
    for language in ("en", "de"):
        for name, content in (*archive.own(language), *archive.worked_out(version, language)):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(content)
    kept = {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "companion" / "__made__").iterdir()}
    (home := tmp_path / "home").mkdir()
    told = python("-c", SPEAKS, str(home), NEW, *archive.LEFT_OUT, tree=tmp_path)
    assert told.splitlines() == ["200 2 True", "200 2 False", "404 2 False", "/en/score/exchange"]
    now = {entry.name: entry.stat().st_mtime_ns for entry in (tmp_path / "companion" / "__made__").iterdir()}
    assert kept.items() <= now.items()
    assert {name.partition(".")[0] for name in now.keys() - kept.keys()} <= {"static"}


def test_what_was_worked_out_is_one_file(tmp_path: Path) -> None:
    for name in ("a/__pycache__/b.pyc", "a/b.py", "a/__made__/c.made"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    head, _, rest = compiled_files(str(tmp_path)).partition(b"\n")
    names = [name for name, _ in json.loads(head)]
    assert sorted(names) == ["a/__made__/c.made", "a/__pycache__/b.pyc"]
    assert rest == "".join(names).encode()


# What is damaged, refused, or lost by the server


def after_a_game(phone: Phone, server: FlaskClient) -> tuple[Made, list[list[Any]]]:
    """A sheet that was made here and brought to the server, and what is to be stored then."""
    made = new_sheet(phone)
    phone.know(server.get("/offline/device").json["device"])
    told = phone.messages("en", made.key)
    for path, body in told["messages"]:
        answer = server.post(path, data=body.encode(), content_type="application/json")
        phone.meet(answer.json["server"])
    return made, phone.sent(made.key, told["revision"])


def malformed(content: bytes) -> bytes:
    """A database of which a page in the middle was lost."""
    return content[:8192] + b"\xff" * 4096 + content[12288:]


def of_a_newer_version(content: bytes) -> bytes:
    with sqlite3.connect(":memory:") as database:
        # Its head says that it has no journal beside it: SQLite takes no other into memory.
        database.deserialize(content[:18] + b"\1\1" + content[20:])
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
        return database.serialize()


WAYS = {
    "empty": lambda _content: b"",
    "no text": lambda _content: b"\xff\xfe\x00" * 50,
    "another text": lambda _content: b"[[1], {}]",
    "half": lambda content: content[: len(content) // 2],
    "malformed": malformed,
}
FILES = ("secret-key", "companion.db", "cookies.json", "sent.json", "device", "server")
OFTEN = ("half", "malformed")
DAMAGED = [
    *(
        pytest.param(name, damage, marks=[] if way in OFTEN else pytest.mark.thorough, id=f"{way} {name}")
        for name in FILES
        for way, damage in WAYS.items()
        if (way, name) != ("half", "server")
    ),
    pytest.param("companion.db", of_a_newer_version, id="a database of a newer version"),
]


@pytest.fixture(scope="module")
def stored(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> tuple[Made, Path]:
    """A sheet, and a folder with what is stored after its game, to be copied."""
    home = tmp_path_factory.mktemp("stored")
    made, files = after_a_game(opened(tmp_path_factory.mktemp("phone")), app.test_client())
    put(files, home)
    return made, home


@pytest.mark.parametrize(("name", "damage"), DAMAGED)
def test_a_damaged_file_is_put_aside_and_the_app_starts(
    stored: tuple[Made, Path], tmp_path: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    sheet, home = stored[0], Path(shutil.copytree(stored[1], tmp_path / "home"))
    damaged = damage((home / name).read_bytes())
    (home / name).write_bytes(damaged)
    again = opened(home)
    assert again.aside() == [[f"aside {name}", damaged], [name, None]]
    assert ask(again, "GET", sheet.address)["status"] == (404 if name == "companion.db" else 200)
    again.stored()
    made = new_sheet(again)
    assert ask(again, "GET", made.address)["status"] == 200
    # What is not known to be there is sent; of the database that was lost nothing is said.
    assert set(unsent(made.files)) <= {sheet.key, made.key}
    assert (sheet.key in unsent(made.files)) == (name in ("sent.json", "server"))


def test_what_versions_before_noted_is_read(stored: tuple[Made, Path], tmp_path: Path) -> None:
    made, home = stored[0], Path(shutil.copytree(stored[1], tmp_path / "home"))
    revision = json.loads((home / "sent.json").read_bytes())[made.key][0]
    (home / "sent.json").write_text(json.dumps({made.key: revision}))
    (home / "server").unlink()
    again = opened(home)
    assert again.aside() == []
    assert unsent(again.meet("the-one-that-is-there")) == [], "that a server has a name is no other server"
    (home / "server").write_text("the-one")
    assert opened(home).aside() == [], "half a name is one"


def test_what_the_server_refuses_stays_with_its_reason_and_can_be_thrown_away(
    phone: Phone, client: FlaskClient
) -> None:
    made, _ = after_a_game(phone, client)
    key = made.key
    assert phone.waiting("en", key) == {"lines": [], "refused": ""}
    ask(phone, "POST", made.address, ENTRY)
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
    another = ask(phone, "POST", made.address, "write=mnopqrstuvwx&since=0&p1-cattle=2&was-p1-cattle=")
    assert unsent(another["files"]) == [key]
    phone.sent(key, phone.messages("en", key)["revision"], "sheet-full")
    assert len(phone.waiting("en", key)["lines"]) == 2
    files = phone.drop(key)
    assert (unsent(files), noted(files, "refused")) == ([], {})
    assert unsent(phone.take("en", key, there)) == []
    shown = page(phone, made.address)
    assert ('value="3"' in shown, 'value="7"' in shown) == (True, False)


def test_what_the_server_has_lost_is_brought_to_it_anew(phone: Phone, client: FlaskClient) -> None:
    """A part of a log, or everything, with another database; a sheet that is gone from the same one was deleted."""
    made, _ = after_a_game(phone, client)
    key = made.key
    there = client.post(f"/en/score/{key}/exchange", json={}).json or {}
    assert unsent(phone.take("en", key, json.dumps(there | {"anew": True}))) == [key]
    assert unsent(phone.sent(key, phone.messages("en", key)["revision"])) == []
    assert phone.brings("en", key) == ""
    assert unsent(phone.meet("another-one")) == [key]
    assert phone.brings("en", key) == "/en/score/exchange"
    assert unsent(phone.sent(key, phone.messages("en", key)["revision"])) == []


def test_what_was_deleted_on_the_server_is_not_brought_to_another_one(phone: Phone, client: FlaskClient) -> None:
    made, _ = after_a_game(phone, client)
    phone.sent(made.key, 1, "no-such-sheet")
    phone.meet("another")
    assert phone.brings("en", made.key) == ""


def test_what_a_newer_version_has_said_is_not_passed_over(phone: Phone, client: FlaskClient) -> None:
    """It would never be told again: it waits until this app is as new."""
    made, _ = after_a_game(phone, client)
    client.post(f"/en/score/{made.key}", data={"p2-cities": "3", "was-p2-cities": ""})
    told = client.post(f"/en/score/{made.key}/exchange", json={}).json
    later = {**told["changes"][-1], "id": "from-a-newer-version", "kind": "salute"}
    with pytest.raises(ValueError, match="malformed"):
        phone.take("en", made.key, json.dumps({**told, "changes": [*told["changes"], later]}))
    phone.take("en", made.key, json.dumps(told))
    assert 'value="3"' in page(phone, made.address)


def test_house_rules_are_set_and_gone_by_without_signal(phone: Phone) -> None:
    """Those of the server come in the cookie that a page of it has left, where the table has none of its own."""
    address = "/en/table/house-rules/"
    answer = ask(phone, "POST", address, "save=1&job-market.row.1.cost=4")
    cookies = {cookie["name"]: cookie["value"] for cookie in answer["cookies"]}
    kept = "; ".join(f"{name}={value}" for name, value in cookies.items())
    for name, cookie in ((address, kept), (f"{address}pages.json", kept), (address, f"house=~{cookies['house']}")):
        assert "4 instead of 6" in page(phone, name, cookie)

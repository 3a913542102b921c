"""Configuration: described once, read at once, and every mistake told with what to do."""

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from companion import settings
from companion.app import create_app
from companion.settings import ALL, Mistaken, read, without_password
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import URLSafeTimedSerializer

from tests.commands import run
from tests.conftest import ROOT, every

KEY = "0123456789abcdefghij"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is set but the folder."""
    for name in [name for name in os.environ if name.startswith("COMPANION_") or name == "DATABASE_URL"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))


WRONG = [
    ("EMPTY_DAYS", "-1", "a number from 0 to 100000"),
    ("EMPTY_DAYS", "99999999", "a number from 0 to 100000"),
    ("FORGOTTEN_DAYS", "abc", "a number from 0 to 100000"),
    ("FORGOTTEN_DAYS", "", "a number from 0 to 100000"),
    ("PORT", "٣", "a number from 0 to 65535"),
    ("LOG_FORMAT", "xml", "text or json"),
    ("METRICS", "165535", "a number from 1 to 65535"),
    ("TRUSTED_HOSTS", "", "names without scheme"),
    ("TRUSTED_HOSTS", "127", "names without scheme"),
    ("TRUSTED_HOSTS", "trail.example,,", "names without scheme"),
    ("TRUSTED_HOSTS", "https://trail.example", "names without scheme"),
    ("TRUSTED_HOSTS", "trail.example:443", "names without scheme"),
    ("PROXY", "localhost", "the IP address of one machine"),
    ("PROXY", "10.0.0.0/8", "the IP address of one machine"),
    ("HTTPS", "perhaps", "yes or no"),
    ("HOST", "http://0.0.0.0", "an address or a name"),
    ("SECRET_KEY", "", "at least 16 random letters"),
    ("SECRET_KEY", "short", "at least 16 random letters"),
    ("INSTANCE", "", "a folder"),
    ("INSTANCE", "/etc/passwd", "a folder"),
    ("DATABASE_URL", "", "sqlite:////"),
    ("DATABASE_URL", "sqlite://", "sqlite:////"),
    ("DATABASE_URL", "sqlite:///:memory:", "sqlite:////"),
    ("DATABASE_URL", "mysql://u:p@h/n", "sqlite:////"),
    ("HOUSE_RULES", "/nowhere/house.toml", "a file as a table passes"),
]


@every(("name", "text", "remedy"), WRONG)
def test_what_cannot_be_is_told_in_a_line(name: str, text: str, remedy: str) -> None:
    done = run("settings", **{f"COMPANION_{name}": text})
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Error: COMPANION_{name} is ")
    assert f": give {remedy}" in line


def test_all_mistakes_are_told_in_one_go() -> None:
    """Those of options too, in the order of the table; what depends on a mistake is none."""
    chosen = {f"COMPANION_{name}": text for name, text, _ in WRONG}
    done = run("serve", "--port", "x", **chosen)
    told = re.findall(r"^Error: (\S+) is", done.stderr, re.MULTILINE)
    names = [f"COMPANION_{one.name}" for one in ALL if one.name != "RATELIMIT_ENABLED"]
    assert told == ["--port" if name == "COMPANION_PORT" else name for name in names]
    assert done.exit_code == 2


def test_nothing_is_made_or_deleted_by_wrong_settings(tmp_path: Path) -> None:
    for command in (["serve"], ["tidy"], ["doctor"]):
        run(*command, COMPANION_EMPTY_DAYS="-1")
    assert [*tmp_path.iterdir()] == []


def test_a_setting_that_there_is_not_is_told() -> None:
    done = run("settings", COMPANION_TRUSTED_HOST="trail.example", COMPANION_OPTIONS="--proxy 10.0.0.2")
    assert done.stderr.splitlines() == [
        "Error: COMPANION_OPTIONS is no setting: give each option as a setting of its own, such as COMPANION_PROXY",
        "Error: COMPANION_TRUSTED_HOST is no setting: do you mean COMPANION_TRUSTED_HOSTS?",
    ]


RIGHT = [
    ("EMPTY_DAYS", "0", 0),
    ("PORT", "0", 0),
    ("TRUSTED_HOSTS", "a.example, .b.example,127.0.0.1,[::1]", ["a.example", ".b.example", "127.0.0.1", "[::1]"]),
    ("PROXY", "0:0:0:0:0:0:0:1", "::1"),
    ("HTTPS", "Yes", True),
    ("HTTPS", "0", False),
    ("HOST", "::", "::"),
    ("SECRET_KEY", "1234567890123456", "1234567890123456"),
    ("DATABASE_URL", "postgres://h/n", "postgres://h/n"),
]  # fmt: skip


@every(("name", "text", "value"), RIGHT)
def test_what_is_understood(name: str, text: str, value: object) -> None:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv(f"COMPANION_{name}", text)
        assert read()[name] == value


def test_options_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_PORT", "1")
    monkeypatch.setenv("DATABASE_URL", "postgres://later/n")
    known = read({"PORT": "2"}).chosen
    assert known["PORT"][1:] == (2, "--port")
    assert known["DATABASE_URL"][1:] == ("postgres://later/n", "DATABASE_URL")
    assert known["HOST"][1:] == ("127.0.0.1", "default")


def test_secrets_are_hidden() -> None:
    address = "postgresql://me:s3cr@t@h/n?password=s3cr@t&sslmode=require"
    done = run("settings", COMPANION_SECRET_KEY=KEY, COMPANION_DATABASE_URL=address)
    assert "s3cr" not in done.output
    assert KEY not in done.output
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert rows.keys() == {setting.name for setting in ALL}
    assert rows["SECRET_KEY"] == ["(hidden)", "COMPANION_SECRET_KEY"]
    told = json.loads(run("settings", "--json", "--port", "9", COMPANION_DATABASE_URL=address).stdout)
    assert told["PORT"] == {"value": "9", "from": "--port"}
    assert told["DATABASE_URL"]["value"].startswith("postgresql://me:***@h/n")
    wrong = run("settings", COMPANION_DATABASE_URL="mysql://me:s3cr@t@h", COMPANION_SECRET_KEY="s3cr")  # noqa: S106
    assert "s3cr" not in wrong.output


def test_the_key_in_a_file(tmp_path: Path) -> None:
    """Made once and kept; one that was cut short is refused, as whoever signs with it signs for nobody."""
    file = tmp_path / "instance" / "secret-key"
    file.parent.mkdir()
    key = settings.secret_key(read())
    assert (file.stat().st_mode & 0o777, len(key) >= 48) == (0o600, True)
    assert settings.secret_key(read()) == key
    for content in (b"", b"cut", "열쇠".encode() * 20):
        file.write_bytes(content)
        with pytest.raises(Mistaken, match="is empty, cut short or no text: put it back from a copy"):
            read()
        assert file.read_bytes() == content
    file.unlink()
    file.mkdir()
    with pytest.raises(Mistaken, match="cannot be read"):
        read()


def test_the_end_of_a_line_is_no_part_of_the_key(tmp_path: Path) -> None:
    """A key that an editor has saved, or that goes on in another place, signs the same; and what it signed is valid."""
    usual = {"INSTANCE": tmp_path / "instance", "SECRET_KEY": KEY}
    one, other = create_app(usual), create_app({**usual, "SECRET_KEY": f"{KEY}\n"})
    former = Flask(__name__)
    former.secret_key = f"{KEY}\n"
    for signs, reads in ((one, other), (other, one), (former, other)):
        assert signer(reads).loads(signer(signs).dumps({"device": "x"})) == {"device": "x"}


def signer(app: Flask) -> URLSafeTimedSerializer:
    made = SecureCookieSessionInterface().get_signing_serializer(app)
    assert made is not None
    return made


def test_the_guide_has_the_table() -> None:
    """`companion settings --describe` prints it."""
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    assert run("settings", "--describe").stdout == settings.table()
    assert settings.table() in guide


def findings(**environment: str) -> dict[str, tuple[bool, str]]:
    done = run("doctor", "--json", **environment)
    told = json.loads(done.stdout)
    assert done.exit_code == (0 if all(one["ok"] for one in told) else 1)
    return {one["subject"]: (one["ok"], one["told"]) for one in told}


def test_the_doctor_finds_a_new_installation_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.web.offline.whole.available", lambda: True)
    monkeypatch.setattr("companion.making.missing", lambda *_: [])
    found = findings()
    assert [subject for subject, (ok, _) in found.items() if not ok] == []
    assert not (tmp_path / "instance").exists()
    lines = run("doctor").stdout.splitlines()
    assert [line[:5] for line in lines] == ["ok   "] * len(found)


def keep_key(folder: Path, key: str, mode: int) -> None:
    (folder / "secret-key").write_text(key, encoding="ascii")
    (folder / "secret-key").chmod(mode)


def another_app(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "companion.db")) as database:
        database.execute("CREATE TABLE notes (text)")


ILL = {
    "another app's database": (another_app, "database", "another app"),
    "a folder for a database": (lambda folder: (folder / "companion.db").mkdir(), "database", "this is no file"),
    "no database": (lambda folder: (folder / "companion.db").write_text("x" * 50), "database", "no SQLite"),
    "a key that others can read": (lambda folder: keep_key(folder, KEY, 0o644), "secret key", "chmod 600"),
    "a key that can be guessed": (lambda folder: keep_key(folder, "a" * 40, 0o600), "secret key", "openssl"),
    "a folder that anybody writes in": (lambda folder: folder.chmod(0o777), "folder", "chmod o-w"),
}  # fmt: skip


@pytest.mark.parametrize("what", ILL)
def test_the_doctor_says_what_is_wrong(tmp_path: Path, what: str) -> None:
    (tmp_path / "instance").mkdir()
    prepare, subject, remedy = ILL[what]
    prepare(tmp_path / "instance")
    ok, told = findings()[subject]
    assert (ok, remedy in told) == (False, True), told


def test_the_doctor_says_what_else_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.offline.whole.available", lambda: False)
    monkeypatch.setattr("companion.making.missing", lambda *_: ["texts"])
    monkeypatch.setattr("companion.diagnosis._MIN_FREE", 1 << 62)
    monkeypatch.setattr("companion.diagnosis._OLDEST_TIME", 1 << 40)
    found = findings(COMPANION_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    wrong = {subject: told for subject, (ok, told) in found.items() if not ok}
    assert wrong.keys() == {"database", "free space", "clock", "made beforehand", "Python for phones"}
    assert "refused" in wrong["database"]


def test_the_doctor_tells_mistaken_settings() -> None:
    done = run("doctor", COMPANION_PORT="x", COMPANION_PROXY="y")
    assert done.exit_code == 1
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["WRONG  settings"] * 2


@every(
    "address",
    ["postgresql://me:s3cr?t@h/n", "postgresql://me:s3/cr?t@h/n?sslmode=require", "postgresql://me:s3cr#t@h/n"],
)
def test_no_sign_in_a_password_shows_it(address: str) -> None:
    assert without_password(address).startswith("postgresql://me:***@h/n")


@every("command", ["settings", "doctor"])
def test_a_folder_of_somebody_else_is_told(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "exists", refuse)
    done = run(command, "--instance", str(tmp_path))
    assert type(done.exception) is SystemExit
    assert "give a folder" in done.output

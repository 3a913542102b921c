"""The `companion` command: what it prints, and how it exits."""

import json
import re
import shlex
import socket
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from companion.cli import main

from tests.commands import run
from tests.conftest import LANGUAGES, ROOT, every

IMPOSSIBLE = '{"players": {"blue": {"workers": {"cowboy": 7}}}}'
SEVEN = "파란색 플레이어의 카우보이 행에 7명이 있습니다."


@every(
    ("command", "text", "code", "told"),
    [
        ("check - --lang ko", IMPOSSIBLE, 1, f"impossible: worker-row-out-of-range: {SEVEN}"),
        ("search 역장에게 --lang ko", "", 0, "역장  [railroad/station-master]"),
        ("search 'building 3a'", "", 0, "Building 3a  [building-3a]"),
        ("figures fee.green", "", 0, "fee.green = {'base': {2: 2, 3: 2, 4: 1}"),
    ],
)
def test_what_is_told_first(command: str, text: str, code: int, told: str) -> None:
    result = run(*shlex.split(command), text=text)
    assert (result.exit_code, result.stdout[: len(told)]) == (code, told)


def test_check_of_an_impossible_position_as_json() -> None:
    result = run("check", "-", "--json", text=IMPOSSIBLE)
    assert result.exit_code == 1
    answer = json.loads(result.stdout)
    assert answer["possible"] is False
    (finding,) = answer["findings"]
    assert finding["code"] == "worker-row-out-of-range"
    assert finding["path"] == "players.blue.workers.cowboy"
    assert finding["section"] == "job-market/workers"
    assert finding["params"]["have"] == 7
    assert finding["text"].startswith("Blue has 7 cowboys.")


@every(
    ("text", "message"),
    [
        ("{", "<stdin>:1: A key in"),
        ('{"game": {"players": 9}}', "<stdin>:1: game.players: 9 should be a number from 2 to 4."),
        ('{"a": 1, "b": 2}', "(+1)"),
    ],
)
def test_unusable_input_is_one_line_that_says_what_and_where(text: str, message: str) -> None:
    result = run("check", "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.strip().splitlines()
    assert message in line


def test_files_of_positions(tmp_path: Path) -> None:
    """A possible one, one that is no text, and one that is not there."""
    file = tmp_path / "position.json"
    file.write_text("{}", encoding="utf-8")
    result = run("check", str(file))
    assert (result.exit_code, result.output) == (0, "No contradiction\n")
    file.write_bytes(b"\xff\xfe\x00")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert "not UTF-8 text" in result.stderr
    assert run("check", "no-such-file.json").exit_code == 2


def test_search() -> None:
    result = run("search", "toll", "--json", "--limit", "3")
    assert result.exit_code == 0
    hits = json.loads(result.stdout)["hits"]
    assert hits[0]["section"] == "movement/hand-fees"
    assert set(hits[0]) == {"section", "title", "heading", "score", "answer", "snippet"}
    assert "<" not in hits[0]["snippet"]


def test_search_for_a_component() -> None:
    found = json.loads(run("search", "3a", "--json", "--lang", "ko").stdout)["components"]
    assert found == [{"component": "building-3a", "title": "건물 3a"}]


def test_search_that_finds_nothing() -> None:
    result = run("search", "xyzzy", "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"hits": [], "components": []})


def test_figures() -> None:
    assert json.loads(run("figures", "hand-limit.base", "--json").stdout)["hand-limit.base"]["base"]["2"] == 4


def test_translations_are_up_to_date() -> None:
    result = run("translations")
    lines = result.stdout.splitlines()
    assert (result.exit_code, [line.partition(":")[0] for line in lines]) == (0, [*LANGUAGES])
    for line in lines:
        assert all(have == all_ for have, all_ in re.findall(r"(\d+) of (\d+)", line)), line


def test_stamping_a_translation(tmp_path: Path) -> None:
    from companion.book.frontmatter import read_front_matter, translation_fields
    from companion.book.library import stamp
    from companion.reference.library import load

    file = tmp_path / "overview.md"
    original = (ROOT / "content" / "ko" / "turn" / "overview.md").read_text(encoding="utf-8")
    file.write_text(original, encoding="utf-8")
    section = replace(load().books["ko"].sections["turn/overview"], file=file)
    stamp(section, "01234567")
    front = read_front_matter(file, translation_fields(section))
    assert front.values["translates"] == "01234567"
    assert front.body == original.split("\n---\n", 1)[1]


def test_every_command_explains_itself() -> None:
    for name, command in main.commands.items():
        assert command.help, name
        for parameter in command.params:
            if parameter.param_type_name == "option" and "--help" not in parameter.opts:
                assert getattr(parameter, "help", None) or getattr(parameter, "show_default", None), parameter.opts


def newer(instance: Path) -> None:
    with sqlite3.connect(instance / "companion.db") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


STARTS = {
    "the database is a folder": (lambda instance: (instance / "companion.db").mkdir(), [], "companion.db"),
    "a newer database": (newer, [], "newer version of the app (9999)"),
    "no database there": (lambda _: None, ["--database-url", "postgresql://nobody@127.0.0.1:1/none"], "refused"),
    "no port for metrics": (lambda _: None, ["--metrics", "{taken}"], "cannot listen at 127.0.0.1:{taken}"),
}


@pytest.mark.parametrize("fault", STARTS)
def test_a_start_that_fails_is_told_in_one_line(tmp_path: Path, fault: str) -> None:
    instance = tmp_path / "instance"
    instance.mkdir()
    prepare, options, told = STARTS[fault]
    prepare(instance)
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        options = [option.format(taken=taken) for option in options]
        done = run("serve", "--port", "0", "--instance", str(instance), *options)
    assert done.exit_code == 1
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert line.startswith("Error: ")
    assert told.format(taken=taken) in line

"""`companion replay`: a recorded game told, and where it breaks off."""

import json
from pathlib import Path

from click.testing import CliRunner, Result
from companion.cli import main
from companion.engine import read_position
from companion.engine.format.log import read_log

from tests.conftest import ROOT

GAME = ROOT / "tests" / "games" / "2-simmental-b.json"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments])


def test_every_action_is_told() -> None:
    _, log = read_log(GAME.read_text(encoding="utf-8"))
    told = run(str(GAME)).stdout.splitlines()
    assert len(told) == len(log)
    assert told[0].startswith("   1 Blue: ")
    korean = run(str(GAME), "--lang", "ko").stdout.splitlines()
    assert len(korean) == len(log)
    assert korean[0].startswith("   1 파란색: ")


def test_the_last_position() -> None:
    answer = json.loads(run(str(GAME), "--json").stdout)
    assert read_position(json.dumps(answer["position"])).turn.phase == "end"


def test_an_action_that_is_not_allowed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(
        '{"start": {"turn": {"player": "blue", "phase": "B"}}, "log": ["end", "hire row=1 column=1"]}', encoding="utf-8"
    )
    result = run(str(file))
    assert result.exit_code == 1
    assert result.stderr.startswith("2: not-under-way:")


def test_an_unreadable_log(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text('{"start": {},\n "log": [\n  "fly"\n]}', encoding="utf-8")
    result = run(str(file))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file}:3: log.0.type:")

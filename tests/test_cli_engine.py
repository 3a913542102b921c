"""The commands that ask the rules engine: what they print, and how they exit."""

import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from companion.engine import Scripted, apply, position_text, read_position, ruleset_of
from companion.engine.format.log import read_log
from companion.engine.play import random_game
from jsonschema import Draft202012Validator

from tests.commands import run
from tests.conftest import ROOT, every

HIRING = """{
  "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire", "extra": 0}]},
  "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy", null]}}},
  "players": {"blue": {"dollars": 5, "workers": {"cowboy": 2, "builder": 1, "engineer": 1}}}
}"""


RICH, UNKNOWN = HIRING.replace("5,", "8,"), HIRING.replace('"dollars": 5, ', "")
HIRE, AS_AN_OBJECT = "hire row=1 column=1", '{"type": "hire", "row": 1, "column": 1}'


@every(
    ("text", "action", "code", "told"),
    [
        (HIRING, HIRE, 1, ["no", "not-enough-dollars: This costs $6; you have $5. [turn/requirements-and-rewards]"]),
        (RICH, AS_AN_OBJECT, 0, ["yes", "$6 -> bank"]),
        (UNKNOWN, HIRE, 0, ["depends", "? players.blue.dollars"]),
    ],
)
def test_judge_says_why_with_the_figures(text: str, action: str, code: int, told: list[str]) -> None:
    """What else is answered is what the API answers (tests/web/test_api_engine.py)."""
    result = run("judge", "-", action, text=text)
    assert (result.exit_code, result.stdout.splitlines()[:2]) == (code, told)


MOVING = json.dumps(
    {
        "game": {"players": 4},
        "turn": {"player": "blue", "phase": "A"},
        "board": {"buildings": {"A-1": {"player": "red", "face": "1a"}, "A-2": None}},
        "players": {"blue": {"herder": "A", "dollars": 9, "cleared": []}, "red": {}},
    }
)


def test_costs_that_are_not_known() -> None:
    result = run("judge", "-", "move way=A-1,A-2,A-3,B", text=MOVING)
    assert result.stdout.splitlines() == [
        "yes",
        "at least $1 to Red, at most $4 in all, depending on building space A-3",
        "+ This way takes 3 steps, and your step limit is 4. [movement/step-limit]",
        "[movement/steps, movement/step-limit, movement/hand-fees]",
    ]
    assert "  [at least $1 and at most $4]\n" in run("options", "-", text=MOVING).stdout
    answer = json.loads(run("options", "-", "--json", text=MOVING).stdout)
    costs = [option["cost"] for option in answer["options"]]
    assert {"at_least": 1, "at_most": 4, "missing": ["board.buildings.A-3"]} in costs
    assert 1 in costs


def test_options_and_what_is_undecided() -> None:
    answer = json.loads(run("options", "-", "--json", text=UNKNOWN).stdout)
    assert [option["action"]["type"] for option in answer["options"]] == ["skip"]
    (undecided,) = answer["undecided"]
    assert undecided == {"action": {"type": "hire", "row": 1, "column": 1}, "missing": ["players.blue.dollars"]}
    told = run("options", "-", "--lang", "ko", text=UNKNOWN).stdout
    assert "나머지는 하지 않습니다." in told
    assert "hire row=1 column=1" in told


def test_apply_gives_the_position_afterwards() -> None:
    result = run("apply", "-", "hire row=1 column=1", "--json", text=RICH)
    after = json.loads(result.stdout)["position"]
    assert after["board"]["job_market"]["rows"]["1"] == [None, None]
    assert "pending" not in after["turn"]


def test_apply_with_an_outcome(tmp_path: Path) -> None:
    text = """{"turn": {"player": "blue", "phase": "B"},
               "players": {"blue": {"exchange_tokens": 1, "hand": ["criollo"], "draw": 5, "discard": []}}}"""
    outcome = tmp_path / "outcome.json"
    outcome.write_text('[{"from": "players.blue.draw", "drawn": ["galloway", "obj-3"]}]', encoding="utf-8")
    result = run("apply", "-", "exchange count=2", "--outcome", str(outcome), "--json", text=text)
    after = json.loads(result.stdout)["position"]
    assert after["players"]["blue"]["hand"] == ["criollo", "galloway", "obj-3"]
    assert after["turn"]["pending"] == [{"effect": "discard-cards", "count": 2, "token": True}]
    outcome.write_text('[{"from": "players.blue.draw", "drawn": ["galloway"]}]', encoding="utf-8")
    result = run("apply", "-", "exchange count=2", "--outcome", str(outcome), text=text)
    assert result.exit_code == 2
    assert "2 are drawn, 1 was told" in result.stderr


@every(
    ("command", "code", "told"),
    [
        ("apply - 'hire row=1 column=1'", 1, "not-enough-dollars:"),
        ("judge - fly", 2, "ACTION:"),
        ("judge - 'hire row=1'", 2, "ACTION:"),
        ("judge - 'hire row=x column=1'", 2, "ACTION:"),
        ("judge - 'hire row=1 column=1 at=2'", 2, "ACTION:"),
        ("judge - {", 2, "ACTION:"),
        ("judge - []", 2, "ACTION:"),
        ("playout --variants nonsense", 2, "Usage: "),
    ],
)
def test_what_cannot_be_done_is_told(command: str, code: int, told: str) -> None:
    result = run(*shlex.split(command), text=HIRING)
    assert (result.exit_code, result.stderr[: len(told)]) == (code, told)


def test_score_line_by_line() -> None:
    (*_, last) = random_game(2, [], 1)
    text = position_text(last.position)
    answer = json.loads(run("score", "-", "--json", text=text).stdout)
    for player in answer["players"].values():
        assert player["complete"] is True
        assert list(player["categories"]) == [str(number) for number in range(1, 12)]
        assert player["total"] == sum(player["categories"].values()) == sum(line["points"] for line in player["lines"])
        assert all(line["text"] and line["section"].startswith("scoring/") for line in player["lines"])
    assert run("score", "-", "--lang", "ko", text=text).exit_code == 0


def test_score_tells_who_wins() -> None:
    (*_, last) = random_game(2, [], 1)
    end = apply(ruleset_of(last.position), last.position, last.entry.action, Scripted(last.entry.drawn))
    answer = json.loads(run("score", "-", "--json", text=position_text(end)).stdout)
    blue, red = (answer["players"][colour] for colour in ("blue", "red"))
    assert (blue["place"], red["place"]) == ((1, 2) if blue["total"] > red["total"] else (2, 1))
    assert answer["ranking"]["shared"] is False
    # Five dollars are a point.
    poor = "red" if blue["place"] == 1 else "blue"
    more = 5 * abs(blue["total"] - red["total"])
    dollars = (end.players[poor].dollars or 0) + more
    tie = replace(end, players={**end.players, poor: replace(end.players[poor], dollars=dollars)})
    answer = json.loads(run("score", "-", "--json", text=position_text(tie)).stdout)
    assert [player["place"] for player in answer["players"].values()] == [1, 1]
    assert answer["ranking"]["winners"] == ["blue", "red"]
    assert answer["ranking"]["shared"] is True
    told = run("score", "-", text=position_text(tie)).stdout
    assert told.splitlines()[-1].startswith("Blue and Red share the victory with ")
    assert told.splitlines()[-1].endswith(" points.")
    assert "점으로 함께 승리했습니다" in run("score", "-", "--lang", "ko", text=position_text(tie)).stdout
    # While the game goes on, it is said of now.
    told = run("score", "-", text=position_text(last.position)).stdout
    assert told.splitlines()[-1].startswith("If the game ended now, ")


def test_score_of_what_was_entered() -> None:
    answer = json.loads(run("score", "-", "--json", text='{"players": {"red": {"dollars": 23}}}').stdout)
    red = answer["players"]["red"]
    assert (red["total"], red["complete"], red["categories"]["1"], red["categories"]["3"]) == (4, False, 4, None)
    assert (red["place"], answer["ranking"]["winners"], answer["ranking"]["shared"]) == (None, [], None)


def test_playout_and_its_trace(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    result = run("playout", "--players", "2", "--seed", "3", "--games", "2", "--trace", str(trace), "--json")
    answer = json.loads(result.stdout)
    assert answer["games"] == len(answer["scores"]) == 2
    lines = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == answer["actions_per_game"] * 2
    assert lines[0]["options"] >= 1
    read_position(json.dumps(lines[-1]["position"]))


def test_schema() -> None:
    schema = json.loads(run("schema").stdout)
    Draft202012Validator(schema).validate({"players": {"blue": {"hand": 4}}})
    action = {"$defs": schema["$defs"], **schema["$defs"]["action"]}
    Draft202012Validator(action).validate({"type": "engine", "to": "t7"})
    assert not Draft202012Validator(action).is_valid({"type": "engine", "to": 40})


GAME = ROOT / "tests" / "games" / "2-simmental-b.json"


@pytest.mark.parametrize(("language", "first"), [("en", "   1 Blue: "), ("ko", "   1 파란색: ")])
def test_every_action_of_a_recorded_game_is_told(language: str, first: str) -> None:
    _, log = read_log(GAME.read_text(encoding="utf-8"))
    told = run("replay", str(GAME), "--lang", language).stdout.splitlines()
    assert len(told) == len(log)
    assert told[0].startswith(first)


def test_the_last_position_of_a_recorded_game() -> None:
    answer = json.loads(run("replay", str(GAME), "--json").stdout)
    assert read_position(json.dumps(answer["position"])).turn.phase == "end"


@every(
    ("text", "code", "told"),
    [
        ('{"start": {"turn": {"player": "blue", "phase": "B"}}, "log": ["end", "end"]}', 1, "2: must-move:"),
        ('{"start": {},\n "log": [\n  "fly"\n]}', 2, "{file}:3: log.0.type:"),
    ],
)
def test_where_a_recorded_game_breaks_off(tmp_path: Path, text: str, code: int, told: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    result = run("replay", str(file))
    assert result.exit_code == code
    assert result.stderr.startswith(told.format(file=file))


def test_a_variant_told_twice_is_played_once() -> None:
    assert run("playout", "--variants", "simmental,simmental", "--players", "2").exit_code == 0

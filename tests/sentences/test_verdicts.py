"""Answers of the engine as sentences, in every language: verdicts, points, and what they rest on."""

import json
import re

import pytest
from companion import engine
from companion.book.library import section_address
from companion.engine.core.position import Board, Building, Card, Player
from companion.engine.scoring.lines import LINES, ScoreLine
from companion.engine.scoring.table import score
from companion.sentences import scores, verdicts
from companion.sentences.scores import line_sentence
from flask.testing import FlaskClient

from tests.book.test_examples import EXAMPLES
from tests.conftest import LANGUAGES, every


def line_of_each_kind() -> dict[str, ScoreLine]:
    """A line of each kind, from the worked examples, a card left out, a building somewhere, a house rule, a layer."""
    found: dict[str, ScoreLine] = {}
    left_out = {"players": {"red": {"hand": ["obj-17"], "hazards": [], "objectives": []}}}
    one_space = {"game": {"house": {"score.workers.space.1": 6}}, "players": {"red": {"workers": {"cowboy": 6}}}}
    for plain in (left_out, one_space, *(told["position"] for examples in EXAMPLES.values() for told in examples)):
        position = engine.read_position(json.dumps(plain))
        for result in score(engine.ruleset_of(position), position).values():
            found.update((line.code, line) for line in result.lines)
    board = Board(buildings={"?": Building("red", next(iter(engine.load_catalog().buildings.faces)))})
    somewhere = engine.Position(board=board, players={"red": Player()})
    found.update((line.code, line) for line in score(engine.load_ruleset(), somewhere)["red"].lines)
    northern = engine.Position(players={"red": Player(deliveries={"san-francisco": 1}, stations=(11,))})
    rules = engine.load_ruleset(2, None, ("rails-to-the-north",))
    found.update((line.code, line) for line in score(rules, northern, {"red": {"bell": 2}})["red"].lines)
    rival = engine.Position(players={"red": Player(objectives=(Card("obj-3"),))})
    found.update((line.code, line) for line in score(rules, rival, {}, {"red": "garth"})["red"].lines)
    return found


@pytest.fixture(scope="module")
def lines() -> dict[str, ScoreLine]:
    return line_of_each_kind()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_score_is_a_sentence_with_a_rule(
    client: FlaskClient, lines: dict[str, ScoreLine], language: str
) -> None:
    assert set(lines) == set(LINES)
    for line in lines.values():
        sentence = scores.line(line.points, line_sentence(line, language), language)
        assert str(abs(line.points)) in sentence
        assert not re.search(r"%\(|None|\{", sentence), sentence
        assert client.get(section_address(language, line.section)).status_code == 200


def paying(total: engine.Amount, *payments: tuple[str | None, engine.Amount]) -> engine.Verdict:
    return engine.Verdict("yes", costs=engine.Costs(payments, total))


A_2, A_3 = "board.buildings.A-2", "board.buildings.A-3"
FLOOD, PLAYERS = "board.hazards.flood-1", "game.players"
SOMEBODY = (None, engine.Between(0, 3, (A_2,)))


@every(
    ("verdict", "language", "told"),
    [
        (engine.Verdict("yes"), "en", "Yes."),
        (paying(2, ("bank", 2)), "en", "Yes, for $2 to the bank."),
        (paying(6, ("bank", 2), ("red", 1), ("bank", 3)), "en", "Yes, for $5 to the bank, $1 to Red."),
        # What was not entered may belong to Red as well.
        (
            paying(engine.Between(1, 7, (A_2, A_3)), ("red", 1), SOMEBODY, (None, engine.Between(0, 3, (A_3,)))),
            "en",
            "Yes, for at least $1 to Red, at most $7 in all, depending on building space A-2 and building space A-3.",
        ),
        (
            paying(engine.Between(1, 4, (A_2,)), ("red", 1), SOMEBODY),
            "ko",
            "빨간색 플레이어에게 최소 1달러, 모두 합쳐 최대 4달러"
            "(건물 칸 A-2를 입력하지 않았을 때)를 내고 할 수 있습니다.",
        ),
        (
            paying(engine.Between(0, 3, (A_2,)), SOMEBODY),
            "en",
            "Yes, for at most $3, depending on building space A-2.",
        ),
        (
            paying(engine.Between(1, 2, (PLAYERS,)), ("bank", engine.Between(1, 2, (PLAYERS,)))),
            "ko",
            "은행에 최소 1달러, 최대 2달러(인원수를 입력하지 않았을 때)를 내고 할 수 있습니다.",
        ),
        # The bank may be paid all of it, but nobody more than there is.
        (
            paying(3, ("bank", engine.Between(1, 2, (FLOOD,))), ("bank", engine.Between(1, 2, (FLOOD,)))),
            "en",
            "Yes, for $3 to the bank.",
        ),
        (
            paying(3, ("bank", engine.Between(1, 2, (FLOOD,))), ("red", engine.Between(1, 2, (FLOOD,)))),
            "en",
            "Yes, for at least $1 and at most $2 to the bank, at least $1 and at most $2 to Red, $3 in all,"
            " depending on flood space 1.",
        ),
        (
            engine.Verdict("depends", missing=("turn.phase", "players.red.dollars")),
            "ko",
            "상황에 따라 다릅니다. 지금 어느 단계인가요? 빨간색 플레이어에게 몇 달러가 있나요?",
        ),
        (engine.Verdict("no", costs=engine.Costs((("bank", 2),), 2)), "ko", "할 수 없습니다."),
    ],
)
def test_answers(verdict: engine.Verdict, language: str, told: str) -> None:
    assert verdicts.answer(verdict, language) == told

"""After the game: each sentence beside the game that makes it true, and the neighbour that does not."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from companion.engine import load_catalog
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.pieces import AUTOMA, depth_field, piece_field
from companion.storage.sheets import Sheets
from companion.web.score.remarks import MAX_REMARKS, remarks
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import ROOT, every
from tests.situations import read_yaml
from tests.web.test_results import filled

CATEGORIES = list(load_catalog().scoring.categories)
COLOURS = load_catalog().table.players.colours
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def game(*players: str, day: int = 0, automa: str = "", finished: bool = True) -> SheetGame:
    """Everybody's points as told: `Anna cattle=20 cities=4`; what is not told is 0, `?` is not filled in."""
    made = []
    for seat, told in enumerate(players, 1):
        who, *points = told.split()
        entered = dict(one.split("=") for one in points)
        values = {category: entered.get(category, "0") for category in CATEGORIES}
        fields = {AUTOMA: "garth"} if who == automa else {}
        made.append(
            GamePlayer(seat, who, COLOURS[seat - 1], fields, {c: int(v) for c, v in values.items() if v != "?"})
        )
    at = NOON + timedelta(days=day)
    return SheetGame(f"{day:024}", 2, (), at, at if finished else None, tuple(made))


EARLIER = [game(f"Anna cattle={points}", "Ben cattle=10", day=day) for day, points in enumerate((20, 30, 41))]


STATED: dict[str, dict[str, Any]] = read_yaml(ROOT / "tests/web/remarks.yaml")


def said(app: Flask, played: SheetGame, earlier: list[SheetGame] | None = None, address: str = "/en/score/") -> str:
    with app.test_request_context(address):
        return "\n".join(remarks(played, earlier or [], {}))


@every("told", STATED.values(), ids=STATED)
def test_what_is_said(app: Flask, told: dict[str, Any]) -> None:
    """A game and what is said after it is a few lines of `remarks.yaml`."""
    played = game(*told["game"].split(", "), day=told.get("day", 9), automa=told.get("automa", ""))
    sentences = said(app, played, EARLIER[: told.get("earlier", 0)])
    assert "says" not in told or told["says"] in sentences.splitlines()
    assert "not" not in told or told["not"] not in sentences


def test_nothing_is_said_of_a_game_that_is_not_whole(app: Flask) -> None:
    """Nor beside games that are not."""
    assert not said(app, game("Anna cattle=?", "Ben"), EARLIER)
    assert not said(app, game("Anna", "Ben cattle=4", finished=False), EARLIER)
    unknown = [game("Anna cattle=?", "Ben", day=day) for day in range(5)]
    assert "earlier games" not in said(app, game("Anna cattle=42", "Ben", day=9), unknown)


def test_games_under_other_house_rules_are_not_compared(app: Flask) -> None:
    """Points for other things tell nothing of these."""
    house = {"house.score.workers.space.1": "4"}
    played = replace(game("Anna cattle=42", "Ben cattle=39", day=9), fields=house)
    sentences = said(app, played, EARLIER)
    assert "earlier games" not in sentences
    assert "a worker on space 4 or 6 (4)" in sentences
    alike = [replace(one, fields=house) for one in EARLIER]
    assert "earlier games" in said(app, played, alike)


def objective(played: SheetGame, who: str, card: str, points: int) -> SheetGame:
    """The same game, in which somebody's objective cards are told one by one, and that there is nothing for them."""
    fields = {depth_field(category): "things" for category in ("objectives", "hazards", "cattle")}
    fields |= {piece_field("objectives", card): "played"}
    group = piece_field("objectives", "all")
    players = [
        replace(one, fields={**one.fields, **fields, group: "1"}, points={**one.points, "objectives": points})
        if one.name == who
        else one
        for one in played.players
    ]
    return replace(played, players=tuple(players))


def test_an_objective_that_failed_is_named_with_what_it_cost(app: Flask) -> None:
    # With the two points that it cost, Anna was three ahead, or five: the card would have made up for five.
    for cattle, more in [(21, ", and would have won the game."), (23, ".")]:
        played = game(f"Anna cattle={cattle}", "Ben cattle=20")
        missed = objective(played, "Ben", "obj-9", -2)
        (sentence,) = [one for one in said(app, missed).splitlines() if "did not fulfil" in one]
        what = "Ben did not fulfil the objective card Hereford + hazard: it cost 2 points in place of giving 3"
        assert sentence == what + more
        assert "did not fulfil" not in said(app, played)


def test_the_page_of_a_result_tells_it(client: FlaskClient, sheets: Sheets) -> None:
    key = str(filled(sheets).edit_key)
    address = f"/en/score/{key}/result"
    assert "After the game" not in client.get(address).text
    client.post(f"/en/score/{key}/finish")
    sentence = "Ben won by 16 with 18 more than Anna in cities: with equal points there, Anna would have won."
    assert sentence in client.get(address).text


def test_six_sentences_at_most(app: Flask) -> None:
    played = game("Anna cattle=36", "Ben cattle=34 cities=-3", day=9)
    for language in ("en", "ko"):
        assert len(said(app, played, EARLIER, f"/{language}/score/").splitlines()) == MAX_REMARKS

"""After the game: each sentence beside the game that makes it true, and the neighbour that does not."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from companion.engine import load_catalog
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.pieces import AUTOMA, depth_field, piece_field
from companion.storage.sheets import Sheets
from companion.web.score.remarks import MAX_REMARKS, remarks
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import every
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


def said(app: Flask, played: SheetGame, earlier: list[SheetGame] | None = None, address: str = "/en/score/") -> str:
    with app.test_request_context(address):
        return "\n".join(remarks(played, earlier or [], {}))


@every(
    ("players", "sentence"),
    [
        # A category decided it when the lead in it is larger than the whole.
        (
            ("Anna cattle=20 cities=4", "Ben cattle=12 cities=10"),
            "Anna won by 2 with 8 more than Ben in cattle: with equal points there, Ben would have won.",
        ),
        (
            ("Anna cattle=20", "Ben cattle=12"),
            "Anna won by 8 with 8 more than Ben in cattle: with equal points there, they would have shared the"
            " victory.",
        ),
        (
            ("Anna cattle=20 cities=14", "Ben cattle=12 cities=10"),
            "Anna won by 12 with 8 more than Ben in cattle and 4 more in cities.",
        ),
        (
            ("Anna cattle=20 cities=4", "Ben cattle=12 cities=12"),
            "The same total, made otherwise: Anna has 8 more than Ben in cattle, Ben 8 more than Anna in cities.",
        ),
        # What one more is worth beside what was missing.
        (
            ("Anna cattle=20", "Ben cattle=17"),
            "Ben ended 3 points behind, and a worker on a fifth or sixth space (4) or a fulfilled objective card (4 or"
            " 5) or a disc in New York (9) more would have won.",
        ),
        (
            ("Anna cattle=20", "Ben cattle=11"),
            "Ben ended 9 points behind, and a disc in New York (9) more would have shared the victory.",
        ),
        (
            ("Anna cattle=20", "Ben cattle=12", "Cara cattle=12"),
            "Ben and Cara ended 8 points behind, and a disc in New York (9) more would have won.",
        ),
        (
            ("Anna cattle=9 money=12", "Ben cattle=8 workers=8"),
            "Most points came from money for Anna (12).",
        ),
        (
            ("Anna cattle=9 money=2", "Ben cattle=5 cities=-6"),
            "The gap to the best is widest in cities for Ben (−6).",
        ),
    ],
)
def test_what_decided_a_game(app: Flask, players: tuple[str, ...], sentence: str) -> None:
    assert sentence in said(app, game(*players)).splitlines()


@every(
    ("played", "piece"),
    [
        (game("Anna cattle=20", "Ben cattle=10"), "more would have"),  # too far behind for any
        (game("Anna cattle=20", "Ben cattle=20"), "won by"),
        (game("Anna cattle=20", "Ben cattle=20", "Cara cattle=20"), "otherwise"),
        (game("Anna cattle=20", "Ben cattle=17", automa="Ben"), "more would have"),  # an automa counts otherwise
        (game("Anna cattle=20 workers=48", "Ben cattle=17 workers=48"), "a worker"),  # every row is full
        (game("Anna cattle=9 money=9", "Ben"), "for Anna"),  # no single category has most
        (game("Anna cattle=20"), "won"),
        (game("Anna cattle=20", "Ben cattle=10", day=9), "earlier"),  # none is known
    ],
)
def test_what_is_not_so_is_not_said(app: Flask, played: SheetGame, piece: str) -> None:
    assert piece not in said(app, played)


@pytest.mark.parametrize("played", [game("Anna cattle=?", "Ben"), game("Anna", "Ben cattle=4", finished=False)])
def test_nothing_is_said_of_a_game_that_is_not_whole(app: Flask, played: SheetGame) -> None:
    assert not said(app, played, EARLIER)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (
            ("Anna cattle=42", "Ben"),
            "42 points are more than anybody had in 3 earlier games of the same people (at most 41).",
        ),
        (
            ("Anna cattle=41", "Ben"),
            "The best total is 41; in 3 earlier games of the same people it was 30.3 on average.",
        ),
        (
            ("Anna cattle=42", "Cara"),
            "42 points are more than anybody had in 3 earlier games on this device with as many players (at most 41).",
        ),
        (
            ("Dora cattle=31", "Cara"),
            "The best total is 31; in 3 earlier games on this device with as many players it was 30.3 on average.",
        ),
        (
            ("Anna cattle=36", "Ben cattle=10"),
            "Anna has 36 points for cattle; in 3 earlier games the average was 30.3.",
        ),
    ],
)
def test_what_earlier_games_tell(app: Flask, players: tuple[str, ...], sentence: str) -> None:
    assert sentence in said(app, game(*players, day=9), EARLIER).splitlines()


@pytest.mark.parametrize(
    ("played", "earlier"),
    [
        (game("Anna cattle=42", "Ben", day=9), EARLIER[:2]),  # too few
        (game("Anna cattle=42", "Ben", day=-1), EARLIER),  # they came later
        (game("Anna cattle=42", "Ben", "Cara", day=9), EARLIER),  # as many players
        (game("Anna cattle=42", "Ben", day=9), [game("Anna cattle=?", "Ben", day=day) for day in range(5)]),
    ],
)
def test_games_that_cannot_be_compared_are_left_out(app: Flask, played: SheetGame, earlier: list[SheetGame]) -> None:
    assert "earlier games" not in said(app, played, earlier)


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


def test_a_personal_best(app: Flask) -> None:
    played = game("Anna cattle=30", "Ben cattle=12", day=9)
    assert "Ben never had more: 12 points, after at most 10 in 3 earlier games." in said(app, played, EARLIER)
    assert "Anna never had more" not in said(app, played, EARLIER)
    # Who had more than anybody is not told twice.
    assert "Anna never had more" not in said(app, game("Anna cattle=42", "Ben", day=9), EARLIER)


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

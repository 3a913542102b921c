"""Checks of phases, of what is under way, of visits and of the job market token: what goes together."""

from typing import Any

from tests.conftest import every
from tests.engine.test_checks import findings

BLUE = {"player": "blue"}
DISCARD = {"effect": "discard-cards", "count": 1, "token": True}


@every(
    ("effect", "phases"),
    [
        # Exchange tokens are used at any time before the end.
        (DISCARD, "A B K1 K2 K3 K4 K5 C"),
        # An objective card is played in phases A and B; some let one move, draw, or do an auxiliary action.
        ({"effect": "immediate", "of": "obj-3"}, "A B"),
        ({"effect": "move-herder-free", "most": 3}, "A B"),
        ({"effect": "engine-forward", "most": 2}, "A B"),
        ({"effect": "auxiliary"}, "A B"),
        ({"effect": "remove-cards", "count": 1}, "A B"),
        # What follows from moving the engine.
        ({"effect": "upgrade-station", "station": 1}, "A B"),
        ({"effect": "place-disc", "station": 1}, "A B"),
        ({"effect": "appoint", "station": 1}, "A B"),
        ({"effect": "turn-back"}, "A B"),
        # What only buildings and workers do.
        ({"effect": "hire"}, "B"),
        ({"effect": "build", "dollars": 2}, "B"),
        ({"effect": "buy-cattle"}, "B"),
        ({"effect": "immediate", "of": "engineer.3"}, "B"),
        ({"effect": "use-adjacent"}, "B"),
        ({"effect": "upgrade-behind"}, "B"),
        ({"effect": "extraordinary-delivery"}, "B"),
        ({"effect": "move-herder", "most": 1}, "B"),
        # Deliveries, in Kansas City or from a building, and what cities set off.
        ({"effect": "place-disc", "city": "fulton"}, "B K5"),
        ({"effect": "gain-objective", "source": "display"}, "B K5"),
        ({"effect": "deliver", "limit": 5}, "B K5"),
        ({"effect": "pay-transport", "city": "fulton"}, "K5"),
        ({"effect": "leave-kansas-city"}, "K5"),
        ({"effect": "simmental-upgrade"}, "K4"),
        ({"effect": "discard-hand"}, "K4"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["effect"],
)
def test_what_can_be_under_way_in_a_phase(effect: dict[str, Any], phases: str) -> None:
    for phase in ("A", "B", "K1", "K2", "K3", "K4", "K5", "C", "end"):
        found = findings({"turn": {**BLUE, "phase": phase, "pending": [effect]}})
        kind = "subphase" if phase.startswith("K") else "phase"
        assert found == ([] if phase in phases.split() else [f"under-way-in-another-{kind}"]), phase


def test_in_subphase_4_the_delivery_waits_below() -> None:
    waiting = [{"effect": "leave-kansas-city"}, {"effect": "deliver", "limit": 5}]
    hand = [{"effect": "discard-hand"}, {"effect": "simmental-upgrade"}]
    assert findings({"turn": {**BLUE, "phase": "K4", "pending": [*waiting, *hand]}}) == []
    assert findings({"turn": {**BLUE, "phase": "K4", "pending": waiting}}) == ["under-way-in-another-subphase"]


def test_before_the_herder_is_placed_nobody_has_an_objective_card_to_play() -> None:
    turn = {**BLUE, "phase": "A", "pending": [{"effect": "immediate", "of": "obj-3"}]}
    assert findings({"turn": {**turn, "first_turn": False}}) == []
    assert findings({"turn": {**turn, "first_turn": True}}) == ["under-way-in-another-phase"]
    assert findings({"turn": turn, "players": {"blue": {"herder": None}}}) == ["under-way-in-another-phase"]


@every(
    ("turn", "face", "fits"),
    [
        ({"used": ["6a.1"]}, None, True),
        ({"used": ["2a.1"], "auxiliary_used": False}, None, False),
        ({"used": [], "auxiliary_used": False}, None, False),
        # Nothing was said of what was used: then it is what can be done here.
        ({}, "6a", True),
        ({}, "2a", False),
        ({}, "6b", True),
        # A building that lends the actions of its neighbour has lent this one.
        ({"used": ["6b.1", "A.2"]}, "6b", True),
    ],
)
def test_hiring_is_under_way_after_an_action_that_hires(turn: dict[str, Any], face: str | None, fits: bool) -> None:
    board = {"buildings": {"A-1": {"player": "blue", "face": face}}} if face else {}
    turn = {**BLUE, "phase": "B", "pending": [{"effect": "hire"}], **turn}
    found = findings({"turn": turn, "board": board, "players": {"blue": {"herder": "A-1"}}})
    assert found == ([] if fits else ["under-way-without-action"])


@every(
    ("pending", "player", "codes"),
    [
        ({"effect": "turn-back"}, {"engine": 39}, []),
        ({"effect": "turn-back"}, {"engine": 38}, ["engine-unlike-pending"]),
        ({"effect": "place-disc", "city": "fulton"}, {"deliveries": {"kansas-city": 1}}, []),
        ({"effect": "place-disc", "city": "fulton"}, {"deliveries": {"fulton": 1}}, ["delivered-already"]),
        ({"effect": "place-disc", "city": "kansas-city"}, {"deliveries": {"kansas-city": 1}}, []),
        ({"effect": "place-disc", "station": 2}, {"stations": [1]}, []),
        ({"effect": "place-disc", "station": 2}, {"stations": [2]}, ["station-upgraded-already"]),
    ],
)
def test_what_is_under_way_goes_with_what_a_player_has(
    pending: dict[str, Any], player: dict[str, Any], codes: list[str]
) -> None:
    turn = {**BLUE, "phase": "B", "pending": [pending]}
    assert findings({"turn": turn, "players": {"blue": player}}) == codes


def test_the_city_of_a_delivery_is_within_the_income() -> None:
    turn = {**BLUE, "phase": "K5", "pending": [{"effect": "place-disc", "city": "chicago"}]}
    assert findings({"turn": {**turn, "breeding_value": 10}}) == []
    assert findings({"turn": {**turn, "breeding_value": 9}}) == ["city-too-far"]


@every("phase", ["A", "B", "K1", "K2", "K3", "K4", "K5", "C", "end"])
def test_each_phase_has_its_figures(phase: str) -> None:
    """The income is known from subphase 4 on; local actions belong to phase B, and are remembered in phase C."""
    income = findings({"turn": {"phase": phase, "breeding_value": 5}})
    assert income == ([] if phase in ("K4", "K5", "C", "end") else ["income-still-to-come"])
    used = findings({"turn": {"phase": phase, "used": ["A.1"]}})
    assert used == (
        [] if phase in ("B", "C", "end") else [f"used-{'before-moving' if phase == 'A' else 'in-kansas-city'}"]
    )
    put_to_use = findings({"turn": {"phase": phase, "cowboys_used": 1}})
    assert put_to_use == (["used-before-moving"] if phase == "A" else [])


@every(
    ("phase", "herder", "columns"),
    [
        ("A", None, []),
        ("K1", None, []),
        ("K2", None, [1]),
        ("K3", None, [1, 2]),
        ("K4", None, [1, 2, 3]),
        ("K5", "kansas-city", [1, 2, 3]),
        # On the start, the gaps may have been filled; who is there is not known.
        ("K5", "start", []),
        ("K5", None, []),
    ],
)
def test_columns_that_were_chosen_from(phase: str, herder: str | None, columns: list[int]) -> None:
    outlaws, workers = [{"outlaw": "green"}] * 2, [{"worker": "cowboy"}] * 2
    shown = {"1": outlaws, "2": workers, "3": outlaws}
    players = {"blue": {"herder": herder} if herder else {}}
    for row, still in ((5, columns), (None, [column for column in columns if column != 2])):
        # Once the market is closed, a column of workers is passed over.
        board = {"foresight": shown, "job_market": {"token_row": row}}
        found = findings({"turn": {**BLUE, "phase": phase}, "board": board, "players": players})
        assert found == ["foresight-not-chosen"] * len(still)


TWO = {"players": 2, "sides": {"9": "b"}}


def visited(blue: int, red: int) -> dict[str, Any]:
    """Two players with so many deliveries to Kansas City, each after a visit."""
    visits = {"blue": blue, "red": red}
    return {colour: {"deliveries": {"kansas-city": count}, "stations": []} for colour, count in visits.items()}


@every(
    ("game", "board", "players", "codes"),
    [
        # Each visit takes a tile out of bag 1, and one out of bag 2 as long as the market is open.
        (TWO, {"bags": {"1": 20}}, visited(3, 3), []),
        (TWO, {"bags": {"1": 21}}, visited(3, 3), ["bag-behind-visits"]),
        (TWO, {"bags": {"1": 19}}, visited(3, 3), ["bag-ahead-of-visits"]),
        # It shows in two bags, or in bag and market, without any delivery. The split of the workers is in doubt.
        (TWO, {"bags": {"1": 20, "2": 22}, "job_market": {"token_row": 8}}, {}, []),
        (TWO, {"bags": {"1": 20, "2": 28}, "job_market": {"token_row": 8}}, {}, ["bag-behind-visits"]),
        (TWO, {"bags": {"2": 28}, "job_market": {"token_row": 8}}, {}, ["bag-behind-visits"]),
        (TWO, {"bags": {"1": 20}, "job_market": {"token_row": 2}}, {}, ["bag-ahead-of-visits"]),
        # A building may deliver as well, unless it shows the other side.
        ({"players": 2}, {"bags": {"1": 26}}, visited(3, 3), []),
        # Nobody comes to Kansas City before everybody has had a first turn.
        ({"players": 2}, {"bags": {"1": 26}}, {"blue": {"herder": None}}, []),
        ({"players": 2}, {"bags": {"1": 25}}, {"blue": {"herder": None}}, ["bag-ahead-of-visits"]),
        ({"players": 2}, {"job_market": {"token_row": 3}}, {"blue": {"herder": None}}, ["market-ahead-of-visits"]),
        # Workers who were hired, or lie in a row, came in visits too.
        ({"players": 2}, {"job_market": {"rows": {"4": ["cowboy"]}}}, visited(2, 0), []),
        ({"players": 2}, {"job_market": {"rows": {"4": ["cowboy"]}}}, visited(1, 0), ["market-ahead-of-visits"]),
    ],
)
def test_visits(game: dict[str, Any], board: dict[str, Any], players: dict[str, Any], codes: list[str]) -> None:
    found = findings({"game": game, "turn": {"phase": "A"}, "board": board, "players": players})
    assert [code for code in found if code != "players-missing"] == codes


@every(
    ("row", "holder", "turn", "codes"),
    [
        (None, "red", {}, []),
        (None, None, {}, ["job-market-token-nowhere"]),
        (12, "red", {}, ["job-market-token-twice"]),
        # The market closes in subphase 2 or 3; from then on every turn is a last one.
        (None, "red", {"player": "blue", "phase": "A", "final_round": True}, []),
        (None, "red", {"player": "blue", "phase": "A", "final_round": False}, ["final-round-unlike-token"]),
        (None, "red", {"player": "red", "phase": "K3", "final_round": True}, []),
        (None, "red", {"player": "red", "phase": "K2", "final_round": True}, ["token-holder-again"]),
        (None, "red", {"phase": "end", "final_round": True}, []),
        (12, None, {"phase": "end"}, ["end-without-token"]),
        (12, None, {"phase": "A", "final_round": True}, ["final-round-unlike-token"]),
    ],
)
def test_a_token_off_the_market_lies_before_a_player(
    row: int | None, holder: str | None, turn: dict[str, Any], codes: list[str]
) -> None:
    players = {colour: {"job_market_token": colour == holder} for colour in ("blue", "red")}
    board = {"job_market": {"token_row": row}}
    assert findings({"game": {"players": 2}, "turn": turn, "board": board, "players": players}) == codes


@every(
    ("about", "codes"),
    [
        ({"turn": {**BLUE, "phase": "A", "first_turn": True}, "players": {"blue": {"herder": None}}}, []),
        ({"turn": {**BLUE, "phase": "B", "first_turn": True}, "players": {"blue": {"herder": "A"}}}, []),
        ({"turn": {**BLUE, "phase": "K1", "first_turn": True}}, ["first-turn-over"]),
        (
            {"turn": {**BLUE, "first_turn": True}, "players": {"blue": {"deliveries": {"fulton": 1}}}},
            ["first-turn-over"],
        ),
        (
            {"turn": {**BLUE, "first_turn": True}, "players": {"red": {"job_market_token": True}}},
            ["market-ahead-of-visits"],
        ),
        ({"turn": {"final_round": True}, "players": {"blue": {"herder": None}}}, ["first-turn-over"]),
        ({"turn": {"phase": "end"}, "players": {"blue": {"herder": None}}}, ["first-turn-over"]),
    ],
)
def test_when_a_first_turn_is_over(about: dict[str, Any], codes: list[str]) -> None:
    assert findings(about) == codes


def test_a_hand_over_the_limit_by_way_of_8b() -> None:
    """It is a hint as long as 8b may have been used, and impossible when it cannot."""
    player = {"herder": "A", "hand": 5, "cleared": []}
    spaces = ("A-1", "A-2", "A-3", "flood-risk-1", "flood-risk-2", "B-1", "B-2", "B-3", "drought-risk-1", "C-1", "C-2",
              "D-1", "outlaw-risk-1", "outlaw-risk-2", "E-1", "E-2", "rockfall-risk-1", "rockfall-risk-2", "F-1", "F-2",
              "G-1", "G-2")  # fmt: skip
    empty: dict[str, Any] = dict.fromkeys(spaces)
    for game, buildings, placed_out, code in (
        ({}, {}, None, "hand-over-limit"),
        ({"sides": {"8": "b"}}, {}, None, "hand-over-limit"),
        ({"sides": {"8": "a"}}, {}, None, "hand-beyond-limit"),
        ({}, {"A-1": {"player": "red", "face": "8a"}}, None, "hand-beyond-limit"),
        ({}, empty, None, "hand-beyond-limit"),
        ({}, {**empty, "A-1": {"player": "red", "face": "8b"}}, None, "hand-over-limit"),
        # It may have given way to a higher building, unless somebody said what left the game.
        ({}, {**empty, "A-1": {"player": "blue", "face": "9a"}}, None, "hand-over-limit"),
        ({}, {**empty, "A-1": {"player": "blue", "face": "9a"}}, ["3a"], "hand-beyond-limit"),
        ({}, {**empty, "A-1": {"player": "blue", "face": "9a"}}, ["8b"], "hand-over-limit"),
    ):
        blue = {**player, "placed_out": placed_out} if placed_out is not None else player
        assert findings({"game": game, "board": {"buildings": buildings}, "players": {"blue": blue}}) == [code]

"""Games to files and back: exact both ways, and files from elsewhere read whole or not at all."""

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from companion import i18n
from companion.engine import load_catalog, scoring_layers, variants
from companion.engine.format import jsontext
from companion.sheets.about import About
from companion.sheets.games import GamePlayer, SheetGame
from companion.storage import groups as groups_module
from companion.web.sanitise import one_line
from companion.web.score import transfer
from companion.web.score.transfer import (
    MAX_BYTES,
    FileReading,
    columns,
    from_csv,
    from_json,
    read_file,
    to_csv,
    to_json,
)
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, ROOT, every
from tests.web.phones import CATEGORIES

COLOURS = load_catalog().table.players.colours
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
EPOCH = datetime(1990, 1, 1, tzinfo=UTC)

NAMES = st.text(min_size=1, max_size=40).map(one_line).map(lambda name: name[:40].strip()).filter(
    bool
) | st.sampled_from(["=1+2", "-6", "@x", "'quoted", "''", "+", 'a;b,"c"', "지훈", "a\u2028b"]).map(one_line)
POINTS = st.dictionaries(st.sampled_from(CATEGORIES), st.integers(-99, 99), max_size=11)
MOMENTS = st.integers(0, 4 * 10**15).map(lambda count: EPOCH + timedelta(microseconds=count))
IDS = st.text("0123456789abcdef", min_size=24, max_size=24)
THINGS = st.dictionaries(
    st.sampled_from(["things.stations", "things.hazards.flood-3", "note.money"]),
    st.text("abc :,12", min_size=1),
    max_size=3,
)


ABOUT = st.fixed_dictionaries(
    {}, optional={"about.location": NAMES, "about.minutes": st.integers(1, 999).map(str), "about.note": NAMES}
)


@st.composite
def games(draw: st.DrawFn, *, whole: bool) -> SheetGame:
    """Any game; `whole`: with what only JSON holds: open ones, sums, things on the table."""
    colours = draw(st.permutations(COLOURS))[: draw(st.integers(1, len(COLOURS)))]
    players = []
    for seat, colour in enumerate(colours, start=1):
        points = draw(POINTS)
        fields = {category: str(value) for category, value in points.items()}
        if whole:
            fields |= draw(THINGS)
            if draw(st.booleans()):
                fields["cattle"], points["cattle"] = "3+6+2*4", 17
            if draw(st.booleans()):
                points["stations"] = 2
                fields |= {"depth.stations": "things", "stations": "3"}
                fields |= {"things.stations.1": "1", "things.stations.2": "1"}
        players.append(GamePlayer(seat, draw(NAMES), colour, fields, points))
    made = draw(MOMENTS)
    return SheetGame(
        id=draw(IDS),
        edition=2,
        variants=draw(st.sampled_from([(), *((variant,) for variant in variants(2))])),
        made=made,
        finished=draw(MOMENTS | st.none()) if whole else made,
        players=tuple(players),
        fields={**draw(ABOUT), **(draw(THINGS) if whole else {})},
    )


def finished(most: int) -> st.SearchStrategy[list[SheetGame]]:
    """Some games as a table holds them, no two of one id."""
    return st.lists(games(whole=False), min_size=1, max_size=most, unique_by=lambda game: game.id)


def played(*players: GamePlayer, layers: tuple[str, ...] = (), **told: str) -> SheetGame:
    """A game of one noon."""
    return SheetGame("0" * 24, 2, layers, NOON, NOON, players, told)


ANNA = GamePlayer(1, "Anna", "blue", {"money": "9"}, {"money": 9})


@pytest.fixture(scope="module", autouse=True)
def language(app: Flask) -> Iterator[None]:
    """Problems are told in the language of a request."""
    with app.test_request_context("/en/score/history/import"):
        yield


@given(st.lists(games(whole=True), min_size=1, max_size=4))
def test_json_and_back(found: list[SheetGame]) -> None:
    assert from_json(to_json(found)) == FileReading(tuple(found))


@given(finished(4), st.sampled_from([",", ";", "\t"]))
def test_csv_and_back(found: list[SheetGame], delimiter: str) -> None:
    text = to_csv(found, delimiter)
    assert from_csv(text) == FileReading(tuple(found))
    assert to_csv(from_csv(text).games, delimiter) == text


@given(finished(3), st.randoms(use_true_random=False))
def test_columns_and_rows_may_stand_in_any_order(found: list[SheetGame], random) -> None:
    head, *rows = csv.reader(io.StringIO(to_csv(found).removeprefix("\ufeff")))
    order = random.sample(range(len(head)), len(head))
    random.shuffle(rows)
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([[row[place] for place in order] for row in [head, *rows]])
    assert sorted(from_csv(out.getvalue()).games, key=lambda game: game.id) == sorted(found, key=lambda game: game.id)


def test_what_is_told_about_a_game_is_as_long_as_the_form_takes_it() -> None:
    """Files may hold anything."""
    told = {"about.location": "x" * 90, "about.minutes": "two hours", "about.note": "a\nb"}
    (read,) = from_json(to_json([played(ANNA, **told)])).games
    assert About.of(read.fields) == About("x" * 80, None, "a b")


def test_no_spreadsheet_takes_a_name_for_a_formula() -> None:
    table = to_csv([played(GamePlayer(1, "=HYPERLINK(1)", "blue", {}, {"money": -6}))])
    (row,) = csv.DictReader(io.StringIO(table.removeprefix("\ufeff")))
    assert row["name"] == "'=HYPERLINK(1)"
    assert (row["money"], row["total"], row["winner"], row["date"]) == ("-6", "-6", "0", "2026-11-20 12:00:00")


def test_dollars_stay_dollars_in_one_kind_of_file_and_are_points_in_the_other() -> None:
    game = played(ANNA, GamePlayer(2, "Ben", "red", {"things.money.dollars": "47"}, {"money": 9}))
    assert from_json(to_json([game])).games == (game,)
    assert [player.fields for player in from_csv(to_csv([game])).games[0].players] == [{"money": "9"}] * 2


@pytest.mark.parametrize("layer", scoring_layers(2))
def test_a_game_with_a_layer_that_only_scores_comes_back(layer: str) -> None:
    game = played(ANNA, layers=(layer,))
    assert from_json(to_json([game])).games == from_csv(to_csv([game])).games == (game,)
    (problem,) = from_json(changed(variants=["simmental", layer])).problems
    assert "cannot be scored together yet" in problem.text


def test_the_columns() -> None:
    assert set(columns()) >= {"game", "date", "players", "name", "colour", *CATEGORIES, "total", "place", "winner"}


SMALL = "game,date,name,money\n1,2026-11-20,Anna,7\n1,2026-11-20,Ben,-3\n"


@every(
    "text",
    [
        SMALL,
        "\ufeff" + SMALL,
        SMALL.replace(",", ";").replace("\n", "\r\n"),
        SMALL.replace(",", "\t"),
        "sep=;\n" + SMALL.replace(",", ";"),
        SMALL.replace("game,date,name,money", " Game ,DATE,Name,달러"),
        SMALL.replace("money", "Dollars"),
        SMALL.replace("2026-11-20", "20.11.2026"),
        SMALL.replace("2026-11-20", "2026. 11. 20."),
        SMALL.replace("2026-11-20", "2026/11/20 00:00"),
        SMALL.replace("7", "7.0").replace("-3", "−3"),
        SMALL.replace("\n", ",,,\n"),
        "\n\n" + SMALL + ",,,\n",
    ],
)
def test_tables_as_spreadsheets_save_them(text: str) -> None:
    reading = from_csv(text)
    assert reading.problems == ()
    (game,) = reading.games
    assert [(p.seat, p.name, p.colour, dict(p.points)) for p in game.players] == [
        (1, "Anna", COLOURS[0], {"money": 7}),
        (2, "Ben", COLOURS[1], {"money": -3}),
    ]
    assert game.finished == datetime(2026, 11, 20, tzinfo=UTC)
    assert game.id == from_csv(SMALL).games[0].id, "the same game is known again"


@pytest.mark.parametrize("code", LANGUAGES)
def test_columns_are_called_as_anybody_would_type_them(code: str) -> None:
    """In any language, without the marks of where a long word may break."""
    heads = [i18n.name(code, "category", key).replace("\u00ad", "") for key in CATEGORIES]
    reading = from_csv(f"game,date,name,{','.join(heads)}\n1,2026-11-20,Anna,{','.join('7' * len(heads))}\n")
    (game,) = reading.games
    assert dict(game.players[0].points) == dict.fromkeys(CATEGORIES, 7)


def test_files_as_other_programs_encode_them() -> None:
    for content in (SMALL.encode(), SMALL.encode("utf-8-sig"), SMALL.encode("utf-16")):
        reading, refused = read_file(content)
        assert (refused, len(reading.games if reading else ())) == ("", 1)


@every(
    ("content", "why"),
    [
        (b"", "nothing in this file"),
        (b"PK\x03\x04....", "Save the table as CSV (UTF-8)"),
        ("game,date,name,달러\n".encode("cp949"), "not in UTF-8"),
        (b"x" * (MAX_BYTES + 1), "too long"),
    ],
)
def test_what_is_no_file_of_games(content: bytes, why: str) -> None:
    reading, refused = read_file(content)
    assert reading is None
    assert why in refused


def told(reading: FileReading) -> list[tuple[int, str]]:
    """Where the problems are."""
    assert reading.games == ()
    return [(problem.line, problem.column) for problem in reading.problems]


def test_everything_wrong_with_a_table_is_told_at_once() -> None:
    text = (
        "game,date,name,colour,money,cities,total\n"
        "1,2026-11-20,Anna,blue,7,x,7\n"
        "1,2026-11-21,,blue,3,,3\n"
        "2,yesterday,Cem,pink,1000,2,2\n"
        f"3,2026-11-20,{'a' * 41},red,1,2,4\n"
    )
    assert told(from_csv(text)) == [
        (2, "cities"), (2, "game"), (3, "date"), (3, "name"), (4, "date"), (4, "colour"), (4, "money"), (5, "name"),
        (5, "total"),
    ]  # fmt: skip


@every(
    ("text", "places"),
    [
        ("", [(1, "")]),
        ("game,date,name,money\n", [(1, "")]),
        ("name,money,money\nAnna,1,2\n", [(1, "game"), (1, "date"), (1, "money")]),
        ("game,date,name\n1,2026-11-20,Anna\n", [(1, category) for category in CATEGORIES]),
        ("game,date,name,money\n,2026-11-20,Anna,1\n", [(2, "game")]),
        ('game,date,name,money\n1,2026-11-20,"Anna,1\n', [(2, "")]),
        ("game,date,name,money\n1,2026-11-20,Anna, B,1\n", [(2, "")]),
        ("game,date,name,money,players\n1,2026-11-20,Anna,1,2\n", [(2, "players")]),
        ("game,date,name,money,edition,variants\n1,2026-11-20,Anna,1,9,x\n", [(2, "edition"), (2, "variants")]),
        ("game,date,name,money\n" + "1,2026-11-20,Anna,1\n" * 5, [(2, "game")]),
        ("game,date,name,money\n1,0001-01-01,Anna,1\n", [(2, "date")]),
        # Points below a heading that nobody knows would be lost, unless a total tells of them.
        ("game,date,name,money,Cattle points\n1,2026-11-20,Anna,1,\n1,2026-11-20,Ben,1,15\n", [(3, "Cattle points")]),
        ("game,date,name,money,\n1,2026-11-20,Anna,1,15\n", [(2, "5")]),
        ("game,date,name,money,Cattle points,total\n1,2026-11-20,Anna,1,15,16\n", [(2, "total")]),
    ],
)
def test_what_is_wrong_with_a_table(text: str, places: list[tuple[int, str]]) -> None:
    assert told(from_csv(text)) == places


def changed(**changes: object) -> str:
    player = {"seat": 1, "name": "Anna", "colour": "blue", "fields": {"money": "7"}, "points": {"money": 7}}
    game = {"game": "1", "edition": 2, "variants": [], "made": "2026-11-20", "finished": None, "players": [player]}
    for name, value in changes.items():
        (player if name in player else game)[name] = value
    return json.dumps({"format": "trail-notebook games", "version": 1, "games": [game]}, indent=1)


@every(
    ("changes", "column"),
    [
        ({"edition": 7}, "games.0.edition"),
        ({"variants": ["x"]}, "games.0.variants"),
        ({"variants": "x"}, "games.0.variants"),
        ({"made": "soon"}, "games.0.made"),
        ({"finished": 5}, "games.0.finished"),
        ({"players": []}, "games.0.players"),
        ({"players": [1]}, "games.0.players.0"),
        ({"seat": 2}, "games.0.players"),
        ({"seat": "1"}, "games.0.players"),
        ({"name": " "}, "games.0.players.0.name"),
        ({"name": None}, "games.0.players.0.name"),
        ({"name": 7}, "games.0.players.0.name"),
        ({"colour": "pink"}, "games.0.players.0.colour"),
        ({"points": {"money": 8}}, "games.0.players.0.fields.money"),
        ({"points": {"luck": 8}}, "games.0.players.0.points.luck"),
        ({"points": {"cities": 1.5}}, "games.0.players.0.points.cities"),
        ({"points": {"cities": True}}, "games.0.players.0.points.cities"),
        ({"points": []}, "games.0.players.0.points"),
        ({"fields": {"money": "1+"}}, "games.0.players.0.fields.money"),
        ({"fields": {"things.x": 5}}, "games.0.players.0.fields.things.x"),
        ({"fields": {"things.x": "a" * 500}}, "games.0.players.0.fields.things.x"),
        ({"fields": {"a b": "5"}}, "games.0.players.0.fields.a b"),
        ({"fields": {f"x.{n}": "1" for n in range(500)}}, "games.0.players.0.fields"),
    ],
)
def test_what_is_wrong_with_json(changes: dict[str, object], column: str) -> None:
    text = changed(**changes)
    assert from_json(changed()).problems == ()
    reading = from_json(text)
    assert column[:40] in [where for _, where in told(reading)]
    assert all(1 <= line <= text.count("\n") + 1 for line, _ in told(reading))


@every("text", ["{", "[]", "{}", '{"format": "x"}', "[" * 500, '{"a": 1, "a": 2}', '{"games": NaN}'])
def test_other_json_is_no_file_of_games(text: str) -> None:
    assert told(from_json(text))


def test_points_without_texts_can_be_changed_later() -> None:
    (game,) = from_json(changed(fields={}, points={"money": 7, "cities": -2})).games
    assert game.players[0].fields == {"money": "7", "cities": "-2"}


@every(("points", "recounted"), [({}, 0), ({"stations": 2}, 0), ({"stations": 50}, 1)])
def test_where_pieces_count_they_say_the_points(points: dict[str, int], recounted: int) -> None:
    """As on the sheet of the game, whatever the file says besides, or does not say."""
    fields = {"depth.stations": "things", "things.stations.1": "1", "things.stations.2": "1"}
    reading = from_json(changed(fields=fields, points=points))
    assert (reading.games[0].players[0].points, reading.recounted) == ({"stations": 2}, recounted)


@every("day", ["2026-11-20", "2026-11-20 19:30:00", "2026-11-20T19:30:00+01:00"])
def test_a_game_without_an_id_is_known_again_in_any_time_zone(app: Flask, day: str) -> None:
    """Two phones of one table, or one that came home from a journey, read the same file."""
    table, ids = SMALL.replace("2026-11-20", day), set()
    for zone in ("UTC", "Europe/Berlin", "Pacific/Auckland"):
        with app.test_request_context("/en/", headers={"Cookie": f"zone={zone}"}):
            ids |= {from_csv(table).games[0].id, from_json(changed(made=day)).games[0].id}
    assert len(ids) == 2


def test_a_file_has_no_more_games_than_a_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "MAX_GAMES", 2)
    assert groups_module.MAX_GAMES == 1000
    many = "game,date,name,money\n" + "".join(f"{n},2026-11-20,Anna,1\n" for n in range(3))
    assert told(from_csv(many)) == [(1, "game")]
    plain = json.loads(changed())
    assert told(from_json(json.dumps({**plain, "games": plain["games"] * 3}))) == [(1, "games")]


@pytest.mark.parametrize("games", ["[" + "0," * 3000 + "0]", "{" + ",".join(f'"{n}":0' for n in range(3000)) + "}"])
def test_json_of_more_values_than_games_need_is_not_read_to_its_end(
    games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long a text may be otherwise."""
    assert jsontext.MAX_VALUES == 400_000
    monkeypatch.setattr(jsontext, "MAX_VALUES", 2500)
    text = '{"format": "trail-notebook games", "version": 1, "games": ' + games + " " * jsontext.MAX_CHARACTERS + "}"
    assert ["2500" in problem.text for problem in from_json(text).problems] == [True]


@pytest.mark.parametrize("row", ["{},2026-11-20,Anna,1\n", "1,2026-11-20,Anna,1\n"])
def test_a_table_of_more_than_games_need_is_not_read_to_its_end(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = iter("game,date,name,money\n" if n == 0 else row.format(n) for n in range(5000))
    monkeypatch.setattr(transfer.io, "StringIO", lambda *_, **__: rows)
    assert from_csv("game,date,name,money\n").problems
    assert len(list(rows)) > 3000


def test_not_every_problem_of_a_hopeless_file_is_listed() -> None:
    reading = from_csv("game,date,name,money\n" + "".join(f"{n},x,,y\n" for n in range(100)))
    assert (len(reading.problems), reading.more) == (40, 260)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_file_breaks_the_reader(content: bytes) -> None:
    reading, refused = read_file(content)
    assert bool(refused) == (reading is None)


CELLS = st.sampled_from(["1", "Anna", "-", "=1", '"', "2026-11-20", "", "9" * 30, "blue", ",", "x\x00"]) | st.text(
    max_size=5
)


@given(st.lists(st.sampled_from([*columns(), "x"]), max_size=8), st.lists(st.lists(CELLS, max_size=9), max_size=4))
def test_no_table_breaks_the_reader(head: list[str], rows: list[list[str]]) -> None:
    text = "\n".join([";".join(head), *(";".join(row) for row in rows)])
    reading = from_csv(text)
    assert bool(reading.games) != bool(reading.problems)
    assert from_csv(to_csv(reading.games)).games == reading.games or not reading.games


def test_the_example_in_the_documentation_can_be_read() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "games.md").read_text(encoding="utf-8"), re.DOTALL)
    (game,) = from_json(example).games
    assert from_json(to_json([game])).games == (game,)
    assert game.players[0].points == {"money": 7, "cattle": 11}


@every(
    ("rows", "wrong", "told"),
    [
        ("Anna,1,,,\n{}Ben,2,Rome,90,nice\n", [], ("Rome", "90", "nice")),
        ("Anna,1,Rome,90,long\n{}Ben,2,Rome,90,nice\n", [], ("Rome", "90", "long; nice")),
        ("Anna,1,Rome,80,\n{}Ben,2,Oslo,90,\n", [(3, "location"), (3, "minutes")], None),
        ("Anna,1,,1:30,\n", [(2, "minutes")], None),
        ("Anna,1,,1000,\n", [(2, "minutes")], None),
    ],
)
def test_nothing_that_is_told_about_a_game_is_lost(
    app: Flask, rows: str, wrong: list[tuple[int, str]], told: tuple[str, ...] | None
) -> None:
    with app.test_request_context("/en/"):
        table = "1,2026-11-20," + rows.format("1,2026-11-20,")
        reading = from_csv("game,date,name,money,location,minutes,note\n" + table)
    assert [(one.line, one.column) for one in reading.problems] == wrong
    if told:
        assert tuple(reading.games[0].fields.values()) == told

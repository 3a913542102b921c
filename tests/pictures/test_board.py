"""Pictures of positions: every place is drawn, everything known is told, and unknown is not empty."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from companion import engine
from companion.components import component_words, parts
from companion.engine.format.board import board_shape
from companion.engine.format.board import player as player_format
from companion.paths import folder
from companion.pictures import board, standalone
from companion.pictures.board.layout import layout, way
from companion.reference.layers import symbol_ids
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, every
from tests.engine.midgame import midgame, thinned
from tests.engine.strategies import positions
from tests.pictures.markup import contrast, parsed, texts
from tests.profiles import examples

BASE = engine.load_catalog()
COLOURS = BASE.table.players.colours
ALL = (*board.REGIONS, *(f"player:{colour}" for colour in COLOURS))
RULESETS = [engine.load_ruleset(2, players, ()) for players in (None, 2, 3, 4)]
STYLE = "".join((folder("static") / name).read_text(encoding="utf-8") for name in ("app.css", "css/board.css"))


def position(plain: Any) -> engine.Position:
    return engine.read_position(json.dumps(plain))


def drawn(of: engine.Position, language: str = "en", **more: Any) -> ElementTree.Element:
    return parsed(board.board_picture(of, language, sprite="", **more))


def named(picture: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """Every place and what it is called."""
    for element in picture.iter():
        if "data-place" in element.attrib:
            yield element.attrib["data-place"], element.findtext("title") or ""


def title(picture: ElementTree.Element, place: str) -> str:
    (found,) = (name for path, name in named(picture) if path == place)
    return found


def thing(picture: ElementTree.Element, place: str) -> ElementTree.Element:
    (found,) = (element for element in picture.iter() if element.get("data-place") == place)
    return found


def classes(element: ElementTree.Element) -> set[str]:
    return {name for inner in element.iter() for name in inner.get("class", "").split()}


# Every place.


def test_every_space_of_the_trail_has_its_spot() -> None:
    assert set(layout().spaces) == set(BASE.trail.spaces)
    neighbours = {(space.id, following) for space in BASE.trail.spaces.values() for following in space.next}
    assert set(layout().via) <= neighbours


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: f"{ruleset.players} players")
def test_every_place_of_the_format_is_drawn(ruleset: engine.Ruleset) -> None:
    found = {place for region in board.REGIONS for place in board.places(ruleset, region)}
    trail, railroad = BASE.trail.spaces.values(), BASE.railroad
    tables = {"neutral": "neutral", "building": "buildings", "hazard": "hazards", "outlaw": "outlaws"}
    assert {f"board.{tables[s.kind]}.{s.id}" for s in trail if s.kind in tables} <= found
    assert {"trail:start", "trail:kansas-city"} <= found
    assert {f"board.job_market.rows.{row}" for row in BASE.job_market.rows} <= found
    columns = range(1, BASE.tiles.foresight.columns + 1)
    assert {f"board.{table}.{column}" for table in ("foresight", "bags") for column in columns} <= found
    assert {f"board.station_masters.{n}" for n, s in railroad.stations.items() if s.station_master} <= found
    assert {f"railroad:{n}" for n in (*range(railroad.first, railroad.last + 1), *railroad.turnouts)} <= found
    assert {f"station:{number}" for number in railroad.stations} <= found
    assert {f"city:{city}" for city in BASE.cities.cities} <= found
    # Whatever the format adds one day must be drawn too.
    assert set(board_shape(BASE).schema()["properties"]) <= {place.split(".")[1] for place in found if "." in place}


@pytest.mark.parametrize("colour", COLOURS)
def test_everything_that_a_player_has_is_drawn(colour: str) -> None:
    found = board.places(RULESETS[0], f"player:{colour}")
    fields = engine.Position.__dataclass_fields__  # the format's own names
    assert "players" in fields
    things = {place.removeprefix(f"players.{colour}.").split(".")[0].split(":")[0] for place in found}
    assert things == set(player_format(BASE).fields) - {"automa"}
    assert {f"players.{colour}.cleared:{disc}" for disc in BASE.player_board.discs} <= set(found)
    assert {f"players.{colour}.workers.{worker}" for worker in BASE.tiles.workers} <= set(found)


@every("region", ALL)
def test_places_are_told_once_and_do_not_depend_on_what_lies_there(region: str) -> None:
    ruleset = RULESETS[-1]
    listed = board.places(ruleset, region)
    assert len(set(listed)) == len(listed)
    full = position(midgame(5, 4))
    assert [place for place, _ in named(drawn(full, parts=[region]))] == list(listed)


@pytest.mark.parametrize("region", [*board.REGIONS, "player:blue"])
def test_fingers_find_every_place(region: str) -> None:
    """Links are large enough and do not lie over each other."""
    picture = drawn(position(midgame(5, 4)), parts=[region], link=lambda place: f"/edit?place={place}&x=1")
    hits = {}
    for element in picture.iter("a"):
        assert element.get("href") == f"/edit?place={element.get('data-place')}&x=1"
        assert element.get("aria-label") == element.findtext("title")
        (hit,) = (rect for rect in element if rect.get("class") == "hit")
        hits[element.get("data-place")] = [float(hit.get(name, "")) for name in ("x", "y", "width", "height")]
    assert set(hits) == set(board.places(engine.load_ruleset(2, 4, ()), region))
    height = float(picture.get("height", ""))
    for place, (x, y, wide, high) in hits.items():
        assert min(wide, high) >= 48, place
        assert x >= 0, place
        assert x + wide <= 360, place
        assert y >= 0, place
        assert y + high <= height, place
    for (one, a), (other, b) in combinations(hits.items(), 2):
        across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
        down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
        assert min(across, down) <= 1, f"{one} lies over {other}"


# Everything known.


@pytest.mark.parametrize("language", LANGUAGES)
@every("seed", range(4))
def test_everything_is_told(language: str, seed: int) -> None:
    plain = midgame(seed, 2 + seed % 3, ("simmental",) if seed % 2 else ())
    picture, tell = drawn(position(plain), language), component_words(language)
    told = dict(named(picture))
    areas = [region for region in picture.iter() if "player" in region.get("class", "").split()]
    assert len(areas) == len(plain["players"])

    def of(part: str) -> str:
        return tell.title(parts()[part])

    for space, tile in plain["board"]["neutral"].items():
        assert of(f"neutral-{tile}") in told[f"board.neutral.{space}"]
    for space, piece in plain["board"]["buildings"].items():
        if piece:
            assert of(f"building-{piece['face']}") in told[f"board.buildings.{space}"]
            assert tell.name("player", piece["player"]) in told[f"board.buildings.{space}"]
            assert piece["face"] in texts(thing(picture, f"board.buildings.{space}"))
    for space, tile in plain["board"]["hazards"].items():
        if tile:
            assert tell.name("hand", tile["hand"]) in told[f"board.hazards.{space}"]
            assert str(tile["vp"]) in texts(thing(picture, f"board.hazards.{space}"))
    for space, colour in plain["board"]["outlaws"].items():
        if colour:
            assert of(f"outlaw-{colour}") in told[f"board.outlaws.{space}"]
    for row, workers in plain["board"]["job_market"]["rows"].items():
        for worker in filter(None, workers):
            assert of(f"worker-{worker}") in told[f"board.job_market.rows.{row}"]
    for number, slot in plain["board"]["station_masters"].items():
        if isinstance(slot, str):
            assert of(f"station-master-{slot}") in told[f"board.station_masters.{number}"]
    pieces = [element.findtext("title") or "" for element in picture.iter() if element.get("class") == "piece"]
    for colour, player in plain["players"].items():
        name = tell.name("player", colour)
        assert told[f"players.{colour}.dollars"].endswith(f": {player['dollars']}")
        for city, number in player["deliveries"].items():
            if number:
                assert name in told[f"city:{city}"]
        for station in player["stations"]:
            assert name in told[f"station:{station}"]
        discs = len(player["stations"]) + sum(1 for number in player["deliveries"].values() if number)
        herder = player["herder"] is not None
        assert sum(name in piece for piece in pieces) == discs + herder + 1, "herder, engine, discs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_is_not_empty(language: str) -> None:
    tell = component_words(language)
    unknown, empty = tell.name("picture", "unknown"), tell.name("picture", "empty")
    nothing = {"board": {"hazards": {"flood-1": None}, "foresight": {"1": []}, "station_masters": {"3": None}}}
    nothing |= {"players": {"blue": {"hazards": [], "stations": [], "deliveries": {}, "hand": 0}}}
    picture = drawn(position(nothing), language)
    for known, other in {
        "board.hazards.flood-1": "board.hazards.flood-2",
        "board.foresight.1": "board.foresight.2",
        "board.station_masters.3": "board.station_masters.4",
        "players.blue.hazards": "players.blue.objectives",
        "players.blue.hand": "players.blue.discard",
    }.items():
        assert title(picture, known).endswith(empty), known
        assert "unknown" not in classes(thing(picture, known)), known
        assert title(picture, other).endswith(unknown), other
        assert "unknown" in classes(thing(picture, other)), other
        assert "?" in texts(thing(picture, other)), other
    # The other player may have discs there.
    assert title(picture, "station:1").endswith(unknown)


def test_what_is_known_of_all_players_is_empty() -> None:
    plain = midgame(1, 2, turns=0)
    assert title(drawn(position(plain)), "station:9").endswith(component_words("en").name("picture", "empty"))


# The drawing itself.


@examples(100)
@given(st.deferred(lambda: positions()), st.sampled_from(LANGUAGES))
def test_any_position_can_be_drawn(plain: Any, language: str) -> None:
    try:
        of = position(plain)
    except engine.Unreadable:
        # The schema cannot say everything.
        return
    picture = drawn(of, language)
    assert all(float(picture.get(name, "0")) > 0 for name in ("width", "height"))


@examples(25)
@given(st.integers(0, 10**6))
def test_half_known_positions_can_be_drawn(seed: int) -> None:
    dice = random.Random(seed)
    picture = drawn(position(thinned(midgame(seed, 4, within=True), dice)))
    assert all(name for _, name in named(picture))


def test_pictures_use_what_there_is() -> None:
    picture = drawn(position(midgame(5, 4)), marks={"board.neutral.A": "bad", "trail:start": "chosen"})
    uses = {use.get("href", "").removeprefix("#") for use in picture.iter("use")}
    assert uses <= symbol_ids(folder("static"))
    assert all("style" not in element.attrib for element in picture.iter())
    # Names of regions are there for tests and scripts.
    for name in classes(picture) - {"board", "region", "piece", "player", *board.REGIONS, *COLOURS}:
        assert f".{name}" in STYLE, f"nothing colours {name}"


def test_a_region_that_does_not_exist_is_refused() -> None:
    for region in ("sea", "player:green", "player"):
        with pytest.raises(KeyError):
            board.board_picture(engine.Position(), "en", parts=[region], sprite="")
    with pytest.raises(KeyError):
        board.board_picture(engine.Position(), "en", marks={"board.neutral.A": "odd"}, sprite="")


def test_marks_show_on_places_and_on_pieces() -> None:
    of = position({"players": {"blue": {"herder": "B", "engine": 7, "workers": {"cowboy": 9}}}})
    marks = {"players.blue.herder": "bad", "board.neutral.C": "warn", "players.blue.workers": "chosen"}
    picture = drawn(of, marks=marks)
    assert {"mark-warn", "badge-warn"} <= classes(thing(picture, "board.neutral.C"))
    assert "mark-bad" in classes(thing(picture, "players.blue.herder"))
    assert "mark-chosen" in classes(thing(picture, "players.blue.workers.cowboy"))
    assert not classes(thing(picture, "board.neutral.B")) & {"mark"}
    (herder,) = (
        e for e in picture.iter() if e.get("class") == "piece" and "herder" in (e.findtext("title") or "").lower()
    )
    assert "mark-bad" in classes(herder)


def test_a_way_runs_along_the_trail() -> None:
    assert way(BASE.trail, ["A", "B"]) == ["A", "A-1", "A-2", "A-3", "B"]
    assert way(BASE.trail, ["A", "flood-2", "B"])[:3] == ["A", "flood-1", "flood-2"]
    assert way(BASE.trail, ["B", "A"]) == ["B"], "nobody goes back"
    marks = dict.fromkeys(("board.neutral.A", "board.buildings.A-2", "board.neutral.B"), "way")
    picture = drawn(engine.Position(), parts=["trail"], marks=marks)
    (line,) = (path for path in picture.iter("path") if path.get("class") == "way")
    assert len(re.findall("[ML]", line.get("d", ""))) >= 4
    assert not [path for path in drawn(engine.Position()).iter("path") if path.get("class") == "way"]


@pytest.mark.parametrize("theme", standalone.THEMES)
def test_what_is_written_can_be_read(theme: str) -> None:
    tokens = standalone.tokens(theme)
    grounds = ["--paper", "--card", "--line", "--own", "--flood", "--drought", "--rockfall", "--woods"]
    for ground in grounds:
        assert contrast(tokens["--ink"], tokens[ground]) >= 4.5, ground
    for ground in ("--paper", "--card"):
        assert contrast(tokens["--ink-soft"], tokens[ground]) >= 4.5, ground
        for line in ("--edge", "--bad", "--warn", "--good", "--rust"):
            assert contrast(tokens[line], tokens[ground]) >= 3, (line, ground)
    # The marked row of the job market carries ink.
    assert contrast(tokens["--ink"], tokens["--mark"]) >= 4.5


def test_players_are_known_without_colours() -> None:
    picture = drawn(position(midgame(5, 4)))
    for element in picture.iter():
        if element.get("class") == "piece":
            shapes = [use.get("href", "") for use in element.iter("use") if "player-" in use.get("href", "")]
            assert len(shapes) == 1


# Files.


@every("theme", standalone.THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_brings_its_colours_and_symbols(theme: str, language: str) -> None:
    file = standalone.svg(board.board_picture(position(midgame(5, 4)), language, sprite=""), theme)
    root = parsed(file)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in file
    defined = {element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}symbol")}
    used = {use.get("href", "") for use in root.iter("{http://www.w3.org/2000/svg}use")}
    assert used == {f"#{name}" for name in defined}
    told = root.findtext("{http://www.w3.org/2000/svg}style") or ""
    for name in classes(root) - {"pic", "board", "region", "piece", "player", *board.REGIONS, *COLOURS}:
        assert f".{name}" in told, f"nothing colours {name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_of_the_downloads_has_every_letter(language: str) -> None:
    from fontTools.ttLib import TTFont

    font = TTFont(Path(folder("static")) / "vendor" / "notebook-gothic-bold.ttf")
    letters: set[str] = set()
    for of in (engine.Position(), *(position(midgame(seed, 4, ("simmental",))) for seed in range(2))):
        letters |= set("".join(texts(drawn(of, language, parts=ALL))))
    assert {letter for letter in letters if ord(letter) not in font.getBestCmap()} == set()


def test_pixels_have_letters_without_fonts_of_the_machine() -> None:
    file = standalone.svg(board.board_picture(engine.Position(), "ko", parts=["cities"], sprite=""), "light")
    bare = re.sub(r"<text[^>]*>[^<]*</text>", "", file)
    assert standalone.png(file) != standalone.png(bare)
    assert len(standalone.png(file)) > len(standalone.png(bare)) + 2000


def measures(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_pixels_are_sharp_and_not_too_many() -> None:
    file = standalone.svg(board.board_picture(engine.Position(), "en", parts=["trail"], sprite=""), "dark")
    assert measures(standalone.png(file)) == (720, 2 * layout().height)
    # As long as the format allows.
    tiles = [{"hazard": "flood", "hand": "green", "vp": 4}] * 999
    endless = position({"players": {"blue": {"hazards": tiles, "objectives": ["obj-3"] * 999}}})
    file = standalone.svg(board.board_picture(endless, "en", sprite=""), "light")
    wide, high = measures(standalone.png(file))
    assert wide * high <= standalone.MAX_PIXELS * 1.01


# Whole games.


def test_more_than_there_can_be_is_counted() -> None:
    tiles = [{"hazard": "flood", "hand": "green", "vp": 4}] * 999
    row = thing(drawn(position({"players": {"blue": {"hazards": tiles}}})), "players.blue.hazards")
    assert len(list(row.iter())) < 400
    shown = sum(1 for use in row.iter("use") if use.get("href") == "#hazard-flood")
    assert f"+{999 - shown}" in texts(row)


def test_a_building_that_is_not_seen_may_be_anywhere() -> None:
    whole = midgame(5, 2)
    assert "unknown" not in classes(thing(drawn(position(whole)), "players.blue.placed_out"))
    whole["board"]["buildings"].popitem()
    assert "unknown" in classes(thing(drawn(position(whole)), "players.blue.placed_out"))


def test_whoever_has_the_job_market_token_has_it() -> None:
    taken = drawn(position({"players": {"red": {"job_market_token": True}}}), parts=["market"])
    place = thing(taken, "board.job_market.token_row")
    assert (place.findtext("title") or "").endswith("Red")
    assert "#player-red" in {use.get("href") for use in place.iter("use")}
    assert "?" in texts(thing(drawn(engine.Position(), parts=["market"]), "board.job_market.token_row"))

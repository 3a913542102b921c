"""The book's chapters are the engine's rooms: the table of docs/house.md says which, and holds."""

import ast
import re

from companion.engine import actions, effects

from tests.conftest import ROOT, every

ENGINE = ROOT / "companion" / "engine"
TABLE = {
    room: (chapters.split(", "), [name for name in cases.split(", ") if name])
    for room, chapters, cases in re.findall(
        r"^\| `(\w+)` \| ([a-z, -]+) \| (?:([a-z, -]+) )?\|$",
        (ROOT / "docs/house.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
FRAME = {"core", "format", "layers"}


def test_every_room_is_told() -> None:
    folders = {folder.name for folder in ENGINE.iterdir() if folder.is_dir() and folder.name != "__pycache__"}
    assert folders == TABLE.keys() | FRAME


def test_every_chapter_of_the_rules_has_a_room() -> None:
    told = {chapter for chapters, _ in TABLE.values() for chapter in chapters}
    assert told <= {folder.name for folder in (ROOT / "content" / "en").iterdir() if folder.is_dir()}
    assert {room.replace("_", "-") for room in TABLE} <= told


def test_every_case_belongs_to_one_room() -> None:
    """Or to a layer, whose folder it is called like."""
    told = {name for _, cases in TABLE.values() for name in cases}
    files = {file.stem for file in (ROOT / "tests" / "rulings").glob("*.yaml")}
    assert told <= files <= told | {folder.name for folder in (ENGINE / "layers").iterdir()}
    assert sum(len(cases) for _, cases in TABLE.values()) == len(told)


@every("room", TABLE)
def test_what_stands_in_a_room_is_told_in_its_chapters(room: str) -> None:
    here = f"companion.engine.{room}."
    kinds = [*effects.pending_vocabulary().values(), *actions.vocabulary().values()]
    sections = {kind.section for kind in kinds if kind.__module__.startswith(here)}
    assert {section.partition("/")[0] for section in sections} <= set(TABLE[room][0])


def test_the_frame_knows_no_room() -> None:
    """`core` imports nothing of the rooms, and rooms read and write no formats."""
    wrong = []
    for file in ENGINE.rglob("*.py"):
        place = file.relative_to(ENGINE).parts
        imported = {
            node.module.split(".")[2]
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion.engine.")
        }
        forbidden = {*TABLE, "format"} if place[0] == "core" else {"format"} if place[0] in TABLE else set()
        wrong += [f"{file.relative_to(ENGINE)} imports {name}" for name in imported & forbidden]
    assert wrong == []

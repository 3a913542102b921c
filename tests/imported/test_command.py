"""`companion import`: what it keeps, what it refuses, and that nothing is ever half kept."""

import json
import logging
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from companion.imported.shelf import MAX_RULEBOOKS, Rulebook, Shelf

from tests import commands
from tests.conftest import every
from tests.imported.rulebooks import AID, HOSTILE, KOREAN, RULEBOOK, YAML_AID

Run = Callable[..., Result]


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


def written(folder: Path) -> Path:
    """A folder with what somebody has."""
    folder.mkdir(exist_ok=True)
    for name, text in (("Our Rules.md", RULEBOOK), ("aid.txt", AID), ("aid2.yaml", YAML_AID), ("notes.odt", "x")):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return written(tmp_path / "own")


@pytest.fixture
def run(instance: Path) -> Run:
    return lambda *told: commands.run("import", "--instance", str(instance), *map(str, told))


@pytest.fixture(scope="module")
def imported_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance that all of it was imported into, to be copied."""
    instance = tmp_path_factory.mktemp("instance")
    commands.run("import", "--instance", str(instance), str(written(tmp_path_factory.mktemp("own"))))
    return instance


@pytest.fixture
def imported(imported_once: Path, instance: Path) -> Path:
    return Path(shutil.copytree(imported_once, instance))


def kept(instance: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (instance / "imported").glob("*")}


def test_a_folder_is_imported_and_paired(run: Run, instance: Path, files: Path) -> None:
    result = run(files)
    assert result.exit_code == 0, result.output
    assert sorted(kept(instance)) == ["aid.json", "aid2.json", "our-rules.json"]
    assert {json.loads(content)["version"] for content in kept(instance).values()} == {1}
    folder = instance / "imported"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700, "it is its owner's only"
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    books = Shelf(instance).rulebooks()
    rules = books["our-rules"]
    assert (rules.title, rules.language, rules.shared) == ("Our trail rules", "en", False)
    assert rules.pairs["fees"] == "movement/hand-fees"
    assert rules.pairs["hire-a-worker"] == "job-market/hire"
    assert "credits" not in rules.pairs
    assert f"{files / 'Our Rules.md'}:5: the link to 'nowhere' leads nowhere" in result.stderr
    assert "aid: 'aid', 3 sections" in result.stdout


def test_a_korean_rulebook_is_paired_too(run: Run, instance: Path, files: Path) -> None:
    (files / "korean.md").write_text(KOREAN, encoding="utf-8")
    assert "language ko (recognised by its letters)" in run(files / "korean.md").stdout
    assert Shelf(instance).rulebooks()["korean"].pairs == {"일꾼-고용하기": "job-market/hire"}


def test_a_dry_run_keeps_nothing_and_tells_all(run: Run, instance: Path, files: Path) -> None:
    result = run("--dry-run", files / "Our Rules.md")
    assert result.exit_code == 0
    assert not (instance / "imported").exists()
    assert "    16      Hire a worker  [hire-a-worker] = job-market/hire\n" in result.stdout
    assert "would be kept in" in result.stdout
    assert "Our Rules.md:14: nothing stands under 'Workers'" in result.stderr


def test_importing_again_replaces(run: Run, instance: Path, files: Path) -> None:
    run("--share", files / "aid.txt")
    (files / "aid.txt").write_text("Only this\n\n* one rule\n", encoding="utf-8")
    assert run(files / "aid.txt").exit_code == 0
    (book,) = Shelf(instance).rulebooks().values()
    assert [section.title for section in book.sections] == ["Only this"]
    assert book.shared, "what was decided stays"


def test_files_of_one_name_become_one_rulebook(run: Run, instance: Path, files: Path) -> None:
    result = run("--name", "ours", files / "Our Rules.md", files / "aid.txt")
    assert result.exit_code == 0, result.output
    (book,) = Shelf(instance).rulebooks().values()
    assert (book.name, len(book.by_id)) == ("ours", 7)
    assert book.path(book.by_id["hire-a-worker"]) == ["Our trail rules", "Workers"]


def test_sharing_removing_and_listing(run: Run, instance: Path, imported_once: Path) -> None:
    assert "Nothing is imported" in run().stderr
    shutil.copytree(imported_once, instance)
    assert run("--share", "aid", "our-rules").exit_code == 0
    assert [book.name for book in Shelf(instance).rulebooks().values() if book.shared] == ["aid", "our-rules"]
    assert run("--private", "aid").exit_code == 0
    assert [line.rpartition(", for ")[2] for line in run("--list").stdout.splitlines()] == [
        "this machine only",
        "this machine only",
        "everybody who reaches the server",
    ]
    assert run("--remove", "aid", "--remove", "nobody").exit_code == 2
    assert len(kept(instance)) == 3, "all or nothing"
    assert run("--remove", "aid").stdout == "aid is gone.\n"
    assert sorted(kept(instance)) == ["aid2.json", "our-rules.json"]


@every(
    ("arguments", "problem"),
    [
        (["--name", "../x", "aid.txt"], "'../x' is no name"),
        (["--language", "klingon!", "aid.txt"], "no code of a language"),
        (["--share", "--private", "aid.txt"], "contradict"),
        (["--list", "aid.txt"], "contradict"),
        (["--remove", "../secret-key"], "there is no rulebook"),
        (["--share", "nobody"], "what kind of file"),
        (["missing.md"], "missing.md: No such file"),
        (["empty"], "no file in this folder"),
        (["aid.txt", "aid.md"], "same name"),
        (["--name", "both", "aid.txt", "korean.md"], "several|it is in 'ko'"),
        (["aid.txt", "broken.yaml"], "broken.yaml:3: not readable as YAML"),
        (["aid.txt", "latin.md"], "latin.md:3: this is not UTF-8"),
    ],
)
def test_what_cannot_be_done_leaves_everything_as_it_was(
    run: Run, imported: Path, files: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str
) -> None:
    before = kept(imported)
    (files / "aid.md").write_text(RULEBOOK, encoding="utf-8")
    (files / "korean.md").write_text(KOREAN, encoding="utf-8")
    (files / "broken.yaml").write_text("name: a\nsections: [\n", encoding="utf-8")
    (files / "latin.md").write_bytes("# a\n\nCaf\xe9\n".encode("latin-1"))
    (files / "empty").mkdir(exist_ok=True)
    monkeypatch.chdir(files)
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert any(one in result.stderr for one in problem.split("|")), result.stderr
    assert "Traceback" not in result.stderr
    assert kept(imported) == before


def test_a_disk_that_is_full_leaves_what_was_there(
    run: Run, imported: Path, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = kept(imported)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device", "disk")

    monkeypatch.setattr(os, "fsync", full)
    (files / "aid.txt").write_text("Other\n\n* words\n", encoding="utf-8")
    result = run(files / "aid.txt")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (2, "Error: disk: No space left on device")
    assert kept(imported) == before


def test_there_is_an_end_of_rulebooks(run: Run, instance: Path, files: Path) -> None:
    run(files / "aid.txt")
    book = Shelf(instance).rulebooks()["aid"]
    for number in range(MAX_RULEBOOKS - 1):
        Shelf(instance).write(Rulebook(f"b{number}", book.title, "en", False, book.sections, {}))
    assert run(files / "aid2.yaml").exit_code == 2
    assert run(files / "aid.txt").exit_code == 0


def foreign(sections: list[object] | None = None, **of_section: object) -> bytes:
    """A file as an import writes it, but for its sections, or for what is told of its only one."""
    section = {"id": "x", "title": "a", "level": 1, "line": 1, "text": "b", **of_section}
    told = {"version": 1, "title": "a", "language": "en", "shared": False, "pairs": {}}
    return json.dumps({**told, "sections": [section] if sections is None else sections}).encode()


FOREIGN = {
    "no JSON": b"{",
    "nothing": b"",
    "no text": b"\xff\xfe",
    "a list": b"[]",
    "a number": b"1",
    "of a later version": b'{"version": 2}',
    "without sections": foreign([]),
    "nested": b"[" * 100_000,
    "sections that are numbers": foreign([1]),
    "another place": foreign(id="../x"),
    "text that is none": foreign(text=["b"]),
    "nested text": foreign(text="1. " * 4000),
}


@every("content", FOREIGN.values(), ids=FOREIGN)
def test_foreign_files_are_skipped_with_one_line(
    run: Run, imported: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (imported / "imported" / "bad.json").write_bytes(content)
    shelf = Shelf(imported)
    with caplog.at_level(logging.WARNING):
        caplog.clear()
        for _ in range(3):
            assert list(shelf.rulebooks()) == ["aid", "aid2", "our-rules"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "bad.json: this is no rulebook" in run().stderr


def test_links_and_folders_of_the_folder_are_not_followed(instance: Path, tmp_path: Path) -> None:
    folder = instance / "imported"
    folder.mkdir(parents=True)
    (tmp_path / "secret").write_text("{}", encoding="utf-8")
    (folder / "a.json").symlink_to(tmp_path / "secret")
    (folder / "b.json").mkdir()
    (folder / "c.json").symlink_to("/dev/zero")
    assert Shelf(instance).rulebooks() == {}


def test_a_running_app_sees_what_changes(run: Run, instance: Path, files: Path) -> None:
    shelf = Shelf(instance)
    assert shelf.rulebooks() == {}
    run(files / "aid.txt")
    first = shelf.rulebooks()["aid"]
    assert shelf.rulebooks()["aid"] is first, "read once"
    run(files / "aid2.yaml", "--share")
    assert list(shelf.rulebooks()) == ["aid", "aid2"]
    assert shelf.rulebooks()["aid"] is first
    run("--share", "aid")
    assert shelf.rulebooks()["aid"].shared
    run("--remove", "aid")
    assert list(shelf.rulebooks()) == ["aid2"]


PUT_RIGHT = '[our-rules]\n"fees" = "movement/step-limit#none"\n"hire-a-worker" = ""\n"credits" = "solo/overview"\n'


def test_pairs_are_put_right_in_a_file(run: Run, imported: Path) -> None:
    shelf = Shelf(imported)
    shelf.rulebooks()
    (imported / "imported" / "pairs.toml").write_text(PUT_RIGHT.replace("#none", ""), encoding="utf-8")
    assert run().exit_code == 0
    rules = shelf.rulebooks()["our-rules"]
    assert {name: rules.pairs.get(name) for name in ("fees", "hire-a-worker", "credits")} == {
        "fees": "movement/step-limit",
        "hire-a-worker": None,
        "credits": "solo/overview",
    }
    assert [section.id for section in rules.paired_with("movement/step-limit")] == ["fees"]


@every(
    ("content", "line", "problem"),
    [
        (PUT_RIGHT, 2, "no section 'movement/step-limit#none'"),
        ('[our-rules]\n"nothing" = ""\n', 2, "no section 'nothing'"),
        ("[nobody]\n", 1, "no rulebook 'nobody'"),
        ("[our-rules]\nfees\n", 2, "not readable as TOML"),
        ("fees = 1\n", 1, "not a table"),
        ("[our-rules]\nfees = 1\n", 1, "not a table"),
    ],
)
def test_mistakes_in_that_file_are_told_and_skipped(
    run: Run, imported: Path, content: str, line: int, problem: str
) -> None:
    file = imported / "imported" / "pairs.toml"
    file.write_text(content, encoding="utf-8")
    result = run()
    assert result.exit_code == 2
    assert f"Error: {file}:{line}: " in result.stderr
    assert problem in result.stderr
    assert "our-rules" in Shelf(imported).rulebooks()


def test_hostile_files_are_imported_without_their_html(run: Run, instance: Path, files: Path) -> None:
    (files / "evil.md").write_text(HOSTILE, encoding="utf-8")
    result = run(files / "evil.md")
    assert result.exit_code == 0
    assert 'evil.md:3: HTML is left out: <b onclick="x()"> </b>' in result.stderr
    assert b"<script" not in kept(instance)["evil.json"]


def test_the_search_of_the_command_line_finds_them_where_it_is_asked_to(imported: Path) -> None:
    asked = ["search", "hire a worker", "--limit", "1", "--instance", str(imported)]
    assert "yours" not in commands.run(*asked).output
    assert "Hire a worker  [yours: our-rules/hire-a-worker]" in commands.run(*asked, "--yours").output
    listed = json.loads(commands.run(*asked, "--yours", "--json").output)
    assert listed.keys() == {"hits", "components", "yours"}
    assert listed["yours"][0]["rulebook"] == "our-rules"


def test_a_dry_run_removes_nothing(run: Run, instance: Path, files: Path) -> None:
    run(files / "aid.txt")
    assert run("--remove", "aid", "--dry-run").exit_code == 2
    assert (instance / "imported" / "aid.json").exists()

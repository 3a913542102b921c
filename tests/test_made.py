"""What is made once and kept: out of date, damaged, not to be written, made twice at once, and loaded in pieces."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType

import pytest
from companion.app import create_app
from companion.book.sections import Chapter
from companion.made import store as stores
from companion.made.static import ENCODERS, StaticFiles, served, sprite_address
from companion.made.store import Pieces, Store
from companion.paths import folder
from companion.reference import kept
from companion.web import assets

from tests.commands import python
from tests.conftest import ROOT


class Maker:
    """Makes pieces of one text, and counts how often."""

    def __init__(self, folder: Path) -> None:
        self.source, self.kept, self.times = folder / "texts", folder / "kept", 0
        self.source.mkdir(exist_ok=True)
        self.text = self.source / "text.md"

    def make(self) -> Mapping[str, Pieces]:
        self.times += 1
        told = self.text.read_text(encoding="utf-8")
        chapter = Chapter(told, told, ())
        pieces = {"chapter": chapter, "index": [chapter, self.text, MappingProxyType({"a": 1})]}
        return {"en": pieces, "ko": {"chapter": Chapter(f"{told}, in Korean", "", ())}}

    def store(self) -> Store:
        return Store({"texts": self.source}, ("en", "ko"), self.make, self.kept)

    def files(self, pattern: str = "*.made") -> list[Path]:
        """The archives, by their names."""
        return sorted(self.kept.glob(pattern))

    def found(self) -> str:
        """What a new process finds."""
        found: Chapter = self.store().load("en", "chapter")
        return found.id


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    maker = Maker(tmp_path)
    maker.text.write_text("first", encoding="utf-8")
    return maker


def test_it_is_made_once(maker: Maker, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    assert [maker.found() for _ in range(3)] == ["first"] * 3
    assert maker.times == 1
    assert [record.levelno for record in caplog.records] == [logging.INFO], "the first time is no trouble"
    assert [file.name.split(".")[0] for file in maker.files()] == ["en", "ko"]


def test_what_it_is_made_of_is_its_name(maker: Maker) -> None:
    """So versions of the app side by side, or one after the other, never load what another one made."""
    maker.found()
    first = {file.name: file.read_bytes() for file in maker.files()}
    maker.text.write_text("second", encoding="utf-8")
    maker.found()
    assert not {file.name for file in maker.files()} & first.keys(), "and what nobody needs any more goes"
    maker.text.write_text("first", encoding="utf-8")
    maker.found()
    assert {file.name: file.read_bytes() for file in maker.files()} == first


def test_a_piece_leads_to_another_and_paths_and_tables_come_back(maker: Maker) -> None:
    for store in (maker.store(), maker.store()):
        chapter, text, table = store.load("en", "index")
        assert chapter is store.load("en", "chapter")
        assert text == maker.text
        assert table == {"a": 1}
    maker.source.rename(maker.source.with_name("elsewhere"))
    maker.source = maker.source.with_name("elsewhere")
    assert maker.store().load("en", "index")[1] == maker.source / "text.md"
    assert maker.times == 1


def test_a_language_is_loaded_when_it_is_asked_for(maker: Maker) -> None:
    maker.found()
    (korean,) = maker.files("ko.*.made")
    korean.write_bytes(korean.read_bytes()[:-1])
    assert maker.found() == "first"
    assert maker.times == 1
    assert maker.store().load("ko", "chapter").id == "first, in Korean"
    assert maker.times == 2


def _rename(maker: Maker) -> None:
    (maker.source / "another.md").touch()
    maker.found()
    (maker.source / "another.md").rename(maker.source / "renamed.md")


def _truncate(maker: Maker) -> None:
    (file,) = maker.files("en.*.made")
    file.write_bytes(file.read_bytes()[:99])


CHANGES = {
    "edited": lambda maker: maker.text.write_text("other", encoding="utf-8"),
    "added": lambda maker: (maker.source / "another.md").touch(),
    "renamed": _rename,
    "removed": lambda maker: maker.files("ko.*.made")[0].unlink(),
    "truncated": _truncate,
    "emptied": lambda maker: maker.files("en.*.made")[0].write_bytes(b""),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_cannot_be_used_is_made_again_with_a_line_in_the_log(
    maker: Maker, change: Callable[[Maker], None], caplog: pytest.LogCaptureFixture
) -> None:
    maker.found()
    change(maker)
    before = maker.times
    caplog.set_level(logging.INFO)
    caplog.clear()
    for _ in range(2):
        assert maker.found() == maker.text.read_text(encoding="utf-8")
        assert maker.times == before + 1
    assert len(caplog.records) == 1


def test_any_flipped_byte_is_noticed(maker: Maker) -> None:
    maker.found()
    (file,) = maker.files("en.*.made")
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x21]) + whole[place + 1 :])
        store = maker.store()
        assert store.load("en", "chapter").id == "first", place
        assert store.load("en", "index")[2] == {"a": 1}, place


def test_other_times_of_the_same_contents_change_nothing(maker: Maker) -> None:
    maker.found()
    content, note = maker.text.read_bytes(), (maker.kept / "en.sources").read_bytes()
    maker.text.unlink()
    maker.text.write_bytes(content)
    assert maker.found() == "first"
    assert maker.times == 1
    # The next one need not read the contents again.
    assert (maker.kept / "en.sources").read_bytes() != note


@pytest.mark.parametrize("there", [False, True])
def test_where_nothing_can_be_written_it_is_made_in_memory(
    maker: Maker, there: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    if there:
        maker.found()
        maker.text.write_text("second", encoding="utf-8")
        caplog.clear()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(stores.tempfile, "mkstemp", refuse)
    store = maker.store()
    assert store.load("en", "chapter").id == ("second" if there else "first")
    assert store.load("en", "index")[0] is store.load("en", "chapter")
    assert store.load("ko", "chapter").id.endswith("in Korean")
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "Permission denied" in caplog.text


def test_a_piece_that_is_missing_in_a_whole_file_is_made_again(maker: Maker) -> None:
    maker.found()
    with pytest.raises(KeyError):
        maker.store().load("en", "nothing of that name")


def test_several_make_it_at_once(maker: Maker) -> None:
    with ThreadPoolExecutor(8) as pool:
        for number in range(20):
            maker.text.write_text(str(number), encoding="utf-8")
            assert set(pool.map(lambda _: maker.found(), range(8))) == {str(number)}
    assert sorted(file.name.split(".")[0] for file in maker.kept.iterdir()) == ["en", "en", "ko"]


def test_a_search_imports_little_and_loads_one_language() -> None:
    code = """
import sys
from companion.cli import main
from companion.reference.kept import store
try:
    main(["search", "--lang", "ko", "요금"])
except SystemExit:
    heavy = {"flask", "sqlalchemy", "yaml", "markdown", "companion.engine"} & sys.modules.keys()
    print(sorted(heavy), sorted({file for file, _ in store()._loaded}))
"""
    kept.store().prepare()
    assert python("-c", code).splitlines()[-1] == "[] ['all', 'ko']"


def test_static_files_are_kept_in_all_encodings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = folder("static")
    monkeypatch.setattr(stores, "FOLDER", tmp_path)
    StaticFiles(static).store.prepare()
    files = StaticFiles(static)
    mimetype, fingerprint = files.listed()["symbols.svg"]
    assert mimetype == "image/svg+xml"
    assert sprite_address(static).endswith(fingerprint)
    plain = (static / "symbols.svg").read_bytes()
    for encoding, encode in ENCODERS.items():
        assert files.content("symbols.svg", encoding) == encode(plain)
    script, vendored = ("js/app.js", next(name for name in files.listed() if re.match(r"vendor/htmx.*js", name)))
    assert b"// " in (static / script).read_bytes()
    assert b"// " not in files.content(script, "")
    assert files.content(vendored, "") == (static / vendored).read_bytes(), "what is not ours is sent as it came"


def test_modules_import_each_other_by_their_content(tmp_path: Path) -> None:
    """So a browser that keeps files for good never puts modules of two versions together."""
    (tmp_path / "page.js").write_text("export const one = 1;\n", encoding="utf-8")
    (tmp_path / "queue.js").write_text('import { one } from "./page.js";\nexport { one };\n', encoding="utf-8")
    (tmp_path / "sheet.js").write_text("import { one } from './queue.js';\n", encoding="utf-8")
    before = served(tmp_path / "sheet.js").decode()
    queue = hashlib.sha256(served(tmp_path / "queue.js")).hexdigest()[:16]
    assert before == f'import {{ one }} from "./queue.js?v={queue}";\n'
    (tmp_path / "page.js").write_text("export const one = 2;\n", encoding="utf-8")
    assert served(tmp_path / "sheet.js").decode() != before


def test_all_code_that_has_a_say_is_among_the_sources() -> None:
    modules = python("-c", "import sys, companion.reference.making; print(*sys.modules)").split()
    parts = {name.split(".")[1] for name in modules if name.startswith("companion.")}
    assert parts <= {name.removesuffix(".py") for name in kept.store()._sources}


def test_a_template_is_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By whichever process asks for it first; where nothing can be written, by each."""

    app = create_app({"INSTANCE": tmp_path})

    def compiled() -> list[str]:
        done: list[str] = []
        # As another process has it: nothing was loaded yet.
        environment = app.jinja_env.overlay(cache_size=9)
        compile_one = environment.compile
        monkeypatch.setattr(
            environment, "compile", lambda source, name, file: done.append(name) or compile_one(source, name, file)
        )
        assert environment.get_template("macros.html").module.symbol("logo")
        return done

    monkeypatch.setattr(assets, "FOLDER", tmp_path)
    assert (compiled(), compiled()) == (["macros.html"], [])
    (file,) = tmp_path.glob("*.template")
    whole = file.read_bytes()
    for length in (0, 1, 40, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        assert (compiled(), compiled()) == (["macros.html"], [])
    file.write_bytes(whole[:-9] + b"x" + whole[-8:])
    assert (compiled(), compiled()) == (["macros.html"], [])
    file.unlink()
    # A folder takes the name: nothing can be written or read there.
    file.mkdir()
    assert (compiled(), compiled()) == (["macros.html"], ["macros.html"])


def test_importing_the_app_reads_nothing_of_ours() -> None:
    code = """
import sys
def note(event, arguments):
    file = str(arguments[0]) if event in ("open", "os.scandir") else ""
    if file.startswith(sys.argv[1]) and not file.endswith((".py", ".pyc")) and "/.venv/" not in file:
        print(file)
sys.addaudithook(note)
import companion.app, companion.server
"""
    assert python("-B", "-c", code, str(ROOT)) == ""
